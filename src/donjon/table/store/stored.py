"""What is stored about a table, as plain data, and the digests that betray damage."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from donjon.errors import DonjonError
from donjon.kernel import nature
from donjon.kernel.labels import Label
from donjon.kernel.message import Message

PLAY = "play"
UNDO = "undo"

PERSON = "person"
BOT = "bot"
OPEN = "open"
OVER = "over"

# What a table shows about its seed before the first move. Tables of older versions showed the hash of the
# seed itself, from which every draw follows.
PLAIN_HASH = 1
COMMITMENT = 2


@dataclass(frozen=True)
class Entry:
    """One stored action: seq is its place in the list, at the time in seconds since 1970.

    `by`: the bot level that stood in when the seat's own bot could not answer, "" otherwise.
    """

    seq: int
    kind: str
    seat: int
    action: int
    text: str
    key: str
    at: float
    by: str = ""


@dataclass(frozen=True)
class Seat:
    """Who sits at a seat: kind PERSON (owner: the guest), BOT (level) or OPEN (waits for its guest)."""

    seat: int
    kind: str
    owner: str
    name: str
    level: str = ""


@dataclass(frozen=True)
class Header:
    """A table without its actions. `shows`: PLAIN_HASH or COMMITMENT, what was shown about the seed."""

    id: str
    game: str
    rules: str
    players: int
    options: str
    seed: str
    creator: str
    created: float
    shows: int = COMMITMENT

    @property
    def draws_are_open(self) -> bool:
        """True if what was shown before the first move gives all draws away."""
        return self.shows == PLAIN_HASH

    @property
    def published(self) -> str:
        """What was shown before the first move. If draws are open it may be shown only after the end."""
        return nature.seed_hash(self.seed) if self.draws_are_open else nature.commitment(self.seed)

    @property
    def proof(self) -> str:
        """A shell command that makes what was published from the seed, to be shown after the end."""
        label = "" if self.draws_are_open else f"{Label.COMMITMENT} "
        return f"printf %s '{label}{self.seed}' | sha256sum"


@dataclass(frozen=True)
class Notes:
    """What the row of a table says about its game; it follows from the actions and saves a replay.

    waits: who is to move, PERSON, BOT or OVER; result: the digest of how it ended, "" before (see
    results.py); touched: when the last action was stored, None when what stands there is no time;
    standing: what a list of tables says of the game, "" where it is not known (see `Standing`).
    """

    waits: str
    result: str
    touched: float | None
    standing: str = ""


@dataclass(frozen=True)
class Standing:
    """What anybody may know of a game: the seats that are to move, and the points of each seat."""

    to_move: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()


@dataclass(frozen=True)
class Listed:
    """A line of a guest's list of tables. waits "" and touched None: what stands there cannot be right.

    `seats` are in order; `standing` is empty where it is not known.
    """

    id: str
    game: str
    waits: str
    touched: float | None
    standing: Standing = Standing()
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Stored:
    """A table as it was read: entries are in order and every digest agrees.

    `notes` are those of its row, which may be stale; `noted` tells (see `note`).
    """

    header: Header
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]
    check: str
    notes: Notes = Notes("", "", None)
    noted: str = ""


class NoTable(DonjonError):
    """There is no table of this id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"There is no table {table!r}: check the address, or begin a new game.")


class Stale(DonjonError):
    """Somebody else wrote first."""

    def __init__(self) -> None:
        super().__init__(
            Message("The game has gone on since this page was made: look again, then choose.").text
        )


class NotStored(DonjonError):
    """The database takes nothing in (it is locked, the disk is full); nothing was changed. `cause`: why."""

    def __init__(self, cause: str) -> None:
        self.cause = cause
        super().__init__(
            Message("This could not be stored, so nothing was changed: try again in a moment.").text
        )


class Unplayable(DonjonError):
    """A table is there but cannot be played here, however often that is tried."""


class OtherRules(Unplayable):
    """A table was begun with rules that this program does not have. `ours`: those it has, "" for no game."""

    def __init__(self, table: str, game: str, rules: str, ours: str) -> None:
        self.table = table
        self.game = game
        self.rules = rules
        self.ours = ours
        super().__init__(
            f"Table {table} was begun with version {rules} of the rules of {game}, which this program does "
            f"not have ({f'it has {ours}' if ours else 'it does not know the game'}). Nothing is lost: "
            "a program that has them opens it."
        )


class Damaged(Unplayable):
    """What is stored about a table cannot be right. `move`: how many actions are sound before the damage."""

    def __init__(self, table: str, move: int, reason: str) -> None:
        self.table = table
        self.move = move
        self.reason = reason
        super().__init__(f"The record of table {table} is damaged at move {move}: {reason}.")


def first_check(header: Header) -> str:
    """The digest of a table before its first action."""
    return _digest("", header.id, header.game, header.rules, header.players, header.options, header.seed)


def next_check(check: str, entry: Entry) -> str:
    """The digest after an action: of the one before it and of all that the action means."""
    return _digest(check, entry.seq, entry.kind, entry.seat, entry.action)


def note(check: str, waits: str, result: str) -> str:
    """What ties the row of a table to its last action: whoever changes one alone makes it disagree."""
    return _digest("note", check, waits, result)


def _digest(*parts: Any) -> str:
    return hashlib.sha256("\n".join(str(part) for part in parts).encode()).hexdigest()[:32]
