"""Open lines (sockets) of browsers: how many there may be, and how long they may keep us waiting."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from donjon.errors import DonjonError
from donjon.table.host import metrics
from donjon.table.host.security import HEADERS, neighbourhood
from donjon.table.host.settings import Settings

# More than a club needs; each costs a few kilobytes.
MOST = 1000
# Of all lines one address may have this part.
SHARE = 8
# Files that the program itself keeps open: the database's, pipes, sockets of the event loop.
SPARE_FILES = 64
FILES_OF_A_WORKER = 4
# A line that takes fewer bytes than this in `write_patience` seconds counts as not reading at all.
SLOWEST = 2048
# Where the state of a request's scope keeps the function that cuts its line.
CUT = "cut"


@dataclass(frozen=True)
class Patience:
    """How long (seconds) a line may take to say what it wants, to send a form, and to take an answer."""

    head: float
    body: float
    write: float


class Lines:
    """Every open line, counted in all and by address.

    The lines of a trusted proxy carry many people's requests, so that they count in all only.
    """

    def __init__(self, most: int, per_address: int, proxies: Sequence[str] = ()) -> None:
        self.most = most
        self.per_address = per_address
        self._proxies = tuple(network(text) for text in proxies)
        self._open: dict[Protocol, str] = {}
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def make_room(self, address: str) -> bool:
        """Make room for one more line of an address, if need be in place of one that asks for nothing.

        Where the address has its share, one of its own is closed; where all are taken, any.
        """
        where = neighbourhood(address)
        if self._by_address[where] >= self.per_address and not self._is_proxy(address):
            return self._close_one([line for line, of in self._open.items() if of == where])
        return len(self._open) < self.most or self._close_one(self._open)

    def _close_one(self, lines: Iterable[Protocol]) -> bool:
        """Close the oldest line that has never asked for anything, else the oldest that does not now."""
        waiting = [line for line in lines if line.waiting]
        if not waiting:
            return False
        oldest = next((line for line in waiting if line.silent), waiting[0])
        self.leave(oldest)
        metrics.CUT_LINES.labels("room").inc()
        oldest.transport.abort()
        return True

    def enter(self, line: Protocol, address: str) -> None:
        """A line is opened."""
        where = neighbourhood(address)
        self._open[line] = where
        self._by_address[where] += 1
        metrics.LINES.set(len(self._open))

    def leave(self, line: Protocol) -> None:
        """A line was closed."""
        where = self._open.pop(line, None)
        if where is None:
            return
        self._by_address[where] -= 1
        if self._by_address[where] <= 0:
            del self._by_address[where]
        metrics.LINES.set(len(self._open))

    def cut_all(self) -> None:
        """Let nobody keep the server waiting any longer."""
        for line in list(self._open):
            line.transport.abort()

    def _is_proxy(self, address: str) -> bool:
        return within(address, self._proxies)


class Protocol(H11Protocol):
    """One line. It is cut when the other end is too slow to ask or to listen."""

    def __init__(self, *args: Any, lines: Lines, patience: Patience, **named: Any) -> None:
        super().__init__(*args, **named)
        self._lines = lines
        self._patience = patience
        self._phase: Any = None
        self._asking: asyncio.TimerHandle | None = None
        self._listening: asyncio.TimerHandle | None = None
        self._unread = 0
        self.silent = True  # no whole request has come yet

    @property
    def waiting(self) -> bool:
        """Is there nothing to answer, because no request is here as a whole?"""
        return self._phase in (h11.IDLE, h11.SEND_BODY)

    @property
    def unheard(self) -> bool:
        """Has a request begun that is not here as a whole?"""
        return self.conn.their_state is h11.SEND_BODY

    def connection_made(self, transport: Any) -> None:
        """A browser has called."""
        super().connection_made(transport)
        # Whatever proxies say about who asks, a request cuts its own line and no other.
        self.app_state = {**self.app_state, CUT: transport.abort}
        # Paused means: something is unread. That is what the clock of a reader counts.
        transport.set_write_buffer_limits(high=0)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is closed, by whomever."""
        self._lines.leave(self)
        for clock in (self._asking, self._listening):
            if clock is not None:
                clock.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The other end said something."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """An answer was given; the next question may come."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """The other end has not read everything."""
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        self._listening = self.loop.call_later(self._patience.write, self._check_listening)

    def resume_writing(self) -> None:
        """The other end has read everything."""
        super().resume_writing()
        if self._listening is not None:
            self._listening.cancel()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, as every answer is made."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(refusal(400, msg))
            self.transport.close()
        else:
            self.transport.abort()

    def shutdown(self) -> None:
        """The server stops: what was asked as a whole is still answered."""
        if self.unheard:
            self.transport.abort()
            return
        with suppress(h11.LocalProtocolError):
            super().shutdown()

    def _watch(self) -> None:
        """Start the clock of a phase when it begins; it is not wound again by bytes that trickle in."""
        phase = self.conn.their_state
        if phase is self._phase:
            return
        self._phase = phase
        if self._asking is not None:
            self._asking.cancel()
        if phase is h11.IDLE:
            self._asking = self.loop.call_later(self._patience.head, self._cut, "head")
        elif phase is h11.SEND_BODY:
            self._asking = self.loop.call_later(self._patience.body, self._cut, "body")
        else:
            self.silent = False

    def _check_listening(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread > self._unread - SLOWEST:
            self._cut("answer")
            return
        self._unread = unread
        self._listening = self.loop.call_later(self._patience.write, self._check_listening)

    def _cut(self, waited_for: str) -> None:
        metrics.CUT_LINES.labels(waited_for).inc()
        self.transport.abort()


def cut(scope: Scope) -> None:
    """Cut the line of a request at once, whatever is still in its buffers."""
    cut_line = scope.get("state", {}).get(CUT)
    if cut_line is not None:
        cut_line()


def turn_away(line: socket.socket) -> None:
    """Close a line for which there is no room, with an answer if it takes one at once."""
    metrics.REFUSED_LINES.inc()
    with suppress(OSError):
        line.setblocking(False)
        line.send(refusal(503, "Too many open lines: wait a little, then load the page again."))
    line.close()


def refusal(status: int, words: str) -> bytes:
    """A whole answer in plain text, for where the application is not reached; the line closes after it."""
    body = words.encode()
    heads = {
        **HEADERS,
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "connection": "close",
    }
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        heads["retry-after"] = "10"
    first = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
    return (first + "".join(f"{name}: {value}\r\n" for name, value in heads.items()) + "\r\n").encode() + body


def lines_for(settings: Settings) -> Lines:
    """The lines that the settings allow, and the process' limit of open files, whichever is less."""
    most = min(settings.lines or MOST, _room(settings.bot_workers))
    per_address = settings.lines_per_address or max(8, most // SHARE)
    return Lines(most, min(per_address, most), settings.proxies)


def _room(workers: int) -> int:
    """How many lines the limit of open files leaves room for."""
    try:
        import resource
    except ImportError:  # no such limit on this system
        return MOST
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MOST
    return max(8, files - SPARE_FILES - FILES_OF_A_WORKER * workers)


def within(address: str, networks: Iterable[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    """Return whether an address lies in one of some networks; what is no address lies in none."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(ip in one for one in networks)


def network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """An address or a network. Raises DonjonError when it is neither."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise DonjonError(
            f"{text!r} is neither an address nor a network: write 127.0.0.1 or 10.0.0.0/8."
        ) from None
