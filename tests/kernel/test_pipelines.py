"""Functions that only compiled code calls are compiled as a part of what calls them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# Prints what an entry point answers that calls others, two deep, and of which functions machine code was
# made; "nrt" is Numba's own.
SCRIPT = """
import numpy as np
from donjon.kernel import compiling, pipelines
from numba.core.codegen import JITCodeLibrary

made, lowered = [], []
lower = pipelines.CalleeLowering.run_pass
pipelines.CalleeLowering.run_pass = (
    lambda step, state: lowered.append(state.func_id.func_name) or lower(step, state)
)
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

@compiling.compilable
def squares(most):
    return np.array([number * number for number in range(most)]).sum()

@compiling.entry
def bits(number, small):
    return checked(number) + checked(small[0])

@compiling.entry
def total(most):
    return squares(most)

print(bits(1023, np.array([3], np.int8)))
print(*made)
print(*sorted(lowered))
print(total(3))
try:
    bits(1023, np.array([0], np.int8))
except ValueError as error:
    print(error)
"""


def test_machine_code_is_made_of_the_entry_point_alone_and_of_no_callee_twice(tmp_path: Path) -> None:
    script = tmp_path / "bits.py"
    script.write_text(SCRIPT)
    env = {**os.environ, "DONJON_CACHE": str(tmp_path / "cache")}
    env.pop("DONJON_INTERPRETED", None)
    answer = subprocess.run(
        [sys.executable, str(script)], env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    # An int8 is taken as the int64 that it fits into; a comprehension can be compiled.
    assert answer.stdout.splitlines() == ["22", "nrt bits", "checked halves", "5", "too small"]
