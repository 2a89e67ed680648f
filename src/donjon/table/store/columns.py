"""The cached columns of a table's row that follow from its position: whom it waits for, standing, result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.kernel import rules
from donjon.kernel.game import Game
from donjon.table.store.clocks import GRACE, Clocks, read_pace
from donjon.table.store.rows import (
    BACK,
    BOT,
    END,
    ENDED,
    OUT,
    OVER,
    PACE,
    PERSON,
    START,
    TO_MOVE,
    UNDOS,
    WAITS,
    Entry,
    Seat,
    SeatNote,
    milliseconds,
)


@dataclass(frozen=True)
class After:
    """What a table's rows say about it: who is to move, the notes of the seats, the earliest deadline."""

    waits: str
    notes: list[SeatNote]
    due: int = 0


def columns_of(mask: int, seats: Sequence[Seat], clocks: Clocks) -> After:
    """Return what the rows of a table whose game has started say about it.

    mask: the seats to move, as bits; 0 after the end.
    """
    notes = [_note(mask, seat, clocks.due(seat.seat)) for seat in seats]
    dues = [note.due for note in notes if note.due]
    is_watched = bool(dues) and not clocks.pace.by_claim
    return After(who_is_waited_for(mask, seats), notes, min(dues) + GRACE if is_watched else 0)


def _note(mask: int, seat: Seat, due: int | None) -> SeatNote:
    if not mask:
        return SeatNote(seat.seat, ENDED)
    owes = seat.kind == PERSON and bool(mask >> seat.seat & 1)
    return SeatNote(seat.seat, TO_MOVE if owes else WAITS, due or 0 if owes else 0)


def people_to_move(mask: int, seats: Sequence[Seat]) -> list[int]:
    """Return the seats to move that people play."""
    return [seat.seat for seat in seats if seat.kind == PERSON and mask >> seat.seat & 1]


def who_is_waited_for(mask: int, seats: Sequence[Seat]) -> str:
    """Return who is to move in a running game: PERSON, BOT or OVER. mask: the seats to move, as bits."""
    if not mask:
        return OVER
    if all(seat.kind == BOT for seat in seats) and any(seat.is_away for seat in seats):
        # Everybody has left: the bots rest until somebody is back.
        return PERSON
    return BOT if any(seat.kind == BOT for seat in seats if mask >> seat.seat & 1) else PERSON


def take_in(
    clocks: Clocks, entries: Sequence[Entry], to_move: Sequence[int], zones: Sequence[str], moves: int
) -> None:
    """Let clocks go on after a whole change.

    to_move: the seats whose person is to move after it; moves: the number of moves in the game then. Raises
    ValueError if a row states no valid pace.
    """
    at = milliseconds(entries[0].at)
    for entry in entries:
        if entry.kind == START:
            clocks.begin(read_pace(entry.facts.get("pace", {})))
        elif entry.kind == PACE:
            clocks.set_pace(read_pace(entry.facts.get("pace", {})), at)
        elif entry.kind in UNDOS:
            clocks.go_back(entry.seat, moves, at)
        elif entry.kind == BACK:
            clocks.come_back(entry.seat)
    gains = not any(entry.kind in (OUT, PACE, END, *UNDOS) for entry in entries)
    clocks.settle(at, to_move, zones, moves, gains)


def standing(game: Game, state: Any) -> str:
    """Return the seats to move, each seat's points and the round, as a spectator sees them, as JSON."""
    view, mask = game.view(state, None), int(rules.waiting(state))
    to_move = [seat for seat in range(len(view["players"])) if mask >> seat & 1]
    facts: dict[str, Any] = {"to_move": to_move, "totals": [int(one["total"]) for one in view["players"]]}
    if game.round is not None:
        facts["round"] = game.round(state)
    return json.dumps(facts)


def of_older_version(standing: str) -> str:
    """Return a standing as versions before the round noted it."""
    return json.dumps({key: value for key, value in json.loads(standing).items() if key != "round"})


def result_digest(game: Game, state: Any, actions: int) -> str:
    """Return the SHA-256, in hex, of a final position after `actions` stored actions.

    It shows whether other rules, or another program, end the game in the same way.

    It is made from plain data with names (points by source, ranks, position), not from the bytes of the
    state, so that it stays the same when the layout of the state changes.
    """
    players = int(rules.seats(state))
    points = np.zeros((players, len(game.SOURCES)), np.int32)
    rules.points(state, points)
    facts = {
        "game": game.name,
        "actions": actions,
        "points": [dict(zip(game.SOURCES, map(int, row), strict=True)) for row in points],
        "ranks": rules.ranking(state),
        "position": game.position(state),
    }
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
