"""The phase of a round that an action belongs to, from the decisions at which it is played."""

from __future__ import annotations

import pytest

from donjon.kernel.actions import ALONE, Actions, Kind
from donjon.kernel.message import Message
from donjon.kernel.phases import Phases

SOW, REAP, MILL, REST, PRAY = range(5)
SPRING, SUMMER, AUTUMN = 1, 2, 3
SEED, SCYTHE, STONE, BED, BELL, FLAIL, SACK = (Kind(ALONE) for _ in range(7))


def _declare() -> None:
    for kind, *decisions in (
        (SEED, SOW),
        (SCYTHE, REAP),
        (STONE, MILL, REST),
        (BED, REST),
        (BELL, PRAY),
        (FLAIL, SOW, REAP),
    ):
        kind.action_at(*decisions)(lambda state, seat, argument, log: None)
    FLAIL.never_at(MILL, rule=101)
    SACK.never_at(MILL, rule=101)


_declare()
PHASES = Phases(
    Actions("Farm", "asked", 5, [SEED, SCYTHE, STONE, BED, BELL, FLAIL, SACK], "sow"),
    {SPRING: (SOW, REST), SUMMER: (REAP,), AUTUMN: (MILL, REST)},
    to_come=Message("Phase {number} comes ({rule})."),
    over=Message("Phase {number} is over ({rule})."),
)


@pytest.mark.parametrize(
    ("kind", "phase"),
    [
        (SEED, SPRING),
        (SCYTHE, SUMMER),
        # Resting comes in two phases, so that it does not tell of which one the stone is.
        (STONE, AUTUMN),
        (BED, None),
        # No phase has prayers.
        (BELL, None),
        # Played in two phases; forbidden in a third one, which is nothing to it.
        (FLAIL, None),
        (SACK, None),
    ],
)
def test_an_action_belongs_to_the_only_phase_that_its_decisions_tell(kind: Kind, phase: int | None) -> None:
    assert PHASES.phase(kind.action()) == phase


def test_another_phase_is_to_come_or_over() -> None:
    to_come, over = PHASES.elsewhere(AUTUMN, SUMMER, "F-3"), PHASES.elsewhere(SPRING, SUMMER, "F-1")
    assert to_come is not None
    assert over is not None
    assert (to_come.english(), over.english()) == ("Phase 3 comes (F-3).", "Phase 1 is over (F-1).")
    assert PHASES.elsewhere(SUMMER, SUMMER, "F-2") is None
