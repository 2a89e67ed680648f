"""Functions that only compiled code calls are compiled as a part of what calls them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# Prints what an entry point answers that calls others, two deep, and of which functions machine code was
# made; "nrt" is Numba's own.
SCRIPT = """
from donjon.kernel import compiling
from numba.core.codegen import JITCodeLibrary

made = []
finalize = JITCodeLibrary._finalize_specific
JITCodeLibrary._finalize_specific = lambda library: made.append(library.name) or finalize(library)

@compiling.compilable
def halves(number):
    steps = 0
    while number > 1:
        number //= 2
        steps += 1
    return steps

@compiling.compilable
def checked(number):
    if number < 1:
        raise ValueError("too small")
    return halves(number) + halves(number + 1)

@compiling.entry
def bits(number, small):
    return checked(number) + checked(small)

print(bits(1023, 3))
print(*made)
try:
    bits(1023, 0)
except ValueError as error:
    print(error)
"""


def test_machine_code_is_made_of_the_entry_point_alone(tmp_path: Path) -> None:
    script = tmp_path / "bits.py"
    script.write_text(SCRIPT)
    env = {**os.environ, "DONJON_CACHE": str(tmp_path / "cache")}
    env.pop("DONJON_INTERPRETED", None)
    answer = subprocess.run(
        [sys.executable, str(script)], env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    assert answer.stdout.splitlines() == ["22", "nrt bits", "too small"]
