"""Review finished games with the coach, in the background while someone waits."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any

from donjon.coach import reviewing
from donjon.coach.analysis import Analysis
from donjon.coach.pool import Thinker
from donjon.coach.reviewing import Decision, Moment, Review
from donjon.drawing.lru_cache import LRUCache
from donjon.errors import DonjonError
from donjon.kernel import rules
from donjon.kernel.labels import Label, digest, generator
from donjon.kernel.message import Message
from donjon.table.live.coaching import PATIENCE, NoAdvice, news_of
from donjon.table.live.levels import Preparing
from donjon.table.store.rows import NotStored
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame

logger = logging.getLogger("donjon.table")

# Reviews that are kept, under 1 MB each, and reviews that run at the same time.
MAX_KEPT, MAX_RUNNING = 32, 8
# Reviews of one address that may wait; one runs at a time.
MAX_WAITING = 4
# A review stops when no page has asked for it within this number of seconds.
ABANDONED_AFTER = 30.0
# Seconds after a failure before a review is started again.
RETRY_AFTER = 5.0
# Analyses of moves that somebody has tried, in the cache: some 5 KB each.
MAX_TRIED = 1000


class ReviewJob:
    """The review of a game: its decisions, and the analyses of the first of them.

    lane: the address in whose queue the review waits, the first that asked for it.
    """

    def __init__(self, lane: str) -> None:
        self.lane = lane
        self.decisions: list[Decision] = []
        self.moments: list[Moment] = []
        self.task: asyncio.Task[None] | None = None
        self.last_asked = 0.0
        self.failed = -math.inf

    @property
    def started(self) -> bool:
        """Return whether the decisions of the game are known."""
        return bool(self.decisions)

    @property
    def done(self) -> bool:
        """Return whether every decision has been analysed."""
        return self.started and len(self.moments) == len(self.decisions)

    @property
    def running(self) -> bool:
        """Return whether the task of the review is running."""
        return self.task is not None and not self.task.done()


class Reviews:
    """The reviews of a server: a queue, the running ones, and a cache of the latest."""

    def __init__(
        self,
        pool: Thinker | None = None,
        preparing: Preparing | None = None,
        clock: Callable[[], float] = time.monotonic,
        storage: Storage | None = None,
        announce: Callable[[str], object] = lambda _table: None,
    ) -> None:
        """Announce each table whose review is done: its page shows some of the figures."""
        self._pool = pool
        self._announce = announce
        self._storage = storage
        self._preparing = preparing or Preparing()
        self._clock = clock
        self._kept = LRUCache[ReviewJob](MAX_KEPT)
        self._tried = LRUCache[asyncio.Future[Analysis]](MAX_TRIED)
        # Running and waiting, in order; these are not dropped while pages ask for them.
        self._running = dict[Hashable, ReviewJob]()
        self._waiting = dict[Hashable, tuple[ReviewJob, TableGame]]()

    def of(self, table_game: TableGame, lane: str) -> ReviewJob:
        """Return the review of a finished game as far as it is; queue it if need be. Raises NoAdvice."""
        key = _key(table_game)
        job = self.peek(table_game) or ReviewJob(lane)
        job.last_asked = self._clock()
        if job.done or job.running or self.failed(job):
            return job
        if self._pool is None:
            raise NoAdvice(Message("This server has no coach."))
        news = news_of(self._preparing, table_game.game.name)
        if news is not None:
            raise NoAdvice(news)
        if key not in self._waiting:
            self._drop_abandoned()
            if [one.lane for one, _ in self._waiting.values()].count(lane) >= MAX_WAITING:
                raise NoAdvice(Message("The reviewer is busy. Try again in a minute."))
            job.lane = lane
            self._waiting[key] = job, table_game
        self._start(self._pool)
        return job

    def place(self, job: ReviewJob) -> int:
        """Return the place of a review in the queue, from 1 on; 0 if it does not wait."""
        waiting = [one for one, _ in self._waiting.values()]
        return waiting.index(job) + 1 if job in waiting else 0

    def _start(self, pool: Thinker) -> None:
        """Start waiting reviews, one of each address, up to MAX_RUNNING."""
        self._drop_abandoned()
        for key, (job, table_game) in list(self._waiting.items()):
            lanes = [running.lane for running in self._running.values()]
            if len(lanes) < MAX_RUNNING and job.lane not in lanes:
                del self._waiting[key]
                self._running[key] = job
                job.task = asyncio.ensure_future(self._run(job, table_game, pool))
                job.task.add_done_callback(partial(self._ended, key, pool))

    def _ended(self, key: Hashable, pool: Thinker, task: asyncio.Task[None]) -> None:
        job = self._running.pop(key)
        self._kept.get(key, lambda: job)
        if not task.cancelled():
            self._start(pool)

    def _drop_abandoned(self) -> None:
        late = self._clock() - ABANDONED_AFTER
        self._waiting = {key: one for key, one in self._waiting.items() if one[0].last_asked >= late}

    def failed(self, job: ReviewJob) -> bool:
        """Return whether a review failed within the last RETRY_AFTER seconds."""
        return self._clock() - job.failed < RETRY_AFTER

    def peek(self, table_game: TableGame) -> ReviewJob | None:
        """Return the review of a game without starting it; None if there is none."""
        key = _key(table_game)
        waiting = self._waiting[key][0] if key in self._waiting else None
        return self._running.get(key) or waiting or self._kept.peek(key)

    async def tried(
        self, table_game: TableGame, decision: Decision, actions: tuple[int, ...], lane: str
    ) -> Analysis:
        """Return the analysis of a decision with these actions as those played. Raises NoAdvice.

        It looks at the same worlds with the same luck as the review, so that their figures can be compared.
        """
        if self._pool is None:
            raise NoAdvice(Message("This server has no coach."))
        news = news_of(self._preparing, table_game.game.name)
        if news is not None:
            raise NoAdvice(news)
        other, key = replace(decision, actions=actions), (_key(table_game), decision.number, actions)
        think = partial(_analyse, table_game, other, lane, self._pool, later=False)
        thinking = self._tried.get(key, lambda: asyncio.ensure_future(think()))
        try:
            # A viewer who disconnects must not cancel the answer for the others.
            return await asyncio.shield(thinking)
        except DonjonError as error:
            self._tried.forget(key)
            logger.warning("table %s: the coach failed: %s", table_game.id, error)
            raise NoAdvice(Message("The coach ran out of time. Ask again.")) from error

    async def known(self, table_game: TableGame) -> ReviewJob | None:
        """Return the review of a game as far as it was found, also by another process; do not start it.

        None if nothing has been found.
        """
        job = self.peek(table_game)
        if job is not None and job.done:
            self._show(table_game, job)
        if not table_game.over or (job is not None and job.started):
            return job
        stored = await self._stored(table_game)
        if not stored:
            return job
        found = ReviewJob("")
        found.decisions = await asyncio.to_thread(reviewing.decisions, table_game.history)
        first = takewhile(lambda decision: decision.number in stored, found.decisions)
        found.moments = [Moment(decision, stored[decision.number]) for decision in first]
        # One that another process is still working on is read again.
        if not found.done:
            return found
        self._show(table_game, found)
        return self._kept.get(_key(table_game), lambda: found)

    def _show(self, table_game: TableGame, job: ReviewJob) -> None:
        """Let the table's page show the figures of a review that is done."""
        if table_game.reviewed is None:
            table_game.reviewed = review_of(job, table_game)
            table_game.forget_drawn()
            self._announce(table_game.id)

    async def close(self) -> None:
        """Stop all reviews; their results are lost."""
        tasks = [job.task for job in self._running.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: ReviewJob, table_game: TableGame, pool: Thinker) -> None:
        key = _key(table_game)
        try:
            if not job.started:
                job.decisions = await asyncio.to_thread(reviewing.decisions, table_game.history)
            stored = await self._stored(table_game)
            for decision in job.decisions[len(job.moments) :]:
                analysis = stored.get(decision.number)
                if analysis is None:
                    if self._clock() - job.last_asked > ABANDONED_AFTER:
                        return
                    analysis = await _analyse(table_game, decision, job.lane, pool)
                    await self._store(table_game, decision, analysis)
                job.moments.append(Moment(decision, analysis))
            # The last move may have been undone meanwhile.
            if job.done and key == _key(table_game):
                self._show(table_game, job)
        except DonjonError as error:
            job.failed = self._clock()
            logger.warning("review of table %s failed: %s", table_game.id, error)
        except Exception:
            job.failed = self._clock()
            logger.exception("review of table %s failed", table_game.id)

    async def _stored(self, table_game: TableGame) -> dict[int, Analysis]:
        """Return the analyses that are stored, also by other processes."""
        if self._storage is None:
            return {}
        stored, analyses = (
            await asyncio.to_thread(self._storage.analyses, table_game.id, table_game.check),
            {},
        )
        for number, text in stored.items():
            try:
                analyses[number] = Analysis.from_dict(json.loads(text))
            except (ValueError, KeyError, TypeError, AttributeError):
                logger.warning("table %s: a stored analysis cannot be read, thinking again", table_game.id)
        return analyses

    async def _store(self, table_game: TableGame, decision: Decision, analysis: Analysis) -> None:
        if self._storage is None:
            return
        where, text = (table_game.id, table_game.check, decision.number), json.dumps(analysis.as_dict())
        try:
            await asyncio.to_thread(self._storage.keep_analysis, *where, text)
        except NotStored as error:
            logger.warning("table %s: could not store an analysis: %s", table_game.id, error.cause)


def _key(table_game: TableGame) -> Hashable:
    return table_game.id, table_game.seq


async def _analyse(
    table_game: TableGame, decision: Decision, lane: str, pool: Thinker, later: bool = True
) -> Analysis:
    """Return the coach's analysis of a decision, without what a page doesn't show."""
    state = await asyncio.to_thread(before, table_game, decision)
    seed, playouts = digest(Label.REVIEW, table_game.key, decision.number), reviewing.PLAYOUTS
    where = table_game.game.name, state.tobytes(), decision.seat
    future = pool.analyse(*where, playouts, seed, decision.actions, PATIENCE, lane, later=later)
    return _without_sources(Analysis.from_dict(await asyncio.wrap_future(future)))


def _without_sources(analysis: Analysis) -> Analysis:
    """Return an analysis cut to the best and the played decision, without points by source.

    The reasons state those already.
    """
    played = None if analysis.played is None else replace(analysis.played, sources=())
    return replace(analysis, choices=(replace(analysis.best, sources=()),), played=played)


def before(table_game: TableGame, decision: Decision) -> Any:
    """Return a determinization of the state before a decision, for the seat that decides."""
    state = table_game.state_at(decision.number)
    rules.redeal(state, decision.seat, generator(Label.REVIEW_WORLD, table_game.key, decision.number))
    return state


def review_of(job: ReviewJob, table_game: TableGame) -> Review:
    """Return the review so far; the end of its curves only if every decision is analysed."""
    result = reviewing.sum_up(table_game.history, job.moments)
    return result if job.done else Review(result.game, result.players, result.moments, None)
