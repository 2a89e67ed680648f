"""Elo from finishing orders."""

import numpy as np
import pytest

from donjon.lab.arena.ratings import ELO, expected_score, fit, pair_scores


def scores(matrix: list[list[float]], deals: int) -> np.ndarray:
    """The same scores in every deal."""
    return np.array([matrix] * deals)


NAN = float("nan")


def test_400_points_are_odds_of_ten_to_one() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)


def test_a_shared_rank_is_half_a_win() -> None:
    score, met = pair_scores([0, 1, 1], [2, 1, 2], 2)
    assert met.tolist() == [[0, 2], [2, 0]]
    assert score.tolist() == [[0, 0.5], [1.5, 0]]


def test_two_bots_get_the_elo_of_their_score() -> None:
    """75 of 100, and a deal that both have half won: 75.5 of 101."""
    half = scores([[NAN, 1.0], [0.0, NAN]], 75), scores([[NAN, 0.0], [1.0, NAN]], 25)
    ratings = fit(np.concatenate(half))
    assert ratings.elo == pytest.approx((ELO * np.log(75.5 / 25.5), 0))
    low, high = ratings.intervals[0]
    assert low == pytest.approx(ratings.elo[0] - 1.959964 * 400 / np.log(10) / np.sqrt(101 * 0.1875), rel=0.1)
    assert low + high == pytest.approx(2 * ratings.elo[0])
    assert ratings.intervals[1] == (0, 0)


def test_who_wins_all_is_strong_but_how_strong_nobody_knows() -> None:
    ratings = fit(scores([[NAN, 1.0], [0.0, NAN]], 10))
    low, high = ratings.intervals[0]
    assert 100 < low < ratings.elo[0] < high
    assert high - low > 400


def test_pairs_that_never_met_are_compared_through_others() -> None:
    """a beats b as often as b beats c: a is twice as far above c as b."""
    ratings = fit(scores([[NAN, 0.75, NAN], [0.25, NAN, 0.75], [NAN, 0.25, NAN]], 40))
    assert ratings.elo[0] == pytest.approx(2 * ratings.elo[1])


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Three bots at one table in all rotations, of known strengths."""
    random, truth, runs = np.random.default_rng(5), np.array([120.0, 50.0, 0.0]), 250
    hits = np.zeros(2)
    for _ in range(runs):
        ratings = fit(np.array([_deal(random, truth) for _ in range(50)]))
        for bot in range(2):
            low, high = ratings.intervals[bot]
            hits[bot] += low <= truth[bot] <= high
    assert ((hits / runs > 0.91) & (hits / runs < 0.99)).all()


def _deal(random: np.random.Generator, truth: np.ndarray) -> np.ndarray:
    """Three games; a finishing order is drawn as Plackett and Luce would."""
    score, met = np.zeros((3, 3)), np.zeros((3, 3))
    for _ in range(3):
        order = np.argsort(-(truth / ELO + random.gumbel(size=3)))
        ranks = [int(np.flatnonzero(order == bot)[0]) + 1 for bot in range(3)]
        more, meetings = pair_scores([0, 1, 2], ranks, 3)
        score, met = score + more, met + meetings
    return np.divide(score, met, out=np.full_like(score, np.nan), where=met > 0)
