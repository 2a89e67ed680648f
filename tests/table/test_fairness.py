"""One address cannot keep the others waiting: requests are served in turn and pay for what they take."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from donjon.table.host import limits
from donjon.table.host.limits import REQUEST, TOKEN, Fairness, Overdrawn, RoundRobin, TokenBuckets, Visit
from donjon.table.host.settings import Settings
from tests import loops
from tests.table.people import GAME, application, new_table_game, person, step, store


class Clock:
    """Processor time that passes only where a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(limits, "processor_time", made)
    return made


@pytest.fixture
def counted(monkeypatch):
    """Every reading of the processor's clock is 15 ms after the one before: a step costs a token."""
    readings = iter(range(10**9))
    monkeypatch.setattr(limits, "processor_time", lambda: TOKEN * next(readings))


def shared(burst: float = 1e9, rate: float = 0.0) -> Fairness:
    return Fairness(TokenBuckets(burst, rate))


def test_a_visitor_waits_for_one_step_of_each_other_address_however_many_requests_they_have():
    served = []

    async def request(who: str, steps: int) -> None:
        for _ in range(steps):
            served.append(who)
            await asyncio.sleep(0)

    async def main() -> None:
        together = shared()
        tasks = [
            asyncio.ensure_future(Visit(together, "crowd").serve(lambda: request("crowd", 3)))
            for _ in range(40)
        ]
        while len(served) < 5:
            await asyncio.sleep(0)
        tasks.append(asyncio.ensure_future(Visit(together, "visitor").serve(lambda: request("visitor", 3))))
        await asyncio.gather(*tasks)

    loops.run(main())
    assert served.count("crowd") == 120
    own = [place for place, who in enumerate(served) if who == "visitor"]
    assert own[0] <= 7, "two steps of the others at most"
    assert own[1] - own[0] <= 2
    assert own[2] - own[1] <= 2


def test_who_comes_while_others_take_steps_is_read_between_two_of_them():
    """A connection takes several rounds of the event loop before its request is there: one step meanwhile."""
    served = []

    async def crowd() -> None:
        for _ in range(50):
            served.append("crowd")
            await asyncio.sleep(0)

    async def main() -> None:
        together = shared()
        task = asyncio.ensure_future(Visit(together, "crowd").serve(crowd))
        while not served:
            await asyncio.sleep(0)
        before = len(served)
        for _ in range(limits.ROUNDS):
            await asyncio.sleep(0)
        assert len(served) - before <= 1
        await task

    loops.run(main())


def test_what_a_request_took_is_charged_afterwards_and_a_debt_refuses_the_next(clock):
    async def request() -> str:
        clock.work(30 * TOKEN)
        return "answered"

    async def main() -> None:
        together = shared(burst=10.0)
        assert await Visit(together, "one").serve(request) == "answered"
        assert together.tokens.level("one") == pytest.approx(10 - REQUEST - 30)
        with pytest.raises(Overdrawn):
            await Visit(together, "one").serve(request)
        assert await Visit(together, "another").serve(request) == "answered"

    loops.run(main())


def test_many_requests_at_once_do_not_begin_before_the_first_is_charged(clock):
    begun = []

    async def request() -> None:
        begun.append(1)
        clock.work(30 * TOKEN)

    async def main() -> None:
        together = shared(burst=10.0)
        visits = [Visit(together, "one").serve(request) for _ in range(40)]
        results = await asyncio.gather(*visits, return_exceptions=True)
        assert [type(result) for result in results if result is not None] == [Overdrawn] * 39

    loops.run(main())
    assert len(begun) == 1


def test_a_request_that_fails_is_charged_and_lets_the_next_through(clock):
    async def failing() -> None:
        clock.work(5 * TOKEN)
        await asyncio.sleep(0)
        raise ValueError("on purpose")

    async def fine() -> str:
        return "answered"

    async def main() -> None:
        together = shared(burst=10.0)
        with pytest.raises(ValueError, match="on purpose"):
            await Visit(together, "one").serve(failing)
        assert together.tokens.level("one") == pytest.approx(10 - REQUEST - 5)
        assert await Visit(together, "one").serve(fine) == "answered"

    loops.run(main())


@pytest.mark.parametrize("rounds", range(8))
def test_a_request_that_is_cancelled_keeps_nobody_waiting(rounds):
    """Whenever it is cancelled: before its first step, while it waits for a turn, or for something else."""
    cleaned = []

    async def request() -> None:
        try:
            for _ in range(100):
                await asyncio.sleep(0)
        finally:
            cleaned.append(1)

    async def main() -> None:
        together = shared()
        others = [asyncio.ensure_future(Visit(together, "one").serve(request)) for _ in range(3)]
        cancelled = asyncio.ensure_future(Visit(together, "two").serve(request))
        for _ in range(rounds * 5):
            await asyncio.sleep(0)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        await asyncio.gather(*others)
        await Visit(together, "three").serve(request)

    loops.run(main())
    assert len(cleaned) in (4, 5)


def test_a_time_limit_inside_a_request_ends_what_it_is_for_and_nothing_else():
    async def request() -> str:
        try:
            async with asyncio.timeout(0.0):
                await asyncio.Event().wait()
        except TimeoutError:
            return "given up"
        return "never"

    async def main() -> None:
        assert await Visit(shared(), "one").serve(request) == "given up"

    loops.run(main())


def test_long_computations_are_served_in_turn_and_charged(clock):
    order = []

    def compute(who: str) -> str:
        order.append(who)
        clock.work(TOKEN)
        return who

    async def main() -> None:
        together = shared(burst=100.0)
        together.computations = RoundRobin(1)
        asked = [Visit(together, "crowd").compute(compute, "crowd") for _ in range(20)]
        tasks = [asyncio.ensure_future(one) for one in asked]
        await asyncio.sleep(0)
        assert await Visit(together, "visitor").compute(compute, "visitor") == "visitor"
        await asyncio.gather(*tasks)
        assert together.tokens.level("crowd") == pytest.approx(80)

    loops.run(main())
    assert order.index("visitor") <= 2


def test_an_address_in_debt_computes_nothing_more(clock):
    computed = []

    def compute() -> None:
        computed.append(1)
        clock.work(30 * TOKEN)

    async def main() -> None:
        together = shared(burst=10.0)
        together.computations = RoundRobin(1)
        asked = [Visit(together, "one").compute(compute) for _ in range(5)]
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(result) for result in results if result is not None] == [Overdrawn] * 4

    loops.run(main())
    assert len(computed) == 1


def test_buckets_fill_again_and_pay_debts(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("donjon.table.host.limits.time.monotonic", lambda: clock[0])
    buckets = TokenBuckets(2, 1)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    clock[0] = 1.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    buckets.spend("a", 10)
    clock[0] = 9.0
    assert not buckets.take("a")
    assert buckets.level("a") == pytest.approx(-2.0)
    clock[0] = 100.0
    assert buckets.level("a") == 2


# At a table


ADDRESSES = [
    f"/puzzles/{GAME}/1",
    "/puzzles/ys/1",
    "/puzzles/caylus/1",
    "/rules/ys?q=broker",
    "/t/testtable?ask=build+4,8",
    "/t/testtable?consider=45",
    "/t/testtable?hint=1",
    "/t/testtable/record.txt",
    "/t/testtable/replay?at=3",
    "/t/testtable/poster.svg",
    "/t/testtable/log",
    "/t/nowhere",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_is_charged_by_what_it_takes(tmp_path, counted, address):
    """Where a step takes as long as a token stands for, no more pages than tokens are answered."""
    app = application(tmp_path, look_burst=10.0, look_rate=0.0)
    store(app.state.storage, new_table_game("ann", "bot"))
    with person(app, "ann") as client:
        answers = [client.get(address).status_code for _ in range(11)]
    assert 429 not in answers[:1]
    assert answers[-1] == 429
    assert answers == sorted(answers), "once refused, refused until the debt is paid"


def test_what_changes_something_is_charged_too(tmp_path, counted):
    """A move that is refused costs what its page takes."""
    app = application(tmp_path, look_burst=10.0, look_rate=0.0)
    store(app.state.storage, new_table_game("ann", "bob"))
    with person(app, "ann") as client:
        form = {"seat": "0", "seq": "0", "action": "1", "key": "x"}
        answers = [client.post("/t/testtable/move", data=form).status_code for _ in range(11)]
    assert answers[0] == 409
    assert answers[-1] == 429


def test_a_game_that_is_not_in_memory_is_charged_for(tmp_path, monkeypatch):
    """Reading and replaying it happen in a thread, which has a clock of its own."""
    computed = []
    timed = limits._timed
    monkeypatch.setattr(
        limits, "_timed", lambda took, *what, **more: (computed.append(what), timed(took, *what, **more))[1]
    )
    app = application(tmp_path, tables_in_memory=1)
    for name in ("one", "another"):
        table_game = new_table_game("ann", "bob")
        table_game.header = replace(table_game.header, id=name)
        store(app.state.storage, table_game)
    with person(app, "ann") as client:
        for name, opened in (("one", 1), ("one", 1), ("another", 2), ("one", 3)):
            assert client.get(f"/t/{name}/live").status_code == 200
            assert len(computed) == opened


def test_a_club_behind_one_address_loads_its_pages(tmp_path):
    """Thirty people open the first page, a table and its stream at once, each with twenty static files.

    A page takes 30 ms of the processor, a stream 10 to begin with, a static file one.
    """
    usual = Settings(tmp_path, "", b"")
    tokens = TokenBuckets(usual.look_burst, 0.0)
    for _ in range(30):
        for seconds in [0.030, 0.030, 0.010, *[0.001] * 20]:
            assert tokens.take("one address", REQUEST)
            tokens.spend("one address", seconds / TOKEN)


def test_a_long_replay_lets_others_in_between(tmp_path):
    """Forty steps of a replay are told in turns of their own."""
    table_game, chance = new_table_game("ann", "bob"), random.Random(1)
    while len(table_game.steps) < 40:
        step(table_game, chance)
    app = application(tmp_path)
    store(app.state.storage, table_game)
    with person(app, "ann") as client:
        turns = []
        take = RoundRobin.acquire

        async def noted(self, who: str) -> None:
            turns.append(who)
            await take(self, who)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RoundRobin, "acquire", noted)
            client.get(f"/t/{table_game.id}/replay?at=39&told=1", headers={"x-frame": "0"})
    assert len(turns) > 39


def test_a_turn_that_ended_with_its_event_loop_keeps_nobody_waiting():
    together = shared()

    async def request() -> str:
        return "answered"

    for _ in range(3):
        assert loops.run(Visit(together, "one").serve(request)) == "answered"
