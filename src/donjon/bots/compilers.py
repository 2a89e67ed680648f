"""Compiles the bots of all games in the background, in processes of their own, one for a game."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum

from donjon.bots import warming
from donjon.errors import DonjonError
from donjon.kernel.games import games

# How often a compiler that fails, or is killed, is started in all.
ATTEMPTS = 2
COMMAND = (sys.executable, "-m", "donjon.bots.compiler")
# How many characters of a failed compiler's words are kept.
LONGEST_REASON = 2000


class Stage(Enum):
    """How far the bots of a game are."""

    PREPARING = "preparing"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True)
class Progress:
    """The stage of a game's bots, since when (by `time.monotonic`), and why they failed, if they did."""

    stage: Stage
    since: float
    reason: str = ""


class Compilers:
    """Compiles what is not compiled yet, as many games at a time as there are cores, in their order.

    A game that somebody waits for does not wait for a core. `listen` says when a game's bots are ready. Use
    it as a context manager, or `close()` it. Safe for threads.
    """

    def __init__(
        self,
        names: Iterable[str] = games,
        at_a_time: int = 0,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._lock = threading.Lock()
        self._command = tuple(command)
        self._at_a_time = at_a_time or os.cpu_count() or 1
        self._waiting = [name for name in names if not warming.is_ready(name)]
        self._progress = {name: Progress(Stage.PREPARING, time.monotonic()) for name in self._waiting}
        self._tries = dict.fromkeys(self._waiting, 0)
        self._running: dict[str, subprocess.Popen[str]] = {}
        self._threads: list[threading.Thread] = []
        self._listeners: list[Callable[[str], None]] = []
        self._closed = False
        with self._lock:
            self._fill()

    @property
    def processes(self) -> dict[str, int]:
        """The process ids of the compilers that run now, by game."""
        with self._lock:
            return {name: process.pid for name, process in self._running.items()}

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener`, from another thread, with a game whose bots are ready now, or have failed."""
        self._listeners.append(listener)

    def progress(self, name: str) -> Progress | None:
        """How far a game is; None where its bots were compiled before."""
        return self._progress.get(name)

    def want(self, name: str) -> None:
        """Somebody waits for the bots of a game: compile them without waiting for other games."""
        with self._lock:
            if name in self._waiting:
                self._waiting.remove(name)
                self._start(name)

    def close(self) -> None:
        """Stop compiling."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            for process in self._running.values():
                process.kill()
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Compilers:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _fill(self) -> None:
        while self._waiting and len(self._running) < self._at_a_time:
            self._start(self._waiting.pop(0))

    def _start(self, name: str) -> None:
        if self._closed:
            return
        self._tries[name] += 1
        try:
            process = self._running[name] = subprocess.Popen(
                [*self._command, name],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            self._progress[name] = Progress(Stage.FAILED, time.monotonic(), str(error))
            return
        thread = threading.Thread(
            target=self._watch, args=(name, process), name="donjon-compiler", daemon=True
        )
        self._threads.append(thread)
        thread.start()

    def _watch(self, name: str, process: subprocess.Popen[str]) -> None:
        """Wait for the end of a compiler, then see what comes next."""
        assert process.stdin is not None
        assert process.stderr is not None
        said = process.stderr.read()[-LONGEST_REASON:].strip()
        code = process.wait()
        process.stderr.close()
        with contextlib.suppress(OSError):
            process.stdin.close()
        with self._lock:
            del self._running[name]
            if self._closed:
                return
            self._note_end(name, code, said)
            self._fill()
        for listener in self._listeners:
            listener(name)

    def _note_end(self, name: str, code: int, said: str) -> None:
        if code == 0 and warming.is_ready(name):
            self._progress[name] = Progress(Stage.READY, time.monotonic())
        elif self._tries[name] < ATTEMPTS:
            self._waiting.insert(0, name)
        else:
            reason = said or f"it ended with {code}"
            self._progress[name] = Progress(Stage.FAILED, time.monotonic(), reason)


def warm_all() -> None:
    """Compile all entry points for all games as `warm` does, the games in parallel. Raises DonjonError."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(_warm_in_process, games))


def _warm_in_process(name: str) -> None:
    run = subprocess.run([*COMMAND, name, "all"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        raise DonjonError(f"{name} could not be compiled: {run.stderr[-LONGEST_REASON:].strip()}")
