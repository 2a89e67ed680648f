"""Rows of numbers: where something stands, and copies."""

from __future__ import annotations

import numpy as np

from donjon.kernel.rows import NONE, copy_row, place_in


def test_the_first_place_of_a_number() -> None:
    """Of several the first; NONE where it does not stand, as beyond a slice."""
    row = np.array([3, 1, 1, -1], np.int8)
    assert [place_in(row, number) for number in (3, 1, -1, 2)] == [0, 1, 3, NONE]
    assert place_in(row[:3], -1) == NONE


def test_a_copied_row_is_equal_and_stays_apart() -> None:
    row, source = np.zeros(3, np.int64), np.array([3, 1, 2])
    copy_row(row, source)
    source[0] = 7
    assert list(row) == [3, 1, 2]
