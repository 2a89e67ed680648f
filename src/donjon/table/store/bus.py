"""Notices between the processes that share a PostgreSQL database: what was stored, and what is limited.

A notice is a reason to look, never the truth: what is stored is in the tables, and a process that missed a
notice finds it by polling. Notices are sent after the commit, by a connection of their own, all that gathered
in some milliseconds at once. A NOTIFY inside each transaction would let no two of them commit at the same
time: it cost a third to two thirds of the throughput of 16 writers.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import psycopg

from donjon.table.store.claim import KEYS, LOCK, key_digest
from donjon.table.store.database import connection_arguments

CHANNEL = "donjon"
# Seconds in which notices gather before they are sent.
GATHER = 0.003
# Seconds from one look at everything to the next.
POLL = 3.0
# Seconds before a broken connection is opened again: doubled each time, up to LONGEST_WAIT.
FIRST_WAIT = 0.1
LONGEST_WAIT = 3.0
# Seconds before a task that does not end is cancelled again.
AGAIN = 0.5
# Bytes of a notice; PostgreSQL takes 7,999.
LONGEST_NOTICE = 7_900
# A dead machine does not close its connections: it is given up after some 20 seconds without an answer.
ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2}
# The first of the two numbers of the lock of a table's bots: "bots" in ASCII.
BOTS = int.from_bytes(b"bots", "big")
logger = logging.getLogger("donjon.table")

# Called with the key and the value of a notice from another process.
Handler = Callable[[str, Any], object]


class Bus:
    """Sends notices to the other processes, and calls a handler for each of theirs.

    `handlers`: by kind of notice. `poll` looks at everything that a notice could have told: it is called
    every few seconds, and at once after notices may have been missed.
    """

    def __init__(
        self,
        url: str,
        patience: float,
        secret: bytes,
        handlers: dict[str, Handler],
        poll: Callable[[], Awaitable[object]],
    ) -> None:
        self._arguments = {**connection_arguments(url, patience), **ALIVE, "autocommit": True}
        self._secret = secret
        self._handlers = handlers
        self._poll = poll
        self._waiting: dict[tuple[str, str], Any] = {}
        self._news = asyncio.Event()
        self._may_have_missed = asyncio.Event()
        self._speaking: psycopg.AsyncConnection[Any] | None = None
        self._speaks = asyncio.Condition()
        self._pids = set[int]()  # of our own connections that send
        self._tasks = [
            asyncio.create_task(self._poll_on()),
            asyncio.create_task(self._keep(self._listen)),
            asyncio.create_task(self._keep(self._speak)),
        ]

    def send(self, kind: str, key: str, value: Any) -> None:
        """Tell the other processes soon; a later value of the same key replaces one that still waits."""
        self._waiting[kind, key] = value
        self._news.set()

    async def claim(self, table: str) -> bool:
        """Return whether this process alone may play the bots of a table now, until `release`.

        The claim ends, too, when the process or its connection does.
        """
        return await self._ask("select pg_try_advisory_lock(%s, hashtext(%s))", table)

    async def release(self, table: str) -> None:
        """End a claim."""
        # When the connection is broken, the claim has ended already.
        with suppress(psycopg.Error):
            await self._ask("select pg_advisory_unlock(%s, hashtext(%s))", table)

    async def close(self) -> None:
        """Close the connections."""
        await end(self._tasks)

    async def _ask(self, query: str, table: str) -> bool:
        async with self._speaks:
            await self._speaks.wait_for(lambda: self._speaking is not None)
            assert self._speaking is not None
            connection = self._speaking
        row = await (await connection.execute(query, (BOTS, table))).fetchone()
        return bool(row and row[0])

    async def _keep(self, work: Callable[[psycopg.AsyncConnection[Any]], Awaitable[None]]) -> None:
        """Do the work with a connection, and go on with a new one whenever it breaks."""
        wait = FIRST_WAIT
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(**self._arguments) as connection:
                    wait = FIRST_WAIT
                    await work(connection)
            except (psycopg.Error, OSError) as error:
                logger.warning("the connection for notices is broken, opening it again: %s", error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    async def _listen(self, connection: psycopg.AsyncConnection[Any]) -> None:
        # Held for as long as this process runs, also after a restart of the database; see claim.py.
        await connection.execute("select pg_advisory_lock_shared(%s)", (LOCK,))
        await connection.execute("select pg_advisory_lock_shared(%s, %s)", (KEYS, key_digest(self._secret)))
        await connection.execute(f"listen {CHANNEL}")
        self._may_have_missed.set()
        async for notice in connection.notifies():
            if notice.pid not in self._pids:
                self._receive(notice.payload)

    def _receive(self, payload: str) -> None:
        try:
            for kind, key, value in json.loads(payload):
                handler = self._handlers.get(kind)
                if handler is not None:  # a newer version may have more kinds
                    handler(key, value)
        except (ValueError, TypeError):
            logger.warning("a notice of another process could not be read")

    async def _speak(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._pids.add(connection.info.backend_pid)
        async with self._speaks:
            self._speaking = connection
            self._speaks.notify_all()
        try:
            while True:
                await self._news.wait()
                await asyncio.sleep(GATHER)
                self._news.clear()
                waiting, self._waiting = self._waiting, {}
                for payload in payloads(waiting):
                    await connection.execute("select pg_notify(%s, %s)", (CHANNEL, payload))
        finally:
            self._speaking = None
            self._pids.discard(connection.info.backend_pid)

    async def _poll_on(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._may_have_missed.wait()
            self._may_have_missed.clear()
            try:
                await self._poll()
            except Exception as error:
                # The database may be down for a while; the cause alone, as the error holds parameters.
                logger.warning("could not poll the database: %s", getattr(error, "orig", None) or error)


def payloads(waiting: dict[tuple[str, str], Any]) -> Iterator[str]:
    """Yield texts with all notices, each text of LONGEST_NOTICE bytes at most."""
    parts, size = list[str](), 2
    for (kind, key), value in waiting.items():
        part = json.dumps([kind, key, value], separators=(",", ":"))
        if parts and size + len(part) + 1 > LONGEST_NOTICE:
            yield f"[{','.join(parts)}]"
            parts, size = [], 2
        parts.append(part)
        size += len(part) + 1
    if parts:
        yield f"[{','.join(parts)}]"


async def end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel tasks until they have ended: a connection that is being opened may swallow a cancellation."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=AGAIN)
