"""Worker processes that die, fail, or just work."""

from pathlib import Path

import pytest

from donjon.arena.workers import WorkerLost, work
from donjon.errors import DonjonError
from tests.arena.doers import Doubles


def results(jobs: list[int], folder: Path, workers: int) -> tuple[dict[int, int], list[str]]:
    told: list[str] = []
    return dict(work(jobs, Doubles, (str(folder),), workers, told.append)), told


@pytest.mark.parametrize("workers", [1, 3])
def test_all_jobs_are_done_once(workers: int, tmp_path: Path) -> None:
    done = list(work(range(20), Doubles, (str(tmp_path),), workers, print))
    assert sorted(done) == [(job, 2 * job) for job in range(20)]
    assert list(tmp_path.glob("closed*"))


def test_there_may_be_fewer_jobs_than_workers(tmp_path: Path) -> None:
    assert results([5], tmp_path, 3) == ({5: 10}, [])
    assert results([], tmp_path, 3) == ({}, [])


def test_a_worker_that_dies_is_told_of_and_its_job_done_again(tmp_path: Path) -> None:
    done, told = results([1, -1, 2, 3], tmp_path, 2)
    assert done == {1: 2, -1: -2, 2: 4, 3: 6}
    assert told == ["A worker process died (exit code -9) at -1; it is played again."]


def test_a_job_that_always_kills_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(WorkerLost, match=r"exit code 7\) at -2, as 2 did before"):
        results([1, -2, 3], tmp_path, 2)


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_job_raises_is_raised(workers: int, tmp_path: Path) -> None:
    with pytest.raises(DonjonError, match="no such job"):
        results([-4], tmp_path, workers)
    with pytest.raises((ZeroDivisionError, RuntimeError), match="no half of it"):
        results([-3], tmp_path, workers)
