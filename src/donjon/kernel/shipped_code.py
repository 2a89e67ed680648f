"""Machine code that comes with the package, so that bots of all levels play at once on a fresh machine.

`make wheel` compiles the bots for a processor that nearly all PCs and servers since 2015 have, and puts the
files beside the Python files, with the facts that they depend on. Where one of these facts is another
(sources, versions, the processor), bots are compiled as without them. The folder is only read.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from donjon.kernel import cache_folder

FOLDER = Path(__file__).resolve().parent.parent / "machine_code"
FACTS = "facts.json"
# The processor, as LLVM names it, and more features: none.
TARGET = ("x86-64-v3", "")
# The features of that processor, as /proc/cpuinfo names them; without that file no shipped code is used.
FEATURES = {
    *("cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"),
    *("avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"),
}


def has(game: str) -> bool:
    """Return whether the machine code of a game's bots is in the package and can be used here."""
    return not misfit() and game in _shipped_facts()["games"]


def refusal() -> str:
    """Return a sentence that says why the package's machine code isn't used, "" if it is or there is none."""
    if not _shipped_facts() or not misfit():
        return ""
    return f"The machine code in the package can't be used, so bots are compiled here, once: {misfit()}."


@functools.cache
def misfit() -> str:
    """Return why the package's machine code can't be used here, "" if it can."""
    shipped = _shipped_facts()
    if not shipped:
        return "the package has none"
    if not cache_folder.is_own_pipeline():
        return "this version of Numba, or DONJON_PIPELINE, compiles in another way"
    if lacking():
        return lacking()
    if shipped["rules"] != cache_folder.own_digest():
        return "rules, bots or their data have been changed"
    for name, here in cache_folder.versions().items():
        if shipped[name] != here:
            return f"it is for {name} {shipped[name]}, and this is {here}"
    return ""


def lacking() -> str:
    """Return what this processor lacks to run the machine code, "" if nothing."""
    without = sorted(FEATURES - _processor_features())
    return f"this processor isn't an {TARGET[0]}, it lacks {', '.join(without)}" if without else ""


@functools.cache
def _shipped_facts() -> dict[str, Any]:
    """Return the facts beside the machine code; nothing if the package has none, or not all of it."""
    try:
        return dict(json.loads((FOLDER / FACTS).read_text("utf-8")))
    except (OSError, ValueError):
        return {}


def _processor_features() -> set[str]:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return set()
    return next((set(line.split()) for line in lines if line.startswith("flags")), set())
