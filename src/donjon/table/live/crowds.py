"""Who watches a table: the guests without a seat whose pages are open now. It is stored nowhere.

A process knows its own streams (`wire.streams.Hub`); of several on one database each tells the others whom it
serves, and says it again from time to time, so that a process that has died is forgotten.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from donjon.kernel.message import Message, Translate
from donjon.table.live import forms
from donjon.table.live.lobby import LOBBY
from donjon.table.store.rows import Seat
from donjon.table.store.seating import is_private
from donjon.table.store.table_game import TableGame
from donjon.table.wire.streams import Hub, Person

# Names that a page lists; all others are counted.
MOST_NAMES = 6
# People of one table that a process tells the others of, the first of them by name: a notice has to be short
# (`bus.LONGEST_NOTICE`).
MOST_TOLD, MOST_NAMED = 150, 12
# Seconds after which a process says again who watches, and after which one that is silent is forgotten.
AGAIN, FORGOTTEN = 20.0, 65.0

# The people whom another process serves, and when it said so.
_Told = tuple[float, tuple[Person, ...]]


@dataclass(frozen=True)
class Crowd:
    """Those who watch a game: how many, the keys of those who can be told apart, the first with a name."""

    seats: tuple[Seat, ...]
    count: int
    keys: frozenset[str]
    named: tuple[Person, ...]


class Crowds:
    """The people who have the page of a table open, here and at other processes.

    `announce` (set later) is called with this process and the table, and the people here, after each change.
    """

    def __init__(self, hub: Hub) -> None:
        self.announce: Callable[[str, list[list[str]]], object] | None = None
        self._hub = hub
        self._process = secrets.token_hex(4)
        self._elsewhere: dict[str, dict[str, _Told]] = {}
        self._crowds: dict[str, Crowd] = {}
        self._said = 0.0
        hub.crowd_changed = self._changed

    def words(self, table_game: TableGame, own: Person, translate: Translate) -> str | None:
        """Return who watches, in words for one of the people: "" if nobody does, None if nobody can."""
        if table_game.is_gathering or is_private(table_game):
            return None
        crowd = self._crowd(table_game)
        if not crowd.count:
            return ""
        is_here = own.key in crowd.keys
        names = [one.name for one in crowd.named if not (is_here and one.key == own.key)][:MOST_NAMES]
        unnamed = crowd.count - is_here - len(names)
        parts: list[Any] = [Message("you")] if is_here else []
        parts += names
        if unnamed == 1:
            parts.append(Message("a guest"))
        elif unnamed:
            parts.append(Message("{count:guest|guests}", count=unnamed))
        return Message("{count} watching: {names}", count=crowd.count, names=parts).say(translate)

    def _crowd(self, table_game: TableGame) -> Crowd:
        """Return who watches a game, worked out once for all pages."""
        kept = self._crowds.get(table_game.id)
        if kept is not None and kept.seats == table_game.seats:
            return kept
        players = {key_of(seat.owner) for seat in table_game.seats if seat.owner}
        people = [person for person in self._people(table_game.id) if person.key not in players]
        named = sorted(
            (one for one in people[:MOST_TOLD] if one.name and not _misleads(one.name, table_game)),
            key=lambda one: one.name,
        )
        keys = frozenset(one.key for one in people if one.key)
        made = Crowd(table_game.seats, len(people), keys, tuple(named[: MOST_NAMES + 1]))
        if self._hub.watching(table_game.id):
            self._crowds[table_game.id] = made
        return made

    def _people(self, table: str) -> list[Person]:
        """Return the people at a table, each once; those without a key as often as they have come."""
        elsewhere = self._elsewhere.get(table, {})
        people = [*self._hub.people(table), *(one for _, told in elsewhere.values() for one in told)]
        known = {person.key: person for person in people if person.key}
        return [*known.values(), *(person for person in people if not person.key)]

    def note(self, key: str, people: Any) -> None:
        """Note whom another process serves at a table; see `announce`."""
        process, _, table = key.partition(" ")
        told = tuple(Person(str(one), forms.clean_name(str(name))) for one, name in people)
        served = self._elsewhere.setdefault(table, {})
        before = served.pop(process, (0.0, ()))[1]
        if told:
            served[process] = (time.monotonic(), told)
        if not served:
            del self._elsewhere[table]
        if told != before:
            self._forget(table)

    def look_after(self) -> None:
        """Tell the other processes again, from time to time, who is here; forget those that are silent."""
        now = time.monotonic()
        if now - self._said < AGAIN:
            return
        self._said = now
        for table in self._hub.watched():
            if table != LOBBY:
                self._tell(table)
        for table, served in list(self._elsewhere.items()):
            for process in [one for one, (then, _) in served.items() if now - then > FORGOTTEN]:
                self.note(f"{process} {table}", ())

    def _changed(self, table: str) -> None:
        if table != LOBBY:
            self._forget(table)
            self._tell(table)

    def _forget(self, table: str) -> None:
        """Work out anew who watches a table, and tell its pages."""
        self._crowds.pop(table, None)
        self._hub.notify(table)

    def _tell(self, table: str) -> None:
        if self.announce is not None:
            here = sorted(self._hub.people(table), key=lambda person: person.name == "")[:MOST_TOLD]
            people = [[one.key, one.name if at < MOST_NAMED else ""] for at, one in enumerate(here)]
            self.announce(f"{self._process} {table}", people)


def person_of(request: Request) -> Person:
    """Return the person who asks. The key is equal for the same guest and says nothing about the cookie."""
    guest = request.state.guest
    return Person("" if guest is None else key_of(guest), forms.own_name(request))


def key_of(guest: str) -> str:
    """Return the key of a guest among those who watch."""
    return hashlib.sha256(f"watches {guest}".encode()).hexdigest()[:16]


def _misleads(name: str, table_game: TableGame) -> bool:
    """Return whether a name would be taken for a player's, or shows nothing."""
    return forms.name_refused(name, -1, table_game.seats) is not None
