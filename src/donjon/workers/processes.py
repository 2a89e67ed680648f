"""Workers in other processes of this machine."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

from donjon.workers.doing import Doer, Service
from donjon.workers.pool import Died

# Seconds that a process has to end by itself.
_TO_STOP = 5.0
_START = get_context("spawn")


class Process:
    """A worker process and the pipe to it."""

    def __init__(self, make: Callable[..., Doer], args: tuple[Any, ...]) -> None:
        self.pipe, theirs = _START.Pipe()
        self._process = _START.Process(target=_serve, args=(theirs, make, args), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, job: Any) -> None:
        """Hand it a job."""
        try:
            self.pipe.send(job)
        except OSError:  # it is dead, which shows when the answer is read
            return

    def answer(self) -> tuple[bool, Any]:
        """What it says of its job. Raises Died."""
        try:
            done, result = self.pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise Died(f"exit code {self._process.exitcode}") from None
        return done, result

    def stop(self) -> None:
        """End it, whatever it does."""
        self._process.terminate()
        self._process.join(_TO_STOP)
        self._process.kill()
        self._process.join()
        # Not before: who has nothing more to read ends, too, and would be told to while it does.
        self.pipe.close()


class Processes:
    """A staff of processes, in each of which `make(*args)` does the jobs."""

    def __init__(self, make: Callable[..., Doer], args: tuple[Any, ...]) -> None:
        self._make = make
        self._args = args

    def hire(self) -> Process:
        """Start a process."""
        return Process(self._make, self._args)

    def ready(self, busy: Sequence[Process]) -> list[Process]:
        """Those that have an answer, or are dead."""
        answered = wait([process.pipe for process in busy])
        return [process for process in busy if process.pipe in answered]

    def close(self) -> None:
        """Nothing was opened but processes."""


def _serve(pipe: Connection, make: Callable[..., Doer], args: tuple[Any, ...]) -> None:
    """The life of a worker process."""
    # Ctrl+C reaches the whole group; who started the workers ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whoever it has called in is sent home.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    service = Service(make, args)
    try:
        while True:
            pipe.send(service.answer(pipe.recv()))
    except (EOFError, OSError):
        return
    finally:
        service.close()


def _end_with_parent() -> None:
    """Who is killed cannot stop its workers, and nobody else would."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
