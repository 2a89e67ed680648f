"""Compare bots over many seeded games."""

from __future__ import annotations

from donjon.lab.arena.result import Outcome, Standing, outcome
from donjon.lab.arena.simulation import Report, SeatResult, simulate
from donjon.lab.arena.statistics import Bounds
from donjon.lab.arena.tournament import Course, Settings, play

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
