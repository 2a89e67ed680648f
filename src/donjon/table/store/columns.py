"""The cached columns of a table's row that follow from its position: whom it waits for, standing, result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from donjon.kernel import rules
from donjon.kernel.game import Game
from donjon.table.store.rows import BOT, ENDED, OVER, PERSON, TO_MOVE, WAITS, Seat, SeatNote


def who_is_waited_for(state: Any, seats: Sequence[Seat]) -> str:
    """Return who is to move in a running game: PERSON, BOT or OVER."""
    mask = int(rules.waiting(state))
    if not mask:
        return OVER
    if all(seat.kind == BOT for seat in seats) and any(seat.is_away for seat in seats):
        # Everybody has left: the bots rest until somebody is back.
        return PERSON
    return BOT if any(seat.kind == BOT for seat in seats if mask >> seat.seat & 1) else PERSON


def seat_notes(state: Any, seats: Sequence[Seat], is_gathering: bool = False) -> list[SeatNote]:
    """Return what lists of games say about the seats: whether their person is to move."""
    mask = 0 if is_gathering else int(rules.waiting(state))
    if not mask and not is_gathering:
        return [SeatNote(seat.seat, ENDED) for seat in seats]
    return [
        SeatNote(seat.seat, TO_MOVE if seat.kind == PERSON and mask >> seat.seat & 1 else WAITS)
        for seat in seats
    ]


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
