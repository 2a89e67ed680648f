"""A proxy between a browser and its table that loses what it is told to lose, and can be healed."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

UP, DOWN = "up", "down"


class Proxy:
    """Passes bytes on to a port of this machine.

    swallows: directions (UP: from the browser, DOWN: to it) in which all bytes are lost while their line
    stays open. refuses: methods of requests (`b"POST"`) whose line is cut. loses: methods of requests whose
    answers are lost. A line that has lost anything is dead for good, as a real one would be.
    """

    def __init__(self, port: int) -> None:
        self.swallows: set[str] = set()
        self.refuses: set[bytes] = set()
        self.loses: set[bytes] = set()
        self._lines: list[asyncio.Task] = []
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._line, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def lead_to(self, port: int) -> None:
        """Lead new lines to another port."""
        self._port = port

    def heal(self) -> None:
        """Lose nothing any more on new lines."""
        for faults in (self.swallows, self.refuses, self.loses):
            faults.clear()

    def stop(self) -> None:
        """Cut all lines, for good."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _end(self) -> None:
        self._server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _line(self, reader, writer) -> None:
        # An event loop does not keep what waits for a line that nobody else knows.
        self._lines.append(asyncio.current_task())
        try:
            upstream_reader, upstream_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:  # no server is there
            writer.close()
            return
        dead: set[str] = set()
        ways = [
            asyncio.ensure_future(self._pass(UP, reader, upstream_writer, dead)),
            asyncio.ensure_future(self._pass(DOWN, upstream_reader, writer, dead)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if dead:  # a browser does not hear that a line is dead: it waits
                await asyncio.wait(ways)
        except asyncio.CancelledError:
            pass  # the proxy is stopped
        finally:
            for task in ways:
                task.cancel()
            for end in (writer, upstream_writer):
                end.close()

    async def _pass(self, direction, reader, writer, dead) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                method = data.partition(b" ")[0]
                if direction is UP and method in self.refuses:
                    return
                if direction is UP and method in self.loses:
                    dead.add(DOWN)
                if direction in self.swallows:
                    dead.add(direction)
                if direction not in dead:
                    writer.write(data)
                    await writer.drain()
