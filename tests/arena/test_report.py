"""The arithmetic of reports."""

import numpy as np
import pytest

from donjon.lab.arena.report import seat_result, win_shares


def test_shared_wins_are_split() -> None:
    ranks = np.array([[2, 1, 3], [1, 1, 3], [1, 1, 1]])
    assert win_shares(ranks).tolist() == [[0, 1, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]


def test_one_game_has_no_spread() -> None:
    result = seat_result("greedy", np.array([30]), np.array([1.0]))
    assert (result.average, result.stdev, result.win_share) == (30, 0, 1)


def test_a_seats_result() -> None:
    result = seat_result("greedy", np.array([10, 14]), np.array([1.0, 0.5]))
    assert result.average == 12
    assert result.stdev == pytest.approx(8**0.5)
    assert result.win_share == 0.75
