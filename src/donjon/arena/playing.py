"""Plays many games and reports them by seat: in this process or spread over several."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from donjon.arena.hall import GameResult, Hall
from donjon.arena.players import maker
from donjon.arena.report import Report, bot_results, seat_result, win_shares
from donjon.arena.schedule import rotations, table
from donjon.arena.workers import work
from donjon.errors import BadOption
from donjon.kernel import playout
from donjon.kernel.game import Game
from donjon.kernel.games import games

Progress = Callable[[int], None]

# All-random games are played in runs of so many between two reports of progress.
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
    kind = _kind(game)
    seating = _seating(kind, players, games, bots)
    return _report(kind, [seating] * games, range(games), seed, False, progress, workers, options)


def match_up(
    game: str | Game,
    players: int,
    games: int,
    seed: str | int = 0,
    bots: Sequence[str] = ("greedy", "random"),
    progress: Progress | None = None,
    workers: int = 1,
    options: dict[str, Any] | None = None,
) -> Report:
    """Compare bots fairly: each board and deal is played once for every rotation of the seats.

    `bots` names one bot for each seat, or fewer: then the last one takes the remaining seats. The
    number of games is rounded up to whole rotations. `tournament.play` says more of less: Elo, tests, files.
    Raises UnknownGame, BadOption.
    """
    kind = _kind(game)
    turns = rotations(_seating(kind, players, games, table(bots, players)))
    deals = -(-games // players)
    seatings = [turn for _ in range(deals) for turn in turns]
    numbers = [deal for deal in range(deals) for _ in turns]
    return _report(kind, seatings, numbers, seed, True, progress, workers, options)


def _kind(game: str | Game) -> Game:
    return games[game] if isinstance(game, str) else game


def _seating(kind: Game, players: int, count: int, bots: Sequence[str]) -> list[str]:
    if players not in kind.seats:
        raise BadOption(f"{kind.title} is for {min(kind.seats)} to {max(kind.seats)} players, not {players}.")
    if count < 1:
        raise BadOption(f"At least one game must be played, not {count}.")
    seating = list(bots) * players if len(bots) == 1 else list(bots)
    if len(seating) != players:
        raise BadOption(f"{players} players need {players} bots (or one for all), not {len(bots)}.")
    for name in seating:
        maker(name)
    return seating


def _report(
    kind: Game,
    seatings: list[list[str]],
    numbers: Sequence[int],
    seed: str | int,
    rotated: bool,
    progress: Progress | None,
    workers: int,
    options: dict[str, Any] | None,
) -> Report:
    """Play the games, number numbers[k] with the bots seatings[k], and sum them up."""
    players = len(seatings[0])
    if not options and set(seatings[0]) == {"random"}:
        played = _play_random(kind, players, len(seatings), seed, progress)
    else:
        played = _play_all(kind, seatings, numbers, seed, progress, workers, options)
    totals, ranks, decisions, seconds = played
    shares = win_shares(ranks)
    names = seatings[0] if not rotated else ["all"] * players
    return Report(
        game=kind.name,
        players=players,
        games=len(seatings),
        seed=str(seed),
        rotated=rotated,
        seconds=seconds,
        games_per_second=len(seatings) / seconds,
        decisions_per_second=decisions / seconds,
        decisions=decisions,
        seats=[seat_result(name, totals[:, at], shares[:, at]) for at, name in enumerate(names)],
        bots=bot_results(seatings, totals, shares, players if rotated else 1),
    )


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
    seatings: list[list[str]],
    numbers: Sequence[int],
    seed: str | int,
    progress: Progress | None,
    workers: int,
    options: dict[str, Any] | None,
) -> Played:
    """All games, in this process or in `workers` others."""
    totals = np.zeros((len(seatings), len(seatings[0])), np.int64)
    ranks = np.zeros_like(totals)
    jobs = [(at, seating, number) for at, (seating, number) in enumerate(zip(seatings, numbers, strict=True))]
    actions, busy = 0, 0.0
    for (at, _, _), played in work(jobs, GamePlayer, (kind.name, seed, options), workers, _told):
        totals[at], ranks[at] = played.points, played.ranks
        actions += played.actions
        busy += played.seconds
        if progress:
            progress(1)
    return totals, ranks, actions, busy / max(1, workers)


Job = tuple[int, list[str], int]


class GamePlayer:
    """Plays single games in one process."""

    def __init__(self, game: str, seed: str | int, options: dict[str, Any] | None) -> None:
        self.hall = Hall(games[game], seed, options)

    def do(self, job: Job) -> GameResult:
        """One game."""
        _, seating, number = job
        return self.hall.play(seating, number)

    def close(self) -> None:
        """Send the players home."""
        self.hall.close()


def _told(sentence: str) -> None:
    """A worker died; nothing is lost, but somebody should look for the reason."""
    warnings.warn(sentence, RuntimeWarning, stacklevel=3)
