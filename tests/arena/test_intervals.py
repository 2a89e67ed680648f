"""The arithmetic of intervals."""

import numpy as np
import pytest

from donjon.lab.arena.intervals import deal_share_interval, interval, share_interval, wilson


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
