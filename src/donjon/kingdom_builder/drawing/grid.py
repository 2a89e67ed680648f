"""Where hexes lie on the page: their centres and corners, in units of the viewBox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from donjon.kingdom_builder.nouns import HexKind
from donjon.kingdom_builder.tables import COLUMNS, DIRECTIONS, HEXES, LETTERS, NEIGHBOURS, OFF_BOARD, ROWS

MARGIN = 56
HALF_WIDTH = 26  # from a hex's centre to its left and right side
SIDE = 30  # from a hex's centre to its upper and lower corner
STEP = 45  # from one row of hexes to the next
WIDTH = 2 * MARGIN + 2 * HALF_WIDTH * COLUMNS + HALF_WIDTH
HEIGHT = 2 * MARGIN + STEP * (ROWS - 1) + 2 * SIDE
VIEWBOX = (0, 0, WIDTH, HEIGHT)

# The corners of a hex round its centre, clockwise from the upper one; side n goes from corner n to the next.
CORNERS = (
    (0, -SIDE),
    (HALF_WIDTH, -SIDE // 2),
    (HALF_WIDTH, SIDE // 2),
    (0, SIDE),
    (-HALF_WIDTH, SIDE // 2),
    (-HALF_WIDTH, -SIDE // 2),
)
SIDES = ("NE", "E", "SE", "SW", "W", "NW")  # what lies beyond each side

KINDS = {letter: kind.id for letter, kind in zip(LETTERS, HexKind)} | {"?": "unknown"}

Place = int | Sequence[int]
Corner = tuple[int, int]


class Spot(NamedTuple):
    """A hex and where its centre is drawn, in units of the viewBox."""

    row: int
    column: int
    x: int
    y: int


def hex_centre(row: int, column: int) -> tuple[int, int]:
    """The centre of a hex in units of the viewBox; odd rows are shifted to the right (KB-2.2)."""
    x = MARGIN + HALF_WIDTH * (1 + 2 * column + row % 2)
    return x, MARGIN + SIDE + STEP * row


def spot(place: Place) -> Spot:
    """The spot of a hex given as its action number or as (row, column)."""
    row, column = divmod(place, COLUMNS) if isinstance(place, int) else place
    return Spot(row, column, *hex_centre(row, column))


def corners(hex: int) -> list[Corner]:
    """The six corners of a hex, clockwise from the upper one."""
    x, y = hex_centre(*divmod(hex, COLUMNS))
    return [(x + dx, y + dy) for dx, dy in CORNERS]


# BEYOND[hex][side]: the hex beyond each of its sides, None beyond the edge of the board.
BEYOND: list[list[int | None]] = [
    [
        None if NEIGHBOURS[hex, DIRECTIONS.index(side)] == OFF_BOARD
        else int(NEIGHBOURS[hex, DIRECTIONS.index(side)])
        for side in SIDES
    ]
    for hex in range(HEXES)
]  # fmt: skip


def chance(x: int, y: int, use: int = 0) -> int:
    """A number 0..1023 that looks drawn by lot and is always the same for a point and a use of it."""
    mixed = (x * 73_856_093 ^ y * 19_349_663 ^ (use + 1) * 83_492_791) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return (mixed ^ mixed >> 13) & 1023
