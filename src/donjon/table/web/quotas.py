"""How many games one may begin, so that nobody takes the bots from everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from starlette.requests import Request

from donjon.errors import Spoken
from donjon.kernel.message import Message
from donjon.table.host.fairness import Buckets
from donjon.table.host.security import household
from donjon.table.host.settings import Settings
from donjon.table.store.storage import now

DAY = 24 * 3600.0


# What a new game counts as, in stored moves: its setup, and what bots play before anybody else.
GAME = 50


class TooMany(Spoken):
    """More games or moves than one may store. `message` says what to do, in any language."""


class Quotas:
    """The games begun and the moves stored from each address lately.

    The games of a person are counted in the database.
    """

    def __init__(self, settings: Settings) -> None:
        self.a_day = settings.games_per_day
        self.addresses = Buckets(settings.games_burst, settings.games_rate)
        self.writes = Buckets(settings.writes_per_day, settings.writes_per_day / DAY)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn(self, guest: str) -> asyncio.Lock:
        """Return the lock under which the games of a guest are counted and begun, one at a time."""
        return self._turns.setdefault(guest, asyncio.Lock())


@asynccontextmanager
async def allowed(request: Request, guest: str) -> AsyncIterator[None]:
    """Let this guest begin a game within. Raises TooMany when guest or address has begun too many."""
    async with request.app.state.quotas.turn(guest):
        await _check(request, guest)
        yield


async def _check(request: Request, guest: str) -> None:
    state = request.app.state
    begun = await asyncio.to_thread(state.storage.count_begun, guest, now() - DAY)
    if begun >= state.quotas.a_day:
        raise TooMany(
            Message("You have begun {count} games within a day: go on with one of them.", count=begun)
        )
    if not state.quotas.addresses.take(household(request.scope)):
        raise TooMany(Message("Many games were begun from your address: wait a minute, then begin yours."))
    charge(request, GAME)


def charge(request: Request, moves: int = 1) -> None:
    """Count moves that are to be stored. Raise TooMany when this address has used up those of a day."""
    if not request.app.state.quotas.writes.take(household(request.scope), moves):
        raise TooMany(Message("Your address has used up its moves for today. Try again in an hour."))
