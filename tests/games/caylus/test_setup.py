"""Chapters 1 to 3: what is in the box, the start of a game, and principles."""

from __future__ import annotations

from collections import Counter

import pytest

import donjon
from donjon.errors import BadOption
from donjon.kernel import NATURE
from tests.games.caylus.stage import FREE, GAME, NAME, NEUTRAL, Stage, counted
from tests.referees.caylus_printed import FIXED, SECTIONS, SPECIALS, TILES


def test_players() -> None:
    """CAY-1.1: 2 to 5 players."""
    assert list(GAME.seats) == [2, 3, 4, 5]
    for players in (1, 6):
        with pytest.raises(BadOption, match=r"CAY-1\.1"):
            donjon.new(NAME, players=players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_start_of_players(players: int) -> None:
    """CAY-1.2, CAY-2.3, CAY-2.6, CAY-1.13: 6 workers at home, no points, 2 food, 1 wood."""
    stage = Stage.new(players)
    assert stage.passed == []
    for seat in range(players):
        assert stage.told["workers"][seat] == ["home"] * 6
        assert stage.cubes(seat) == "FFW"
        assert stage.vp(seat) == 0
        assert stage.player(seat)["columns"] == dict.fromkeys(("prestige", "money", "cubes", "build"), 0)
        assert stage.player(seat)["rows"] == []


@pytest.mark.parametrize(
    ("players", "deniers"), [(2, [5, 5]), (3, [5, 6, 6]), (4, [5, 6, 6, 7]), (5, [5, 6, 6, 7, 7])]
)
def test_starting_money(players: int, deniers: list[int]) -> None:
    """CAY-2.5, CAY-2.8, CAY-13.1: by place in the turn order; then phase 1 brings 2."""
    order = list(range(players))[::-1]
    stage = Stage.new(players, turn_order=order)
    assert [stage.deniers(seat) for seat in order] == [start + 2 for start in deniers]
    assert (stage.round, stage.phase, stage.actor) == (1, "placing", order[0])
    assert stage.deniers(order[0]) == 7


def test_stock() -> None:
    """CAY-1.3, CAY-1.6, CAY-2.2, CAY-3.7: 8 wood, 9 stone, 9 prestige tiles in the bank, for all to see."""
    stock = Stage.new(3).match.view()["stock"]
    classes = Counter[str]()
    for entry in stock:
        kind, cost, vp, favours, count = TILES[entry["tile"]]
        assert (entry["class"], entry["vp"], entry["favours"], entry["left"]) == (kind, vp, favours, count)
        cubes = {name: count for name, count in counted(cost.replace("?", "")).items() if count}
        assert entry["cost"] == cubes | ({"any": 1} if "?" in cost else {})
        classes[kind] += entry["left"]
    assert classes == {"wood": 8, "stone": 9, "prestige": 9}
    assert {entry["tile"] for entry in stock} == {tile for tile in TILES if TILES[tile][0] != "neutral"}


def test_road() -> None:
    """CAY-1.8, CAY-1.9, CAY-1.10: 28 spaces, three fixed buildings, 19 unbuilt; three signs of sections."""
    view = Stage.new().match.view()
    assert tuple(view["special"]) == SPECIALS
    assert [space["space"] for space in view["road"]] == list(range(1, 29))
    tiles = {space["space"]: space["tile"] for space in view["road"] if space["tile"]}
    assert tiles == dict(enumerate(NEUTRAL, 1)) | FIXED
    assert len(FREE) == 19
    signs = {space["section"]: space["space"] for space in view["road"] if space["section"]}
    assert signs == {name: space for name, (_, _, space, _) in SECTIONS.items()}
    stage = Stage.at(phase="road", road=dict.fromkeys((9, 10, 11), ("residence", 1)), workers={0: ["road 6"]})
    assert stage.play("build mason").tile(12) == "mason"


def test_castle() -> None:
    """CAY-1.11, CAY-1.12: 6, 10 and 14 parts, 5 castle spaces and 5 circles: one for each of 5 players."""
    view = Stage.new(5).match.view()
    sections = {
        section["id"]: (len(section["parts"]), section["vp"]) for section in view["castle"]["sections"]
    }
    assert sections == {name: (parts, vp) for name, (parts, vp, _, _) in SECTIONS.items()}
    stage = Stage.new(5)
    stage.play(*["place castle"] * 5)
    assert stage.match.view()["castle"]["workers"] == [0, 1, 2, 3, 4]
    costs = []
    for seat in range(4):
        stage.play("pass")
        before = stage.deniers(seat + 1)
        costs.append(before - stage.twin().play("place gate").deniers(seat + 1))
    assert costs == [2, 3, 4, 5]


def test_neutral_tiles_by_chance() -> None:
    """CAY-2.1, CAY-3.3: each of the six tiles on each space, alike; chosen places stay."""
    lying = [tuple(Stage(donjon.new(NAME, players=2, seed=seed)).told["neutral_tiles"]) for seed in range(60)]
    assert {frozenset(tiles) for tiles in lying} == {frozenset(NEUTRAL)}
    for space in range(6):
        assert {tiles[space] for tiles in lying} == set(NEUTRAL)
    given = ["forest", None, None, None, None, None]
    match = donjon.new(NAME, players=2, seed=3, neutral_tiles=given, nature="imposed")
    assert match.waiting == (NATURE,)
    assert set(match.legal) == {
        "lay neutral-farm",
        "lay neutral-sawmill",
        "lay neutral-quarry",
        "lay neutral-market",
        "lay neutral-carpenter",
    }
    match.play("lay neutral-quarry", seat=NATURE)
    assert "lay neutral-quarry" not in match.legal
    assert match.view()["road"][1]["tile"] in (None, "quarry_neutral")


def test_turn_order_by_chance() -> None:
    """CAY-2.4: every seat in every place; with the tiles, all that chance decides (CAY-3.3)."""
    orders = [tuple(Stage(donjon.new(NAME, players=3, seed=seed)).order) for seed in range(60)]
    assert len(set(orders)) == 6
    match = donjon.new(NAME, players=3, neutral_tiles=NEUTRAL, nature="imposed")
    assert match.legal == ["order 0", "order 1", "order 2"]
    match.play("order 2", seat=NATURE)
    assert match.legal == ["order 0", "order 1"]
    match.play("order 0", seat=NATURE)
    assert match.waiting == (2,)
    assert match.view()["order"] == [2, 0, 1]


def test_bailiff_and_provost() -> None:
    """CAY-1.7, CAY-2.7: both on space 6."""
    stage = Stage.new()
    assert (stage.bailiff, stage.provost) == (6, 6)


def test_phases() -> None:
    """CAY-3.1: seven phases in their order in each round; a choice of another phase is refused."""
    stage = Stage.new(3)
    while stage.round < 3:
        choice = "pass" if stage.ask == "place" else "decline"
        stage.play(choice)
    phases = [event.args[0] for event in stage.events("phase_began")]
    assert phases == [3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1, 2]
    for text in ("decline", "provost +1", "build mason", "batch food wood stone", "favour vp", "joust"):
        assert stage.why(text) == "CAY-3.1"


def test_payments_go_to_the_bank() -> None:
    """CAY-3.2, CAY-3.10: nobody else's purse changes, and no action gives anything to anybody."""
    stage = Stage.at(road={9: ("mason", 1)}, hold={0: {"deniers": 5}})
    before = [stage.deniers(seat) for seat in range(4)]
    stage.play("place mason")
    assert [stage.deniers(seat) for seat in range(4)] == [before[0] - 1, *before[1:]]
    verbs = {GAME.action_text(stage.match.state, 0, action).split()[0] for action in range(GAME.ACTIONS)}
    assert not verbs & {"give", "offer", "promise", "lend"}


def test_everything_is_public() -> None:
    """CAY-3.3: every seat and every spectator sees the same."""
    match = Stage.new(4).play("place 1", "pass").match
    shown = [match.view(seat) for seat in (None, 0, 1, 2, 3)]
    for view in shown:
        del view["seat"], view["forecast"]
    assert all(view == shown[0] for view in shown)
    assert all(move.observers == match.moves[0].observers for move in match.moves)


def test_points_never_below_zero() -> None:
    """CAY-3.4: a loss larger than the points held leaves 0."""
    hold = {0: {"vp": 1}, 1: {"vp": 2}, 2: {"vp": 3}, 3: {"vp": 0}}
    stage = Stage.at(phase="end", bailiff=11, hold=hold)
    assert stage.scored == 1
    assert [stage.vp(seat) for seat in range(4)] == [0, 0, 1, 0]


def test_nothing_runs_out() -> None:
    """CAY-1.4, CAY-1.5, CAY-3.5, CAY-15.3: more cubes and deniers than the box holds."""
    rich = {"deniers": 300, "cubes": "F" * 40 + "G" * 30, "vp": 500}
    stage = Stage.at(phase="road", workers={0: ["road 1"]}, hold={0: rich, 1: rich}).play("produce food")
    assert stage.cubes(0).count("F") == 41
    assert stage.deniers(0) == 302
    again = Stage.at(phase="special", workers={0: ["trading_post"]}, hold={0: rich})
    assert again.deniers(0) == 303


def test_houses_never_run_out() -> None:
    """CAY-1.3, CAY-3.6, CAY-3.8: more than 20 houses of a player; a residence after 19 others."""
    road = dict.fromkeys(FREE[1:], ("residence", 0)) | {9: ("lawyer", 0)}
    stage = Stage.at(
        phase="road",
        provost=9,
        road=road,
        castle={"dungeon": [0] * 6},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "C"}},
    )
    stage.play("convert forest")
    assert (stage.tile(2), stage.owner(2)) == ("residence", 0)
    assert stage.match.view()["players"][0]["residences"] == 19


def test_no_substitute() -> None:
    """CAY-3.9: gold stands for no other kind, and never for a denier."""
    stage = Stage.at(phase="road", workers={0: ["road 6"]}, hold={0: {"cubes": "GGGW", "deniers": 0}})
    assert stage.why("build mason") == "CAY-8.3.2"
    assert stage.can("build wood-market with gold")
    joust = Stage.at(
        phase="special",
        ask="joust",
        workers={0: ["joust_field"]},
        hold={0: {"cubes": "CG", "deniers": 0}},
    )
    assert joust.why("joust") == "CAY-6.5"


def test_at_once() -> None:
    """CAY-3.11: the point for a visit is there before the next decision."""
    stage = Stage.at(road={9: ("mason", 3)})
    assert stage.play("place mason").vp(3) == 1
    assert stage.actor == 1
