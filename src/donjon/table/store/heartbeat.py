"""The time of the database, and the times in which no server ran, which no clock counts.

Every process that serves the tables shows every BEAT seconds that it runs. A gap of more than LONG_GAP means
that nobody was served meanwhile, or that the machine's clock has leapt: the process that finds it stores it,
and moves all deadlines, in one transaction.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from donjon.table.store import schema
from donjon.table.store.database import Database
from donjon.table.store.rows import NotStored

# Seconds between two beats.
BEAT = 5.0
# Milliseconds without a beat after which it is a time without a server.
LONG_GAP = 15_000
logger = logging.getLogger("donjon.table")


class Heartbeat:
    """The heartbeat of one process. `outages`: (since, until) of times without a server, in order.

    `on_outage` (set later) is called by `keep_beating` when they have become more: what was computed from
    them is wrong now.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._offset = time.time() - time.monotonic()
        self._last = 0
        self.outages: tuple[tuple[int, int], ...] = ()
        self.on_outage: Callable[[], object] = lambda: None

    def now(self) -> float:
        """Return the database's time in seconds since 1970. It goes on while the database does not answer."""
        return time.monotonic() + self._offset

    @property
    def is_fresh(self) -> bool:
        """Return whether this process knows of all times without a server: its last beat is not long ago."""
        return round(1000 * self.now()) - self._last <= LONG_GAP

    def beat(self) -> None:
        """Show that this process runs, and read the times without a server. Blocks: run it in a thread.

        Raises NotStored or SQLAlchemyError when the database does not answer.
        """
        with self._database.writing() as connection:
            now = _time_of(connection)
            self._offset = now / 1000 - time.monotonic()
            _beat(connection, now)
            rows = schema.outages
            found = connection.execute(sa.select(rows.c.since, rows.c.until).order_by(rows.c.since)).all()
        self._last = now
        self.outages = tuple((row.since, row.until) for row in found)

    async def keep_beating(self) -> None:
        """Beat every BEAT seconds, until cancelled."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                known = self.outages
                await asyncio.to_thread(self.beat)
                if self.outages != known:
                    self.on_outage()
            except (NotStored, SQLAlchemyError):
                # Whoever needs the database says so. If nobody could use it, this becomes an outage.
                continue


def _time_of(connection: Connection) -> int:
    """Return the time of the database in milliseconds: a file of SQLite has that of this machine."""
    if connection.dialect.name != "postgresql":
        return round(1000 * time.time())
    asked = connection.exec_driver_sql("SELECT extract(epoch FROM clock_timestamp()) * 1000")
    return int(asked.scalar_one())


def _beat(connection: Connection, now: int) -> None:
    """Note the beat; after a gap, store it, and move the deadlines."""
    alive, tables, seats = schema.alive, schema.tables, schema.seats
    last = connection.execute(sa.select(alive.c.at).with_for_update()).scalar()
    if last is None:
        connection.execute(alive.insert(), {"one": 1, "at": now})
        return
    if now < last:
        # Time stands still for the clocks until it has caught up: every change is later than the one before.
        if last - now > LONG_GAP:
            logger.warning("the clock of the database is %d s behind an earlier time", (last - now) // 1000)
        return
    connection.execute(alive.update().values(at=now))
    if now - last <= LONG_GAP:
        return
    connection.execute(schema.outages.insert(), {"since": last, "until": now})
    for table in (tables, seats):
        due = table.c.due
        connection.execute(table.update().where(due > 0).values(due=due + (now - last)))
    logger.info("no server ran for %d s: the clocks of games did not run either", (now - last) // 1000)
