"""The one flat space of the actions of Caylus, and the multisets of cubes that some of them name."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import numpy as np

from donjon.caylus.nouns import CUBES, MAX_SEATS, NEUTRALS, PLAIN_CUBES, ROAD, ROWS, SPACES, TILES, Cube, Tile
from donjon.kernel.records import Grid, Ints

# PAIRS[index]: two cubes other than gold, the first kind not above the second (peddler, alchemist, favour).
PAIRS = tuple(combinations_with_replacement(range(PLAIN_CUBES), 2))
# FOURS[index]: four such cubes (alchemist).
FOURS = tuple(combinations_with_replacement(range(PLAIN_CUBES), 4))
# BATCHES[index]: what goes with the food of a batch (CAY-9.2.2).
BATCHES = tuple(combinations((Cube.WOOD, Cube.STONE, Cube.CLOTH, Cube.GOLD), 2))
PAIR_COUNT, FOUR_COUNT, BATCH_COUNT = len(PAIRS), len(FOURS), len(BATCHES)

# The provost's steps, in the order of the actions (CAY-7.2).
STEPS = (-3, -2, -1, 1, 2, 3)

# What can be built by a construction building: all tiles from the first wood tile on but the residence.
FIRST_BUILT = int(Tile.FARM_FOOD)
BUILT_TILES = TILES - FIRST_BUILT

PASS = 0
DECLINE = 1  # stay, stop, do not use
TAKE_BACK = 2  # a worker of the gate or the inn goes home
LEAVE = 3  # the worker stays in the inn
JOUST = 4  # pay 1 denier and 1 cloth
PLACE = 5  # + space
MOVE = PLACE + SPACES  # + space: the worker of the gate
PROVOST = MOVE + SPACES  # + index into STEPS
PRODUCE = PROVOST + len(STEPS)  # + cube
BONUS = PRODUCE + CUBES  # + cube
BUILD = BONUS + CUBES  # + tile - FIRST_BUILT
PAY = BUILD + BUILT_TILES  # + cube
SITE = PAY + CUBES  # + road space (0 is none)
CONVERT = SITE + ROAD + 1  # + road space (0 is none)
SELL = CONVERT + ROAD + 1  # + cube
BUY = SELL + CUBES  # + cube; gold is never sold (CAY-8.5.4)
BUY_TWO = BUY + CUBES  # + pair
TRADE = BUY_TWO + PAIR_COUNT  # + 0 the small offer, 1 the large one
EXCHANGE_TWO = TRADE + 2  # + pair
EXCHANGE_FOUR = EXCHANGE_TWO + PAIR_COUNT  # + four
EXCHANGE_GOLD = EXCHANGE_FOUR + FOUR_COUNT  # never legal: gold is not paid (CAY-8.5.8)
ROW = EXCHANGE_GOLD + 1  # + row
FAVOUR_CUBE = ROW + ROWS  # + cube
SWAP = FAVOUR_CUBE + CUBES  # + cube given
SWAP_FOR = SWAP + CUBES  # + pair taken
SWAP_FOR_GOLD = SWAP_FOR + PAIR_COUNT  # never legal: gold is not taken (CAY-11.5.3)
BATCH = SWAP_FOR_GOLD + 1  # + index into BATCHES
NO_BATCH = BATCH + BATCH_COUNT  # never legal: three cubes that are no batch (CAY-9.2.2)
LAY = NO_BATCH + 1  # nature: + neutral tile
ORDER = LAY + NEUTRALS  # nature: + seat
ACTIONS = ORDER + MAX_SEATS


def _counts(multisets: tuple[tuple[int, ...], ...]) -> np.ndarray:
    table = np.zeros((len(multisets), CUBES), np.int8)
    for index, cubes in enumerate(multisets):
        for cube in cubes:
            table[index, cube] += 1
    return table


# How many cubes of each kind a multiset holds, int8[multisets, CUBES].
PAIR_CUBES: Grid = _counts(PAIRS)
FOUR_CUBES: Grid = _counts(FOURS)
BATCH_CUBES: Grid = _counts(tuple((Cube.FOOD, *pair) for pair in BATCHES))
STEP_TABLE: Ints = np.array(STEPS, np.int8)
