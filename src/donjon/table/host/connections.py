"""Limit the connections of browsers: their number, and how long each may keep the server waiting.

uvicorn does the rest: `h11_max_incomplete_event_size` bounds the head of a request, `timeout_keep_alive`
closes a connection that asks for nothing more. But it keeps a connection for ever that never sends a whole
request, or never reads its stream. Its `limit_concurrency` counts all connections together: at 50, one
address with 60 half-open connections or unread streams keeps out everyone else.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from donjon.table.host import monitoring
from donjon.table.host.addresses import neighbourhood, network, within
from donjon.table.host.security import HEADERS
from donjon.table.host.settings import Settings

# More than a club needs; each costs a few kilobytes.
MAX_CONNECTIONS = 1000
# One address may have 1/ADDRESS_SHARE of all connections.
ADDRESS_SHARE = 8
# Files that the program itself keeps open: the database's, pipes, sockets of the event loop.
SPARE_FILES = 64
FILES_OF_A_WORKER = 4
# A connection that reads fewer bytes than this in `Timeouts.write` counts as not reading at all.
MIN_BYTES_PER_TIMEOUT = 2048
# The key of the function that aborts a request's connection, in the state of the request's scope.
ABORT = "abort"
# The key of the function that writes a part of its answer at once, or returns False.
WRITE_NOW = "write now"


@dataclass(frozen=True)
class Timeouts:
    """Seconds that a connection may take to send a request's head, to send its body, to read an answer."""

    head: float
    body: float
    write: float


class Connections:
    """All open connections, with a limit for their number and one for each address.

    Connections of a trusted proxy carry many people's requests, so they count towards the first limit only.
    """

    def __init__(self, most: int, per_address: int, proxies: Sequence[str] = ()) -> None:
        self.most = most
        self.per_address = per_address
        self._proxies = tuple(network(text) for text in proxies)
        self._open: dict[Connection, str] = {}
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def make_room(self, address: str) -> bool:
        """Return whether one more connection of an address may be opened; close an idle one if need be.

        If the address has used up its share, one of its own connections is closed; if the server is full, one
        of any address.
        """
        source = neighbourhood(address)
        if self._by_address[source] >= self.per_address and not within(address, self._proxies):
            return self._close_idle([each for each, of in self._open.items() if of == source])
        return len(self._open) < self.most or self._close_idle(self._open)

    def _close_idle(self, connections: Iterable[Connection]) -> bool:
        """Close the oldest connection without a whole request, else the oldest idle one, if there is one."""
        idle = [each for each in connections if each.idle]
        if not idle:
            return False
        oldest = next((each for each in idle if each.is_new), idle[0])
        self.remove(oldest)
        monitoring.ABORTED_CONNECTIONS.labels("room").inc()
        oldest.transport.abort()
        return True

    def add(self, connection: Connection, address: str) -> None:
        """Count a new connection of an address."""
        source = neighbourhood(address)
        self._open[connection] = source
        self._by_address[source] += 1
        monitoring.CONNECTIONS.set(len(self._open))

    def remove(self, connection: Connection) -> None:
        """Stop counting a connection; do nothing for one that is not counted."""
        source = self._open.pop(connection, None)
        if source is None:
            return
        self._by_address[source] -= 1
        if self._by_address[source] <= 0:
            del self._by_address[source]
        monitoring.CONNECTIONS.set(len(self._open))

    def abort_all(self) -> None:
        """Close all connections at once."""
        for connection in list(self._open):
            connection.transport.abort()


class Connection(H11Protocol):
    """One connection, which is aborted when the other end is too slow to send or to read."""

    def __init__(self, *args: Any, connections: Connections, timeouts: Timeouts, **named: Any) -> None:
        super().__init__(*args, **named)
        self._connections = connections
        self._timeouts = timeouts
        self._phase: Any = None
        self._read_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._unread = 0
        self.is_new = True  # no whole request has come yet

    @property
    def idle(self) -> bool:
        """Return whether there is nothing to answer, because no whole request has arrived."""
        return self._phase in (h11.IDLE, h11.SEND_BODY)

    @property
    def receiving(self) -> bool:
        """Return whether the head of a request has arrived, but not yet its whole body."""
        return self.conn.their_state is h11.SEND_BODY

    def connection_made(self, transport: Any) -> None:
        """Start the timer for the first request."""
        super().connection_made(transport)
        # A request aborts the connection it came by, whatever client address a proxy reports.
        self.app_state = {**self.app_state, ABORT: transport.abort, WRITE_NOW: self.write_now}
        # Writing is paused as soon as anything is unread: the timer of a reader starts then.
        transport.set_write_buffer_limits(high=0)
        self._set_read_timer()

    def write_now(self, part: bytes) -> bool:
        """Write a part of the answer that is being sent; return False, doing nothing, if it had to wait."""
        if self.conn.our_state is not h11.SEND_BODY or self.transport.is_closing():
            return False
        if self.transport.get_write_buffer_size():
            return False
        self.transport.write(self.conn.send(h11.Data(data=part)))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers of a connection that is closed, by either end."""
        self._connections.remove(self)
        for timer in (self._read_timer, self._write_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse a part of a request."""
        super().data_received(data)
        self._set_read_timer()

    def on_response_complete(self) -> None:
        """Start the timer for the next request."""
        super().on_response_complete()
        self._set_read_timer()

    def pause_writing(self) -> None:
        """Start the timer for the other end to read."""
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        self._write_timer = self.loop.call_later(self._timeouts.write, self._check_reader)

    def resume_writing(self) -> None:
        """Stop the timer: the other end has read everything."""
        super().resume_writing()
        if self._write_timer is not None:
            self._write_timer.cancel()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not valid HTTP, with the headers of every answer."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(refusal(400, msg))
            self.transport.close()
        else:
            self.transport.abort()

    def shutdown(self) -> None:
        """Close the connection when the server stops; a request that has arrived whole is still answered."""
        if self.receiving:
            self.transport.abort()
            return
        with suppress(h11.LocalProtocolError):
            super().shutdown()

    def _set_read_timer(self) -> None:
        """Start the timer of a phase when the phase starts; bytes that trickle in do not restart it."""
        phase = self.conn.their_state
        if phase is self._phase:
            return
        self._phase = phase
        if self._read_timer is not None:
            self._read_timer.cancel()
        if phase is h11.IDLE:
            self._read_timer = self.loop.call_later(self._timeouts.head, self._abort, "head")
        elif phase is h11.SEND_BODY:
            self._read_timer = self.loop.call_later(self._timeouts.body, self._abort, "body")
        else:
            self.is_new = False

    def _check_reader(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread > self._unread - MIN_BYTES_PER_TIMEOUT:
            self._abort("answer")
            return
        self._unread = unread
        self._write_timer = self.loop.call_later(self._timeouts.write, self._check_reader)

    def _abort(self, waited_for: str) -> None:
        monitoring.ABORTED_CONNECTIONS.labels(waited_for).inc()
        self.transport.abort()


def abort(scope: Scope) -> None:
    """Close the connection of a request at once, whatever is still in its buffers."""
    abort_connection = scope.get("state", {}).get(ABORT)
    if abort_connection is not None:
        abort_connection()


def write_now(scope: Scope) -> Callable[[bytes], bool]:
    """Return the function that writes a part of a request's answer at once, past the application.

    It returns False, and does nothing, if it would have to wait for the other end to read; with a server that
    has no such function always.
    """
    write: Callable[[bytes], bool] = scope.get("state", {}).get(WRITE_NOW, lambda _part: False)
    return write


def reject(connection: socket.socket) -> None:
    """Close a connection for which there is no room; send an answer if that does not block."""
    monitoring.REJECTED_CONNECTIONS.inc()
    with suppress(OSError):
        connection.setblocking(False)
        connection.send(refusal(503, "Too many open lines: wait a little, then load the page again."))
    connection.close()


def refusal(status: int, words: str) -> bytes:
    """Return a whole HTTP answer in plain text, for requests that do not reach the application."""
    body = words.encode()
    headers = {
        **HEADERS,
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "connection": "close",
    }
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["retry-after"] = "10"
    first = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
    return (
        first + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n"
    ).encode() + body


def connections_for(settings: Settings) -> Connections:
    """Return `Connections` with the limits of the settings and of the process's open files."""
    most = min(settings.lines or MAX_CONNECTIONS, _room_for_files(settings.bot_workers))
    per_address = settings.lines_per_address or max(8, most // ADDRESS_SHARE)
    return Connections(most, min(per_address, most), settings.proxies)


def _room_for_files(workers: int) -> int:
    """Return the number of connections that the limit of open files leaves room for."""
    try:
        import resource
    except ImportError:  # no such limit on this system
        return MAX_CONNECTIONS
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(8, files - SPARE_FILES - FILES_OF_A_WORKER * workers)
