"""Plays many games and reports them by seat: in this process or spread over several."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.kernel import playout
from donjon.kernel.game import Game
from donjon.kernel.games import games as games_by_name
from donjon.lab.arena.hall import GameResult, Hall
from donjon.lab.arena.players import check_names
from donjon.lab.arena.report import Report, seat_result, win_shares
from donjon.lab.arena.tournament import Deal, check_games
from donjon.workers import make_executor

Progress = Callable[[int], None]

# How many all-random games are played between two reports of progress.
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
    """All-random games, by the kernel's own loop."""
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
    """All games, in this process or in `workers` others."""
    totals = np.zeros((count, len(seating)), np.int64)
    ranks = np.zeros_like(totals)
    actions, busy = 0, 0.0
    with make_executor(GamePlayer, (kind.name, seating, seed, options), workers, warn=_warn) as executor:
        for deal, played in executor.map(map(Deal, range(count))):
            totals[deal.number], ranks[deal.number] = played.points, played.ranks
            actions += played.actions
            busy += played.seconds
            if progress:
                progress(1)
    return totals, ranks, actions, busy / max(1, workers)


class GamePlayer:
    """Plays single games in one process."""

    def __init__(
        self, game: str, seating: list[str], seed: str | int, options: dict[str, Any] | None
    ) -> None:
        self.hall = Hall(games_by_name[game], seed, options)
        self.seating = seating

    def run(self, task: Deal) -> GameResult:
        """Play the game of a deal."""
        return self.hall.play(self.seating, task.number)

    def close(self) -> None:
        """End the programs that play."""
        self.hall.close()


def _warn(sentence: str) -> None:
    """Warn that a worker died: nothing is lost, but somebody should look for the reason."""
    warnings.warn(sentence, RuntimeWarning, stacklevel=3)
