"""Rows of numbers: where something stands, and a row as numbers for a learner."""

from __future__ import annotations

import numpy as np

from donjon.kernel.rows import NONE, copy_row, place_in, put_row


def test_the_first_place_of_a_number() -> None:
    """Of several the first; NONE where it does not stand, as beyond a slice."""
    row = np.array([3, 1, 1, -1], np.int8)
    assert [place_in(row, number) for number in (3, 1, -1, 2)] == [0, 1, 3, NONE]
    assert place_in(row[:3], -1) == NONE


def test_rows_follow_each_other() -> None:
    """Each row goes to the place that the one before returned, as parts of a whole."""
    out = np.zeros(6, np.float32)
    at = put_row(out, 1, np.array([5, 10], np.int16), 10)
    assert put_row(out, at, np.array([1, 0], np.uint8), 1) == 5
    assert list(out) == [0, 0.5, 1, 1, 0, 0]


def test_a_copied_row_is_equal_and_stays_apart() -> None:
    row, source = np.zeros(3, np.int64), np.array([3, 1, 2])
    copy_row(row, source)
    source[0] = 7
    assert list(row) == [3, 1, 2]
