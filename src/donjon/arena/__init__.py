"""Bots against bots: many seeded games, and what they say about strength and speed."""

from __future__ import annotations

from donjon.arena.playing import simulate
from donjon.arena.report import Report, SeatResult
from donjon.arena.result import Outcome, Standing, outcome
from donjon.arena.sprt import Bounds
from donjon.arena.tournament import Course, Settings, play

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
