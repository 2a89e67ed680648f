"""From rows of the database to checked data: whatever stands there, it is right or it is Damaged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from donjon.table.store.stored import (
    BOT,
    COMMITMENT,
    OPEN,
    OVER,
    PERSON,
    PLAIN_HASH,
    Damaged,
    Entry,
    Header,
    Listed,
    Seat,
    Standing,
    first_check,
    next_check,
)

# No game was played before 1970 or after the year 3000.
LATEST = 32_503_680_000.0


def header(table: str, row: Any) -> Header:
    """The table that a row of `tables` describes. Raises Damaged."""
    texts = (row.id, row.game, row.rules, row.options, row.seed, row.creator)
    created = moment(row.created)
    if not all(isinstance(text, str) for text in texts) or not _whole(row.players) or created is None:
        raise Damaged(table, 0, "its first line holds something that cannot stand there")
    if row.shows not in (PLAIN_HASH, COMMITMENT):
        raise Damaged(table, 0, "its first line does not say what was shown about the seed")
    about = row.id, row.game, row.rules, row.players, row.options, row.seed, row.creator
    return Header(*about, created, row.shows)


def seats(header: Header, rows: Sequence[Any]) -> tuple[Seat, ...]:
    """The seats of a table, from rows in order. Raises Damaged."""
    read = tuple(Seat(row.seat, row.kind, row.owner, row.name, row.level) for row in rows)
    whole = len(read) == header.players and [seat.seat for seat in read] == list(range(header.players))
    texts = all(isinstance(text, str) for seat in read for text in (seat.owner, seat.name, seat.level))
    if not whole or not texts or any(seat.kind not in (PERSON, BOT, OPEN) for seat in read):
        raise Damaged(header.id, 0, "its list of seats is not whole")
    return read


def entries(header: Header, rows: Iterable[Any]) -> tuple[tuple[Entry, ...], str]:
    """The stored actions and their digest; Damaged at the first that is missing or not what was written."""
    check, read = first_check(header), []
    for number, row in enumerate(rows):
        at = moment(row.at)
        texts = (row.kind, row.text, row.key, row.by)
        if (
            not all(isinstance(text, str) for text in texts)
            or not all(_whole(value) for value in (row.seq, row.seat, row.action))
            or at is None
        ):
            raise Damaged(header.id, number, "an entry holds something that is no action")
        if row.seq != number:
            raise Damaged(header.id, number, "an entry is missing")
        entry = Entry(row.seq, row.kind, row.seat, row.action, row.text, row.key, at, row.by)
        check = next_check(check, entry)
        if row.check != check:
            raise Damaged(header.id, number, "an entry is not what was written")
        read.append(entry)
    return tuple(read), check


def listed(row: Any) -> Listed | None:
    """A line of a guest's list of tables; None when it cannot even name the table."""
    if not isinstance(row.id, str) or not isinstance(row.game, str):
        return None
    waits = row.waits if row.waits in (PERSON, BOT, OVER) else ""
    return Listed(row.id, row.game, waits, moment(row.touched), standing(row.standing))


def standing(text: Any) -> Standing:
    """Return what the row of a table says of its game; an empty standing where it says nothing sound."""
    try:
        told = json.loads(text)
        to_move, totals = told["to_move"], told["totals"]
        if all(_whole(number) for number in (*to_move, *totals)):
            return Standing(tuple(to_move), tuple(totals))
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    return Standing()


def moment(value: Any) -> float | None:
    """A time in seconds since 1970; None when it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if 0 <= value < LATEST else None


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
