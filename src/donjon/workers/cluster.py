"""Workers on a Ray cluster: of this machine, or of many."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from typing import Any

from donjon.errors import BadOption, DonjonError
from donjon.kernel import cache_folder
from donjon.workers.service import (
    CLOSE_TIMEOUT,
    Reply,
    Service,
    WorkerDied,
    describe_error,
    read_error,
    run_task,
)

# The address of a cluster that is started here, for this program alone.
LOCAL = "local"
# The timeout of the head of a cluster, in seconds; Ray itself would try for minutes.
_TO_ANSWER = 10.0


class Actor:
    """A worker on the cluster, which has a processor for itself."""

    pid = 0

    def __init__(self, ray: Any, remote: Any) -> None:
        self._ray = ray
        self._remote = remote
        self._is_busy = False
        self._is_alive = True

    def is_alive(self) -> bool:
        """Return whether it was not stopped; a death shows when it gets a task."""
        return self._is_alive

    def run(self, task: Any, timeout: float | None) -> Reply:
        """Run a task. Raises WorkerDied, or TimeoutError after `timeout` seconds."""
        self._is_busy = True
        try:
            done, value = self._ray.get(self._remote.run.remote(task), timeout=timeout)
        except self._ray.exceptions.GetTimeoutError:
            raise TimeoutError from None
        except self._ray.exceptions.RayError as error:
            self._is_alive = False
            raise WorkerDied(_first_line(error)) from None
        self._is_busy = False
        return done, value if done else read_error(value)

    def stop(self) -> None:
        """Stop the actor at once if it runs a task; let its service close otherwise."""
        if self._is_alive:
            self._is_alive = False
            if not self._is_busy:
                self._ray.wait([self._remote.close.remote()], timeout=CLOSE_TIMEOUT)
            self._ray.kill(self._remote)

    def join(self) -> None:
        """Do nothing: a stopped actor needs no waiting."""

    def close(self) -> None:
        """Stop the actor."""
        self.stop()


class Cluster:
    """A Ray cluster whose actors each make a service, `make(*args)`, and run tasks with it.

    count: the number of processors of the cluster, or `most` if that is less: one more actor would wait
    for ever. Raises BadOption where there is no cluster, or no Ray.
    """

    def __init__(
        self, make: Callable[..., Service], args: tuple[Any, ...], address: str, most: int | None
    ) -> None:
        self._ray, self._is_ours = _connected(address, most)
        processors = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.count = min(most or processors, processors)
        self._make = self._ray.remote(num_cpus=1)(_Remote).remote
        self._args = make, args, cache_folder.rules_digest()

    def start(self) -> Actor:
        """Return a new actor, when a processor is free for it."""
        return Actor(self._ray, self._make(*self._args))

    def close(self) -> None:
        """Disconnect from the cluster; one that was started here ends."""
        if self._is_ours:
            self._ray.shutdown()


class _Remote:
    """The actor as it runs on the cluster."""

    def __init__(self, make: Callable[..., Service], args: tuple[Any, ...], digest: str) -> None:
        self._make = make
        self._args = args
        self._is_same = digest == cache_folder.rules_digest()
        self._service: Service | None = None

    def run(self, task: Any) -> Reply:
        """Run a task. Other rules or bots on the cluster would give other results, so they are an error."""
        try:
            if not self._is_same:
                machine = os.uname().nodename
                raise DonjonError(f"{machine} has another version of Donjon. Install the same version there.")
            self._service = self._service or self._make(*self._args)
        except Exception as error:
            return False, describe_error(error)
        return run_task(self._service, task)

    def close(self) -> None:
        """Close the service."""
        if self._service is not None:
            self._service.close()


def _connected(address: str, most: int | None) -> tuple[Any, bool]:
    """Return Ray, connected to a cluster, and whether this call connected it. Raises BadOption."""
    try:
        import ray
    except ImportError as error:
        raise BadOption(
            f"--ray needs Ray, which is not installed here ({error}): pip install 'donjon[cluster]'."
        ) from None
    # A cluster started here has no dashboard, and as many processors as workers are wanted.
    own: dict[str, Any] = {}
    if address == LOCAL:
        own = {"num_cpus": most or os.cpu_count() or 1, "include_dashboard": False}
    try:
        _check_port(address)
        if ray.is_initialized():
            return ray, False
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **own)
    except (OSError, ImportError, RuntimeError, ValueError) as error:
        raise BadOption(f"There is no Ray cluster at {address}: {_first_line(error)}") from None
    return ray, True


def _check_port(address: str) -> None:
    """Raise OSError unless an address with a port accepts a connection, ValueError if it is malformed."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:
        socket.create_connection((host, int(port)), _TO_ANSWER).close()


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
