"""The server that `bench.load` loads: the real one, in a process of its own, without rate limits.

`python -m bench.load_server FOLDER LINES TABLES PROCESSES` prints its address. Only people sit at its tables,
so that no bots are started, and no client is rejected because of its address.
"""

from __future__ import annotations

import cProfile
import dataclasses
import os
import signal
import socket
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from donjon.table.app import build
from donjon.table.host import rule_loading
from donjon.table.host import settings as table_settings
from donjon.table.host.settings import Settings
from donjon.table.host.supervisor import Supervisor
from donjon.table.serving import Server, address_of, listen, settle

WIDE = 1e9
# As in `bench.load`.
PROFILE = "BENCH_PROFILE"


class NoBots:
    """A pool without bots."""

    def choose(self, *_question: object, **_more: object) -> Future[list[int]]:
        raise AssertionError("No bot sits at these tables.")

    def close(self) -> None:
        """Do nothing."""


def announce(address: str) -> None:
    """Print the address."""
    print(address, flush=True)


def profile_between_signals(file: Path) -> None:
    """Profile this thread from SIGUSR1 to SIGUSR2; the file is there when it is whole."""
    profile, part = cProfile.Profile(), file.with_suffix(".part")

    def write(*_signal: object) -> None:
        profile.dump_stats(part)
        part.rename(file)

    signal.signal(signal.SIGUSR1, lambda *_signal: profile.enable())
    signal.signal(signal.SIGUSR2, write)


def serve(settings: Settings, line: socket.socket, announce: Callable[[str], object]) -> None:
    """Serve from this process, with the compiled rules of pages from the first."""
    line.setblocking(False)
    rule_loading.load()
    if PROFILE in os.environ:
        profile_between_signals(Path(os.environ[PROFILE]))
    Server(build(settings, NoBots), line, announce).run()


def main() -> None:
    """Serve until the process is stopped."""
    folder, (lines, tables, processes) = sys.argv[1], map(int, sys.argv[2:])
    line = listen("127.0.0.1", 0)
    settings = settle(table_settings.load(folder), "127.0.0.1", address_of(line))
    settings = dataclasses.replace(
        settings,
        lines=lines,
        lines_per_address=lines,
        streams_per_address=lines,
        tables_in_memory=tables,
        **dict.fromkeys(("burst", "rate", "look_burst", "look_rate"), WIDE),
    )
    if processes == 1:
        serve(settings, line, announce)
    else:
        Supervisor(processes, serve, (settings, line), 1.0).run(lambda: announce(address_of(line)))


if __name__ == "__main__":
    main()
