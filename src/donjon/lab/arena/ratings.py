"""Elo: how strong bots are beside each other, from the order in which they finish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from donjon.lab.arena.intervals import Z95, Interval

# Elo points of one unit of the logistic scale: 400 points are odds of ten to one.
ELO = 400 / log(10)
_STEPS = 100
_CLOSE = 1e-10


def expected_score(elo: float) -> float:
    """The expected score of a player that is this many Elo points stronger: 0.5 for 0 points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True)
class Ratings:
    """Elo of every bot beside the last one, which has 0, with 95 % intervals over deals."""

    elo: tuple[float, ...]
    intervals: tuple[Interval, ...]


def pair_scores(seating: Sequence[int], ranks: Sequence[int], bots: int) -> tuple[np.ndarray, np.ndarray]:
    """Of one game: score[bots, bots] that bots made against each other, and how many pairs of seats met.

    Who finishes before another scores 1, a shared rank 1/2.
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
    """The Bradley-Terry model of scores[deals, bots, bots]: the mean score of one bot against another.

    NaN stands where two did not meet. Every pair of seats with different bots counts as a game of two, and
    each deal weighs the same; of the models of whole finishing orders (Plackett-Luce) this is the simpler
    one, and it knows shared ranks. For each two bots one deal is added that both have half won: who wins
    every game gets a finite Elo. The intervals rest on how much deals differ from each other (the
    "sandwich" of robust statistics, with deals as clusters), as games of one deal are not independent.
    """
    bots = scores.shape[1]
    first, second = np.triu_indices(bots, 1)
    seen = scores[:, first, second]  # deals, pairs
    met = ~np.isnan(seen)
    there = met.any(axis=0)
    first, second, seen, met = first[there], second[there], seen[:, there], met[:, there]
    seen = np.where(met, seen, 0.0)
    signs = np.zeros((len(first), bots))
    signs[np.arange(len(first)), first] = 1
    signs[np.arange(len(first)), second] = -1
    signs = signs[:, :-1]
    weights, won = met.sum(axis=0) + 1.0, seen.sum(axis=0) + 0.5
    strength = _most_likely(signs, weights, won)
    chance = 1 / (1 + np.exp(-signs @ strength))
    spread = _spread(signs, weights, chance, np.where(met, seen - chance, 0.0))
    elo = [*(ELO * strength), 0.0]
    halves = [*(Z95 * ELO * spread), 0.0]
    return Ratings(
        tuple(float(value) for value in elo),
        tuple((float(value - half), float(value + half)) for value, half in zip(elo, halves, strict=True)),
    )


def _most_likely(signs: np.ndarray, weights: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Newton's method; strengths beside the last bot, in units of the logistic scale."""
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
    """The standard errors, from rest[deals, pairs]: what deals brought beyond what was to be expected.

    The deal that was added is in it as two halves, one won and one lost.
    """
    bread = np.linalg.inv(_curvature(signs, weights, chance))
    pulls = rest @ signs
    meat = pulls.T @ pulls
    for half in ((1 - chance) / 2, chance / 2):
        meat += (signs * (half**2)[:, None]).T @ signs
    return np.asarray(np.sqrt(np.diag(bread @ meat @ bread)))
