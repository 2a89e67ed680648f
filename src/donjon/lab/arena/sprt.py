"""The sequential test: play until it is decided which of two Elo differences fits, and no longer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import log
from typing import Literal

from donjon.errors import BadOption
from donjon.kernel.foreign import short
from donjon.lab.arena.ratings import expected_score

Verdict = Literal["H0", "H1"]
# What the spread of the deals is taken to be before there are any: one deal, half won and half lost.
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
                f"The first of the two Elo differences must be the smaller one, both within {_MOST:g} of 0; "
                f"{self.elo0:g} and {self.elo1:g} are not."
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise BadOption(f"{name}, a rate of errors, must be between 0 and 0.5, not {rate:g}.")

    @property
    def lower(self) -> float:
        """Where H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Where H1 is accepted."""
        return log((1 - self.beta) / self.alpha)


def bounds(text: str, alpha: float = 0.05, beta: float = 0.05) -> Bounds:
    """The bounds of a text as "0,20". Raises BadOption."""
    number = r"\s*([+-]?[0-9]{1,4}(?:\.[0-9]{1,3})?)\s*"
    given = re.fullmatch(f"{number},{number}", text)
    if not given:
        raise BadOption(f"The test wants two Elo differences, as 0,20, not {short(text)}.")
    return Bounds(float(given[1]), float(given[2]), alpha, beta)


class SequentialTest:
    """The generalised sequential probability ratio test on the scores of deals.

    The score of a deal is the mean score of the first bot over all its games: for two players and two games
    one of 0, 1/4, 1/2, 3/4 and 1 (the "pentanomial" of Fishtest). The ratio is that of the likelihoods of the
    mean being what `elo0` and `elo1` say, where the scores' spread is unknown and taken from the scores (van
    den Bergh's approximation by mean and variance), so that pairing counts: what luck of the deal
    evens out makes no spread.
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
        """Take the score of the next deal; the verdict, None while there is none. It stands once given."""
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
        """The logarithm of the likelihood ratio."""
        mean = self._sum / self.deals
        spread = max(0.0, self._squares / self.deals - mean * mean) + _PRIOR / self.deals
        off = [(mean - expected_score(elo)) ** 2 for elo in (self.bounds.elo0, self.bounds.elo1)]
        return self.deals / 2 * log((spread + off[0]) / (spread + off[1]))
