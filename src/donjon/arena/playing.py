"""Plays the games: compiled, in this process or spread over several."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from donjon.arena.report import Report, bot_results, seat_result, win_shares
from donjon.bots import deciding, ladder
from donjon.bots.choosing import choose
from donjon.bots.ladder import Bot
from donjon.bots.plan import PLAN, RANDOM
from donjon.bots.warming import warm_bots
from donjon.bots.workspace import Workspace, new_workspace
from donjon.errors import BadOption
from donjon.kernel import playout, rng, rules
from donjon.kernel.game import Game
from donjon.kernel.games import games

Progress = Callable[[int], None]

# Actions of seats that fit into the log of one call; play goes on in another call after that.
_LOG = 4096
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
    number of games is rounded up to whole rotations. Raises UnknownGame, BadOption.
    """
    kind = _kind(game)
    filled = [*bots, *[bots[-1]] * (players - len(bots))]
    first = _seating(kind, players, games, filled)
    boards = -(-games // players)
    seatings = [first[-turn:] + first[:-turn] for _ in range(boards) for turn in range(players)]
    numbers = [board for board in range(boards) for _ in range(players)]
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
        ladder.bot(name)
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
    if not options and all(ladder.bot(name).kind == RANDOM for name in seatings[0]):
        played = _play_random(kind, players, len(seatings), seed, progress)
    else:
        played = _play_all(kind, seatings, numbers, seed, progress, workers, options)
    totals, decisions, seconds = played
    shares = win_shares(totals)
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
        bots=bot_results(seatings, totals, shares),
    )


Played = tuple[np.ndarray, int, float]


def _play_random(kind: Game, players: int, count: int, seed: str | int, progress: Progress | None) -> Played:
    """All-random games, by the kernel's own loop."""
    totals = np.zeros((count, players), np.int64)
    playout.random_totals(kind, players, 1, seed)  # compiles, outside the clock
    decisions, done = 0, 0
    began = time.perf_counter()
    while done < count:
        run = min(_RANDOM_RUN, count - done)
        totals[done : done + run], made = playout.random_totals(kind, players, run, seed, done)
        decisions += made
        done += run
        if progress:
            progress(run)
    return totals, decisions, time.perf_counter() - began


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
    jobs = [(seating, number) for seating, number in zip(seatings, numbers, strict=True)]
    decisions, busy = 0, 0.0
    for at, (row, made, seconds) in enumerate(_results(kind, jobs, seed, workers, options)):
        totals[at] = row
        decisions += made
        busy += seconds
        if progress:
            progress(1)
    return totals, decisions, busy / max(1, workers)


Job = tuple[list[str], int]


def _results(
    kind: Game, jobs: list[Job], seed: str | int, workers: int, options: dict[str, Any] | None
) -> Iterator[tuple[list[int], int, float]]:
    if workers <= 1:
        hall = Hall(kind, seed, options)
        for seating, number in jobs:
            yield hall.play(seating, number)
        return
    with ProcessPoolExecutor(
        workers, get_context("spawn"), initializer=_open_hall, initargs=(kind.name, seed, options)
    ) as executor:
        yield from executor.map(_play_in_hall, jobs)


_hall: Hall | None = None


def _open_hall(game: str, seed: str | int, options: dict[str, Any] | None) -> None:
    global _hall
    _hall = Hall(games[game], seed, options)


def _play_in_hall(job: Job) -> tuple[list[int], int, float]:
    assert _hall is not None
    return _hall.play(*job)


class Hall:
    """Where one process plays the games of a seed."""

    def __init__(self, kind: Game, seed: str | int, options: dict[str, Any] | None) -> None:
        self.kind = kind
        self.seed = seed
        self.options = options or {}
        self.workspace: Workspace = new_workspace(kind)
        self.log = np.zeros(_LOG, np.int64)
        warm_bots(kind.name)

    def play(self, seating: list[str], number: int) -> tuple[list[int], int, float]:
        """Play game `number`; the points of every seat, the actions of seats, the seconds spent."""
        began = time.perf_counter()
        bots = [ladder.bot(name) for name in seating]
        states = playout.start_states(self.kind, len(seating), self.options)
        chance = _generator(rng.new(self.seed, number))
        random = _generator(rng.new(f"bots {self.seed}", number))
        plans = np.zeros(len(bots), PLAN)
        for seat, bot in enumerate(bots):
            if not bot.seconds:
                plans[seat] = bot.plan(self.kind)
        state = states[0]
        decisions = 0
        while not rules.over(state):
            decisions += int(
                deciding.play_on(states, plans, random, chance, len(self.log), self.log, self.workspace)
            )
            if not rules.over(state):
                decisions += self._think(state, bots, f"{self.seed} {number} {decisions}")
        totals = [int(rules.total(state, seat)) for seat in range(len(seating))]
        return totals, decisions, time.perf_counter() - began

    def _think(self, state: Any, bots: list[Bot], seed: str) -> int:
        """One decision of a bot that is bounded by time."""
        seat = int(rules.moving_seat(state))
        if not bots[seat].seconds:
            return 0
        actions = choose(self.kind, state, seat, bots[seat], seed)
        for action in actions:
            rules.apply(state, seat, action, None)
        return len(actions)


def _generator(random: Any) -> Any:
    return np.array([random], rng.RNG)
