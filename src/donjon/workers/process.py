"""A worker process on this machine, connected by pipes; `__main__` is the code that runs in it.

It is a program of its own, `python -m donjon.workers`, and not a child of `multiprocessing`: that would run
the caller's main module once more, which a server or a script without a guard must not do.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing import Pipe
from typing import Any

from donjon.workers.service import CODECS, Reply, Service, WorkerDied, read_error


class Process:
    """A process that makes a service, `make(*args)`, and runs tasks with it.

    `make` must be importable by name in a fresh Python. patience: seconds that the service has to close.
    nice: the niceness added to the process.
    """

    def __init__(
        self,
        make: Callable[..., Service],
        args: tuple[Any, ...] = (),
        codec: str = "json",
        patience: float = 0.0,
        nice: int = 0,
    ) -> None:
        self._dumps, self._loads = CODECS[codec]
        self._patience = patience
        self._deadline: float | None = None
        requests, self._requests = Pipe(duplex=False)
        self._replies, replies = Pipe(duplex=False)
        with requests, replies:
            # A process session of its own: an interrupt at the keyboard is for the parent.
            self._process = subprocess.Popen(
                [sys.executable, "-m", "donjon.workers", codec, f"{make.__module__}:{make.__qualname__}"],
                stdin=requests.fileno(),
                stdout=replies.fileno(),
                start_new_session=True,
            )
        self.pid = self._process.pid
        self._send([sys.path, nice, args])

    def is_alive(self) -> bool:
        """Return whether the process runs."""
        return self._process.poll() is None

    def run(self, task: Any, timeout: float | None) -> Reply:
        """Run a task. Raises WorkerDied, or TimeoutError after `timeout` seconds."""
        self._send(task)
        try:
            if not self._replies.poll(timeout):
                raise TimeoutError
            done, value = self._loads(self._replies.recv_bytes())
            return done, value if done else read_error(value)
        except TimeoutError:
            raise
        except Exception as error:  # the pipe ended, or the process wrote something that is not a reply
            self.stop()
            self.join()
            how = f"exit code {self._process.returncode}"
            raise WorkerDied(how if isinstance(error, EOFError | OSError) else f"{how}, {error!r}") from None

    def stop(self) -> None:
        """Tell the process to stop: let its service close if it has time for that, kill it otherwise."""
        if self._deadline is None:
            self._deadline = time.monotonic() + self._patience
            (self._process.terminate if self._patience else self._process.kill)()

    def join(self) -> None:
        """Wait for the end of a process that was stopped; kill it at the timeout."""
        assert self._deadline is not None
        try:
            self._process.wait(max(0.0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """End the process and close its pipes."""
        self.stop()
        self.join()
        # Close the pipes last: a process whose pipe ends leaves at once, and its service could not close.
        self._requests.close()
        self._replies.close()

    def _send(self, data: Any) -> None:
        try:
            self._requests.send_bytes(self._dumps(data))
        except OSError:  # it is dead, which shows when the reply is read
            return
