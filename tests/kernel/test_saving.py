"""Several processes may save machine code into one folder at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from donjon.kernel.code_cache import LOCK

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

# Saves one function's code; prints whether somebody else could have saved at that time, and after it.
WITNESS = """
import fcntl, os, sys
from donjon.kernel import compiling, code_cache
from numba.core.caching import IndexDataCacheFile

def is_free():
    handle = os.open(sys.argv[1], os.O_RDWR)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False
    finally:
        os.close(handle)

save = IndexDataCacheFile.save
def watched(self, key, data):
    print(is_free())
    save(self, key, data)
IndexDataCacheFile.save = watched

@compiling.entry
def double(value):
    return value + value

double(1)
print(is_free())
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


def test_nobody_else_saves_meanwhile(tmp_path: Path) -> None:
    script = tmp_path / "double.py"
    script.write_text(WITNESS)
    told, _ = run(script, str(tmp_path / "cache" / LOCK)).communicate()
    assert told.split() == ["False", "True"]
