"""The sequential test."""

from collections.abc import Iterable
from math import log

import numpy as np
import pytest

from donjon.errors import BadOption
from donjon.lab.arena.ratings import expected_score
from donjon.lab.arena.sprt import Bounds, SequentialTest, bounds


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
