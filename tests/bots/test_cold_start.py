"""What a worker answers before and after the bots of a game are compiled."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import donjon
from donjon.bots import choose, pool
from donjon.bots.pool import BotService
from tests.bots.positions import GAME, random_match
from tests.toy.installing import install

MATCH = random_match(2, 8, 30)
SEAT = MATCH.waiting[0]


def question(level: str) -> dict[str, Any]:
    state = base64.b64encode(MATCH.state.tobytes()).decode()
    return {"game": GAME, "state": state, "seat": SEAT, "level": level, "seed": 5}


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The games that are compiled, as the worker finds them; loading them takes no time."""
    names: set[str] = set()
    monkeypatch.setattr(pool, "is_ready", names.__contains__)
    monkeypatch.setattr(pool, "warm_bots", lambda name: None)
    monkeypatch.setattr(pool.compiling, "is_interpreted", lambda: False)
    return names


@pytest.fixture
def thought(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Which bots thought, and whether interpreted."""
    seen: list[tuple[str, bool]] = []

    def think(game: Any, state: Any, seat: int, bot: Any, seed: int, interpreted: bool) -> list[int]:
        seen.append((bot.name, interpreted))
        return choose(game, state, seat, "random", seed, interpreted=True)

    monkeypatch.setattr(pool, "choose", think)
    return seen


def test_nobody_waits_for_a_compiler_and_the_level_switches_when_it_is_done(
    ready: set[str], thought: list[tuple[str, bool]]
) -> None:
    service = BotService()
    assert service.run(question("skilled"))["stand_in"] == "greedy"
    assert service.run(question("beginner"))["stand_in"] == ""
    ready.add(GAME)
    assert service.run(question("skilled"))["stand_in"] == ""
    assert service.run(question("beginner"))["stand_in"] == ""
    assert thought == [("greedy", True), ("beginner", True), ("skilled", False), ("beginner", False)]


def test_a_search_waits_while_compiled_bots_are_loaded_and_others_do_not(
    ready: set[str], thought: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "warm_bots", lambda name: pytest.fail("never") if name != GAME else stuck())
    monkeypatch.setattr(pool, "PATIENCE", 0.01)
    ready.add(GAME)
    service = BotService()
    assert service.run(question("beginner"))["stand_in"] == ""
    assert service.run(question("expert"))["stand_in"] == "greedy"
    assert thought == [("beginner", True), ("greedy", True)]


def test_the_game_that_was_asked_for_last_is_loaded_first(
    ready: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []
    go_on, at_work = threading.Event(), threading.Event()

    def load(name: str) -> None:
        loaded.append(name)
        at_work.set()
        assert go_on.wait(60)

    monkeypatch.setattr(pool, "warm_bots", load)
    ready |= {"caylus", "kingdom-builder", "ys"}
    loader = pool.Loader()
    loader.ask("kingdom-builder")
    assert at_work.wait(60)
    for name in ("caylus", "ys", "caylus"):
        loader.ask(name)
    go_on.set()
    # `loaded` would ask for each once more, before the thread has taken the next.
    assert all(loader._loaded[name].wait(60) for name in ready)
    assert loaded == ["kingdom-builder", "caylus", "ys"]


def stuck() -> None:
    """Load for as long as the test runs."""
    threading.Event().wait()


# Asks a pool whose cache is empty for a search until it is one, and says who decided.
SCRIPT = """
import donjon
from donjon.bots import Compilers, Pool

NAME = "high-low"
match = donjon.new(NAME, players=2, seed=1)
compilers = Compilers([NAME])
with Pool(workers=1, compilers=compilers) as pool:
    while True:
        answer = pool.choose(NAME, match.state.tobytes(), match.waiting[0], "skilled", 1)
        assert answer.result()
        print(answer.stand_in or "itself", flush=True)
        if not answer.stand_in:
            break
assert not compilers.processes
"""


def test_without_a_cache_a_pool_answers_at_once_and_later_compiled(tmp_path: Path) -> None:
    """With real compilers, for a game that is small enough."""
    path = os.pathsep.join([str(install(tmp_path / "toy")), str(Path(donjon.__file__).parents[1])])
    env = {**os.environ, "PYTHONPATH": path, "DONJON_CACHE": str(tmp_path / "cache")}
    env.pop("DONJON_INTERPRETED", None)
    run = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    told = run.stdout.split()
    assert told[0] == "greedy"
    assert told[-1] == "itself"
    assert len([*(tmp_path / "cache").rglob("*.ready")]) == 1
