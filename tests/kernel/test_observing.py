"""Observations: what is seen of a record, by whom, and where it stands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from donjon.kernel.observing import Observation, changing, one_of, scaled, seat_of
from donjon.kernel.records import BY_SEAT, NOT_SEEN, OWNER, SOME, Ints, Record, Records, field, layout

SEATS, NOBODY = 3, -1


class Seat(Record):
    hand: int = field("i4", known=OWNER, observe=one_of(4))
    coins: int = field("i4", observe=scaled(10))
    guess: int = field("i4", known=SOME)


class State(Record):
    players: int = field("i4")
    owner: Ints = field("i1", 5, observe=seat_of(SEATS, only=4))
    deck: Ints = field("i1", 2)
    near: Ints = field("i8", 7, observe=NOT_SEEN)
    seats: Records[Seat] = field(Seat, SEATS, observe=BY_SEAT)


SEEN = Observation(State, unseen=2)


def state() -> Any:
    one = np.zeros(1, layout(State))[0]
    one.players = 2
    one.owner[:] = [1, -1, 0, -1, 1]
    one.deck[:] = [3, -1]
    for seat, (hand, coins) in enumerate([(2, 5), (3, 7)]):
        one.seats[seat].hand, one.seats[seat].coins, one.seats[seat].guess = hand, coins, 9
    return one


def seen(seat: int) -> dict[str, Any]:
    out = np.full(SEEN.size, 7, np.float32)
    SEEN.fill(state(), seat, out)
    return {name: out[one.range].reshape(one.shape).tolist() for name, one in SEEN.ranges.items()}


def test_fields_stand_one_after_the_other_by_record_value_and_element() -> None:
    shapes = {name: one.shape for name, one in SEEN.ranges.items()}
    assert shapes == {
        "players": (1,),
        "owner": (3, 4),
        "deck": (2,),
        "seats.hand": (3, 4),
        "seats.coins": (3,),
        "unseen": (2,),
    }
    assert [one.first for one in SEEN.ranges.values()] == [0, 1, 13, 15, 27, 30]
    assert (SEEN.size, SEEN.at("unseen")) == (32, 30)


@pytest.mark.parametrize("seat", [0, NOBODY])
def test_public_fields_are_seen_from_the_viewer_or_from_seat_0_on(seat: int) -> None:
    here = seen(seat)
    assert here["players"] == [2]
    assert here["owner"] == [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    assert here["deck"] == [3, -1]
    assert here["seats.coins"] == pytest.approx([0.5, 0.7, 0])
    assert here["unseen"] == [0, 0], "what the game adds is its own"


def test_the_viewer_comes_first() -> None:
    here = seen(1)
    assert here["owner"] == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
    assert here["seats.coins"] == pytest.approx([0.7, 0.5, 0])


def test_what_only_its_owner_knows_is_seen_by_no_other() -> None:
    hands = {seat: seen(seat)["seats.hand"] for seat in (0, 1, NOBODY)}
    assert hands[0] == [[0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert hands[1] == [[0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert not np.any(hands[NOBODY])


def test_a_party_that_is_no_seat_keeps_its_number() -> None:
    one = state()
    one.owner[0] = 2
    out = np.zeros(SEEN.size, np.float32)
    for seat in (0, 1):
        SEEN.fill(one, seat, out)
        assert out[SEEN.ranges["owner"].range].reshape(3, 4)[:, 0].tolist() == [0, 0, 1]


def test_fields_that_follow_from_others_are_not_part_of_what_changes() -> None:
    paths = [path for path, _field in changing(State)]
    assert paths == ["players", "owner", "deck", "seats.hand", "seats.coins", "seats.guess"]
