"""Compile ahead: call every entry point of bots and arena once, so that they come from the disk cache.

A marker file beside the machine code of a game's bots says that it is there, so that a check does not need
the compiler; `shipped_code` says it of the code that came with the package. A server compiles in the
background, each game in a worker process of its own, which frees its memory when the game is compiled.
"""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

from donjon.bots.choosing import choose
from donjon.kernel import cache_folder, compiling, nature, playout, rules, shipped_code
from donjon.kernel.decisions import decisions_and_points
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.playout import perft
from donjon.workers import Executor, Process
from donjon.workers.service import Service

# The number of attempts to compile a game.
ATTEMPTS = 2
# Lets every other process go first.
NICE = 19
# The compiler makes millions of objects and drops few, so garbage is collected seldom. Never would be faster
# still, but three compilers side by side would take 1 GB of memory each.
SELDOM = (200_000, 50, 50)


class Stage(Enum):
    """The stage that the bots of a game have reached."""

    PREPARING = "preparing"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True)
class Progress:
    """The stage of a game's bots, its start (by `time.monotonic`), and why they failed, if they did."""

    stage: Stage
    since: float
    reason: str = ""


class BotCompiler:
    """The service of a worker that compiles the bots of games in the background."""

    def __init__(self) -> None:
        gc.set_threshold(*SELDOM)

    def run(self, name: str) -> None:
        """Compile or load the bots of the game `name`."""
        warm_bots(name)

    def close(self) -> None:
        """Do nothing: half-saved machine code is never used."""


class GameCompiler:
    """The service of a worker that compiles all entry points for games while a caller waits."""

    def __init__(self) -> None:
        gc.set_threshold(*SELDOM)

    def run(self, name: str) -> None:
        """Compile all entry points for the game `name`."""
        warm_game(name)

    def close(self) -> None:
        """Do nothing: half-saved machine code is never used."""


class Compilers:
    """The games to compile, in order: as many at a time as there are cores but one.

    That one is for a game that a player waits for, which starts at once. `listen` reports when a game's bots
    are ready. Use it as a context manager, or `close()` it. Safe for threads.
    """

    def __init__(
        self,
        names: Iterable[str] = games,
        at_a_time: int = 0,
        service: Callable[..., Service] = BotCompiler,
        args: tuple[Any, ...] = (),
    ) -> None:
        self._lock = threading.RLock()
        self._at_a_time = at_a_time or max(1, (os.cpu_count() or 1) - 1)
        self._waiting = [name for name in names if not is_ready(name)]
        self._progress = {name: Progress(Stage.PREPARING, time.monotonic()) for name in self._waiting}
        self._tries = dict.fromkeys(self._waiting, 0)
        self._running: set[str] = set()
        self._listeners: list[Callable[[str], None]] = []
        self._closed = False
        # A worker for every game, so that one that a player waits for can start; it starts with its task.
        start = partial(Process, service, args, nice=NICE)
        self._executor = Executor(start, len(self._waiting), attempts=1, tasks_per_worker=1)
        with self._lock:
            self._fill()

    @property
    def processes(self) -> list[int]:
        """The process ids of the compilers that run now."""
        return self._executor.processes

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener`, from another thread, with each game whose bots become ready or fail."""
        self._listeners.append(listener)

    def progress(self, name: str) -> Progress | None:
        """Return the progress of a game; None if its bots were compiled before."""
        return self._progress.get(name)

    def want(self, name: str) -> None:
        """Compile the bots of a game that a player waits for, without waiting for other games."""
        with self._lock:
            if name in self._waiting:
                self._waiting.remove(name)
                self._start(name)

    def close(self) -> None:
        """Stop compiling and end the workers."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
        self._executor.close()

    def __enter__(self) -> Compilers:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _fill(self) -> None:
        while self._waiting and len(self._running) < self._at_a_time:
            self._start(self._waiting.pop(0))

    def _start(self, name: str) -> None:
        if not self._closed:
            self._tries[name] += 1
            self._running.add(name)
            self._executor.submit(name).add_done_callback(partial(self._note_end, name))

    def _note_end(self, name: str, future: Future[Any]) -> None:
        with self._lock:
            self._running.discard(name)
            if self._closed:
                return
            error = future.exception()
            if error is None and is_ready(name):
                self._progress[name] = Progress(Stage.READY, time.monotonic())
            elif self._tries[name] < ATTEMPTS:
                self._waiting.insert(0, name)
            else:
                reason = str(error or "it left nothing on the disk")
                self._progress[name] = Progress(Stage.FAILED, time.monotonic(), reason)
            self._fill()
        for listener in self._listeners:
            listener(name)


def warm_all() -> None:
    """Compile all entry points for all games as `warm` does, the games in parallel. Raises DonjonError."""
    start = partial(Process, GameCompiler)
    with Executor(start, os.cpu_count() or 1, attempts=1, tasks_per_worker=1) as executor:
        for _ in executor.map(games):
            pass


def warm_bots(name: str) -> None:
    """Compile the bots of a game, or load them.

    One process compiles a game at a time; the others wait, and load what it has made.
    """
    if is_ready(name):
        _think_once(name)
        return
    # It imports Numba at once.
    from donjon.kernel.code_cache import alone

    mark = _mark(name)
    with alone(mark.with_suffix(".lock")):
        _think_once(name)
        mark.touch()


def is_ready(name: str) -> bool:
    """Return whether the bots of a game are compiled, or nothing has to be compiled here."""
    return compiling.is_interpreted() or shipped_code.has(name) or _mark(name).exists()


def _think_once(name: str) -> None:
    state = _first_decision(games[name])
    choose(games[name], state, int(rules.moving_seat(state)), "search:1", 0)


def warm() -> None:
    """Compile all entry points for all games into the disk cache, or load them from there."""
    for name in games:
        warm_game(name)


def warm_game(name: str) -> None:
    """Compile all entry points for a game, or load them."""
    game = games[name]
    warm_bots(name)
    playout.random_results(game, min(game.seats), 1, 0)
    playout.signature(game, min(game.seats), 1)
    perft(game, min(game.seats), 1)
    state = _first_decision(game)
    decisions_and_points(state, int(rules.moving_seat(state)))


def _mark(name: str) -> Path:
    """Return the file that exists when the bots of a game were compiled here."""
    return cache_folder.cache_folder() / f"bots-{name}.ready"


def _first_decision(game: Game) -> Any:
    state = playout.start_states(game, min(game.seats))[0]
    nature.decide(state, 0)
    return state
