"""Plant mistakes in what players are shown as fact, and check that tests find them: `make mutants`.

What is shown as fact: running scores, who would win a place, how values would move, who wins. One deliberate
mistake at a time is made in a copy of the sources; the tests named beside it must fail then. Exit code 1 if
one of them survives, or if the line that it changes is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Mutant(NamedTuple):
    """One mistake: its file, the right text, the wrong text, and the tests that must fail with it."""

    file: str
    right: str
    wrong: str
    tests: str


KB, CAY, YS = "games/kingdom_builder", "games/caylus", "games/ys"
SCORING = "tests/games/kingdom_builder/test_scoring.py tests/games/kingdom_builder/test_rulings_on_scoring.py"
LIT = "tests/games/kingdom_builder/test_properties.py"
FINAL = "tests/games/caylus/test_final.py tests/games/caylus/test_examples.py"
SEEN = "tests/games/ys/test_drawing_panels.py"
TIES = "tests/games/ys/test_counting.py tests/games/ys/test_examples.py"
END = " ".join(f"tests/games/ys/test_{name}.py" for name in ("end", "examples_end", "examples", "neutral"))

MUTANTS = [
    Mutant(f"{KB}/scoring.py", "if count > most:", "if count > 99:", SCORING),
    Mutant(f"{KB}/scoring.py", "if count < fewest:", "if count > fewest:", SCORING),
    Mutant(f"{KB}/scoring.py", "return largest // CITIZENS_PER_GOLD", "return largest", SCORING),
    Mutant(f"{KB}/scoring.py", "if count > own:", "if count >= own + 2:", SCORING),
    Mutant(f"{KB}/scoring.py", "gained += 1 - scored[first]", "gained += 0", SCORING),
    Mutant("kernel/rules.py", "standings[other] > standings", "standings[other] >= standings", SCORING),
    Mutant(f"{KB}/scoring.py", "(best + 1) * COLUMNS):", "best * COLUMNS + 2):", LIT),
    Mutant(f"{KB}/scoring.py", "for hex in SLOT_HEX[weakest]:", "for hex in SLOT_HEX[0]:", LIT),
    Mutant(f"{CAY}/round_end.py", "plain_cubes(me) // tables.CUBES_PER_VP", "plain_cubes(me)", FINAL),
    Mutant(f"{CAY}/round_end.py", "return tables.VP_PER_GOLD * int(me", "return 1 * int(me", FINAL),
    Mutant(f"{CAY}/round_end.py", "int(me.deniers) // tables.DENIERS_PER_VP", "0", FINAL),
    Mutant(f"{CAY}/round_end.py", "if state.seats[seat].vp == best:", "if state.seats[seat].vp > 0:", FINAL),
    Mutant(f"{YS}/board.py", "tables[SUM, place, owner] -= own", "pass", SEEN),
    Mutant(f"{YS}/board.py", "low > highs[rank] for low", "low >= highs[rank] for low", SEEN),
    Mutant(f"{YS}/ties.py", "return own > theirs", "return own < theirs", TIES),
    Mutant(f"{YS}/ties.py", "return is_neutral(state, one)\n", "return is_neutral(state, other)\n", SEEN),
    Mutant(f"{YS}/ties.py", "return state.intriguer == one\n", "return state.intriguer == other\n", SEEN),
    Mutant(f"{YS}/market.py", "return column_sum(state, column) * 64 + count", "return count", SEEN),
    Mutant(f"{YS}/scoring.py", ".gems[colour] >= own", ".gems[colour] > own", END),
    Mutant(f"{YS}/scoring.py", "* 256 + gem_count(state.seats[seat])", "* 256", END),
]


def survives(mutant: Mutant) -> str:
    """Return why a mistake counts as surviving: not found, or not possible to make; "" if tests failed."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source)
        file = source / "donjon" / mutant.file
        text = file.read_text(encoding="utf-8")
        if text.count(mutant.right) != 1:
            return f"{mutant.file}: {mutant.right!r} stands there {text.count(mutant.right)} times, not once"
        file.write_text(text.replace(mutant.right, mutant.wrong), encoding="utf-8")
        run = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *mutant.tests.split()]
        environment = {**os.environ, "PYTHONPATH": str(source), "DONJON_INTERPRETED": "1"}
        done = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True)
    # 1: tests failed. Exit codes other than 0 and 1 mean that the tests did not run.
    if done.returncode == 1:
        return ""
    return f"{mutant.file}: {mutant.wrong!r} was not found (pytest ended with {done.returncode})"


def main() -> int:
    """Try all mistakes, two at a time; print the number found, and the others."""
    with ThreadPoolExecutor(2) as pool:
        wrong = [line for line in pool.map(survives, MUTANTS) if line]
    print(*wrong, f"{len(MUTANTS) - len(wrong)} of {len(MUTANTS)} mistakes found", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
