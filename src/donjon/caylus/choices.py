"""What some decisions choose from: tiles to build, multisets of cubes."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import numpy as np

from donjon.caylus.nouns import CUBES, PLAIN_CUBES, TILES, Cube, Tile
from donjon.kernel.records import Grid

# PAIRS[index]: two cubes other than gold, the first kind not above the second (peddler, alchemist, favour).
PAIRS = tuple(combinations_with_replacement(range(PLAIN_CUBES), 2))
# FOURS[index]: four such cubes (alchemist).
FOURS = tuple(combinations_with_replacement(range(PLAIN_CUBES), 4))
# BATCHES[index]: the food of a batch and what goes with it (CAY-9.2.2).
BATCHES = tuple(
    (Cube.FOOD, *pair) for pair in combinations((Cube.WOOD, Cube.STONE, Cube.CLOTH, Cube.GOLD), 2)
)
BATCH_COUNT = len(BATCHES)

# What can be built by a construction building: all tiles from the first wood tile on but the residence.
FIRST_BUILT = int(Tile.FARM_FOOD)
BUILT_TILES = TILES - FIRST_BUILT


def _counts(multisets: tuple[tuple[int, ...], ...]) -> np.ndarray:
    table = np.zeros((len(multisets), CUBES), np.int8)
    for index, cubes in enumerate(multisets):
        for cube in cubes:
            table[index, cube] += 1
    return table


# How many cubes of each kind a multiset holds, int8[multisets, CUBES].
PAIR_CUBES: Grid = _counts(PAIRS)
FOUR_CUBES: Grid = _counts(FOURS)
BATCH_CUBES: Grid = _counts(BATCHES)
