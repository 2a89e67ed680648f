"""The server that `bench.load` loads: the real one, in a process of its own, without rate limits.

`python -m bench.load_server FOLDER LINES TABLES` prints its address. Only people sit at its tables, so that
no bots are started, and no client is rejected because of its address.
"""

from __future__ import annotations

import dataclasses
import sys
from concurrent.futures import Future

from donjon.table.app import build
from donjon.table.host import settings as table_settings
from donjon.table.serving import Server, address_of, listen, settle

WIDE = 1e9


class NoBots:
    """A pool without bots."""

    def choose(self, *_question: object, **_more: object) -> Future[list[int]]:
        raise AssertionError("No bot sits at these tables.")

    def close(self) -> None:
        """Do nothing."""


def main() -> None:
    """Serve until the process is stopped."""
    folder, lines, tables = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
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
    Server(build(settings, NoBots), line, lambda address: print(address, flush=True)).run()


if __name__ == "__main__":
    main()
