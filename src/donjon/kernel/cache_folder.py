"""The folder of compiled code, and the digests of all that affects it.

The folder's name is a digest, because Numba itself does not notice a change in *another* file that a compiled
function calls.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import sysconfig
from importlib.metadata import version
from pathlib import Path

import platformdirs

from donjon.kernel import installed_games
from donjon.kernel.game_data import own_files

_PACKAGE = Path(__file__).resolve().parent.parent
# Folders and files without compiled code: a change there keeps the cache.
_NEVER_COMPILED = {
    *("arena", "arena.py", "cli", "coach", "drawing", "locale", "notation"),
    *("play", "rulebook", "table", "workers"),
}
# Data files of a game that do not affect its code.
_ONLY_WORDS = {"lesson.toml"}
# The versions of Numba that `pipelines` and `code_cache` were tested with.
_FIRST_NUMBA, _LAST_NUMBA = (0, 61), (0, 68)
# The number of other versions' caches to keep, so that two checkouts do not evict each other.
_KEPT_CACHES = 3


@functools.cache
def is_own_pipeline() -> bool:
    """Return whether to use our own compiler passes (`pipelines`) and disk cache (`code_cache`).

    Both use private parts of Numba. With a version of Numba that they were not tested with, or with
    DONJON_PIPELINE=numba, plain Numba is used: the results are the same, but each process compiles again, in
    about twice the time.
    """
    numbers = tuple(int(number) for number in version("numba").split(".")[:2])
    return os.environ.get("DONJON_PIPELINE") != "numba" and _FIRST_NUMBA <= numbers <= _LAST_NUMBA


def cache_home() -> Path:
    """Return the folder of the caches of all versions: DONJON_CACHE, or one in the user's cache folder."""
    folder = os.environ.get("DONJON_CACHE")
    return Path(folder) if folder else Path(platformdirs.user_cache_dir("donjon")) / "compiled"


def cache_folder() -> Path:
    """Return the folder of the machine code that is compiled from the present sources on this machine."""
    return cache_home() / source_digest()


@functools.cache
def source_digest() -> str:
    """Return a digest (16 hex digits) of everything that affects the machine code.

    It covers the Python and data files of rules, bots and kernel, the files of games in other packages, the
    versions of what compiles them, and the processor. It does not depend on the paths of the files.
    """
    target = [os.environ.get(name, "") for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")]
    facts = [*versions().values(), platform.machine(), _processor(), *target, rules_digest()]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]


def versions() -> dict[str, str]:
    """Return the versions that machine code depends on, by name.

    Python's is that of its binary interface, with the operating system in it. Of numpy, whose arrays have the
    same layout in all its corrections, it is the first two numbers.
    """
    binary = str(sysconfig.get_config_var("EXT_SUFFIX")).strip(".").removesuffix(".so")
    numpy = ".".join(version("numpy").split(".")[:2])
    others = {package: version(package) for package in ("numba", "llvmlite")}
    return {"Python": binary, "numpy": numpy, **others}


@functools.cache
def own_digest() -> str:
    """Return a digest (64 hex digits) of Donjon's own rules and bots, and of custom data."""
    digest = hashlib.sha256()
    for path in compiled_sources():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    for path in own_files():
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


def rules_digest() -> str:
    """Return a digest (64 hex digits) of rules, bots and custom data; equal digests play alike.

    It does not depend on the machine or on the paths of the files.
    """
    digest = hashlib.sha256(own_digest().encode())
    for name, module in installed_games.modules().items():
        for path in _code_of(module):
            digest.update(f"{name}/{path.name}".encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def compiled_sources() -> list[Path]:
    """Return Donjon's own files that affect the machine code, in a fixed order."""
    return [
        path
        for path in sorted(_PACKAGE.rglob("*"))
        if _shapes_code(path) and not _NEVER_COMPILED & set(path.relative_to(_PACKAGE).parts)
    ]


def _code_of(module: str) -> list[Path]:
    """Return the files of another package's game that affect the machine code."""
    return [path for path in installed_games.files(module) if _shapes_code(path)]


def _shapes_code(path: Path) -> bool:
    return path.suffix in {".py", ".toml"} and path.name not in _ONLY_WORDS


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    wanted = ("model name", "flags")
    return "\n".join(sorted({line for line in lines if line.startswith(wanted)}))


def open_cache() -> Path:
    """Return the cache folder of this version, made if needed; remove old caches of other versions."""
    home, folder = cache_home(), cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    others = [path for path in home.iterdir() if path != folder and path.is_dir()]
    for old in sorted(others, key=last_use, reverse=True)[_KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def last_use(path: Path) -> float:
    """Return when a cache was last opened or a file written (epoch seconds), 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
