"""Machine code that comes with the package: it is found anywhere, it is what runs, and it plays alike."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import donjon

ROOT = Path(__file__).parents[2]
PACKAGE = Path(donjon.__file__).parent

# Plays some decisions of every game; prints digests of the state, the actions and the results of the search
# after each, how many entry points were loaded and compiled, and why no machine code came with the package.
SCRIPT = """
import hashlib, json
import numpy as np
from donjon.bots import ladder, running
from donjon.bots.plan import PLAN
from donjon.bots.workspace import new_workspace
from donjon.kernel import compiling, playout, rng, shipped_code
from donjon.kernel.games import games

entries = []
compile_entry = compiling._compile
compiling._compile = lambda function: entries.append(compile_entry(function)) or entries[-1]

def play(game):
    told = []
    states = playout.start_states(game, 2)[:1].copy()
    plans = np.zeros(2, PLAN)
    plans[0], plans[1] = ladder.bot("tree:3").plan(game), ladder.bot("greedy").plan(game)
    random, chance = (np.array([rng.new(text)], rng.RNG) for text in ("bots", "nature"))
    space = new_workspace(game)
    for _ in range(12):
        log = np.zeros(200, np.int64)
        running.play_on(states, plans, random, chance, 1, log, space)
        left = (states, random, chance, log, space.sums, space.worth)
        told.append(hashlib.sha256(b"".join(array.tobytes() for array in left)).hexdigest())
    return told

played = {name: play(games[name]) for name in games}
stats = [entry.stats for entry in entries if hasattr(entry, "stats")]
print(json.dumps({
    "played": played,
    "loaded": sum(sum(each.cache_hits.values()) for each in stats),
    "compiled": sum(sum(each.cache_misses.values()) for each in stats),
    "misfit": shipped_code.misfit(),
}))
"""


def run(*command: object, source: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a Python command with the package in a folder, compiled unless the variables say otherwise."""
    env = {name: value for name, value in os.environ.items() if name != "DONJON_INTERPRETED"}
    env |= {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"} | variables
    words = [sys.executable, *map(str, command)]
    return subprocess.run(words, env=env, capture_output=True, text=True)


def play(source: Path, **variables: str) -> dict[str, Any]:
    ran = run("-c", SCRIPT, source=source, **variables)
    assert ran.returncode == 0, ran.stderr
    return dict(json.loads(ran.stdout))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and the machine code that was made in another folder."""
    made, installed = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("installed")
    left_out = shutil.ignore_patterns("table", "__pycache__", "machine_code")
    shutil.copytree(PACKAGE, made / "donjon", ignore=left_out)
    ran = run(ROOT / "scripts" / "ship_code.py", source=made)
    assert ran.returncode == 0, ran.stderr
    if not (made / "donjon" / "machine_code").exists():
        pytest.skip(ran.stdout)
    shutil.copytree(made / "donjon", installed / "donjon", copy_function=shutil.copyfile)
    shutil.rmtree(made)
    return installed


@pytest.fixture(scope="module")
def shipped(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is played with it, where it is read-only and no cache can be made: a file lies in its place."""
    nowhere = tmp_path_factory.mktemp("cache") / "file"
    nowhere.touch()
    for path in installed.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return play(installed, DONJON_CACHE=str(nowhere / "cache"))


def test_it_is_loaded_and_nothing_is_compiled(shipped: dict[str, Any]) -> None:
    assert shipped["misfit"] == ""
    assert (shipped["loaded"], shipped["compiled"]) == (3, 0)


def test_it_plays_as_interpreted_code_does(installed: Path, shipped: dict[str, Any]) -> None:
    interpreted = play(installed, DONJON_INTERPRETED="1")
    assert (interpreted["loaded"], interpreted["compiled"]) == (0, 0)
    assert shipped["played"] == interpreted["played"]


def test_it_plays_as_code_compiled_here_does(shipped: dict[str, Any], tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "donjon", ignore=shutil.ignore_patterns("table", "machine_code"))
    native = play(tmp_path)
    assert native["misfit"] == "the package has none"
    assert native["loaded"] + native["compiled"] == 3
    assert shipped["played"] == native["played"]


def test_it_knows_no_path_of_ours(installed: Path) -> None:
    """Numba's own errors name the files of Numba that raise them; nothing is looked up there."""
    for path in (installed / "donjon" / "machine_code").iterdir():
        data = re.sub(rb"[\w./-]+/site-packages/numba/[\w/]+\.py", b"", path.read_bytes())
        assert not [word for word in (b"site-packages", b"/donjon/", b".py\0") if word in data], path.name
