"""Positions as data: what is stated, what follows from it, and what is refused with a sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import donjon
from donjon.errors import BadPosition
from donjon.games.caylus.model import Decision, Row
from donjon.games.caylus.position import faults
from donjon.kernel import copy
from tests.games.caylus.random_play import begin, choose, reached
from tests.games.caylus.stage import FREE, GAME, NAME, Stage, position
from tests.games.caylus.test_refusals import ROWS, stage_of


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
    ({"phase": "setup"}, "Start a new game"),
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
    ({"road": {9: ("forest", None)}}, "'forest' lies on the road 2 times; the game has 1 \\(CAY-3.7\\)"),
    ({"road": {9: ("mason", 0), 10: ("mason", 1)}}, "2 times; the game has 1 \\(CAY-3.7\\)"),
    ({"stock": {"forest": 1}}, "'stock' has no entry 'forest'"),
    ({"stock": {"mason": 2}}, "'stock mason' must be a whole number from 0 to 1"),
    ({"castle": {"dungeon": [0] * 7}}, "a list of at most 6 entries"),
    ({"castle": {"tower": [0]}}, "its entries are: dungeon, walls, towers"),
    ({"workers": {0: ["gate"], 1: ["gate"]}}, "Two workers on 'gate'"),
    ({"workers": {0: ["home"] * 7}}, "at most 6 entries"),
    ({"workers": {0: ["road 9"]}}, "CAY-5.3.2"),
    ({"workers": {0: ["castle 1", "castle 2"]}}, "at most one in the castle \\(CAY-5.6.3\\)"),
    ({"workers": {0: ["moon"]}}, "there is no place 'moon'"),
    ({"hold": {0: {"deniers": -1}}}, "players of seat 0|seats of seat 0: deniers"),
    ({"hold": {0: {"vp": 3, "points": {"castle": 5}}}}, "they must agree"),
    ({"hold": {0: {"rows": ["gold"]}}}, "cannot be 'gold'; choose from: prestige"),
    ({"hold": {0: {"money": 3}}}, "has no entry 'money'"),
    ({"owed": 1, "phase": "castle"}, "'owed' needs 'favoured'"),
    ({"owed": 1, "favoured": 0}, "'owed' must be 0 in the phase 'placing'"),
    ({"chosen": "mason"}, "'chosen' belongs to 'pay', 'site' and 'swap_for'"),
    ({"by_favour": 1}, "'by_favour' must be true or false"),
    ({**GATE, "ask": "guild"}, "ask next is 'provost' of seat 0"),
    ({**GATE, "ask": "gate", "actor": 1}, "'gate' of seat 1 .* ask next is 'gate' of seat 0"),
    ({"phase": "castle", "ask": "row"}, "'owed' needs 'favoured'"),
    ({"phase": "castle", "ask": "row", "actor": 0, "favours": "simplified"}, "CAY-14.1"),
    ({"phase": "road", "ask": "sell", "workers": {0: ["road 1"]}}, "ask next is 'produce' of seat 0"),
    ({"phase": "road", "ask": "produce", "workers": {0: ["road 16"]}}, "ask next is 'place' of seat 0"),
    ({"phase": "road", "ask": "pay", "workers": {0: ["road 6"]}}, "'chosen' belongs to"),
    (
        {
            **{"phase": "castle", "ask": "swap_for", "chosen": "gold", "actor": 0},
            "hold": {0: {"columns": {"cubes": 1}}},
        },
        "CAY-11.5.3",
    ),
    (
        {"passed": [0], "ask": "place"},
        "at 0: what the rules ask next is 'place' of seat 1 in the phase 'placing' at 1",
    ),
    (
        {"bailiff": 24, "scored": 2},
        "'bailiff' must be a whole number from 6 to 23, from where it can still move",
    ),
    ({**GATE, "ask": "guild", "at": "gate"}, "ask next is 'gate' of seat 0"),
    ({**GATE, "ask": "gate", "owed": 1, "favoured": 0}, "ask next is 'row' of seat 0"),
    (
        {"phase": "special", "ask": "inn", "workers": {0: ["inn right"], 1: ["inn left"]}},
        "ask next is 'provost' of seat 0",
    ),
    ({"phase": "road", "ask": "produce", "workers": {0: ["road 3"]}}, "ask next is 'place' of seat 0"),
    ({"phase": "castle", "ask": "row", "actor": 0, "owed": 10}, "'owed' must be a whole number from 0 to 9"),
    ({"hold": {0: {"points": {"penalties": -2}}}}, "must come to a number from 0 to 9999 \\(CAY-3.4\\)"),
    ({"workers": {0: ["stables 1", "stables 3"]}}, "at most one in the stables \\(CAY-5.6.1\\)"),
    ({"road": {9: ("hotel", 0, 0)}}, "the tile 'hotel' cannot be converted"),
    ({"road": {9: (None, 1)}}, "Road space 9 with no tile has no 'owner'"),
    (
        {"road": {9: ("farm_neutral", None)}},
        "'farm_neutral' lies on the road 2 times; the game has 1 \\(CAY-3.7\\)",
    ),
    ({"phase": "castle", "ask": "swap_for", "chosen": "gold"}, "No seat decides 'swap_for': name it"),
    ({"phase": "castle", "ask": "row", "actor": 0, "owed": 0}, "'owed' must be at least 1 for the decision"),
    ({"phase": "castle", "ask": "row", "actor": 0, "by_favour": True}, "'by_favour' does not fit"),
    ({"phase": "castle", "owed": 9, "favoured": 0}, "'owed' must be a whole number from 0 to 8"),
]
# What no game comes to, and the rules can go on from.
UNREACHED: list[dict[str, Any]] = [
    {"road": {1: ("mason", 0)}},
    {"road": {1: None}},
    {"road": {16: ("mason", 0)}},
    {"road": {1: ("farm_neutral", 0)}},
    {"road": {9: ("mason", 0, 1)}},
    {"road": {9: ("mason", 0, 0)}},
    {"castle": {"walls": [0]}},
    {"workers": {0: ["stables 2"]}},
    {"players": 2, "workers": {0: ["stables 1"]}},
    {**GATE, "phase": "provost"},
    {"hold": {0: {"columns": {"vp": 3}}}},
    {"phase": "income", "passed": [1]},
    {"round": 19},
    {"phase": "castle", "owed": 8, "favoured": 0},
    {"round": 2, "bailiff": 6},
    {"phase": "end", "ask": "row", "actor": 0, "bailiff": 6},
    {**GATE, "ask": "gate", "stage": 1},
    {**GATE, "ask": "gate", "favoured": 0},
    {**GATE, "stage": 1},
    {"phase": "special", "at": "joust_field", "stage": 1},
    {"phase": "special", "ask": "row", "actor": 0},
    {"phase": "special", "owed": 1, "favoured": 0},
    {"phase": "road", "at": 3, "stage": 1},
    {"phase": "road", "ask": "row", "workers": {0: ["road 1"]}},
    {"phase": "road", "ask": "row", "actor": 1, "workers": {0: ["road 6"]}},
    {"phase": "castle", "at": 2, "stage": 1},
    {"phase": "castle", "ask": "row", "actor": 0, "at": 3},
    {"phase": "end", "ask": "row", "actor": 0, "at": 2},
    {"phase": "end", "ask": "row", "actor": 0, "stage": 1},
    {"phase": "over", "scored": 2},
    {"phase": "over", "workers": {0: ["gate"]}},
    {"hold": {0: {"points": {"penalties": 3}}}},
    {"hold": {0: {"points": {"castle": 9, "favours": -2}}}},
    {"hold": {0: {"points": {"final count": 3}}}},
    {"hold": {0: {"batches": 1}}},
    {"hold": {0: {"rows": ["vp"], "columns": {"vp": 1}}}},
    {"phase": "castle", "hold": {0: {"rows": ["vp"]}}},
    {"favours": "simplified", "hold": {0: {"columns": {"vp": 1}}}},
    {"phase": "end", "bailiff": 7, "workers": {0: ["castle 1"]}},
]


@pytest.mark.parametrize(("said", "says"), BAD, ids=[str(said) for said, _ in BAD])
def test_bad_fields_are_named(said: dict[str, Any], says: str) -> None:
    """One clear sentence, with the field and what it should be."""
    with pytest.raises(BadPosition, match=says):
        donjon.from_position(position(**said))


@pytest.mark.parametrize("said", UNREACHED, ids=map(str, UNREACHED))
def test_how_a_position_came_about_is_not_judged(said: dict[str, Any]) -> None:
    """A position that no game comes to is taken, comes back, and is played to the end."""
    match = donjon.from_position(position(**said), seed=1)
    assert donjon.from_position(match.position()).state.tobytes() == match.state.tobytes()
    random = Random(1)
    while not match.over:
        assert not list(faults(match.state))
        match.play(choose(match, random))
    assert not list(faults(match.state))


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


def test_what_is_reached_passes_and_comes_back() -> None:
    """Every position of a game holds what is checked, and is read back, its fields in any order."""
    random = Random(1)
    for number, match in enumerate(reached()):
        assert not list(faults(match.state))
        if number % 5 == 0 or match.over:
            told = match.position()
            shuffled = {name: told[name] for name in random.sample(list(told), len(told))}
            again = donjon.from_position(json.loads(json.dumps(shuffled)))
            assert again.state.tobytes() == match.state.tobytes()


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
