"""What a row of games says: averages, spread, shares of wins and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from donjon.arena.intervals import deal_share_interval, interval, share_interval


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
    """The results of one bot over all the seats it played at; intervals are over deals when they rotated."""

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


def bot_results(
    bots: Sequence[Sequence[str]], totals: np.ndarray, shares: np.ndarray, games_per_deal: int = 1
) -> list[BotResult]:
    """The result of each different bot; bots[game][seat] says who sat where.

    So many games after each other are of one deal: the interval is over deals then.
    """
    seating = np.array(bots)
    results = []
    for name in dict.fromkeys(seating[0]):
        here = seating == name
        per_game = (shares * here).sum(axis=1)
        per_deal = per_game.reshape(-1, games_per_deal).mean(axis=1)
        results.append(
            BotResult(
                bot=str(name),
                seats_per_game=float(here.sum(axis=1).mean()),
                average=float(totals[here].mean()),
                win_share=float(per_game.mean()),
                win_share_interval=(
                    share_interval(per_game) if games_per_deal == 1 else deal_share_interval(per_deal)
                ),
                expected_share=float(here.mean()),
            )
        )
    return results
