"""What a refusal says is so: for every sentence a check of its facts in the position, by what is printed."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

import pytest

import donjon
from donjon import NATURE, Match, rulebook
from donjon.games.caylus import decisions
from donjon.games.caylus.decisions import ACTIONS
from donjon.games.caylus.model import BOOK, Decision, Row, Tile
from donjon.kernel.message import Message
from scripts.catalogues import in_code
from tests.games.caylus.random_play import begin, choose, wild
from tests.games.caylus.stage import Stage
from tests.games.caylus.test_refusals import ORDER, ROWS, stage_of
from tests.referees.caylus_printed import BUILDS, KINDS, LETTERS, OWNERS_CUBE, TILES, YIELDS

# The verbs of each decision; second halves are known by the word that joins them.
VERBS = {
    "place": {"pass", "place"},
    "gate": {"take back", "move"},
    "guild": {"decline", "provost"},
    "joust": {"decline", "joust"},
    "inn": {"take back", "leave"},
    "provost": {"decline", "provost"},
    "produce": {"produce"},
    "bonus": {"bonus"},
    "build": {"decline", "build"},
    "lawyer": {"decline", "convert"},
    "row": {"favour"},
    "favour_cubes": {"decline", "take", "swap"},
    "favour_build": {"decline", "build", "convert"},
    "sell": {"decline", "sell"},
    "buy": {"decline", "buy"},
    "trade": {"decline", "pay"},
    "exchange": {"decline", "exchange"},
    "batch": {"decline", "batch"},
    "pay": {"with"},
    "site": {"on"},
    "swap_for": {"for"},
    "nothing": set(),
}
HALVES = {"with", "on", "for"}
COLUMNS = {"wood": 2, "stone": 3, "prestige": 5}  # of the row of buildings (CAY-11.5.4); the lawyer is in 4
KNOWN = rulebook.load("caylus").ids()
WORDS = {Tile[tile.upper()].word: tile for tile in TILES} | {"residence": "residence"}


@dataclass(frozen=True)
class Said:
    """A refusal: what its places hold in English, the action, who wanted it, and the table."""

    args: dict[str, str]
    text: str
    seat: int
    view: dict[str, Any]

    @property
    def me(self) -> dict[str, Any]:
        return dict(self.view["players"][self.seat])

    @property
    def verb(self) -> str:
        """What the action does: its verb, or the word that joins a second half."""
        words = self.text.split()
        return next((word for word in words if word in HALVES), "take back" if "back" in words else words[0])

    @property
    def last(self) -> str:
        return self.text.split()[-1]

    @property
    def here(self) -> dict[str, Any]:
        """The road space of the building that is used."""
        return self.lot(self.view["at"].removeprefix("road-"))

    def lot(self, words: str) -> dict[str, Any]:
        """The road space that the words end with."""
        return dict(self.view["road"][int(words.split()[-1]) - 1])

    def is_number(self, **counts: Any) -> bool:
        """Are these the numbers that the sentence names?"""
        return all(self.args[name] == str(count) for name, count in counts.items())

    def holds(self, kind: str, count: int = 1) -> bool:
        return bool(self.me["cubes"][kind] >= count)


ON_ROAD = ("produce", "build", "lawyer", "sell", "buy", "trade", "exchange")


def asked(said: Said) -> bool:
    """Is what is decided now named, and the thing that it is about?"""
    ask, now = said.view["ask"], said.args["now"]
    if ask in ON_ROAD:
        return now == f"{Tile[said.here['tile'].upper()].word}, space {said.here['space']}"
    what = Decision[ask.upper()].word
    if ask == "bonus":
        return now.startswith(f"{what}: ") and now.endswith(f", space {said.here['space']}")
    return (
        now == f"{what}: {Tile[said.view['chosen'].upper()].word}" if ask in ("pay", "site") else now == what
    )


def is_of_another(said: Said) -> bool:
    return said.verb not in VERBS[said.view["ask"]]


def is_of_other_seat(said: Said) -> bool:
    return said.seat != said.view["actor"] and said.args["actor"] == f"seat {said.view['actor']}"


def cubes(words: str) -> Counter[str]:
    """ "2 food, 1 cube of any kind" as a multiset."""
    if words == "no cubes":
        return Counter()
    return Counter({name: int(count) for count, name in (part.split(" ", 1) for part in words.split(", "))})


def held(said: Said) -> bool:
    return cubes(said.args["held"]) == +Counter(said.me["cubes"])


def cost(said: Said) -> bool:
    """Is the cost that of the tile, a favour taken off?"""
    kind, letters, *_ = TILES[WORDS[said.args["tile"]]]
    printed = Counter(
        "cube of any kind" if letter == "?" else KINDS[LETTERS.index(letter)] for letter in letters
    )
    if said.view["by_favour"] and kind in ("wood", "stone"):
        printed[kind] -= 1
    return +printed == cubes(said.args["cost"])


def lacks(said: Said, name: str) -> bool:
    """Do the cubes held not suffice for those of this place?"""
    wanted, own = cubes(said.args[name]), Counter(said.me["cubes"])
    free = wanted.pop("cube of any kind", 0)
    return bool(wanted - own) or sum((own - wanted).values()) < free


def place_cost(said: Said, cost: int) -> bool:
    return said.is_number(cost=cost, deniers=said.me["deniers"]) and said.me["deniers"] < cost


def taken_by(said: Said) -> bool:
    """Does a worker of the seat named stand where the words say?"""
    words = said.args["space"]
    if "space" in words:
        return said.args["seat"] == f"seat {said.lot(words)['worker']}"
    name = words.replace("'", "").replace(" ", "_")
    return said.args["seat"] == f"seat {said.view['special'][name]}"


def unplaceable(said: Said) -> bool:
    lot = said.lot(said.args["space"])
    return lot["tile"] is None or lot["class"] in ("residential", "prestige")


def target(said: Said) -> bool:
    """Can the building not be converted by this seat?"""
    lot = said.lot(said.args["space"])
    is_own = lot["class"] in ("wood", "stone") and lot["owner"] == said.seat and lot["tile"] != "lawyer"
    return lot["class"] != "neutral" and not is_own


def short_of_one(said: Said) -> bool:
    """Is a denier or a cloth wanting?"""
    there = said.is_number(deniers=said.me["deniers"], cloth=said.me["cubes"]["cloth"])
    return there and not (said.me["deniers"] and said.holds("cloth"))


def steps(said: Said) -> int:
    return int(said.last)


def column(said: Said) -> bool:
    row = "cubes" if said.verb in ("take", "swap") else "build"
    marker = said.view["favour"]["columns"][row][said.seat]
    wanted = {"take": 0, "swap": 4, "convert": 4, "build": 0}[said.verb]
    if said.verb == "take":
        wanted = {"food": 1, "wood": 2, "stone": 2, "cloth": 3, "gold": 5}[said.last]
    if said.verb == "build":
        wanted = COLUMNS[TILES[tile_of(said)][0]]
    return said.is_number(column=wanted, marker=marker) and marker < wanted


def tile_of(said: Said) -> str:
    text = said.text.split()[1]
    return "residence" if text == "residence" else next(t.id for t in Tile if t.text == text)


def produces(said: Said) -> bool:
    """Is the tile the one at hand, and the kind none of its own?"""
    tile = said.here["tile"]
    kinds = OWNERS_CUBE[tile] if said.view["ask"] == "bonus" else "".join(YIELDS[tile])
    return WORDS.get(said.args["tile"]) == tile and LETTERS[KINDS.index(said.args["cube"])] not in kinds


def builder(said: Said) -> bool:
    tile = WORDS[said.args["tile"]]
    kind = TILES[tile][0]
    return said.args["kind"] == f"{kind} tile" and BUILDS[said.here["tile"]] != kind


def price(said: Said) -> bool:
    count = len([word for word in said.text.split() if word in KINDS])
    wanted = {("peddler_fixed", 1): 2, ("peddler_wood", 1): 1, ("peddler_wood", 2): 2}
    fair = wanted[said.here["tile"], count]
    return said.is_number(price=fair, deniers=said.me["deniers"]) and said.me["deniers"] < fair


def offer(said: Said) -> bool:
    """Is what the offer asks for not there?"""
    *_, count, what = said.text.split()
    there = said.me["cubes"]["cloth"] if what == "cloth" else said.me["deniers"]
    return said.is_number(deniers=said.me["deniers"]) and held(said) and there < int(count)


CHECKS: dict[str, Callable[[Said], Any]] = {
    "The game is over.": lambda it: it.view["over"],
    "Waiting for a random draw.": lambda it: it.view["phase"] == "setup" and it.seat != NATURE,
    "Only the neutral tiles and the order of the {players} players are random.": lambda it: (
        it.view["phase"] == "setup"
        and it.seat == NATURE
        and it.is_number(players=it.view["seats"])
        and (it.verb not in ("lay", "order") or int(it.last) >= it.view["seats"])
    ),
    "Your move: {now}.": lambda it: it.view["actor"] == it.seat and asked(it) and is_of_another(it),
    "{later} Your move: {now}.": lambda it: it.view["actor"] == it.seat and asked(it) and is_of_another(it),
    "{actor}'s move: {now}.": lambda it: is_of_other_seat(it) and asked(it),
    "{later} {actor}'s move: {now}.": lambda it: is_of_other_seat(it) and asked(it),
    "This tile is already on the road: {tile}.": lambda it: it.verb == "lay",
    "{seat} already has a place in the turn order.": lambda it: it.args["seat"] == f"seat {it.last}",
    "The neutral tiles are laid first.": lambda it: it.verb == "order",
    "You have passed: no more workers this phase.": lambda it: it.me["passed"] and it.verb == "place",
    "You have no worker at home; one of yours is in the inn.": lambda it: (
        it.me["home"] == 0 and it.view["special"]["inn"]["right"] == it.seat
    ),
    "You have no worker at home to place.": lambda it: (
        it.me["home"] == 0 and it.view["special"]["inn"]["right"] != it.seat
    ),
    "The stables aren't used with two players.": lambda it: it.view["seats"] == 2,
    "Workers can't be placed there: {space}.": unplaceable,
    "You already have a worker in the stables.": lambda it: it.seat in it.view["special"]["stables"],
    "The stables are full: all 3 circles are taken.": lambda it: None not in it.view["special"]["stables"],
    "{seat}'s worker is on the left circle of the inn.": lambda it: (
        it.args["seat"] == f"seat {it.view['special']['inn']['left']}"
    ),
    "You already have a worker in the castle.": lambda it: it.seat in it.view["castle"]["workers"],
    "{seat}'s worker is already there: {space}.": taken_by,
    "A worker costs {cost:denier|deniers} now ({passed} passed); you have {deniers}.": lambda it: (
        it.is_number(passed=len(it.view["passed"])) and place_cost(it, 1 + len(it.view["passed"]))
    ),
    "A worker on your own building costs {cost:denier|deniers}; you have {deniers}.": lambda it: place_cost(
        it, 1
    ),
    "With your worker in the inn, a worker costs {cost:denier|deniers}; you have {deniers}.": lambda it: (
        place_cost(it, 1) and it.view["special"]["inn"]["right"] == it.seat
    ),
    "The other player has passed: a worker costs {cost:denier|deniers}; you have {deniers}.": lambda it: (
        place_cost(it, 3) and it.view["seats"] == 2 and len(it.view["passed"]) == 1
    ),
    "The provost can only stand on spaces 1–28; that would be space {space}.": lambda it: (
        it.is_number(space=it.view["provost"] + steps(it)) and not 1 <= it.view["provost"] + steps(it) <= 28
    ),
    "That costs {steps:denier|deniers}, 1 a space; you have {deniers}.": lambda it: (
        it.is_number(steps=abs(steps(it)), deniers=it.me["deniers"]) and it.me["deniers"] < abs(steps(it))
    ),
    "The joust costs 1 denier and 1 cloth; you have {deniers:denier|deniers} and {cloth} cloth.": (
        short_of_one
    ),
    "The {tile} doesn't produce {cube}.": produces,
    "You can't skip production: choose your cubes.": lambda it: (
        it.verb == "decline" and it.view["ask"] == "produce"
    ),
    "You can't skip the owner's cube: choose one.": lambda it: (
        it.verb == "decline" and it.view["ask"] == "bonus"
    ),
    "Residences never run out: convert a building to get one.": lambda it: it.last == "residence",
    "The {builder} can't build the {tile}: it's a {kind}.": builder,
    "None left in the stock: {tile}.": lambda it: (
        not next(tile["left"] for tile in it.view["stock"] if tile["tile"] == WORDS[it.args["tile"]])
    ),
    "The {tile} costs {cost}; you have {held}.": lambda it: cost(it) and held(it) and lacks(it, "cost"),
    "Choose the tile first; then the cube of any kind, if several can pay.": lambda it: (
        it.verb == "with" and it.view["chosen"] is None
    ),
    "The {tile} costs {cost}. You have {held}: no {cube} to spare.": lambda it: (
        cost(it) and held(it) and it.me["cubes"][it.args["cube"]] <= cubes(it.args["cost"])[it.args["cube"]]
    ),
    "The road is full: no unbuilt space is left.": lambda it: all(lot["tile"] for lot in it.view["road"]),
    "A prestige tile replaces one of your residences; you have none.": lambda it: (
        it.me["residences"] == 0 and TILES[tile_of(it)][0] == "prestige"
    ),
    "You have no residence on space {space}.": lambda it: (
        it.args["space"] == "0"
        or it.lot(it.args["space"])["tile"] != "residence"
        or it.lot(it.args["space"])["owner"] != it.seat
    ),
    "Only buildings on the road can be converted.": lambda it: not it.last.isdecimal(),
    "Can't convert {space}: only neutral and your own wood and stone tiles, not the lawyer.": target,
    "Its conversion is already paid for: {space}.": lambda it: (
        it.lot(it.args["space"])["pending"] is not None
    ),
    "Converting costs 1 cloth; you have none.": lambda it: not it.holds("cloth"),
    "Converting costs 1 cloth and 1 denier; you have {cloth} cloth, {deniers:denier|deniers}.": short_of_one,
    "You have no {cube} to sell.": lambda it: not it.holds(it.args["cube"]),
    "That costs {price:denier|deniers}; you have {deniers}.": price,
    "{offer}: you have {held} and {deniers:denier|deniers}.": offer,
    "That takes {cubes}; you have {held}.": lambda it: held(it) and lacks(it, "cubes"),
    "This peddler sells only one cube.": lambda it: it.here["tile"] == "peddler_fixed",
    "Peddlers don't sell gold.": lambda it: it.last == "gold",
    "The alchemist doesn't take gold.": lambda it: it.here["tile"] == "alchemist",
    "This batch takes {cubes}; you have {held}.": lambda it: held(it) and lacks(it, "cubes"),
    "A batch is 1 food and 2 other cubes of different kinds.": lambda it: it.text == "batch",
    "The castle is full.": lambda it: (
        not any(section["free"] for section in it.view["castle"]["sections"] if not section["scored"])
    ),
    "You have already used this row in this phase: {row}.": lambda it: it.view["favour"]["used"][
        next(row.id for row in Row if row.word == it.args["row"])
    ][it.seat],
    "Choose a row. You can skip its effect.": lambda it: it.verb == "decline" and it.view["ask"] == "row",
    "That is column {column}; your marker is only in column {marker}.": column,
    "You have no {cube} to give.": lambda it: not it.holds(it.args["cube"]),
    "You can't take gold in exchange, only food, wood, stone or cloth.": lambda it: it.last == "gold",
}


PHASES = ("", "income", "placing", "special", "provost", "road", "castle", "end")
SPACES = {"gate": "gate", "joust field": "joust_field", "merchants' guild": "merchants_guild", "inn": "inn"}


def is_ahead(it: Said) -> bool:
    """Does a worker of the seat stand on the thing named, whose turn is yet to come?"""
    words = it.args["space"]
    if ", space " in words:
        lot, at = it.lot(words), int(it.view["at"].removeprefix("road-"))
        return lot["worker"] == it.seat and at < lot["space"] <= it.view["provost"]
    order, at = list(SPACES.values()), it.view["at"]
    if words == "inn":
        return it.view["special"]["inn"] == {"left": None, "right": it.seat}
    later = at not in order or order.index(at) < order.index(SPACES[words])
    return it.view["special"][SPACES[words]] == it.seat and (later or at != SPACES[words])


def waits_in_turn(it: Said) -> bool:
    """Has the seat still a turn in this phase, the others being before it?"""
    view = it.view
    if view["phase"] == "placing":
        return it.seat not in view["passed"] and it.seat != view["actor"]
    order = view["passed"] if view["phase"] == "provost" else view["castle"]["workers"]
    return order.index(it.seat) > order.index(view["actor"])


def is_done_in_turn(it: Said) -> bool:
    view = it.view
    if view["phase"] == "placing":
        return it.seat in view["passed"]
    if view["phase"] == "provost":
        return view["passed"].index(it.seat) < view["passed"].index(view["actor"])
    return it.seat in view["castle"]["workers"]


def fitting(it: Said) -> list[int]:
    """Road spaces further on with a worker of the seat, on whose buildings such a choice is made."""
    verb, at = it.verb, int(it.view["at"].removeprefix("road-"))
    mine = [lot for lot in it.view["road"][at:] if lot["worker"] == it.seat]
    if verb == "build":
        kind = TILES.get(tile_of(it), ("residence",))[0]
        return [lot["space"] for lot in mine if BUILDS.get(lot["tile"]) == kind]
    words = {"convert": "lawyer", "sell": "marketplace", "buy": "peddler", "exchange": "alchemist"}
    return [lot["space"] for lot in mine if verb in words and words[verb] in lot["tile"]]


def past(it: Said) -> bool:
    return int(it.args["number"]) < PHASES.index(it.view["phase"])


# What is said of the moment to which the choice belongs: the checks of its facts.
LATER: dict[str, Callable[[Said], Any]] = {
    "Too early: that belongs to phase {number} ({rule}).": lambda it: (
        int(it.args["number"]) > PHASES.index(it.view["phase"])
    ),
    "Too late: that belongs to phase {number} ({rule}).": past,
    "Your turn in this phase comes later ({rule}).": waits_in_turn,
    "Your turn in this phase is over ({rule}).": is_done_in_turn,
    "Already done this round: {space} ({rule}).": lambda it: (
        it.view["phase"] == "special" and not is_ahead(it)
    ),
    "Your worker's turn comes later: {space} ({rule}).": is_ahead,
    "You have no worker there: {space} ({rule}).": lambda it: (
        it.view["special"][SPACES[it.args["space"]]] != it.seat
    ),
    "You have no worker on the right circle of the inn ({rule}).": lambda it: (
        it.view["special"]["inn"]["right"] != it.seat
    ),
    "A new guest takes the right circle of the inn; there is no choice ({rule}).": lambda it: (
        it.view["special"]["inn"]["right"] == it.seat and it.view["special"]["inn"]["left"] is not None
    ),
    "Your worker is beyond the provost and does nothing: {space} ({rule}).": lambda it: (
        it.lot(it.args["space"])["worker"] == it.seat
        and it.lot(it.args["space"])["space"] > it.view["provost"]
    ),
    "You have no worker left on a building for that ({rule}).": lambda it: (
        it.view["phase"] == "road" and not fitting(it)
    ),
    "Only players with a worker in the castle take part in phase 6 ({rule}).": lambda it: (
        it.seat not in it.view["castle"]["workers"]
    ),
    "The favour table isn't used in this game ({rule}).": lambda it: it.view["simplified"],
    "A favour is used as soon as it is gained ({rule}).": lambda it: not it.view["simplified"],
    "That was drawn at random before the first round ({rule}).": lambda it: it.verb in ("lay", "order"),
}


def check_later(refused: Said, message: Message) -> None:
    """The facts of when the choice comes, and the rule."""
    args = {name: Message("{it}", it=value).english() for name, value in message.args.items()}
    said = Said(args, refused.text, refused.seat, refused.view)
    assert LATER[message.text](said), (refused.text, message.english())
    assert args["rule"] in KNOWN


def check(match: Match, action: str | int, seat: int, view: dict[str, Any] | None = None) -> str:
    """The sentence that refuses an action, "" if it is legal; its facts are held against the table."""
    refusal = match.why_not(action, seat)
    if refusal is None:
        return ""
    message = refusal.message
    args = {name: Message("{it}", it=value).english() for name, value in message.args.items()}
    text = action if isinstance(action, str) else match.text(action, seat)
    said = Said(args, text, seat, match.view(None) if view is None else view)
    assert CHECKS[message.text](said), (refusal.rule, text, message.english())
    if "later" in message.args:
        check_later(said, message.args["later"])
    return message.text


def refusal_texts() -> set[str]:
    """Return the sentences of all refusals, of functions those in their source."""
    found = set()
    kinds = (kind.refusals.values() for kind in ACTIONS.kinds)
    for sentence in (*BOOK.refusals.values(), *chain.from_iterable(kinds)):
        is_text = isinstance(sentence, Message)
        found.update({sentence.text} if is_text else in_code(inspect.getsource(sentence)))
    return found


def test_every_sentence_has_its_check() -> None:
    with_rule = {text for text in in_code(inspect.getsource(decisions)) if "({rule})" in text}
    assert with_rule == set(LATER)
    assert refusal_texts() == set(CHECKS)


def games(seed: int) -> Iterator[Match]:
    """Positions of three random games, poor, rich and wild."""
    players = 2 + seed % 4
    for match in (begin(players, 0), begin(players, 1), wild(players, seed)):
        random = Random(seed)
        number = 0
        while not match.over:
            if number % 9 == 0:
                yield match
            number += 1
            match.play(choose(match, random))
        yield match


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_of_illegal_actions_is_so(seed: int) -> None:
    """All actions of who decides; some of all others and of nature, who has nothing to decide."""
    found: Counter[str] = Counter()
    for match in games(seed):
        actor, view = -1 if match.over else match.waiting[0], match.view(None)
        for seat in (*range(match.players), NATURE):
            random = Random(seat)
            every = range(match.game.ACTIONS)
            for action in every if seat == actor else random.sample(every, 5):
                found[check(match, action, seat, view)] += 1
    assert len(found) > 25


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_what_is_said_of_the_stated_refusals_is_so(number: int) -> None:
    """The rows of the table of refusals, in the words of a player."""
    _name, said, text, seat, _rule = ROWS[number]
    match = stage_of(said).match
    if match.over:
        assert check(match, text, 0)
    else:
        words = match.read(text, match.waiting[0] if seat is None else seat)
        assert check_last(match, words, seat)


@pytest.mark.parametrize("number", range(len(ORDER)))
def test_what_is_said_first_is_so(number: int) -> None:
    """Where several rules forbid a choice, too."""
    _name, said, text, _rule = ORDER[number]
    match = stage_of(said).match
    assert check_last(match, match.read(text), None)


def check_last(match: Match, actions: list[int], seat: int | None) -> str:
    """Play all but the last action, which is refused."""
    seat = match.waiting[0] if seat is None else seat
    for action in actions[:-1]:
        match.play(action, seat)
    return check(match, actions[-1], seat)


def test_nature_hears_reasons_too() -> None:
    """CAY-2.1, CAY-2.4: what is laid is laid, and tiles come before seats."""
    match = donjon.new("caylus", players=3, nature="imposed")
    found = set()
    while match.waiting == (NATURE,):
        assert check(match, "pass", 0) == "Waiting for a random draw."
        for action in (0, *range(280, 291)):
            found.add(check(match, action, NATURE))
        match.play(match.legal[0], NATURE)
    assert len(found) == 5  # legal, and four sentences


def test_what_is_to_be_decided_is_said_last() -> None:
    """The halves of other decisions, too."""
    stage = Stage.at(phase="road", provost=9, workers={0: ["road 8"]}, hold={0: {"cubes": "FWW"}})
    refusal = stage.match.why_not("sell wood")
    over = "Too late: that belongs to phase 2 (CAY-5.1.1)."
    now = "fixed carpenter, space 8"
    none = "You have no worker left on a building for that (CAY-8.1.1)."
    assert str(refusal) == f"CAY-3.1: {none} Your move: {now}."
    assert str(stage.match.why_not("place 9", 1)) == f"CAY-3.1: {over} seat 0's move: {now}."


def test_when_a_choice_comes_is_said() -> None:
    """CAY-8.1.1, CAY-8.1.2, CAY-9.1: a worker further on, one beyond the provost, none in the castle."""
    road = {9: ("mason", 1), 10: ("lawyer", 1)}
    stage = Stage.at(phase="road", provost=9, workers={0: ["road 5", "road 9", "road 10"]}, road=road)
    now = "Your move: neutral marketplace, space 5."

    def said(text: str) -> str:
        return str(stage.match.why_not(text))

    assert (
        said("build stone-farm")
        == f"CAY-3.1: Your worker's turn comes later: mason, space 9 (CAY-8.1.1). {now}"
    )
    beyond = "Your worker is beyond the provost and does nothing: lawyer, space 10 (CAY-8.1.2)."
    assert said("convert forest") == f"CAY-3.1: {beyond} {now}"
    castle = "Only players with a worker in the castle take part in phase 6 (CAY-9.1)."
    assert said("batch food wood stone") == f"CAY-3.1: {castle} {now}"
