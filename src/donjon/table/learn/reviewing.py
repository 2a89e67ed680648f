"""Games that are over, looked at again by the coach: in the background, while somebody waits for it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from typing import Any

from donjon.coach import reviewing
from donjon.coach.analysis import Analysis
from donjon.coach.pool import CoachPool
from donjon.coach.reviewing import Decision, Moment, Review
from donjon.drawing.keeping import Kept
from donjon.errors import DonjonError
from donjon.kernel import rules
from donjon.kernel.labels import Label, digest, generator
from donjon.kernel.message import Message
from donjon.table.live.coaching import PATIENCE, NoAdvice, news_of
from donjon.table.live.levels import Preparing
from donjon.table.store.table_game import TableGame

logger = logging.getLogger("donjon.table")

# Games of which the review is kept, under 1 MB each, and how many are looked at at one time.
MOST_KEPT, MOST_AT_ONCE = 32, 8
# One address has one game looked at at a time; so many more may wait.
MOST_WAITING = 4
# It goes on while somebody has asked for it within this many seconds.
INTEREST = 30.0
# After a failure it is not begun again for this many seconds.
REST = 5.0


class Looking:
    """A game that is looked at again: its decisions, and those of them that were looked at.

    lane: the address that asked for it first.
    """

    def __init__(self, lane: str) -> None:
        self.lane = lane
        self.decisions: list[Decision] = []
        self.moments: list[Moment] = []
        self.task: asyncio.Task[None] | None = None
        self.asked = 0.0
        self.failed = -math.inf

    @property
    def begun(self) -> bool:
        """Is it known how many decisions there are?"""
        return bool(self.decisions)

    @property
    def done(self) -> bool:
        """Has every decision been looked at?"""
        return self.begun and len(self.moments) == len(self.decisions)

    @property
    def running(self) -> bool:
        """Is it being gone on with?"""
        return self.task is not None and not self.task.done()


class Reviews:
    """The reviews of a server."""

    def __init__(
        self,
        pool: CoachPool | None = None,
        preparing: Preparing | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pool = pool
        self._preparing = preparing or Preparing()
        self._clock = clock
        self._kept = Kept[Looking](MOST_KEPT)
        # In work and waiting for it, in order; these are not dropped while somebody asks for them.
        self._running = dict[Hashable, Looking]()
        self._waiting = dict[Hashable, tuple[Looking, TableGame]]()

    def of(self, table_game: TableGame, lane: str) -> Looking:
        """The review of a game that is over, as far as it is; it goes on in turn. Raises NoAdvice."""
        key = _key(table_game)
        looking = self.peek(table_game) or Looking(lane)
        looking.asked = self._clock()
        if looking.done or looking.running or self.failed(looking):
            return looking
        if self._pool is None:
            raise NoAdvice(Message("This server has no coach."))
        news = news_of(self._preparing, table_game.game.name)
        if news is not None:
            raise NoAdvice(news)
        if key not in self._waiting:
            self._forget_those_nobody_asks_for()
            if [one.lane for one, _ in self._waiting.values()].count(lane) >= MOST_WAITING:
                raise NoAdvice(Message("Many games are being looked at just now: come back in a while."))
            looking.lane = lane
            self._waiting[key] = looking, table_game
        self._begin(self._pool)
        return looking

    def place(self, looking: Looking) -> int:
        """The place in the queue of a review that waits for others, from 1; 0 if it does not wait."""
        waiting = [one for one, _ in self._waiting.values()]
        return waiting.index(looking) + 1 if looking in waiting else 0

    def _begin(self, pool: CoachPool) -> None:
        """Begin with those that wait and may: one of each address."""
        self._forget_those_nobody_asks_for()
        for key, (looking, table_game) in list(self._waiting.items()):
            lanes = [running.lane for running in self._running.values()]
            if len(lanes) < MOST_AT_ONCE and looking.lane not in lanes:
                del self._waiting[key]
                self._running[key] = looking
                looking.task = asyncio.ensure_future(self._look(looking, table_game, pool))
                looking.task.add_done_callback(partial(self._ended, key, pool))

    def _ended(self, key: Hashable, pool: CoachPool, task: asyncio.Task[None]) -> None:
        looking = self._running.pop(key)
        self._kept.get(key, lambda: looking)
        if not task.cancelled():
            self._begin(pool)

    def _forget_those_nobody_asks_for(self) -> None:
        late = self._clock() - INTEREST
        self._waiting = {key: one for key, one in self._waiting.items() if one[0].asked >= late}

    def failed(self, looking: Looking) -> bool:
        """Was it interrupted just now?"""
        return self._clock() - looking.failed < REST

    def peek(self, table_game: TableGame) -> Looking | None:
        """The review as far as it is, None if nobody has asked for it."""
        key = _key(table_game)
        waiting = self._waiting[key][0] if key in self._waiting else None
        return self._running.get(key) or waiting or self._kept.peek(key)

    async def close(self) -> None:
        """Stop looking; what was found is forgotten."""
        tasks = [looking.task for looking in self._running.values() if looking.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, looking: Looking, table_game: TableGame, pool: CoachPool) -> None:
        try:
            if not looking.begun:
                looking.decisions = await asyncio.to_thread(reviewing.decisions, table_game.history)
            for decision in looking.decisions[len(looking.moments) :]:
                if self._clock() - looking.asked > INTEREST:
                    return
                looking.moments.append(await _look_at(table_game, decision, looking.lane, pool))
        except DonjonError as error:
            looking.failed = self._clock()
            logger.warning("the review of table %s stopped: %s", table_game.id, error)
        except Exception:
            looking.failed = self._clock()
            logger.exception("the review of table %s stopped", table_game.id)


def _key(table_game: TableGame) -> Hashable:
    return table_game.id, table_game.seq


async def _look_at(table_game: TableGame, decision: Decision, lane: str, pool: CoachPool) -> Moment:
    state = await asyncio.to_thread(_before, table_game, decision)
    seed, playouts = digest(Label.REVIEW, table_game.key, decision.number), reviewing.PLAYOUTS
    where = table_game.game.name, state.tobytes(), decision.seat
    future = pool.analyse(*where, playouts, seed, decision.actions, PATIENCE, lane, later=True)
    return Moment(decision, _what_is_shown(Analysis.from_dict(await asyncio.wrap_future(future))))


def _what_is_shown(found: Analysis) -> Analysis:
    """The best decision and what was played, without the points by source, of which the reasons have told."""
    played = None if found.played is None else replace(found.played, sources=())
    return replace(found, choices=(replace(found.best, sources=()),), played=played)


def _before(table_game: TableGame, decision: Decision) -> Any:
    """The position before a decision, with what its seat could not know dealt anew."""
    state = table_game.state_at(decision.number)
    rules.redeal(state, decision.seat, generator(Label.REVIEW_WORLD, table_game.key, decision.number))
    return state


def review_of(looking: Looking, table_game: TableGame) -> Review:
    """What is known so far; the end of the curve only when all is."""
    found = reviewing.sum_up(table_game.history, looking.moments)
    return found if looking.done else Review(found.game, found.players, found.moments, None)
