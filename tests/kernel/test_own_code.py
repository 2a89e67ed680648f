"""Entry points, helpers and games that others write: no stale machine code, and none comes too late."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import donjon
from donjon.kernel import compiling
from donjon.kernel.code_cache import code_digest

TOY = Path(__file__).parents[1] / "toy" / "donjon_high_low"

# Prints what a compiled function answers, what the plain one answers, and how much came from the cache.
RUN = """
import helpers
from helpers import RATE, Side, bonus
from donjon.kernel import compiling

compiled = []
compile_entry = compiling._compile
compiling._compile = lambda function: compiled.append(compile_entry(function)) or compiled[-1]

@compiling.entry
def f(x):
    return (bonus(x) + helpers.DATA[0] + Side.LEFT) * RATE

print(f(1), f.interpreted(1), sum(compiled[0].stats.cache_hits.values()))
"""
HELPERS = """
from enum import IntEnum
from pathlib import Path
import numpy as np
from deeper import more
from donjon.kernel.compiling import compilable

RATE = 2
DATA = np.loadtxt(Path(__file__).parent / "data.txt", np.int64, ndmin=1)

class Side(IntEnum):
    LEFT = 5

@compilable
def bonus(x):
    return more(x) + 1
"""
DEEPER = """
from donjon.kernel.compiling import compilable

@compilable
def more(x):
    return 10 * x
"""
CHANGES = [
    ("helpers.py", "more(x) + 1", "more(x) + 7"),
    ("helpers.py", "RATE = 2", "RATE = 3"),
    ("helpers.py", "LEFT = 5", "LEFT = 6"),
    ("deeper.py", "10 * x", "20 * x"),
    ("data.txt", "3", "4"),
]


def run(script: Path) -> list[str]:
    """Return the words that a script prints, which has a cache beside it."""
    path = os.pathsep.join([str(script.parent), str(Path(donjon.__file__).parents[1])])
    env = {**os.environ, "PYTHONPATH": path, "DONJON_CACHE": str(script.parent / "cache")}
    env.pop("DONJON_INTERPRETED", None)
    ran = subprocess.run([sys.executable, "-B", str(script)], env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


def test_a_changed_helper_or_constant_is_compiled_anew(tmp_path: Path) -> None:
    files = {"run.py": RUN, "helpers.py": HELPERS, "deeper.py": DEEPER, "data.txt": "3"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    script = tmp_path / "run.py"
    assert run(script) == ["38", "38", "0"]
    assert run(script) == ["38", "38", "1"], "what has not changed comes from the cache"
    for name, old, new in CHANGES:
        assert old in files[name]
        (tmp_path / name).write_text(files[name].replace(old, new))
        compiled, interpreted, hits = run(script)
        assert compiled == interpreted != "38", name
        assert hits == "0"
        (tmp_path / name).write_text(files[name])
    assert run(script) == ["38", "38", "1"]


# Plays one random game of a game of one's own, which no package registers; prints its points.
PLAY = """
import donjon_high_low
from donjon.kernel import playout, rules

rules.add_game(donjon_high_low.GAME)
totals, _, _ = playout.random_results(donjon_high_low.GAME, 2, 1, 1)
print(*totals[0])
"""


def test_a_changed_rule_of_a_game_of_ones_own_is_compiled_anew(tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "donjon_high_low", ignore=shutil.ignore_patterns("__pycache__"))
    script, game = tmp_path / "play.py", tmp_path / "donjon_high_low" / "rules.py"
    script.write_text(PLAY)
    before = [int(points) for points in run(script)]
    rule = "return state.seats[seat].points"
    assert rule in game.read_text()
    game.write_text(game.read_text().replace(rule, f"{rule} + 50"))
    assert [int(points) for points in run(script)] == [points + 50 for points in before]


# Compiles one entry point, then imports modules that register helpers and a game, and compiles them.
LATE = """
import sys
from donjon.kernel import compiling

@compiling.entry
def first(x):
    return x + 1

assert first(1) == 2
assert "donjon.kernel.bits" not in sys.modules, "else this tests nothing"
import donjon_high_low
from donjon.kernel import playout, rules
from donjon.kernel.bits import count_bits, lowest

@compiling.compilable
def twice(x):
    return 2 * count_bits(x) + lowest(x)

@compiling.entry
def second(x):
    return twice(x)

rules.add_game(donjon_high_low.GAME)
print(second(0b1100), second.interpreted(0b1100))
print(*playout.random_results(donjon_high_low.GAME, 2, 1, 1)[0][0])
"""


def test_what_is_registered_after_the_compiler_started_is_compiled(tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "donjon_high_low", ignore=shutil.ignore_patterns("__pycache__"))
    script = tmp_path / "late.py"
    script.write_text(LATE)
    compiled, interpreted, *points = run(script)
    assert compiled == interpreted == "6"
    assert len(points) == 2


def test_a_second_thread_waits_until_the_compiler_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    entered, go_on, second_done = threading.Event(), threading.Event(), threading.Event()
    order: list[str] = []

    def prepare() -> None:
        entered.set()
        assert go_on.wait(60)
        order.append("prepared")

    def start_second() -> None:
        compiling.start_compiler()
        order.append("second goes on")
        second_done.set()

    monkeypatch.setattr(compiling, "_started", False)
    monkeypatch.setattr(compiling, "_preparations", [prepare])
    first = threading.Thread(target=compiling.start_compiler)
    first.start()
    assert entered.wait(60)
    second = threading.Thread(target=start_second)
    second.start()
    too_early = second_done.wait(0.2)
    go_on.set()
    first.join()
    second.join()
    assert not too_early
    assert order == ["prepared", "second goes on"]


def test_the_digest_is_of_code_and_not_of_places() -> None:
    def made(text: str) -> str:
        space: dict[str, object] = {"np": np}
        exec(compile(text, "<a notebook>", "exec"), space)
        function = space["f"]
        assert callable(function)
        return code_digest(function, [], {})

    text = (
        "BOX = []\nBOX.append(BOX)\nN = np.arange(3)\ndef f(x):\n return BOX, N, g(x)\ndef g(x):\n return f"
    )
    assert made(text) == made(text)
    assert made(text) == made(f"# a comment\n\n{text}")
    assert made(text) != made(text.replace("arange(3)", "arange(4)"))
