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
from donjon.training import run
from donjon.training.folder import Settings

if __name__ == "__main__":
    run.LANE, run.GATE, run.MOST_DEALS, run.MARK_DEALS, run.BATCH = 2, 2, 4, 2, 2
    settings = Settings("high-low", games=12, rate=0.05)
    run.Training(settings, Path(sys.argv[1]), workers=int(sys.argv[2]), tell=print, command="").run()
"""
WAIT = """
from donjon.bots.net import no_weights
from donjon.training.crew import Crew

if __name__ == "__main__":
    with Crew("high-low", 2) as crew:
        nothing = no_weights(crew.game, 1)[0]
        crew.scores(1, [(2, 0), (2, 1), (2, 2), (2, 3)], nothing, nothing)
        print(*crew.processes, flush=True)
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


def test_workers_change_nothing(folder: Path, tmp_path: Path) -> None:
    for workers in (1, 3):
        _, said = start(folder, TRAIN, tmp_path / f"{workers}.weights", workers).communicate()
        assert not said
    one, three = (np.load(tmp_path / f"{workers}.weights.training" / "state.npz") for workers in (1, 3))
    for name in ("current", "average", "best"):
        assert np.array_equal(one[name], three[name]), name
    logs = [(tmp_path / f"{workers}.weights.training" / "log.jsonl").read_text() for workers in (1, 3)]
    assert logs[0] == logs[1]


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_workers_end_with_who_started_them(folder: Path) -> None:
    parent = start(folder, WAIT)
    assert parent.stdout is not None
    workers = [int(word) for word in parent.stdout.readline().split()]
    assert len(workers) == 2
    assert all(is_running(worker) for worker in workers)
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    while any(is_running(worker) for worker in workers):
        time.sleep(0.01)
