"""The printed data of `tables.toml` as arrays: sectors, neighbours, the edge of the board."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import numpy as np

from donjon.kernel.records import Grid, Ints
from donjon.kingdom_builder.terms import (
    COLUMNS,
    HEXES,
    KIND_OF_LETTER,
    OFF_BOARD,
    ROWS,
    SECTOR_NAMES,
    TOKEN_NAMES,
)

DIRECTIONS = ("W", "E", "NW", "NE", "SW", "SE")  # KB-2.4
OPPOSITE: Ints = np.array([1, 0, 5, 4, 3, 2], np.int8)


def _load() -> dict[str, Any]:
    text = (resources.files("donjon.kingdom_builder") / "tables.toml").read_text("utf-8")
    return tomllib.loads(text)


TABLES = _load()


def _step(hex: int, row_steps: dict[str, list[int]], direction: str) -> int:
    row, column = divmod(hex, COLUMNS)
    d_row, d_column = row_steps[direction]
    row, column = row + d_row, column + d_column
    return row * COLUMNS + column if 0 <= row < ROWS and 0 <= column < COLUMNS else OFF_BOARD


def _neighbours() -> np.ndarray:
    steps = TABLES["geometry"]["neighbours"]
    table = np.full((HEXES + 1, 6), OFF_BOARD, np.int16)
    for hex in range(HEXES):
        parity = "odd_row" if hex // COLUMNS % 2 else "even_row"
        table[hex] = [_step(hex, steps[parity], direction) for direction in DIRECTIONS]
    return table


def _two_steps() -> np.ndarray:
    steps = TABLES["geometry"]["two_step"]
    table = np.full((HEXES + 1, 6), OFF_BOARD, np.int16)
    for hex in range(HEXES):
        table[hex] = [_step(hex, steps, direction) for direction in DIRECTIONS]
    return table


def _sector_kinds() -> np.ndarray:
    """KB-2.7: kinds[sector, orientation, sector hex]; turning sends (r, c) to (9 - r, 9 - c)."""
    kinds = np.zeros((len(SECTOR_NAMES), 2, 100), np.uint8)
    for sector, name in enumerate(SECTOR_NAMES):
        letters = "".join(TABLES["sectors"][name]["rows"])
        kinds[sector, 0] = [KIND_OF_LETTER[letter] for letter in letters]
        kinds[sector, 1] = kinds[sector, 0, ::-1]
    return kinds


# NEIGHBOURS[hex, direction] (KB-2.3) and TWO_STEPS[hex, direction] (KB-2.5); OFF_BOARD outside.
NEIGHBOURS: Grid = _neighbours()
TWO_STEPS: Grid = _two_steps()
SECTOR_KINDS: Grid = _sector_kinds()
# SLOT_HEX[slot]: the first hex of a slot (KB-2.6).
SLOT_HEX: Ints = np.array(
    [slot["row"] * COLUMNS + slot["col"] for slot in TABLES["geometry"]["slots"]], np.int16
)
# SLOT_OF[hex]: the slot a hex lies in, -1 off the board.
SLOT_OF: Ints = np.array(
    [hex // COLUMNS // 10 * 2 + hex % COLUMNS // 10 for hex in range(HEXES)] + [-1], np.int8
)
# The token that a sector's location gives (KB-1.3).
TOKEN_OF_SECTOR: Ints = np.array([TOKEN_NAMES.index(name) for name in SECTOR_NAMES], np.int8)
# KB-2.10: the hexes on the edge of the board.
EDGE: Ints = np.array(
    [hex for hex in range(HEXES) if hex // COLUMNS in (0, ROWS - 1) or hex % COLUMNS in (0, COLUMNS - 1)],
    np.int16,
)
ON_EDGE: Ints = np.isin(np.arange(HEXES + 1), np.asarray(EDGE)).astype(np.uint8)
