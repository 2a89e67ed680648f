"""Interpreted and compiled rules are one; a changed rule is never served by stale machine code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import donjon
from donjon.kernel import cache_folder
from donjon.kernel.compiling import entry

PACKAGE = Path(donjon.__file__).parent


# Prints the castles' gold of one settlement beside a castle, from compiled code, and whether the
# machine code came from the cache.
SCRIPT = """
import donjon, pathlib
from donjon.kernel import compiling, rules
compiled = []
compile_door = compiling._compile
compiling._compile = lambda function: compiled.append(compile_door(function)) or compiled[-1]

@compiling.entry
def gold(state):
    return rules.total(state, 0)

match = donjon.from_position({"game": "kingdom-builder", "players": 2, "board": "first-game", "actor": 0,
    "card": "grass", "settlements": [[[2, 3]], []], "cards": ["lords", "hermits", "farmers"]})
value = gold(match.state)
print(value, sum(compiled[0].stats.cache_hits.values()))
"""


def test_a_changed_rule_in_another_file_is_compiled_anew(tmp_path: Path) -> None:
    """The entry point lies in a script that never changes; only scoring.py, which it calls, does."""
    copy = tmp_path / "copy" / "donjon"
    ignore = shutil.ignore_patterns("table", "cli", "__pycache__", "rulebook", "locale")
    shutil.copytree(PACKAGE, copy, ignore=ignore)
    script = tmp_path / "gold.py"
    script.write_text(SCRIPT)
    scoring = copy / "games" / "kingdom_builder" / "scoring.py"
    true_rule, stamp = scoring.read_text(), scoring.stat().st_mtime_ns

    def gold(castle: int) -> tuple[int, int]:
        scoring.write_text(true_rule.replace("return CASTLE_GOLD", f"return {castle:11}"))
        os.utime(scoring, ns=(stamp, stamp))  # same size, same time: only the digest can tell
        env = {**os.environ, "PYTHONPATH": str(copy.parent), "DONJON_CACHE": str(tmp_path / "cache")}
        env.pop("DONJON_INTERPRETED", None)
        out = subprocess.run(
            [sys.executable, "-B", str(script)], env=env, capture_output=True, text=True, check=True
        ).stdout
        value, hits = out.split()
        return int(value), int(hits)

    assert true_rule.count("return CASTLE_GOLD") == 1
    first, hits = gold(3)
    assert hits == 0
    assert gold(3) == (first, 1)
    assert gold(4) == (first + 1, 0)
    assert gold(3) == (first, 1)


def test_the_digest_covers_rules_and_data_but_not_pages(tmp_path: Path) -> None:
    covered = {path.relative_to(PACKAGE).as_posix() for path in cache_folder.compiled_sources()}
    assert {
        "kernel/rng.py",
        "games/kingdom_builder/scoring.py",
        "games/kingdom_builder/tables.toml",
    } <= covered
    assert not any(
        path.startswith(("table/", "cli/", "rulebook/", "drawing/", "lab/arena/")) for path in covered
    )
    assert not any(path.endswith("lesson.toml") for path in covered)


def test_nothing_compiled_lies_beyond_the_digest() -> None:
    covered = set(cache_folder.compiled_sources())
    beyond = [path for path in PACKAGE.rglob("*.py") if path not in covered]
    assert beyond
    assert [path for path in beyond if "donjon.kernel.compiling" in path.read_text("utf-8")] == []


def test_old_caches_go_and_the_newest_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DONJON_CACHE", str(tmp_path))
    for age in range(6):
        folder = tmp_path / f"old{age}"
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    own = cache_folder.open_cache()
    assert own.name == cache_folder.source_digest()
    assert {path.name for path in tmp_path.iterdir()} == {own.name, "old0", "old1", "old2"}


def test_a_cache_that_another_process_removes_just_then_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for age in range(6):
        (tmp_path / f"old{age}").mkdir()
    is_dir = Path.is_dir

    def is_dir_and_removed(self: Path) -> bool:
        there = is_dir(self)
        if self.name == "old3":
            shutil.rmtree(self)
        return there

    monkeypatch.setenv("DONJON_CACHE", str(tmp_path))
    monkeypatch.setattr(Path, "is_dir", is_dir_and_removed)
    assert cache_folder.open_cache().exists()
    assert not (tmp_path / "old3").exists()


def test_the_environment_can_ask_for_interpreted_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DONJON_INTERPRETED", "1")

    def double(value: int) -> int:
        return 2 * value

    run = entry(double)
    assert run(21) == 42
    assert run.interpreted is double  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("numba", "is_own"),
    [("0.61.0", True), ("0.68.1", True), ("0.60.2", False), ("0.69.0rc1", False), ("1.0.0", False)],
)
def test_versions_of_numba_that_were_not_tested_compile_by_themselves(
    numba: str, is_own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DONJON_PIPELINE", raising=False)
    monkeypatch.setattr(cache_folder, "version", lambda package: numba)
    assert cache_folder.is_own_pipeline.__wrapped__() is is_own
