"""Games in one process."""

import donjon
from donjon.lab.arena.hall import Hall

GAME = donjon.games["kingdom-builder"]


def test_the_clock_changes_no_game() -> None:
    """It only leaves compiled code after every decision."""
    for seating in (["random", "random"], ["beginner", "random", "random"]):
        timed, plain = (Hall(GAME, "s", None, clock).play(seating, 4) for clock in (True, False))
        assert (timed.points, timed.ranks, timed.actions) == (plain.points, plain.ranks, plain.actions)
        assert plain.decisions == [0] * len(seating)
        assert min(timed.decisions) > 10
        assert all(spent is not None and spent > 0 for spent in timed.processor)


def test_the_number_decides_the_deal_and_seats_the_rest() -> None:
    hall = Hall(GAME, "s", None, clock=True)
    first, again, other = (hall.play(["random"] * 3, number) for number in (1, 1, 2))
    assert (first.points, first.decisions) == (again.points, again.decisions)
    assert first.points != other.points
    assert sorted(first.ranks)[0] == 1
    assert first.lost == [[], [], []]


def test_options_are_obeyed() -> None:
    plain, odd = (
        Hall(donjon.games["ys"], "s", options).play(["random"] * 3, 1)
        for options in ({}, {"royal_favour": "yes"})
    )
    assert plain.points != odd.points


def test_bots_with_and_without_a_clock_of_their_own_meet() -> None:
    result = Hall(GAME, "s", None, clock=True).play(["flat:0.001s", "random"], 0)
    assert min(result.decisions) > 10
    assert all(spent is not None and spent > 0 for spent in result.processor)
