"""Workers who share jobs: one that dies is told of and replaced, and its job is done again."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

from donjon.errors import DonjonError
from donjon.workers.doing import Doer, Service

Job = TypeVar("Job")
Tell = Callable[[str], None]
# A job whose workers have died so often is to blame for it.
_TRIES = 3


class WorkerLost(DonjonError):
    """The same job has ended several workers."""


class Died(Exception):
    """A worker has died; the text says how."""


class Worker(Protocol):
    """One who does a job at a time, somewhere else."""

    def give(self, job: Any) -> None:
        """Hand it a job. Whether it is still alive shows when the answer is read."""

    def answer(self) -> tuple[bool, Any]:
        """True and the result of its job, or False and the error that it raised. Raises Died."""

    def stop(self) -> None:
        """End it, whatever it does."""


Hand = TypeVar("Hand", bound=Worker)


class Staff(Protocol[Hand]):
    """Where workers come from."""

    def hire(self) -> Hand:
        """A new worker."""

    def ready(self, busy: Sequence[Hand]) -> list[Hand]:
        """Wait for one of these to have an answer, or to be dead; all of whom that is true."""

    def close(self) -> None:
        """No more workers are wanted; all have been stopped."""


class Workers(Protocol):
    """Workers as who has jobs knows them; a context manager, which ends them."""

    def __enter__(self) -> Workers: ...

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None: ...

    def results(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Any]]:
        """Do jobs, yielding each with its result as it is done; one worker does them in their order.

        Jobs are taken from `jobs` when they are needed; who stops listening has no more of them done. Raises
        WorkerLost, and whatever a job raises.
        """


class Here:
    """One worker: this process."""

    def __init__(self, make: Callable[..., Doer], args: tuple[Any, ...]) -> None:
        self._service = Service(make, args)

    def __enter__(self) -> Here:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._service.close()

    def results(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Any]]:
        """See `Workers.results`."""
        for job in jobs:
            yield job, self._service.do(job)


class Pool(Generic[Hand]):
    """So many workers of a staff; they are hired when there are jobs for them, and stay."""

    def __init__(self, staff: Staff[Hand], count: int, tell: Tell | None) -> None:
        self._staff = staff
        self._count = count
        self._tell = tell
        self._idle: list[Hand] = []
        self._busy: dict[Hand, Any] = {}
        self._died: Counter[str] = Counter()

    def __enter__(self) -> Pool[Hand]:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._stop_busy()
        while self._idle:
            self._idle.pop().stop()
        self._staff.close()

    def results(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Any]]:
        """See `Workers.results`."""
        left = _Left(jobs)
        try:
            self._give_out(left)
            while self._busy:
                for worker in self._staff.ready(list(self._busy)):
                    yield from self._hear(worker, left)
        finally:
            self._stop_busy()

    def _give_out(self, left: _Left[Job]) -> None:
        """Hand jobs to all who have none."""
        while len(self._busy) < self._count and (following := left.next()):
            worker = self._idle.pop() if self._idle else self._staff.hire()
            self._busy[worker] = following[0]
            worker.give(following[0])

    def _hear(self, worker: Hand, left: _Left[Job]) -> Iterator[tuple[Job, Any]]:
        job: Job = self._busy.pop(worker)
        try:
            done, result = worker.answer()
        except Died as how:
            worker.stop()
            self._again(job, str(how), left)
            return
        self._idle.append(worker)
        if not done:
            raise result
        self._give_out(left)
        yield job, result

    def _again(self, job: Job, how: str, left: _Left[Job]) -> None:
        """A worker died at a job, which another one gets."""
        self._died[str(job)] += 1
        said = f"A worker died ({how}) at {job}"
        if self._died[str(job)] == _TRIES:
            raise WorkerLost(f"{said}, as {_TRIES - 1} did before it: something is wrong with it.")
        if self._tell is not None:
            self._tell(f"{said}; it is done again.")
        left.again.append(job)
        self._give_out(left)

    def _stop_busy(self) -> None:
        """End those whose answers nobody waits for."""
        while self._busy:
            self._busy.popitem()[0].stop()


class _Left(Generic[Job]):
    """The jobs that are still to be done."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self.again: deque[Job] = deque()

    def next(self) -> list[Job]:
        """The next job; none when all are given out."""
        return [self.again.popleft()] if self.again else list(islice(self._jobs, 1))
