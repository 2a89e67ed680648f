"""Shares the processor among addresses: each pays for what its requests take, and all are served in turn.

A request runs as a coroutine in the event loop. Between two of its awaits it takes one step, which nothing
can interrupt; so every step waits for its turn, and the processor time that it took is charged afterwards.
Long computations run in threads, likewise in turn. An address with a debt is refused until it is paid.
"""

from __future__ import annotations

import asyncio
import time
import types
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# Seconds of processor time that a token stands for.
TOKEN = 0.015
# What every request costs besides: its connection, reading it, writing its answer. In tokens.
REQUEST = 0.1
# Rounds of the event loop between two steps: enough to accept a connection and to read its request, so that
# whoever comes meanwhile waits for one step, not for one at each round.
ROUNDS = 8
# So many long computations at a time; with more, the threads would leave the event loop too little.
COMPUTATIONS = 2

_THREADS = ThreadPoolExecutor(COMPUTATIONS, "donjon-work")


class Overdrawn(Exception):
    """The address of a request has used up its tokens."""


class Buckets:
    """A bucket of tokens for each address: `burst` at most, `rate` more a second."""

    MOST = 10_000

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def level(self, name: str) -> float:
        """The tokens that an address has; below 0 it has a debt."""
        level, then = self._levels.get(name, (self.burst, 0.0))
        return min(self.burst, level + (time.monotonic() - then) * self.rate)

    def take(self, name: str, tokens: float = 1.0) -> bool:
        """Take tokens; False, and none is taken, when there are not enough."""
        enough = self.level(name) >= tokens
        self.spend(name, tokens if enough else 0.0)
        return enough

    def spend(self, name: str, tokens: float) -> None:
        """Take tokens that were used already, on credit if need be."""
        level = self.level(name) - tokens
        self._levels[name] = level, time.monotonic()
        self._levels.move_to_end(name)
        while len(self._levels) > self.MOST:
            self._levels.popitem(last=False)


class Turns:
    """Lets so many through at a time; those who wait are let through by address in turn."""

    def __init__(self, places: int = 1) -> None:
        self._places = places
        self._begin(None)

    def _begin(self, loop: asyncio.AbstractEventLoop | None) -> None:
        self._loop = loop
        self._free = self._places
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def take(self, who: str) -> None:
        """Wait for a place; `give_back` it."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._begin(loop)  # what was not given back before another event loop ended is free
        if self._free:
            self._free -= 1
            return
        turn = loop.create_future()
        self._lines.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._pass_on()
            raise

    def give_back(self, rounds: int = ROUNDS) -> None:
        """Let the next one through, after so many rounds of the event loop."""
        then = partial(self.give_back, rounds - 1) if rounds else self._pass_on
        asyncio.get_running_loop().call_soon(then)

    def _pass_on(self) -> None:
        while self._lines:
            who, line = self._lines.popitem(last=False)
            turn = line.popleft()
            if line:
                self._lines[who] = line
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Fairness:
    """What the requests of a server share: the event loop, threads for long computations, and tokens."""

    def __init__(self, burst: float, rate: float) -> None:
        self.tokens = Buckets(burst, rate)
        self.steps = Turns()
        self.computations = Turns(COMPUTATIONS)


class Visit:
    """A request, of the address `who`."""

    def __init__(self, fairness: Fairness, who: str) -> None:
        self.who = who
        self._shared = fairness

    async def serve(self, work: Callable[[], Awaitable[T]]) -> T:
        """Carry out a request, in turn and charged. Raises Overdrawn if its address has no tokens."""

        async def paid() -> T:
            # In its first step, so that many requests at once cannot all begin before one is charged.
            if not self._shared.tokens.take(self.who, REQUEST):
                raise Overdrawn
            return await work()

        return await _steps(paid(), self.who, self._shared.steps, self.charge)

    async def go_on(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Carry out what belongs to an open stream, in turn; it costs nothing."""
        return await _steps(work(), self.who, self._shared.steps, lambda _seconds: None)

    async def compute(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a long computation in a thread, in turn and charged. Raises Overdrawn."""
        await self._shared.computations.take(self.who)
        took = list[float]()
        try:
            if self._shared.tokens.level(self.who) < 0:
                raise Overdrawn
            return await compute(partial(_timed, took, function, *args, **kwargs))
        finally:
            self.charge(sum(took))
            self._shared.computations.give_back()

    def charge(self, seconds: float) -> None:
        """Charge processor time."""
        self._shared.tokens.spend(self.who, seconds / TOKEN)


async def compute(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a long computation in a thread; for what nobody asked for."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_THREADS, partial(function, *args, **kwargs))


def processor_time() -> float:
    """Seconds of processor time that this thread has taken."""
    return time.thread_time()


def _timed(took: list[float], function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    before = processor_time()
    try:
        return function(*args, **kwargs)
    finally:
        took.append(processor_time() - before)


@types.coroutine
def _steps(
    work: Coroutine[Any, Any, T], who: str, turns: Turns, charge: Callable[[float], object]
) -> Generator[Any, None, T]:
    """Run a coroutine step by step: each waits for its turn, and `charge` is told the seconds it took."""
    error: BaseException | None = None
    while True:
        in_turn = True
        try:
            yield from turns.take(who).__await__()
        except GeneratorExit:
            work.close()
            raise
        except BaseException as stop:
            # It is not waited for any longer: the work is told at once.
            error, in_turn = stop, False
        before = processor_time()
        try:
            awaited = work.send(None) if error is None else work.throw(error)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            charge(processor_time() - before)
            if in_turn:
                turns.give_back()
        error = None
        try:
            yield awaited
        except GeneratorExit:
            work.close()
            raise
        except BaseException as stop:
            error = stop
