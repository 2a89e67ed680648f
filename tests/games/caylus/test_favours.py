"""Chapter 11: favours."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise

import pytest

from tests.games.caylus.stage import Stage
from tests.games.caylus.test_building import text_of
from tests.referees.caylus_printed import KINDS, TILES

ROWS = ("prestige", "money", "cubes", "build")
PLAIN = KINDS[:4]


def favoured(owed: int = 1, columns: dict[str, int] | None = None, scored: int = 2, **more) -> Stage:
    """Seat 0 is owed favours in phase 6; nobody is in the castle."""
    own = {"columns": columns or {}, "vp": 0, "cubes": more.pop("cubes", "")}
    own |= more.pop("own", {})
    return Stage.at(phase="castle", owed=owed, favoured=0, scored=scored, hold={0: own}, **more)


def test_sources() -> None:
    """CAY-11.1.1: joust field, certain tiles, most houses, sections; each asks for a row at once."""
    joust = Stage.at(phase="special", workers={0: ["joust_field"]}, hold={0: {"cubes": "C"}}).play("joust")
    church = Stage.at(
        phase="road", provost=9, road={9: ("mason", 1)}, workers={0: ["road 9"]}, hold={0: {"cubes": "SC"}}
    ).play("build church")
    castle = Stage.at(phase="castle", workers={0: ["castle 1"]}, hold={0: {"cubes": "FWS"}})
    castle.play("batch food wood stone")
    section = Stage.at(phase="end", castle={"dungeon": [0, 0, 1, 1, 2, 2]})
    for stage in (joust, church, castle, section):
        assert (stage.ask, stage.actor, stage.owed) == ("row", 0, 1)


def test_used_at_once() -> None:
    """CAY-11.1.2, CAY-11.2.1: a row must be chosen; nothing else can be done before."""
    stage = favoured()
    assert stage.legal() == {f"favour {text}" for text in ROWS}
    assert stage.why("decline") == "CAY-11.2.1"


@pytest.mark.parametrize("row", ROWS)
def test_markers_move(row: str) -> None:
    """CAY-11.2.2, CAY-11.2.4, CAY-11.2.5: one column, if it exists and is open; others do not matter."""
    for scored, limit in ((0, 2), (1, 4), (2, 5)):
        for column in range(limit + 1):
            stage = favoured(columns={row: column}, scored=scored, cubes="F")
            stage.play(f"favour {row}")
            assert stage.column(row, 0) == min(column + 1, limit)
    shared = Stage.at(phase="castle", owed=1, favoured=0, scored=1, hold={1: {"columns": {"vp": 1}}})
    shared.play("favour vp")
    assert (shared.column("prestige", 0), shared.column("prestige", 1)) == (1, 1)


@pytest.mark.parametrize("column", [1, 2, 3, 4, 5])
def test_points_and_deniers(column: int) -> None:
    """CAY-11.5.1, CAY-11.5.2, CAY-11.2.3: the marker's column itself, gained without being asked."""
    stage = favoured(columns={"vp": column - 1, "deniers": column - 1})
    points = stage.twin().play("favour vp")
    assert points.vp(0) == column
    assert points.player(0)["points"]["favours"] == column
    before = stage.deniers(0)
    money = stage.play("favour money")
    assert money.deniers(0) == before + column + 2 + 2
    assert money.round == 2


@pytest.mark.parametrize("column", [1, 2, 3, 4, 5])
def test_cubes(column: int) -> None:
    """CAY-11.2.3, CAY-11.5.3: any column up to the marker's, or nothing."""
    stage = favoured(columns={"cubes": column - 1}, cubes="FG").play("favour cubes")
    wanted = {"take food"}
    wanted |= {"take wood", "take stone"} if column >= 2 else set()
    wanted |= {"take cloth"} if column >= 3 else set()
    wanted |= {"swap food", "swap gold"} if column >= 4 else set()
    wanted |= {"take gold"} if column == 5 else set()
    assert stage.legal() == wanted | {"decline"}
    for kind in KINDS:
        assert stage.why(f"take {kind}") == ("" if f"take {kind}" in wanted else "CAY-11.2.3")
    assert stage.twin().play("decline").cubes(0) == "FG"
    assert sorted(stage.play("take food").cubes(0)) == sorted("FFG")


def test_exchange_of_the_cubes_row() -> None:
    """CAY-11.5.3: one cube of any kind for two of the four, equal or not, also of the kind given."""
    stage = favoured(columns={"cubes": 3}, cubes="FG").play("favour cubes")
    assert stage.why("swap wood") == "CAY-11.5.3"
    stage.play("swap gold")
    pairs = [" ".join(pair) for pair in combinations_with_replacement(PLAIN, 2)]
    assert stage.legal() == {f"swap gold for {pair}" for pair in pairs}
    assert stage.why("swap gold for gold food") == "CAY-11.5.3"
    assert stage.twin().play("swap gold for stone stone").cubes(0) == "FSS"
    again = favoured(columns={"cubes": 3}, cubes="FG").play("favour cubes", "swap food for food cloth")
    assert again.cubes(0) == "FCG"
    empty = favoured(columns={"cubes": 3}).play("favour cubes")
    assert empty.legal("swap") == set()


def test_build_row() -> None:
    """CAY-11.5.4, CAY-11.2.3: nothing, wood tile, stone tile, lawyer, architect; up to the marker."""
    cubes = "FFFFWWWWWSSSSSCCCCGGG"
    offered = []
    for column in range(1, 6):
        road = {9: ("residence", 0)}
        stage = favoured(columns={"build": column - 1}, cubes=cubes, road=road).play("favour build")
        offered.append(stage.legal() - {"decline"} if column > 1 else set())
        if column == 1:
            assert stage.round == 2
            continue
        texts = {"build mason": 2, "build park": 3, "convert forest": 4, "build granary": 5}
        for text, needed in texts.items():
            assert stage.why(text) == ("" if column >= needed else "CAY-11.2.3")
    assert [len(texts) for texts in offered] == [0, 8, 16, 22, 31]
    assert all(before < after for before, after in pairwise(offered))


@pytest.mark.parametrize(
    ("column", "cubes", "text", "vp"),
    [
        (2, "F", "build mason", 4),
        (2, "C", "build lawyer", 4),
        (2, "G", "build wood-market", 4),
        (3, "F", "build park", 3),
        (3, "W", "build tailor", 6),
        (4, "C", "convert forest", 2),
        (5, "FFFG", "build granary", 10),
    ],
)
def test_prices_of_the_build_row(column: int, cubes: str, text: str, vp: int) -> None:
    """CAY-11.5.4: 1 wood or 1 stone cheaper, no denier for the lawyer, the architect at full cost."""
    road = {9: ("residence", 0)} if column == 5 else {}
    stage = favoured(columns={"build": column - 1}, cubes=cubes, road=road, own={"deniers": 0})
    stage.play("favour build", text)
    assert (stage.cubes(0), stage.vp(0)) == ("", vp)
    assert (stage.round, stage.deniers(0)) == (2, 2 + text.startswith("convert"))
    for missing in range(len(cubes)):
        poor = favoured(
            columns={"build": column - 1}, cubes=cubes[:missing] + cubes[missing + 1 :], road=road
        )
        poor.play("favour build")
        assert not poor.legal() & {text}


def test_usual_rules_of_the_build_row() -> None:
    """CAY-11.5.5: bank, free space, targets and deferral hold; no building and no worker is needed."""
    cubes = {"cubes": "FFWWSSCC"}
    built = favoured(columns={"build": 2}, road={9: ("mason", 1), 10: ("park", 1)}, **cubes)
    built.play("favour build")
    assert built.why("build mason") == "CAY-8.3.2"
    assert built.why("build park") == "CAY-8.3.2"
    assert built.play("build workshop").tile(11) == "workshop"
    target = favoured(columns={"build": 3}, road={9: ("mason", 1), 10: ("lawyer", 0)}, **cubes)
    target.play("favour build")
    assert [target.why(f"convert {space}") for space in (9, 10, 7, 2)] == ["CAY-8.4.3"] * 3 + [""]
    deferred = Stage.at(
        phase="special",
        scored=1,
        workers={0: ["joust_field"], 1: ["road 2"]},
        hold={0: {"cubes": "CC", "columns": {"build": 3}}},
    ).play("joust", "favour build", "convert forest")
    assert deferred.told["road"]["2"] == {"tile": "forest", "pending": 0}
    assert deferred.phase == "provost"
    occupied = Stage.at(
        phase="special",
        workers={0: ["joust_field"], 1: ["road 6"]},
        hold={0: {"cubes": "CF", "columns": {"build": 2}}},
    ).play("joust", "favour build", "build mason")
    assert occupied.tile(9) == "mason"


@pytest.mark.parametrize("tile", [tile for tile in TILES if TILES[tile][0] != "neutral"])
def test_bank_of_the_build_row(tile: str) -> None:
    """CAY-3.7, CAY-11.5.5: no tile is built by favour of which all copies lie on the road."""
    road = {9 + copy: (tile, 1) for copy in range(TILES[tile][4])} | {20: ("residence", 0)}
    stage = favoured(columns={"build": 4}, cubes="FFFFWWWWSSSSSSCCCCGGG", road=road).play("favour build")
    assert stage.why(f"build {text_of(tile)}") == "CAY-8.3.2"
    assert f"build {text_of(tile)}" not in stage.legal()


def test_favour_conversion_costs_no_denier() -> None:
    """CAY-11.5.4: 1 cloth, and the deniers held stay."""
    stage = favoured(columns={"build": 3}, cubes="C", own={"deniers": 5}).play("favour build")
    assert stage.play("convert forest").deniers(0) == 5 + 3


def test_lower_column_instead() -> None:
    """CAY-11.5.5: when the effect of one column is not possible, that of a lower one may be used."""
    stage = favoured(columns={"build": 4}, cubes="F").play("favour build")
    assert "build mason" in stage.legal()
    assert stage.why("build granary") == "CAY-8.3.2"


def test_columns_open_with_the_sections() -> None:
    """CAY-11.3.1, CAY-11.3.2, CAY-11.3.3: 2, then 4 after the Dungeon, then 5 after the Walls."""
    assert [favoured(scored=scored).match.view()["favour"]["open"] for scored in range(3)] == [2, 4, 5]
    dungeon = Stage.at(
        phase="end", castle={"dungeon": [0, 0, 0, 1, 1, 1]}, hold={0: {"columns": {"vp": 2}}}
    ).play("favour vp")
    assert dungeon.column("prestige", 0) == 2
    walls = Stage.at(
        phase="end",
        bailiff=17,
        scored=1,
        castle={"walls": [0, 0]},
        hold={0: {"columns": {"vp": 4}, "vp": 0}},
    ).play("favour vp")
    assert (walls.column("prestige", 0), walls.vp(0), walls.scored) == (4, 4, 2)


def test_different_rows_in_a_phase() -> None:
    """CAY-11.4.1, CAY-11.4.2: at most 4 favours, a further one is lost."""
    stage = favoured(owed=6).play("favour vp")
    assert stage.why("favour vp") == "CAY-11.4.1"
    stage.play("favour cubes", "take food")
    assert stage.legal() == {"favour money", "favour build"}
    stage.play("favour money")
    assert stage.round == 2
    assert stage.column("build", 0) == 1
    assert len(stage.events("favour_lost")) == 2


def test_rows_are_free_again() -> None:
    """CAY-11.4.3: for the whole phase, whatever the source; with the next phase they are free again."""
    stage = Stage.at(
        phase="road",
        provost=28,
        scored=2,
        road={9: ("mason", 1), 10: ("architect", 1), 11: ("residence", 0)},
        workers={0: ["road 9", "road 10", "castle 1"]},
        hold={0: {"cubes": "SCSSGFWS"}},
    )
    stage.play("build church", "favour vp", "build statue")
    assert stage.why("favour vp") == "CAY-11.4.1"
    stage.play("favour money")
    assert (stage.phase, stage.player(0)["rows"]) == ("castle", [])
    stage.play("batch food wood stone")
    assert stage.can("favour vp")


def test_rows_of_phases_3_5_6_and_7() -> None:
    """CAY-11.4.3: a row used in one phase may be used in each of the others of the same round."""
    stage = Stage.at(
        phase="special",
        provost=9,
        bailiff=11,
        road={9: ("mason", 1)},
        castle={"dungeon": [0]},
        workers={0: ["joust_field", "road 9", "castle 1"]},
        hold={0: {"cubes": "CCSFWS", "deniers": 1}, **{seat: {"deniers": 0} for seat in (1, 2, 3)}},
    )
    for text in ("joust", "build church", "batch food wood stone"):
        stage.play(text, "favour vp")
    assert (stage.phase, stage.actor) == ("end", 0)
    stage.play("favour vp")
    assert (stage.round, stage.column("prestige", 0)) == (2, 2)
    assert stage.player(0)["points"]["favours"] == 1 + 2 + 2 + 2


def test_favours_of_a_tile_built_by_favour() -> None:
    """CAY-11.5.6, CAY-15.6: points and favours as usual, in other rows, and before those still owed."""
    stage = favoured(owed=2, columns={"build": 2}, cubes="C", scored=1)
    stage.play("favour build", "build church")
    assert (stage.vp(0), stage.owed) == (4, 2)
    assert stage.why("favour build") == "CAY-11.4.1"
    stage.play("favour vp", "favour money")
    assert stage.round == 2


@pytest.mark.parametrize(
    ("column", "used"), [(2, ("build church", "favour vp")), (1, ("build lawyer",)), (3, ("convert forest",))]
)
def test_the_discount_ends(column: int, used: tuple[str, ...]) -> None:
    """CAY-11.5.4: with what it was used for; the carpenter of the same round takes the full price."""
    for left, wanted in (("F", "round"), ("FW", "build")):
        stage = Stage.at(
            phase="special",
            provost=6,
            scored=1,
            workers={0: ["joust_field", "road 6"]},
            hold={
                0: {"cubes": "CC" + left, "columns": {"build": column}, "deniers": 1},
                **{seat: {"deniers": 0} for seat in (1, 2, 3)},
            },
        ).play("joust", "favour build", *used)
        assert wanted == ("build" if stage.ask == "build" else "round")
        if wanted == "build":
            assert stage.play("build mason").cubes(0) == ""
