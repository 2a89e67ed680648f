"""Measure strength: means and shares with 95 % intervals, Elo, and a sequential test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np

from donjon.errors import BadOption
from donjon.kernel.untrusted import short

# Half the width of a 95 % interval in standard errors.
Z95 = 1.959964
Interval = tuple[float, float]


def interval(values: np.ndarray) -> Interval:
    """Return the 95 % interval of the mean of values[n]; the value twice when there is but one."""
    mean = float(values.mean())
    if len(values) < 2:
        return mean, mean
    half = Z95 * float(values.std(ddof=1)) / len(values) ** 0.5
    return mean - half, mean + half


def share_interval(shares: np.ndarray) -> Interval:
    """Return the 95 % interval of a share of wins, shares[n] each from 0 to 1, of independent games."""
    return wilson(float(shares.mean()), len(shares))


def wilson(mean: float, n: float) -> Interval:
    """Return the 95 % interval of a share that was `mean` in n independent games.

    Wilson, "Probable inference, the law of succession, and statistical inference" (JASA 1927): unlike the
    normal approximation it stays within 0 and 1 and does not call ten wins in ten a certainty.
    """
    slack = Z95 * Z95 / n
    middle = (mean + slack / 2) / (1 + slack)
    half = Z95 / (1 + slack) * (mean * (1 - mean) / n + slack / (4 * n)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def deal_share_interval(shares: np.ndarray) -> Interval:
    """Return the 95 % interval of a share of wins; shares[deals] is the mean over the games of each deal.

    Games of one deal are not independent, so the deals are counted. Wilson's interval for the number of
    independent games that would leave the mean as unsure as the spread between the deals does: more than
    the number of deals where pairing helps, and never fewer but for one deal's worth of doubt, since a
    few deals can be alike by accident.
    """
    deals, mean = len(shares), float(shares.mean())
    most = mean * (1 - mean)
    spread = float(((shares - mean) ** 2).mean()) / most if most > 0 else 1.0
    return wilson(mean, deals / (spread + 1 / deals))


# Elo points of one unit of the logistic scale: 400 points are odds of ten to one.
ELO = 400 / log(10)
_STEPS = 100
_CLOSE = 1e-10


def expected_score(elo: float) -> float:
    """Return the expected score of a player that is this many Elo points stronger: 0.5 for 0 points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True)
class Ratings:
    """Elo of every bot relative to the last one, which has 0, with 95 % intervals over deals."""

    elo: tuple[float, ...]
    intervals: tuple[Interval, ...]


def pair_scores(seating: Sequence[int], ranks: Sequence[int], bots: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean scores of bots against each other in a game, and the numbers of pairs of seats.

    Both are arrays [bots, bots]. The seat that finishes before another scores 1, a shared rank 1/2.
    """
    score, met = np.zeros((bots, bots)), np.zeros((bots, bots))
    for seat, bot in enumerate(seating):
        for other_seat, other in enumerate(seating):
            if bot != other:
                met[bot, other] += 1
                own, theirs = ranks[seat], ranks[other_seat]
                score[bot, other] += 0.5 if own == theirs else float(own < theirs)
    return score, met


def fit(scores: np.ndarray) -> Ratings:
    """Fit the Bradley-Terry model to scores[deals, bots, bots]: the mean score of one bot against another.

    NaN stands where two bots did not meet. Every pair of seats with different bots counts as a game of
    two, and each deal weighs the same; of the models of whole finishing orders (Plackett-Luce) this is
    the simpler one, and it handles shared ranks. For each two bots one half-won deal is added: a bot that
    wins every game gets a finite Elo. The intervals rest on how much deals differ from each other (the
    "sandwich" of robust statistics, with deals as clusters), as games of one deal are not independent.
    """
    bots = scores.shape[1]
    first, second = np.triu_indices(bots, 1)
    shares = scores[:, first, second]  # deals, pairs
    met = ~np.isnan(shares)
    there = met.any(axis=0)
    first, second, shares, met = first[there], second[there], shares[:, there], met[:, there]
    shares = np.where(met, shares, 0.0)
    signs = np.zeros((len(first), bots))
    signs[np.arange(len(first)), first] = 1
    signs[np.arange(len(first)), second] = -1
    signs = signs[:, :-1]
    weights, won = met.sum(axis=0) + 1.0, shares.sum(axis=0) + 0.5
    strength = _most_likely(signs, weights, won)
    chance = 1 / (1 + np.exp(-signs @ strength))
    spread = _spread(signs, weights, chance, np.where(met, shares - chance, 0.0))
    elo = [*(ELO * strength), 0.0]
    halves = [*(Z95 * ELO * spread), 0.0]
    return Ratings(
        tuple(float(value) for value in elo),
        tuple((float(value - half), float(value + half)) for value, half in zip(elo, halves, strict=True)),
    )


def _most_likely(signs: np.ndarray, weights: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Find by Newton's method the strengths relative to the last bot, in units of the logistic scale."""
    strength = np.zeros(signs.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-signs @ strength))
        gradient = signs.T @ (won - weights * chance)
        step = np.linalg.solve(_curvature(signs, weights, chance), gradient)
        # A long step from where the curve is flat would overshoot.
        step *= min(1.0, 1.0 / max(1e-12, float(np.abs(step).max(initial=0.0))))
        strength += step
        if np.abs(step).max(initial=0.0) < _CLOSE:
            break
    return strength


def _curvature(signs: np.ndarray, weights: np.ndarray, chance: np.ndarray) -> np.ndarray:
    return np.asarray((signs * (weights * chance * (1 - chance))[:, None]).T @ signs)


def _spread(signs: np.ndarray, weights: np.ndarray, chance: np.ndarray, rest: np.ndarray) -> np.ndarray:
    """Return the standard errors, from rest[deals, pairs]: the scores of deals minus the expected ones.

    The deal that was added is in it as two halves, one won and one lost.
    """
    bread = np.linalg.inv(_curvature(signs, weights, chance))
    pulls = rest @ signs
    meat = pulls.T @ pulls
    for half in ((1 - chance) / 2, chance / 2):
        meat += (signs * (half**2)[:, None]).T @ signs
    return np.asarray(np.sqrt(np.diag(bread @ meat @ bread)))


Verdict = Literal["H0", "H1"]
# The assumed spread before there are any deals: one deal, half won and half lost.
_PRIOR = 0.25
_MOST = 2000.0


@dataclass(frozen=True)
class Bounds:
    """H0: the first bot is `elo0` stronger; H1: `elo1`. Wrong verdicts: alpha for H1, beta for H0."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -_MOST <= self.elo0 < self.elo1 <= _MOST:
            raise BadOption(
                f"The first of the two Elo differences must be smaller, both within {_MOST:g} of 0; "
                f"{self.elo0:g} and {self.elo1:g} are not."
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise BadOption(f"{name}, an error rate, must be between 0 and 0.5, not {rate:g}.")

    @property
    def lower(self) -> float:
        """Return the bound of the log likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the bound of the log likelihood ratio at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)


def bounds(text: str, alpha: float = 0.05, beta: float = 0.05) -> Bounds:
    """Return the bounds of a text such as "0,20". Raises BadOption."""
    number = r"\s*([+-]?[0-9]{1,4}(?:\.[0-9]{1,3})?)\s*"
    numbers = re.fullmatch(f"{number},{number}", text)
    if not numbers:
        raise BadOption(f"The test takes two Elo differences, such as 0,20, not {short(text)}.")
    return Bounds(float(numbers[1]), float(numbers[2]), alpha, beta)


class SequentialTest:
    """The generalised sequential probability ratio test on the scores of deals.

    The score of a deal is the mean score of the first bot over all its games: for two players and two
    games one of 0, 1/4, 1/2, 3/4 and 1 (the "pentanomial" of Fishtest). The ratio is that of the
    likelihoods of the means that `elo0` and `elo1` imply, where the scores' spread is unknown and taken
    from the scores (van den Bergh's approximation by mean and variance), so that pairing counts: luck of
    the deal that pairing evens out adds no spread.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.deals = 0
        self.llr = 0.0
        self.verdict: Verdict | None = None
        self.course: list[float] = []
        self._sum = 0.0
        self._squares = 0.0

    def add(self, score: float) -> Verdict | None:
        """Take the score of the next deal; return the verdict or None. The first one stays."""
        if self.verdict is None:
            self.deals += 1
            self._sum += score
            self._squares += score * score
            self.llr = self._ratio()
            self.course.append(self.llr)
            if self.llr >= self.bounds.upper:
                self.verdict = "H1"
            elif self.llr <= self.bounds.lower:
                self.verdict = "H0"
        return self.verdict

    def _ratio(self) -> float:
        """Return the logarithm of the likelihood ratio."""
        mean = self._sum / self.deals
        spread = max(0.0, self._squares / self.deals - mean * mean) + _PRIOR / self.deals
        off = [(mean - expected_score(elo)) ** 2 for elo in (self.bounds.elo0, self.bounds.elo1)]
        return self.deals / 2 * log((spread + off[0]) / (spread + off[1]))
