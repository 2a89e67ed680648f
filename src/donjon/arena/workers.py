"""Jobs on several processes: one that dies is told of and replaced, and its job is done again."""

from __future__ import annotations

import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

from donjon.errors import DonjonError

Job = TypeVar("Job")
Tell = Callable[[str], None]
# A job whose workers have died this often is to blame for it.
_TRIES = 3
# Seconds that a process has to end by itself.
_TO_STOP = 5.0
_START = get_context("spawn")


class Doer(Protocol):
    """What does the jobs in a process. `close` is called when there are no more."""

    def do(self, job: Any) -> Any:
        """One job."""

    def close(self) -> None:
        """The end."""


class WorkerLost(DonjonError):
    """The same job has ended several worker processes."""


def work(
    jobs: Iterable[Job], make: Callable[..., Doer], args: tuple[Any, ...], workers: int, tell: Tell
) -> Iterator[tuple[Job, Any]]:
    """Do jobs, yielding each with its result as it is done; the order is that of the jobs for one worker.

    `make(*args)` makes the doer, in this process for one worker, else in each of `workers` others; both must
    be known by name to a fresh Python. `tell` is given a sentence for each worker that died. Jobs are taken
    from `jobs` when they are needed. Raises WorkerLost, and whatever a job raises.
    """
    if workers > 1:
        pool: _Pool[Job] = _Pool(jobs, make, args, tell)
        try:
            yield from pool.results(workers)
        finally:
            pool.stop()
        return
    doer = make(*args)
    try:
        for job in jobs:
            yield job, doer.do(job)
    finally:
        doer.close()


class _Worker(Generic[Job]):
    """A process and the pipe to it."""

    def __init__(self, make: Callable[..., Doer], args: tuple[Any, ...]) -> None:
        self.pipe, theirs = _START.Pipe()
        self.process = _START.Process(target=_serve, args=(theirs, make, args), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Job | None = None

    def give(self, job: Job) -> None:
        """Hand it a job. Whether it is still alive shows when the answer is read."""
        self.job = job
        try:
            self.pipe.send(job)
        except OSError:
            return

    def stop(self) -> None:
        """End it, whatever it does."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(_TO_STOP)
        self.process.kill()
        self.process.join()


class _Pool(Generic[Job]):
    def __init__(
        self, jobs: Iterable[Job], make: Callable[..., Doer], args: tuple[Any, ...], tell: Tell
    ) -> None:
        self.jobs = iter(jobs)
        self.again: deque[Job] = deque()
        self.make = make
        self.args = args
        self.tell = tell
        self.workers: list[_Worker[Job]] = []
        self.died: Counter[str] = Counter()

    def results(self, workers: int) -> Iterator[tuple[Job, Any]]:
        """All results, as they come."""
        for _ in range(workers):
            self._employ()
        while self.workers:
            ready = wait([worker.pipe for worker in self.workers])
            for worker in [worker for worker in self.workers if worker.pipe in ready]:
                yield from self._hear(worker)

    def stop(self) -> None:
        """End all workers."""
        while self.workers:
            self.workers.pop().stop()

    def _employ(self) -> None:
        """Start a worker if there is a job for it."""
        for job in self._next():
            worker: _Worker[Job] = _Worker(self.make, self.args)
            self.workers.append(worker)
            worker.give(job)

    def _next(self) -> list[Job]:
        """The next job; none when all are given out."""
        if self.again:
            return [self.again.popleft()]
        return list(islice(self.jobs, 1))

    def _hear(self, worker: _Worker[Job]) -> Iterator[tuple[Job, Any]]:
        job = worker.job
        assert job is not None
        try:
            done, result = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker, job)
            return
        if not done:
            raise result
        following = self._next()
        if following:
            worker.give(following[0])
        else:
            self.workers.remove(worker)
            worker.stop()
        yield job, result

    def _replace(self, worker: _Worker[Job], job: Job) -> None:
        self.workers.remove(worker)
        worker.stop()
        self.died[repr(job)] += 1
        how = f"A worker process died (exit code {worker.process.exitcode}) at {job}"
        if self.died[repr(job)] == _TRIES:
            raise WorkerLost(f"{how}, as {_TRIES - 1} did before it: something is wrong with it.")
        self.tell(f"{how}; it is played again.")
        self.again.append(job)
        self._employ()


def _serve(pipe: Connection, make: Callable[..., Doer], args: tuple[Any, ...]) -> None:
    """The life of a worker process."""
    # Ctrl+C reaches the whole group; who started the workers ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whoever it has called in is sent home.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    doer: Doer | None = None
    try:
        while True:
            job = pipe.recv()
            try:
                doer = doer or make(*args)
                answer = True, doer.do(job)
            except Exception as error:  # it is raised again where the jobs come from
                answer = False, _portable(error)
            pipe.send(answer)
    except (EOFError, OSError):
        return
    finally:
        if doer is not None:
            doer.close()


def _portable(error: Exception) -> Exception:
    """An error that another process can read: a sentence of ours stays one."""
    return DonjonError(str(error)) if isinstance(error, DonjonError) else RuntimeError(repr(error))
