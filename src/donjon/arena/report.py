"""What a row of games says: averages, spread, shares of wins and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

# Half the width of a 95 % interval in standard errors.
Z95 = 1.959964


@dataclass(frozen=True)
class SeatResult:
    """The results of one seat; `win_share` counts a victory shared by k seats as 1/k for each.

    Intervals are 95 % intervals over games: of the average by the normal approximation, of the share of
    wins by Wilson's.
    """

    bot: str
    average: float
    stdev: float
    average_interval: tuple[float, float]
    win_share: float
    win_share_interval: tuple[float, float]


@dataclass(frozen=True)
class BotResult:
    """The results of one bot over all the seats it played at; each game counts once."""

    bot: str
    seats_per_game: float
    average: float
    win_share: float
    win_share_interval: tuple[float, float]
    expected_share: float


@dataclass(frozen=True)
class Report:
    """The results of `games` games. Speeds leave out the time to compile.

    A decision is one action of a seat. `bots` has one entry for each different bot: the share of
    wins of all its seats together, and what equal players would have (`expected_share`).
    """

    game: str
    players: int
    games: int
    seed: str
    rotated: bool
    seconds: float
    games_per_second: float
    decisions_per_second: float
    decisions: int
    seats: list[SeatResult]
    bots: list[BotResult]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def win_shares(totals: np.ndarray) -> np.ndarray:
    """float64[games, seats]: 1 for the sole winner of a game, 1/k for each of k with the most points."""
    best = totals == totals.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True), np.float64)


def interval(values: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the mean of values[n]; the value twice when there is but one."""
    mean = float(values.mean())
    if len(values) < 2:
        return mean, mean
    half = Z95 * float(values.std(ddof=1)) / len(values) ** 0.5
    return mean - half, mean + half


def share_interval(shares: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of a share of wins, shares[n] each from 0 to 1.

    Wilson, "Probable inference, the law of succession, and statistical inference" (JASA 1927): unlike
    the normal approximation it stays within 0 and 1 and does not call ten wins in ten a certainty.
    """
    n, mean = len(shares), float(shares.mean())
    slack = Z95 * Z95 / n
    middle = (mean + slack / 2) / (1 + slack)
    half = Z95 / (1 + slack) * (mean * (1 - mean) / n + slack / (4 * n)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def seat_result(bot: str, totals: np.ndarray, shares: np.ndarray) -> SeatResult:
    """The result of one seat from its points and win shares, one of each per game."""
    return SeatResult(
        bot=bot,
        average=float(totals.mean()),
        stdev=float(totals.std(ddof=1)) if len(totals) > 1 else 0.0,
        average_interval=interval(totals),
        win_share=float(shares.mean()),
        win_share_interval=share_interval(shares),
    )


def bot_results(bots: Sequence[Sequence[str]], totals: np.ndarray, shares: np.ndarray) -> list[BotResult]:
    """The result of each different bot; bots[game][seat] says who sat where."""
    seating = np.array(bots)
    results = []
    for name in dict.fromkeys(seating[0]):
        here = seating == name
        per_game = (shares * here).sum(axis=1)
        results.append(
            BotResult(
                bot=str(name),
                seats_per_game=float(here.sum(axis=1).mean()),
                average=float(totals[here].mean()),
                win_share=float(per_game.mean()),
                win_share_interval=share_interval(per_game),
                expected_share=float(here.mean()),
            )
        )
    return results
