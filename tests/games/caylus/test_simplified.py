"""Chapter 14: simplified favours."""

from __future__ import annotations

from tests.games.caylus.stage import Stage

SIMPLE = {"favours": "simplified"}


def test_no_table() -> None:
    """CAY-14.1: no row is ever asked for, and no marker moves."""
    stage = Stage.at(**SIMPLE, phase="special", workers={0: ["joust_field"]}, hold={0: {"cubes": "C"}})
    stage.play("joust")
    assert stage.phase == "provost"
    assert set(stage.player(0)["columns"].values()) == {0}
    assert stage.match.view()["simplified"] is True


def test_three_points_each() -> None:
    """CAY-14.2: joust field, tiles, most houses, sections."""
    joust = Stage.at(**SIMPLE, phase="special", workers={0: ["joust_field"]}, hold={0: {"cubes": "C"}})
    assert joust.play("joust").vp(0) == 3
    church = Stage.at(
        **SIMPLE,
        phase="road",
        provost=9,
        road={9: ("mason", 1)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "SC"}},
    )
    assert church.play("build church").vp(0) == 4 + 3
    castle = Stage.at(**SIMPLE, phase="castle", workers={0: ["castle 1"]}, hold={0: {"cubes": "FWS"}})
    assert castle.play("batch food wood stone").vp(0) == 5 + 3
    section = Stage.at(**SIMPLE, phase="end", castle={"dungeon": [0, 0, 0, 1, 1, 1]})
    assert [section.vp(seat) for seat in range(4)] == [3, 3, 0, 0]
    assert section.player(0)["points"]["favours"] == 3


def test_no_limit() -> None:
    """CAY-14.3: six favours in one phase give 18 points."""
    castle = {"dungeon": [0] * 6, "walls": [0] * 10, "towers": [0] * 14}
    stage = Stage.at(**SIMPLE, phase="end", castle=castle, hold={0: {"vp": 0, "cubes": "", "deniers": 0}})
    assert stage.match.over
    assert stage.vp(0) == 3 * (1 + 3 + 3)
    monument = Stage.at(
        **SIMPLE,
        phase="road",
        provost=9,
        road={9: ("architect", 1), 10: ("residence", 0)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "SSSSGG"}},
    )
    assert monument.play("build monument").vp(0) == 14 + 6
