"""Games in one process: seats, and what a seed decides."""

from __future__ import annotations

from collections import Counter

import pytest

import donjon
from donjon.errors import BadOption
from donjon.lab.arena.game_runner import GameRunner, rotations, seatings_of_a_deal, table


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    assert table(["a", "b"], 4) == ["a", "b", "b", "b"]
    assert rotations(["a", "b", "c"]) == [["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("which", ["rotations", "all"])
def test_every_bot_sits_at_every_seat_equally_often(count: int, players: int, which: str) -> None:
    names = ["a", "b", "c", "d"][:count]
    tables = seatings_of_a_deal(names, players, which)  # type: ignore[arg-type]
    for name in names:
        at = Counter(seat for seats in tables for seat, bot in enumerate(seats) if bot == name)
        assert len(at) == players
        assert len(set(at.values())) == 1
    assert len({tuple(seats) for seats in tables}) == len(tables)


def test_all_orders_are_more_than_rotations() -> None:
    assert len(seatings_of_a_deal(["a", "b", "c"], 3)) == 3
    assert len(seatings_of_a_deal(["a", "b", "c"], 3, "all")) == 6
    assert len(seatings_of_a_deal(["a", "b"], 4, "all")) == 4


def test_with_more_bots_than_seats_each_meets_each() -> None:
    tables = seatings_of_a_deal(["a", "b", "c"], 2)
    assert {frozenset(seats) for seats in tables} == {frozenset(pair) for pair in ("ab", "ac", "bc")}
    assert len(tables) == 6


def test_too_many_games_of_a_deal_are_refused() -> None:
    with pytest.raises(BadOption, match="fewer bots"):
        seatings_of_a_deal([f"bot {number}" for number in range(9)], 4, "all")


GAME = donjon.games["kingdom-builder"]


def test_the_clock_changes_no_game() -> None:
    """It only leaves compiled code after every decision."""
    for seating in (["random", "random"], ["beginner", "random", "random"]):
        timed, plain = (GameRunner(GAME, "s", None, clock).play(seating, 4) for clock in (True, False))
        assert (timed.points, timed.ranks, timed.actions) == (plain.points, plain.ranks, plain.actions)
        assert plain.decisions == [0] * len(seating)
        assert min(timed.decisions) > 10
        assert all(spent is not None and spent > 0 for spent in timed.processor)


def test_the_number_decides_the_deal_and_seats_the_rest() -> None:
    runner = GameRunner(GAME, "s", None, clock=True)
    first, again, other = (runner.play(["random"] * 3, number) for number in (1, 1, 2))
    assert (first.points, first.decisions) == (again.points, again.decisions)
    assert first.points != other.points
    assert sorted(first.ranks)[0] == 1
    assert first.lost == [[], [], []]


def test_options_are_obeyed() -> None:
    plain, odd = (
        GameRunner(donjon.games["ys"], "s", options).play(["random"] * 3, 1)
        for options in ({}, {"royal_favour": "yes"})
    )
    assert plain.points != odd.points


def test_bots_with_and_without_a_clock_of_their_own_meet() -> None:
    result = GameRunner(GAME, "s", None, clock=True).play(["flat:0.001s", "random"], 0)
    assert min(result.decisions) > 10
    assert all(spent is not None and spent > 0 for spent in result.processor)
