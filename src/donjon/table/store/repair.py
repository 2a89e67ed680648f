"""Cuts a damaged table back to its sound moves: `donjon archive repair TABLE`.

What is cut off is first written to a file in the data folder. The server must be stopped meanwhile.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from donjon.table.host import data_folder, settings
from donjon.table.store import notes
from donjon.table.store.claiming import claim
from donjon.table.store.storage import Storage
from donjon.table.store.stored import Damaged, Stored
from donjon.table.store.table_game import replay


def repair(data: Path, table: str) -> str:
    """Repair one table of a data folder; say what was done.

    Raises NoTable, OtherRules, Damaged when nothing of it is sound, and InUse while a server runs.
    """
    told = settings.load(data)
    with claim(told.data, told.database_url, told.lock_patience):
        storage = Storage(told.database_url)
        try:
            return _repair(storage, told.data, table)
        finally:
            storage.close()


def _repair(storage: Storage, folder: Path, table: str) -> str:
    try:
        return _mend(storage, storage.load(table))
    except Damaged as damage:
        if damage.move == 0:
            raise
        sound = damage.move
    rows = storage.raw_actions(table, sound)
    kept = folder / f"{table}-cut-{int(time.time())}.json"
    data_folder.write_private(kept, json.dumps(rows, indent=1, default=str).encode())
    _cut(storage, table, sound)
    return (
        f"Table {table}: {sound} moves are sound and stay; {len(rows)} were cut off and are kept in {kept}."
    )


def _mend(storage: Storage, stored: Stored) -> str:
    """See to the notes of a sound table."""
    table_game = replay(stored)
    table = stored.header.id
    if not notes.stale(stored, table_game):
        return f"Table {table} is sound: there is nothing to repair."
    storage.mend(table, stored.check, notes.right(stored, table_game))
    return f"Table {table} is sound; what its row says about it was stale and is right now."


def _cut(storage: Storage, table: str, sound: int) -> None:
    """Keep the first `sound` actions, with chance's answer to them and the notes that follow from them."""
    stored = storage.load(table, upto=sound)
    table_game = replay(stored)
    plan = table_game.plan_start(notes.made(table_game).touched or 0.0)
    table_game.adopt(plan, stored.check)
    storage.cut(table, stored.check, sound, plan.entries, notes.made(table_game))
    replay(storage.load(table))
