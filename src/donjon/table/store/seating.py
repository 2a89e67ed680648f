"""Who plays the seats of a table, as rows of its log: planned here, and read back.

A row says what happens to a seat, never whose it is: owners and names stand in the table `seats`, as a person
may be forgotten or become another one, and the log stays as it is. A table that began at once has no such
rows before the first change of its seats; a row SEATED then says how the seats were until then.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from donjon.errors import Spoken
from donjon.kernel.message import Message
from donjon.table.store.rows import BACK, BOT, OPEN, OUT, PERSON, SEATED, SIT, TABLE, Entry, Seat
from donjon.table.store.table_game import Change, TableGame

# Why a bot took over a seat.
LEFT = "left"
# How often the person in a seat may leave: each time is stored for ever.
MOST_OUTS = 100


class NotSeated(Spoken):
    """A refusal of a change of seats; `message` says why."""


def plan_sit(table_game: TableGame, seat: int, owner: str, name: str, at: float) -> Change:
    """Plan that a guest takes an open seat. `name`: "" for the name of the seat. Raises NotSeated."""
    old = table_game.seats[seat]
    if old.kind != OPEN:
        raise NotSeated(Message("This seat is taken"))
    return _change(table_game, SIT, Seat(seat, PERSON, owner, name or old.name), {}, "", at)


def plan_out(table_game: TableGame, seat: int, level: str, key: str, at: float, why: str = LEFT) -> Change:
    """Plan that a bot of a level takes over from the person in a seat, who stays its owner.

    Raises NotSeated when the game is over.
    """
    _check_running(table_game)
    old = table_game.seats[seat]
    if sum(entry.kind == OUT and entry.seat == seat for entry in table_game.entries) >= MOST_OUTS:
        raise NotSeated(Message("You can't leave again: {count} times a game is the limit.", count=MOST_OUTS))
    taken = replace(old, kind=BOT, level=level)
    return _change(table_game, OUT, taken, {"level": level, "why": why}, key, at)


def plan_back(table_game: TableGame, seat: int, key: str, at: float) -> Change:
    """Plan that the owner of a seat plays it again instead of the bot. Raises NotSeated at the end."""
    _check_running(table_game)
    back = replace(table_game.seats[seat], kind=PERSON, level="")
    return _change(table_game, BACK, back, {}, key, at)


def _check_running(table_game: TableGame) -> None:
    if table_game.over:
        raise NotSeated(Message("The game is over."))


def _change(
    table_game: TableGame, kind: str, taken: Seat, more: dict[str, Any], key: str, at: float
) -> Change:
    """Return a change of one seat, after a row about all seats if there is none yet."""
    seats, rows = list(table_game.seats), list[Entry]()
    time = table_game.next_time(at)
    if not table_game.is_seated:
        stated = {"seats": [[seat.kind, seat.level] for seat in seats]}
        rows.append(Entry(table_game.seq, SEATED, TABLE, 0, "", "", time, more=_json(stated)))
    text = f"{kind} {taken.seat}"
    rows.append(Entry(table_game.seq + len(rows), kind, taken.seat, 0, text, key, time, more=_json(more)))
    seats[taken.seat] = taken
    return Change(rows, None, seats=tuple(seats))


def _json(more: dict[str, Any]) -> str:
    return json.dumps(more, sort_keys=True, separators=(",", ":")) if more else ""
