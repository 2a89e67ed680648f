"""Questions for bots and the coach, as jobs that the processes of a PostgreSQL database share.

The queue is procrastinate's: a job wakes a worker that waits, goes to one worker at a time, and to another
when that one dies. A question is one job, whoever asks it and however often: its key is a digest of the
question, and until the answer is deleted every process finds it.

Nothing here must be kept. A process that gets no answer asks again, so the tables of another version of
procrastinate are not converted: each version has a schema of its own.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.metadata
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

import procrastinate
import psycopg
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from psycopg import sql

from donjon.kernel import cache_folder
from donjon.table.store.bus import CHANNEL, end
from donjon.table.store.database import connection_arguments, unusable

# Seconds from one sign of life of a worker to the next, and after which one without is taken for dead.
BEAT = 3.0
DEAD = 15.0
# Seconds between two looks for jobs whose notice was lost.
POLL = 3.0
# Seconds before a broken connection is tried again.
RETRY = 1.0
# Seconds for which answers are kept.
KEEP = 600.0
# Workers that may die at a question before it is given up.
ATTEMPTS = 3
# The number of PostgreSQL's lock for the creation of the tables: "jobs" in ASCII.
JOBS = int.from_bytes(b"jobs", "big")
# The kind of the notices of answers on the bus.
ANSWERED = "answered"
TASK = "think"
# Unlogged: what a crash of the database loses is asked again.
TABLES = """
create unlogged table answers (
    key text primary key, reply text not null, at timestamptz not null default now()
);
create unlogged table staff (queue text primary key, at timestamptz not null);
"""
STATUS = """
select (select reply from answers where key = %(key)s) as reply,
    exists (select from procrastinate_jobs where lock = %(key)s and status in ('todo', 'doing')) as is_queued,
    exists (
        select from staff where queue = %(queue)s and at > now() - %(dead)s * interval '1 second'
    ) as is_staffed
"""
ANSWER = "insert into answers (key, reply) values (%(key)s, %(reply)s) on conflict do nothing"
NOTIFY = "select pg_notify(%(channel)s, %(notice)s)"
ON_DUTY = "insert into staff values (%(queue)s, now()) on conflict (queue) do update set at = now()"
CLEAN = "delete from answers where at < now() - %(keep)s * interval '1 second'"

# A question, and its answer, as JSON has them.
Question = dict[str, Any]
Reply = dict[str, Any]
logger = logging.getLogger("donjon.table")
# Its own lines would repeat whole positions.
logging.getLogger("procrastinate").setLevel(logging.CRITICAL)


class Status(NamedTuple):
    """The status of a question: its answer (None: none yet), and whether a job and a worker are there."""

    reply: Reply | None
    is_queued: bool
    is_staffed: bool


def key_of(question: Question) -> str:
    """Return the key of a question: a digest of all that it says."""
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()[:32]


class JobQueue:
    """The queue of questions for workers with the same rules and bots as this process.

    `patience`: the timeout of the database, in seconds. Open it before use, and close it. Methods raise
    ConnectorException when the database does not answer.
    """

    def __init__(self, url: str, patience: float, connections: int = 4) -> None:
        arguments = connection_arguments(url, patience)
        self.schema = f"jobs_{'_'.join(importlib.metadata.version('procrastinate').split('.')[:2])}"
        self.name = f"think-{cache_folder.rules_digest()[:16]}"
        self._arguments = arguments
        self._url = url
        options = f"{arguments.get('options', '')} -c search_path={self.schema}".strip()
        connector = procrastinate.PsycopgConnector(
            kwargs={**arguments, "options": options}, min_size=1, max_size=connections, timeout=patience
        )
        self._app = procrastinate.App(connector=connector)
        self._connector = connector
        self._task = self._app.task(name=TASK, queue=self.name)(self._run)
        self._think: Callable[[Question], Awaitable[Reply]] | None = None

    async def open(self) -> None:
        """Create the tables if need be, and connect. Raises DonjonError when the database cannot be used."""
        try:
            await self._create()
            await self._app.open_async()
        except (psycopg.Error, ConnectorException, OSError) as error:
            raise unusable(self._url, error) from None

    async def _create(self) -> None:
        async with await psycopg.AsyncConnection.connect(**self._arguments) as connection:
            await connection.execute("select pg_advisory_xact_lock(%s)", (JOBS,))
            await connection.execute(
                sql.SQL("create schema if not exists {}").format(sql.Identifier(self.schema))
            )
            await connection.execute("select set_config('search_path', %s, true)", (self.schema,))
            row = await (await connection.execute("select to_regclass('staff')")).fetchone()
            if row is None or row[0] is None:
                tables = procrastinate.schema.SchemaManager.get_schema() + TABLES
                await connection.execute(tables.encode())

    async def close(self) -> None:
        """Close the connections."""
        await self._app.close_async()

    async def ask(self, key: str, question: Question, priority: int) -> int | None:
        """Queue a question; return the number of its job, None if it was queued already.

        Questions of a higher `priority` are answered first, those of one in their order.
        """
        job = self._task.configure(lock=key, queueing_lock=key, priority=priority)
        try:
            return await job.defer_async(key=key, question=question)
        except AlreadyEnqueued:
            return None

    async def status(self, key: str) -> Status:
        """Return the status of a question."""
        row = await self._connector.execute_query_one_async(STATUS, key=key, queue=self.name, dead=DEAD)
        reply = None if row["reply"] is None else json.loads(row["reply"])
        return Status(reply, row["is_queued"], row["is_staffed"])

    async def forget(self, key: str) -> None:
        """Delete the answer to a question, so that it can be asked again."""
        await self._connector.execute_query_async("delete from answers where key = %(key)s", key=key)

    async def drop(self, job: int) -> None:
        """Delete a job whose answer nobody needs; a worker that thinks about it stops."""
        await self._app.job_manager.cancel_job_by_id_async(job, abort=True, delete_job=True)

    async def work(self, think: Callable[[Question], Awaitable[Reply]], count: int) -> None:
        """Answer questions with `think`, `count` at a time, until cancelled.

        `think` raises no errors. What is being answered at the end is left to others.
        """
        self._think = think
        duty, own = asyncio.create_task(self._stay_on_duty()), asyncio.current_task()
        try:
            while True:
                error: Exception | None = None
                try:
                    await self._app.run_worker_async(
                        queues=[self.name],
                        concurrency=count,
                        install_signal_handlers=False,
                        delete_jobs="always",
                        fetch_job_polling_interval=POLL,
                        abort_job_polling_interval=POLL,
                        update_heartbeat_interval=BEAT,
                        stalled_worker_timeout=DEAD,
                        shutdown_graceful_timeout=0.0,
                    )
                except (ConnectorException, psycopg.Error, OSError) as failure:
                    error = failure
                if own is not None and own.cancelling():  # procrastinate may have ended without an error
                    raise asyncio.CancelledError
                logger.warning("the connection to the queue is broken, opening it again: %s", error)
                await asyncio.sleep(RETRY)
        finally:
            await end([duty])

    async def _run(self, key: str, question: Question) -> None:
        """Answer a question, unless it was answered meanwhile, and tell all processes."""
        assert self._think is not None
        if (await self.status(key)).reply is None:
            await self._answer(key, await self._think(question))
        notice = json.dumps([[ANSWERED, key, 1]])
        await self._connector.execute_query_async(NOTIFY, channel=CHANNEL, notice=notice)

    async def _answer(self, key: str, reply: Reply) -> None:
        await self._connector.execute_query_async(ANSWER, key=key, reply=json.dumps(reply))

    async def _stay_on_duty(self) -> None:
        """Show that a worker is there, and take care of the jobs of dead ones, until cancelled."""
        while True:
            try:
                await self._connector.execute_query_async(ON_DUTY, queue=self.name)
                await self._connector.execute_query_async(CLEAN, keep=KEEP)
                for job in await self._app.job_manager.get_stalled_jobs(
                    queue=self.name, seconds_since_heartbeat=DEAD
                ):
                    await self._free(job)
            except (ConnectorException, psycopg.Error, OSError) as error:
                logger.warning("could not look after the queue: %s", error)
            await asyncio.sleep(BEAT)

    async def _free(self, job: procrastinate.jobs.Job) -> None:
        """Queue the job of a dead worker again; give up a question at which several have died."""
        jobs = self._app.job_manager
        if job.attempts + 1 >= ATTEMPTS:
            logger.error("%d workers died at one question: it is given up", ATTEMPTS)
            await self._answer(str(job.lock), {"failed": "Several workers died at it."})
            await jobs.finish_job(job, procrastinate.jobs.Status.FAILED, delete_job=True)
            return
        logger.warning("a worker has died: its question is queued again")
        try:
            await jobs.retry_job(job)
        except ConnectorException:
            # Another process has asked the same again, or freed it.
            with suppress(ConnectorException):
                await jobs.finish_job(job, procrastinate.jobs.Status.FAILED, delete_job=True)
