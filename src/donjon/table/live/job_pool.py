"""A pool of bots and coach behind the queue of a PostgreSQL database: any worker process answers."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections import Counter, defaultdict
from contextlib import suppress
from functools import partial
from typing import Any

import psycopg
from procrastinate.exceptions import ConnectorException

from donjon.bots.pool import Answer, NoAnswer
from donjon.coach.pool import Thinker
from donjon.errors import DonjonError
from donjon.table.host import monitoring
from donjon.table.store import job_queue
from donjon.table.store.job_queue import JobQueue, Question, Reply

# Seconds between two looks for answers whose notice was lost.
LOOK = 2.0
# Seconds for which a question waits for a worker process when there is none.
UNSTAFFED = 20.0
# The distance of two priorities in the queue, and the most that a question falls behind for its address.
STEP, MOST_BEHIND = 1000, 999
BROKEN = (ConnectorException, psycopg.Error, OSError)
logger = logging.getLogger("donjon.table")


class JobPool(Thinker):
    """Asks as a `CoachPool` does, but in the queue. Only for the event loop in which it was made.

    A question of an address comes after those of others, the later the more of its own are waiting. While
    the database does not answer, questions wait.
    """

    def __init__(self, queue: JobQueue) -> None:
        self.queue = queue
        self._asked = Counter[str]()
        self._news: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._tasks = set[asyncio.Task[None]]()

    def submit(self, question: Question, deadline: float, lane: str, priority: int) -> Answer[Any]:
        """Queue a question, unless it is queued or answered already."""
        answer: Answer[Any] = Answer()
        behind = min(self._asked[lane], MOST_BEHIND)
        bringing = self._bring(answer, {**question, "deadline": deadline}, -STEP * priority - behind)
        asking = asyncio.get_running_loop().create_task(bringing)
        self._asked[lane] += 1
        monitoring.QUESTIONS.inc()
        self._tasks.add(asking)
        asking.add_done_callback(partial(self._answered, lane))
        # Whoever does not want the answer any more cancels the future.
        answer.add_done_callback(lambda done: asking.cancel() if done.cancelled() else None)
        return answer

    def hear(self, key: str, _value: Any) -> None:
        """Look for the answer to a question, of which a process has given notice."""
        for event in self._news.get(key, ()):
            event.set()

    async def close(self) -> None:
        """Give up all questions; they raise NoAnswer."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _answered(self, lane: str, asking: asyncio.Task[None]) -> None:
        self._tasks.discard(asking)
        monitoring.QUESTIONS.dec()
        self._asked[lane] -= 1
        if not self._asked[lane]:
            del self._asked[lane]

    async def _bring(self, answer: Answer[Any], question: Question, priority: int) -> None:
        """Set the answer to a question."""
        key, error = job_queue.key_of(question), ""
        event = asyncio.Event()
        self._news[key].add(event)
        try:
            reply = await self._reply(key, question, priority, event)
            error = str(reply.get("failed", ""))
            if not error:
                answer.stand_in = str(reply["stand_in"])
                answer.set_result(reply["thought"])
        except asyncio.CancelledError:
            error = "The pool of bots was closed."
            raise
        finally:
            self._news[key].discard(event)
            if not self._news[key]:
                del self._news[key]
            if error and not answer.done():
                answer.set_exception(NoAnswer(error))

    async def _reply(self, key: str, question: Question, priority: int, event: asyncio.Event) -> Reply:
        """Return what a worker answers; queue the question again when its job is lost."""
        loop = asyncio.get_running_loop()
        job: int | None = None
        unstaffed: float | None = None
        try:
            while True:
                event.clear()
                try:
                    status = await self.queue.status(key)
                    if status.reply is not None:
                        if "failed" in status.reply:
                            await self.queue.forget(key)
                        return status.reply
                    if not status.is_queued:
                        job = await self.queue.ask(key, question, priority)
                except BROKEN as error:
                    logger.warning("a question for a bot waits for the database: %s", error)
                else:
                    unstaffed = None if status.is_staffed else unstaffed or loop.time()
                    if unstaffed is not None and loop.time() - unstaffed >= UNSTAFFED:
                        return {"failed": "No worker process of this version is running (donjon worker)."}
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK):
                        await event.wait()
        except asyncio.CancelledError:
            if job is not None and len(self._news[key]) == 1:  # nobody else here waits for it
                with suppress(*BROKEN):
                    await self.queue.drop(job)
            raise


async def think(thinker: Thinker, question: Question) -> Reply:
    """Answer a question by a thinker of this machine; what goes wrong is in the reply."""
    where = question["game"], base64.b64decode(question["state"]), question["seat"]
    ask, what = (
        (thinker.analyse, ("playouts", "seed", "played", "deadline"))
        if "playouts" in question
        else (thinker.choose, ("level", "seed", "deadline"))
    )
    try:
        answer: Answer[Any] = ask(*where, *(question[name] for name in what))
        thought = await asyncio.wrap_future(answer)
        return {"thought": thought, "stand_in": getattr(answer, "stand_in", "")}
    except DonjonError as error:
        return {"failed": str(error)}
    except Exception as error:
        logger.exception("a question could not be answered")
        return {"failed": repr(error)}
