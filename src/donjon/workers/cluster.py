"""Workers on a Ray cluster: of this machine, or of many."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Sequence
from typing import Any

from donjon.errors import BadOption, DonjonError
from donjon.kernel import compiling
from donjon.workers.doing import Doer, Service
from donjon.workers.pool import Died

# The address of a cluster that is started here, for this program alone.
LOCAL = "local"
# Seconds that a worker has to send home whom it has called in.
_TO_STOP = 5.0
# Seconds that the head of a cluster has to answer; Ray itself would try for minutes.
_TO_ANSWER = 10.0


class Actor:
    """A worker on the cluster, which has a processor for itself."""

    def __init__(self, ray: Any, remote: Any) -> None:
        self._ray = ray
        self._remote = remote
        self.promised: Any = None  # the answer to come

    def give(self, job: Any) -> None:
        """Hand it a job."""
        self.promised = self._remote.answer.remote(job)

    def answer(self) -> tuple[bool, Any]:
        """What it says of its job. Raises Died."""
        promised, self.promised = self.promised, None
        try:
            done, result = self._ray.get(promised)
        except self._ray.exceptions.RayError as error:
            raise Died(_first_line(error)) from None
        return done, result

    def stop(self) -> None:
        """End it, whatever it does."""
        if self.promised is None:
            self._ray.wait([self._remote.close.remote()], timeout=_TO_STOP)
        self._ray.kill(self._remote)


class Cluster:
    """A staff of actors on a Ray cluster, each of which does the jobs by `make(*args)`.

    count: as many as the cluster has processors, or as there are to be at most: one more would wait for ever.
    Raises BadOption where there is no cluster, or no Ray.
    """

    def __init__(
        self, make: Callable[..., Doer], args: tuple[Any, ...], address: str, most: int | None
    ) -> None:
        self._ray, self._is_ours = _connected(address, most)
        processors = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.count = min(most or processors, processors)
        self._make = self._ray.remote(num_cpus=1)(_Remote).remote
        self._args = make, args, compiling.rules_digest()

    def hire(self) -> Actor:
        """A new actor, where there is a processor for it."""
        return Actor(self._ray, self._make(*self._args))

    def ready(self, busy: Sequence[Actor]) -> list[Actor]:
        """Those that have an answer, or are dead."""
        answered, _ = self._ray.wait([actor.promised for actor in busy])
        return [actor for actor in busy if actor.promised in answered]

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._is_ours:
            self._ray.shutdown()


class _Remote:
    """What runs on the cluster."""

    def __init__(self, make: Callable[..., Doer], args: tuple[Any, ...], digest: str) -> None:
        self._service = Service(make, args)
        self._is_same = digest == compiling.rules_digest()

    def answer(self, job: Any) -> tuple[bool, Any]:
        """See `Service.answer`; others' rules and bots would give other results, so they are an error."""
        if not self._is_same:
            here = os.uname().nodename
            return False, DonjonError(f"{here} has another version of Donjon: install the same one there.")
        return self._service.answer(job)

    def close(self) -> None:
        """There are no more jobs."""
        self._service.close()


def _connected(address: str, most: int | None) -> tuple[Any, bool]:
    """Ray, connected to a cluster, and whether it was not before. Raises BadOption."""
    try:
        import ray
    except ImportError as error:
        raise BadOption(
            f"--ray needs Ray, which is not installed here ({error}): pip install 'donjon[cluster]'."
        ) from None
    # A cluster that is started here has no page, and as many processors as there are workers wanted.
    own: dict[str, Any] = {}
    if address == LOCAL:
        own = {"num_cpus": most or os.cpu_count() or 1, "include_dashboard": False}
    try:
        _knock(address)
        if ray.is_initialized():
            return ray, False
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **own)
    except (OSError, ImportError, RuntimeError, ValueError) as error:
        raise BadOption(f"There is no Ray cluster at {address}: {_first_line(error)}") from None
    return ray, True


def _knock(address: str) -> None:
    """See that somebody answers at an address with a port. Raises OSError, ValueError."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:
        socket.create_connection((host, int(port)), _TO_ANSWER).close()


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
