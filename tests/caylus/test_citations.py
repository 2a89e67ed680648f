"""With which rules events are cited besides their own: those that changed what happened."""

from __future__ import annotations

from typing import Any

import pytest

from tests.caylus.stage import Stage


def rules(stage: Stage, kind: str, *texts: str) -> list[tuple[str, ...]]:
    """The rules of the events of a kind after these actions."""
    return [event.rules for event in stage.play(*texts).events(kind)]


@pytest.mark.parametrize(("vp", "is_cut"), [(5, False), (2, False), (1, True), (0, True)])
def test_a_loss_cut_short_cites_the_floor(vp: int, is_cut: bool) -> None:
    """CAY-3.4: no batch costs 2 points, but nobody drops below 0."""
    stage = Stage.at(
        phase="castle", ask="batch", workers={0: ["castle 1"]}, hold={0: {"vp": vp, "cubes": "FWS"}}
    )
    assert ("CAY-3.4" in rules(stage, "no_batch", "decline")[0]) is is_cut


def favour(column: int, **fields: Any) -> Stage:
    hold = {0: {"columns": {"vp": column}}}
    return Stage.at(phase="castle", ask="row", actor=0, hold=hold, **fields)


@pytest.mark.parametrize(("column", "stays"), [(0, False), (1, False), (2, True)])
def test_a_stuck_marker_cites_its_rule(column: int, stays: bool) -> None:
    """CAY-11.2.4: columns 1 and 2 are open; in column 2 the marker cannot move, and the row is used."""
    cited = rules(favour(column), "row_chosen", "favour vp")[0]
    assert cited[0] == "CAY-11.2.2"
    assert ("CAY-11.2.4" in cited) is stays


def test_a_converted_tile_goes_back() -> None:
    """CAY-8.4.5: a building converted; CAY-8.4.7 and CAY-8.1.5 too where a worker stood on it."""
    fields: dict[str, Any] = {"road": {9: ("lawyer", 1), 10: ("sawmill_wood", 0)}, "provost": 10}
    hold = {0: {"deniers": 5, "cubes": "C"}}
    free = Stage.at(phase="road", workers={0: ["road 9"]}, hold=hold, **fields)
    assert rules(free, "converted", "convert 10") == [("CAY-8.4.4", "CAY-8.4.5")]
    taken = Stage.at(phase="road", workers={0: ["road 9"], 1: ["road 10"]}, hold=hold, **fields)
    assert rules(taken, "converted", "convert 10") == [("CAY-8.4.4", "CAY-8.4.5", "CAY-8.4.7", "CAY-8.1.5")]


def test_workers_go_home_with_their_rules() -> None:
    """CAY-8.6.1, CAY-8.2.8: beyond the provost, and no cube for its owner; CAY-9.7: from the castle."""
    workers = {0: ["road 5", "road 9"], 1: ["castle 1"]}
    stage = Stage.at(phase="road", provost=5, workers=workers, road={9: ("farm_stone", 1)})
    cited = rules(stage, "not_reached", "sell food")
    assert cited == [("CAY-8.1.2", "CAY-8.6.1", "CAY-5.5.3", "CAY-8.2.8")]
    phases = rules(stage, "phase_began", *(["decline"] if stage.ask == "batch" else []))
    assert any("CAY-9.7" in cited for cited in phases)
