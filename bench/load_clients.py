"""The clients that load the server: viewers, who read only the names of pages, and movers.

A viewer checks the order of its pages: each event must start where the last one ended.
"""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections.abc import Callable
from urllib.parse import urlencode

from donjon.table.web.sessions import COOKIE, Identity

HEAD_ENDS = b"\r\n\r\n"
ZIPPED = 16 + zlib.MAX_WBITS
FORM = "application/x-www-form-urlencoded"
TOLD = 'data: {"from":"'


class Unexpected(Exception):
    """The server broke its protocol."""


class Viewer(asyncio.Protocol):
    """An open stream; `told` is called when a page has come.

    frame: its current page; seq: the number of the next action on that; sizes: the bytes of each update
    on the wire; plain: those before they were zipped; pages: the number of whole pages; error: the first
    error.
    """

    def __init__(self, request: bytes, told: Callable[[], None]) -> None:
        self.frame, self.seq, self.sizes, self.pages, self.error = "", -1, list[int](), 0, ""
        self.plain = list[int]()
        self.ready = asyncio.Event()
        self._request = request
        self._told = told
        self._head = b""
        self._text = b""
        self._came = 0
        self._unzip = zlib.decompressobj(ZIPPED)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Record an error: a stream must not end before its server does."""
        self._fail("a stream has ended")

    def data_received(self, data: bytes) -> None:
        """Read the events that came; HTTP/1.0 has no chunks."""
        if not self._head.endswith(HEAD_ENDS):
            head, ends, data = (self._head + data).partition(HEAD_ENDS)
            self._head = head + ends
            if ends and not head.startswith(b"HTTP/1.1 200 "):
                self._fail(f"a stream was answered {head[:60]!r}")
        if self.error:
            return
        self._came += len(data)
        *events, self._text = (self._text + self._unzip.decompress(data)).split(b"\n\n")
        for event in events:
            if event.startswith(b"id:"):
                self._read(*event.decode().split("\n", 1))

    def _read(self, name: str, said: str) -> None:
        frame = name.removeprefix("id: ")
        seq = int(frame.partition("-")[0])
        if said.startswith(TOLD):
            since = said.removeprefix(TOLD).partition('"')[0]
            if since != self.frame or seq < self.seq:
                self._fail(f"after page {self.frame} came what leads from {since} to {frame}")
            self.sizes.append(self._came)
            self.plain.append(len(said.encode()))
        else:
            self.pages += 1
        self._came, self.frame, self.seq = 0, frame, seq
        self.ready.set()
        self._told()

    def _fail(self, error: str) -> None:
        self.error = self.error or error
        self.ready.set()

    def forget(self) -> None:
        """Set all counts to 0."""
        self.sizes.clear()
        self.plain.clear()
        self.pages = self._came = 0


async def watch(
    port: int, table: str, guest: str | None, identity: Identity, told: Callable[[], None]
) -> Viewer:
    """Open a stream and wait for its first page."""
    head = _head(f"GET /t/{table}/stream HTTP/1.0", guest, identity)
    loop = asyncio.get_running_loop()
    _line, viewer = await loop.create_connection(lambda: Viewer(head + b"\r\n", told), "127.0.0.1", port)
    await viewer.ready.wait()
    return viewer


def _head(first: str, guest: str | None, identity: Identity) -> bytes:
    heads = [first, "Host: 127.0.0.1", "Accept-Encoding: gzip", "Accept-Language: en"]
    if guest is not None:
        heads.append(f"Cookie: {COOKIE}={identity.guest_cookie(guest)}")
    return "".join(f"{head}\r\n" for head in heads).encode()


def _length(head: bytes) -> int:
    """Return the number of bytes after the head of an answer."""
    _, _, rest = head.lower().partition(b"content-length:")
    return int(rest.partition(b"\r\n")[0])


class Mover:
    """A client that makes the moves of a table, each on a new connection: the server closes idle ones."""

    def __init__(self, port: int, table: str, identity: Identity) -> None:
        self._port = port
        self._table = table
        self._identity = identity

    async def play(self, guest: str, seat: int, seq: int, action: int, frame: str) -> tuple[float, int]:
        """Play an action from a page; return the seconds until the answer, and its bytes."""
        key = self._identity.page_key(self._table, guest, seq)
        body = urlencode({"seat": seat, "seq": seq, "key": key, "action": action}).encode()
        head = _head(f"POST /t/{self._table}/move HTTP/1.0", guest, self._identity)
        head += f"Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\nX-Frame: {frame}\r\n".encode()
        head += b"X-Stream: open\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        began = time.perf_counter()
        writer.write(head + body)
        # The server closes the connection when it has time.
        answered = await reader.readuntil(HEAD_ENDS)
        answer = await reader.readexactly(_length(answered))
        took, length = time.perf_counter() - began, len(answer)
        writer.close()
        if not answered.startswith(b"HTTP/1.1 200 "):
            raise Unexpected(f"a move was answered {answered[:40]!r}")
        if b"content-encoding: gzip" in answered.lower():
            answer = zlib.decompress(answer, ZIPPED)
        if "to" not in json.loads(answer):
            raise Unexpected(f"a move was answered {answer[:40]!r}")
        return took, length
