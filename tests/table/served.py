"""A table served on a real socket of this machine, in a thread, with limits as small as a test wants them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from donjon.table import serving
from tests.table.people import FOR_EVER, application


class Served:
    """A served table, to be used in a `with`."""

    def __init__(self, folder, buffer: int | None = None, **settings) -> None:
        self.app = application(folder, **settings)
        self.line = serving.listen("127.0.0.1", 0)
        if buffer is not None:
            # The lines that are accepted inherit it, so that little is on its way that nobody reads.
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        self.port = self.line.getsockname()[1]
        self.address = serving.address_of(self.line)
        ready = threading.Event()
        self.server = serving.Server(self.app, self.line, lambda _address: ready.set())
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()
        assert ready.wait(FOR_EVER)

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_error) -> None:
        self.stop()

    def stop(self) -> None:
        """Tell the server to stop, and wait until it has."""
        self.server.should_exit = True
        self._thread.join(FOR_EVER)
        assert not self._thread.is_alive()

    def call(self, said: bytes = b"", buffer: int | None = None) -> socket.socket:
        """A line to the server on which something was said already."""
        line = socket.socket()
        if buffer is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.settimeout(FOR_EVER)
        line.connect(("127.0.0.1", self.port))
        if said:
            line.sendall(said)
        return line

    def ask(self, path: str, *heads: str, method: str = "GET", body: bytes = b"") -> bytes:
        """All that is answered to one request."""
        length = [f"Content-Length: {len(body)}"] if body else []
        with self.call(request(path, *heads, *length, "Connection: close", method=method) + body) as line:
            return everything(line)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something that has to come true."""
        end = time.monotonic() + FOR_EVER
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.005)


def request(path: str, *heads: str, method: str = "GET") -> bytes:
    """The head of a request, as it goes over the line."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *heads, "", ""]).encode()


def everything(line: socket.socket) -> bytes:
    """What comes until the other end closes the line, however rudely."""
    said = b""
    with suppress(ConnectionError):
        while part := line.recv(65536):
            said += part
    return said
