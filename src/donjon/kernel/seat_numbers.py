"""Check seat numbers from callers before they are used as an index.

For NumPy -1 is the last seat, and for Python True is seat 1: without a check a wrong number would show the
hidden information of another player.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from donjon.errors import BadPosition, GameOver, NotYourTurn, UnknownSeat
from donjon.kernel import rules
from donjon.kernel.game import check_game
from donjon.kernel.rules import NATURE, NOBODY
from donjon.kernel.untrusted import short


def seat_number(value: Any, players: int, nature: bool = False) -> int:
    """Return a seat as a plain int, 0 <= seat < players; with `nature`, NATURE is valid, too.

    Raises UnknownSeat.
    """
    number = _whole(value)
    if number is not None and (0 <= number < players or (nature and number == NATURE)):
        return number
    raise UnknownSeat(f"There is no seat {short(value)}; the seats are 0 to {players - 1}.")


def reader_number(value: Any, players: int) -> int | None:
    """Return the seat of a viewer as a plain int; None for a spectator, given as None or NOBODY.

    Raises UnknownSeat.
    """
    number = None if value is None else _whole(value)
    if value is None or number == NOBODY:
        return None
    if number is not None and 0 <= number < players:
        return number
    raise UnknownSeat(
        f"There is no seat {short(value)}; the seats are 0 to {players - 1}, and None is a spectator."
    )


def deciding_seat(game: Any, state: Any, value: Any) -> int:
    """Return one of the seats to move in a position of a game, as a plain int.

    Raises UnknownGame if `game` is not a Game, BadPosition if `state` is not a record of its STATE, GameOver,
    UnknownSeat, or NotYourTurn if it isn't the seat's turn.
    """
    check_game(game)
    if not isinstance(state, np.void) or state.dtype != game.STATE:
        raise BadPosition(f"Give a position of {game.title} as match.state, not as {short(state)}.")
    if rules.over(state):
        raise GameOver("The game is over: there are no more decisions.")
    waiting = rules.seats_waiting(state)
    if waiting == (NATURE,):
        raise NotYourTurn("No player decides now: nature does. Play it as seat NATURE.")
    seat = seat_number(value, int(rules.seats(state)))
    if seat not in waiting:
        owing = ", ".join(f"seat {other}" for other in waiting)
        raise NotYourTurn(f"Seat {seat} has no decision now, but {owing} has.")
    return seat


def _whole(value: Any) -> int | None:
    """Return an integer of any type, NumPy's too, as a plain int; None for bools and other values."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None
