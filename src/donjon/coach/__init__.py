"""Find the best decisions and why; review games."""

from __future__ import annotations

from donjon.coach.analysis import Analysis, Choice, Difference, Reason, analyse
from donjon.coach.heatmap import heat, heat_svg
from donjon.coach.puzzles import BadPuzzles, Bounds, Puzzle, find, puzzle_from, puzzle_of, puzzles_of
from donjon.coach.reviewing import (
    Decision,
    Moment,
    Review,
    Settings,
    accuracy,
    decisions,
    moment,
    moments,
    review,
    sum_up,
)

__all__ = [
    "Analysis",
    "BadPuzzles",
    "Bounds",
    "Choice",
    "Decision",
    "Difference",
    "Moment",
    "Puzzle",
    "Reason",
    "Review",
    "Settings",
    "accuracy",
    "analyse",
    "decisions",
    "find",
    "heat",
    "heat_svg",
    "moment",
    "moments",
    "puzzle_from",
    "puzzle_of",
    "puzzles_of",
    "review",
    "sum_up",
]
