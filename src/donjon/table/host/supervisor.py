"""Run a server in several processes: start them, replace one that dies, stop all of them.

uvicorn has a supervisor, too. It runs a server of its own class only, so that connections would be accepted
without our limits, and has no words for a process that cannot start.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from donjon.errors import DonjonError
from donjon.table.host import monitoring

# A fresh interpreter for each process: a forked one would share connections and locks with this one.
SPAWN = multiprocessing.get_context("spawn")
# Seconds before a process that died is replaced: doubled while its successors die before they answer.
FIRST_WAIT = 0.2
LONGEST_WAIT = 10.0
# Seconds beyond its own timeout after which a process that does not stop is killed.
GRACE = 5.0
logger = logging.getLogger("donjon.table")

# Called in the process with its arguments and a function to call when the server answers.
Work = Callable[..., None]


class _Place:
    """A place for one process at a time. `answered`: whether a process has ever answered there."""

    def __init__(self) -> None:
        self.answered = False
        self.wait = FIRST_WAIT
        self.due = 0.0  # when to start the next process
        self.process: SpawnProcess | None = None
        self.reports: Connection | None = None


class Supervisor:
    """Several processes that do the same work.

    `patience`: the seconds that a process may take to stop.
    """

    def __init__(self, count: int, work: Work, arguments: tuple[Any, ...], patience: float) -> None:
        self._work = work
        self._arguments = arguments
        self._patience = patience
        self._places = [_Place() for _ in range(count)]

    def run(self, announce: Callable[[], object]) -> None:
        """Run until SIGTERM or SIGINT; call `announce` when all processes answer.

        Raises DonjonError when a process cannot start.
        """
        with _stop_signals() as stops:
            try:
                self._run(stops, announce)
            finally:
                self._stop()

    def _run(self, stops: socket.socket, announce: Callable[[], object]) -> None:
        announced = False
        while True:
            now = time.monotonic()
            for place in self._places:
                if place.process is None and place.due <= now:
                    self._start(place)
            running = [place for place in self._places if place.process is not None]
            watched: list[Any] = [stops, *(place.process.sentinel for place in running if place.process)]
            watched += [place.reports for place in running if place.reports is not None]
            dues = [place.due - now for place in self._places if place.process is None]
            happened = wait(watched, min(dues) if dues else None)
            if stops in happened:
                return
            for place in running:
                self._look(place)
            if not announced and all(place.answered for place in self._places):
                announced = True
                announce()

    def _start(self, place: _Place) -> None:
        place.reports, reports = SPAWN.Pipe(duplex=False)
        process = SPAWN.Process(target=_serve, args=(reports, self._work, self._arguments))
        process.start()
        reports.close()
        place.process = process

    def _look(self, place: _Place) -> None:
        """Read what a process reports, and note its end. Raises DonjonError if it could not start at all."""
        process, error = place.process, ""
        assert process is not None
        with suppress(EOFError, OSError):
            while place.reports is not None and place.reports.poll():
                error = place.reports.recv()
                if not error:
                    place.answered, place.wait = True, FIRST_WAIT
        if process.is_alive() and not error:
            return
        process.join()
        assert place.reports is not None
        place.reports.close()
        place.process = place.reports = None
        monitoring.forget_process(process.pid or 0)
        if not place.answered:
            raise DonjonError(
                error or f"A server process stopped at its start (exit code {process.exitcode}); see the log."
            )
        logger.error(
            "process %s ended (%s), starting another", process.pid, error or f"exit code {process.exitcode}"
        )
        place.due = time.monotonic() + place.wait
        place.wait = min(2 * place.wait, LONGEST_WAIT)

    def _stop(self) -> None:
        processes = [place.process for place in self._places if place.process is not None]
        for process in processes:
            process.terminate()
        end = time.monotonic() + self._patience + GRACE
        for process in processes:
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


@contextmanager
def _stop_signals() -> Iterator[socket.socket]:
    """Yield a socket that can be read after SIGTERM or SIGINT."""
    reads, writes = socket.socketpair()
    before = {
        number: signal.signal(number, lambda *_: writes.send(b"x"))
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield reads
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        reads.close()
        writes.close()


def _serve(reports: Connection, work: Work, arguments: tuple[Any, ...]) -> None:
    """Do the work in a process of its own; it ends with its supervisor, however that ends."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        with suppress(KeyboardInterrupt):
            work(*arguments, lambda *_address: reports.send(""))
    except DonjonError as error:
        reports.send(str(error))
        raise SystemExit(1) from None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
