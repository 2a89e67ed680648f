"""A seat that a caller gives is one of the game's, or refused in a sentence."""

from typing import Any

import numpy as np
import pytest

import donjon
from donjon.kernel.rules import NATURE, NOBODY
from donjon.kernel.seat_numbers import deciding_seat, reader_number, seat_number

NO_SEATS = (-2, 3, 99, 10**30, "0", "x", "all", 1.0, 1.5, float("nan"), True, False, [0], np.bool_(True))


@pytest.mark.parametrize("given", NO_SEATS, ids=repr)
def test_what_is_no_seat_is_refused(given: Any) -> None:
    for check in (seat_number, reader_number):
        with pytest.raises(donjon.UnknownSeat, match=r"the seats are 0 to 2"):
            check(given, 3)


@pytest.mark.parametrize("given", [2, np.int64(2), np.uint8(2)], ids=repr)
def test_a_seat_becomes_a_plain_number(given: Any) -> None:
    assert [type(check(given, 3)) for check in (seat_number, reader_number)] == [int, int]
    assert seat_number(given, 3) == reader_number(given, 3) == 2


def test_nature_is_a_seat_only_where_she_may_play() -> None:
    assert seat_number(NATURE, 3, nature=True) == NATURE
    for check in (seat_number, reader_number):
        with pytest.raises(donjon.UnknownSeat):
            check(NATURE, 3)


def test_nobody_is_a_spectator_and_plays_nothing() -> None:
    assert reader_number(None, 3) is None
    assert reader_number(NOBODY, 3) is None
    for given in (None, NOBODY):
        with pytest.raises(donjon.UnknownSeat):
            seat_number(given, 3, nature=True)


def test_only_a_seat_that_owes_a_decision_decides() -> None:
    match = donjon.new("kingdom-builder", players=2, seed=7, first=0)
    assert deciding_seat(match.game, match.state, np.int64(0)) == 0
    with pytest.raises(donjon.NotYourTurn, match=r"Seat 1 has no decision now, but seat 0 has\."):
        deciding_seat(match.game, match.state, 1)
    with pytest.raises(donjon.UnknownSeat):
        deciding_seat(match.game, match.state, 2)
    imposed = donjon.new("kingdom-builder", players=2, nature="imposed")
    with pytest.raises(donjon.NotYourTurn, match="nature does"):
        deciding_seat(imposed.game, imposed.state, NATURE)
