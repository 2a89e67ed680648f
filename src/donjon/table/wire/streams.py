"""Streams of server-sent events: the latest page of each watched table, never a growing queue."""

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

# Called with a table and the frame id that the viewer has: returns the current frame id, and the update to it
# ("" if it is the same).
Render = Callable[[str, str], Awaitable[tuple[str, str]]]

# The window of bytes sent last that helps to compress the next: updates repeat much of earlier ones.
LOOKS_BACK = 8 * 1024
# The header of a gzip file (RFC 1952): deflated, no name, no time, any system.
GZIP = b"\x1f\x8b\x08" + bytes(6) + b"\xff"


class Watcher:
    """An open stream. `news` is the set of tables to render again: each once, not a queue."""

    def __init__(self, tables: Iterable[str]) -> None:
        self.tables = tuple(tables)
        self.news = set(self.tables)
        self._woken = asyncio.Event()

    def wake(self, table: str | None = None) -> None:
        """Wake the stream for news of a table (None: of all that it watches)."""
        self.news.update(self.tables if table is None else (table,))
        self._woken.set()

    async def wait(self, seconds: float) -> None:
        """Wait for news, `seconds` at most."""
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
    """The open streams by table, and their number by address."""

    def __init__(self) -> None:
        self.closed = False
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._by_address: Counter[str] = Counter()

    def notify(self, table: str) -> None:
        """Wake the streams that watch a table."""
        for watcher in self._watchers.get(table, ()):
            watcher.wake(table)

    def notify_all(self) -> None:
        """Wake all streams for all their tables."""
        for table in self._watchers:
            self.notify(table)

    def close(self) -> None:
        """Make all streams end, for good."""
        self.closed = True
        self.notify_all()

    def watched(self) -> list[str]:
        """Return the tables that streams watch."""
        return list(self._watchers)

    def watching(self, table: str) -> int:
        """Return the number of streams that watch a table."""
        return len(self._watchers.get(table, ()))

    def add(self, tables: Iterable[str], client: str, most: int) -> Watcher | None:
        """Return a new watcher of tables; None when the address has `most` already."""
        if self._by_address[client] >= most:
            return None
        self._by_address[client] += 1
        monitoring.STREAMS.inc()
        watcher = Watcher(tables)
        for table in watcher.tables:
            self._watchers[table].add(watcher)
        return watcher

    def remove(self, watcher: Watcher, client: str) -> None:
        """Remove the watcher of a stream that was closed."""
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
    """A response that stays open. `seen`: the watched tables, with the frame id that the viewer has."""

    def __init__(
        self, hub: Hub, render: Render, seen: Mapping[str, str], limits: StreamSettings, visit: Visit
    ) -> None:
        self.hub = hub
        self.render = render
        self.seen = dict(seen)
        self.limits = limits
        self.visit = visit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve until the viewer disconnects or is too slow, or the server stops."""
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
            logger.error("stream failed", exc_info=results[0])

    async def _serve(self, watcher: Watcher, line: Line) -> None:
        await line.start()
        # A beat holds the seconds until the next event at most.
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
        """Send the update to the current page of a table; return whether there was one.

        No page is kept after this call, so a waiting stream takes little memory. A table that cannot be shown
        is watched no more; the stream's other tables are.
        """
        if table not in self.seen:
            return False
        try:
            name, page = await self.render(table, self.seen[table])
        except Exception:
            logger.exception("table %s: cannot render for a stream", table)
            del self.seen[table]
            return False
        if name == self.seen[table]:
            return False
        self.seen[table] = name
        await line.send(event(page, name))
        return True


class Line:
    """The open response of a stream: compressed if the viewer accepts gzip, and with a write timeout."""

    def __init__(self, send: Send, zipped: bool, patience: float) -> None:
        self._send = send
        self._patience = patience
        self._zip = Gzip() if zipped else None

    async def start(self) -> None:
        """Send the headers of the response."""
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
        """Send events. Raises TimeoutError when the viewer does not read."""
        if self._zip is not None:
            body = self._zip.more(body)
        message = {"type": "http.response.body", "body": body, "more_body": True}
        async with asyncio.timeout(self._patience):
            await self._send(message)

    async def end(self) -> None:
        """End the response."""
        rest = self._zip.end() if self._zip is not None else b""
        await self._send({"type": "http.response.body", "body": rest, "more_body": False})


class Gzip:
    """A gzip compressor for one stream, whose parts can be read as soon as they arrive.

    Between two parts zlib would keep 40 to 270 KB for each stream. Here just the last LOOKS_BACK bytes are
    kept, and zlib starts with these as a dictionary at every part.
    """

    def __init__(self) -> None:
        self._head = GZIP
        self._told = b""
        self._check = 0
        self._length = 0

    def more(self, part: bytes) -> bytes:
        """Return the next part of the text, compressed."""
        head, self._head = self._head, b""
        deflate = zlib.compressobj(5, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=self._told)
        self._told = (self._told + part)[-LOOKS_BACK:]
        self._check = zlib.crc32(part, self._check)
        self._length += len(part)
        return head + deflate.compress(part) + deflate.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        """Return the end of the file: an empty last block, and checksum and length of the text."""
        last = zlib.compressobj(wbits=-zlib.MAX_WBITS).flush()
        return self._head + last + struct.pack("<II", self._check, self._length % 2**32)


class StreamSettings:
    """The settings of streams: heartbeat and write timeout (seconds), and the limit for each address."""

    def __init__(self, heartbeat: float, write_patience: float, per_address: int) -> None:
        self.heartbeat = heartbeat
        self.write_patience = write_patience
        self.per_address = per_address


def event(page: str, name: str) -> bytes:
    """Return a page as one event: each line is a data field, as an empty line would end the event."""
    lines = "".join(f"data: {line}\n" for line in page.splitlines())
    return f"id: {name}\n{lines}\n".encode()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
