"""Serves the table: one process, one event loop, bots in processes of their own."""

from __future__ import annotations

import errno
import socket
import weakref
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from donjon.errors import DonjonError
from donjon.table import data_folder
from donjon.table import settings as table_settings
from donjon.table.app import build

_lines: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()


def serve(
    host: str = "127.0.0.1", port: int = 8000, data: Path | str = "donjon-data", announce: Any = None
) -> None:
    """Serve the table until interrupted. `announce(address)` is called when it answers.

    Raises DonjonError with what to do when the port, the data folder or the database cannot be used.
    """
    line = listen(host, port)
    try:
        local = host in table_settings.LOOPBACK
        settings = table_settings.load(data, hosts=table_settings.LOOPBACK if local else ("*",))
        with data_folder.claim(settings.data, settings.database_url):
            app = build(settings, abort=abort)
            config = uvicorn.Config(
                app, http=Protocol, log_level="warning", access_log=False, server_header=False, lifespan="on"
            )
            server = Server(config, app, lambda: announce and announce(address_of(line)))
            server.run(sockets=[line])
            if app.state.failure is not None:
                raise app.state.failure
    finally:
        line.close()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises DonjonError when the port is in use or the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    line = socket.socket(family, socket.SOCK_STREAM)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((host, port))
        line.listen(128)
    except OSError as error:
        line.close()
        if error.errno == errno.EADDRINUSE:
            raise DonjonError(
                f"Port {port} is in use, perhaps by another table: stop that, or choose another with --port."
            ) from None
        raise DonjonError(
            f"The address {host}:{port} cannot be used ({error.strerror}): choose another host or port."
        ) from None
    except OverflowError:
        line.close()
        raise DonjonError(f"{port} is no port: choose one from 0 to 65535.") from None
    line.setblocking(False)
    return line


def address_of(line: socket.socket) -> str:
    """The address to type into a browser."""
    host, port = line.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}"


class Server(uvicorn.Server):
    """Says when it answers, and ends the open streams before it waits for them at the stop."""

    def __init__(self, config: uvicorn.Config, app: Starlette, answering: Any) -> None:
        super().__init__(config)
        self._app = app
        self._answering = answering

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._answering()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let everybody go."""
        self._app.state.hub.close()
        await super().shutdown(sockets)


class Protocol(H11Protocol):
    """Remembers its line, so that a viewer who does not read can be cut off."""

    def connection_made(self, transport: Any) -> None:
        """A browser has called."""
        super().connection_made(transport)
        _lines[self.client] = transport


def abort(scope: Scope) -> None:
    """Cut the line of a request at once, whatever is still in its buffers."""
    transport = _lines.get(tuple(scope.get("client") or ()))
    if transport is not None:
        transport.abort()
