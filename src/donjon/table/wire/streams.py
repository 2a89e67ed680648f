"""Streams of server-sent events: the newest page of each table that is watched, never a queue that grows."""

from __future__ import annotations

import asyncio
import logging
import struct
import zlib
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from donjon.table.host import monitoring
from donjon.table.host.connections import abort
from donjon.table.host.limits import Visit

logger = logging.getLogger("donjon.table")

# Given a table and the name of the page that the viewer has: the name of the page of now, and what leads to
# it ("" where it is the same).
Render = Callable[[str, str], Awaitable[tuple[str, str]]]

# So many bytes told last help to zip what comes: much of what is told was told a few moves ago.
LOOKS_BACK = 8 * 1024
# The first bytes of what is zipped by gzip (RFC 1952): deflated, no name, no time, any system.
GZIP = b"\x1f\x8b\x08" + bytes(6) + b"\xff"


class Watcher:
    """An open stream. `news` are the tables that it has to look at again: each once, not a queue."""

    def __init__(self, tables: Iterable[str]) -> None:
        self.tables = tuple(tables)
        self.news = set(self.tables)
        self._woken = asyncio.Event()

    def wake(self, table: str | None = None) -> None:
        """Say that something happened at a table (None: at all that it watches)."""
        self.news.update(self.tables if table is None else (table,))
        self._woken.set()

    async def wait(self, seconds: float) -> None:
        """Return when there is news, or after so many seconds."""
        # asyncio.wait_for of Python 3.11 can swallow a cancellation; asyncio.timeout cannot.
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()

    def take(self) -> list[str]:
        """Return the tables with news, and forget them."""
        self._woken.clear()
        news, self.news = sorted(self.news), set()
        return news


class Hub:
    """Who looks at which table."""

    def __init__(self) -> None:
        self.closed = False
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._by_address: Counter[str] = Counter()

    def notify(self, table: str) -> None:
        """Something happened at the table."""
        for watcher in self._watchers.get(table, ()):
            watcher.wake(table)

    def notify_all(self) -> None:
        """Something happened that may concern every table."""
        for table in self._watchers:
            self.notify(table)

    def close(self) -> None:
        """Let all streams end, for good."""
        self.closed = True
        self.notify_all()

    def watching(self, table: str) -> int:
        """Return how many streams watch the table."""
        return len(self._watchers.get(table, ()))

    def add(self, tables: Iterable[str], client: str, most: int) -> Watcher | None:
        """Return a new watcher; None when the address has `most` already."""
        if self._by_address[client] >= most:
            return None
        self._by_address[client] += 1
        monitoring.STREAMS.inc()
        watcher = Watcher(tables)
        for table in watcher.tables:
            self._watchers[table].add(watcher)
        return watcher

    def remove(self, watcher: Watcher, client: str) -> None:
        """The stream was closed."""
        monitoring.STREAMS.dec()
        self._by_address[client] -= 1
        if self._by_address[client] <= 0:
            del self._by_address[client]
        for table in watcher.tables:
            watchers = self._watchers[table]
            watchers.discard(watcher)
            if not watchers:
                del self._watchers[table]


class Stream:
    """The answer that stays open. `seen`: each table that is watched, and the page of it the viewer has."""

    def __init__(
        self, hub: Hub, render: Render, seen: Mapping[str, str], limits: StreamSettings, visit: Visit
    ) -> None:
        self.hub = hub
        self.render = render
        self.seen = dict(seen)
        self.limits = limits
        self.visit = visit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve until the viewer goes, is too slow, or the server stops."""
        if scope["method"] == "HEAD":
            await PlainTextResponse("", media_type="text/event-stream")(scope, receive, send)
            return
        client = self.visit.who
        watcher = self.hub.add(self.seen, client, self.limits.per_address)
        if watcher is None:
            words = "Too many open pages at your address: close one."
            await PlainTextResponse(words, 429, {"retry-after": "30"})(scope, receive, send)
            return
        zipped = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        line = Line(send, zipped, self.limits.write_patience)
        serving = asyncio.ensure_future(self.visit.go_on(partial(self._serve, watcher, line)))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait((serving, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.remove(watcher, client)
            for task in (serving, leaving):
                task.cancel()
            results = await asyncio.gather(serving, leaving, return_exceptions=True)
        if isinstance(results[0], TimeoutError):
            monitoring.SLOW_STREAMS.inc()
            abort(scope)
        elif isinstance(results[0], Exception):
            logger.error("a stream failed", exc_info=results[0])

    async def _serve(self, watcher: Watcher, line: Line) -> None:
        await line.start()
        # A beat says how long (seconds) the next takes at most.
        beat = f"event: beat\ndata: {self.limits.heartbeat:g}\n\n".encode()
        while self.seen and not self.hub.closed:
            is_silent = True
            for table in watcher.take():
                is_silent &= not await self._tell(table, line)
                await asyncio.sleep(0)  # others are served between two tables
            if is_silent:
                await line.send(beat)
            await watcher.wait(self.limits.heartbeat)
        await line.end()

    async def _tell(self, table: str, line: Line) -> bool:
        """Send what leads to the page of now; return whether there was anything.

        The page goes with this call: a stream that waits keeps none. A table that cannot be shown is watched
        no more; the others of the stream are.
        """
        if table not in self.seen:
            return False
        try:
            name, page = await self.render(table, self.seen[table])
        except Exception:
            logger.exception("table %s cannot be shown in a stream", table)
            del self.seen[table]
            return False
        if name == self.seen[table]:
            return False
        self.seen[table] = name
        await line.send(event(page, name))
        return True


class Line:
    """The open answer of one stream: zipped if the viewer can unzip, and never waiting for ever."""

    def __init__(self, send: Send, zipped: bool, patience: float) -> None:
        self._send = send
        self._patience = patience
        self._zip = Gzip() if zipped else None

    async def start(self) -> None:
        """Send the head of the answer."""
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            (b"vary", b"Cookie, Accept-Encoding"),
        ]
        if self._zip is not None:
            headers.append((b"content-encoding", b"gzip"))
        await self._send({"type": "http.response.start", "status": 200, "headers": headers})

    async def send(self, body: bytes) -> None:
        """Send some events. Raises TimeoutError when the viewer does not read."""
        if self._zip is not None:
            body = self._zip.more(body)
        message = {"type": "http.response.body", "body": body, "more_body": True}
        async with asyncio.timeout(self._patience):
            await self._send(message)

    async def end(self) -> None:
        """Say that nothing more comes."""
        rest = self._zip.end() if self._zip is not None else b""
        await self._send({"type": "http.response.body", "body": rest, "more_body": False})


class Gzip:
    """One text by gzip, which can be read as far as it has come.

    Between two parts zlib would keep 40 to 270 KB for each stream. Here just what was told last is kept, and
    zlib begins anew with that at every part.
    """

    def __init__(self) -> None:
        self._head = GZIP
        self._told = b""
        self._check = 0
        self._length = 0

    def more(self, part: bytes) -> bytes:
        """The next part of the text."""
        head, self._head = self._head, b""
        deflate = zlib.compressobj(5, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=self._told)
        self._told = (self._told + part)[-LOOKS_BACK:]
        self._check = zlib.crc32(part, self._check)
        self._length += len(part)
        return head + deflate.compress(part) + deflate.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        """What comes after all: an empty block that is the last, and the check and length of the text."""
        last = zlib.compressobj(wbits=-zlib.MAX_WBITS).flush()
        return self._head + last + struct.pack("<II", self._check, self._length % 2**32)


class StreamSettings:
    """How patient a stream is (seconds), and how many an address may open."""

    def __init__(self, heartbeat: float, write_patience: float, per_address: int) -> None:
        self.heartbeat = heartbeat
        self.write_patience = write_patience
        self.per_address = per_address


def event(page: str, name: str) -> bytes:
    """A page as one event; an empty line would end it early, so every line is a data field."""
    lines = "".join(f"data: {line}\n" for line in page.splitlines())
    return f"id: {name}\n{lines}\n".encode()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
