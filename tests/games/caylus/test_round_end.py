"""Chapter 10: the bailiff, scoring sections, the next round."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import Stage
from tests.referees.caylus_printed import SECTIONS

NAMES = tuple(SECTIONS)
COLUMNS = {"columns": {"vp": 2, "deniers": 2, "cubes": 2, "build": 2}}


def end(players: int = 4, **more) -> Stage:
    """Phase 7, from the move of the bailiff on."""
    return Stage.at(players, phase="end", **more)


@pytest.mark.parametrize(
    ("bailiff", "provost", "after"),
    [(7, 6, 8), (7, 7, 8), (7, 8, 9), (7, 28, 9), (7, 1, 8), (10, 11, 12), (9, 9, 10)],
)
def test_bailiff(bailiff: int, provost: int, after: int) -> None:
    """CAY-10.1.1, CAY-10.1.2, CAY-10.1.3: 2 spaces if the provost is further, else 1; both on one space."""
    stage = end(bailiff=bailiff, provost=provost)
    assert (stage.bailiff, stage.provost) == (after, after)


def test_when_sections_are_due() -> None:
    """CAY-10.2.1: when complete, or when the bailiff is on or beyond their space."""
    for section, (name, (parts, _, space, _)) in enumerate(SECTIONS.items()):
        near = {"scored": section, "hold": dict.fromkeys(range(4), COLUMNS)}
        assert end(bailiff=space - 2, provost=1, **near).scored == section
        reached = end(bailiff=space - 1, provost=1, **near)
        assert (reached.scored, reached.bailiff) == (section + 1, space)
        passed = end(bailiff=space - 1, provost=28, **near)
        assert (passed.scored, passed.bailiff) == (section + 1, space + 1)
        one_missing = end(scored=section, castle={name: [0] * (parts - 1)})
        assert one_missing.ask == "place"
        complete = end(scored=section, castle={name: [0] * parts})
        assert (complete.ask, complete.phase, complete.actor) == ("row", "end", 0)


def test_only_in_phase_7() -> None:
    """CAY-10.2.1: a section that becomes complete in phase 6 waits for the bailiff's move."""
    stage = Stage.at(
        phase="castle",
        castle={"dungeon": [0] * 5},
        workers={1: ["castle 1"]},
        hold={1: {"cubes": "FWS"}},
    ).play("batch food wood stone")
    assert (stage.phase, stage.actor, stage.bailiff) == ("castle", 1, 6)
    stage.play("favour vp")
    assert (stage.phase, stage.actor, stage.bailiff) == ("end", 0, 7)


def test_once_in_the_game() -> None:
    """CAY-10.2.2, CAY-10.4.1: a section scored by completion is not scored again; the next is current."""
    stage = end(castle={"dungeon": [0, 0, 1, 1, 2, 2]}, bailiff=8, hold={3: {"vp": 9}})
    while stage.phase == "end":
        stage.play("favour vp")
    assert (stage.round, stage.scored, stage.vp(3)) == (2, 1, 7)
    assert stage.match.view()["castle"]["current"] == "walls"
    again = end(scored=1, castle=stage.castle, bailiff=11, hold={3: {"vp": 9}})
    assert (again.bailiff, again.scored, again.vp(3)) == (12, 1, 9)


def test_several_sections_at_once() -> None:
    """CAY-10.2.3, CAY-11.4.3: Dungeon, then Walls; each completely, and they share the limit of rows."""
    castle = {"dungeon": [0, 0, 1, 1, 2, 2], "walls": [0, 0, 0, 0, 0, 1, 1, 2, 2, 2]}
    stage = end(castle=castle, hold={3: {"vp": 9}})
    acted = []
    while stage.phase == "end":
        acted.append((stage.scored, stage.actor))
        stage.play(min(stage.legal("favour")))
        while stage.ask in ("favour_cubes", "favour_build"):
            stage.play("decline")
    assert acted == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 0), (1, 1), (1, 2), (1, 2)]
    assert stage.vp(3) == 9 - 2 - 3
    assert stage.scored == 2


@pytest.mark.parametrize(("section", "name"), list(enumerate(NAMES)))
def test_what_a_section_brings(section: int, name: str) -> None:
    """CAY-10.3.2, CAY-10.3.3, CAY-10.3.4: loss or favours by own houses."""
    parts, _, space, results = SECTIONS[name]
    for houses, result in enumerate(results):
        stage = end(
            bailiff=space - 1,
            scored=section,
            castle={name: [0] * houses},
            hold={0: {"vp": 20}, 1: {"vp": 20}},
        )
        if result > 0:
            assert (stage.ask, stage.actor, stage.owed) == ("row", 0, result)
        else:
            lost = 20 - stage.vp(0) + stage.player(0)["points"]["final count"]
            assert lost == -result
    assert houses == parts


def test_turn_order_and_own_houses() -> None:
    """CAY-10.3.1, CAY-10.3.5, CAY-10.3.6: in turn order, each completely, houses of this section only."""
    stage = end(
        order=[2, 0, 3, 1],
        bailiff=17,
        scored=1,
        castle={"dungeon": [1, 1, 1], "walls": [0, 0, 0, 2, 3, 3, 0, 0, 0, 0]},
        hold={seat: {"vp": 9} for seat in range(4)},
    )
    acted = []
    while stage.phase == "end":
        acted.append(stage.actor)
        stage.play(min(stage.legal("favour")))
        while stage.ask in ("favour_cubes", "favour_build"):
            stage.play("decline")
    assert acted == [0, 0, 0, 3]
    assert stage.vp(1) == 9 - 3
    assert stage.vp(2) == 9
    later = end(castle={"dungeon": [1] * 6, "walls": [0, 0, 0]}, hold={0: {"vp": 9}})
    assert (later.vp(0), later.actor) == (7, 1)
    later.play("favour vp")
    assert later.castle["walls"] == [0, 0, 0]
    due = end(scored=1, castle=later.castle, bailiff=17)
    assert (due.actor, due.owed) == (0, 2)


def test_current_section_wherever_the_bailiff_stands() -> None:
    """CAY-10.4.1: the Walls are current although the bailiff has not reached the Dungeon's space."""
    stage = end(castle={"dungeon": [0, 0, 1, 1, 2, 2]})
    while stage.phase == "end":
        stage.play("favour vp")
    assert stage.bailiff == 7
    assert stage.match.view()["castle"]["current"] == "walls"


def test_end_or_next_round() -> None:
    """CAY-10.4.2: the game ends with the Towers, else the next round begins."""
    stage = end(bailiff=10)
    assert (stage.round, stage.phase) == (2, "placing")
    over = end(bailiff=23, scored=2)
    assert (over.phase, over.ask, over.match.over) == ("over", "nothing", True)
    early = end(scored=2, bailiff=15, castle={"towers": [0] * 14})
    assert early.phase == "end"
    while not early.match.over:
        early.play(min(early.legal()))
    assert early.bailiff == 16
