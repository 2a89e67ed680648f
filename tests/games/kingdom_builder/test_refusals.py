"""Why not: the sentence names the true cause, with numbers that hold in the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any

from donjon.games.kingdom_builder.decisions import ACTIONS, prompt
from donjon.games.kingdom_builder.model import BOOK, SECTOR_WORDS, Card, HexKind, Slot, Token
from donjon.kernel import NATURE, rule_ids, rules
from donjon.kernel.message import Message, SeatName
from tests.games.kingdom_builder.stage import BOARD_A, DRAW, END, GAME, TOKEN, B, Stage, hex_of, letters
from tests.referees.kingdom_builder_board import DIRECTIONS, LAND, beside, on_edge, step

Checker = Callable[[Stage, int, int, dict[str, Any]], bool]


def kind_is(stage: Stage, action: int, said: dict[str, Any]) -> bool:
    row, column = hex_of(action)
    shown = stage.hexes[row][column]
    return said["kind"] == HexKind("GFTCDWMKL".index(shown)).term and is_hex(action, said)


def is_hex(action: int, said: dict[str, Any]) -> bool:
    return (said["hex"].row, said["hex"].column) == hex_of(action)


def owner_at(stage: Stage, action: int) -> int | None:
    return next((piece["seat"] for piece in stage.settlements if tuple(piece["hex"]) == hex_of(action)), None)


def states_of(stage: Stage, seat: int, action: int) -> set[str]:
    """How the seat's tokens of the kind that an action uses lie."""
    return {state for kind, _, state in stage.tokens(seat) if TOKEN[kind] == action}


def in_use(stage: Stage, said: dict[str, Any]) -> bool:
    return bool(said["token"] == Token[stage.using.upper()].term)


def named(action: int, said: dict[str, Any]) -> bool:
    return bool(said["token"] == Token(action - 400).term)


def decides(stage: Stage, seat: int, action: int, said: dict[str, Any]) -> bool:
    mover = said["seat"].seat
    return bool(stage.waits_for() == [mover] and said["what"] == prompt(stage.state, mover))


def locations_of(stage: Stage, action: int) -> list[dict[str, Any]]:
    return [place for place in stage.locations if TOKEN[place["kind"]] == action]


def can_still_take(stage: Stage, seat: int, action: int) -> bool:
    taken = GAME.position(stage.state)["taken"][seat]
    return any(place["left"] and place["hex"] not in taken for place in locations_of(stage, action))


def ends_line(stage: Stage, seat: int, action: int) -> bool:
    own = stage.own(seat)
    for direction in DIRECTIONS:
        way = [hex_of(action)]
        for _ in range(3):
            way.append(step(way[-1], direction))
        if set(way[1:]) <= own:
            return True
    return False


def jumps(stage: Stage, action: int) -> bool:
    """Two steps in a straight line from where the settlement was lifted."""
    origin = tuple(stage.lifted)
    return any(step(step(origin, way), way) == hex_of(action) for way in DIRECTIONS)


def wants(stage: Stage, said: dict[str, Any]) -> bool:
    terrain = {"farm": "grass", "oasis": "desert"}.get(stage.using, stage.card)
    return in_use(stage, said) and said["terrain"] == HexKind[terrain.upper()].term != said["kind"]


def turns_left(stage: Stage, seat: int) -> int:
    """How often it comes to the seat before the round ends with the player before the first."""
    count, mover = 0, stage.actor
    while (mover + 1) % stage.seats != stage.first:
        mover = (mover + 1) % stage.seats
        count += mover == seat
    return count


CHECKS: dict[str, Checker] = {
    "The game is over.": lambda stage, *_: stage.over,
    "{seat} to move. {what}": lambda stage, seat, action, said: (
        decides(stage, seat, action, said) and seat != said["seat"].seat
    ),
    "{later} {now}": lambda stage, seat, action, said: (
        seat != stage.actor and all(checked(stage, seat, action, said[part]) for part in said)
    ),
    "You play after {seat} ({rule}).": lambda stage, seat, action, said: (
        not stage.ending and (said["seat"].seat + 1) % stage.seats == seat
    ),
    "You still have one last turn ({rule}).": lambda stage, seat, action, said: (
        stage.ending and turns_left(stage, seat) == 1
    ),
    "You've had your last turn ({rule}).": lambda stage, seat, action, said: (
        stage.ending and turns_left(stage, seat) == 0
    ),
    "This is drawn at random. {now}": lambda stage, seat, action, said: (
        action > END and said["now"] == prompt(stage.state, stage.actor)
    ),
    "Drawing a random sector: {slot}.": lambda stage, seat, action, said: (
        stage.phase == "sector"
        and [place["sector"] for place in stage.layout].index(None)
        == [slot.term for slot in Slot].index(said["slot"])
    ),
    "Drawing a Kingdom Builder card.": lambda stage, *_: (
        stage.phase == "kingdom_card" and len(stage.cards) < 3
    ),
    "Drawing the first player at random.": lambda stage, *_: stage.phase == "first" and stage.first is None,
    "Drawing a terrain card for {seat}.": lambda stage, seat, action, said: (
        stage.phase in ("deal", "draw", "redraw") and said["seat"] == SeatName(stage.actor)
    ),
    "No {terrain} cards are left in the deck.": lambda stage, seat, action, said: (
        said["terrain"] == HexKind(action - END - 1).term
        and f"draw {HexKind(action - END - 1).text}" not in stage.chances()
    ),
    "The {sector} sector is already on the board.": lambda stage, seat, action, said: (
        said["sector"].word
        in [Token[place["sector"].upper()].word for place in stage.layout if place["sector"]]
        and SECTOR_WORDS[(action - 414) // 2] == said["sector"].word
    ),
    "The sector {slot} was set in the options.": lambda stage, seat, action, said: (
        stage.phase == "sector" and len(stage.legal(NATURE)) <= 8
    ),
    "This card is already face up: {card}.": lambda stage, seat, action, said: (
        said["card"].word in stage.cards and Card(action - 430).term == said["card"]
    ),
    "A game for {players} has no seat {number}.": lambda stage, seat, action, said: (
        said["number"] == action - 440 >= said["players"] == stage.seats
    ),
    "Finish building first: {built} of {all} built. "
    "Use tokens before or after, not in between.": lambda stage, seat, action, said: (
        0 < said["built"] == stage.built < said["all"] == min(3, stage.built + stage.supply(seat))
    ),
    "You can't end your turn yet: build {count:more settlement|more settlements}.": (
        lambda stage, seat, action, said: (
            action == END and 0 < said["count"] == stage.owed <= stage.supply(seat)
        )
    ),
    "{hex} is taken by {owner}.": lambda stage, seat, action, said: (
        is_hex(action, said) and owner_at(stage, action) == said["owner"].seat
    ),
    "You can't build on water. Only the harbour moves settlements there.": lambda stage, seat, action, _: (
        stage.hexes[action // 20][action % 20] == "W" and stage.using != "harbor"
    ),
    "{hex} is a {kind}: settlements can't go there.": lambda stage, seat, action, said: (
        kind_is(stage, action, said) and stage.hexes[action // 20][action % 20] in "MKL"
    ),
    "{hex} is {kind}, but your card shows {terrain}.": lambda stage, seat, action, said: (
        kind_is(stage, action, said) and said["terrain"] == HexKind[stage.card.upper()].term != said["kind"]
    ),
    "{hex} isn't next to your settlements, but other allowed hexes are. Choose one of those.": (
        lambda stage, seat, action, said: (
            not beside([hex_of(action)]) & stage.own(seat) and stage.targets() <= beside(stage.own(seat))
        )
    ),
    "Your mandatory settlements are built. Use a token or end your turn.": lambda stage, *_: (
        stage.built == 3 and len(stage.legal()) > 1 and stage.can_end()
    ),
    "Your mandatory settlements are built. End your turn.": lambda stage, *_: (
        stage.built == 3 and stage.legal() == {END}
    ),
    "Your supply is empty: there is nothing left to build.": lambda stage, seat, *_: (
        stage.supply(seat) == 0 and stage.built < 3
    ),
    "No cards are left to draw: your mandatory action is over.": lambda stage, *_: (
        stage.deck == 0 and not any(stage.discard.values()) and stage.built < 3
    ),
    "You took the {token} this turn. You can use it from your next turn.": (
        lambda stage, seat, action, said: named(action, said) and states_of(stage, seat, action) == {"new"}
    ),
    "You've already used the {token} this turn.": lambda stage, seat, action, said: (
        named(action, said)
        and "spent" in states_of(stage, seat, action)
        and "usable" not in states_of(stage, seat, action)
    ),
    "The {token} is in use: choose a hex for it, or undo.": lambda stage, seat, action, said: (
        in_use(stage, said) and max(stage.legal()) < 400 <= action
    ),
    "There is no {token} on this board.": lambda stage, seat, action, said: (
        named(action, said) and not locations_of(stage, action)
    ),
    "You have no {token}, and none is left for you.": lambda stage, seat, action, said: (
        named(action, said) and not can_still_take(stage, seat, action) and not states_of(stage, seat, action)
    ),
    "You have no {token}. Build next to one to take its token.": lambda stage, seat, action, said: (
        named(action, said) and can_still_take(stage, seat, action) and not states_of(stage, seat, action)
    ),
    "There is no hex for the {token} now.": lambda stage, seat, action, said: (
        named(action, said) and has_no_execution(stage, seat, Token(action - 400).id)
    ),
    "The {token} builds a settlement, but your supply is empty.": lambda stage, seat, action, said: (
        named(action, said) and action < TOKEN["barn"] and stage.supply(seat) == 0
    ),
    "You have no settlement on {hex}. You can only move your own.": (
        lambda stage, seat, action, said: is_hex(action, said) and owner_at(stage, action) != seat
    ),
    "The settlement on {hex} has nowhere to go.": lambda stage, seat, action, said: (
        is_hex(action, said)
        and owner_at(stage, action) == seat
        and hex_of(action) not in stage.table().moves(stage.using, seat)
    ),
    "The settlement must go to a different hex.": lambda stage, seat, action, said: (
        tuple(stage.lifted) == hex_of(action)
    ),
    "{hex} isn't on the edge of the board. The {token} builds only there.": (
        lambda stage, seat, action, said: (
            stage.using == "tower" and in_use(stage, said) and not on_edge(hex_of(action))
        )
    ),
    "{hex} isn't at the end of three of your settlements in a line. The {token} builds only there.": (
        lambda stage, seat, action, said: stage.using == "tavern" and not ends_line(stage, seat, action)
    ),
    "{hex} isn't exactly two hexes away in a straight line. The {token} moves only there.": (
        lambda stage, seat, action, said: stage.using == "paddock" and not jumps(stage, action)
    ),
    "The {token} builds on {terrain}, but {hex} is {kind}.": lambda stage, seat, action, said: (
        wants(stage, said) and kind_is(stage, action, said) and stage.using in ("oracle", "farm", "oasis")
    ),
    "The {token} moves a settlement to {terrain}, but {hex} is {kind}.": lambda stage, seat, action, said: (
        wants(stage, said) and kind_is(stage, action, said) and stage.using == "barn"
    ),
    "The {token} moves a settlement to water, but {hex} is {kind}.": lambda stage, seat, action, said: (
        stage.using == "harbor" and kind_is(stage, action, said) and said["kind"] != HexKind.WATER.term
    ),
}


def has_no_execution(stage: Stage, seat: int, kind: str) -> bool:
    table = stage.table()
    if TOKEN[kind] < TOKEN["barn"]:
        return not table.build_targets(kind, seat)
    return not any(table.moves(kind, seat).values())


def checked(stage: Stage, seat: int, action: int, said: Message) -> bool:
    return CHECKS[said.text](stage, seat, action, said.args)


def refused(stage: Stage, seat: int, action: int) -> Message | None:
    """What is said against an action; None if it is legal."""
    rule = int(rules.forbids(stage.state, seat, action))
    return ACTIONS.why(stage.state, seat, action, rule_ids.name("KB", rule)) if rule else None


def reached() -> Iterator[Stage]:
    """Random positions of games in which tokens are used when they can be."""
    for game in range(4):
        chance = Random(f"refusals {game}")
        stage = Stage.new(2 + game % 3, orientations=(0, None, 180, None))
        while not stage.over:
            if chance.random() < 0.15 or stage.phase in ("sector", "kingdom_card", "first", "deal"):
                yield stage
            legal = sorted(stage.legal())
            tokens = [action for action in legal if 400 <= action < END]
            stage.do(chance.choice(tokens if tokens and chance.random() < 0.7 else legal))
        yield stage


def rare() -> Iterator[Stage]:
    """What random games seldom come to."""
    water, forests, free = letters(BOARD_A, "W"), letters(BOARD_A, "T"), {"phase": "after", "built": 3}
    yield Stage.at(
        water[:40], [], card="canyon", phase="after", tokens={0: [("farm", (11, 17))]}, ending=True
    )
    yield Stage.at(water[:39], [], card="canyon").build_any(1)
    gone = {"deck": {}, "removed": {"grass": 5, "canyon": 5, "desert": 5, "flower_field": 5, "forest": 3}}
    alone = Stage.at(forests[1:30], forests[30:], card="forest", hands=[None, "forest"], **gone)
    yield alone.build(forests[0])
    yield Stage.at([(8, 8)], [], tokens={0: [("tavern", (6, 7))]}, **free)
    yield Stage.at([(8, 8)], [], taken={0: [(6, 7), (6, 2)]}, **free)
    line = [(7, 5), (7, 6), (7, 7)]
    for end in ((7, 4), (7, 8)):
        yield Stage.at(line, [end], tokens={0: [("tavern", (6, 7))]}, **free).use("tavern")
    for other in ("paddock", "farm", "oasis"):
        where = {"paddock": (6, 11), "farm": (11, 17), "oasis": (12, 7)}[other]
        yield Stage.at([(0, 1), (9, 6), (4, 4)], [(4, 5), (4, 6)], tokens={0: [(other, where)]}, **free).use(
            other
        )
    for kind, where, own in (
        ("barn", (2, 6), [(1, 3), (1, 4), (18, 0)]),
        ("harbor", (2, 13), [(3, 14), (4, 14), (13, 0)]),
        ("tower", (17, 2), [(1, 0), (8, 3)]),
        ("oracle", (16, 12), [(8, 3), (14, 1)]),
    ):
        stage = Stage.at(own, [], layout=B, tokens={0: [(kind, where)]}, card="canyon").use(kind)
        yield stage
        if kind in ("barn", "harbor"):
            yield stage.twin().build(own[0])
    other = next(end for way in DIRECTIONS if BOARD_A[end := step(step((9, 6), way), way)] in LAND)
    jump = Stage.at([(0, 1), (9, 6)], [other], tokens={0: [("paddock", (6, 11))]}, **free).use("paddock")
    yield jump.build((9, 6))
    empty = Stage.at([(8, 8)], [], deck={"grass": 1}, card="forest", **free).do(END)
    yield empty


def test_the_facts_of_every_sentence_hold() -> None:
    """And every sentence is said of some action, by the rule that has it."""
    chance = Random("facts")
    tried: Counter[str] = Counter()
    named = set()
    for stage in chain(reached(), rare()):
        actions = {*TOKEN.values(), END, *DRAW.values(), *chance.sample(range(GAME.ACTIONS), 25)}
        actions |= set(
            range(400) if stage.using else range(END, GAME.ACTIONS) if stage.mover == NATURE else ()
        )
        for action in actions:
            for seat in (max(stage.mover, 0), chance.choice([*range(stage.seats), NATURE])):
                said = refused(stage, seat, action)
                if said is not None:
                    tried.update(one.text for one in (said, said.args.get("later")) if one)
                    named.add(rule_ids.name("KB", rules.forbids(stage.state, seat, action)))
                    assert checked(stage, seat, action, said), (said, seat, action, stage.phase)
                    assert "{" not in said.english()
    assert set(tried) == set(CHECKS), set(CHECKS) - set(tried)
    assert named == set(BOOK.refusals)
