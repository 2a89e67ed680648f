"""Chapter 2: the hexes of the board, their neighbours, names and sets.

A set of hexes is seven words of 60 bits, three rows of the board each, in the order of the hexes. A record
keeps one as an array, which is changed in place; what is made of sets is a tuple, which allocates nothing
when it is compiled. The functions take both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from donjon.games.kingdom_builder.model import (
    BOOK,
    COLUMNS,
    HEXES,
    LETTERS,
    OFF_BOARD,
    ORIENTATIONS,
    ROWS,
    SECTOR_COLUMNS,
    SECTOR_IDS,
    SECTOR_ROWS,
    SECTORS,
    SLOTS,
    TABLES,
    WORDS,
    HexKind,
    Slot,
    Token,
)
from donjon.kernel.actions import Domain, Kind, Reading
from donjon.kernel.bits import count_bits, lowest, nth_bit
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import NamedEvent
from donjon.kernel.message import Case, SeatName, Term
from donjon.kernel.records import Grid, Ints, table

# Geometry

DIRECTIONS = ("W", "E", "NW", "NE", "SW", "SE")  # KB-2.4
OPPOSITE: Ints = np.array([1, 0, 5, 4, 3, 2], np.int8)
# One direction of each line through a hex; the other one is its opposite.
AXES: Ints = np.array([0, 2, 3], np.int8)
MOST_NEIGHBOURS = len(DIRECTIONS)


def _step(hex: int, row_steps: dict[str, list[int]], direction: str) -> int:
    row, column = divmod(hex, COLUMNS)
    d_row, d_column = row_steps[direction]
    row, column = row + d_row, column + d_column
    return row * COLUMNS + column if 0 <= row < ROWS and 0 <= column < COLUMNS else OFF_BOARD


def _neighbours() -> np.ndarray:
    """Return the neighbours of each hex, by direction (KB-2.3)."""
    steps = TABLES["geometry"]["neighbours"]
    table = np.full((HEXES + 1, 6), OFF_BOARD, np.int16)
    for hex in range(HEXES):
        parity = "odd_row" if hex // COLUMNS % 2 else "even_row"
        table[hex] = [_step(hex, steps[parity], direction) for direction in DIRECTIONS]
    return table


def _two_steps() -> np.ndarray:
    """Return the hexes two steps away in a straight line from each hex, by direction (KB-2.5)."""
    steps = TABLES["geometry"]["two_step"]
    table = np.full((HEXES + 1, 6), OFF_BOARD, np.int16)
    for hex in range(HEXES):
        table[hex] = [_step(hex, steps, direction) for direction in DIRECTIONS]
    return table


def _sector_kinds() -> np.ndarray:
    """Return kinds[sector, orientation, sector hex]; turning sends (r, c) to (9 - r, 9 - c) (KB-2.7)."""
    kinds = np.zeros((SECTORS, len(ORIENTATIONS), SECTOR_ROWS * SECTOR_COLUMNS), np.uint8)
    for sector, name in enumerate(SECTOR_IDS):
        letters = "".join(TABLES["sectors"][name]["rows"])
        kinds[sector, 0] = [LETTERS.index(letter) for letter in letters]
        kinds[sector, 1] = kinds[sector, 0, ::-1]
    return kinds


def _slot_hexes() -> np.ndarray:
    table = np.zeros((SLOTS, SECTOR_ROWS * SECTOR_COLUMNS), np.int16)
    for slot in TABLES["geometry"]["slots"]:
        rows, columns = (np.arange(SECTOR_ROWS) + slot["row"], np.arange(SECTOR_COLUMNS) + slot["col"])
        table[Slot[slot["name"].upper()]] = (rows[:, None] * COLUMNS + columns).ravel()
    return table


# NEIGHBOURS[hex, direction] (KB-2.3) and TWO_STEPS[hex, direction] (KB-2.5); OFF_BOARD outside.
NEIGHBOURS: Grid = _neighbours()
TWO_STEPS: Grid = _two_steps()
SECTOR_KINDS: Grid = _sector_kinds()
# SLOT_HEX[slot, sector hex]: where the hexes of a slot lie on the board (KB-2.6).
SLOT_HEX: Grid = _slot_hexes()
# SLOT_OF[hex]: the slot a hex lies in, -1 off the board.
SLOT_OF: Ints = np.full(HEXES + 1, -1, np.int8)
for _slot, _hexes in enumerate(SLOT_HEX):
    SLOT_OF[_hexes] = _slot
# The token that a sector's location gives (KB-1.3).
TOKEN_OF_SECTOR: Ints = np.array([Token[name.upper()] for name in SECTOR_IDS], np.int8)
# KB-2.10: the hexes on the edge of the board.
EDGE: Ints = np.array(
    [hex for hex in range(HEXES) if hex // COLUMNS in (0, ROWS - 1) or hex % COLUMNS in (0, COLUMNS - 1)],
    np.int16,
)
ON_EDGE: Ints = np.isin(np.arange(HEXES + 1), np.asarray(EDGE)).astype(np.uint8)

# Names: in texts, to people, on the drawing

_HEX = re.compile(r"([0-9]{1,2}),([0-9]{1,2})")


def hex_text(hex: int) -> str:
    """Return a hex as "row,column", both from 0."""
    row, column = divmod(int(hex), COLUMNS)
    return f"{row},{column}"


def hex_read(text: str) -> int | None:
    """Return the hex that "row,column" means; None if it is not on the board."""
    match = _HEX.fullmatch(text)
    if match is None or int(match[1]) >= ROWS or int(match[2]) >= COLUMNS:
        return None
    return int(match[1]) * COLUMNS + int(match[2])


def hex_of(index: Any) -> list[int]:
    """Return [row, column] of a hex."""
    return list(divmod(int(index), COLUMNS))


def at_hex(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """Return the subject of the drawing where an event on a hex happens."""
    return f"hex-{hex_text(named.hex)}"


def _read(reading: Reading) -> int:
    text = " ".join(reading.words) or reading.text
    hex = hex_read(text)
    if hex is None:
        raise Reading(reading.state, reading.seat, [], text).refuse(
            "{words} isn't a hex. Type row,column from 0 to {last}, such as 4,8.", last=ROWS - 1
        )
    return hex


HEX = Kind(Domain("a hex", HEXES, lambda _state, hex: hex_text(hex), _read))


@BOOK.fact("kind")
def _kind_of_hex(case: Case) -> Term:
    """Return the printed kind of the hex."""
    return HexKind(case.state.kind[case.argument]).term


@BOOK.fact("owner")
def _owner_of_hex(case: Case) -> SeatName:
    """Return the seat whose settlement stands on the hex."""
    return SeatName(int(case.state.owner[case.argument]))


# Sets

PER_WORD = 60
HexSet = tuple[int, int, int, int, int, int, int]
ROWS_PER_WORD = PER_WORD // COLUMNS
FULL_ROW = (1 << COLUMNS) - 1


def set_of(hexes: Iterable[int]) -> list[int]:
    """Return the words of a set of hexes, for a table; OFF_BOARD is left out."""
    words = [0] * WORDS
    for hex in hexes:
        if hex != OFF_BOARD:
            words[int(hex) // PER_WORD] |= 1 << int(hex) % PER_WORD
    return words


# AROUND[hex]: its neighbours; none for OFF_BOARD.
AROUND: Grid = table([set_of(NEIGHBOURS[at]) for at in range(HEXES + 1)], np.int64)
# TWO_AWAY[hex]: the hexes two steps away in a straight line (KB-2.5); none for OFF_BOARD.
TWO_AWAY: Grid = table([set_of(TWO_STEPS[at]) for at in range(HEXES + 1)], np.int64)
# SLOT_SETS[slot]: the hexes of a quarter of the board (KB-2.6).
SLOT_SETS: Grid = table([set_of(hexes) for hexes in SLOT_HEX], np.int64)
# KB-2.10: the hexes on the edge of the board.
EDGE_SET: Ints = table(set_of(EDGE), np.int64)


@compilable
def holds(words: Ints | HexSet, hex: int) -> bool:
    """Return whether the hex is in the set."""
    hex = int(hex)
    return int(words[hex // PER_WORD]) >> hex % PER_WORD & 1 != 0


@compilable
def add(words: Ints, hex: int) -> None:
    """Put a hex into a set."""
    hex = int(hex)
    words[hex // PER_WORD] |= 1 << hex % PER_WORD


@compilable
def remove(words: Ints, hex: int) -> None:
    """Take a hex out of a set, if it is there."""
    hex = int(hex)
    words[hex // PER_WORD] &= ~(1 << hex % PER_WORD)


@compilable
def add_around(words: Ints, hex: int) -> None:
    """Put all neighbours of a hex into a set."""
    for number in range(WORDS):
        words[number] |= AROUND[hex, number]


@compilable
def whole(a: Ints | HexSet) -> HexSet:
    """Return the set itself, as a tuple."""
    return int(a[0]), int(a[1]), int(a[2]), int(a[3]), int(a[4]), int(a[5]), int(a[6])


@compilable
def both(a: Ints | HexSet, b: Ints | HexSet) -> HexSet:
    """Return the hexes that are in both sets."""
    return (
        int(a[0]) & int(b[0]),
        int(a[1]) & int(b[1]),
        int(a[2]) & int(b[2]),
        int(a[3]) & int(b[3]),
        int(a[4]) & int(b[4]),
        int(a[5]) & int(b[5]),
        int(a[6]) & int(b[6]),
    )


@compilable
def either(a: Ints | HexSet, b: Ints | HexSet) -> HexSet:
    """Return the hexes that are in one of two sets, or in both."""
    return (
        int(a[0]) | int(b[0]),
        int(a[1]) | int(b[1]),
        int(a[2]) | int(b[2]),
        int(a[3]) | int(b[3]),
        int(a[4]) | int(b[4]),
        int(a[5]) | int(b[5]),
        int(a[6]) | int(b[6]),
    )


@compilable
def bit_of(hex: int, number: int) -> int:
    """Return the bits of a hex in word `number` of a set."""
    return 1 << hex % PER_WORD if hex // PER_WORD == number else 0


@compilable
def only(hex: int) -> HexSet:
    """Return the set of one hex; for OFF_BOARD the empty set."""
    hex = int(hex)
    if hex == OFF_BOARD:
        return 0, 0, 0, 0, 0, 0, 0
    return (
        bit_of(hex, 0),
        bit_of(hex, 1),
        bit_of(hex, 2),
        bit_of(hex, 3),
        bit_of(hex, 4),
        bit_of(hex, 5),
        bit_of(hex, 6),
    )


@compilable
def without(a: HexSet, hex: int) -> HexSet:
    """Return the hexes of a set except this one."""
    return apart(a, only(hex))


@compilable
def apart(a: Ints | HexSet, b: Ints | HexSet) -> HexSet:
    """Return the hexes of the first set that are not in the second."""
    return (
        int(a[0]) & ~int(b[0]),
        int(a[1]) & ~int(b[1]),
        int(a[2]) & ~int(b[2]),
        int(a[3]) & ~int(b[3]),
        int(a[4]) & ~int(b[4]),
        int(a[5]) & ~int(b[5]),
        int(a[6]) & ~int(b[6]),
    )


@compilable
def is_empty(words: Ints | HexSet) -> bool:
    """Return whether there is no hex in the set."""
    return (words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6]) == 0


@compilable
def meet(a: Ints | HexSet, b: Ints | HexSet) -> bool:
    """Return whether two sets have a hex in common."""
    return not is_empty(both(a, b))


@compilable
def count(words: HexSet) -> int:
    """Return how many hexes are in the set."""
    total = 0
    for number in range(WORDS):
        total += count_bits(words[number])
    return total


@compilable
def count_row(words: Ints | HexSet, row: int) -> int:
    """Return how many hexes of a row of the board are in the set."""
    return count_bits(int(words[row // ROWS_PER_WORD]) >> row % ROWS_PER_WORD * COLUMNS & FULL_ROW)


@compilable
def following(words: Ints | HexSet, hex: int) -> int:
    """Return the first hex of a set after this one (-1: the first of all); OFF_BOARD without one."""
    number = (hex + 1) // PER_WORD
    at = (hex + 1) % PER_WORD
    word = int(words[number]) >> at << at
    while word == 0:
        number += 1
        if number == WORDS:
            return OFF_BOARD
        word = int(words[number])
    return PER_WORD * number + lowest(word)


@compilable
def connected(words: Ints | HexSet, hex: int) -> HexSet:
    """Return the hexes of a set that are connected with this hex of it."""
    group = only(hex)
    todo = group
    while not is_empty(todo):
        reached = following(todo, -1)
        new = apart(both(AROUND[reached], words), group)
        group = either(group, new)
        todo = either(without(todo, reached), new)
    return group


@compilable
def nth(words: HexSet, index: int) -> int:
    """Return the hex number `index` (from 0) of a set with more than `index` hexes, in board order."""
    for number in range(WORDS):
        word = words[number]
        size = count_bits(word)
        if index < size:
            return PER_WORD * number + nth_bit(word, index)
        index -= size
    return OFF_BOARD


@compilable
def mark(words: HexSet, mask: Ints | None) -> int:
    """Mark the hexes of a set in a mask, unless it is None; return how many there are."""
    if mask is not None:
        for number in range(WORDS):
            word = words[number]
            while word:
                mask[PER_WORD * number + lowest(word)] = 1
                word &= word - 1
    return count(words)
