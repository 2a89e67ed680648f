"""Chapter 7: moving the provost."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import Stage


def test_passing_order_decides() -> None:
    """CAY-7.1: once each, first to pass first."""
    stage = Stage.at(phase="provost", passed=[2, 0, 3, 1], hold={seat: {"deniers": 5} for seat in range(4)})
    acted = []
    while stage.phase == "provost":
        acted.append((stage.actor, stage.provost))
        stage.play("provost +1")
    assert acted == [(2, 6), (0, 7), (3, 8), (1, 9)]


def test_steps_and_costs() -> None:
    """CAY-7.2: 1 to 3 spaces in one direction for 1 denier each, or none."""
    stage = Stage.at(phase="provost", provost=10, hold={0: {"deniers": 5}})
    assert stage.legal() == {"decline", *(f"provost {step:+d}" for step in (-3, -2, -1, 1, 2, 3))}
    for step in (-3, -2, -1, 1, 2, 3):
        moved = stage.twin().play(f"provost {step:+d}")
        assert (moved.provost, moved.deniers(0)) == (10 + step, 5 - abs(step))
        assert moved.actor == 1
    stage.play("decline")
    assert (stage.provost, stage.deniers(0)) == (10, 5)


@pytest.mark.parametrize("deniers", [0, 1, 2, 3])
def test_limited_by_deniers(deniers: int) -> None:
    """CAY-7.3: no further than the deniers held; who has none is not asked."""
    stage = Stage.at(phase="provost", provost=10, hold={0: {"deniers": deniers}})
    if deniers == 0:
        assert stage.actor == 1
        return
    assert len(stage.legal("provost")) == 2 * deniers
    for step in (1, 2, 3):
        wanted = "" if step <= deniers else "CAY-7.3"
        assert stage.why(f"provost +{step}") == stage.why(f"provost -{step}") == wanted


@pytest.mark.parametrize("provost", [1, 2, 3, 26, 27, 28])
def test_the_ends_of_the_road(provost: int) -> None:
    """CAY-7.4: never off the spaces 1 to 28; a move is not shortened."""
    stage = Stage.at(phase="provost", provost=provost, hold={0: {"deniers": 9}})
    for step in (-3, -2, -1, 1, 2, 3):
        wanted = "" if 1 <= provost + step <= 28 else "CAY-7.4"
        assert stage.why(f"provost {step:+d}") == wanted


def test_unbuilt_spaces() -> None:
    """CAY-7.5: the provost may stand there."""
    stage = Stage.at(phase="provost", provost=8, hold={0: {"deniers": 3}}).play("provost +3")
    assert stage.provost == 11
    assert stage.tile(11) is None


def test_the_scale_is_empty_in_the_next_round() -> None:
    """CAY-7.6: nobody has passed when the next round begins, and a placement costs 1 again."""
    stage = Stage.at(phase="provost", passed=[2, 0, 3, 1])
    while stage.round == 1:
        stage.play("decline")
    assert stage.passed == []
    before = stage.deniers(0)
    assert before - stage.play("place castle").deniers(0) == 1
