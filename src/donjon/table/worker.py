"""Answer the questions of a site for bots and coach, on this machine: `donjon worker`."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from functools import partial

from donjon.coach.pool import CoachPool
from donjon.errors import DonjonError
from donjon.table.host import monitoring
from donjon.table.store.claim import can_share
from donjon.table.store.database import PATIENCE


def work(workers: int, log_level: str, announce: Callable[[str], object]) -> None:
    """Answer the questions of the servers of DONJON_DATABASE_URL until SIGTERM or SIGINT.

    `workers`: the number of questions that are answered at once. `announce` gets the name of the queue when
    it is open. A worker gets positions as a seat may know them, and needs neither the data folder nor the
    secret of the servers. Raises DonjonError, which says what to do, when there is no such database.
    """
    url = os.environ.get("DONJON_DATABASE_URL", "")
    if not url or not can_share(url):
        raise DonjonError(
            "Workers of their own need PostgreSQL: name the database of the servers in DONJON_DATABASE_URL. "
            "With SQLite, bots think in processes of the server: donjon play --bot-workers N."
        )
    monitoring.start_log(log_level)
    asyncio.run(_work(url, workers, announce))


async def _work(url: str, workers: int, announce: Callable[[str], object]) -> None:
    # What these need is installed for PostgreSQL only.
    from donjon.table.live.job_pool import think
    from donjon.table.store.bus import end
    from donjon.table.store.job_queue import JobQueue

    queue = JobQueue(url, PATIENCE)
    await queue.open()
    pool, stopped = CoachPool(workers), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    working = asyncio.create_task(queue.work(partial(think, pool), workers))
    working.add_done_callback(lambda _task: stopped.set())
    try:
        announce(queue.name)
        await stopped.wait()
        await end([working])
    finally:
        await asyncio.to_thread(pool.close)
        await queue.close()
    if not working.cancelled():
        working.result()
