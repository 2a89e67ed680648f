"""The worked examples of the rulebook, EX-01 to EX-24: blue, red, green and orange are seats 0 to 3."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import Stage, filled

BLUE, RED, GREEN, ORANGE = range(4)
ROAD = {9: ("mason", GREEN), 10: ("farm_food", RED)}


def test_example_01_first_to_pass() -> None:
    """EX-01 (CAY-5.2.1, CAY-5.2.2, CAY-5.4.1, CAY-5.4.2): 1 denier, and a placement costs 2 from now on."""
    stage = Stage.at(road=ROAD, actor=BLUE, hold={BLUE: {"deniers": 3}}).play("pass")
    assert stage.passed == [BLUE]
    assert stage.deniers(BLUE) == 4
    other = stage.twin()
    before = other.deniers(RED)
    assert before - other.play("place 1").deniers(RED) == 2
    assert stage.actor == RED
    before = stage.deniers(RED)
    assert before - stage.play("place 10").deniers(RED) == 1
    before = stage.deniers(GREEN)
    assert before - stage.play("place 1").deniers(GREEN) == 2
    before = stage.deniers(ORANGE)
    assert before - stage.play("place castle").deniers(ORANGE) == 2


def test_example_02_fixed_building() -> None:
    """EX-02 (CAY-5.3.1, CAY-5.4.1): the fixed peddler for 2 deniers after one pass."""
    stage = Stage.at(passed=[BLUE], actor=GREEN, hold={GREEN: {"deniers": 5}}).play("place 7")
    assert stage.deniers(GREEN) == 3
    assert stage.places(GREEN) == ["road 7"]
    assert [stage.vp(seat) for seat in range(4)] == [0, 0, 0, 0]


def test_example_03_second_pass() -> None:
    """EX-03 (CAY-5.2.1, CAY-5.2.2): no coin for the second."""
    stage = Stage.at(passed=[BLUE], actor=ORANGE, hold={ORANGE: {"deniers": 2}}).play("pass")
    assert stage.passed == [BLUE, ORANGE]
    assert stage.deniers(ORANGE) == 2


def test_example_04_another_players_building() -> None:
    """EX-04 (CAY-5.4.1, CAY-5.5.1): 3 deniers to the bank, 1 prestige point to the owner."""
    stage = Stage.at(
        road=ROAD, passed=[BLUE, ORANGE], actor=RED, hold={RED: {"deniers": 9}, GREEN: {"vp": 4}}
    )
    stage.play("place mason")
    assert stage.deniers(RED) == 6
    assert stage.vp(GREEN) == 5
    assert stage.deniers(GREEN) == Stage.at().deniers(GREEN)


def test_example_05_own_building() -> None:
    """EX-05 (CAY-5.4.2, CAY-5.5.2): 1 denier although two have passed, and no prestige point."""
    stage = Stage.at(road=ROAD, passed=[BLUE, ORANGE], actor=GREEN, hold={RED: {"deniers": 6, "vp": 2}}).play(
        "pass"
    )
    assert stage.passed == [BLUE, ORANGE, GREEN]
    assert stage.actor == RED
    stage.play("place 10")
    assert stage.deniers(RED) == 5
    assert stage.vp(RED) == 2


def test_example_06_castle_after_three_passes() -> None:
    """EX-06 (CAY-5.4.1, CAY-5.4.4, CAY-5.6.3): the castle is nobody's own and costs 4."""
    stage = Stage.at(
        passed=[BLUE, ORANGE, GREEN], actor=RED, workers={BLUE: ["castle 1"]}, hold={RED: {"deniers": 5}}
    )
    stage.play("place castle")
    assert stage.places(RED) == ["castle 2"]
    assert stage.deniers(RED) == 1


def test_example_07_stables() -> None:
    """EX-07 (CAY-6.6.1, CAY-6.6.2): the new order, which holds in the next round too."""
    stage = Stage.at(
        order=[RED, GREEN, ORANGE, BLUE],
        phase="special",
        at="stables",
        workers={BLUE: ["stables 1"], RED: ["stables 2"]},
    )
    assert stage.order == [BLUE, RED, GREEN, ORANGE]
    assert [stage.places(seat) for seat in range(4)] == [[], [], [], []]
    while stage.round == 1:
        stage.play("decline")
    assert stage.order == [BLUE, RED, GREEN, ORANGE]
    assert stage.actor == BLUE


def test_example_08_inn() -> None:
    """EX-08 (CAY-6.7.1, CAY-6.7.3, CAY-6.7.4, CAY-5.4.3): the new guest displaces the old one."""
    stage = Stage.at(
        workers={BLUE: ["inn right"], GREEN: ["inn left"]}, passed=[RED, ORANGE, GREEN], actor=BLUE
    )
    before = stage.deniers(BLUE)
    assert before - stage.play("place castle").deniers(BLUE) == 1
    stage.play("pass")
    assert stage.phase == "provost"
    assert stage.places(GREEN) == ["inn right"]
    assert stage.places(BLUE) == ["castle 1"]
    while stage.round == 1:
        stage.play("decline")
    for seat in (BLUE, RED):
        assert stage.actor == seat
        stage.play("pass")
    before = stage.deniers(GREEN)
    assert before - stage.play("place castle").deniers(GREEN) == 1


def test_example_09_four_movers() -> None:
    """EX-09 (CAY-7.1, CAY-7.2, CAY-8.1.1, CAY-8.1.2): then space 8 is activated, space 9 is not."""
    stage = Stage.at(
        phase="provost",
        passed=[BLUE, ORANGE, RED, GREEN],
        provost=9,
        road={9: ("farm_food", BLUE)},
        workers={RED: ["road 9"], GREEN: ["road 8"]},
        hold={ORANGE: {"deniers": 2}, RED: {"deniers": 2}, GREEN: {"deniers": 1}},
    )
    assert stage.actor == BLUE
    stage.play("decline")
    moved = []
    for seat, text in ((ORANGE, "provost -2"), (RED, "provost +2"), (GREEN, "provost -1")):
        assert stage.actor == seat
        moved.append(stage.play(text).provost)
    assert moved == [7, 9, 8]
    assert [stage.deniers(seat) for seat in (ORANGE, RED, GREEN)] == [0, 0, 0]
    assert (stage.phase, stage.ask, stage.told["at"], stage.actor) == ("road", "build", 8, GREEN)
    stage.play("decline")
    assert stage.places(RED) == []
    assert stage.cubes(RED) == "FFW"


def test_example_10_wood_farm() -> None:
    """EX-10 (CAY-8.1.3, CAY-8.2.1, CAY-8.2.4): 2 food or 1 cloth, and nothing else."""
    road = {9: ("farm_food", ORANGE)}
    stage = Stage.at(
        phase="road", provost=9, road=road, workers={BLUE: ["road 9"]}, hold={BLUE: {"cubes": ""}}
    )
    assert stage.legal() == {"produce food", "produce cloth"}
    assert stage.why("decline") == "CAY-8.1.3"
    assert stage.twin().play("produce food").cubes(BLUE) == "FF"
    assert stage.play("produce cloth").cubes(BLUE) == "C"


def test_example_11_stone_farm() -> None:
    """EX-11 (CAY-8.2.5, CAY-8.2.6, CAY-8.2.7): 2 food and 1 cloth, and a cube for the owner."""
    said = {"phase": "road", "provost": 9, "road": {9: ("farm_stone", GREEN)}}
    empty = {RED: {"cubes": ""}, GREEN: {"cubes": ""}}
    stage = Stage.at(**said, workers={RED: ["road 9"]}, hold=empty)
    assert (stage.ask, stage.actor) == ("bonus", GREEN)
    assert stage.legal() == {"bonus food", "bonus cloth"}
    assert stage.cubes(RED) == "FFC"
    assert stage.twin().play("bonus cloth").cubes(GREEN) == "C"
    stage.play("bonus food")
    assert (stage.cubes(RED), stage.cubes(GREEN)) == ("FFC", "F")
    own = Stage.at(**said, workers={GREEN: ["road 9"]}, hold=empty)
    assert own.cubes(GREEN) == "FFC"
    assert own.round == 2


def test_example_12_carpenter_builds_a_wood_farm() -> None:
    """EX-12 (CAY-8.3.1, CAY-8.3.2, CAY-8.3.4, CAY-8.3.6): on space 9, right of the fixed carpenter."""
    stage = Stage.at(phase="road", workers={RED: ["road 6"]}, hold={RED: {"cubes": "FW", "vp": 0}})
    assert stage.left("farm_food") == 1
    stage.play("build food-farm")
    assert (stage.cubes(RED), stage.vp(RED)) == ("", 2)
    assert (stage.tile(9), stage.owner(9)) == ("farm_food", RED)
    assert stage.left("farm_food") == 0


def test_example_13_architect_builds_the_statue() -> None:
    """EX-13 (CAY-5.5.1, CAY-8.3.7, CAY-8.3.8): in place of a residence, with 1 favour."""
    stage = Stage.at(
        road={3: ("residence", GREEN), 9: ("architect", BLUE)},
        provost=9,
        actor=GREEN,
        passed=[ORANGE],
        hold={GREEN: {"cubes": "SSG", "vp": 10, "deniers": 5}},
    )
    stage.play("place architect")
    assert stage.vp(BLUE) == 1
    stage.all_pass()
    while stage.phase == "provost":
        stage.play("decline")
    income = stage.match.view()["players"][GREEN]["income"]
    stage.play("build statue")
    assert (stage.cubes(GREEN), stage.vp(GREEN)) == ("", 17)
    assert (stage.ask, stage.actor, stage.owed) == ("row", GREEN, 1)
    assert (stage.tile(3), stage.owner(3)) == ("statue", GREEN)
    assert stage.match.view()["players"][GREEN]["income"] == income - 1
    stage.play("favour vp")
    assert stage.vp(GREEN) == 18


def test_example_14_lawyer_converts_the_neutral_quarry() -> None:
    """EX-14 (CAY-5.5.2, CAY-8.4.1, CAY-8.4.4, CAY-8.4.5, CAY-8.4.6): a residence on space 1."""
    quarry_first = ["quarry_neutral", "farm_neutral", "forest", "sawmill_neutral", "market_neutral"]
    stage = Stage.at(
        neutral_tiles=[*quarry_first, "carpenter_neutral"],
        road={9: ("lawyer", BLUE)},
        provost=9,
        passed=[RED, GREEN, ORANGE],
        actor=BLUE,
        hold={
            BLUE: {"deniers": 2, "cubes": "C", "vp": 6},
            **{seat: {"deniers": 0} for seat in (RED, GREEN, ORANGE)},
        },
    )
    stage.play("place lawyer", "decline")
    assert (stage.vp(BLUE), stage.deniers(BLUE), stage.ask) == (6, 1, "lawyer")
    stage.play("convert neutral-quarry")
    assert (stage.tile(1), stage.owner(1)) == ("residence", BLUE)
    assert (stage.cubes(BLUE), stage.vp(BLUE)) == ("", 8)
    assert stage.round == 2
    assert stage.deniers(BLUE) == 0 + 3
    assert "quarry_neutral" not in {entry["tile"] for entry in stage.told["road"].values()}
    assert "quarry_neutral" not in {entry["tile"] for entry in stage.match.view()["stock"]}


CASTLE = {"phase": "castle", "workers": {RED: ["castle 1"], GREEN: ["castle 2"]}}
BATCHES = {RED: {"cubes": "FWS", "vp": 0}, GREEN: {"cubes": "FFCCSW", "vp": 0}}


def test_example_15_first_builder() -> None:
    """EX-15 (CAY-9.2.2, CAY-9.3.2, CAY-9.4): a batch for 5 prestige points."""
    stage = Stage.at(**CASTLE, castle={"dungeon": [BLUE, BLUE, BLUE, RED]}, hold=BATCHES)
    stage.play("batch food stone wood")
    assert (stage.cubes(RED), stage.vp(RED)) == ("", 5)
    assert stage.castle == {"dungeon": [BLUE, BLUE, BLUE, RED, RED], "walls": [], "towers": []}
    assert stage.actor == GREEN


def test_example_16_overflow_and_castle_favour() -> None:
    """EX-16 (CAY-9.3.2, CAY-9.4, CAY-9.6.1, CAY-9.6.2, CAY-9.7): 5 and 4 points; most houses, or the tie."""
    stage = Stage.at(**CASTLE, castle={"dungeon": [BLUE, BLUE, BLUE, RED]}, hold=BATCHES)
    stage.play("batch food wood stone")
    tied = stage.twin()
    stage.play("batch food cloth stone", "batch food cloth wood")
    assert stage.castle == {"dungeon": [BLUE, BLUE, BLUE, RED, RED, GREEN], "walls": [GREEN], "towers": []}
    assert (stage.cubes(GREEN), stage.vp(GREEN)) == ("", 9)
    assert (stage.ask, stage.actor) == ("row", GREEN)
    stage.play("favour deniers")
    assert [stage.places(seat) for seat in (RED, GREEN)] == [[], []]
    tied.play("batch food cloth stone", "decline")
    assert tied.vp(GREEN) == 5
    assert (tied.ask, tied.actor) == ("row", RED)


def test_example_17_provost_behind_the_bailiff() -> None:
    """EX-17 (CAY-10.1.1, CAY-10.1.3, CAY-10.2.1): the bailiff goes 1 space, and no section is due."""
    stage = Stage.at(phase="end", bailiff=10, provost=8)
    assert (stage.bailiff, stage.provost, stage.scored) == (11, 11, 0)
    assert stage.round == 2
    complete = Stage.at(
        phase="end", bailiff=10, provost=8, castle={"dungeon": [BLUE, BLUE, RED, RED, GREEN, ORANGE]}
    )
    assert (complete.bailiff, complete.ask, complete.actor) == (11, "row", BLUE)


def test_example_18_provost_ahead_of_the_bailiff() -> None:
    """EX-18 (CAY-10.1.1, CAY-10.2.1, CAY-10.2.2): 2 spaces, and the Dungeon is scored, once."""
    vp = {seat: {"vp": 5} for seat in range(4)}
    stage = Stage.at(phase="end", bailiff=10, provost=11, hold=vp)
    assert (stage.bailiff, stage.provost, stage.scored) == (12, 12, 1)
    assert [stage.vp(seat) for seat in range(4)] == [3, 3, 3, 3]
    before = Stage.at(phase="end", bailiff=10, provost=11, hold=vp, scored=1)
    assert (before.bailiff, before.scored) == (12, 1)
    assert [before.vp(seat) for seat in range(4)] == [5, 5, 5, 5]


def test_example_19_dungeon_scoring() -> None:
    """EX-19 (CAY-10.3.1, CAY-10.3.2, CAY-10.3.5, CAY-10.3.6, CAY-3.4, CAY-11.3.2): in turn order."""
    stage = Stage.at(
        order=[RED, BLUE, ORANGE, GREEN],
        phase="end",
        castle={"dungeon": [BLUE, BLUE, BLUE, RED, RED, GREEN], "walls": [GREEN]},
        hold={RED: {"vp": 5}, BLUE: {"vp": 15, "columns": {"vp": 2}}, ORANGE: {"vp": 1}, GREEN: {"vp": 9}},
    )
    assert (stage.ask, stage.actor, stage.vp(ORANGE)) == ("row", RED, 1)
    stage.play("favour vp")
    assert (stage.ask, stage.actor, stage.vp(RED)) == ("row", BLUE, 6)
    assert stage.match.view()["favour"]["open"] == 2
    stage.play("favour vp")
    assert stage.column("prestige", BLUE) == 2
    assert [stage.vp(seat) for seat in (RED, BLUE, ORANGE, GREEN)] == [6, 17, 0, 9]
    assert (stage.round, stage.scored) == (2, 1)
    assert stage.match.view()["favour"]["open"] == 4
    assert stage.match.view()["castle"]["current"] == "walls"


def test_example_20_marker_at_the_limit() -> None:
    """EX-20 (CAY-11.2.4, CAY-11.3.1, CAY-11.3.2, CAY-11.5.1): the marker stays, the row is used."""
    stage = Stage.at(
        phase="castle", owed=1, favoured=ORANGE, hold={ORANGE: {"vp": 7, "columns": {"vp": 2}}}
    ).play("favour vp")
    assert stage.column("prestige", ORANGE) == 2
    assert stage.vp(ORANGE) == 9


@pytest.mark.parametrize(("tile_values", "vp"), [("rulebook", 24), ("revised", 23)])
def test_example_21_church_favour(tile_values: str, vp: int) -> None:
    """EX-21 (CAY-8.3.9, CAY-11.2.2, CAY-11.2.3, CAY-11.5.3): row cubes, column 3, but food is taken."""
    stage = Stage.at(
        tile_values=tile_values,
        phase="road",
        provost=9,
        scored=2,
        road={9: ("mason", RED)},
        workers={BLUE: ["road 9"]},
        hold={BLUE: {"cubes": "SC", "vp": 20, "columns": {"cubes": 2}}},
    )
    stage.play("build church", "favour cubes")
    assert stage.legal() == {"take food", "take wood", "take stone", "take cloth", "decline"}
    stage.play("take food")
    assert (stage.cubes(BLUE), stage.vp(BLUE)) == ("F", vp)
    assert stage.column("cubes", BLUE) == 3


def test_example_22_joust_favour_builds_a_park() -> None:
    """EX-22 (CAY-6.5, CAY-11.2.2, CAY-11.5.4, CAY-11.5.5, CAY-8.3.4, CAY-8.3.6): for 1 food, on space 13."""
    stage = Stage.at(
        phase="special",
        scored=1,
        road=filled(13, BLUE),
        workers={GREEN: ["joust_field"]},
        hold={GREEN: {"deniers": 1, "cubes": "FC", "vp": 11, "columns": {"build": 2}}},
    )
    stage.play("joust", "favour build", "build park")
    assert (stage.deniers(GREEN), stage.cubes(GREEN), stage.vp(GREEN)) == (0, "", 14)
    assert (stage.tile(13), stage.owner(13)) == ("park", GREEN)
    assert stage.column("build", GREEN) == 3
    assert stage.places(GREEN) == []


@pytest.mark.parametrize("cubes", ["", "C"])
def test_example_23_order_of_activation(cubes: str) -> None:
    """EX-23 (CAY-6.1, CAY-6.3, CAY-6.5): the coins of the post come in time, the farm's cloth does not."""
    stage = Stage.at(
        phase="special",
        workers={BLUE: ["trading_post", "joust_field", "road 1"]},
        hold={BLUE: {"deniers": 0, "cubes": cubes}},
    )
    assert stage.deniers(BLUE) == 3
    if cubes:
        assert stage.ask == "joust"
        stage.play("joust")
        assert (stage.deniers(BLUE), stage.cubes(BLUE), stage.ask) == (2, "", "row")
        return
    assert stage.phase == "provost"
    for _ in range(4):
        stage.play("decline")
    assert stage.play("produce cloth").cubes(BLUE) == "C"
    assert stage.column("prestige", BLUE) == 0


def test_example_24_monument_by_favour() -> None:
    """EX-24 (CAY-11.4.1, CAY-11.5.6, CAY-8.3.8): 14 points, and 2 favours on two of the other rows."""
    stage = Stage.at(
        phase="castle",
        scored=2,
        owed=1,
        favoured=BLUE,
        road={9: ("residence", BLUE)},
        hold={BLUE: {"cubes": "SSSSGG", "columns": {"build": 4}, "vp": 0}},
    )
    stage.play("favour build", "build monument")
    assert (stage.cubes(BLUE), stage.vp(BLUE), stage.tile(9)) == ("", 14, "monument")
    assert (stage.column("build", BLUE), stage.owed) == (5, 2)
    assert stage.legal() == {"favour prestige", "favour money", "favour cubes"}
    assert stage.why("favour build") == "CAY-11.4.1"
    stage.play("favour money")
    assert stage.legal() == {"favour prestige", "favour cubes"}
    stage.play("favour vp")
    assert stage.round == 2
