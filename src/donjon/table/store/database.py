"""Open, lock and upgrade the database; run writes in threads of their own."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.engine import Connection, Engine

from donjon.errors import DonjonError
from donjon.table.host import data_folder
from donjon.table.store.rows import NotStored

MIGRATIONS = Path(__file__).with_name("migrations")
# Timeout of a writer while another program has the database locked, in seconds.
PATIENCE = 10.0
# Errors that may be temporary: a lock, a full disk, a broken connection.
PASSING = (exc.OperationalError, exc.InterfaceError, exc.InternalError, exc.TimeoutError)
PASSING_IN_SQLITE = (sqlite3.OperationalError, sqlite3.InterfaceError, sqlite3.InternalError)
# The number of PostgreSQL's lock for upgrades: "upgrade" in ASCII.
UPGRADE = int.from_bytes(b"upgrade", "big")
P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """A database with connections for reading and writing. Calls block: run them in a thread."""

    def __init__(self, url: str, patience: float = PATIENCE, upgrade: bool = True) -> None:
        """Open the database and bring it up to date, or, unless `upgrade`, refuse one that is not.

        A writer waits `patience` seconds for another program's lock. Raises DonjonError, which says what to
        do, when the database cannot be used.
        """
        self.patience = patience
        try:
            self._engine = open_engine(url, patience)
            self._migrate(upgrade)
        except (exc.ArgumentError, exc.DatabaseError, ImportError, OSError, NotStored) as error:
            raise unusable(url, error) from None

    @property
    def writers(self) -> int:
        """Return the number of connections that may write at the same time."""
        return 1 if self.is_sqlite else 4

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def reading(self) -> AbstractContextManager[Connection]:
        """Return a connection that sees one state of the database and changes nothing."""
        return self._engine.execution_options(donjon_reads=True).begin()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection whose changes are durable after the block, all or none. Raises NotStored."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except PASSING as error:
            raise NotStored(cause(error)) from error

    @property
    def is_sqlite(self) -> bool:
        """Return whether the database is a file of SQLite."""
        return self._engine.dialect.name == "sqlite"

    @contextmanager
    def writing_sqlite(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection as `writing` does, but of the module sqlite3, which takes a third of the time.

        Raises NotStored, and sqlite3's own errors for data that is refused.
        """
        try:
            pooled = self._engine.raw_connection()
        except PASSING as error:
            raise NotStored(cause(error)) from error
        try:
            connection = cast("sqlite3.Connection", pooled.driver_connection)
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        except PASSING_IN_SQLITE as error:
            raise NotStored(str(error)) from error
        finally:
            pooled.close()  # undoes what was not committed

    def faults(self) -> list[str]:
        """Return the errors that SQLite finds in its file; [] for other databases, which check themselves."""
        if not self.is_sqlite:
            return []
        try:
            with self.reading() as connection:
                lines = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
        except exc.DatabaseError as error:
            return [cause(error)]
        return [] if lines == ["ok"] else lines

    def _migrate(self, upgrade: bool) -> None:
        from alembic import command
        from alembic.config import Config
        from alembic.runtime.migration import MigrationContext
        from alembic.script import ScriptDirectory

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        steps = ScriptDirectory.from_config(config)
        with self.reading() as connection:
            now = MigrationContext.configure(connection).get_current_revision()
        if now == steps.get_current_head():
            return None
        if now is not None and now not in {step.revision for step in steps.walk_revisions()}:
            raise DonjonError(
                f"The database was written by a newer version of Donjon (migration {now}, this version knows "
                f"{steps.get_current_head()}). Install that version. Nothing was changed."
            )
        if not upgrade:
            raise DonjonError("The database is in use by an older Donjon. Stop that one and try again.")
        with self.writing() as connection:
            if connection.dialect.name == "postgresql":
                # An upgrade may take any time. Of servers that start together one does it, the others wait.
                connection.exec_driver_sql("set local statement_timeout = 0")
                connection.exec_driver_sql("set local lock_timeout = 0")
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(UPGRADE)))
                if MigrationContext.configure(connection).get_current_revision() != now:
                    return self._migrate(upgrade)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        return None


def cause(error: Exception) -> str:
    """Return the message of an error in the words of the database."""
    return str(error.orig if isinstance(error, exc.DBAPIError) else error)


def unusable(url: str, error: Exception) -> DonjonError:
    """Return an error that says why a database cannot be used, and what to do."""
    if isinstance(error, (exc.ArgumentError, ImportError)):
        return DonjonError(f"DONJON_DATABASE_URL isn't the address of a usable database ({error}).")
    return DonjonError(
        f"The database {_shown(url)} cannot be used ({cause(error)}). "
        "Move it away or restore a backup, then start again."
    )


def open_engine(url: str, patience: float) -> Engine:
    """Return an engine whose connections wait `patience` seconds at most; see `Database`."""
    backend = sa.make_url(url).get_backend_name()
    if backend == "postgresql":
        return sa.create_engine(url, max_overflow=-1, connect_args=_time_limits(url, patience))
    if backend != "sqlite":
        return sa.create_engine(url, max_overflow=-1)
    path = data_folder.sqlite_file(url)
    if path is None:
        raise DonjonError("A database in memory would lose all games. Name a file in DONJON_DATABASE_URL.")
    data_folder.protect_database(path)
    # No limit of connections: a reader never waits for a free one.
    engine = sa.create_engine(url, max_overflow=-1)
    event.listen(engine, "connect", lambda connection, _record: _open_sqlite(connection, patience))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def is_postgresql(url: str) -> bool:
    """Return whether a database is of PostgreSQL, which several servers can share."""
    return sa.make_url(url).get_backend_name() == "postgresql"


def connection_arguments(url: str, patience: float) -> dict[str, Any]:
    """Return the arguments with which psycopg itself connects to a database, with the same time limits."""
    address = sa.make_url(url)
    _, arguments = address.get_dialect()().create_connect_args(address)
    return {**arguments, **_time_limits(url, patience)}


def _time_limits(url: str, patience: float) -> dict[str, Any]:
    """Return the time limits of a connection to PostgreSQL: for opening it, for a lock, for a statement.

    Limits in the address of the database take precedence.
    """
    query = sa.make_url(url).query
    lock, statement = round(1000 * patience), round(2000 * patience)
    limits = f"-c lock_timeout={lock} -c statement_timeout={statement} {query.get('options', '')}"
    return {"connect_timeout": max(2, round(patience)), **query, "options": limits}


def _open_sqlite(connection: Any, patience: float) -> None:
    """Set up a connection: we start the transactions, and every commit is durable."""
    connection.isolation_level = None
    # A damaged text must not fail here: the checksums detect it.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    timeout = f"busy_timeout={round(patience * 1000)}"
    for pragma in (timeout, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Start a transaction; a writer locks at once, so that it cannot be refused in the middle."""
    reads = connection.get_execution_options().get("donjon_reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _shown(url: str) -> str:
    return sa.make_url(url).render_as_string(hide_password=True)


class Writers:
    """Writer threads for the database, which run writes in order, so that no reader waits for a write.

    SQLite allows one writer at a time, so it gets one thread. A write that has waited longer than the lock
    timeout is refused: otherwise a locked database would keep the last write in the queue for minutes.
    """

    def __init__(self, database: Database) -> None:
        self._patience = database.patience
        self._threads = ThreadPoolExecutor(database.writers, "donjon-writer")

    async def run(self, write: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of `write`; wait for its end even when the caller is cancelled.

        Raises NotStored if the write had to wait too long for its turn.
        """
        asked = time.monotonic()

        def turn() -> T:
            if time.monotonic() - asked > self._patience:
                raise NotStored("others before it in the queue waited too long")
            return write(*args, **kwargs)

        writing = asyncio.get_running_loop().run_in_executor(self._threads, turn)
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            raise
