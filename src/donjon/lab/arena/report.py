"""What a row of games says: averages, spread, shares of wins and how sure they are."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from donjon.lab.arena.intervals import interval, share_interval


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
class Report:
    """The results of `games` games. Speeds leave out the time to compile.

    A decision is one action of a seat.
    """

    game: str
    players: int
    games: int
    seed: str
    seconds: float
    games_per_second: float
    decisions_per_second: float
    decisions: int
    seats: list[SeatResult]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def win_shares(ranks: np.ndarray) -> np.ndarray:
    """float64[games, seats]: 1 for the sole winner of a game, 1/k for each of k with rank 1."""
    best = ranks == 1
    return np.asarray(best / best.sum(axis=1, keepdims=True), np.float64)


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
