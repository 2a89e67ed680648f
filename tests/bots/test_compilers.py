"""Compilers beside the bots: one for a game, the one waited for first, and gone with who started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from donjon.bots import Compilers, Stage, warming
from tests.workers.services import SlowCompiler

# Only so that a test that waits for what never comes ends at all.
FOR_EVER = 60.0
NAMES = ("kingdom-builder", "caylus", "ys")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(warming, "is_ready", lambda name: (tmp_path / f"{name}.ready").exists())
    (tmp_path / "began").touch()
    return tmp_path


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Compilers]]:
    """Makes compilers that do what the folder says."""
    made: list[Compilers] = []

    def start(**options: int) -> Compilers:
        made.append(Compilers(NAMES, service=SlowCompiler, args=(str(folder),), **options))
        return made[-1]

    yield start
    for compilers in made:
        compilers.close()


class Ends:
    """The games whose compilers have ended, as they say it."""

    def __init__(self, compilers: Compilers) -> None:
        self.names: list[str] = []
        self._news = threading.Condition()
        compilers.listen(self._note)

    def _note(self, name: str) -> None:
        with self._news:
            self.names.append(name)
            self._news.notify()

    def wait(self, count: int) -> list[str]:
        with self._news:
            assert self._news.wait_for(lambda: len(self.names) >= count, FOR_EVER)
        return self.names


def end(folder: Path, *names: str) -> None:
    for name in names:
        (folder / f"{name}.end").touch()


def began(folder: Path, count: int) -> list[str]:
    """The games whose compilers began, when so many did."""
    while len(names := (folder / "began").read_text().split()) < count:
        time.sleep(0.01)
    return names


def test_as_many_at_a_time_as_there_is_room_for(folder: Path, start: Callable[..., Compilers]) -> None:
    compilers = start(at_a_time=2)
    ends = Ends(compilers)
    assert sorted(began(folder, 2)) == ["caylus", "kingdom-builder"]
    assert len(compilers.processes) == 2
    end(folder, "caylus")
    assert ends.wait(1) == ["caylus"]
    assert began(folder, 3)[2] == "ys"
    end(folder, *NAMES)
    assert sorted(ends.wait(3)) == sorted(NAMES)
    assert sorted(began(folder, 3)) == sorted(NAMES)
    assert {name: getattr(compilers.progress(name), "stage", None) for name in NAMES} == dict.fromkeys(
        NAMES, Stage.READY
    )


@pytest.mark.parametrize(("cores", "at_once"), [(None, 1), (1, 1), (2, 1), (3, 2)])
def test_one_core_is_left_for_a_game_that_somebody_waits_for(
    cores: int | None, at_once: int, start: Callable[..., Compilers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming.os, "cpu_count", lambda: cores)
    compilers = start()
    assert len(compilers._running) == at_once
    compilers.want("ys")
    assert compilers._running == {*NAMES[:at_once], "ys"}


def test_what_somebody_waits_for_is_begun_at_once_and_never_twice(
    folder: Path, start: Callable[..., Compilers]
) -> None:
    compilers = start(at_a_time=1)
    for _ in range(3):
        compilers.want("ys")
        compilers.want("kingdom-builder")
        compilers.want("no game")
    assert sorted(began(folder, 2)) == ["kingdom-builder", "ys"]
    ends = Ends(compilers)
    end(folder, *NAMES)
    ends.wait(3)
    assert sorted(began(folder, 3)) == sorted(NAMES)


def test_nothing_is_begun_where_all_is_there(folder: Path, start: Callable[..., Compilers]) -> None:
    for name in NAMES:
        (folder / f"{name}.ready").touch()
    compilers = start()
    assert compilers.processes == []
    assert compilers.progress("caylus") is None


def test_a_killed_compiler_is_started_once_more(folder: Path, start: Callable[..., Compilers]) -> None:
    compilers = start(at_a_time=1)
    ends = Ends(compilers)
    assert began(folder, 1) == ["kingdom-builder"]
    (process,) = compilers.processes
    os.kill(process, signal.SIGKILL)
    assert ends.wait(1) == ["kingdom-builder"]
    assert began(folder, 2) == ["kingdom-builder"] * 2
    end(folder, *NAMES)
    ends.wait(4)
    progress = compilers.progress("kingdom-builder")
    assert progress is not None
    assert progress.stage == Stage.READY


def test_one_that_fails_again_and_again_says_why(folder: Path, start: Callable[..., Compilers]) -> None:
    (folder / "caylus.fails").touch()
    end(folder, *NAMES)
    compilers = start()
    while (progress := compilers.progress("caylus")) and progress.stage == Stage.PREPARING:
        time.sleep(0.01)
    assert progress is not None
    assert progress.stage == Stage.FAILED
    assert "no room on the disk" in progress.reason
    assert began(folder, 4).count("caylus") == 2


def test_closing_ends_them_all(folder: Path, start: Callable[..., Compilers]) -> None:
    compilers = start(at_a_time=3)
    began(folder, 3)
    processes = compilers.processes
    assert len(processes) == 3
    compilers.close()
    compilers.close()
    assert compilers.processes == []
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


# Starts the real compiler as `Compilers` does, says its process, and is killed.
PARENT = """
import os, signal, time
from donjon.bots import Compilers
from donjon.kernel import shipped_code
shipped_code.has = lambda name: False  # `make wheel` may have been run here
compilers = Compilers(["caylus"])
while not compilers.processes:
    time.sleep(0.01)
time.sleep(1.0)  # it compiles by now
print(*compilers.processes, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_compiler_never_outlives_who_started_it(tmp_path: Path) -> None:
    env = {**os.environ, "DONJON_CACHE": str(tmp_path)}
    env.pop("DONJON_INTERPRETED", None)
    answer = subprocess.run([sys.executable, "-c", PARENT], env=env, capture_output=True, text=True)
    assert answer.returncode == -signal.SIGKILL, answer.stderr
    process = int(answer.stdout)
    for _ in range(int(FOR_EVER / 0.01)):
        if not _runs(process):
            break
        threading.Event().wait(0.01)
    assert not _runs(process)
    assert not [*tmp_path.rglob("*.ready")]


def _runs(process: int) -> bool:
    """Does it, and is it not just waiting to be buried?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
