"""Lets bots play their seats, in worker processes, without ever holding up a table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol

from donjon.kernel import generic, rng
from donjon.kernel.game import copy
from donjon.table import metrics
from donjon.table.playing import Playing
from donjon.table.records import BOT, Damaged, Stale
from donjon.table.settings import Settings
from donjon.table.tables import Tables

logger = logging.getLogger("donjon.table")

RETRIES = 5


class Thinker(Protocol):
    """What the table asks of `donjon.bots.Pool`."""

    def choose(
        self, game_name: str, state_bytes: bytes, seat: int, level: str, seed: int
    ) -> Future[list[int]]:
        """One decision of a bot, as a list of actions."""

    def close(self) -> None:
        """Stop the workers."""


class BotKeeper:
    """Wakes the bots of a table whenever one of them is to move."""

    def __init__(self, tables: Tables, thinker: Thinker, settings: Settings) -> None:
        self.tables = tables
        self.thinker = thinker
        self.settings = settings
        self._driving: dict[str, asyncio.Task[None]] = {}

    def wake(self, table: str) -> None:
        """Look whether a bot is to move at the table; let it, until it is somebody else's turn."""
        if table not in self._driving:
            self._driving[table] = asyncio.get_running_loop().create_task(self._drive(table))

    async def resume(self) -> None:
        """After a start: go on where bots were to move."""
        for table in await asyncio.to_thread(self.tables.storage.waiting_for_bots):
            self.wake(table)
            # One after the other: a start must not read the whole database at once.
            driving = self._driving.get(table)
            if driving is not None:
                await asyncio.wait([driving], timeout=1.0)

    async def close(self) -> None:
        """Stop all games of bots; they go on after the next start."""
        tasks = list(self._driving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drive(self, table: str) -> None:
        try:
            await self._play_on(table)
        finally:
            # At once, so that a bot whose turn comes now is not taken for one that is being driven.
            self._driving.pop(table, None)

    async def _play_on(self, table: str) -> None:
        failures = 0
        while failures < RETRIES:
            try:
                if not await self._decide(table):
                    return
                failures = 0
            except Stale:
                continue
            except Damaged:
                return
            except Exception:
                failures += 1
                logger.exception("a bot's move at table %s failed", table)
                await asyncio.sleep(0.2 * 2**failures)

    async def _decide(self, table: str) -> bool:
        """Let one bot make one decision; False when no bot is to move."""
        playing = await self.tables.get(table)
        seat = next((seat for seat in playing.waiting if playing.seats[seat].kind == BOT), None)
        if seat is None:
            return False
        seq = playing.seq
        for action in await self._choose(playing, seat):
            # Each action is a page of its own, so that people see the pieces travel.
            await asyncio.sleep(self.settings.bot_pause)
            playing = await self.tables.act(table, seat, seq, "", [action])
            seq = playing.seq
        return True

    async def _choose(self, playing: Playing, seat: int) -> Sequence[int]:
        """The bot's choice, or the simplest legal one when it fails or is too slow."""
        before = time.perf_counter()
        # The bot is handed one of the games that could be true for its seat, not the one that is.
        guess = copy(playing.state)
        generic.redeal(guess, seat, rng.new(f"{playing.id}/{playing.seq}"))
        try:
            future = self.thinker.choose(
                playing.game.name, guess.tobytes(), seat, playing.seats[seat].level, playing.seq
            )
            async with asyncio.timeout(self.settings.bot_patience):
                choice = await asyncio.wrap_future(future)
            if not choice:
                raise ValueError("the bot chose nothing")
            playing.plan(seat, choice, "", 0.0)
            return choice
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            error: BaseException = RuntimeError("the worker dropped the task")
        except Exception as failure:
            error = failure
        finally:
            metrics.BOT_SECONDS.observe(time.perf_counter() - before)
        metrics.BOT_FAILURES.inc()
        logger.error("the bot %s failed at table %s: %r", playing.seats[seat].level, playing.id, error)
        return playing.legal(seat)[:1]
