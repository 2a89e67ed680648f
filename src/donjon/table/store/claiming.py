"""One server at a time works on a database: a lock in the file system, and one in the database itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import exc

from donjon.table.host import data_folder
from donjon.table.host.data_folder import InUse
from donjon.table.store.database import open_engine, unusable

# The number of the lock in PostgreSQL, where each database has locks of its own: "donjon" in ASCII.
LOCK = int.from_bytes(b"donjon", "big")


@contextmanager
def claim(folder: Path, url: str, patience: float) -> Iterator[None]:
    """Keep every other program off a database meanwhile; the system frees it at our end, however it comes.

    Raises InUse when another program has it, and DonjonError when the database cannot be used.
    """
    with data_folder.claim(folder, url):
        if sa.make_url(url).get_backend_name() != "postgresql":
            yield
            return
        with _claim_postgresql(url, patience):
            yield


@contextmanager
def _claim_postgresql(url: str, patience: float) -> Iterator[None]:
    """Hold an advisory lock of the database with a connection of its own."""
    try:
        engine = open_engine(url, patience).execution_options(isolation_level="AUTOCOMMIT")
        connection = engine.connect()
        free = connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LOCK)))
    except (exc.ArgumentError, exc.DatabaseError, ImportError, OSError) as error:
        raise unusable(url, error) from None
    try:
        if not free:
            raise InUse(
                "The database is in use by another Donjon, perhaps on another machine: stop that first, or "
                "name another database in DONJON_DATABASE_URL."
            )
        yield
    finally:
        connection.close()
        engine.dispose()
