"""Read and write tables, seats, and the lists of actions that define the games."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Insert, Update
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from donjon.table.store import schema
from donjon.table.store.database import Database
from donjon.table.store.rows import (
    BOT,
    ENDED,
    GATHER,
    LATEST,
    MOVES,
    PERSON,
    TO_MOVE,
    WAITS,
    CachedColumns,
    Entry,
    Header,
    Listed,
    NoTable,
    Seat,
    SeatNote,
    Stale,
    Stored,
    columns_checksum,
    first_check,
    next_check,
    read_entries,
    read_header,
    read_listed,
    read_seats,
    read_time,
)

logger = logging.getLogger("donjon.table")
# No table has this id: ids of tables have no "-".
PROBE = "probe-of-health"


class Storage(Database):
    """The stored tables. Calls block: run them in a thread.

    A method that writes raises NotStored, and changes nothing, when the database cannot be written.
    """

    def create(
        self,
        header: Header,
        seats: Sequence[Seat],
        entries: Sequence[Entry],
        columns: CachedColumns,
        notes: Iterable[SeatNote] = (),
        code: str = "",
    ) -> str | None:
        """Store a new table with its first rows; return the checksum after the last.

        `columns` and `notes` describe the table and its seats after them. `code`: leads to the table until
        its game starts. Returns None, and stores nothing, if the code leads to another table, or if the table
        exists.
        """
        try:
            with self.writing() as connection:
                about = {**vars(header), **vars(columns), "touched": header.created, "code": code}
                connection.execute(schema.tables.insert(), about)
                rows = [{"table_id": header.id, **vars(seat)} for seat in seats]
                connection.execute(schema.seats.insert(), rows)
                check = _add(connection, header.id, first_check(header), entries)
                _write_columns(connection, header.id, check, replace(columns, touched=header.created))
                _write_notes(connection, header.id, notes, header.created)
                return check
        except IntegrityError:
            return None

    def append(
        self,
        table: str,
        check: str,
        entries: Sequence[Entry],
        columns: CachedColumns,
        notes: Sequence[SeatNote] = (),
        seats: Sequence[Seat] = (),
    ) -> str:
        """Add rows after those whose checksum is `check`; return the new checksum.

        They are durable when it returns. `columns` describe the table after them, `notes` and `seats` those
        seats that they change. Raises Stale when another writer was faster: the unique (table, seq) is the
        lock.
        """
        try:
            if self.is_sqlite and not seats:
                return self._append_to_sqlite(table, check, entries, columns, notes)
            with self.writing() as connection:
                check = _add(connection, table, check, entries)
                _write_columns(connection, table, check, columns)
                _write_seats(connection, table, seats)
                _write_notes(connection, table, notes, entries[-1].at)
                return check
        except (IntegrityError, sqlite3.IntegrityError):
            raise Stale from None

    def _append_to_sqlite(
        self,
        table: str,
        check: str,
        entries: Sequence[Entry],
        columns: CachedColumns,
        notes: Sequence[SeatNote],
    ) -> str:
        """Do the work of `append` with statements that were compiled before: every move pays for it."""
        rows = _rows(table, check, entries)
        check = rows[-1]["check"]
        row = {**_noted(check, columns), "table": table}
        noted = _note_rows(table, notes, entries[-1].at)
        with self.writing_sqlite() as connection:
            connection.executemany(_INSERT.sql, map(_INSERT.values, rows))
            connection.execute(_UPDATE.sql, _UPDATE.values(row))
            connection.executemany(_NOTE.sql, map(_NOTE.values, noted))
        return check

    def load(self, table: str, upto: int | None = None) -> Stored:
        """Return a stored table, or its first `upto` actions only.

        Raises NoTable, or Damaged when a checksum does not agree.
        """
        if not (table.isascii() and table.isprintable()):
            raise NoTable(table)  # such a text could make the query itself fail
        actions, sitting = schema.actions, schema.seats
        query = sa.select(actions).where(actions.c.table_id == table).order_by(actions.c.seq)
        if upto is not None:
            query = query.where(actions.c.seq < upto)
        chairs = sa.select(sitting).where(sitting.c.table_id == table).order_by(sitting.c.seat)
        with self.reading() as connection:
            row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).first()
            if row is None:
                raise NoTable(table)
            rows = connection.execute(query).all()
            seated = connection.execute(chairs).all()
        header = read_header(table, row)
        seats = read_seats(header, seated)
        entries, check = read_entries(header, rows)
        cached = CachedColumns(
            row.waits, row.result, read_time(row.touched), row.standing, row.listed, row.due, row.pace
        )
        notes = tuple(SeatNote(one.seat, one.state, one.due) for one in seated)
        return Stored(header, seats, entries, check, cached, row.noted, notes)

    def since(
        self, header: Header, seq: int, check: str
    ) -> tuple[tuple[Entry, ...], str, tuple[Seat, ...] | None]:
        """Return the rows of a table from number `seq` on, the checksum after them, and its seats.

        `check` is the checksum before them. The seats are None if no row is about them. Raises Damaged, or
        NewerVersion.
        """
        actions, sitting = schema.actions, schema.seats
        later = sa.select(actions).where(actions.c.table_id == header.id, actions.c.seq >= seq)
        chairs = sa.select(sitting).where(sitting.c.table_id == header.id).order_by(sitting.c.seat)
        with self.reading() as connection:
            rows = connection.execute(later.order_by(actions.c.seq)).all()
            are_changed = any(row.kind not in MOVES for row in rows)
            seated = connection.execute(chairs).all() if are_changed else None
        entries, check = read_entries(header, rows, seq, check)
        return entries, check, None if seated is None else read_seats(header, seated)

    def newest(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the numbers of stored rows of those tables that exist, in one query."""
        rows, actions = schema.tables.c, schema.actions.c
        last = sa.select(sa.func.max(actions.seq)).where(actions.table_id == rows.id).scalar_subquery()
        query = sa.select(rows.id, last).where(rows.id.in_(list(tables)))
        with self.reading() as connection:
            return {id: 0 if seq is None else seq + 1 for id, seq in connection.execute(query)}

    def tables_of_bots(self) -> list[str]:
        """Return the tables whose cached columns say that a bot is to move, the latest first."""
        rows = schema.tables.c
        query = sa.select(rows.id).where(rows.waits == BOT).order_by(rows.touched.desc())
        with self.reading() as connection:
            return list(connection.scalars(query))

    def due_tables(self, at: int, limit: int) -> list[str]:
        """Return the tables with a deadline up to a time in milliseconds, the earliest first."""
        rows = schema.tables.c
        query = sa.select(rows.id).where(rows.due > 0, rows.due <= at).order_by(rows.due).limit(limit)
        with self.reading() as connection:
            return list(connection.scalars(query))

    def with_code(self, code: str) -> str | None:
        """Return the table that a code leads to, None if there is none, or if its game has started."""
        rows = schema.tables.c
        query = sa.select(rows.id).where(rows.code == code, rows.waits == GATHER)
        with self.reading() as connection:
            return connection.scalars(query).first()

    def code_of(self, table: str) -> str:
        """Return the code of a table, "" if it has none."""
        rows = schema.tables.c
        with self.reading() as connection:
            return connection.scalars(sa.select(rows.code).where(rows.id == table)).first() or ""

    def lobby(self, since: float, limit: int) -> list[Listed]:
        """Return the listed tables that wait for players and were touched since a time, the latest first."""
        rows = schema.tables.c
        return self._listed(
            sa.and_(rows.listed == 1, rows.waits == GATHER, rows.touched >= since), rows.touched.desc(), limit
        )

    def to_watch(self, since: float, limit: int) -> list[Listed]:
        """Return the listed tables with a running game, touched since a time, the latest first."""
        rows = schema.tables.c
        running = sa.and_(rows.listed == 1, rows.waits.in_((PERSON, BOT)), rows.touched >= since)
        return self._listed(running, rows.touched.desc(), limit)

    def analyses(self, table: str, check: str) -> dict[int, str]:
        """Return what the coach found in the review of a game: JSON by the number of actions before.

        `check`: the checksum of the game's last action.
        """
        rows = schema.analyses.c
        found = sa.select(rows.number, rows.analysis).where(rows.table_id == table, rows.check == check)
        with self.reading() as connection:
            return {row.number: row.analysis for row in connection.execute(found)}

    def keep_analysis(self, table: str, check: str, number: int, analysis: str) -> None:
        """Store what the coach found about a decision, unless another process has."""
        row = {"table_id": table, "check": check, "number": number, "analysis": analysis}
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(schema.analyses.insert(), row)

    def waiting_for_bots(self) -> list[str]:
        """Return the tables where a bot is to move, the latest first; then the tables to check.

        The cached columns of the latter do not fit their last action: `Tables.get` recomputes them.
        """
        rows, last = schema.tables.c, schema.actions.alias()
        newest = sa.select(sa.func.max(schema.actions.c.seq)).where(schema.actions.c.table_id == rows.id)
        after = sa.and_(last.c.table_id == rows.id, last.c.seq == newest.scalar_subquery())
        query = (
            sa.select(rows.id, rows.waits, rows.result, rows.noted, last.c.check)
            .select_from(schema.tables.outerjoin(last, after))
            .order_by(rows.touched.desc())
        )
        bots, doubtful = [], []
        with self.reading() as connection:
            for row in connection.execute(query):
                if row.noted != columns_checksum(row.check, row.waits, row.result):
                    doubtful.append(row.id)
                elif row.waits == BOT:
                    bots.append(row.id)
        return bots + doubtful

    def tables_of(self, owner: str, limit: int = 100) -> list[Listed]:
        """Return the tables where a guest sits: those where it is the guest's turn, others, finished ones.

        Each of these groups has the latest first.
        """
        rows, found = schema.seats.c, dict[str, tuple[int, int]]()
        with self.reading() as connection:
            for state in (TO_MOVE, WAITS, ENDED):
                # Of one state, the index gives them in order.
                query = sa.select(rows.table_id, rows.due).where(rows.owner == owner, rows.state == state)
                query = query.order_by(rows.touched.desc()).limit(limit - len(found))
                for row in connection.execute(query):
                    found.setdefault(row.table_id, (state, row.due))
                if len(found) >= limit:
                    break
        listed = {line.id: line for line in self._listed(schema.tables.c.id.in_(found), None, limit)}
        return [
            replace(listed[table], state=state, due=due)
            for table, (state, due) in found.items()
            if table in listed
        ]

    def to_move(self, owner: str, limit: int = 100) -> list[str]:
        """Return the tables where it is a guest's turn: first those whose clock runs out first."""
        rows = schema.seats.c
        mine = sa.select(rows.table_id, rows.due, rows.touched)
        mine = mine.where(rows.owner == owner, rows.state == TO_MOVE).limit(limit)
        with self.reading() as connection:
            found = connection.execute(mine).all()
        found = sorted(found, key=lambda row: (row.due or LATEST * 1000, row.touched))
        return list(dict.fromkeys(row.table_id for row in found))

    def _listed(self, which: Any, order: Any, limit: int) -> list[Listed]:
        """Return entries of a list of tables, in two queries for any number of them."""
        rows, chair = schema.tables.c, schema.seats.c
        about = rows.id, rows.game, rows.waits, rows.touched, rows.standing, rows.pace
        query = sa.select(*about).where(which).order_by(order).limit(limit)
        with self.reading() as connection:
            lines = [read_listed(row) for row in connection.execute(query)]
            ids = [line.id for line in lines if line is not None]
            sitting = sa.select(schema.seats).where(chair.table_id.in_(ids)).order_by(chair.seat)
            seats: dict[str, list[Seat]] = {id: [] for id in ids}
            for row in connection.execute(sitting):
                seats[row.table_id].append(Seat(row.seat, row.kind, row.owner, row.name, row.level))
        for line in lines:
            if line is None or line.touched is None or not line.waits:
                logger.warning("table list: invalid row %s", line and line.id)
        return [replace(line, seats=tuple(seats[line.id])) for line in lines if line is not None]

    def every(self) -> list[tuple[str, str, str]]:
        """Return (id, game, rules version) of every table, unchecked."""
        rows = schema.tables.c
        query = sa.select(rows.id, rows.game, rows.rules).order_by(rows.game, rows.rules, rows.id)
        with self.reading() as connection:
            return [(row.id, row.game, row.rules) for row in connection.execute(query)]

    def count_begun(self, creator: str, since: float) -> int:
        """Return the number of tables that a guest has created since a time (seconds since 1970)."""
        rows = schema.tables.c
        query = sa.select(sa.func.count()).where(rows.creator == creator, rows.created >= since)
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def begun_with(self, creator: str, seed: str) -> str | None:
        """Return the first table that a guest has created with a seed, None if there is none."""
        rows = schema.tables.c
        query = sa.select(rows.id).where(rows.creator == creator, rows.seed == seed).order_by(rows.created)
        with self.reading() as connection:
            return connection.scalars(query).first()

    def orphans(self) -> list[str]:
        """Return the ids of missing tables that still have actions, seats or analyses."""
        known = sa.select(schema.tables.c.id)
        left = [
            sa.select(part.c.table_id).where(part.c.table_id.not_in(known))
            for part in (schema.actions, schema.seats, schema.analyses)
        ]
        with self.reading() as connection:
            return sorted(str(row[0]) for row in connection.execute(sa.union(*left)))

    def raw_actions(self, table: str, first: int) -> list[dict[str, Any]]:
        """Return the stored actions from number `first` on, unchecked."""
        actions = schema.actions
        query = sa.select(actions).where(actions.c.table_id == table, actions.c.seq >= first)
        with self.reading() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def cut(
        self,
        table: str,
        check: str,
        first: int,
        entries: Sequence[Entry],
        columns: CachedColumns,
        notes: Iterable[SeatNote],
    ) -> str:
        """Delete the actions from number `first` on and add others; return the new checksum.

        `check` is the checksum after the actions that stay. No server may use the table meanwhile.
        """
        actions = schema.actions
        with self.writing() as connection:
            connection.execute(actions.delete().where(actions.c.table_id == table, actions.c.seq >= first))
            check = _add(connection, table, check, entries)
            _write_columns(connection, table, check, columns)
            _write_notes(connection, table, notes, columns.touched or 0.0)
            return check

    def mend(
        self,
        table: str,
        check: str,
        columns: CachedColumns,
        seats: Iterable[Seat] = (),
        notes: Iterable[SeatNote] = (),
    ) -> bool:
        """Write the cached columns of a table after the row whose checksum is `check`, seats and notes.

        Returns False, and changes nothing, if the game has moved on meanwhile.
        """
        actions = schema.actions.c
        last = sa.select(actions.check).where(actions.table_id == table).order_by(actions.seq.desc()).limit(1)
        with self.writing() as connection:
            newest = connection.execute(last).scalar()
            if newest not in (None, check):
                return False
            _write_columns(connection, table, check, columns)
            _write_seats(connection, table, seats)
            _write_notes(connection, table, notes, columns.touched or 0.0)
            return True

    def probe(self) -> None:
        """Check that a write can be made durable, by adding and deleting a row. Raises NotStored.

        Both happen in one transaction, so no reader sees the row; a full or read-only disk is detected.
        """
        row = {column.name: "" if isinstance(column.type, sa.String) else 0 for column in schema.tables.c}
        with self.writing() as connection:
            connection.execute(schema.tables.insert(), {**row, "id": PROBE})
            connection.execute(schema.tables.delete().where(schema.tables.c.id == PROBE))


def _add(connection: Connection, table: str, check: str, entries: Iterable[Entry]) -> str:
    rows = _rows(table, check, entries)
    if not rows:
        return check
    connection.execute(schema.actions.insert(), rows)
    return str(rows[-1]["check"])


def _rows(table: str, check: str, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Return the rows of actions after those whose checksum is `check`, each with its own."""
    rows = []
    for entry in entries:
        check = next_check(check, entry)
        rows.append({"table_id": table, "check": check, **vars(entry)})
    return rows


def _write_columns(connection: Connection, table: str, check: str, columns: CachedColumns) -> None:
    """Write the cached columns of a table after the action whose checksum is `check`."""
    change = schema.tables.update().where(schema.tables.c.id == table)
    connection.execute(change, _noted(check, columns))


def _write_seats(connection: Connection, table: str, seats: Iterable[Seat]) -> None:
    """Write who plays these seats of a table, and whose they are."""
    rows = schema.seats.c
    for seat in seats:
        change = schema.seats.update().where(rows.table_id == table, rows.seat == seat.seat)
        connection.execute(change, vars(seat))


def _write_notes(connection: Connection, table: str, notes: Iterable[SeatNote], at: float) -> None:
    """Write what lists of games say about these seats of a table, changed at a time."""
    rows = schema.seats.c
    change = schema.seats.update().where(
        rows.table_id == sa.bindparam("table"), rows.seat == sa.bindparam("number")
    )
    changed = _note_rows(table, notes, at)
    if changed:
        connection.execute(change, changed)


def _note_rows(table: str, notes: Iterable[SeatNote], at: float) -> list[dict[str, Any]]:
    return [
        {"table": table, "number": note.seat, "state": note.state, "due": note.due, "touched": at}
        for note in notes
    ]


def _noted(check: str, columns: CachedColumns) -> dict[str, Any]:
    """Return the cached columns with the checksum that ties them to the last action."""
    return {**vars(columns), "noted": columns_checksum(check, columns.waits, columns.result)}


class _Statement:
    """A statement in the words of SQLite: its text, and the names of its parameters in order."""

    def __init__(self, statement: Insert | Update, columns: Iterable[str]) -> None:
        compiled = statement.compile(dialect=sqlite.dialect(), column_keys=[*columns])
        self.sql = str(compiled)
        self._names = compiled.positiontup or []

    def values(self, row: Mapping[str, Any]) -> list[Any]:
        """Return the parameters of a row in the statement's order."""
        return [row[name] for name in self._names]


_INSERT = _Statement(schema.actions.insert(), [column.name for column in schema.actions.c])
_UPDATE = _Statement(
    schema.tables.update().where(schema.tables.c.id == sa.bindparam("table")),
    [*(one.name for one in fields(CachedColumns)), "noted"],
)
_NOTE = _Statement(
    schema.seats.update().where(
        schema.seats.c.table_id == sa.bindparam("table"), schema.seats.c.seat == sa.bindparam("number")
    ),
    ["state", "due", "touched"],
)


def now() -> float:
    """Return the time in seconds since 1970."""
    return time.time()
