"""Run the same functions interpreted or compiled by Numba.

`@compilable` leaves a function as plain Python and lets compiled code call it too.
`@entry` marks an entry point from Python into compiled code: it is compiled at the first call and stored in
a disk cache (`cache_folder`), unless its machine code came with the package (`shipped_code`).

Numba is imported only when an entry point is first called, so that `import donjon` and the web table start
fast.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from donjon.kernel.cache_folder import is_own_pipeline, open_cache

F = TypeVar("F", bound=Callable[..., Any])

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

    overload(function, implementation)


def overload(function: Callable[..., Any], choose: Callable[..., Any]) -> None:
    """Make compiled code call the function that `choose` returns for the types of the arguments.

    It is for functions and choices of Donjon's own files, which the digest of the sources covers.
    """
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
    overload(function, choose)


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
    compiled._cache = CodeCache(function, _choices)
    return compiled  # type: ignore[no-any-return]


def is_interpreted() -> bool:
    """Return whether DONJON_INTERPRETED=1 is set: entry points run as plain Python."""
    return os.environ.get("DONJON_INTERPRETED") == "1"


def start_compiler() -> None:
    """Note that the cache folder is used and run the pending preparations; only the first time."""
    global _started
    with _starting:
        if _started:
            return
        with suppress(OSError):  # a folder that cannot be written matters only where code is saved
            open_cache()
        _prepare()
        _started = True
        _prepare()  # preparations that another thread has added meanwhile
