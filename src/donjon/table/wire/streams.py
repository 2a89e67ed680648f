"""Streams of server-sent events: the latest page of each watched table, never a growing queue."""

from __future__ import annotations

import asyncio
import json
import logging
import struct
import zlib
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from itertools import islice
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from donjon.table.host import monitoring
from donjon.table.host.connections import abort, write_now
from donjon.table.host.limits import Visit

logger = logging.getLogger("donjon.table")

# Called with a table and the frame id that the viewer has: returns the current frame id, and the update to it
# ("" if it is the same).
Render = Callable[[str, str], Awaitable[tuple[str, str]]]

# Called with a table and the frame id that the viewer has: returns who watches it, in words ("": nobody), and
# None where a page does not say it.
Crowd = Callable[[str, str], Awaitable[str | None]]

# The window of bytes sent last that helps to compress the next: updates repeat much of earlier ones.
LOOKS_BACK = 8 * 1024
# The header of a gzip file (RFC 1952): deflated, no name, no time, any system.
GZIP = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
LEVEL = 5
# Heartbeats that are sent before others are served.
BEATS_AT_ONCE = 50
# The number of texts whose blocks are kept.
MOST_BLOCKS = 64


# Seconds that pass before a crowd is told that it has changed: a page that is opened anew leaves and comes.
# A crowd of more than MANY is told less often, as all its streams wake for it.
SETTLES, MANY = 1.0, 50


class Person(NamedTuple):
    """Who has opened a stream. `key` is equal for the same guest, "" for one without a cookie."""

    key: str
    name: str


class Watcher:
    """An open stream. `news` is the set of tables to render again: each once, not a queue."""

    def __init__(self, tables: Iterable[str], who: Person | None = None) -> None:
        self.tables = tuple(tables)
        self.who = who
        self.news = set(self.tables)
        self._woken = asyncio.Event()

    def wake(self, table: str | None = None) -> None:
        """Wake the stream for news of a table (None: of all that it watches)."""
        self.news.update(self.tables if table is None else (table,))
        self._woken.set()

    async def wait(self) -> None:
        """Wait for news."""
        await self._woken.wait()

    def take(self) -> list[str]:
        """Return the tables with news, and forget them."""
        self._woken.clear()
        news, self.news = sorted(self.news), set()
        return news


class Hub:
    """The open streams by table, their number by address, and what they share.

    heartbeat: the seconds after which a silent stream is sent a beat. `crowd_changed` (set later) is called
    with a table some time after a person has come to it or left.
    """

    def __init__(self, heartbeat: float) -> None:
        self.closed = False
        self.heart = Heart(heartbeat)
        self.blocks = Blocks()
        self.crowd_changed: Callable[[str], object] = lambda _table: None
        self._settling = dict[str, asyncio.TimerHandle]()
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
        for timer in self._settling.values():
            timer.cancel()
        self._settling.clear()
        self.notify_all()

    def watched(self) -> list[str]:
        """Return the tables that streams watch."""
        return list(self._watchers)

    def watching(self, table: str) -> int:
        """Return the number of streams that watch a table."""
        return len(self._watchers.get(table, ()))

    def people(self, table: str) -> list[Person]:
        """Return the persons whose streams watch a table."""
        return [one.who for one in self._watchers.get(table, ()) if one.who is not None]

    def _crowd_changes(self, watcher: Watcher) -> None:
        """Tell the tables of a person who has come or left, once for all who do so at the same time."""
        if watcher.who is None or self.closed:
            return
        for table in watcher.tables:
            if table not in self._settling:
                delay = SETTLES * max(1.0, self.watching(table) / MANY)
                loop = asyncio.get_running_loop()
                self._settling[table] = loop.call_later(delay, self._crowd_changed, table)

    def _crowd_changed(self, table: str) -> None:
        del self._settling[table]
        self.crowd_changed(table)

    def add(self, tables: Iterable[str], client: str, most: int, who: Person | None = None) -> Watcher | None:
        """Return a new watcher of tables; None when the address has `most` already."""
        if self._by_address[client] >= most:
            return None
        self._by_address[client] += 1
        monitoring.STREAMS.inc()
        watcher = Watcher(tables, who)
        for table in watcher.tables:
            self._watchers[table].add(watcher)
        self._crowd_changes(watcher)
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
        self._crowd_changes(watcher)


class Heart:
    """Sends a heartbeat to every stream that was silent for `every` seconds, from one task.

    A beat is the same bytes for all streams and goes to the connection past the application: it is zipped
    once, and no stream's own task wakes. It names the seconds until the next event at most.
    """

    def __init__(self, every: float) -> None:
        self.text = f"event: beat\ndata: {every:g}\n\n".encode()
        self.block = zipped_alone(self.text)
        self._every = every
        # By line, in the order of their last events: when the next beat is due.
        self._due: dict[Line, float] = {}
        self._task: asyncio.Task[None] | None = None

    def note(self, line: Line) -> None:
        """Note that an event was sent now; a beat follows if the line stays silent."""
        self._due.pop(line, None)
        self._due[line] = asyncio.get_running_loop().time() + self._every
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._go_on())

    def stop(self, line: Line) -> None:
        """Send no more beats to a line, which ends."""
        self._due.pop(line, None)

    async def _go_on(self) -> None:
        """Send the beats that are due, and those that soon will be, some at a time."""
        now = asyncio.get_running_loop().time
        while self._due:
            early = 0.0
            for line, due in list(islice(self._due.items(), BEATS_AT_ONCE)):
                early = due - now()
                if early > self._every / 20:
                    break
                self.note(line)
                line.beat(self)
            await asyncio.sleep(max(0.0, early))


class Blocks:
    """Texts that were sent last, zipped once for all streams that are sent the same."""

    def __init__(self) -> None:
        self._blocks: dict[bytes, bytes] = {}

    def block_of(self, part: bytes) -> bytes:
        """Return the block of a text; b"" for a new text, as most are for one stream, and for a long one."""
        if len(part) > LOOKS_BACK:
            return b""
        block = self._blocks.pop(part, None)
        while len(self._blocks) >= MOST_BLOCKS:
            del self._blocks[next(iter(self._blocks))]
        self._blocks[part] = b"" if block is None else block or zipped_alone(part)
        return self._blocks[part]


class Stream:
    """A response that stays open. `seen`: the watched tables, with the frame id that the viewer has.

    `who` has opened it; `crowd` says who watches a table.
    """

    def __init__(
        self,
        hub: Hub,
        render: Render,
        seen: Mapping[str, str],
        limits: StreamSettings,
        visit: Visit,
        who: Person | None = None,
        crowd: Crowd | None = None,
    ) -> None:
        self.hub = hub
        self.render = render
        self.seen = dict(seen)
        self.limits = limits
        self.visit = visit
        self.who = who
        self.crowd = crowd
        self._crowds = dict[str, str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve until the viewer disconnects or is too slow, or the server stops."""
        if scope["method"] == "HEAD":
            await PlainTextResponse("", media_type="text/event-stream")(scope, receive, send)
            return
        client = self.visit.who
        watcher = self.hub.add(self.seen, client, self.limits.per_address, self.who)
        if watcher is None:
            words = "Too many open pages at your address: close one."
            await PlainTextResponse(words, 429, {"retry-after": "30"})(scope, receive, send)
            return
        zipped = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        line = Line(send, write_now(scope), zipped, self.limits.write_patience, self.hub)
        serving = asyncio.ensure_future(self.visit.go_on(partial(self._serve, watcher, line)))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait((serving, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.remove(watcher, client)
            self.hub.heart.stop(line)
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
        while self.seen and not self.hub.closed:
            is_silent = True
            for table in watcher.take():
                is_silent &= not await self._tell(table, line)
                is_silent &= not await self._tell_crowd(table, line)
                await asyncio.sleep(0)  # others are served between two tables
            if not self.seen:
                break
            if is_silent:
                await line.send(self.hub.heart.text)
            await watcher.wait()
        await line.end()

    async def _tell(self, table: str, line: Line) -> bool:
        """Send the update to the current page of a table; return whether there was one.

        No page is kept after this call, so a waiting stream takes little memory. A table that cannot be shown
        is watched no more; the stream's other tables are. If it is the database that failed, the stream ends:
        the browser opens it again.
        """
        if table not in self.seen:
            return False
        try:
            name, page = await self.render(table, self.seen[table])
        except (SQLAlchemyError, OSError) as error:
            # The cause alone, as the error holds parameters.
            logger.warning(
                "table %s: not read for a stream: %s", table, getattr(error, "orig", None) or error
            )
            self.seen.clear()
            return False
        except Exception:
            logger.exception("table %s: cannot render for a stream", table)
            del self.seen[table]
            return False
        if name == self.seen[table]:
            return False
        self.seen[table] = name
        await line.send(event(page, name))
        return True

    async def _tell_crowd(self, table: str, line: Line) -> bool:
        """Send who watches a table, at first and when it has changed; return whether it was sent."""
        if self.crowd is None or table not in self.seen:
            return False
        try:
            text = await self.crowd(table, self.seen[table])
        except Exception:
            logger.exception("table %s: cannot tell who watches", table)
            return False
        if text is None or text == self._crowds.get(table):
            return False
        self._crowds[table] = text
        data = json.dumps({"table": table, "text": text}, ensure_ascii=False)
        await line.send(f"event: crowd\ndata: {data}\n\n".encode())
        return True


class Line:
    """The open response of a stream: compressed if the viewer accepts gzip, and with a write timeout.

    `write_now` writes to the connection without waiting, and returns False where it would have to wait.
    """

    def __init__(
        self, send: Send, write_now: Callable[[bytes], bool], zipped: bool, patience: float, hub: Hub
    ) -> None:
        self._send = send
        self._write_now = write_now
        self._patience = patience
        self._zip = Gzip() if zipped else None
        self._blocks = hub.blocks
        self._heart = hub.heart
        self._is_sending = False

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
            body = self._zip.more(body, self._blocks.block_of(body))
        message = {"type": "http.response.body", "body": body, "more_body": True}
        self._is_sending = True
        async with asyncio.timeout(self._patience):
            await self._send(message)
        self._is_sending = False
        self._heart.note(self)

    def beat(self, heart: Heart) -> None:
        """Send a heartbeat, unless something is being sent or the viewer has not read all."""
        if self._is_sending or not self._write_now(heart.text if self._zip is None else heart.block):
            return
        if self._zip is not None:
            self._zip.note(heart.text)

    async def end(self) -> None:
        """End the response."""
        self._heart.stop(self)
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

    def more(self, part: bytes, block: bytes = b"") -> bytes:
        """Return the next part of the text, compressed; `block`: what `zipped_alone` made of it, if known."""
        head, self._head = self._head, b""
        if not block:
            deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=self._told)
            block = deflate.compress(part) + deflate.flush(zlib.Z_SYNC_FLUSH)
        self.note(part)
        return head + block

    def note(self, part: bytes) -> None:
        """Count a part that was sent."""
        self._told = (self._told + part)[-LOOKS_BACK:]
        self._check = zlib.crc32(part, self._check)
        self._length += len(part)

    def end(self) -> bytes:
        """Return the end of the file: an empty last block, and checksum and length of the text."""
        last = zlib.compressobj(wbits=-zlib.MAX_WBITS).flush()
        return self._head + last + struct.pack("<II", self._check, self._length % 2**32)


def zipped_alone(part: bytes) -> bytes:
    """Return a part of a text, compressed so that it may follow any other part."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(part) + deflate.flush(zlib.Z_SYNC_FLUSH)


class StreamSettings:
    """The settings of streams: write timeout (seconds), and the limit for each address."""

    def __init__(self, write_patience: float, per_address: int) -> None:
        self.write_patience = write_patience
        self.per_address = per_address


def event(page: str, name: str) -> bytes:
    """Return a page as one event: each line is a data field, as an empty line would end the event."""
    lines = "".join(f"data: {line}\n" for line in page.splitlines())
    return f"id: {name}\n{lines}\n".encode()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
