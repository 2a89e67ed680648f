"""Positions as data: what is stated, what follows from it, and what is refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import donjon
from donjon import Match
from donjon.caylus import position_checks
from donjon.caylus.model import Decision, Phase, Row, Tile
from donjon.caylus.position import PLACES
from donjon.errors import BadPosition
from donjon.kernel import copy
from tests.caylus.random_play import begin, choose, wild
from tests.caylus.stage import FREE, GAME, NAME, Stage, position
from tests.caylus.test_refusals import ROWS, stage_of


def test_nothing_stated() -> None:
    """The seeded start."""
    stated = donjon.from_position({"game": NAME, "players": 3, "seed": 5})
    assert stated.state.tobytes() == donjon.new(NAME, players=3, seed=5).state.tobytes()


def test_what_is_not_stated_stays() -> None:
    """One seat's deniers, one road space, one seat's workers."""
    stage = Stage.at(hold={1: {"deniers": 1}}, road={9: ("mason", 2)}, workers={3: ["gate"]})
    start = Stage.new()
    assert [stage.deniers(seat) for seat in range(4)] == [7, 1, 8, 9]
    assert stage.tile(1) == start.tile(1)
    assert stage.cubes(1) == "FFW"
    assert [stage.places(seat) for seat in range(4)] == [[], [], [], ["gate"]]
    assert stage.left("mason") == 0


def test_points_and_sources() -> None:
    """Points without sources are those of buildings; sources alone add up."""
    stage = Stage.at(hold={0: {"vp": 7}, 1: {"points": {"castle": 5, "penalties": -2}}})
    assert stage.player(0)["points"]["buildings"] == 7
    assert stage.vp(1) == 3
    assert stage.match.points == [7, 3, 0, 0]


def test_the_bailiff_moves_with_the_rounds() -> None:
    """CAY-10.1.1, CAY-10.1.3: where it is not said, it has moved 1 space in each, and the provost with it."""
    third, scoring = Stage.at(round=3), Stage.at(phase="end", ask="row", actor=0)
    assert (third.bailiff, third.provost) == (8, 8)
    assert (scoring.round, scoring.bailiff, scoring.provost) == (1, 7, 7)
    assert Stage.at(round=3, provost=2).provost == 2


@pytest.mark.parametrize("said", [{}, {"round": 2}, {"bailiff": 9}, {"round": 2, "bailiff": 9}])
def test_a_provost_who_is_not_stated_stands_with_the_bailiff(said: dict[str, Any]) -> None:
    """CAY-10.1.3: so he does after every round."""
    stated = donjon.from_position({"game": NAME, "players": 3, **said}).position()
    assert stated["provost"] == stated["bailiff"]


def test_a_stated_decision_is_not_skipped() -> None:
    """With "ask" the position is as stated, without it what is forced happens."""
    workers = {0: ["joust_field"]}
    assert Stage.at(phase="special", ask="joust", workers=workers).legal() == {"decline"}
    assert Stage.at(phase="special", workers=workers).phase == "provost"


def test_the_bank_can_hold_less() -> None:
    """Fewer copies than are not on the road; that comes back, too."""
    stage = Stage.at(phase="road", workers={0: ["road 6"]}, stock={"mason": 0})
    assert stage.why("build mason") == "CAY-8.3.2"
    assert stage.told["stock"] == {"mason": 0}
    assert stage.twin().told == stage.told


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_stated_decisions_come_back(row: tuple[str, dict[str, Any], str, int | None, str]) -> None:
    """Every position of the table of refusals, read back from what it says of itself."""
    stage = stage_of(row[1])
    again = donjon.from_position(json.loads(json.dumps(stage.match.position())))
    assert again.state.tobytes() == stage.match.state.tobytes()


def test_every_decision_can_be_stated() -> None:
    """The table of refusals has positions for all that may be asked."""
    site = Stage.at(
        phase="road",
        ask="site",
        chosen="granary",
        provost=9,
        road={9: ("architect", 1), 10: ("residence", 0), 11: ("residence", 0)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "FFFG"}},
    )
    assert site.legal() == {"build granary on 10", "build granary on 11"}
    swap = Stage.at(
        phase="castle",
        ask="swap_for",
        chosen="gold",
        actor=2,
        scored=1,
        hold={2: {"cubes": "G", "columns": {"cubes": 4}}},
    )
    assert len(swap.legal()) == 10
    pay = Stage.at(
        phase="end",
        ask="pay",
        chosen="market_wood",
        actor=1,
        hold={1: {"cubes": "WF", "columns": {"build": 2}}},
    )
    assert pay.legal() == {"build wood-market with wood", "build wood-market with food"}
    inn = Stage.at(phase="special", ask="inn", workers={3: ["inn right"]})
    for stage in (site, swap, pay, inn):
        assert stage.twin().told == stage.told
    asked = {stage_of(said).ask for _, said, *_ in ROWS} | {
        site.ask,
        swap.ask,
        pay.ask,
        inn.ask,
    }
    assert asked - {"nothing"} == set(Decision.ids()[1:])


GATE = {"phase": "special", "workers": {0: ["gate"]}}
BAD: list[tuple[dict[str, Any], str]] = [
    ({"deniers": [1]}, "no field 'deniers'"),
    ({"players": 6}, "2 to 5 players"),
    ({"round": 0}, "'round' must be a whole number from 1"),
    ({"phase": "setup"}, "Begin a new game"),
    ({"phase": "sleep"}, "'phase' cannot be 'sleep'; choose from: "),
    ({"ask": "sleep"}, "'ask' cannot be 'sleep'"),
    ({"ask": "batch"}, "'ask' cannot be 'batch' in the phase 'placing'"),
    ({"ask": "nothing"}, "only when the game is over"),
    ({"actor": 4}, "'actor' must be a whole number from 0 to 3"),
    ({"at": 9}, "'at' must be a whole number from 0 to 3"),
    ({"phase": "special", "at": 3}, "'at' cannot be 3; choose from: gate"),
    ({"stage": 5}, "'stage' must be a whole number from 0 to 2"),
    ({"order": [0, 1, 2, 2]}, "'order' must name each of the 4 seats once"),
    ({"passed": [1, 1]}, "names a seat twice"),
    ({"phase": "provost", "passed": [1]}, "must name every seat"),
    ({"provost": 29}, "'provost' must be a whole number from 1 to 28"),
    ({"bailiff": 5}, "'bailiff' must be a whole number from 6 to 25"),
    ({"scored": 3}, "'scored' must be a whole number from 0 to 2"),
    ({"last": "moon"}, "'last' cannot be 'moon'"),
    ({"road": {29: ("mason", 0)}}, "'road' has no entry '29'"),
    ({"road": {9: ("castle", 0)}}, "'road 9' cannot be 'castle'"),
    ({"road": {9: ("mason", 7)}}, "'road 9 owner' must be a whole number from 0 to 3"),
    ({"road": {9: ("mason", None)}}, "needs an 'owner'"),
    ({"road": {9: ("forest", None)}}, "never holds the tile 'forest'"),
    ({"road": {1: ("mason", 0)}}, "holds 'farm_neutral' or what replaces it"),
    ({"road": {1: None}}, "holds 'farm_neutral' or what replaces it, not no tile"),
    ({"road": {16: ("mason", 0)}}, "always holds 'gold_mine'"),
    ({"road": {1: ("farm_neutral", 0)}}, "no house stands there"),
    ({"road": {9: ("mason", 0), 10: ("mason", 1)}}, "2 times, but there are 1 \\(CAY-3.7\\)"),
    ({"road": {9: ("mason", 0, 1)}}, "cannot convert the tile 'mason'"),
    ({"road": {9: ("mason", 0, 0)}}, "'pending' on 'road 9' needs a worker there"),
    ({"stock": {"forest": 1}}, "'stock' has no entry 'forest'"),
    ({"stock": {"mason": 2}}, "'stock mason' must be a whole number from 0 to 1"),
    ({"castle": {"dungeon": [0] * 7}}, "a list of at most 6 entries"),
    ({"castle": {"walls": [0]}}, "houses fill the current section first"),
    ({"castle": {"tower": [0]}}, "its entries are: dungeon, walls, towers"),
    ({"workers": {0: ["gate"], 1: ["gate"]}}, "Two workers on 'gate'"),
    ({"workers": {0: ["home"] * 7}}, "at most 6 entries"),
    ({"workers": {0: ["road 9"]}}, "CAY-5.3.2"),
    ({"workers": {0: ["stables 2"]}}, "'stables' has a gap"),
    ({"workers": {0: ["castle 1", "castle 2"]}}, "at most one worker in the castle"),
    ({"players": 2, "workers": {0: ["stables 1"]}}, "CAY-13.3"),
    ({"workers": {0: ["moon"]}}, "knows no place 'moon'"),
    ({**GATE, "phase": "provost"}, "A worker on 'gate' in the phase 'provost'"),
    ({"hold": {0: {"deniers": -1}}}, "players of seat 0|seats of seat 0: deniers"),
    ({"hold": {0: {"vp": 3, "points": {"castle": 5}}}}, "they must agree"),
    ({"hold": {0: {"columns": {"vp": 3}}}}, "column of prestige must be a whole number from 0 to 2"),
    ({"hold": {0: {"rows": ["gold"]}}}, "cannot be 'gold'; choose from: prestige"),
    ({"hold": {0: {"money": 3}}}, "has no entry 'money'"),
    ({"owed": 1, "phase": "castle"}, "'owed' needs 'favoured'"),
    ({"owed": 1, "favoured": 0}, "nobody gains favours in the phase 'placing'"),
    ({"chosen": "mason"}, "belong to a decision"),
    ({"by_favour": 1}, "'by_favour' must be true or false"),
    ({**GATE, "ask": "guild"}, "Nobody decides 'guild' at merchants_guild"),
    ({**GATE, "ask": "gate", "actor": 1}, "is 0; leave it out"),
    ({"phase": "castle", "ask": "row"}, "say in 'actor' whose favour it is"),
    ({"phase": "castle", "ask": "row", "actor": 0, "favours": "simplified"}, "CAY-14.1"),
    ({"phase": "road", "ask": "sell", "workers": {0: ["road 1"]}}, "on the tile 'farm_neutral'"),
    ({"phase": "road", "ask": "produce", "workers": {0: ["road 16"]}}, "CAY-8.1.2"),
    ({"phase": "road", "ask": "pay", "workers": {0: ["road 6"]}}, "'chosen' belongs to"),
    (
        {
            **{"phase": "castle", "ask": "swap_for", "chosen": "gold", "actor": 0},
            "hold": {0: {"columns": {"cubes": 1}}},
        },
        "CAY-11.5.3",
    ),
    ({"passed": [0], "ask": "place"}, "who has passed"),
    ({"phase": "income", "passed": [1]}, "nobody has passed yet"),
    # What the rules never lead to, and would go wrong on.
    ({"round": 19}, "'round' must be a whole number from 1 to 18"),
    ({"bailiff": 24, "scored": 2}, "'bailiff' is where the Towers were scored"),
    ({"phase": "castle", "owed": 8, "favoured": 0}, "'owed' must be a whole number from 0 to 7"),
    ({"round": 2, "bailiff": 6}, "'round' is too high for 'bailiff', .* \\(CAY-10.1.1\\)"),
    ({"phase": "end", "ask": "row", "actor": 0, "bailiff": 6}, "'round' is too high for 'bailiff'"),
    ({**GATE, "ask": "guild", "at": "gate"}, "'ask' cannot be 'guild' at gate"),
    ({**GATE, "ask": "gate", "stage": 1}, "'stage' must be 0 for the decision 'gate'"),
    ({**GATE, "ask": "gate", "owed": 1, "favoured": 0}, "favours are used before the decision 'gate'"),
    ({**GATE, "ask": "gate", "favoured": 0}, "'favoured' must be 0 if favours are 'owed', and null if not"),
    ({**GATE, "stage": 1}, "'stage' cannot be 1 in the phase 'special' at gate"),
    ({"phase": "special", "at": "joust_field", "stage": 1}, "'stage' cannot be 1"),
    (
        {"phase": "special", "ask": "row", "actor": 0},
        "'actor' of the decision 'row' at joust_field is",
    ),
    (
        {"phase": "special", "owed": 1, "favoured": 0},
        "'actor' of the decision 'row' at joust_field is",
    ),
    (
        {"phase": "special", "ask": "inn", "workers": {0: ["inn right"], 1: ["inn left"]}},
        "'ask' cannot be 'inn' while a worker is on 'inn left' \\(CAY-6.7.2\\)",
    ),
    ({"phase": "road", "at": 3, "stage": 1}, "'stage' cannot be 1 in the phase 'road' at road space 3"),
    ({"phase": "road", "ask": "produce", "workers": {0: ["road 3"]}}, "on the tile 'sawmill_neutral'"),
    ({"phase": "road", "ask": "row", "workers": {0: ["road 1"]}}, "'row' on the tile 'farm_neutral'"),
    ({"phase": "road", "ask": "row", "actor": 1, "workers": {0: ["road 6"]}}, "at road space 6 is 0"),
    ({"phase": "castle", "at": 2, "stage": 1}, "'stage' cannot be 1 in the phase 'castle' at place 2"),
    ({"phase": "castle", "ask": "row", "actor": 0, "at": 3}, "'at' must be 0: the favour comes after"),
    ({"phase": "end", "ask": "row", "actor": 0, "at": 2}, "'actor' of the decision 'row' at place 2 is 1"),
    ({"phase": "end", "ask": "row", "actor": 0, "stage": 1}, "'stage' must be 2 for the decision 'row'"),
    ({"phase": "over", "scored": 2}, "'scored' must be a whole number from 0 to 3|'scored' must be 3"),
    ({"phase": "over", "workers": {0: ["gate"]}}, "A worker on 'gate' in the phase 'over'"),
    ({"phase": "castle", "ask": "row", "actor": 0, "owed": 10}, "'owed' must be a whole number from 0 to 9"),
    ({"hold": {0: {"points": {"penalties": 3}}}}, "'points' of 'penalties' cannot be 3"),
    ({"hold": {0: {"points": {"castle": 9, "favours": -2}}}}, "'points' of 'favours' cannot be -2"),
    ({"hold": {0: {"points": {"penalties": -2}}}}, "never come to less than 0 \\(CAY-3.4\\)"),
    ({"hold": {0: {"points": {"final count": 3}}}}, "comes when the game is over \\(CAY-12.1\\)"),
    ({"hold": {0: {"batches": 1}}}, "'batches' is 1, more than its houses"),
    ({"hold": {0: {"rows": ["vp"], "columns": {"vp": 1}}}}, "'rows' must be empty"),
    ({"phase": "castle", "hold": {0: {"rows": ["vp"]}}}, "cannot be 0 \\(CAY-11.2.2\\)"),
    ({"favours": "simplified", "hold": {0: {"columns": {"vp": 1}}}}, "from 0 to 0 \\(CAY-14.1\\)"),
    ({"phase": "end", "bailiff": 7, "workers": {0: ["castle 1"]}}, "A worker on 'castle' in the phase 'end'"),
]


@pytest.mark.parametrize(("said", "says"), BAD, ids=[str(said) for said, _ in BAD])
def test_bad_fields_are_named(said: dict[str, Any], says: str) -> None:
    """One clear sentence, with the field and what it should be."""
    with pytest.raises(BadPosition, match=says):
        donjon.from_position(position(**said))


FUZZED = 30  # every so many positions are changed
PHASES, DECISIONS, TILE_IDS = Phase.ids(), Decision.ids(), Tile.ids()
OPTIONS = ("favours", "tile_values", "neutral_tiles", "turn_order")
ODD = (None, True, -1, 3, 40, "mason", "gate", [], [0, 1], {}, {"9": None}, {"dungeon": 3}, [None], 2.5, "7")


def spoil(data: Any, random: Random, depth: int = 0) -> Any:
    """The same data with one entry somewhere inside changed or gone."""
    if not isinstance(data, dict | list) or not data or (depth and random.random() < 0.1):
        return random.choice(ODD)
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    key = random.choice(keys)
    if random.random() < 0.1:
        rest = {name: data[name] for name in keys if name != key}
        return rest if isinstance(data, dict) else list(rest.values())
    changed = dict(data) if isinstance(data, dict) else list(data)
    changed[key] = spoil(data[key], random, depth + 1)
    return changed


def fields_of(state: Any) -> dict[str, Any]:
    """The position without the options, as `set_position` takes it."""
    told = GAME.position(state)
    fields = {name: value for name, value in told.items() if name not in OPTIONS}
    return json.loads(json.dumps({**fields, "order": told["turn_order"]}))


@pytest.mark.parametrize("seed", range(6))
def test_spoilt_positions(seed: int) -> None:
    """Whatever is changed: refused with a sentence, or a position that comes back the same."""
    random = Random(seed)
    match = begin(2 + seed % 4, seed)
    options = {name: value for name, value in match.position().items() if name in OPTIONS}
    start = donjon.new(NAME, players=match.players, seed=0, **options).state
    sentences, taken = [], 0
    for _ in range(120):
        if match.over:
            break
        match.play(choose(match, random))
        state, again = copy(start), copy(start)
        try:
            GAME.set_position(state, spoil(fields_of(match.state), random))
        except BadPosition as error:
            sentences.append(str(error))
            continue
        taken += 1
        GAME.set_position(again, fields_of(state))
        assert again.tobytes() == state.tobytes()
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(sentences) > 10
    assert taken > 2


def reached() -> Iterator[Match]:
    """Matches of every number of players, one after another at each of their decisions."""
    for players in (2, 3, 4, 5):
        for match in (begin(players, players % 2), wild(players, players)):
            random = Random(players)
            while not match.over:
                yield match
                match.play(choose(match, random))
            yield match


def test_what_is_reached_passes_and_comes_back() -> None:
    """Every position of a game holds what is checked, and is read back, its fields in any order."""
    random = Random(1)
    for number, match in enumerate(reached()):
        assert not list(position_checks.faults(match.state))
        if number % 5 == 0 or match.over:
            told = match.position()
            shuffled = {name: told[name] for name in random.sample(list(told), len(told))}
            again = donjon.from_position(json.loads(json.dumps(shuffled)))
            assert again.state.tobytes() == match.state.tobytes()


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all single values in nested data, and of the lists and objects that hold them."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else []
    return [path] * bool(path) + [leaf for key in keys for leaf in leaves(data[key], (*path, key))]


def likely(value: Any, path: tuple[Any, ...], random: Random) -> Any:
    """Another value of the same kind, so that it is often taken."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) or value is None:
        return random.choice([None, *range(-1, 7), (value or 0) + 1, (value or 0) - 1, random.randint(0, 40)])
    if isinstance(value, str):
        named = [PHASES, DECISIONS, [*PLACES], TILE_IDS]
        return random.choice(next((names for names in named if value in names), [value]))
    if isinstance(value, list) and value:
        return random.choice([value[:-1], value + value[:1], random.sample(value, len(value))])
    return [] if isinstance(value, list) else {}


def test_one_field_changed() -> None:
    """Refused, or a position that plays to the end, where all that comes holds what is checked."""
    random = Random(7)
    taken = refused = 0
    for number, match in enumerate(reached()):
        if number % FUZZED:
            continue
        told = json.loads(json.dumps(match.position()))
        path = random.choice([leaf for leaf in leaves(told) if leaf[0] not in ("game", "players", *OPTIONS)])
        box = told
        for key in path[:-1]:
            box = box[key]
        box[path[-1]] = likely(box[path[-1]], path, random)
        try:
            again = donjon.from_position(told, seed=number)
        except BadPosition:
            refused += 1
            continue
        taken += 1
        assert donjon.from_position(again.position()).state.tobytes() == again.state.tobytes()
        while not again.over:
            assert not list(position_checks.faults(again.state))
            again.play(choose(again, random))
        assert donjon.load(again.record()).state.tobytes() == again.state.tobytes()
    assert min(taken, refused) > 15


def test_unbuilt_spaces_in_between() -> None:
    """A road with gaps may be stated; the lowest is next."""
    stage = Stage.at(road={FREE[3]: ("mason", 0)})
    assert [space["space"] for space in stage.match.view()["road"] if space["next"]] == [9]


ROW_NAMES = (["prestige", "vp", "points"], ["money", "deniers"], ["cubes"], ["build", "building"])


def test_a_row_of_favours_has_the_names_of_actions_and_positions() -> None:
    """CAY-11.5: actions and positions write prestige and money, and read the other names too."""
    base = {"game": "caylus", "players": 2}
    for money, prestige in (("deniers", "vp"), ("money", "prestige"), ("money", "points")):
        seats = [{"columns": {money: 2, prestige: 1, "building": 1}}, {}]
        match = donjon.from_position({**base, "seats": seats})
        assert match.position()["seats"][0]["columns"] == {"prestige": 1, "money": 2, "cubes": 0, "build": 1}
    with pytest.raises(BadPosition, match="'deniers' is another name of it"):
        donjon.from_position({**base, "seats": [{"columns": {"money": 2, "deniers": 2}}, {}]})
    for number, texts in enumerate(ROW_NAMES):
        for text in texts:
            read = match.read(f"favour {text}", 0)
            assert match.game.action_text(match.state, 0, read[0]) == f"favour {Row(number).text}"
