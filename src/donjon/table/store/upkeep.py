"""Look after stored tables: replay and check them, repair a damaged one, delete old ones."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError

from donjon.errors import DonjonError
from donjon.table.host import data_folder, settings
from donjon.table.store.claim import claim
from donjon.table.store.columns import of_older_version
from donjon.table.store.database import cause
from donjon.table.store.replaying import replay
from donjon.table.store.rows import (
    OVER,
    PERSON,
    PLAY,
    CachedColumns,
    Damaged,
    NewerVersion,
    NoTable,
    OtherRules,
    Stored,
    columns_checksum,
)
from donjon.table.store.schema import actions, analyses, seats, tables
from donjon.table.store.storage import Storage, now
from donjon.table.store.table_game import TableGame

SOUND = "sound"
DAMAGED = "damaged"
DIFFERS = "result differs"
STALE = "notes stale"
OTHER = "other rules"
# In the order of a report. Rules that this program does not have are not a fault of the archive.
VERDICTS = (SOUND, DAMAGED, DIFFERS, STALE, OTHER)
FINISHED, UNPLAYED, ABANDONED = "finished", "never played", "abandoned"
DAY = 24 * 3600.0
# Tables deleted in one transaction: few, so that a running server never waits long.
AT_ONCE = 100


def corrected_columns(stored: Stored, table_game: TableGame) -> CachedColumns:
    """Return the correct cached columns of a stored table, given its replayed game.

    A stored result is kept even if the replay gives another: the difference shows that the rules were
    changed.
    """
    fresh, old = table_game.columns, stored.cached
    result = (old.result or fresh.result) if table_game.over else ""
    touched = fresh.touched if old.touched is None else old.touched
    # Rows of older versions have no standing before their next action, or one without a round.
    known = (fresh.standing, of_older_version(fresh.standing), "")
    standing = old.standing if old.standing in known else fresh.standing
    return replace(fresh, result=result, touched=touched, standing=standing)


def mend(storage: Storage, stored: Stored, table_game: TableGame) -> bool:
    """Correct what is stored about a table beside its log; return False if the game has moved on."""
    columns, seats = corrected_columns(stored, table_game), table_game.seats
    changed = seats if seats != stored.seats else ()
    return storage.mend(table_game.id, stored.check, columns, changed, table_game.notes)


def out_of_date(stored: Stored, table_game: TableGame) -> bool:
    """Return whether the cached columns are wrong, or do not fit the last row, or the seats are wrong.

    Deadlines are not compared: they follow from times without a server, too.
    """
    right = replace(corrected_columns(stored, table_game), due=stored.cached.due)
    notes = [(note.seat, note.state) for note in stored.notes]
    if stored.seats != table_game.seats or notes != [(note.seat, note.state) for note in table_game.notes]:
        return True
    return stored.cached != right or stored.noted != columns_checksum(stored.check, right.waits, right.result)


def result_differs(stored: Stored, table_game: TableGame) -> bool:
    """Return whether the stored result of a finished game differs from the replay's."""
    return bool(table_game.over and stored.cached.result and stored.cached.result != table_game.result)


@dataclass(frozen=True)
class Finding:
    """The verdict about one table. `fault`: the fault in words, "" for none.

    `without_result`: a finished game of an older version whose result was never stored.
    """

    table: str
    game: str
    rules: str
    verdict: str
    fault: str = ""
    without_result: bool = False


def open_storage(data: Path) -> Storage:
    """Open the storage of a data folder, even while a server runs on it.

    Raises DonjonError when the folder has none, or when the running server is of an older version.
    """
    if not settings.is_data_folder(data):
        raise DonjonError(f"{data} isn't a Donjon data folder. Give the one with the games with --data.")
    config = settings.load(data)
    try:
        with claim(config.data, config.database_url, config.lock_patience):
            Storage(config.database_url).close()
    except data_folder.InUse:
        # Its server has brought the database up to date.
        pass
    return Storage(config.database_url, upgrade=False)


def count_tables(storage: Storage) -> int:
    """Return the number of tables to check. Raises DonjonError when the database cannot be read."""
    known, orphans = _listed(storage)
    return len(known) + len(orphans)


def check_tables(storage: Storage, fill: bool = False) -> Iterator[Finding]:
    """Replay every table and yield the findings; correct cached columns that are out of date.

    `fill`: store the results that finished games of older versions lack. Raises DonjonError when the database
    cannot be read at all.
    """
    known, orphans = _listed(storage)
    for table in orphans:
        yield Finding(
            table, "", "", DAMAGED, "damaged: its actions or seats are there, its first line is not"
        )
    for table, game, rules in known:
        try:
            yield _check(storage, table, str(game), str(rules), fill)
        except NoTable:
            # The table was deleted since the list was made.
            continue


def _listed(storage: Storage) -> tuple[list[tuple[str, str, str]], list[str]]:
    """Return (id, game, rules) of all tables, and the ids of those that have only parts left."""
    try:
        return storage.every(), storage.orphans()
    except DatabaseError as error:
        raise DonjonError(f"The database cannot be read ({cause(error)}). Restore a backup.") from None


def _check(storage: Storage, table: str, game: str, rules: str, fill: bool) -> Finding:
    try:
        return _compare(storage, table, fill)
    except (OtherRules, NewerVersion):
        return Finding(table, game, rules, OTHER)
    except Damaged as damage:
        fault = f"damaged at move {damage.move}: {damage.reason}"
    except DatabaseError as error:
        fault = f"damaged: the database does not give it back ({cause(error)})"
    return Finding(str(table), game, rules, DAMAGED, fault)


def _compare(storage: Storage, table: str, fill: bool) -> Finding:
    """Compare a table with its replay. Raises Damaged, OtherRules or NoTable."""
    stored = storage.load(table)
    table_game = replay(stored, thorough=True)
    game, rules = stored.header.game, stored.header.rules
    if result_differs(stored, table_game):
        fault = "it ended otherwise than its actions say by these rules"
        return Finding(table, game, rules, DIFFERS, fault)
    wrong = _wrong_column(stored, table_game)
    lacking = table_game.over and not stored.cached.result
    if wrong or (fill and out_of_date(stored, table_game)):
        mended = mend(storage, stored, table_game)
        lacking = lacking and not mended
    return Finding(table, game, rules, STALE if wrong else SOUND, wrong, lacking)


def _wrong_column(stored: Stored, table_game: TableGame) -> str:
    """Return in words which cached column is wrong; "" for none, and for rows older than these columns."""
    cached, waits = stored.cached.waits, table_game.waits
    if cached != waits:
        words = "that the game is over" if cached == OVER else f"that it waits for {cached!r}"
        return f"its row said {words}; it was put right ({waits!r})"
    if stored.seats != table_game.seats:
        return "its seats were not those of its log; they were put right"
    if (stored.noted or stored.cached.result) and out_of_date(stored, table_game):
        return "its row was not tied to its last action; it was put right"
    return "its row held no time; it was put right" if stored.cached.touched is None else ""


def repair_table(data: Path, table: str) -> str:
    """Repair one table of a data folder; return in words what was done.

    Raises NoTable, OtherRules, Damaged when none of its actions is sound, and InUse while a server runs.
    """
    config = settings.load(data)
    with claim(config.data, config.database_url, config.lock_patience):
        storage = Storage(config.database_url)
        try:
            return _repair(storage, config.data, table)
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
    """Correct the cached columns of a sound table; return in words what was done."""
    table_game = replay(stored)
    table = stored.header.id
    if not out_of_date(stored, table_game):
        return f"Table {table} is sound: there is nothing to repair."
    mend(storage, stored, table_game)
    return f"Table {table} is sound; what its row says about it was stale and is right now."


def _cut(storage: Storage, table: str, sound: int) -> None:
    """Keep the first `sound` actions with the draws that follow them, and recompute the cached columns."""
    stored = storage.load(table, upto=sound)
    table_game = replay(stored)
    plan = table_game.plan_start(table_game.columns.touched or 0.0)
    table_game.adopt(plan, stored.check)
    storage.cut(table, stored.check, sound, plan.entries, table_game.columns, table_game.notes)
    replay(storage.load(table))


@dataclass(frozen=True)
class Pruned:
    """The number of tables of a kind, and of their stored actions."""

    tables: int
    actions: int


def count_old(storage: Storage, days: Mapping[str, int]) -> dict[str, Pruned]:
    """Return the numbers of tables, by kind, that are older than the days given for the kind."""
    counts = {}
    with storage.reading() as connection:
        for kind, age in days.items():
            old = _old(kind, age).subquery()
            their_actions = sa.select(sa.func.count()).where(actions.c.table_id.in_(sa.select(old.c.id)))
            number = sa.select(sa.func.count()).select_from(old)
            counts[kind] = Pruned(connection.scalar(number) or 0, connection.scalar(their_actions) or 0)
    return counts


def delete_old(storage: Storage, days: Mapping[str, int]) -> dict[str, Pruned]:
    """Delete the tables that are older than the days given for their kind; return the numbers by kind.

    A server may run at the same time: a table that is played at meanwhile is no longer old and stays.
    """
    return {kind: _delete(storage, kind, age) for kind, age in days.items()}


def _delete(storage: Storage, kind: str, age: int) -> Pruned:
    deleted_tables = deleted_actions = 0
    while True:
        with storage.writing() as connection:
            ids = list(connection.scalars(_old(kind, age).limit(AT_ONCE).with_for_update()))
            if not ids:
                return Pruned(deleted_tables, deleted_actions)
            gone = connection.execute(actions.delete().where(actions.c.table_id.in_(ids)))
            for part in (seats, analyses):
                connection.execute(part.delete().where(part.c.table_id.in_(ids)))
            connection.execute(tables.delete().where(tables.c.id.in_(ids)))
        deleted_tables, deleted_actions = deleted_tables + len(ids), deleted_actions + gone.rowcount


def _old(kind: str, age: int) -> sa.Select[tuple[str]]:
    """Return a query for the ids of tables of a kind without an action in the last `age` days."""
    people = actions.join(
        seats, sa.and_(seats.c.table_id == actions.c.table_id, seats.c.seat == actions.c.seat)
    )
    played = (
        sa.select(actions.c.seq)
        .select_from(people)
        .where(actions.c.table_id == tables.c.id, actions.c.kind == PLAY)
        .where(sa.or_(seats.c.kind == PERSON, seats.c.owner != ""))
        .correlate(tables)
        .exists()
    )
    of_kind = {
        FINISHED: tables.c.waits == OVER,
        UNPLAYED: sa.and_(tables.c.waits != OVER, ~played),
        ABANDONED: sa.and_(tables.c.waits != OVER, played),
    }[kind]
    return sa.select(tables.c.id).where(of_kind, tables.c.touched < now() - age * DAY)
