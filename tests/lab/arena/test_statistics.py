"""Intervals, Elo and the sequential test: their arithmetic, and how often they are wrong."""

from __future__ import annotations

from collections.abc import Iterable
from math import log

import numpy as np
import pytest

from donjon.errors import BadOption
from donjon.lab.arena.statistics import (
    ELO,
    Bounds,
    SequentialTest,
    bounds,
    deal_share_interval,
    expected_score,
    fit,
    interval,
    pair_scores,
    share_interval,
    wilson,
)


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


def test_one_value_has_no_spread() -> None:
    assert interval(np.array([3.0])) == (3.0, 3.0)


def test_deals_that_are_all_alike_leave_some_doubt() -> None:
    for share in (0.0, 0.5, 1.0):
        low, high = deal_share_interval(np.full(10, share))
        assert high - low > 0.1
    assert deal_share_interval(np.ones(10)) == pytest.approx(wilson(1.0, 100 / 11))


@pytest.mark.parametrize("share", [0.5, 0.9])
@pytest.mark.parametrize("luck", [-0.08, 0.0, 0.08])
@pytest.mark.parametrize("deals", [20, 200])
def test_the_interval_over_deals_holds_the_truth_as_often_as_it_says(
    share: float, luck: float, deals: int
) -> None:
    """Two games a deal; luck of the deal favours the bot in both of them, or in one as much as it hurts."""
    random = np.random.default_rng(7)
    runs = 600
    tilt = random.choice([-0.08, 0.08], size=(runs, deals))
    first = random.random((runs, deals)) < share + tilt
    second = random.random((runs, deals)) < share + (tilt if luck > 0 else -tilt if luck < 0 else 0 * tilt)
    ends = [deal_share_interval(row) for row in (first * 1.0 + second) / 2]
    hits = np.mean([low <= share <= high for low, high in ends])
    assert 0.92 < hits < 0.99


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


def deals(random: np.random.Generator, share: float, luck: float) -> list[float]:
    """Scores of two games each; what luck gives in one game of a deal, it takes in the other."""
    tilt = random.choice([-luck, luck], size=4000)
    first, second = random.random(4000) < share + tilt, random.random(4000) < share - tilt
    return [float(score) for score in (first * 1.0 + second) / 2]


def told(test: SequentialTest, scores: Iterable[float]) -> str | None:
    """The verdict on scores up to the one that decides."""
    for score in scores:
        if test.add(score):
            break
    return test.verdict


@pytest.mark.parametrize("luck", [0.0, 0.25])
@pytest.mark.parametrize("elos", [(0.0, 60.0), (-30.0, 60.0), (100.0, 200.0)])
def test_at_the_bounds_it_is_wrong_no_more_often_than_agreed(elos: tuple[float, float], luck: float) -> None:
    random, runs = np.random.default_rng(3), 600
    for elo, wrong in zip(elos, ("H1", "H0"), strict=True):
        verdicts = []
        for _ in range(runs):
            test = SequentialTest(Bounds(*elos))
            verdicts.append(told(test, deals(random, expected_score(elo), luck)))
        assert set(verdicts) == {"H0", "H1"}
        # Three standard errors above 5 %.
        assert verdicts.count(wrong) / runs < 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_it_ends_sooner_where_pairing_evens_luck_out() -> None:
    random = np.random.default_rng(4)
    ended = []
    for luck in (0.0, 0.3):
        tests = [SequentialTest(Bounds(0, 60)) for _ in range(100)]
        for test in tests:
            told(test, deals(random, expected_score(60), luck))
        ended.append(sum(test.deals for test in tests))
    assert ended[1] < 0.8 * ended[0]


def test_it_needs_more_where_nobody_is_stronger_by_much() -> None:
    near, far = SequentialTest(Bounds(0, 10)), SequentialTest(Bounds(0, 100))
    scores = [0.5, 1.0, 0.5, 0.5] * 2000
    assert told(near, scores) == told(far, scores) == "H1"
    assert near.deals > 3 * far.deals


def test_a_verdict_stands() -> None:
    test = SequentialTest(Bounds(0, 100))
    assert told(test, [1.0] * 100) == "H1"
    decided = test.deals
    assert len(test.course) == decided < 30
    assert test.add(0.0) == "H1"
    assert (test.deals, test.course[-1]) == (decided, test.llr)
    assert test.llr >= test.bounds.upper


def test_walds_bounds() -> None:
    given = bounds("-5, 10.5", alpha=0.05, beta=0.1)
    assert (given.elo0, given.elo1) == (-5, 10.5)
    assert given.upper == pytest.approx(log(0.9 / 0.05))
    assert given.lower == pytest.approx(log(0.1 / 0.95))


@pytest.mark.parametrize(
    "text", ["", "5", "10,0", "5,5", "0,9999", "0,x", "0,10,20", "٠,١", "0," + "9" * 500]
)
def test_bounds_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="two Elo differences"):
        bounds(text)


@pytest.mark.parametrize("rate", [0.0, 0.5, -1.0])
def test_rates_of_errors_are_small_and_not_nought(rate: float) -> None:
    with pytest.raises(BadOption, match="alpha"):
        bounds("0,10", alpha=rate)
    with pytest.raises(BadOption, match="beta"):
        bounds("0,10", beta=rate)
