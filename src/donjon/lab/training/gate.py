"""Is a net better than another? A sequential test, which asks for more games only while it is not clear."""

from __future__ import annotations

import math
from collections.abc import Sequence

# Shares of wins between two equals: what is no better, and what is worth keeping.
NO_BETTER, BETTER = 0.5, 0.55
# How often the test may be wrong, either way.
WRONG = 0.05
LIMIT = math.log((1 - WRONG) / WRONG)
# A variance seen in few deals may be too small by luck; that of so many deals, half of them won, is added.
PRIOR_DEALS = 4
PRIOR_VARIANCE = 0.125


def log_likelihood_ratio(scores: Sequence[float]) -> float:
    """How much likelier these scores are if the net is BETTER than if it is NO_BETTER.

    A score is that of one deal, played once for each rotation of the seats: games of one deal are not
    independent, deals are. The generalised test of Van den Bergh, as used for chess programs, with the
    normal approximation.
    """
    count = len(scores)
    if not count:
        return 0.0
    mean = sum(scores) / count
    spread = sum((score - mean) ** 2 for score in scores) + PRIOR_DEALS * PRIOR_VARIANCE
    variance = spread / (count + PRIOR_DEALS)
    return count * (BETTER - NO_BETTER) * (2 * mean - NO_BETTER - BETTER) / (2 * variance)


def is_decided(scores: Sequence[float]) -> bool:
    """Need no more games be played?"""
    return abs(log_likelihood_ratio(scores)) >= LIMIT


def is_better(scores: Sequence[float]) -> bool:
    """Was the net found to be better?"""
    return log_likelihood_ratio(scores) >= LIMIT
