"""Run the same functions interpreted or compiled by Numba.

`@compilable` leaves a function as plain Python and lets compiled code call it too.
`@entry` marks an entry point from Python into compiled code: it is compiled at the first call and stored in
a disk cache. The folder's name is a digest of everything that affects the machine code, because Numba itself
does not notice a change in *another* file that a compiled function calls.

Numba is imported only when an entry point is first called, so that `import donjon` and the web table start
fast.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import sys
import threading
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from donjon.kernel import installed_games
from donjon.kernel.game_data import own_files

F = TypeVar("F", bound=Callable[..., Any])

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

_preparations: list[Callable[[], None]] = []
# For each function that compiles to another one, the function that chooses the other one.
_choices: dict[Callable[..., Any], Callable[..., Any]] = {}
_started = False
_starting = threading.RLock()


def compilable(function: F) -> F:
    """Let compiled code call a function, which itself stays plain Python; return the function."""
    at_start(functools.partial(_register, function))
    return function


def at_start(prepare: Callable[[], None]) -> Callable[[], None]:
    """Call `prepare` once when the compiler starts, or now if it has started; return `prepare`."""
    _preparations.append(prepare)
    if _started:
        _prepare()
    return prepare


def _prepare() -> None:
    """Run the pending preparations; they may add more."""
    while _preparations:
        _preparations.pop(0)()


def _register(function: Callable[..., Any]) -> None:
    def implementation(*_args: Any, **_kwargs: Any) -> Callable[..., Any]:
        return function

    _overload(function, implementation)


def _overload(function: Callable[..., Any], choose: Callable[..., Any]) -> None:
    """Make compiled code call the function that `choose` returns for the types of the arguments."""
    if is_own_pipeline():
        from donjon.kernel import pipelines

        pipelines.overload(function, choose)
    else:
        from numba import extending

        extending.overload(function, strict=False)(choose)


def replace_when_compiled(function: Callable[..., Any], choose: Callable[..., Any]) -> None:
    """Make compiled code call, instead of `function`, what `choose` returns for the argument types.

    Call it when the compiler has started, from a function marked `@at_start`. The result may depend on the
    type of a record only if the record is the first argument.
    """
    _choices[function] = choose
    _overload(function, choose)


def entry(function: F) -> F:
    """Make a function an entry point into compiled code.

    It is compiled when it is first called from Python, then loaded from the disk cache. With the environment
    variable DONJON_INTERPRETED=1 the plain function runs instead. The attribute `interpreted` is the plain
    function.
    """
    compiled: list[Callable[..., Any]] = []

    @functools.wraps(function)
    def enter(*args: Any) -> Any:
        if not compiled:
            compiled.append(_compile(function))
        return compiled[0](*args)

    enter.interpreted = function  # type: ignore[attr-defined]
    return enter  # type: ignore[return-value]


def _compile(function: Callable[..., Any]) -> Callable[..., Any]:
    if is_interpreted():
        return function
    start_compiler()
    import numba

    if not is_own_pipeline():
        # No disk cache: Numba's own does not notice a change in another file.
        return numba.njit(nogil=True)(function)
    from donjon.kernel import pipelines
    from donjon.kernel.code_cache import CodeCache

    compiled: Any = numba.njit(**pipelines.ENTRY)(function)
    # As `cache=True` does, but with a cache that several processes may write.
    compiled._cache = CodeCache(function, cache_home(), _choices)
    return compiled  # type: ignore[no-any-return]


def is_interpreted() -> bool:
    """Return whether DONJON_INTERPRETED=1 is set: entry points run as plain Python."""
    return os.environ.get("DONJON_INTERPRETED") == "1"


@functools.cache
def is_own_pipeline() -> bool:
    """Return whether to use our own compiler passes (`pipelines`) and disk cache (`code_cache`).

    Both use private parts of Numba. With a version of Numba that they were not tested with, or with
    DONJON_PIPELINE=numba, plain Numba is used: the results are the same, but each process compiles again, in
    about twice the time.
    """
    numbers = tuple(int(number) for number in version("numba").split(".")[:2])
    return os.environ.get("DONJON_PIPELINE") != "numba" and _FIRST_NUMBA <= numbers <= _LAST_NUMBA


def start_compiler() -> None:
    """Import Numba, set its cache folder and run the pending preparations; only the first time."""
    global _started
    with _starting:
        if _started:
            return
        import numba

        vars(numba.config)["CACHE_DIR"] = str(open_cache())
        _prepare()
        _started = True
        _prepare()  # preparations that another thread has added meanwhile


def cache_home() -> Path:
    """Return the folder of the caches of all versions: DONJON_CACHE, or one in the user's cache folder."""
    folder = os.environ.get("DONJON_CACHE")
    return Path(folder) if folder else Path(platformdirs.user_cache_dir("donjon")) / "compiled"


@functools.cache
def source_digest() -> str:
    """Return a digest (16 hex digits) of everything that affects the machine code.

    It covers the Python and data files of rules, bots and kernel, the files of games in other packages, the
    versions of Python, numpy, Numba and llvmlite, and the processor.
    """
    digest = hashlib.sha256()
    facts = [sys.version, platform.machine(), _processor()]
    facts += [version(package) for package in ("numpy", "numba", "llvmlite")]
    digest.update("\n".join(facts).encode())
    # Numba's cache finds the machine code of a function by the path of its file.
    paths = [path for module in installed_games.modules().values() for path in _code_of(module)]
    digest.update("\n".join(map(str, [*paths, *own_files()])).encode() + rules_digest().encode())
    return digest.hexdigest()[:16]


def rules_digest() -> str:
    """Return a digest (64 hex digits) of rules, bots and custom data; equal digests play alike.

    It does not depend on the machine or on the paths of the files.
    """
    digest = hashlib.sha256()
    for path in compiled_sources():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    for name, module in installed_games.modules().items():
        for path in _code_of(module):
            digest.update(f"{name}/{path.name}".encode() + b"\0" + path.read_bytes())
    for path in own_files():
        digest.update(path.read_bytes() if path.is_file() else b"")
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
    home = cache_home()
    folder = home / source_digest()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    others = [path for path in home.iterdir() if path != folder and path.is_dir()]
    for old in sorted(others, key=_last_use, reverse=True)[_KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _last_use(folder: Path) -> float:
    """Return when a cache was last opened (epoch seconds), 0 if another process has just removed it."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0
