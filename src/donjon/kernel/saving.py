"""Machine code on disk, where several processes may save at once.

It imports Numba at once, so `compiling` imports it when the first entry point is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numba.core.caching import FunctionCache

from donjon.kernel.code_digest import code_digest

LOCK = "saving.lock"


class CodeCache(FunctionCache):
    """Numba's cache of one function's machine code, with all code that it calls in the key.

    One process saves at a time: Numba reads the list of what is kept, writes it with the number of a new file
    added, and then the file. Two that do so at once may take the same number, and each finds the other's code
    there.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        home: Path,
        choices: Mapping[Callable[..., Any], Callable[..., Any]],
    ) -> None:
        """`home` holds the lock; `choices` are those of `code_digest`."""
        super().__init__(function)
        self._function = function
        self._home = home
        self._choices = choices

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Return what tells one piece of machine code from all others: types, processor and code."""
        return sig, codegen.magic_tuple(), code_digest(self._function, _record_types(sig), self._choices)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for arguments of these types."""
        with alone(self._home / LOCK):
            super().save_overload(sig, data)


def _record_types(kinds: Iterable[Any]) -> list[np.dtype[Any]]:
    """Return the types of the records among arguments, and of those in arrays."""
    records = [getattr(kind, "dtype", None) for kind in kinds]
    records = [getattr(record, "dtype", record) for record in records]  # an array's are a type of Numba's
    return [record for record in records if isinstance(record, np.dtype)]


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Wait until no other process or thread is in here with this file."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        # Where the file system knows no locks, saving unlocked is better than not at all.
        with suppress(OSError):
            _wait(handle)
        yield
    finally:
        os.close(handle)  # which frees it


if sys.platform == "win32":
    import msvcrt

    def _wait(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _wait(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)
