"""Puzzles that are easily found, of a small game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from donjon.coach import Bounds, Puzzle, find
from tests.toy.installing import install, installed_here

EASY = Bounds(share=0.0, points=0.0, sure=0.0, glance=4, long=4, count=2, fewest=2)
SEED = 3


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Puzzle]]:
    """A few; no level is asked. The game is installed as long as they are used."""
    with installed_here(install(tmp_path_factory.mktemp("toy"))) as game:
        yield list(islice(find(game, seed=SEED, bounds=EASY, levels=()), 2))
