"""Threads of their own for what writes: a writer that waits for a lock holds up no reader."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from donjon.table.store.storage import Storage
from donjon.table.store.stored import NotStored

P = ParamSpec("P")
T = TypeVar("T")


class Writers:
    """Carries out what writes in a storage, first come, first served.

    SQLite lets one write at a time, so that there is one thread then. Whoever has waited for it longer than
    for a lock is refused, else a locked database would keep the last in the queue for minutes.
    """

    def __init__(self, storage: Storage) -> None:
        self._patience = storage.patience
        self._threads = ThreadPoolExecutor(storage.writers, "donjon-writer")

    async def run(self, write: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `write` returns. It is waited for to its end even when whoever asked is cancelled."""
        asked = time.monotonic()

        def turn() -> T:
            if time.monotonic() - asked > self._patience:
                raise NotStored("others before it in the queue waited too long")
            return write(*args, **kwargs)

        writing = asyncio.get_running_loop().run_in_executor(self._threads, turn)
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            raise
