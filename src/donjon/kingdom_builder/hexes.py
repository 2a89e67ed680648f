"""Sets of hexes: of a terrain, next to a seat's settlements, where something may be built.

A set is seven words of 60 bits, three rows of the board each, in the order of the hexes. A record keeps one
as an array, which is changed in place; what is made of sets is a tuple, which allocates nothing when it is
compiled. The functions take both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from donjon.kernel.bits import count_bits, lowest, nth_bit
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Grid, Ints, table
from donjon.kingdom_builder.tables import COLUMNS, EDGE, HEXES, NEIGHBOURS, OFF_BOARD, SLOT_HEX

WORDS, PER_WORD = 7, 60
HexSet = tuple[int, int, int, int, int, int, int]
ROWS_PER_WORD = PER_WORD // COLUMNS
FULL_ROW = (1 << COLUMNS) - 1


def _set_of(hexes: Sequence[int]) -> list[int]:
    words = [0] * WORDS
    for hex in hexes:
        if hex != OFF_BOARD:
            words[hex // PER_WORD] |= 1 << hex % PER_WORD
    return words


# AROUND[hex]: its neighbours; none for OFF_BOARD.
AROUND: Grid = table([_set_of([int(hex) for hex in NEIGHBOURS[at]]) for at in range(HEXES + 1)], np.int64)
# SLOT_SETS[slot]: the hexes of a quarter of the board (KB-2.6).
SLOT_SETS: Grid = table([_set_of([int(hex) for hex in hexes]) for hexes in SLOT_HEX], np.int64)
# KB-2.10: the hexes on the edge of the board.
EDGE_SET: Ints = table(_set_of([int(hex) for hex in EDGE]), np.int64)


@compilable
def holds(words: Ints | HexSet, hex: int) -> bool:
    """Is the hex in the set?"""
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
    """The set itself, as a tuple."""
    return int(a[0]), int(a[1]), int(a[2]), int(a[3]), int(a[4]), int(a[5]), int(a[6])


@compilable
def both(a: Ints | HexSet, b: Ints | HexSet) -> HexSet:
    """The hexes in both sets."""
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
    """The hexes in one of two sets, or in both."""
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
    """What a hex adds to word `number` of a set."""
    return 1 << hex % PER_WORD if hex // PER_WORD == number else 0


@compilable
def only(hex: int) -> HexSet:
    """The set of one hex; with OFF_BOARD the empty one."""
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
    """The hexes of a set but this one."""
    return apart(a, only(hex))


@compilable
def apart(a: Ints | HexSet, b: Ints | HexSet) -> HexSet:
    """The hexes of the first set that are not in the second."""
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
def is_empty(words: HexSet) -> bool:
    """Is there no hex in the set?"""
    return (words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6]) == 0


@compilable
def meet(a: Ints | HexSet, b: Ints | HexSet) -> bool:
    """Have two sets a hex in common?"""
    return not is_empty(both(a, b))


@compilable
def count(words: HexSet) -> int:
    """How many hexes are in the set?"""
    found = 0
    for number in range(WORDS):
        found += count_bits(words[number])
    return found


@compilable
def count_row(words: Ints | HexSet, row: int) -> int:
    """How many hexes of a row of the board are in the set?"""
    return count_bits(int(words[row // ROWS_PER_WORD]) >> row % ROWS_PER_WORD * COLUMNS & FULL_ROW)


@compilable
def following(words: Ints | HexSet, hex: int) -> int:
    """The first hex of a set after this one (-1: the first of all), OFF_BOARD when there is none."""
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
    """The hexes of a set that hang together with this one of it."""
    found = only(hex)
    todo = found
    while not is_empty(todo):
        reached = following(todo, -1)
        new = apart(both(AROUND[reached], words), found)
        found = either(found, new)
        todo = either(without(todo, reached), new)
    return found


@compilable
def nth(words: HexSet, index: int) -> int:
    """The hex number `index` (from 0) of a set with more than `index` hexes, in the order of the board."""
    for number in range(WORDS):
        word = words[number]
        here = count_bits(word)
        if index < here:
            return PER_WORD * number + nth_bit(word, index)
        index -= here
    return OFF_BOARD


@compilable
def mark(words: HexSet, mask: Ints | None) -> int:
    """Mark the hexes of a set in a mask, unless it is None; how many they are."""
    if mask is not None:
        for number in range(WORDS):
            word = words[number]
            while word:
                mask[PER_WORD * number + lowest(word)] = 1
                word &= word - 1
    return count(words)
