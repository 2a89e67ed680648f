"""Workers: the same weights as without them, and gone when who started them is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import donjon
from tests.toy.installing import install

TRAIN = """
import sys
from pathlib import Path
from donjon.lab.training import run
from donjon.lab.training.folder import Settings

if __name__ == "__main__":
    run.LANE, run.GATE, run.MOST_DEALS, run.MARK_DEALS, run.AT_ONCE = 2, 2, 4, 2, 1
    settings = Settings("high-low", games=12, rate=0.05)
    out, workers, ray = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if sys.argv[3:] else None
    run.Training(settings, out, workers=workers, ray=ray, tell=print, command="").run()
"""
WAIT = """
from donjon.bots.net import no_weights
from donjon.lab.training.trainer import Trainers

if __name__ == "__main__":
    with Trainers("high-low", 2) as trainers:
        nothing = no_weights(trainers.game, 1)[0]
        trainers.scores(1, [(2, 0), (2, 1), (2, 2), (2, 3)], nothing, nothing)
        print("ready", flush=True)
        input()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("toy"))


def start(folder: Path, program: str, *words: object) -> subprocess.Popen[str]:
    """A program in a process that has the toy game, interpreted; workers import it, so it is a file."""
    path = os.pathsep.join([str(folder), str(Path(donjon.__file__).parents[1])])
    file = folder / "program.py"
    file.write_text(program)
    command = [sys.executable, str(file), *map(str, words)]
    env = os.environ | {"PYTHONPATH": path, "DONJON_INTERPRETED": "1"}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.parametrize("where", [(3,), (2, "local")], ids=["processes", "ray"])
def test_workers_change_nothing(where: tuple[object, ...], folder: Path, tmp_path: Path) -> None:
    if where[1:]:
        pytest.importorskip("ray")
    for name, workers in (("alone", (1,)), ("shared", where)):
        _, said = start(folder, TRAIN, tmp_path / f"{name}.weights", *workers).communicate()
        assert "Traceback" not in said
    alone, shared = (tmp_path / f"{name}.weights.training" for name in ("alone", "shared"))
    for name in ("current", "average", "best"):
        assert np.array_equal(np.load(alone / "state.npz")[name], np.load(shared / "state.npz")[name]), name
    assert (alone / "log.jsonl").read_text() == (shared / "log.jsonl").read_text() != ""


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def workers_of(parent: int) -> list[int]:
    """The process ids of the workers that a process has started."""
    threads = Path(f"/proc/{parent}/task").glob("*/children")
    children = [child for thread in threads for child in thread.read_text().split()]
    return [int(it) for it in children if "donjon.workers" in Path(f"/proc/{it}/cmdline").read_text()]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_workers_end_with_who_started_them(folder: Path) -> None:
    parent = start(folder, WAIT)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "ready\n"
    workers = workers_of(parent.pid)
    assert len(workers) == 2
    assert all(is_running(worker) for worker in workers)
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    while any(is_running(worker) for worker in workers):
        time.sleep(0.01)
