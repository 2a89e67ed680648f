"""Share notices, limits and questions for bots with the other processes of a PostgreSQL database."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from donjon.coach.pool import CoachPool
from donjon.errors import DonjonError
from donjon.table.host.limits import RateLimits
from donjon.table.live.job_pool import JobPool, think
from donjon.table.live.lobby import LOBBY
from donjon.table.live.tables import Tables
from donjon.table.store.bus import Bus, end
from donjon.table.store.job_queue import ANSWERED, JobQueue

# Seconds from one notice about limits to the next.
COUNT_EVERY = 0.5


class Site:
    """The part of a process in a site of several.

    `pool` asks in the queue; `local` answers there, in worker processes of this machine, if it is not None.
    """

    def __init__(self, state: Any, queue: JobQueue, local: CoachPool | None) -> None:
        self.pool = JobPool(queue)
        self._bus = _bus(state, self.pool)
        self._queue = queue
        self._local = local
        self._tasks = list[asyncio.Task[None]]()

    @classmethod
    async def join(cls, state: Any, local: CoachPool | None) -> Site:
        """Return the part of a process. Raises DonjonError when the queue cannot be used."""
        queue = JobQueue(state.settings.database_url, state.settings.lock_patience)
        await queue.open()
        return cls(state, queue, local)

    def begin(self, state: Any) -> None:
        """Start what goes on until the end: work, and looking after what other processes have left."""
        state.bots.claims = self._bus
        works = [state.bots.sweep(), _count_together(state.limits, self._bus)]
        if self._local is not None:
            works.append(self._queue.work(partial(think, self._local), state.settings.bot_workers))
        self._tasks = [asyncio.create_task(work) for work in works]

    async def end_tasks(self) -> None:
        """End what `begin` has started."""
        await end(self._tasks)

    async def leave(self) -> None:
        """Close the connections."""
        await self.pool.close()
        await self._bus.close()
        await self._queue.close()


def _bus(state: Any, pool: JobPool) -> Bus:
    """Tell the other processes what is stored here, and hear of theirs."""
    tables, hub, screens = state.tables, state.hub, state.screens
    reading = set[asyncio.Task[None]]()

    def stored(table: str, seq: int) -> None:
        if tables.behind(table, seq) or hub.watching(table):
            task = asyncio.create_task(_catch_up(tables, table, seq))
            reading.add(task)
            task.add_done_callback(reading.discard)

    def screen(key: str, seat: int | None) -> None:
        table, _, guest = key.partition(" ")
        screens.note(table, guest, seat)
        hub.notify(table)

    def heard(table: str) -> None:
        hub.notify(table)
        if state.bots is not None:
            state.bots.look(table)

    def announce(table: str, seq: int) -> None:
        bus.send("stored", table, seq)

    lobby_changed = tables.lobby_changed

    def lobby_changed_here() -> None:
        lobby_changed()
        bus.send("lobby", "", None)

    async def poll() -> None:
        state.crowds.look_after()
        await tables.poll(hub.watched())
        if hub.watching(LOBBY):
            lobby_changed()

    handlers = {
        "stored": stored,
        "lobby": lambda _key, _value: lobby_changed(),
        "screen": screen,
        "crowd": state.crowds.note,
        "spent": state.limits.note,
        ANSWERED: pool.hear,
    }
    settings = state.settings
    bus = Bus(
        settings.database_url,
        settings.lock_patience,
        settings.secret,
        handlers,
        poll,
    )
    tables.heard, tables.announce, tables.lobby_changed = heard, announce, lobby_changed_here
    state.crowds.announce = partial(bus.send, "crowd")
    screens.announce = lambda table, guest, seat: bus.send("screen", f"{table} {guest}", seat)
    return bus


async def _count_together(limits: RateLimits, bus: Bus) -> None:
    """Tell the other processes what addresses have spent here, until cancelled."""
    while True:
        limits.share(partial(bus.send, "spent"))
        await asyncio.sleep(COUNT_EVERY)


async def _catch_up(tables: Tables, table: str, seq: int) -> None:
    """Read the news of a table; what fails now is found by the next poll."""
    with suppress(DonjonError, SQLAlchemyError):
        await tables.catch_up(table, seq)
