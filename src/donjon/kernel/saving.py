"""Machine code on disk, where several processes may save at once.

It imports Numba at once, so `compiling` imports it when the first entry point is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache

LOCK = "saving.lock"


class LockedCache(FunctionCache):
    """Numba's cache of one function's machine code, into which one process saves at a time.

    Numba reads the list of what is kept, writes it with the number of a new file added, and then the file:
    two that do so at once may take the same number, and each finds the other's code there.
    """

    def __init__(self, function: Callable[..., Any], home: Path) -> None:
        """`home` holds the lock."""
        super().__init__(function)
        self._home = home

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for arguments of these types."""
        with alone(self._home / LOCK):
            super().save_overload(sig, data)


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
