"""Print how long the lists of tables take in a database with many: `python -m bench.lists [URL]`.

Without an address, in a new file of SQLite. The database of an address must be empty.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from donjon.table.live.tables import new_code
from donjon.table.store import schema
from donjon.table.store.rows import BOT, ENDED, GATHER, OVER, PERSON, TO_MOVE, WAITS
from donjon.table.store.storage import Storage

TABLES, SEATS, CHUNK = 100_000, 3, 5_000
# A person with many games, of which some are in play.
REGULAR, GAMES, RUNNING = "regular", 6_000, 40
DAY = 24 * 3600.0
STANDING = '{"to_move": [0], "totals": [12, 9, 15]}'


def fill(storage: Storage, tables: int, now: float) -> str:
    """Store tables, most of them finished; return the code of one that waits for players."""
    chance, code = random.Random(1), ""
    for first in range(0, tables, CHUNK):
        rows, seats = list[dict[str, Any]](), list[dict[str, Any]]()
        for number in range(first, min(first + CHUNK, tables)):
            waits = chance.choices((OVER, PERSON, BOT, GATHER), (900, 95, 2, 3))[0]
            own = number < GAMES
            if own:
                waits = PERSON if number < RUNNING else OVER
            touched = now - chance.random() * (DAY if waits == GATHER else 90 * DAY)
            code = new_code() if waits == GATHER else code
            about = {"id": f"t{number}", "game": "caylus", "rules": "1", "players": SEATS, "options": "{}"}
            about |= {"seed": "s", "creator": "c", "created": touched, "touched": touched, "waits": waits}
            about |= {"listed": int(chance.random() < 0.3), "code": code if waits == GATHER else ""}
            about |= {"standing": STANDING, "due": round(1000 * (now + DAY)) if waits == PERSON else 0}
            rows.append(about)
            for seat in range(SEATS):
                owner = REGULAR if own and not seat else f"guest{chance.randrange(tables)}"
                state = ENDED if waits == OVER else TO_MOVE if waits == PERSON and not seat else WAITS
                seats.append(
                    {"table_id": about["id"], "seat": seat, "kind": PERSON, "owner": owner, "name": "Ann"}
                    | {"level": "", "state": state, "due": 0, "touched": touched}
                )
        with storage.writing() as connection:
            connection.execute(schema.tables.insert(), rows)
            connection.execute(schema.seats.insert(), seats)
    return code


def measure(call: Callable[[], object], times: int = 200) -> tuple[float, float]:
    """Return the median and the 95th percentile of some calls, in milliseconds."""
    call()
    took = list[float]()
    for _call in range(times):
        began = time.perf_counter()
        call()
        took.append(1000 * (time.perf_counter() - began))
    return median(took), quantiles(took, n=20)[18]


def main() -> None:
    """Fill a database, and print a line for each list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="?", default="")
    parser.add_argument("--tables", type=int, default=TABLES)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        storage, now = Storage(asked.url or f"sqlite:///{Path(folder) / 'lists.db'}"), time.time()
        code = fill(storage, asked.tables, now)
        if not storage.is_sqlite:
            with storage.writing() as connection:
                connection.exec_driver_sql("ANALYZE")
        lists: dict[str, Callable[[], object]] = {
            "how many games wait for a person": lambda: storage.to_move(REGULAR),
            "how many wait for a guest without games": lambda: storage.to_move("nobody"),
            "a person's games": lambda: storage.tables_of(REGULAR),
            "lobby: tables that wait": lambda: storage.lobby(now - DAY, 50),
            "lobby: games to watch": lambda: storage.to_watch(now - 3600, 12),
            "the table of a code": lambda: storage.with_code(code),
            "deadlines that have passed": lambda: storage.due_tables(round(1000 * now), 50),
            "tables whose bots are to move": storage.tables_of_bots,
        }
        for name, call in lists.items():
            middle, late = measure(call)
            print(f"{name:42} {middle:8.2f} ms  p95 {late:8.2f}")
        storage.close()


if __name__ == "__main__":
    main()
