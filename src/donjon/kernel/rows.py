"""Helpers for rows of numbers, in interpreted and compiled code."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints

NONE = -1


@compilable
def place_in(row: Ints, number: int) -> int:
    """Return the first index of a number in a row, NONE if it isn't there."""
    for place in range(row.shape[0]):
        if row[place] == number:
            return place
    return NONE


@compilable
def copy_row(row: Ints, source: Ints) -> None:
    """Copy `source` into a row of the same length.

    With a slice assignment Numba would also compile the error message for unequal lengths: 40 functions.
    """
    for place in range(row.shape[0]):
        row[place] = source[place]
