"""Let bots play their seats, in worker processes, without ever blocking a table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy.exc import SQLAlchemyError

from donjon.coach.pool import Thinker
from donjon.kernel.labels import Label, digest
from donjon.table.host import monitoring
from donjon.table.host.settings import Settings
from donjon.table.live.repeats import still_answers
from donjon.table.live.tables import Tables
from donjon.table.live.viewers import world_of
from donjon.table.store.rows import BOT, NoTable, Stale, Unplayable
from donjon.table.store.table_game import TableGame

logger = logging.getLogger("donjon.table")

# Seconds before a bot's failed move is tried again: doubled each time, up to LONGEST_WAIT.
FIRST_WAIT = 0.2
LONGEST_WAIT = 30.0
# Seconds before this process tries again to play the bots of a table that another process plays.
OTHERS_PLAY = 1.0
# Seconds beyond a bot's own timeout after which the process that plays it is taken for stuck.
STUCK = 30.0
# Seconds from one look for tables whose bots nobody plays to the next, if several processes play bots.
SWEEP = 5.0


class Claims(Protocol):
    """Claims of tables between processes, see `store.bus.Bus`."""

    async def claim(self, table: str) -> bool:
        """Return whether this process alone may play the bots of a table now, until `release`."""

    async def release(self, table: str) -> None:
        """End a claim."""


@dataclass(frozen=True)
class Chosen:
    """A bot's decision; `by` is the level that stood in for the seat's own, "" if none did."""

    actions: Sequence[int]
    by: str = ""


class Lanes:
    """The queue (by client address) that each table's bots are charged to: the latest client's."""

    # Tables whose queue is remembered; then all are forgotten.
    MOST = 10_000

    def __init__(self) -> None:
        self._lanes: dict[str, str] = {}

    def note(self, table: str, who: str) -> None:
        """Note the address `who` as the latest client of a table."""
        if len(self._lanes) >= self.MOST:
            self._lanes.clear()
        self._lanes[table] = who

    def of(self, table: str) -> str:
        """Return the queue of a table; one of its own if no client is known."""
        return self._lanes.get(table, table)


class BotKeeper:
    """Drives the bots: a task for each table whose bots are to move.

    `claims` is set if several processes do so: then one at a time plays the bots of a table, and another
    takes over when that one dies. Two at once would do no harm, as one of two equal actions is Stale.
    """

    def __init__(
        self,
        tables: Tables,
        pool: Thinker,
        settings: Settings,
        lanes: Lanes | None = None,
        is_watched: Callable[[str], object] = lambda _table: True,
    ) -> None:
        self.tables = tables
        self.is_watched = is_watched
        self.pool = pool
        self.settings = settings
        self.lanes = lanes or Lanes()
        self.claims: Claims | None = None
        self._driving: dict[str, asyncio.Task[None]] = {}
        # By table: drops the question that waits for an answer if the game has moved on.
        self._droppers: dict[str, Callable[[], object]] = {}
        # Interpreted play in this process shares the processor with the pages: one at a time.
        self._standing_in = asyncio.Semaphore(1)

    def wake(self, table: str, insists: bool = True) -> None:
        """Start a task that plays the bots of a table until no bot is to move, unless one is running.

        It waits for a process that plays them already, to take over if that dies, only if it `insists`.
        """
        self.look(table)
        if table not in self._driving:
            self._driving[table] = asyncio.get_running_loop().create_task(self._drive(table, insists))

    def look(self, table: str) -> None:
        """Drop the question about a table that is being answered if the game has moved on."""
        if table in self._droppers:
            self._droppers[table]()

    async def resume(self) -> None:
        """Wake the bots of all stored tables where a bot is to move, after the server has started."""
        for table in await asyncio.to_thread(self.tables.storage.waiting_for_bots):
            self.wake(table, insists=self.claims is None)
            # One after the other: a start must not read the whole database at once.
            driving = self._driving.get(table)
            if driving is not None:
                await asyncio.wait([driving], timeout=1.0)

    async def sweep(self) -> None:
        """Wake the bots of tables whose own process died, now and every SWEEP seconds, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                tables = await asyncio.to_thread(self.tables.storage.tables_of_bots)
            except SQLAlchemyError:
                continue  # the database is down: whoever polls it logs that
            for table in tables:
                self.wake(table, insists=False)

    async def close(self) -> None:
        """Stop the tasks of all tables; `resume` continues them after the next start."""
        tasks = list(self._driving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drive(self, table: str, insists: bool = True) -> None:
        try:
            await self._play_on(table, insists)
        finally:
            # At once: a `wake` that comes now must start a new task.
            self._driving.pop(table, None)

    async def _play_on(self, table: str, insists: bool) -> None:
        """Play the bots of a table until none is to move; leave a claimed one alone unless it `insists`."""
        failures = 0
        while True:
            try:
                if self.claims is None:
                    played = await self._decide(table)
                else:
                    played = await self._decide_alone(table, self.claims, insists)
                if not played:
                    return
                failures = 0
            except Stale:
                continue
            except (Unplayable, NoTable):
                return
            except Exception:
                # A full disk or a locked database, for example: nothing is lost, so try again later.
                wait = min(FIRST_WAIT * 2**failures, LONGEST_WAIT)
                failures = min(failures + 1, 20)
                logger.exception("table %s: a bot's move failed, retrying in %g s", table, wait)
                await asyncio.sleep(wait)

    async def _decide_alone(self, table: str, claims: Claims, insists: bool) -> bool:
        """Play the bots of a table under a claim; return False when none is to move, or none of ours."""
        seq, deadline = -1, 0.0
        while not await claims.claim(table):
            table_game = await self.tables.get(table)
            if not insists or _bot_to_move(table_game) is None:
                return False
            if table_game.seq != seq:
                seq, deadline = table_game.seq, time.monotonic() + self.settings.bot_patience + STUCK
            elif time.monotonic() >= deadline:
                # The process with the claim is slow or stopped. If both play now, one of the moves is Stale.
                return await self._decide(table)
            await asyncio.sleep(OTHERS_PLAY)
        try:
            await self.tables.current(table)
            while await self._decide(table):
                pass
        finally:
            await claims.release(table)
        # A person may have moved while the claim was released.
        return _bot_to_move(await self.tables.get(table)) is not None

    async def _decide(self, table: str) -> bool:
        """Let one bot make one decision; return False when no bot is to move."""
        table_game = await self.tables.get(table)
        seat = _bot_to_move(table_game)
        if seat is None:
            return False
        seq = table_game.moved
        chosen = await self._choose(table_game, seat)
        for action in chosen.actions:
            # Each action is a page of its own, so that people see the pieces move.
            await asyncio.sleep(self.settings.bot_pause)
            table_game = await self.tables.act_as_bot(table, seat, seq, [action], chosen.by)
            seq = table_game.moved
        return True

    async def _choose(self, table_game: TableGame, seat: int) -> Chosen:
        """Return the bot's choice, or a simple bot's if the bot fails or its choice is not legal.

        Raises Stale when the game has moved on meanwhile.
        """
        before, seq = time.perf_counter(), table_game.moved
        # The bot gets a determinization for its seat, never the true state.
        guess, seed = world_of(table_game, seat, Label.BOT_WORLD), _seed(table_game, seat)
        keeper = table_game.seats[seat]
        level = keeper.level

        def has_passed() -> bool:
            changed = table_game.seats[seat] != keeper
            return changed or (table_game.moved != seq and not still_answers(table_game, seat, seq))

        try:
            future = self.pool.choose(
                table_game.game.name,
                guess.tobytes(),
                seat,
                level,
                seed,
                self.settings.bot_patience,
                self.lanes.of(table_game.id),
                not self.is_watched(table_game.id),
            )
            answer = asyncio.wrap_future(future)
            self._droppers[table_game.id] = lambda: has_passed() and answer.cancel()
            choice = await answer
            if not choice:
                raise ValueError("the bot chose nothing")
            if has_passed():
                raise Stale
            table_game.plan(seat, choice, "", 0.0)
            return Chosen(choice, future.stand_in)
        except Stale:
            raise  # the game has gone on, by an undo for example: the bot thinks again
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            if has_passed():
                raise Stale from None
            error: BaseException = RuntimeError("the worker dropped the task")
        except Exception as failure:
            error = failure
        finally:
            self._droppers.pop(table_game.id, None)
            monitoring.BOT_SECONDS.observe(time.perf_counter() - before)
        monitoring.BOT_FAILURES.inc()
        logger.error("bot %s failed at table %s: %r", level, table_game.id, error)
        async with self._standing_in:
            return await asyncio.to_thread(_simply, table_game, seat, guess, seed)


def _bot_to_move(table_game: TableGame) -> int | None:
    """Return a seat whose bot is to move, None if there is none or all people have left."""
    if table_game.waits != BOT:
        return None
    return next((seat for seat in table_game.waiting if table_game.seats[seat].kind == BOT), None)


def _seed(table_game: TableGame, seat: int) -> str:
    """Return the seed of a bot's random numbers, which only the server can compute."""
    return digest(Label.BOT_CHOICE, table_game.key, table_game.seq, seat)


def _simply(table_game: TableGame, seat: int, guess: Any, seed: str) -> Chosen:
    """Return the stand-in level's decision, computed by the interpreter in this process."""
    from donjon import bots

    level = bots.STAND_IN
    return Chosen(bots.choose(table_game.game, guess, seat, level, seed, interpreted=True), level)
