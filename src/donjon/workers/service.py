"""The services of workers, and the encoding of tasks, results and errors."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from typing import Any, Protocol

from donjon.errors import DonjonError

# Whether a task succeeded, and its result or the data for `read_error`.
Reply = tuple[bool, Any]
# A server uses JSON: output of a worker can then be wrong data, but never code. Pickle, which carries arrays
# and records, is for programs whose tasks come from their own user only.
CODECS: dict[str, tuple[Callable[[Any], bytes], Callable[[bytes], Any]]] = {
    "json": (lambda data: json.dumps(data).encode(), json.loads),
    "pickle": (pickle.dumps, pickle.loads),
}
# The time that a service gets to close what it started, such as engines, in seconds.
CLOSE_TIMEOUT = 5.0


class WorkerDied(Exception):
    """A worker has died; the text says how."""


class Service(Protocol):
    """An object that a worker makes once and runs all its tasks with."""

    def run(self, task: Any) -> Any:
        """Return the result of a task."""

    def close(self) -> None:
        """Release all resources: there are no more tasks."""


class Worker(Protocol):
    """A process that runs one task at a time, on this machine or on another."""

    @property
    def pid(self) -> int:
        """The process id; 0 on another machine."""

    def is_alive(self) -> bool:
        """Return whether it can take a task."""

    def run(self, task: Any, timeout: float | None) -> Reply:
        """Run a task. Raises WorkerDied, or TimeoutError after `timeout` seconds."""

    def stop(self) -> None:
        """Tell it to stop, whatever it does; another thread may call this while it runs a task."""

    def join(self) -> None:
        """Wait for the end of a worker that was stopped; kill it if it takes too long."""

    def close(self) -> None:
        """End it and close its pipes; only for the thread that gives it tasks."""


def run_task(service: Service, task: Any) -> Reply:
    """Return the result of a task, or its error as data that every codec carries."""
    try:
        return True, service.run(task)
    except Exception as error:
        return False, describe_error(error)


def describe_error(error: Exception) -> list[Any]:
    """Return an error as data: whether it is a DonjonError, and its text."""
    is_ours = isinstance(error, DonjonError)
    return [is_ours, str(error) if is_ours else repr(error)]


def read_error(described: list[Any]) -> Exception:
    """Return the error of data from `describe_error`: a DonjonError, or RuntimeError for any other."""
    is_ours, text = described
    return DonjonError(text) if is_ours else RuntimeError(text)
