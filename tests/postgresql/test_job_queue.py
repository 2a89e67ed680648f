"""Questions for bots and coach, in the queue of a database: each answered once, by whoever is alive."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest

from donjon.bots.pool import Answer, NoAnswer
from donjon.coach import Analysis
from donjon.errors import DonjonError
from donjon.kernel.labels import Label
from donjon.table import worker
from donjon.table.live import job_pool
from donjon.table.live.job_pool import JobPool, think
from donjon.table.live.viewers import world_of
from donjon.table.store import job_queue
from donjon.table.store.bus import Bus
from donjon.table.store.job_queue import ANSWERED, JobQueue
from tests import loops
from tests.postgresql.test_processes import begin, browser, held, move, serving, wait_for
from tests.table.people import FOR_EVER, SECRET, Quick, new_table_game

ROOT = Path(__file__).parents[2]


class Slow:
    """A pool that answers when it is told to."""

    def __init__(self) -> None:
        self.asked = []

    def choose(self, *question):
        answer = Answer()
        self.asked.append((question, answer))
        return answer

    analyse = choose


@asynccontextmanager
async def site(url, *pools, count=1):
    """Yield a queue of its own for each of the pools, whose workers answer, and one more that only asks."""
    queues = [JobQueue(url, 10.0) for _ in range(len(pools) + 1)]
    for queue in queues:
        await queue.open()
    working = [
        asyncio.create_task(queue.work(partial(think, pool), count))
        for queue, pool in zip(queues, pools, strict=False)
    ]
    try:
        yield queues, working
    finally:
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        for queue in queues:
            await queue.close()


@asynccontextmanager
async def asking(url, queue):
    async def nothing():
        pass

    pool = JobPool(queue)
    bus = Bus(url, 10.0, SECRET, {ANSWERED: pool.hear}, nothing)
    try:
        yield pool
    finally:
        await pool.close()
        await bus.close()


async def until(holds):
    async with asyncio.timeout(FOR_EVER):
        while not holds():
            await asyncio.sleep(0.005)


def question(seed=0):
    table_game = new_table_game("ann", "bob")
    seat = table_game.waiting[0]
    return "kingdom-builder", table_game.state.tobytes(), seat, "greedy", seed


def test_a_question_gets_the_answer_of_a_worker_process(url):
    async def play():
        quick = Quick()
        async with site(url, quick) as (queues, _), asking(url, queues[-1]) as pool:
            assert await pool.choose(*question()) == await Quick().choose(*question())
            name, state, seat, *_ = question()
            there = await pool.analyse(name, state, seat, 10, "seed")
            here = Quick().analyse(name, state, seat, 10, "seed").result()
            assert Analysis.from_dict(there) == Analysis.from_dict(here)
        assert [asked[1] for asked in quick.asked] == [state]

    loops.run(play())


def test_the_same_question_of_two_processes_is_answered_once(url):
    async def play():
        slow = Slow()
        async with (
            site(url, slow, count=4) as (queues, _),
            asking(url, queues[0]) as one,
            asking(url, queues[1]) as other,
        ):
            answers = [pool.choose(*question(seed)) for pool in (one, other) for seed in (1, 1, 2)]
            await until(lambda: len(slow.asked) == 2)
            for (*_, seed, _deadline), answer in slow.asked:
                answer.set_result([seed])
            assert [await answer for answer in answers] == [[1], [1], [2]] * 2
            # Later, too, as long as the answer is kept.
            assert await other.choose(*question(2)) == [2]
        assert len(slow.asked) == 2

    loops.run(play())


def test_a_person_who_waits_comes_before_bots_that_nobody_watches_and_these_before_reviews(url):
    async def play():
        slow = Slow()
        async with site(url, slow) as (queues, _), asking(url, queues[1]) as pool:
            waiting = [pool.choose(*question(0))]
            await until(lambda: slow.asked)
            name, state, seat, *_ = question()
            waiting += [
                pool.analyse(name, state, seat, 10, "review", later=True),
                pool.choose(*question(1), None, "", True),
                pool.choose(*question(2), None, "busy"),
                pool.choose(*question(3), None, "busy"),
                pool.choose(*question(4), None, "other"),
            ]
            await until(lambda: all(queued(url, 5)))
            for number in range(1, 7):
                await until(lambda number=number: len(slow.asked) == number)
                slow.asked[-1][1].set_result([])
            await asyncio.gather(*map(asyncio.wrap_future, waiting))
        seeds = [asked[0][4] for asked in slow.asked]
        assert seeds in ([0, 2, 4, 3, 1, "review"], [0, 4, 2, 3, 1, "review"])

    loops.run(play())


def queued(url, count):
    """Whether so many jobs wait."""
    with psycopg.connect(**job_queue.connection_arguments(url, 10.0)) as connection:
        schema = JobQueue(url, 10.0).schema
        row = connection.execute(
            f"select count(*) from {schema}.procrastinate_jobs where status = 'todo'"
        ).fetchone()
        return [row[0] == count]


def test_a_question_that_nobody_asks_any_more_is_dropped(url):
    async def play():
        slow = Slow()
        async with site(url, slow) as (queues, _), asking(url, queues[1]) as pool:
            running, waiting = pool.choose(*question(0)), pool.choose(*question(1))
            await until(lambda: slow.asked and all(queued(url, 1)))
            for answer in (waiting, running):
                answer.cancel()
            await until(lambda: all(queued(url, 0)) and slow.asked[0][1].cancelled())
            last = pool.choose(*question(2))
            await until(lambda: len(slow.asked) == 2)
            slow.asked[1][1].set_result([5])
            assert await last == [5]

    loops.run(play())


def test_a_worker_that_stops_in_the_middle_leaves_the_question_to_another(url):
    async def play():
        slow, quick = Slow(), Quick()
        async with site(url, slow) as (queues, working), asking(url, queues[1]) as pool:
            answer = pool.choose(*question())
            await until(lambda: slow.asked)
            other = asyncio.create_task(queues[1].work(partial(think, quick), 1))
            working[0].cancel()
            assert await answer
            other.cancel()
            await asyncio.gather(other, return_exceptions=True)
        assert len(quick.asked) == 1

    loops.run(play())


def test_the_answer_comes_without_its_notice(url, monkeypatch):
    monkeypatch.setattr(Bus, "_receive", lambda _bus, _payload: None)
    monkeypatch.setattr(job_pool, "LOOK", 0.02)

    async def play():
        async with site(url, Quick()) as (queues, _), asking(url, queues[1]) as pool:
            assert await pool.choose(*question())

    loops.run(play())


def test_without_any_worker_the_asker_is_told_so(url, monkeypatch):
    monkeypatch.setattr(job_pool, "LOOK", 0.02)
    monkeypatch.setattr(job_pool, "UNSTAFFED", 0.1)

    async def play():
        async with site(url) as (queues, _), asking(url, queues[0]) as pool:
            with pytest.raises(NoAnswer, match="donjon worker"):
                await pool.choose(*question())

    loops.run(play())


def test_what_fails_is_told_and_can_be_asked_again(url):
    class Failing(Quick):
        def choose(self, *question):
            if not self.asked:
                self.asked.append(question)
                raise DonjonError("on purpose")
            return super().choose(*question)

    async def play():
        async with site(url, Failing()) as (queues, _), asking(url, queues[1]) as pool:
            with pytest.raises(NoAnswer, match="on purpose"):
                await pool.choose(*question())
            assert await pool.choose(*question())

    loops.run(play())


def test_questions_wait_while_the_database_does_not_answer(url, monkeypatch):
    monkeypatch.setattr(job_pool, "LOOK", 0.02)
    monkeypatch.setattr(job_queue, "RETRY", 0.02)

    async def play():
        slow = Slow()
        async with site(url, slow) as (queues, _), asking(url, queues[1]) as pool:
            answer = pool.choose(*question())
            await until(lambda: slow.asked)
            with psycopg.connect(**job_queue.connection_arguments(url, 10.0), autocommit=True) as connection:
                connection.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity "
                    "where pid <> pg_backend_pid() and datname = current_database()"
                )
            # Whoever had the question may have lost it with the connection: then it is asked again.
            while not answer.done():
                for _, asked in slow.asked:
                    if not asked.done():
                        asked.set_result([7])
                await asyncio.sleep(0.01)
            assert await answer == [7]

    loops.run(play())


@pytest.mark.parametrize("address", ["", "sqlite:///donjon.sqlite"])
def test_a_worker_without_postgresql_is_refused_in_a_sentence(address, monkeypatch):
    monkeypatch.setenv("DONJON_DATABASE_URL", address)
    with pytest.raises(DonjonError, match="need PostgreSQL"):
        worker.work(1, "warning", print)


def started_worker(url):
    environment = {**os.environ, "DONJON_DATABASE_URL": url, "DONJON_INTERPRETED": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    process = subprocess.Popen(
        [sys.executable, "-m", "donjon", "worker"], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert re.search("queue think-", process.stdout.readline())
    return process


def test_a_killed_worker_is_replaced_by_another_in_the_middle_of_a_game(tmp_path, url, monkeypatch):
    """The server thinks nothing itself; a worker process is killed whatever it does, and a second goes on."""
    with serving(tmp_path, url, bot_workers=0, bot_pause=0.0) as served:
        ann = browser(served, "ann")
        table = begin(ann, "me", "bot:greedy")
        for _ in range(2):
            process = started_worker(url)
            try:
                assert move(ann, wait_for(ann, table, 'id="moves"')).status_code in (303, 409)
                wait_for(ann, table, 'id="moves"')
            finally:
                process.kill()
                process.wait()
                process.stdout.close()
        process = started_worker(url)
        process.send_signal(signal.SIGTERM)
        assert process.wait(FOR_EVER) == 0
        process.stdout.close()
        assert served.thinker.asked == []


def test_a_question_names_no_table_and_carries_what_the_seat_may_know(url, tmp_path):
    """The position in the queue is one that the bot thinks possible, not the true one."""
    with serving(tmp_path, url, bot_workers=0) as served:
        table = begin(browser(served, "ann"), "bot:greedy", "me", "bot:greedy")
        with psycopg.connect(**job_queue.connection_arguments(url, 10.0), autocommit=True) as connection:
            jobs = f"select args from {JobQueue(url, 10.0).schema}.procrastinate_jobs"
            served.until(lambda: connection.execute(jobs).fetchone() is not None)
            args = connection.execute(jobs).fetchone()[0]
        table_game = held(served, table)
        for secret in (table_game.id, table_game.header.seed, table_game.key):
            assert secret not in json.dumps(args)
        sent = base64.b64decode(args["question"]["state"])
        assert sent == world_of(table_game, args["question"]["seat"], Label.BOT_WORLD).tobytes()
        assert sent != table_game.state.tobytes()
