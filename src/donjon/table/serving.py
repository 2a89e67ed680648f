"""Serve the table: one process with one event loop, or several of them, and worker processes for bots."""

from __future__ import annotations

import asyncio
import dataclasses
import errno
import gc
import logging
import math
import socket
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from donjon.errors import DonjonError
from donjon.table.app import build
from donjon.table.host import addresses, monitoring
from donjon.table.host import settings as table_settings
from donjon.table.host.connections import Connection, Timeouts, connections_for, reject
from donjon.table.host.rule_loading import RuleLoader
from donjon.table.host.settings import Settings
from donjon.table.host.supervisor import Supervisor
from donjon.table.live.tables import LETTERS
from donjon.table.store.claim import can_share, join
from donjon.table.store.storage import Storage

LARGEST_HEAD = 16 * 1024
# Connections that are accepted in a row before the open ones are served.
AT_ONCE = 16
# Seconds to wait when the system has no more files or memory for a connection.
PAUSE = 1.0
# Seconds after which a thread that waits for the interpreter gets it.
SWITCH = 0.001
# Seconds from one garbage collection of young objects to the next.
COLLECT_EVERY = 10.0
# Python's own thresholds, for a server that is never idle: it collects after this number of new objects. It
# collects old objects after this number of young collections, if their number has grown by a quarter.
COLLECT_AT_LATEST = (200_000, 2, 1_000)
YOUNG = 1  # the older of the two generations of young objects
# Maximum lateness of a timer that still counts as idle, and how long that timer runs; seconds.
IDLE = 0.002
NAP = 0.01
logger = logging.getLogger("donjon.table")


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | str = "donjon-data",
    announce: Callable[[str], object] | None = None,
    **changes: object,
) -> None:
    """Serve the table until interrupted; call `announce(address)` when the server answers.

    `changes` are settings by name; None leaves one to the environment (see `settings.Settings`). Raises
    DonjonError, which says what to do, when the port, the data folder, the database or a setting cannot be
    used.
    """
    line = listen(host, port)
    try:
        settings = settle(table_settings.load(data, **changes), host, address_of(line))
        monitoring.start_log(settings.log_level)
        with join(settings.data, settings.database_url, settings.lock_patience, settings.secret):
            if settings.processes > 1:
                _run_several(settings, line, announce)
            else:
                run(settings, line, announce)
    finally:
        line.close()


def _run_several(settings: Settings, line: socket.socket, announce: Callable[[str], object] | None) -> None:
    """Serve from several processes, which accept connections from one socket."""
    if not can_share(settings.database_url):
        raise DonjonError(
            f"SQLite serves one process, not {settings.processes}. Leave out --processes, or name a "
            "PostgreSQL database in DONJON_DATABASE_URL."
        )
    Storage(settings.database_url, settings.lock_patience).close()  # upgrade it, or say why it cannot be used
    with tempfile.TemporaryDirectory(prefix="donjon-") as folder:
        monitoring.share_metrics(Path(folder))
        serving = Supervisor(settings.processes, run_one, (settings, line), settings.stop_patience)
        serving.run(lambda: announce and announce(address_of(line)))


def run_one(settings: Settings, line: socket.socket, announce: Callable[[str], object]) -> None:
    """Serve from one of several processes."""
    line.setblocking(False)
    monitoring.start_log(settings.log_level)
    run(settings, line, announce)


def run(settings: Settings, line: socket.socket, announce: Callable[[str], object] | None) -> None:
    """Serve until interrupted. Raises DonjonError when the application does not start."""
    app = build(settings)
    server = Server(app, line, announce or (lambda _address: None))
    try:
        server.run()
    except SystemExit:
        # uvicorn exits this way when the application does not start.
        if app.state.failure is None:
            raise
    if app.state.failure is not None:
        raise app.state.failure


def settle(settings: Settings, host: str, address: str) -> Settings:
    """Return checked settings, completed with the names that the server listens on.

    The base address of links is the server's own, unless it has other names: then the one that the browser
    asked for. Raises DonjonError for a setting that is not valid.
    """
    names = addresses.checked_names(settings.hosts)
    base = addresses.checked_base(settings.base_url) if settings.base_url else ""
    known = addresses.own_names(host, base, names)
    for trusted in (*settings.proxies, *settings.metrics):
        addresses.network(trusted)
    if not set(settings.letters) <= set(LETTERS):
        raise DonjonError(
            f"DONJON_LETTERS is {settings.letters!r}, but ids of tables have only the letters {LETTERS}."
        )
    if not settings.bot_workers and not can_share(settings.database_url):
        raise DonjonError(
            "DONJON_BOT_WORKERS is 0, but without PostgreSQL no other process can think for this one. "
            "Give it 1 or more."
        )
    if not base and not names and host not in addresses.EVERYWHERE:
        base = address
    return dataclasses.replace(settings, base_url=base, hosts=known)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises DonjonError when the port is in use or the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is named: then it sends short answers at once, too.
    line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((host, port))
        line.listen(128)
    except OSError as error:
        line.close()
        if error.errno == errno.EADDRINUSE:
            raise DonjonError(
                f"Port {port} is in use, perhaps by another Donjon. "
                "Stop that one, or choose another port with --port."
            ) from None
        raise DonjonError(
            f"The address {host}:{port} cannot be used ({error.strerror}). Choose another host or port."
        ) from None
    except OverflowError:
        line.close()
        raise DonjonError(f"{port} isn't a port. Choose one from 0 to 65535.") from None
    line.setblocking(False)
    return line


def address_of(line: socket.socket) -> str:
    """Return the address to type into a browser."""
    host, port = line.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}"


class Server(uvicorn.Server):
    """A server of an application on a listening socket; it calls `announce(address)` when it answers.

    It accepts connections one by one, so that a flood cannot use up the process's files, and slow clients
    cannot delay its shutdown.
    """

    def __init__(self, app: Starlette, line: socket.socket, announce: Callable[[str], object]) -> None:
        settings: Settings = app.state.settings
        config = uvicorn.Config(
            app,
            http=Connection,
            loop="auto",  # uvloop, where it is installed
            lifespan="on",
            log_config=None,
            ws="none",
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            h11_max_incomplete_event_size=LARGEST_HEAD,
            # Answers that are stuck in the application, not in their connections, are aborted a little later.
            timeout_graceful_shutdown=math.ceil(settings.stop_patience) + 1,
        )
        super().__init__(config)
        self.connections = connections_for(settings)
        self._timeouts = Timeouts(settings.head_patience, settings.body_patience, settings.write_patience)
        self._stop_patience = settings.stop_patience
        self._hub = app.state.hub
        self._rules = RuleLoader(lambda: app.state.preparing.is_busy())
        self._line = line
        self._announce = announce
        self._tasks = list[asyncio.Task[None]]()
        self._opening = set[asyncio.Future[Any]]()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections and to collect garbage, then announce the address."""
        # A thread that stores a move needs the interpreter several times while this thread draws: by default
        # it would wait 5 ms each time.
        sys.setswitchinterval(SWITCH)
        await super().startup([])
        if self.started:
            self._tasks = [
                asyncio.create_task(work) for work in (self._accept(), collect_garbage_when_idle())
            ]
            self._announce(address_of(self._line))
            self._rules.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections: the streams first, as they would never end by themselves."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._line.close()
        self._hub.close()
        asyncio.get_running_loop().call_later(self._stop_patience, self.connections.abort_all)
        await super().shutdown([])
        await asyncio.to_thread(self._rules.close)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        for number in count(1):
            if not number % AT_ONCE:
                await asyncio.sleep(0)  # many new connections must not block the open ones
            try:
                line, peer = await loop.sock_accept(self._line)
            except ConnectionError:
                continue  # the client closed the connection before it was accepted
            except OSError as error:
                logger.error("cannot accept connections: %s", error.strerror)
                await asyncio.sleep(PAUSE)
                continue
            if self.connections.make_room(str(peer[0])):
                self._open(line, str(peer[0]))
            else:
                reject(line)
                logger.warning("connection limit reached, rejected %s", peer[0])

    def _protocol(self) -> Connection:
        return Connection(
            self.config,
            self.server_state,
            self.lifespan.state,
            connections=self.connections,
            timeouts=self._timeouts,
        )

    def _open(self, line: socket.socket, address: str) -> None:
        """Start to read from a connection without waiting, so that the next can be accepted at once."""
        protocol = self._protocol()
        self.connections.add(protocol, address)
        opening = asyncio.ensure_future(
            asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, line)
        )
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)


async def collect_garbage_when_idle(every: float = COLLECT_EVERY, idle: float = IDLE) -> None:
    """Collect young garbage while the server is idle, every `every` seconds until cancelled.

    All requests wait for a collection. While a page is drawn there are tens of thousands of young objects;
    when it has been sent there are few. A move leaves ten in reference cycles. Under load (bench.load)
    `gc.freeze()` with Python's own thresholds took 7 % more processor time for a move.
    """
    gc.set_threshold(*COLLECT_AT_LATEST)
    while True:
        await asyncio.sleep(every)
        while await _lateness() > idle:
            pass
        gc.collect(YOUNG)


async def _lateness() -> float:
    """Return the lateness of the event loop in seconds, measured with a timer of NAP seconds."""
    loop = asyncio.get_running_loop()
    due = loop.time() + NAP
    await asyncio.sleep(NAP)
    return loop.time() - due
