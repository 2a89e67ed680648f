"""The arithmetic of reports."""

import numpy as np
import pytest

from donjon.arena.report import BotResult, bot_results, seat_result, win_shares


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


def test_seats_of_one_bot_are_taken_together() -> None:
    bots = [["a", "b", "b"], ["b", "a", "b"]]
    totals = np.array([[9, 3, 6], [9, 9, 3]])
    first, second = bot_results(bots, totals, win_shares(np.array([[1, 3, 2], [1, 1, 3]])))
    assert (first.bot, first.seats_per_game, first.average, first.win_share) == ("a", 1, 9, 0.75)
    assert (second.bot, second.seats_per_game, second.average, second.win_share) == ("b", 2, 5.25, 0.25)
    assert first.expected_share == pytest.approx(1 / 3)
    assert second.expected_share == pytest.approx(2 / 3)


def test_games_of_one_deal_are_no_independent_games() -> None:
    """Ten deals, each won or lost twice, say no more than ten games."""
    bots = [["a", "b"], ["b", "a"]] * 10
    totals = np.array([[9, 3], [3, 9]] * 6 + [[3, 9], [9, 3]] * 4)
    ranks = np.where(totals == 9, 1, 2)
    games, _ = bot_results(bots, totals, win_shares(ranks))
    deals, _ = bot_results(bots, totals, win_shares(ranks), games_per_deal=2)
    assert games.win_share == deals.win_share == 0.6
    assert width(deals) > 1.3 * width(games)


def width(result: BotResult) -> float:
    low, high = result.win_share_interval
    return high - low
