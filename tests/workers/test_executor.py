"""Workers in processes and on a cluster: some die, some fail, most just work."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from donjon.errors import BadOption, DonjonError
from donjon.workers import Executor, ExecutorClosed, Process, TaskFailed, cluster, make_executor
from tests import loops
from tests.workers.services import Doubles

PROCESSES, RAY = None, "auto"


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A real cluster of two processors on this machine."""
    found = pytest.importorskip("ray")
    found.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield found
    found.shutdown()


@pytest.fixture(params=[PROCESSES, RAY], ids=["processes", "ray"])
def where(request: pytest.FixtureRequest) -> str | None:
    if request.param == RAY:
        request.getfixturevalue("ray")
    return str(request.param) if request.param else None


def results(
    tasks: list[int], folder: Path, workers: int | None, where: str | None = None
) -> tuple[dict[int, int], list[str]]:
    told: list[str] = []
    with make_executor(Doubles, (str(folder),), workers, where, told.append) as executor:
        return dict(executor.map(tasks)), told


@pytest.mark.parametrize("workers", [1, 2])
def test_all_tasks_are_done_once_by_workers_who_stay(workers: int, where: str | None, tmp_path: Path) -> None:
    with make_executor(Doubles, (str(tmp_path),), workers, where) as executor:
        assert sorted(executor.map(range(20))) == [(task, 2 * task) for task in range(20)]
        assert list(executor.map([30])) == [(30, 60)]
    assert len(list(tmp_path.glob("closed*"))) == workers


def test_there_may_be_fewer_tasks_than_workers(where: str | None, tmp_path: Path) -> None:
    assert results([5], tmp_path, 3, where) == ({5: 10}, [])
    assert results([], tmp_path, 3, where) == ({}, [])


def test_a_cluster_has_as_many_workers_as_processors(ray: Any, tmp_path: Path) -> None:
    assert results([1, 2, 3], tmp_path, None, RAY) == ({1: 2, 2: 4, 3: 6}, [])
    assert len(list(tmp_path.glob("closed*"))) == 2


def test_a_worker_that_dies_is_told_of_and_its_task_done_again(where: str | None, tmp_path: Path) -> None:
    done, told = results([1, -1, 2, 3], tmp_path, 2, where)
    assert done == {1: 2, -1: -2, 2: 4, 3: 6}
    how = "exit code -9" if where is None else "The actor died unexpectedly before finishing this task."
    assert told == [f"A worker died ({how}) at -1. The task is run again."]


def test_a_task_that_always_kills_is_given_up(where: str | None, tmp_path: Path) -> None:
    with pytest.raises(TaskFailed, match=r"at -2, like 2 before it"):
        results([1, -2, 3], tmp_path, 2, where)


def test_who_stops_listening_has_no_more_done(where: str | None, tmp_path: Path) -> None:
    with make_executor(Doubles, (str(tmp_path),), 2, where) as executor:
        for _ in executor.map(range(1000)):
            break
        assert list(executor.map([7])) == [(7, 14)]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_task_raises_is_raised(workers: int, where: str | None, tmp_path: Path) -> None:
    with pytest.raises(DonjonError, match="no such task"):
        results([-4], tmp_path, workers, where)
    with pytest.raises((ZeroDivisionError, RuntimeError), match="no half of it"):
        results([-3], tmp_path, workers, where)


def test_another_version_of_donjon_on_a_cluster_is_refused(
    ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster.cache_folder, "rules_digest", lambda: "another")
    with pytest.raises(DonjonError, match=r"has another version of Donjon\. Install the same version there"):
        results([1], tmp_path, 1, RAY)


@pytest.mark.parametrize("address", ["127.0.0.1:{}", "ray://127.0.0.1:{}", "127.0.0.1:port"])
def test_an_address_where_nobody_answers_is_told(address: str, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    there = address.format(port)
    with pytest.raises(BadOption, match=f"There is no Ray cluster at {there}: "):
        results([1], tmp_path, 1, there)


def test_without_ray_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(BadOption, match=r"pip install 'donjon\[cluster\]'"):
        results([1], tmp_path, 1, RAY)


@pytest.fixture
def executor(tmp_path: Path) -> Iterator[Executor]:
    """One worker, as a server has it."""
    with Executor(partial(Process, Doubles, (str(tmp_path),)), 1) as executor:
        yield executor


def test_a_result_may_be_awaited(executor: Executor) -> None:
    async def ask() -> int:
        return int(await executor.submit(5))

    assert loops.run(ask()) == 10


def test_a_task_that_takes_too_long_is_given_up_and_its_worker_replaced(executor: Executor) -> None:
    assert executor.submit(1).result() == 2
    (before,) = executor.processes
    with pytest.raises(TaskFailed, match=r"more than 0\.01 seconds"):
        executor.submit(-5, timeout=0.01).result()
    assert executor.submit(2).result() == 4
    assert executor.processes != [before]


def test_a_worker_that_was_killed_between_tasks_is_replaced(executor: Executor) -> None:
    assert executor.submit(1).result() == 2
    (before,) = executor.processes
    os.kill(before, signal.SIGKILL)
    # At once, while the process may still be dying.
    assert executor.submit(2).result() == 4
    assert executor.processes != [before]


def test_what_is_urgent_is_run_first_and_lanes_take_turns(executor: Executor) -> None:
    finished: list[int] = []
    held = executor.submit(-5, timeout=0.5)
    for task, lane, priority in ((1, "a", 1), (2, "a", 0), (3, "a", 0), (4, "b", 0)):
        future = executor.submit(task, lane=lane, priority=priority)
        future.add_done_callback(lambda future: finished.append(future.result() // 2))
    with pytest.raises(TaskFailed):
        held.result()
    future.result()
    executor.submit(5, priority=2).result()
    assert finished == [2, 4, 3, 1]


def test_a_task_that_was_cancelled_is_not_run(executor: Executor, tmp_path: Path) -> None:
    held, task = executor.submit(-5, timeout=0.5), executor.submit(-1)
    assert task.cancel()
    with pytest.raises(TaskFailed):
        held.result()
    assert executor.submit(3).result() == 6
    assert not (tmp_path / "died").exists()


def test_a_worker_may_be_replaced_after_each_task(tmp_path: Path) -> None:
    start = partial(Process, Doubles, (str(tmp_path),), patience=60.0)
    with Executor(start, 1, tasks_per_worker=1) as executor:
        assert [executor.submit(task).result() for task in (1, 2)] == [2, 4]
        assert executor.processes == []
    assert len(list(tmp_path.glob("closed*"))) == 2


def test_closing_ends_what_runs_and_what_waits(tmp_path: Path) -> None:
    executor = Executor(partial(Process, Doubles, (str(tmp_path),)), 1, eager=True)
    futures = [executor.submit(-5), executor.submit(1)]
    executor.close()
    executor.close()
    assert executor.processes == []
    for future in (*futures, executor.submit(2)):
        with pytest.raises(ExecutorClosed):
            future.result()


def test_a_service_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    with Executor(partial(Process, Doubles), 1) as executor:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="missing 1 required positional argument"):
                executor.submit(1).result()


def test_only_data_comes_from_the_worker_of_a_server(executor: Executor) -> None:
    """A result that is no data is an error, and so are bytes that are no JSON."""
    for task in (-6, -7):
        with pytest.raises(TaskFailed, match="exit code"):
            executor.submit(task).result()
        assert executor.submit(1).result() == 2
