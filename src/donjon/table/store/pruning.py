"""Deletes old tables: those that are over, that nobody ever played at, or that were left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from donjon.table.store.schema import actions, seats, tables
from donjon.table.store.storage import Storage, now
from donjon.table.store.stored import OVER, PERSON

FINISHED, UNPLAYED, ABANDONED = "finished", "never played", "abandoned"
DAY = 24 * 3600.0
# Tables that are deleted in one transaction, so that a server beside waits for none that is long.
AT_ONCE = 100


@dataclass(frozen=True)
class Pruned:
    """How many tables of a kind, and how many stored actions they have."""

    tables: int
    actions: int


def count(storage: Storage, days: Mapping[str, int]) -> dict[str, Pruned]:
    """Return how much is older than so many days, by kind."""
    found = {}
    with storage.reading() as connection:
        for kind, age in days.items():
            old = _old(kind, age).subquery()
            their_actions = sa.select(sa.func.count()).where(actions.c.table_id.in_(sa.select(old.c.id)))
            number = sa.select(sa.func.count()).select_from(old)
            found[kind] = Pruned(connection.scalar(number) or 0, connection.scalar(their_actions) or 0)
    return found


def delete(storage: Storage, days: Mapping[str, int]) -> dict[str, Pruned]:
    """Delete what is older than so many days, by kind; return how much that was.

    A server may run beside: a table at which something is played meanwhile is no longer old and stays.
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
            connection.execute(seats.delete().where(seats.c.table_id.in_(ids)))
            connection.execute(tables.delete().where(tables.c.id.in_(ids)))
        deleted_tables, deleted_actions = deleted_tables + len(ids), deleted_actions + gone.rowcount


def _old(kind: str, age: int) -> sa.Select[tuple[str]]:
    """The ids of the tables of a kind at which nothing has happened for so many days."""
    people = actions.join(
        seats, sa.and_(seats.c.table_id == actions.c.table_id, seats.c.seat == actions.c.seat)
    )
    played = (
        sa.select(actions.c.seq)
        .select_from(people)
        .where(actions.c.table_id == tables.c.id, seats.c.kind == PERSON)
        .correlate(tables)
        .exists()
    )
    of_kind = {
        FINISHED: tables.c.waits == OVER,
        UNPLAYED: sa.and_(tables.c.waits != OVER, ~played),
        ABANDONED: sa.and_(tables.c.waits != OVER, played),
    }[kind]
    return sa.select(tables.c.id).where(of_kind, tables.c.touched < now() - age * DAY)
