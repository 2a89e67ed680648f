"""Cuts a damaged table back to its sound moves: `python -m donjon.table.repair DATA TABLE`.

What is cut off is first written to a file in the data folder. The server must be stopped meanwhile.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from donjon.errors import DonjonError
from donjon.table import settings
from donjon.table.playing import replay
from donjon.table.records import Damaged
from donjon.table.storage import Storage


def main(arguments: list[str]) -> int:
    """Repair one table; 0 when it is sound afterwards."""
    if len(arguments) != 2:
        _say("Usage: python -m donjon.table.repair DATA TABLE")
        return 2
    folder, table = Path(arguments[0]), arguments[1]
    try:
        storage = Storage(settings.load(folder).database_url)
        try:
            _say(_repair(storage, folder, table))
        finally:
            storage.close()
    except DonjonError as error:
        _say(str(error))
        return 1
    return 0


def _repair(storage: Storage, folder: Path, table: str) -> str:
    try:
        replay(storage.load(table))
        return f"Table {table} is sound: there is nothing to repair."
    except Damaged as damage:
        if damage.move == 0:
            raise
        sound = damage.move
    rows = storage.raw_actions(table, sound)
    kept = folder / f"{table}-cut-{int(time.time())}.json"
    kept.write_text(json.dumps(rows, indent=1, default=str), "utf-8")
    storage.cut(table, sound)
    replay(storage.load(table))
    return (
        f"Table {table}: {sound} moves are sound and stay; {len(rows)} were cut off and are kept in {kept}."
    )


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
