"""Workers in processes and on a cluster: some die, some fail, most just work."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from donjon.errors import BadOption, DonjonError
from donjon.workers import cluster, employ
from donjon.workers.pool import WorkerLost
from tests.workers.doers import Doubles

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
    jobs: list[int], folder: Path, workers: int | None, where: str | None = None
) -> tuple[dict[int, int], list[str]]:
    told: list[str] = []
    with employ(Doubles, (str(folder),), workers, where, told.append) as staff:
        return dict(staff.results(jobs)), told


@pytest.mark.parametrize("workers", [1, 2])
def test_all_jobs_are_done_once_by_workers_who_stay(workers: int, where: str | None, tmp_path: Path) -> None:
    with employ(Doubles, (str(tmp_path),), workers, where) as staff:
        assert sorted(staff.results(range(20))) == [(job, 2 * job) for job in range(20)]
        assert list(staff.results([30])) == [(30, 60)]
    assert len(list(tmp_path.glob("closed*"))) == workers


def test_there_may_be_fewer_jobs_than_workers(where: str | None, tmp_path: Path) -> None:
    assert results([5], tmp_path, 3, where) == ({5: 10}, [])
    assert results([], tmp_path, 3, where) == ({}, [])


def test_a_cluster_has_as_many_workers_as_processors(ray: Any, tmp_path: Path) -> None:
    assert results([1, 2, 3], tmp_path, None, RAY) == ({1: 2, 2: 4, 3: 6}, [])
    assert len(list(tmp_path.glob("closed*"))) == 2


def test_a_worker_that_dies_is_told_of_and_its_job_done_again(where: str | None, tmp_path: Path) -> None:
    done, told = results([1, -1, 2, 3], tmp_path, 2, where)
    assert done == {1: 2, -1: -2, 2: 4, 3: 6}
    how = "exit code -9" if where is None else "The actor died unexpectedly before finishing this task."
    assert told == [f"A worker died ({how}) at -1; it is done again."]


def test_a_job_that_always_kills_is_given_up(where: str | None, tmp_path: Path) -> None:
    with pytest.raises(WorkerLost, match=r"at -2, as 2 did before"):
        results([1, -2, 3], tmp_path, 2, where)


def test_who_stops_listening_has_no_more_done(where: str | None, tmp_path: Path) -> None:
    with employ(Doubles, (str(tmp_path),), 2, where) as staff:
        for _ in staff.results(range(1000)):
            break
        assert list(staff.results([7])) == [(7, 14)]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_job_raises_is_raised(workers: int, where: str | None, tmp_path: Path) -> None:
    with pytest.raises(DonjonError, match="no such job"):
        results([-4], tmp_path, workers, where)
    with pytest.raises((ZeroDivisionError, RuntimeError), match="no half of it"):
        results([-3], tmp_path, workers, where)


def test_another_version_of_donjon_on_a_cluster_is_refused(
    ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster.compiling, "rules_digest", lambda: "another")
    with pytest.raises(DonjonError, match="has another version of Donjon: install the same one there"):
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
