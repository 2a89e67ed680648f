"""The simulation of a day: it grows with the people, and asks for at least one of everything."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.capacity import HOURS, Habits, Rates, needs, simulate

ROOT = Path(__file__).parents[2]
RATES = Rates(
    ms_per_move=10.0, bytes_per_update=500.0, kb_per_stream=50.0, kb_per_table=300.0, mb_empty=200.0
)


def test_a_day_has_as_many_people_as_come() -> None:
    habits = Habits()
    day = simulate(100_000, habits, random.Random(1))
    expected = 100_000 * habits.visits * max(HOURS) / sum(HOURS) / 60 * habits.minutes
    assert 0.8 * expected < day.streams < 1.3 * expected, "the busiest minute is in the busiest hour"
    whole = simulate(10_000_000, habits, random.Random(1))
    assert whole.streams == pytest.approx(100 * day.streams, rel=0.15), "as many as are drawn one by one"


def test_what_is_needed_grows_with_the_people_and_is_never_nothing() -> None:
    small, large = (dict(needs(simulate(n, Habits(), random.Random(1)), RATES, Habits())) for n in (1, 10**6))
    assert small["server processes, a core each"] == "1"
    cores = int(large["server processes, a core each"].replace(",", ""))
    day = simulate(10**6, Habits(), random.Random(1))
    assert cores == -(-day.moves_per_second * 0.010 // 0.5)
    slower = replace(RATES, ms_per_move=20.0)
    more = dict(needs(day, slower, Habits()))["server processes, a core each"]
    assert int(more.replace(",", "")) > 1.8 * cores


def test_the_table_of_the_docs_is_what_the_script_prints() -> None:
    command = [sys.executable, "-m", "bench.capacity", "bench/rates.json"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"```text\n{printed}```" in (ROOT / "docs/capacity.md").read_text("utf-8")
