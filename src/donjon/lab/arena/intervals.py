"""Means and shares with 95 % intervals."""

from __future__ import annotations

import numpy as np

# Half the width of a 95 % interval in standard errors.
Z95 = 1.959964
Interval = tuple[float, float]


def interval(values: np.ndarray) -> Interval:
    """The 95 % interval of the mean of values[n]; the value twice when there is but one."""
    mean = float(values.mean())
    if len(values) < 2:
        return mean, mean
    half = Z95 * float(values.std(ddof=1)) / len(values) ** 0.5
    return mean - half, mean + half


def share_interval(shares: np.ndarray) -> Interval:
    """The 95 % interval of a share of wins, shares[n] each from 0 to 1, each a game of its own."""
    return wilson(float(shares.mean()), len(shares))


def wilson(mean: float, n: float) -> Interval:
    """The 95 % interval of a share that was seen to be `mean` in n independent games.

    Wilson, "Probable inference, the law of succession, and statistical inference" (JASA 1927): unlike
    the normal approximation it stays within 0 and 1 and does not call ten wins in ten a certainty.
    """
    slack = Z95 * Z95 / n
    middle = (mean + slack / 2) / (1 + slack)
    half = Z95 / (1 + slack) * (mean * (1 - mean) / n + slack / (4 * n)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def deal_share_interval(shares: np.ndarray) -> Interval:
    """The 95 % interval of a share of wins; shares[deals] is the mean over the games of each deal.

    Games of one deal are not independent, so deals are what is counted. Wilson's interval for as many
    independent games as would leave the mean as unsure as the spread between the deals does: more than there
    are deals where pairing helps, and never fewer but for one deal's worth of doubt, since a few deals can be
    alike by accident.
    """
    deals, mean = len(shares), float(shares.mean())
    most = mean * (1 - mean)
    spread = float(((shares - mean) ** 2).mean()) / most if most > 0 else 1.0
    return wilson(mean, deals / (spread + 1 / deals))
