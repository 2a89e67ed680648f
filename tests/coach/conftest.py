"""Puzzles that are easily found."""

from __future__ import annotations

from itertools import islice

import pytest

import donjon
from donjon.coach import Bounds, Puzzle, find

EASY = Bounds(share=0.0, points=0.0, sure=0.0, glance=4, long=4, count=2, fewest=2)
SEED = 3


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    """A few of Kingdom Builder; no level is asked."""
    return list(islice(find(donjon.games["kingdom-builder"], seed=SEED, bounds=EASY, levels=()), 2))
