"""Is the server well? It is if a move could be stored now."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from donjon.table.store.rows import NotStored
from donjon.table.store.storage import Storage

# Seconds between two real writes; between them the last result is repeated.
FRESH = 5.0
# A database that takes longer is not well.
PATIENCE = 5.0
logger = logging.getLogger("donjon.table")


class Health:
    """What the last write showed; asked by many, found out by one at a time."""

    def __init__(self, storage: Storage, fresh: float = FRESH, patience: float = PATIENCE) -> None:
        self._storage = storage
        self._fresh = fresh
        self._patience = patience
        self._found: dict[str, Any] = {}
        self._at = 0.0
        self._writing: asyncio.Task[dict[str, Any]] | None = None

    async def look(self) -> dict[str, Any]:
        """{"ok": True, "database_ms": ...} or {"ok": False, "reason": ...}."""
        if self._found and time.monotonic() - self._at < self._fresh:
            return self._found
        if self._writing is None:
            self._writing = asyncio.create_task(self._find_out())
            self._writing.add_done_callback(self._done)
        try:
            async with asyncio.timeout(self._patience):
                # A caller who goes away, or loses patience, does not stop the write that others wait for.
                return await asyncio.shield(self._writing)
        except TimeoutError:
            return {"ok": False, "reason": "the database does not answer in time"}

    async def _find_out(self) -> dict[str, Any]:
        before = time.perf_counter()
        try:
            await asyncio.to_thread(self._storage.probe)
        except (NotStored, SQLAlchemyError, OSError) as error:
            cause = error.cause if isinstance(error, NotStored) else type(error).__name__
            logger.error("the database cannot be written: %s", cause)
            self._found = {"ok": False, "reason": f"the database cannot be written: {cause}"}
        else:
            self._found = {"ok": True, "database_ms": round((time.perf_counter() - before) * 1000, 2)}
        self._at = time.monotonic()
        return self._found

    def _done(self, _task: asyncio.Task[dict[str, Any]]) -> None:
        self._writing = None


async def health(request: Request) -> Response:
    """Does the server answer, and can it store moves? 503 when not."""
    found = await request.app.state.health.look()
    headers = {"cache-control": "no-store"}
    return JSONResponse(found, 200 if found["ok"] else 503, headers)
