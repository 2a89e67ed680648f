"""Games that are over, looked at again by the coach: in the background, while somebody waits for it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from dataclasses import replace
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
from donjon.table.coaching import PATIENCE, NoAdvice, news_of
from donjon.table.preparing import Preparing
from donjon.table.table_game import TableGame

logger = logging.getLogger("donjon.table")

# Games of which the review is kept, under 1 MB each, and how many are looked at at one time.
MOST_KEPT, MOST_AT_ONCE = 32, 8
# How many of those one address may ask for.
MOST_OF_ONE = 2
# It goes on while somebody has asked for it within this many seconds.
INTEREST = 30.0
# After a failure it is not begun again for this many seconds.
REST = 5.0


class Looking:
    """A game that is being looked at again: its decisions, and those of them that were looked at."""

    def __init__(self) -> None:
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
        self._running = dict[Looking, str]()

    def of(self, table_game: TableGame, lane: str) -> Looking:
        """The review of a game that is over, as far as it is; it goes on. Raises NoAdvice."""
        looking = self._kept.get((table_game.id, table_game.seq), Looking)
        looking.asked = self._clock()
        if looking.done or looking.running or self.failed(looking):
            return looking
        if self._pool is None:
            raise NoAdvice(Message("This server has no coach."))
        news = news_of(self._preparing, table_game.game.name)
        if news is not None:
            raise NoAdvice(news)
        lanes = list(self._running.values())
        if len(lanes) >= MOST_AT_ONCE or lanes.count(lane) >= MOST_OF_ONE:
            raise NoAdvice(Message("Many games are being looked at just now: come back in a while."))
        self._running[looking] = lane
        looking.task = asyncio.ensure_future(self._look(looking, table_game, lane, self._pool))
        looking.task.add_done_callback(lambda _task: self._running.pop(looking, None))
        return looking

    def failed(self, looking: Looking) -> bool:
        """Was it interrupted just now?"""
        return self._clock() - looking.failed < REST

    def peek(self, table_game: TableGame) -> Looking | None:
        """The review as far as it is, None if nobody has asked for it."""
        return self._kept.peek((table_game.id, table_game.seq))

    async def close(self) -> None:
        """Stop looking; what was found is forgotten."""
        tasks = [looking.task for looking in self._running if looking.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, looking: Looking, table_game: TableGame, lane: str, pool: CoachPool) -> None:
        try:
            if not looking.begun:
                looking.decisions = await asyncio.to_thread(reviewing.decisions, table_game.history)
            for decision in looking.decisions[len(looking.moments) :]:
                if self._clock() - looking.asked > INTEREST:
                    return
                looking.moments.append(await _look_at(table_game, decision, lane, pool))
        except DonjonError as error:
            looking.failed = self._clock()
            logger.warning("the review of table %s stopped: %s", table_game.id, error)
        except Exception:
            looking.failed = self._clock()
            logger.exception("the review of table %s stopped", table_game.id)


async def _look_at(table_game: TableGame, decision: Decision, lane: str, pool: CoachPool) -> Moment:
    state = await asyncio.to_thread(_before, table_game, decision)
    seed = digest(Label.REVIEW, table_game.key, decision.number)
    future = pool.analyse(
        table_game.game.name,
        state.tobytes(),
        decision.seat,
        reviewing.PLAYOUTS,
        seed,
        decision.actions,
        PATIENCE,
        lane,
    )
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
