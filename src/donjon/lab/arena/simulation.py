"""Play many games and report them by seat: averages, spread, shares of wins and how sure they are."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.kernel import playout
from donjon.kernel.game import Game
from donjon.kernel.games import games as games_by_name
from donjon.lab.arena.game_runner import GameResult, GameRunner
from donjon.lab.arena.players import check_names
from donjon.lab.arena.statistics import interval, share_interval
from donjon.lab.arena.tournament import Deal, check_games
from donjon.workers import make_executor


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
        """Return plain data for JSON."""
        return asdict(self)


def win_shares(ranks: np.ndarray) -> np.ndarray:
    """Return float64[games, seats]: 1 for the sole winner of a game, 1/k for each of k with rank 1."""
    best = ranks == 1
    return np.asarray(best / best.sum(axis=1, keepdims=True), np.float64)


def seat_result(bot: str, totals: np.ndarray, shares: np.ndarray) -> SeatResult:
    """Return the result of one seat from its points and win shares, one of each per game."""
    return SeatResult(
        bot=bot,
        average=float(totals.mean()),
        stdev=float(totals.std(ddof=1)) if len(totals) > 1 else 0.0,
        average_interval=interval(totals),
        win_share=float(shares.mean()),
        win_share_interval=share_interval(shares),
    )


Progress = Callable[[int], None]

# The number of all-random games between two reports of progress.
_RANDOM_RUN = 500


def simulate(
    game: str | Game,
    players: int,
    games: int,
    seed: str | int = 0,
    bots: Sequence[str] = ("random",),
    progress: Progress | None = None,
    workers: int = 1,
    options: dict[str, Any] | None = None,
) -> Report:
    """Play `games` seeded games and report them by seat.

    `bots` names one bot for each seat, or one for all. Game k depends on the seed and k only, so
    that two simulations with one seed meet the same boards, cards and luck. `progress` is called
    with the number of games just finished. Raises UnknownGame, BadOption.
    """
    kind = game if isinstance(game, Game) else games_by_name[game]
    seating = _seating(kind, players, games, bots)
    if not options and set(seating) == {"random"}:
        played = _play_random(kind, players, games, seed, progress)
    else:
        played = _play_all(kind, seating, games, seed, progress, workers, options)
    totals, ranks, decisions, seconds = played
    shares = win_shares(ranks)
    return Report(
        game=kind.name,
        players=players,
        games=games,
        seed=str(seed),
        seconds=seconds,
        games_per_second=games / seconds,
        decisions_per_second=decisions / seconds,
        decisions=decisions,
        seats=[seat_result(name, totals[:, at], shares[:, at]) for at, name in enumerate(seating)],
    )


def _seating(kind: Game, players: int, count: int, bots: Sequence[str]) -> list[str]:
    kind.check_players(players)
    check_games(count)
    check_names(bots)
    seating = list(bots) * players if len(bots) == 1 else list(bots)
    if len(seating) != players:
        raise BadOption(f"{players} players need {players} bots (or one for all), not {len(bots)}.")
    return seating


# Points and ranks int[games, seats], decisions made, seconds.
Played = tuple[np.ndarray, np.ndarray, int, float]


def _play_random(kind: Game, players: int, count: int, seed: str | int, progress: Progress | None) -> Played:
    """Play all-random games in one compiled loop."""
    totals, ranks = np.zeros((count, players), np.int64), np.zeros((count, players), np.int32)
    playout.random_results(kind, players, 1, seed)  # compiles, outside the clock
    decisions, done = 0, 0
    began = time.perf_counter()
    while done < count:
        run = min(_RANDOM_RUN, count - done)
        now = slice(done, done + run)
        totals[now], ranks[now], made = playout.random_results(kind, players, run, seed, done)
        decisions += made
        done += run
        if progress:
            progress(run)
    return totals, ranks, decisions, time.perf_counter() - began


def _play_all(
    kind: Game,
    seating: list[str],
    count: int,
    seed: str | int,
    progress: Progress | None,
    workers: int,
    options: dict[str, Any] | None,
) -> Played:
    """Play all games, in this process or in `workers` others."""
    totals = np.zeros((count, len(seating)), np.int64)
    ranks = np.zeros_like(totals)
    actions, busy = 0, 0.0
    with make_executor(GameService, (kind.name, seating, seed, options), workers, warn=_warn) as executor:
        for deal, played in executor.map(map(Deal, range(count))):
            totals[deal.number], ranks[deal.number] = played.points, played.ranks
            actions += played.actions
            busy += played.seconds
            if progress:
                progress(1)
    return totals, ranks, actions, busy / max(1, workers)


class GameService:
    """The service of a worker that plays single games."""

    def __init__(
        self, game: str, seating: list[str], seed: str | int, options: dict[str, Any] | None
    ) -> None:
        self.runner = GameRunner(games_by_name[game], seed, options)
        self.seating = seating

    def run(self, task: Deal) -> GameResult:
        """Play the game of a deal."""
        return self.runner.play(self.seating, task.number)

    def close(self) -> None:
        """Close the players."""
        self.runner.close()


def _warn(sentence: str) -> None:
    """Log that a worker died: nothing is lost, but the reason should be found."""
    warnings.warn(sentence, RuntimeWarning, stacklevel=3)
