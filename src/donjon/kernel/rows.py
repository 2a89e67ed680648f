"""Rows of numbers, such as who stands where: what rules ask about them."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints

NONE = -1


@compilable
def place_in(row: Ints, number: int) -> int:
    """The first place at which a number stands in a row, NONE where it does not."""
    for place in range(row.shape[0]):
        if row[place] == number:
            return place
    return NONE


@compilable
def copy_row(row: Ints, source: Ints) -> None:
    """Make a row equal to another of the same length.

    Written as an assignment of whole arrays, the compiler would also compile the sentence that complains of
    unequal lengths: 40 functions.
    """
    for place in range(row.shape[0]):
        row[place] = source[place]
