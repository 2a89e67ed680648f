"""Lock a database: for the servers that share it, or for one program alone.

SQLite has one server. On PostgreSQL any number of servers are one site; they share an advisory lock, which a
repair takes alone. All must sign seats with the same key: each holds another lock, whose number is a digest
of its key, so that a server with another key is refused.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc

from donjon.errors import DonjonError
from donjon.table.host import data_folder
from donjon.table.host.data_folder import InUse
from donjon.table.store.database import is_postgresql, open_engine, unusable

# The number of the lock in PostgreSQL, where each database has locks of its own: "donjon" in ASCII.
LOCK = int.from_bytes(b"donjon", "big")
# The first of the two numbers of the lock that stands for a key: "keys" in ASCII.
KEYS = int.from_bytes(b"keys", "big")
OTHER_KEYS = """
select count(*) from pg_locks
where locktype = 'advisory' and objsubid = 2 and classid = :keys and objid <> :digest
and database = (select oid from pg_database where datname = current_database())
"""


def can_share(url: str) -> bool:
    """Return whether several servers can share a database: on PostgreSQL, but not under Windows.

    There psycopg's notices need another event loop than the web server has.
    """
    return is_postgresql(url) and os.name != "nt"


@contextmanager
def claim(folder: Path, url: str, patience: float) -> Iterator[None]:
    """Lock a database against every other program; the lock is freed when this process ends.

    Raises InUse when another program has it, and DonjonError when the database cannot be used.
    """
    if is_postgresql(url):
        with _connected(url, patience) as connection:
            if not connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LOCK))):
                raise InUse(
                    "The database is in use by another Donjon, perhaps on another machine: stop that first, "
                    "or name another database in DONJON_DATABASE_URL."
                )
            yield
    else:
        with data_folder.claim(folder, url):
            yield


@contextmanager
def join(folder: Path, url: str, patience: float, secret: bytes) -> Iterator[None]:
    """Lock a database for one of its servers: on SQLite the only one, on PostgreSQL one of several.

    Raises InUse when the database is locked by another program, and DonjonError when it cannot be used or
    another server signs seats with another key.
    """
    if not can_share(url):
        with claim(folder, url, patience):
            yield
        return
    with _connected(url, patience) as connection:
        try:
            # A look at the archive has it alone for a moment, too: wait for that.
            connection.execute(sa.select(sa.func.pg_advisory_lock_shared(LOCK)))
        except exc.OperationalError:
            raise InUse(
                "The database is being repaired, perhaps on another machine: start again after that."
            ) from None
        digest = key_digest(secret)
        connection.execute(sa.select(sa.func.pg_advisory_lock_shared(KEYS, digest)))
        if connection.scalar(sa.text(OTHER_KEYS), {"keys": KEYS, "digest": digest}):
            raise DonjonError(
                "Another server of this database signs seats with another key. Give all servers the same "
                "DONJON_SECRET, or copy secret.key from the data folder of the first one."
            )
        yield


def key_digest(secret: bytes) -> int:
    """Return a number of 31 bits that stands for a key, and from which the key cannot be computed."""
    return int.from_bytes(hashlib.sha256(b"donjon key" + secret).digest()[:4], "big") >> 1


@contextmanager
def _connected(url: str, patience: float) -> Iterator[Any]:
    """Yield a connection of its own, whose locks are freed after the block."""
    try:
        engine = open_engine(url, patience).execution_options(isolation_level="AUTOCOMMIT")
        connection = engine.connect()
    except (exc.ArgumentError, exc.DatabaseError, ImportError, OSError) as error:
        raise unusable(url, error) from None
    try:
        yield connection
    finally:
        connection.close()
        engine.dispose()
