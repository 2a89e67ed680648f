"""Limit what one address may take: processor time, changes, new games and stored moves.

Each limit is a bucket of tokens for each address (`RateLimits`). Processor time is also shared out: a
request runs as a coroutine in the event loop, and between two of its awaits it takes one step, which nothing
can interrupt. So every step waits for its turn, by address, and the processor time that it took is charged
afterwards. Long computations run in threads, likewise in turn. An address in debt is refused until its tokens
have come back. No library does that.

Processes of one site count together: every half second each tells the others the tokens that addresses have
spent, and these take them from their own buckets. No request waits for that and nothing is written. An
address can spend its burst once at each process within that half second; the debt is then the same at all.
"""

from __future__ import annotations

import asyncio
import time
import types
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from starlette.requests import Request

from donjon.errors import Spoken
from donjon.kernel.message import Message
from donjon.table.host.addresses import household
from donjon.table.host.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")

HOUR = 3600.0
DAY = 24 * HOUR
# Wrong codes of tables that an address may try in an hour.
GUESSES = 20
# Stored moves that a new game counts as: its setup, and the moves of bots before the first person's.
MOVES_OF_A_GAME = 50
# Seconds of processor time that a token stands for.
TOKEN = 0.015
# Tokens that every request costs in addition: for its connection, reading it, writing its answer.
REQUEST = 0.1
# Rounds of the event loop between two steps: enough to accept a connection and to read its request, so that
# a newcomer waits for one step, not for one at each round.
ROUNDS = 8
# Long computations at a time; more threads would leave the event loop too little time.
COMPUTATIONS = 2

_THREADS = ThreadPoolExecutor(COMPUTATIONS, "donjon-work")


class Overdrawn(Exception):
    """A refusal: the address of a request has used up its tokens."""


class TooMany(Spoken):
    """A refusal: a limit of games or moves is reached. `message` says what to do, in any language."""


class TokenBuckets:
    """A bucket of tokens for each address: `burst` at most, `rate` more a second.

    The library `limits` has windows instead of buckets: none of its strategies lets an address go into debt,
    as processor time needs, which is known only afterwards. It forgets no address before its window ends, so
    that a flood from many addresses fills the memory (it kept 20,000 of 20,000, here 10,000 stay), a window
    of 50,000 moves takes 0.4 MB or more for one address, and a hit takes 8 to 30 microseconds, not 3 to 5.
    """

    MOST = 10_000
    # Spent tokens are told to other processes from this share of the burst on.
    SHARE = 0.01

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._untold: OrderedDict[str, float] | None = None

    def level(self, name: str) -> float:
        """Return the tokens that an address has; below 0 it is in debt."""
        level, then = self._levels.get(name, (self.burst, 0.0))
        return min(self.burst, level + (time.monotonic() - then) * self.rate)

    def take(self, name: str, tokens: float = 1.0) -> bool:
        """Take tokens; return False, and take none, when there are not enough."""
        enough = self.level(name) >= tokens
        self.spend(name, tokens if enough else 0.0)
        return enough

    def spend(self, name: str, tokens: float) -> None:
        """Take tokens for work that is done; the level may fall below 0."""
        if self._untold is not None and tokens:
            self._untold[name] = self._untold.pop(name, 0.0) + tokens
            while len(self._untold) > self.MOST:
                self._untold.popitem(last=False)
        self.note(name, tokens)

    def take_untold(self) -> dict[str, float]:
        """Return the tokens that addresses have spent here since the last call, to tell other processes.

        The first call starts to count them. Small amounts are left for a later call.
        """
        counted = self._untold or OrderedDict()
        told = {name: tokens for name, tokens in counted.items() if tokens >= self.SHARE * self.burst}
        self._untold = OrderedDict((name, left) for name, left in counted.items() if name not in told)
        return told

    def note(self, name: str, tokens: float) -> None:
        """Take tokens that an address has spent, here or at another process."""
        level = self.level(name) - tokens
        self._levels[name] = level, time.monotonic()
        self._levels.move_to_end(name)
        while len(self._levels) > self.MOST:
            self._levels.popitem(last=False)


@dataclass(frozen=True)
class RateLimits:
    """All limits that are counted by address, each a burst and a rate per second."""

    work: TokenBuckets  # processor time, in tokens of TOKEN seconds
    changes: TokenBuckets  # requests that change something
    games: TokenBuckets  # games started
    moves: TokenBuckets  # moves stored
    guesses: TokenBuckets  # wrong codes of tables

    @classmethod
    def of(cls, settings: Settings) -> RateLimits:
        """Return the limits that the settings name."""
        return cls(
            work=TokenBuckets(settings.look_burst, settings.look_rate),
            changes=TokenBuckets(settings.burst, settings.rate),
            games=TokenBuckets(settings.games_burst, settings.games_rate),
            moves=TokenBuckets(settings.writes_per_day, settings.writes_per_day / DAY),
            guesses=TokenBuckets(GUESSES, GUESSES / HOUR),
        )

    def share(self, send: Callable[[str, float], object]) -> None:
        """Call `send` for all tokens spent here since the last call, with the limit and the address."""
        for limit, buckets in vars(self).items():
            for address, tokens in buckets.take_untold().items():
                send(f"{limit} {address}", round(tokens, 3))

    def note(self, key: str, tokens: float) -> None:
        """Take tokens that were spent at another process; see `share`."""
        limit, _, address = key.partition(" ")
        buckets = vars(self).get(limit)
        if isinstance(buckets, TokenBuckets):
            buckets.note(address, tokens)


class Quotas:
    """The limits of games that a person starts in a day, and of the games and moves of each address.

    The games of a person are counted in the database.
    """

    def __init__(self, limits: RateLimits, games_per_day: int) -> None:
        self.limits = limits
        self.games_per_day = games_per_day
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def new_game(self, request: Request, guest: str) -> AsyncIterator[None]:
        """Let a guest start a game in the block. Raises TooMany when guest or address is at its limit."""
        # The games of a guest are counted and started one at a time.
        async with self._locks.setdefault(guest, asyncio.Lock()):
            storage, since = request.app.state.storage, time.time() - DAY
            begun = await asyncio.to_thread(storage.count_begun, guest, since)
            if begun >= self.games_per_day:
                raise TooMany(
                    Message("You started {count:game|games} in 24 hours. Continue one of those.", count=begun)
                )
            if not self.limits.games.take(household(request.scope)):
                raise TooMany(Message("Too many new games from your address. Try again in a minute."))
            self.charge_moves(request, MOVES_OF_A_GAME)
            yield

    def check_guesses(self, request: Request) -> None:
        """Raise TooMany when an address has tried too many wrong codes."""
        if self.limits.guesses.level(household(request.scope)) < 1:
            raise TooMany(Message("Too many wrong codes from your address. Try again in a few minutes."))

    def charge_guess(self, request: Request) -> None:
        """Charge a wrong code to an address."""
        self.limits.guesses.spend(household(request.scope), 1.0)

    def charge_moves(self, request: Request, moves: int = 1) -> None:
        """Charge moves to an address before they are stored. Raises TooMany when it has used up its moves."""
        if not self.limits.moves.take(household(request.scope), moves):
            raise TooMany(Message("Your address has reached its daily move limit. Try again in an hour."))


class RoundRobin:
    """A semaphore with `places` places; it serves the addresses that wait in turn."""

    def __init__(self, places: int = 1) -> None:
        self._places = places
        self._reset(None)

    def _reset(self, loop: asyncio.AbstractEventLoop | None) -> None:
        self._loop = loop
        self._free = self._places
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def acquire(self, who: str) -> None:
        """Wait for a place, in the queue of the address `who`; `release` frees it."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._reset(loop)  # what was not released before another event loop ended is free
        if self._free:
            self._free -= 1
            return
        turn = loop.create_future()
        self._queues.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._pass_on()
            raise

    def release(self, rounds: int = ROUNDS) -> None:
        """Free a place for the next in turn, after `rounds` more rounds of the event loop."""
        then = partial(self.release, rounds - 1) if rounds else self._pass_on
        asyncio.get_running_loop().call_soon(then)

    def _pass_on(self) -> None:
        while self._queues:
            who, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[who] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Fairness:
    """The resources that requests share: tokens, the event loop, and threads for long computations."""

    def __init__(self, tokens: TokenBuckets) -> None:
        self.tokens = tokens
        self.steps = RoundRobin()
        self.computations = RoundRobin(COMPUTATIONS)


class Visit:
    """One request, of the address `who`: it runs in turn, and its address pays for it."""

    def __init__(self, fairness: Fairness, who: str) -> None:
        self.who = who
        self._shared = fairness

    async def serve(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a request in turn, and charge its address. Raises Overdrawn if that has no tokens left."""

        async def paid() -> T:
            # Taken in the first step: otherwise many requests at once could all start before one is charged.
            if not self._shared.tokens.take(self.who, REQUEST):
                raise Overdrawn
            return await work()

        return await _steps(paid(), self.who, self._shared.steps, self.charge)

    async def go_on(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run the work of an open stream, in turn and free of charge."""
        return await _steps(work(), self.who, self._shared.steps, lambda _seconds: None)

    async def compute(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a long computation in a thread, in turn, and charge the address. Raises Overdrawn."""
        await self._shared.computations.acquire(self.who)
        took = list[float]()
        try:
            if self._shared.tokens.level(self.who) < 0:
                raise Overdrawn
            return await compute(partial(_timed, took, function, *args, **kwargs))
        finally:
            self.charge(sum(took))
            self._shared.computations.release()

    def charge(self, seconds: float) -> None:
        """Charge seconds of processor time to the address."""
        self._shared.tokens.spend(self.who, seconds / TOKEN)


async def compute(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a long computation in a thread, free of charge; for work that no request asked for."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_THREADS, partial(function, *args, **kwargs))


def processor_time() -> float:
    """Return the seconds of processor time that this thread has taken."""
    return time.thread_time()


def _timed(took: list[float], function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    before = processor_time()
    try:
        return function(*args, **kwargs)
    finally:
        took.append(processor_time() - before)


@types.coroutine
def _steps(
    work: Coroutine[Any, Any, T], who: str, turns: RoundRobin, charge: Callable[[float], object]
) -> Generator[Any, None, T]:
    """Run a coroutine step by step: each step waits for its turn, then `charge` gets its seconds."""
    error: BaseException | None = None
    while True:
        in_turn = True
        try:
            yield from turns.acquire(who).__await__()
        except GeneratorExit:
            work.close()
            raise
        except BaseException as stop:
            # The request was cancelled: tell the work at once, without a turn.
            error, in_turn = stop, False
        before = processor_time()
        try:
            awaited = work.send(None) if error is None else work.throw(error)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            charge(processor_time() - before)
            if in_turn:
                turns.release()
        error = None
        try:
            yield awaited
        except GeneratorExit:
            work.close()
            raise
        except BaseException as stop:
            error = stop
