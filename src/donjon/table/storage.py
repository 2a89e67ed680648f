"""The database: tables, seats, and the list of actions that is the truth about a game."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from donjon.errors import DonjonError
from donjon.table import schema
from donjon.table.records import (
    BOT,
    OPEN,
    PERSON,
    Damaged,
    Entry,
    Header,
    NoTable,
    Seat,
    Stale,
    Stored,
    first_check,
    next_check,
)

# No table has this id: it holds a letter that theirs do not.
PROBE = "probe-of-health"
MIGRATIONS = Path(__file__).with_name("migrations")


class Storage:
    """All that is read from and written to the database. Calls block: run them in a thread."""

    def __init__(self, url: str) -> None:
        """Open the database and bring it up to date. Raises DonjonError when it cannot be used."""
        try:
            self._engine = _engine(url)
            self._migrate()
        except (DatabaseError, OSError) as error:
            raise DonjonError(
                f"The database {_shown(url)} cannot be used ({_cause(error)}): "
                "move it out of the way or put back a copy of it, then start again."
            ) from None

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    def ping(self) -> None:
        """Raise if the database does not answer."""
        with self._reading() as connection:
            connection.execute(sa.select(sa.literal(1)))

    def create(self, header: Header, seats: Sequence[Seat], entries: Sequence[Entry], waits: str) -> str:
        """Store a new table with its first actions; return the digest after the last."""
        with self._writing() as connection:
            row = {**vars(header), "touched": header.created, "waits": waits}
            connection.execute(schema.tables.insert(), row)
            connection.execute(
                schema.seats.insert(), [{"table_id": header.id, **vars(seat)} for seat in seats]
            )
            return _add(connection, header.id, first_check(header), entries)

    def append(self, table: str, check: str, entries: Sequence[Entry], waits: str) -> str:
        """Add actions after those whose digest is `check`; return the new digest. Durable when it returns.

        Raises Stale when another writer was faster: the unique (table, seq) is the lock.
        """
        try:
            with self._writing() as connection:
                check = _add(connection, table, check, entries)
                touched = {"touched": entries[-1].at, "waits": waits}
                connection.execute(schema.tables.update().where(schema.tables.c.id == table), touched)
                return check
        except IntegrityError:
            raise Stale from None

    def load(self, table: str) -> Stored:
        """Read a table. Raises NoTable, or Damaged when a digest does not agree."""
        with self._reading() as connection:
            found = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).first()
            if found is None:
                raise NoTable(table)
            actions = schema.actions
            query = sa.select(actions).where(actions.c.table_id == table).order_by(actions.c.seq)
            rows = connection.execute(query).all()
            sitting = schema.seats
            chairs = connection.execute(
                sa.select(sitting).where(sitting.c.table_id == table).order_by(sitting.c.seat)
            ).all()
        fields = ("id", "game", "rules", "players", "options", "seed", "creator", "created")
        header = Header(**{name: getattr(found, name) for name in fields})
        seats = tuple(Seat(row.seat, row.kind, row.owner, row.name, row.level) for row in chairs)
        if [seat.seat for seat in seats] != list(range(header.players)) or any(
            seat.kind not in (PERSON, BOT, OPEN) for seat in seats
        ):
            raise Damaged(table, 0, "its list of seats is not whole")
        entries, check = _checked(header, rows)
        return Stored(header, seats, entries, check)

    def sit(self, table: str, seat: int, owner: str, name: str) -> bool:
        """Give an open seat to a guest; False when it is not open (any more)."""
        chair = schema.seats.c
        with self._writing() as connection:
            done = connection.execute(
                schema.seats.update()
                .where(chair.table_id == table, chair.seat == seat, chair.kind == OPEN)
                .values(kind=PERSON, owner=owner, name=name)
            )
        return done.rowcount == 1

    def waiting_for_bots(self) -> list[str]:
        """The tables where a bot is to move, the latest first."""
        rows = schema.tables.c
        query = sa.select(rows.id).where(rows.waits == BOT).order_by(rows.touched.desc())
        with self._reading() as connection:
            return [row.id for row in connection.execute(query)]

    def tables_of(self, owner: str, limit: int = 12) -> list[dict[str, Any]]:
        """The tables where a guest sits, the latest first: id, game, waits, touched."""
        rows, chair = schema.tables.c, schema.seats.c
        seated = sa.select(chair.table_id).where(chair.owner == owner)
        query = (
            sa.select(rows.id, rows.game, rows.waits, rows.touched)
            .where(rows.id.in_(seated))
            .order_by(rows.touched.desc())
            .limit(limit)
        )
        with self._reading() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def raw_actions(self, table: str, first: int) -> list[dict[str, Any]]:
        """The stored actions from number `first` on, whatever they hold."""
        actions = schema.actions
        query = sa.select(actions).where(actions.c.table_id == table, actions.c.seq >= first)
        with self._reading() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def cut(self, table: str, first: int) -> None:
        """Forget the actions from number `first` on. Nobody may be playing meanwhile."""
        actions = schema.actions
        with self._writing() as connection:
            connection.execute(actions.delete().where(actions.c.table_id == table, actions.c.seq >= first))

    def probe(self) -> None:
        """Raise SQLAlchemyError unless a write can be made durable: a row is put in and taken out again.

        In one transaction, so that nobody sees it; a disk that is full or cannot be written is noticed by it.
        """
        row = {column.name: "" if isinstance(column.type, sa.String) else 0 for column in schema.tables.c}
        with self._writing() as connection:
            connection.execute(schema.tables.insert(), {**row, "id": PROBE})
            connection.execute(schema.tables.delete().where(schema.tables.c.id == PROBE))

    def _writing(self) -> AbstractContextManager[Connection]:
        return self._engine.begin()

    def _reading(self) -> AbstractContextManager[Connection]:
        return self._engine.execution_options(donjon_reads=True).begin()

    def _migrate(self) -> None:
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self._writing() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _add(connection: Connection, table: str, check: str, entries: Iterable[Entry]) -> str:
    rows = []
    for entry in entries:
        check = next_check(check, entry)
        rows.append({"table_id": table, "check": check, **vars(entry)})
    if rows:
        connection.execute(schema.actions.insert(), rows)
    return check


def _checked(header: Header, rows: Iterable[Any]) -> tuple[tuple[Entry, ...], str]:
    """The stored actions, or Damaged at the first that is missing or is not what was written."""
    check, entries = first_check(header), []
    for number, row in enumerate(rows):
        try:
            entry = Entry(row.seq, row.kind, int(row.seat), int(row.action), row.text, row.key, float(row.at))
        except (TypeError, ValueError):
            raise Damaged(header.id, number, "an entry holds something that is no action") from None
        if entry.seq != number:
            raise Damaged(header.id, number, "an entry is missing")
        check = next_check(check, entry)
        if row.check != check:
            raise Damaged(header.id, number, "an entry is not what was written")
        entries.append(entry)
    return tuple(entries), check


def _engine(url: str) -> Engine:
    engine = sa.create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _open_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _open_sqlite(connection: Any, _record: Any) -> None:
    """Autocommit in the driver, so that we begin transactions ourselves; durable to the last commit."""
    connection.isolation_level = None
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """A writer locks at once: one that reads first and locks later could be refused in the middle."""
    reads = connection.get_execution_options().get("donjon_reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _shown(url: str) -> str:
    return sa.make_url(url).render_as_string(hide_password=True)


def _cause(error: Exception) -> str:
    return str(error.orig if isinstance(error, (DatabaseError, OperationalError)) else error)


def now() -> float:
    """The time in seconds since 1970."""
    return time.time()
