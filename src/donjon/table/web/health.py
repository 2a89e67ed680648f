"""Check the health of the server: it is well if a move could be stored now."""

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

# Seconds for which the result of a write is cached.
FRESH = 5.0
# Timeout of the write, in seconds: a slower database is not well.
PATIENCE = 5.0
logger = logging.getLogger("donjon.table")


class Health:
    """The result of the latest test write, cached; requests at the same time share one write."""

    def __init__(self, storage: Storage, fresh: float = FRESH, patience: float = PATIENCE) -> None:
        self._storage = storage
        self._fresh = fresh
        self._patience = patience
        self._found: dict[str, Any] = {}
        self._at = 0.0
        self._writing: asyncio.Task[dict[str, Any]] | None = None

    async def look(self) -> dict[str, Any]:
        """Return {"ok": True, "database_ms": ...} or {"ok": False, "reason": ...}."""
        if self._found and time.monotonic() - self._at < self._fresh:
            return self._found
        if self._writing is None:
            self._writing = asyncio.create_task(self._find_out())
            self._writing.add_done_callback(self._done)
        try:
            async with asyncio.timeout(self._patience):
                # A caller that disconnects, or times out, does not cancel the write that others wait for.
                return await asyncio.shield(self._writing)
        except TimeoutError:
            return {"ok": False, "reason": "the database does not answer in time"}

    async def _find_out(self) -> dict[str, Any]:
        before = time.perf_counter()
        try:
            await asyncio.to_thread(self._storage.probe)
        except (NotStored, SQLAlchemyError, OSError) as error:
            cause = error.cause if isinstance(error, NotStored) else type(error).__name__
            logger.error("database not writable: %s", cause)
            self._found = {"ok": False, "reason": f"database not writable: {cause}"}
        else:
            self._found = {"ok": True, "database_ms": round((time.perf_counter() - before) * 1000, 2)}
        self._at = time.monotonic()
        return self._found

    def _done(self, _task: asyncio.Task[dict[str, Any]]) -> None:
        self._writing = None


async def health(request: Request) -> Response:
    """Send the health of the server as JSON, with status 200, or 503 if it cannot store moves."""
    state = await request.app.state.health.look()
    headers = {"cache-control": "no-store"}
    return JSONResponse(state, 200 if state["ok"] else 503, headers)
