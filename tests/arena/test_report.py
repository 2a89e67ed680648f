"""The arithmetic of reports."""

import numpy as np
import pytest

from donjon.arena.report import bot_results, interval, seat_result, share_interval, win_shares


def test_shared_wins_are_split() -> None:
    totals = np.array([[10, 20, 5], [20, 20, 5], [7, 7, 7]])
    assert win_shares(totals).tolist() == [[0, 1, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]


def test_the_interval_is_two_standard_errors_wide_each_way() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])
    low, high = interval(values)
    error = values.std(ddof=1) / 2
    assert (low + high) / 2 == pytest.approx(2.5)
    assert high - 2.5 == pytest.approx(1.959964 * error)


def test_the_interval_of_a_share_solves_wilsons_equation() -> None:
    """At both ends p, the share measured is 1.959964 standard errors sqrt(p (1 - p) / n) away from p."""
    shares = np.array([1.0] * 7 + [0.0] * 3)
    for end in share_interval(shares):
        assert abs(0.7 - end) == pytest.approx(1.959964 * (end * (1 - end) / 10) ** 0.5)


def test_the_interval_of_a_share_knows_no_certainty() -> None:
    low, high = share_interval(np.ones(10))
    assert 0.65 < low < 0.75
    assert high == pytest.approx(1)
    assert share_interval(np.zeros(10)) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_one_game_has_no_spread() -> None:
    assert interval(np.array([3.0])) == (3.0, 3.0)
    result = seat_result("greedy", np.array([30]), np.array([1.0]))
    assert (result.average, result.stdev, result.win_share) == (30, 0, 1)


def test_a_seats_result() -> None:
    result = seat_result("greedy", np.array([10, 14]), np.array([1.0, 0.5]))
    assert result.average == 12
    assert result.stdev == pytest.approx(8**0.5)
    assert result.win_share == 0.75


def test_seats_of_one_bot_are_taken_together() -> None:
    bots = [["a", "b", "b"], ["b", "a", "b"]]
    totals = np.array([[9, 3, 6], [9, 9, 3]])
    first, second = bot_results(bots, totals, win_shares(totals))
    assert (first.bot, first.seats_per_game, first.average, first.win_share) == ("a", 1, 9, 0.75)
    assert (second.bot, second.seats_per_game, second.average, second.win_share) == ("b", 2, 5.25, 0.25)
    assert first.expected_share == pytest.approx(1 / 3)
    assert second.expected_share == pytest.approx(2 / 3)
