"""Rows of the database as checked data, and the checksums that show damage.

The `read_` functions return checked data; those for rows that a game needs raise Damaged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from donjon.errors import DonjonError
from donjon.kernel import nature
from donjon.kernel.labels import Label
from donjon.kernel.message import Message

# Kinds of rows that change the position. REWIND: an undo that the others have agreed to.
PLAY = "play"
UNDO = "undo"
REWIND = "rewind"
# Kinds of rows about the seats: who plays them, before the first row of a later kind (once); a person or a
# bot takes a free seat; a bot takes over for a person; the person is back.
SEATED = "seated"
SIT = "sit"
OUT = "out"
BACK = "back"
# A table whose players are still to come: it opens, with all seats free; a seat becomes free; the game
# starts. `action` of GATHER and LIST: 1 if the lobby shows the table from here on, 0 if not.
GATHER = "gather"
LEAVE = "leave"
START = "start"
LIST = "list"
# The same people play again, at the table that the row names.
AGAIN = "again"
# What needs the others' consent: a request, an answer to one (`action`: the request's row), and what all
# have agreed to beside a rewind: another pace, the end of the game.
OFFER = "offer"
ANSWER = "answer"
PACE = "pace"
END = "end"
# The person in a seat is in another time zone.
ZONE = "zone"
UNDOS = (UNDO, REWIND)
MOVES = (PLAY, *UNDOS)
TALKS = (OFFER, ANSWER, PACE, END)
KINDS = (*MOVES, SEATED, SIT, OUT, BACK, GATHER, LEAVE, START, LIST, AGAIN, *TALKS, ZONE)
# The `seat` of a row about the whole table.
TABLE = -1
# Why a bot took over a seat: its person left, had no time left, had none and another player asked for it, or
# gave up for good.
LEFT, TIME, CLAIMED, RESIGNED = "left", "time", "claimed", "resigned"

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
    """A row of a table's log: `seq` is its place, `at` its time in seconds since 1970.

    Rows of one change have the same time, and each change a later one than the change before. `by`: the bot
    level that stood in when the seat's own bot could not answer, "" otherwise. `more`: what only some kinds
    have, as JSON; "" for nothing.
    """

    seq: int
    kind: str
    seat: int
    action: int
    text: str
    key: str
    at: float
    by: str = ""
    more: str = ""

    @property
    def facts(self) -> dict[str, Any]:
        """Return `more` as data, {} for nothing. Raises ValueError if it is not valid."""
        data = json.loads(self.more) if self.more else {}
        if not isinstance(data, dict):
            raise ValueError("an entry's further facts are no object")
        return data


@dataclass(frozen=True)
class Seat:
    """A seat of a table: kind PERSON (owner: the guest), BOT (level) or OPEN (waits for a guest).

    A bot with an owner plays for a person who has left and may come back.
    """

    seat: int
    kind: str
    owner: str
    name: str
    level: str = ""

    @property
    def is_away(self) -> bool:
        """Return whether a bot plays for the person whose seat it is."""
        return self.kind == BOT and self.owner != ""


@dataclass(frozen=True)
class Header:
    """A table without its actions. `shows`: what was shown about the seed, PLAIN_HASH or COMMITMENT."""

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
        """Return whether the hash shown before the first move gives all draws away."""
        return self.shows == PLAIN_HASH

    @property
    def published(self) -> str:
        """Return the hash shown before the first move; if draws are open, show it only after the game."""
        return nature.seed_hash(self.seed) if self.draws_are_open else nature.commitment(self.seed)

    @property
    def proof(self) -> str:
        """Return a shell command that computes `published` from the seed, to show after the game."""
        label = "" if self.draws_are_open else f"{Label.COMMITMENT} "
        return f"printf %s '{label}{self.seed}' | sha256sum"


@dataclass(frozen=True)
class CachedColumns:
    """The columns of a table's row that follow from its actions; they save a replay.

    waits: who is to move, PERSON, BOT or OVER, or GATHER before the game has started; result:
    `result_digest` of the final position, "" before the end; touched: the time of the last row of the log,
    None if no valid time is stored; standing: `Standing` as JSON for lists of tables, "" if it is not known;
    listed: 1 if the lobby shows the table, else 0; due: the earliest deadline of its clocks in milliseconds
    since 1970, 0 for none; pace: the name of its pace, "" for none.
    """

    waits: str
    result: str
    touched: float | None
    standing: str = ""
    listed: int = 0
    due: int = 0
    pace: str = ""


# States of a seat, in the order of a person's list of games.
TO_MOVE, WAITS, ENDED = range(3)


@dataclass(frozen=True)
class SeatNote:
    """The cached columns of a seat's row. state: TO_MOVE, WAITS or ENDED.

    due: when its clock runs out, in milliseconds since 1970, 0 for never.
    """

    seat: int
    state: int
    due: int = 0


@dataclass(frozen=True)
class Standing:
    """The public facts about a game: the seats to move, the points of each seat, and the round.

    `round` is 0 for a game without rounds, and where a row of an older version does not say it.
    """

    to_move: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    round: int = 0


@dataclass(frozen=True)
class Listed:
    """An entry of a guest's list of tables; `waits` "" or `touched` None if the value is not valid.

    `seats` are in order; `standing` is empty if it is not known. In a guest's list, `state` is that of the
    guest's seats (the first in the order of the states), and `due` when a clock of theirs runs out, 0 for
    never.
    """

    id: str
    game: str
    waits: str
    touched: float | None
    standing: Standing = Standing()
    seats: tuple[Seat, ...] = ()
    pace: str = ""
    state: int = WAITS
    due: int = 0


@dataclass(frozen=True)
class Stored:
    """A table as it was read: entries are in order and every checksum agrees.

    `cached` are the columns of its row that may be out of date; `noted` is their checksum
    (`columns_checksum`), which shows that. `notes` are those of the seats.
    """

    header: Header
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]
    check: str
    cached: CachedColumns = CachedColumns("", "", None)
    noted: str = ""
    notes: tuple[SeatNote, ...] = ()


class NoTable(DonjonError):
    """An error: there is no table with this id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"There is no table {table!r}: check the address, or begin a new game.")


class StillGathering(DonjonError):
    """An error: the players of a table are still to come, so its game cannot be shown. `table`: its id."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"The game at table {table} has not started yet.")


class Stale(DonjonError):
    """An error: the game has moved on since the page was made."""

    def __init__(self) -> None:
        super().__init__(Message("The game has moved on. Check the board and choose again.").text)


class NotStored(DonjonError):
    """An error: the database cannot be written (locked, disk full); nothing was changed. `cause`: why."""

    def __init__(self, cause: str) -> None:
        self.cause = cause
        super().__init__(Message("Couldn't save this. Nothing changed; try again.").text)


class Unplayable(DonjonError):
    """An error: a table exists but cannot be played here; trying again does not help."""


class OtherRules(Unplayable):
    """An error: a table was started with rules that this program does not have.

    `ours`: the version that it has, "" if it does not know the game.
    """

    def __init__(self, table: str, game: str, rules: str, ours: str) -> None:
        self.table = table
        self.game = game
        self.rules = rules
        self.ours = ours
        super().__init__(
            f"Table {table} was started with version {rules} of the rules of {game}, which this program does "
            f"not have ({f'it has {ours}' if ours else 'it does not know the game'}). Nothing is lost: "
            "a program with those rules can open it."
        )


class NewerVersion(Unplayable):
    """An error: a newer version of the program has stored an action of a kind that this one does not know."""

    def __init__(self, table: str, kind: str) -> None:
        super().__init__(
            f"Table {table} was continued by a newer version of Donjon (an action of the kind {kind!r}). "
            "Nothing is lost: update this server to open it."
        )


class Damaged(Unplayable):
    """An error: the record of a table is damaged. `move`: the number of sound actions before the damage."""

    def __init__(self, table: str, move: int, reason: str) -> None:
        self.table = table
        self.move = move
        self.reason = reason
        super().__init__(f"The record of table {table} is damaged at move {move}: {reason}.")


def first_check(header: Header) -> str:
    """Return the checksum of a table before its first action."""
    return _digest("", header.id, header.game, header.rules, header.players, header.options, header.seed)


# Starts the checksums that cover the times of rows, too.
_TIMED = "t"


def next_check(check: str, entry: Entry) -> str:
    """Return the checksum after a row, from the checksum before it and the fields that matter.

    From the first row about the seats on, the time matters, too: clocks follow from it.
    """
    parts = (check, entry.seq, entry.kind, entry.seat, entry.action)
    if entry.kind in MOVES and not check.startswith(_TIMED):
        return _digest(*parts)
    return _TIMED + _digest(*parts, milliseconds(entry.at), entry.more)[1:]


def milliseconds(at: float) -> int:
    """Return a time in seconds as whole milliseconds."""
    return round(1000 * at)


def columns_checksum(check: str, waits: str, result: str) -> str:
    """Return the checksum of `waits` and `result`, tied to the last action by its checksum `check`."""
    return _digest("note", check, waits, result)


def _digest(*parts: Any) -> str:
    return hashlib.sha256("\n".join(str(part) for part in parts).encode()).hexdigest()[:32]


# No game was played before 1970 or after the year 3000.
LATEST = 32_503_680_000.0


def read_header(table: str, row: Any) -> Header:
    """Return the table that a row of `tables` describes. Raises Damaged."""
    texts = (row.id, row.game, row.rules, row.options, row.seed, row.creator)
    created = read_time(row.created)
    if not all(isinstance(text, str) for text in texts) or not _whole(row.players) or created is None:
        raise Damaged(table, 0, "its first line holds something that cannot stand there")
    if row.shows not in (PLAIN_HASH, COMMITMENT):
        raise Damaged(table, 0, "its first line does not say what was shown about the seed")
    about = row.id, row.game, row.rules, row.players, row.options, row.seed, row.creator
    return Header(*about, created, row.shows)


def read_seats(header: Header, rows: Sequence[Any]) -> tuple[Seat, ...]:
    """Return the seats of a table, from rows in order. Raises Damaged."""
    read = tuple(Seat(row.seat, row.kind, row.owner, row.name, row.level) for row in rows)
    whole = len(read) == header.players and [seat.seat for seat in read] == list(range(header.players))
    texts = all(isinstance(text, str) for seat in read for text in (seat.owner, seat.name, seat.level))
    if not whole or not texts or any(seat.kind not in (PERSON, BOT, OPEN) for seat in read):
        raise Damaged(header.id, 0, "its list of seats is not whole")
    return read


def read_entries(
    header: Header, rows: Iterable[Any], first: int = 0, check: str | None = None
) -> tuple[tuple[Entry, ...], str]:
    """Return the stored actions from number `first` on, and the checksum after them.

    `check`: the checksum before them, None for that of a table without actions. Raises Damaged at the first
    action that is missing or not what was written, NewerVersion at one of an unknown kind.
    """
    check, read = check or first_check(header), []
    for number, row in enumerate(rows, first):
        at = read_time(row.at)
        texts = (row.kind, row.text, row.key, row.by, row.more)
        if (
            not all(isinstance(text, str) for text in texts)
            or not all(_whole(value) for value in (row.seq, row.seat, row.action))
            or at is None
        ):
            raise Damaged(header.id, number, "an entry holds something that is no action")
        if row.seq != number:
            raise Damaged(header.id, number, "an entry is missing")
        entry = Entry(row.seq, row.kind, row.seat, row.action, row.text, row.key, at, row.by, row.more)
        check = next_check(check, entry)
        if row.check != check:
            raise Damaged(header.id, number, "an entry is not what was written")
        if entry.kind not in KINDS:
            raise NewerVersion(header.id, entry.kind)
        read.append(entry)
    return tuple(read), check


def seats_after(seats: Sequence[Seat], entry: Entry) -> tuple[Seat, ...]:
    """Return the seats after a row about them: who plays each. Raises ValueError if it makes no sense."""
    more = entry.facts
    if entry.kind == SEATED:
        stated = more.get("seats")
        if not isinstance(stated, list) or len(stated) != len(seats):
            raise ValueError("the seats of the table are not stated")
        return tuple(_kept_by(seat, *_keeper(one)) for seat, one in zip(seats, stated, strict=True))
    if entry.kind == GATHER:
        return tuple(_kept_by(seat, OPEN, "") for seat in seats)
    if entry.kind in (AGAIN, LIST, ZONE, *TALKS):
        return tuple(seats)
    if entry.kind == START:
        if any(seat.kind == OPEN for seat in seats):
            raise ValueError("the game starts with a free seat")
        return tuple(seats)
    if entry.kind not in (SIT, LEAVE, OUT, BACK) or not 0 <= entry.seat < len(seats):
        raise ValueError(f"{entry.kind!r} is no kind of row about this seat")
    level = more.get("level", "")
    kind = OPEN if entry.kind == LEAVE else BOT if level or entry.kind == OUT else PERSON
    keeper = _keeper([kind, level])
    return tuple(_kept_by(seat, *keeper) if seat.seat == entry.seat else seat for seat in seats)


def _keeper(stated: Any) -> tuple[str, str]:
    """Return who plays a seat: kind and level. Raises ValueError."""
    if isinstance(stated, list) and len(stated) == 2:
        kind, level = stated
        if kind in (PERSON, BOT, OPEN) and isinstance(level, str):
            return kind, level
    raise ValueError("who plays a seat is not stated")


def _kept_by(seat: Seat, kind: str, level: str) -> Seat:
    return replace(seat, kind=kind, level=level)


def read_listed(row: Any) -> Listed | None:
    """Return an entry of a guest's list of tables; None if the row names no table or no game."""
    if not isinstance(row.id, str) or not isinstance(row.game, str):
        return None
    waits = row.waits if row.waits in (PERSON, BOT, OVER, GATHER) else ""
    pace = row.pace if isinstance(row.pace, str) else ""
    return Listed(row.id, row.game, waits, read_time(row.touched), read_standing(row.standing), pace=pace)


def read_standing(text: Any) -> Standing:
    """Return the standing in the row of a table; an empty one if the text is not valid."""
    try:
        data = json.loads(text)
        to_move, totals, number = data["to_move"], data["totals"], data.get("round", 0)
        if all(map(_whole, (*to_move, *totals, number))):
            return Standing(tuple(to_move), tuple(totals), number)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    return Standing()


def read_time(value: Any) -> float | None:
    """Return a time in seconds since 1970; None if the value is not a valid time."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if 0 <= value < LATEST else None


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
