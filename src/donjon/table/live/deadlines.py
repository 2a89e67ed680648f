"""Let bots take over from people whose time is up, at tables that nobody looks at, too.

Every process looks for deadlines that have passed. Whoever comes first writes the row; a move that comes too
late finds it, whatever process it comes to, as every change of a table looks for deadlines first.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from donjon.errors import DonjonError
from donjon.table.live.tables import Tables
from donjon.table.store.rows import Stale

# Seconds between two looks, and the tables settled after one at most.
LOOK = 1.0
AT_ONCE = 50
logger = logging.getLogger("donjon.table")


async def watch(tables: Tables) -> None:
    """Settle the tables whose deadlines have passed, every LOOK seconds until cancelled."""
    while True:
        await asyncio.sleep(LOOK)
        await settle_due(tables)


async def settle_due(tables: Tables) -> None:
    """Settle the tables whose deadlines have passed."""
    try:
        due = await asyncio.to_thread(tables.storage.due_tables, round(1000 * tables.now()), AT_ONCE)
    except SQLAlchemyError:
        return  # the database is down: whoever polls it logs that
    for table in due:
        try:
            await tables.settle(table)
        except Stale:
            continue  # another process was faster: what it wrote is read next time
        except (DonjonError, SQLAlchemyError) as error:
            logger.warning("table %s: could not look at its clocks: %s", table, error)
