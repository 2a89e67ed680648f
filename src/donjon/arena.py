"""Compare bots over many seeded games: the public names of `donjon.lab.arena`."""

from __future__ import annotations

from donjon.lab.arena import (
    Bounds,
    Course,
    Outcome,
    Report,
    SeatResult,
    Settings,
    Standing,
    outcome,
    play,
    simulate,
)

__all__ = [
    "Bounds",
    "Course",
    "Outcome",
    "Report",
    "SeatResult",
    "Settings",
    "Standing",
    "outcome",
    "play",
    "simulate",
]
