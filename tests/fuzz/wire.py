"""A line to the server without a socket: bytes through the protocol, the guard and the application."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass

from donjon.table import serving

PAUSE = 0.0005


class Transport(asyncio.Transport):
    """The near end of a line without a socket: keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def get_extra_info(self, name, default=None):
        return {"peername": ["192.0.2.9", 1234], "sockname": ["127.0.0.1", 8000]}.get(name, default)

    def write(self, data):
        self.written += bytes(data)

    def close(self):
        self.closed = True

    abort = close

    def is_closing(self):
        return self.closed

    def pause_reading(self):
        """All is here already."""

    resume_reading = pause_reading

    def set_write_buffer_limits(self, high=None, low=None):
        """Nothing is ever unread."""

    def get_write_buffer_size(self):
        return 0


@dataclass
class Answer:
    """What came back; `status` 0 for nothing. `heard`: was the request there as a whole?"""

    status: int
    headers: dict[str, str]
    written: bytes
    heard: bool


class Wire:
    """A server without sockets; use it in an `async with`."""

    def __init__(self, app) -> None:
        self._line = socket.socket()
        self.server = serving.Server(app, self._line, lambda _address: None)

    async def __aenter__(self) -> Wire:
        config = self.server.config
        config.load()
        self.server.lifespan = config.lifespan_class(config)
        await self.server.lifespan.startup()
        return self

    async def __aexit__(self, *_error) -> None:
        await self.server.lifespan.shutdown()
        self._line.close()

    async def ask(self, said: bytes) -> Answer:
        """Say these bytes, wait for the answer, hang up, and wait until nobody is busy with it."""
        protocol, transport = self.server._protocol(), Transport()
        protocol.connection_made(transport)
        protocol.data_received(said)
        tasks = self.server.server_state.tasks
        while tasks and not protocol.receiving and not transport.closed:
            head, _, begun = _after_continue(transport.written).partition(b"\r\n\r\n")
            if begun and b"text/event-stream" in head:
                break
            await asyncio.sleep(PAUSE)
        heard = not protocol.receiving
        protocol.connection_lost(None)
        while tasks:
            await asyncio.sleep(PAUSE)
        return _read(transport.written, heard)


def _after_continue(written: bytes) -> bytes:
    """What comes after the answers that a request may go on (100 Continue)."""
    while written.startswith(b"HTTP/1.1 100"):
        written = written.partition(b"\r\n\r\n")[2]
    return written


def _read(written: bytes, heard: bool) -> Answer:
    written = _after_continue(written)
    first, *lines = written.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    status = int(first.split(" ")[1]) if first else 0
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Answer(status, headers, written, heard)
