"""Run tasks in worker processes: by priority, in turn, with a timeout, again where a worker dies.

The standard library's `ProcessPoolExecutor` has no priorities, cannot end one worker that hangs, and gives up
all tasks when one worker dies. Futures and pipes are the standard library's here too; the rest is in this
package.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from itertools import islice
from queue import SimpleQueue
from types import TracebackType
from typing import Any, TypeVar

from donjon.errors import DonjonError
from donjon.workers.cluster import Cluster
from donjon.workers.process import Process
from donjon.workers.queue import QueueClosed, TaskQueue
from donjon.workers.service import CLOSE_TIMEOUT, Reply, Service, Worker, WorkerDied

T = TypeVar("T")
Warn = Callable[[str], None]
# The number of workers of `make_executor` that may die at a task before it fails.
ATTEMPTS = 3


class TaskFailed(DonjonError):
    """A task was not finished: it reached its timeout, workers died at it, or the executor was closed."""


class ExecutorClosed(TaskFailed):
    """The executor takes no more tasks, or was closed before this one was finished."""


class TaskFuture(Future[T]):
    """The result of a task: `result()` waits for it, `await` does so, too."""

    def __await__(self) -> Generator[Any, None, T]:
        return asyncio.wrap_future(self).__await__()


class _Job:
    """A task, the future for its result, and the function to warn when a worker dies at it."""

    def __init__(self, task: Any, future: Future[Any], timeout: float | None, warn: Warn | None) -> None:
        self.task = task
        self.future = future
        self.timeout = timeout
        self.warn = warn
        self.abandoned = False


class Executor:
    """Worker processes, made by `start`, that run tasks. Use it as a context manager, or `close()` it.

    attempts: how often a task is tried while workers die at it. eager: start workers before there are
    tasks.
    tasks_per_worker: a worker is replaced after this number of tasks. warn: is called with a sentence for
    each worker that died in `map`. after: is called when all workers have ended.
    """

    def __init__(
        self,
        start: Callable[[], Worker],
        workers: int = 1,
        *,
        attempts: int = 2,
        eager: bool = False,
        tasks_per_worker: int | None = None,
        warn: Warn | None = None,
        after: Callable[[], None] | None = None,
    ) -> None:
        self.attempts = attempts
        self.eager = eager
        self.tasks_per_worker = tasks_per_worker
        self.start = start
        self.queue: TaskQueue[_Job] = TaskQueue()
        self._warn = warn
        self._after = after
        self._threads = [_WorkerThread(self) for _ in range(max(1, workers))]

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that run now."""
        return [worker.pid for thread in self._threads if (worker := thread.worker) is not None]

    def submit(
        self,
        task: Any,
        *,
        lane: str = "",
        priority: int = 0,
        timeout: float | None = None,
        future: Future[Any] | None = None,
    ) -> Future[Any]:
        """Queue a task; return at once the future that gets its result or its error.

        Tasks in one `lane` wait for each other, lanes take turns; a higher number of `priority` waits
        until none of a lower one is left. A worker that runs the task for more than `timeout` seconds
        is killed. The error is a DonjonError as the task raised it, RuntimeError for any other, or
        TaskFailed.
        """
        return self._put(_Job(task, future or TaskFuture(), timeout, None), lane, priority).future

    def map(self, tasks: Iterable[T]) -> Iterator[tuple[T, Any]]:
        """Run tasks, yielding each with its result as it is finished; one worker runs them in their order.

        Tasks are taken when a worker is free for them; when the caller stops, the running ones are
        ended. Raises TaskFailed, and what a task raises.
        """
        left = iter(tasks)
        news: SimpleQueue[_Job | str] = SimpleQueue()
        running: set[_Job] = set()
        try:
            self._submit_free(left, running, news)
            while running:
                finished = news.get()
                if isinstance(finished, str):
                    if self._warn is not None:
                        self._warn(finished)
                    continue
                running.discard(finished)
                result = finished.future.result()
                self._submit_free(left, running, news)
                yield finished.task, result
        finally:
            self._abandon(running)

    def close(self) -> None:
        """End the workers; tasks that are not finished raise ExecutorClosed."""
        left = self.queue.close()
        workers = [worker for thread in self._threads if (worker := thread.stop()) is not None]
        for worker in workers:
            worker.join()
        for thread in self._threads:
            thread.join()
        for job in left:
            _fail(job, ExecutorClosed("The executor was closed."))
        after, self._after = self._after, None
        if after is not None:
            after()

    def __enter__(self) -> Executor:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def _put(self, job: _Job, lane: str = "", priority: int = 0) -> _Job:
        try:
            self.queue.put(job, lane, priority)
        except QueueClosed:
            _fail(job, ExecutorClosed("The executor is closed."))
        return job

    def _submit_free(self, left: Iterator[Any], running: set[_Job], news: SimpleQueue[_Job | str]) -> None:
        """Submit a task for each free worker."""
        for task in islice(left, len(self._threads) - len(running)):
            job = _Job(task, Future(), None, news.put)
            running.add(job)
            job.future.add_done_callback(partial(_put_job, news, job))
            self._put(job)

    def _abandon(self, jobs: set[_Job]) -> None:
        """Cancel tasks whose caller has stopped, and end the workers that run them."""
        waiting = {job for job in jobs if job.future.cancel()}
        stopped = [thread.stop(jobs - waiting) for thread in self._threads]
        for worker in filter(None, stopped):
            worker.join()
        wait([job.future for job in jobs - waiting])


class _WorkerThread(threading.Thread):
    """A thread that gives tasks from the queue to a worker of its own, which it starts and replaces."""

    def __init__(self, executor: Executor) -> None:
        super().__init__(name="donjon-worker", daemon=True)
        self.worker: Worker | None = None
        self._executor = executor
        self._job: _Job | None = None
        self._tasks = 0
        self._closed = False
        # Guards `worker` and `_job` against threads that stop them.
        self._lock = threading.Lock()
        self.start()

    def stop(self, jobs: set[_Job] | None = None) -> Worker | None:
        """Tell the worker to stop and return it: for good, or only if it runs one of these jobs."""
        with self._lock:
            if jobs is None:
                self._closed = True
            elif self._job not in jobs:
                return None
            if self._job is not None:
                self._job.abandoned = True
            if self.worker is not None:
                self.worker.stop()
            return self.worker

    def run(self) -> None:
        """Run tasks until the queue is closed."""
        with suppress(QueueClosed):
            while True:
                if self._executor.eager:
                    with suppress(WorkerDied):
                        self._ready()
                job = self._executor.queue.get()
                if job.future.set_running_or_notify_cancel():
                    self._finish(job)
        self._discard()

    def _finish(self, job: _Job) -> None:
        """Run a task and set its result or its error."""
        with self._lock:
            self._job = job
            job.abandoned = self._closed
        try:
            done, value = self._reply(job)
        except TaskFailed as error:
            done, value = False, error
        with self._lock:
            self._job = None
        if not done:
            job.future.set_exception(value)
            return
        try:
            job.future.set_result(value)
        except (TypeError, ValueError, LookupError) as error:  # the future cannot read this result
            job.future.set_exception(error)

    def _reply(self, job: _Job) -> Reply:
        """Run a task, again where a worker dies. Raises TaskFailed."""
        died = 0
        while True:
            try:
                reply = self._ready().run(job.task, job.timeout)
            except TimeoutError:
                self._discard()
                raise TaskFailed(f"The task took more than {job.timeout:g} seconds.") from None
            except WorkerDied as how:
                self._discard()
                died += 1
                self._check(job, died, str(how))
                continue
            self._tasks += 1
            if self._tasks == self._executor.tasks_per_worker:
                self._discard()
            return reply

    def _check(self, job: _Job, died: int, how: str) -> None:
        """Raise TaskFailed unless a task may be tried again; warn about it then."""
        if job.abandoned:
            raise ExecutorClosed("The task was ended.")
        message = f"A worker died ({how}) at {job.task}"
        if died == self._executor.attempts:
            again = f", like {died - 1} before it" if died > 1 else ""
            raise TaskFailed(f"{message}{again}. The task seems to be faulty.")
        if job.warn is not None:
            job.warn(f"{message}. The task is run again.")

    def _ready(self) -> Worker:
        """Return a worker that can take a task, started if need be. Raises WorkerDied if that fails."""
        if self.worker is not None and not self.worker.is_alive():
            self._discard()
        with self._lock:
            if self._closed or (self._job is not None and self._job.abandoned):
                raise WorkerDied("it was stopped")
            if self.worker is None:
                try:
                    self.worker = self._executor.start()
                except OSError as error:
                    raise WorkerDied(str(error)) from None
            return self.worker

    def _discard(self) -> None:
        with self._lock:
            worker, self.worker, self._tasks = self.worker, None, 0
        if worker is not None:
            worker.close()


class SerialExecutor:
    """An executor that runs tasks one by one in this process, with a service made for the first."""

    def __init__(self, make: Callable[..., Service], args: tuple[Any, ...]) -> None:
        self._make = make
        self._args = args
        self._service: Service | None = None

    def map(self, tasks: Iterable[T]) -> Iterator[tuple[T, Any]]:
        """Run tasks in their order, yielding each with its result. Raises what a task raises."""
        for task in tasks:
            self._service = self._service or self._make(*self._args)
            yield task, self._service.run(task)

    def __enter__(self) -> SerialExecutor:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._service is not None:
            self._service.close()


def make_executor(
    make: Callable[..., Service],
    args: tuple[Any, ...],
    workers: int | None = 1,
    ray: str | None = None,
    warn: Warn | None = None,
) -> Executor | SerialExecutor:
    """Return an executor for many tasks of one kind, whose `map` gives the same results wherever they run.

    workers: 1 is this process, more are others; None is the number of processors. ray: the address of a
    Ray cluster where they run, "auto" for the cluster of this machine, "local" for one that is started
    here; then `workers` is the most to use. `warn` is called with a sentence for each worker that died.
    Raises BadOption without such a cluster.
    """
    if ray is not None:
        cluster = Cluster(make, args, ray, workers)
        return Executor(cluster.start, cluster.count, attempts=ATTEMPTS, warn=warn, after=cluster.close)
    count = workers or os.cpu_count() or 1
    if count == 1:
        return SerialExecutor(make, args)
    start = partial(Process, make, args, "pickle", CLOSE_TIMEOUT)
    return Executor(start, count, attempts=ATTEMPTS, warn=warn)


def _put_job(news: SimpleQueue[_Job | str], job: _Job, _future: Future[Any]) -> None:
    news.put(job)


def _fail(job: _Job, error: TaskFailed) -> None:
    if job.future.set_running_or_notify_cancel():
        job.future.set_exception(error)
