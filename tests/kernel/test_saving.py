"""Several processes may save machine code into one folder at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from donjon.kernel.code_cache import write

TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64", "complex128"]

# Doubles ones of the types named by its arguments, once a line has come; prints what comes out and how much
# of the machine code came from the disk.
SCRIPT = """
import sys
import numpy as np
from donjon.kernel import compiling

@compiling.compilable
def twice(value):
    return value + value

def double(value):
    return twice(value)

double = compiling._compile(double)
input()
out = [f"{name} {double(getattr(np, name)(1))}" for name in sys.argv[1:]]
print(*out, sum(double.stats.cache_hits.values()), sep=chr(10))
"""


def run(script: Path, *arguments: str) -> subprocess.Popen[str]:
    env = {**os.environ, "DONJON_CACHE": str(script.parent / "cache")}
    env.pop("DONJON_INTERPRETED", None)
    return subprocess.Popen(
        [sys.executable, str(script), *arguments],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_processes_that_save_at_once_keep_what_each_made(tmp_path: Path) -> None:
    script = tmp_path / "double.py"
    script.write_text(SCRIPT)
    savers = [run(script, *TYPES[first::2]) for first in range(2)]
    for saver in savers:  # both have read their script and the compiler by the time they are let go
        assert saver.stdin is not None
        saver.stdin.write("\n")
        saver.stdin.flush()
    for saver in savers:
        told, _ = saver.communicate()
        assert told.split()[-1] == "0"
    told, _ = run(script, *TYPES).communicate("\n")
    *doubled, hits = told.splitlines()
    assert [line.split()[0] for line in doubled] == TYPES
    assert {complex(line.split()[1]) for line in doubled} == {2}
    assert int(hits) == len(TYPES)


# Doubles numbers of many types in turn; prints how many files of machine code are left.
MANY = """
import numpy as np
from donjon.kernel import cache_folder, code_cache, compiling
code_cache.KEPT = 3

@compiling.entry
def double(value):
    return value + value

@compiling.entry
def triple(value):
    return value * 3

triple(1)
for name in ("int8", "int16", "int32", "uint8", "float32"):
    assert double(getattr(np, name)(2)) == 4
print(*sorted(path.name.partition("-")[0] for path in cache_folder.cache_folder().glob("*.code")))
"""


def test_the_newest_files_of_a_function_are_kept(tmp_path: Path) -> None:
    script = tmp_path / "many.py"
    script.write_text(MANY)
    told, _ = run(script).communicate()
    assert told.split() == ["__main__.double"] * 3 + ["__main__.triple"]


# Doubles a number; prints it, and how much machine code came from the disk.
MOVED = """
from donjon.kernel import compiling

def double(value):
    return value + value

double = compiling._compile(double)
print(double(2), sum(double.stats.cache_hits.values()))
"""


def test_the_same_code_at_another_place_is_found(tmp_path: Path) -> None:
    hits = []
    for place in ("here", "there"):
        script = tmp_path / f"{place}.py"
        script.write_text(MOVED)
        told, _ = run(script).communicate()
        hits.append(told.split())
    assert hits == [["4", "0"], ["4", "1"]]


def test_a_file_that_is_not_whole_is_compiled_anew(tmp_path: Path) -> None:
    script = tmp_path / "double.py"
    script.write_text(MOVED)
    run(script).communicate()
    (path,) = (tmp_path / "cache").rglob("*.code")
    for damaged in (b"", path.read_bytes()[:-1], bytes(len(path.read_bytes()))):
        path.write_bytes(damaged)
        assert run(script).communicate()[0].split() == ["4", "0"]
        assert run(script).communicate()[0].split() == ["4", "1"]


def test_code_that_numba_cannot_read_is_compiled_anew(tmp_path: Path) -> None:
    script = tmp_path / "double.py"
    script.write_text(MOVED)
    run(script).communicate()
    (path,) = (tmp_path / "cache").rglob("*.code")
    write(path, b"whole, but no machine code")
    assert run(script).communicate()[0].split() == ["4", "0"]
