"""Passes: secrets that let a guest go on at another device, each good once and for some minutes.

A pass is stored as its digest, so that a copy of the database opens nothing. Its page may be looked at any
number of times. The form of one such page takes it, and may be sent again by the same page, as an answer can
get lost on its way; the form of any other page comes too late.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

import sqlalchemy as sa

from donjon.table.store.database import Database
from donjon.table.store.schema import passes

# Seconds for which a pass is good.
LASTS = 15 * 60.0
# The passes of a guest that are good at the same time.
MOST = 3


@dataclass(frozen=True)
class Pass:
    """A pass: the guest it makes a browser, the guest's name ("" if unknown), a table to go to ("": none)."""

    guest: str
    name: str = ""
    table: str = ""


def issue(database: Database, given: Pass, now: float) -> str:
    """Store a pass and return its secret. Of the guest's earlier ones the latest stay good.

    What has expired is deleted, whoever made it. Raises NotStored.
    """
    secret, rows = secrets.token_urlsafe(16), passes.c
    own = sa.select(rows.digest).where(rows.guest == given.guest).order_by(rows.until.desc(), rows.digest)
    with database.writing() as connection:
        connection.execute(passes.delete().where(rows.until <= now))
        superfluous = connection.scalars(own.offset(MOST - 1)).all()
        connection.execute(passes.delete().where(rows.digest.in_(superfluous)))
        row = {"digest": _digest(secret), "guest": given.guest, "name": given.name, "table_id": given.table}
        connection.execute(passes.insert(), {**row, "until": now + LASTS, "used": ""})
    return secret


def look(database: Database, secret: str, now: float) -> Pass | None:
    """Return the pass of a secret, None if there is none, or if it has expired or was taken."""
    rows = passes.c
    good = sa.and_(rows.digest == _digest(secret), rows.until > now, rows.used == "")
    with database.reading() as connection:
        row = connection.execute(sa.select(passes).where(good)).first()
    return None if row is None else Pass(row.guest, row.name, row.table_id)


def take(database: Database, secret: str, page: str, now: float) -> Pass | None:
    """Take the pass of a secret for a page, which `page` names; return None as `look` does.

    Only the page that took it first gets it again. Raises NotStored.
    """
    rows, by = passes.c, _digest(page)
    good = sa.and_(rows.digest == _digest(secret), rows.until > now, rows.used.in_(("", by)))
    with database.writing() as connection:
        if not connection.execute(passes.update().where(good).values(used=by)).rowcount:
            return None
        row = connection.execute(sa.select(passes).where(rows.digest == _digest(secret))).one()
    return Pass(row.guest, row.name, row.table_id)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
