"""Who plays the seats of a table, as rows of its log: planned here, and read back by `rows.seats_after`.

A row says what happens to a seat, never whose it is: owners and names stand in the table `seats`, as a person
may be forgotten or become another one, and the log stays as it is. A table that began at once has no such
rows before the first change of its seats; a row SEATED then says how the seats were until then.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from donjon.errors import DonjonError, Spoken
from donjon.kernel.message import Message
from donjon.table.store import log_facts
from donjon.table.store.paces import pace_of
from donjon.table.store.rows import (
    AGAIN,
    BACK,
    BOT,
    CLAIMED,
    GATHER,
    LEAVE,
    LEFT,
    LIST,
    OPEN,
    OUT,
    PACE,
    PERSON,
    SEATED,
    SIT,
    START,
    TABLE,
    TIME,
    ZONE,
    Entry,
    Seat,
    Stale,
)
from donjon.table.store.table_game import Change, TableGame

# How often the person in a seat may leave: each time is stored for ever.
MOST_OUTS = 100
# Changes of the time zone of a person in a game.
MOST_ZONES = 100
# Rows that a table may have before its game starts.
MOST_BEFORE = 1000
# Code letters without vowels, so that they make no words.
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6


class NotSeated(Spoken):
    """A refusal of a change of seats; `message` says why."""


class Private(DonjonError):
    """An error: only the players of a table may see its game."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"Only the players of table {table} may see its game.")


def is_private(table_game: TableGame) -> bool:
    """Return whether only the players may see the game of a table, as its first row says."""
    first = table_game.entries[0] if table_game.entries else None
    return first is not None and first.kind == GATHER and first.facts.get("watch") is False


def plan_gathering(
    table_game: TableGame,
    at: float,
    is_listed: bool = False,
    is_private: bool = False,
    pace: str = "",
) -> Change:
    """Plan the rows of a new table: it opens, and those seats are taken that are not free.

    `is_private`: only the players may see its game; `pace`: the name of its pace (see paces.py). If no seat
    is free, the game starts at once.
    """
    rows = Rows(table_game, at)
    facts = ({"watch": False} if is_private else {}) | ({"pace": pace} if pace else {})
    rows.add(GATHER, TABLE, facts, action=int(is_listed))
    for seat in table_game.seats:
        if seat.kind != OPEN:
            rows.add(SIT, seat.seat, {"level": seat.level} if seat.kind == BOT else {})
    are_free = any(seat.kind == OPEN for seat in table_game.seats)
    return rows.change(table_game.seats) if are_free else _started(rows, table_game.seats)


def plan_sit(table_game: TableGame, seat: int, owner: str, name: str, at: float) -> Change:
    """Plan that a guest takes a free seat. If all others are taken, the game starts with it.

    `name`: "" for the name of the seat. Raises NotSeated.
    """
    _check_free(table_game, seat)
    rows, seats = Rows(table_game, at), list(table_game.seats)
    rows.add(SIT, seat)
    seats[seat] = Seat(seat, PERSON, owner, name or seats[seat].name)
    return _perhaps_started(rows, seats)


def plan_move(table_game: TableGame, old: int, seat: int, at: float) -> Change:
    """Plan that the person in a seat takes a free one instead, before the start. Raises NotSeated."""
    _check_gathering(table_game)
    _check_free(table_game, seat)
    rows, seats = Rows(table_game, at), list(table_game.seats)
    rows.add(LEAVE, old)
    rows.add(SIT, seat)
    seats[seat], seats[old] = replace(seats[old], seat=seat), Seat(old, OPEN, "", "")
    return rows.change(seats)


def plan_bot(table_game: TableGame, seat: int, level: str, at: float) -> Change:
    """Plan that a bot of a level takes a free seat before the start. Raises NotSeated.

    If all others are taken, the game starts with it.
    """
    _check_gathering(table_game)
    _check_free(table_game, seat)
    rows, seats = Rows(table_game, at), list(table_game.seats)
    rows.add(SIT, seat, {"level": level})
    seats[seat] = Seat(seat, BOT, "", "", level)
    return _perhaps_started(rows, seats)


def plan_free(table_game: TableGame, seat: int, at: float) -> Change:
    """Plan that a seat becomes free before the start: its person leaves or is shown out."""
    _check_gathering(table_game)
    _check_few(table_game)
    rows, seats = Rows(table_game, at), list(table_game.seats)
    rows.add(LEAVE, seat)
    seats[seat] = Seat(seat, OPEN, "", "")
    return rows.change(seats)


def plan_listing(table_game: TableGame, is_listed: bool, at: float) -> Change:
    """Plan that the lobby shows a table whose players are still to come, or no longer. Raises NotSeated."""
    _check_gathering(table_game)
    _check_few(table_game)
    rows = Rows(table_game, at)
    rows.add(LIST, TABLE, action=int(is_listed))
    return rows.change(table_game.seats)


def plan_pace(table_game: TableGame, name: str, at: float) -> Change:
    """Plan another pace for a table whose players are still to come. Raises NotSeated."""
    _check_gathering(table_game)
    _check_few(table_game)
    header = table_game.header
    rows = Rows(table_game, at)
    rows.add(PACE, TABLE, {"pace": pace_of(name, header.game, header.players).as_dict()})
    return rows.change(table_game.seats)


def plan_start(table_game: TableGame, level: str, at: float) -> Change:
    """Plan the start of the game, with bots of a level in the free seats. Raises NotSeated."""
    _check_gathering(table_game)
    rows, seats = Rows(table_game, at), list(table_game.seats)
    for seat in table_game.seats:
        if seat.kind == OPEN:
            rows.add(SIT, seat.seat, {"level": level})
            seats[seat.seat] = Seat(seat.seat, BOT, "", "", level)
    return _started(rows, seats)


def plan_again(table_game: TableGame, table: str, at: float) -> Change:
    """Plan that the people of a finished game play again at another table. Raises Stale while it goes on."""
    if not table_game.over and not table_game.is_ended:
        raise Stale
    rows = Rows(table_game, at)
    rows.add(AGAIN, TABLE, {"table": table})
    return rows.change(table_game.seats)


def turned(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of a rematch: everybody one seat on, bots at their levels, the others free."""
    return [
        Seat(seat, BOT, "", old.name, old.level)
        if old.kind == BOT and not old.is_away
        else Seat(seat, OPEN, "", old.name)
        for seat, old in enumerate([*seats[1:], seats[0]])
    ]


def plan_out(table_game: TableGame, seat: int, level: str, key: str, at: float, why: str = LEFT) -> Change:
    """Plan that a bot of a level takes over from the person in a seat, who stays its owner.

    why: LEFT, or RESIGNED for good. Raises NotSeated when the game is over.
    """
    check_running(table_game)
    if (
        why == LEFT
        and sum(entry.kind == OUT and entry.seat == seat for entry in table_game.entries) >= MOST_OUTS
    ):
        raise NotSeated(Message("You can't leave again: {count} times a game is the limit.", count=MOST_OUTS))
    return _taken_over(table_game, [seat], level, why, at, key)


def plan_timeouts(table_game: TableGame, level: str, at: float) -> Change | None:
    """Plan that bots of a level take over from all people whose time is up; None if there are none.

    At a table where others ask for it (`Pace.by_claim`) there are none.
    """
    late = [] if table_game.clocks.pace.by_claim else table_game.late(at)
    return _taken_over(table_game, late, level, TIME, at) if late else None


def plan_claim(table_game: TableGame, seat: int, level: str, key: str, at: float) -> Change:
    """Plan that a bot of a level takes over from a person whose time is up, as another player asks.

    Raises NotSeated if there is time left.
    """
    check_running(table_game)
    if seat not in table_game.late(at):
        raise NotSeated(Message("There is time left."))
    return _taken_over(table_game, [seat], level, CLAIMED, at, key)


def _taken_over(
    table_game: TableGame, taken: Sequence[int], level: str, why: str, at: float, key: str = ""
) -> Change:
    """Plan that bots of a level take over from the people in some seats, who stay their owners."""
    rows, seats = Rows(table_game, at), list(table_game.seats)
    for seat in taken:
        rows.add(OUT, seat, {"level": level, "why": why}, key)
        seats[seat] = replace(seats[seat], kind=BOT, level=level)
    return rows.change(seats)


def plan_zone(table_game: TableGame, seat: int, zone: str, at: float) -> Change | None:
    """Plan that the person in a seat is in another time zone; None if it is the same, or not known."""
    if table_game.zones[seat] == zone or not is_zone(zone) or table_game.is_ended or table_game.over:
        return None
    if sum(entry.kind == ZONE and entry.seat == seat for entry in table_game.entries) >= MOST_ZONES:
        return None
    rows = Rows(table_game, at)
    rows.add(ZONE, seat, {"zone": zone})
    return rows.change(table_game.seats)


def is_zone(zone: str) -> bool:
    """Return whether a text names a time zone."""
    return zone in _zones()


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def plan_back(table_game: TableGame, seat: int, key: str, at: float) -> Change:
    """Plan that the owner of a seat plays it again instead of the bot. Raises NotSeated at the end."""
    check_running(table_game)
    if seat in table_game.resigned:
        raise NotSeated(Message("You have resigned: a bot plays your seat to the end."))
    rows, seats = Rows(table_game, at), list(table_game.seats)
    rows.add(BACK, seat, key=key)
    seats[seat] = replace(seats[seat], kind=PERSON, level="")
    return rows.change(seats)


def sat_down(table_game: TableGame) -> dict[int, int]:
    """Return the rows with which those people sat down who sit at a gathering table, by seat."""
    since = dict[int, int]()
    for entry in table_game.entries:
        if entry.kind == SIT:
            since[entry.seat] = entry.seq
    return {seat: seq for seat, seq in since.items() if table_game.seats[seat].kind == PERSON}


def host(table_game: TableGame) -> int | None:
    """Return the seat of the person who has sat longest at a gathering table, None if nobody sits."""
    since = sat_down(table_game)
    return min(since, key=since.__getitem__, default=None)


class Rows:
    """The rows of a change, after a row about all seats if the log does not say yet who plays."""

    def __init__(self, table_game: TableGame, at: float) -> None:
        self.table_game = table_game
        self.rows: list[Entry] = []
        self._time = table_game.next_time(at)

    def add(
        self, kind: str, seat: int, more: dict[str, Any] | None = None, key: str = "", action: int = 0
    ) -> None:
        """Add a row."""
        if not (self.table_game.is_seated or self.rows or kind == GATHER):
            stated = [[one.kind, one.level] for one in self.table_game.seats]
            self._add(SEATED, TABLE, {"seats": stated})
        self._add(kind, seat, more or {}, key, action)

    def _add(self, kind: str, seat: int, more: dict[str, Any], key: str = "", action: int = 0) -> None:
        text = kind if seat == TABLE else f"{kind} {seat}"
        seq = self.table_game.seq + len(self.rows)
        coded = json.dumps(more, sort_keys=True, separators=(",", ":")) if more else ""
        self.rows.append(Entry(seq, kind, seat, action, text, key, self._time, more=coded))

    def change(self, seats: Sequence[Seat]) -> Change:
        """Return the change that leads to these seats."""
        return Change(self.rows, None, seats=tuple(seats))


def _perhaps_started(rows: Rows, seats: Sequence[Seat]) -> Change:
    """Return the change with the start of the game in it if it was waiting for this seat alone."""
    full = all(seat.kind != OPEN for seat in seats)
    return _started(rows, seats) if full and rows.table_game.is_gathering else rows.change(seats)


def _started(rows: Rows, seats: Sequence[Seat]) -> Change:
    """Return the change with the start of the game, and the random draws before its first decision."""
    header = rows.table_game.header
    by_claim = not log_facts.is_listed(rows.table_game.is_listed, rows.rows)
    if rows.table_game.is_listed and is_private(rows.table_game):
        rows.add(LIST, TABLE, action=0)  # nobody may watch it
    name = log_facts.pace_name(rows.table_game.pace_name, rows.rows)
    pace = pace_of(name, header.game, header.players, by_claim)
    rows.add(START, TABLE, {"pace": pace.as_dict()} if pace.ticks else {})
    plan = rows.table_game.history.plan_draws()
    draws = rows.table_game.entries_of(plan.moves, rows.rows[0].at, before=len(rows.rows))
    return Change([*rows.rows, *draws], plan, seats=tuple(seats))


def _check_gathering(table_game: TableGame) -> None:
    if not table_game.is_gathering:
        raise Stale


def _check_free(table_game: TableGame, seat: int) -> None:
    """Raise NotSeated if a seat cannot be taken."""
    if table_game.seats[seat].kind != OPEN:
        raise NotSeated(Message("This seat is taken"))
    _check_few(table_game)


def _check_few(table_game: TableGame) -> None:
    """Raise NotSeated if the seats have changed too often; the game can still be started."""
    if table_game.is_gathering and table_game.seq > MOST_BEFORE:
        raise NotSeated(Message("Too many changes of seats. Start the game, or open a new table."))


def check_running(table_game: TableGame) -> None:
    """Raise Stale before the start, NotSeated after the end."""
    if table_game.is_gathering:
        raise Stale
    if table_game.over or table_game.is_ended:
        raise NotSeated(Message("The game is over."))
