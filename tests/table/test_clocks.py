"""Clocks as a computation from times: what is charged, when time is up, what an undo and a new pace give."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from donjon.kernel.games import games
from donjon.table.store import paces
from donjon.table.store.clocks import (
    DAY,
    DAYS,
    GRACE,
    HOUR,
    LIVE,
    MINUTE,
    NIGHT_FIRST,
    NIGHT_LAST,
    NO_PACE,
    SECOND,
    Clocks,
    Pace,
    after_night,
    lost,
    read_pace,
)
from scripts.turns import measured

SEATS = 3
TWENTY = Pace(LIVE, 0, 20 * MINUTE, 30 * SECOND, 40 * MINUTE, name="twenty")
SHORT = Pace(LIVE, 5 * SECOND, MINUTE, 10 * SECOND, 2 * MINUTE, name="short")
TWO_DAYS = Pace(DAYS, 2 * DAY, 7 * DAY, 0, 7 * DAY, name="days")
STEP = st.one_of(
    st.tuples(st.just("change"), st.integers(1, 500_000), st.sets(st.integers(0, SEATS - 1))),
    st.tuples(st.just("pace"), st.integers(1, 500_000), st.sampled_from([TWENTY, SHORT, TWO_DAYS, NO_PACE])),
    st.tuples(st.just("undo"), st.integers(1, 500_000), st.integers(0, SEATS - 1)),
)
AWAY = ((200_000, 320_000), (900_000, 900_001), (1_500_000, 2_000_000))


def course(steps, outages=AWAY, check=lambda *_: None):
    """Clocks after steps, and the time; `check` gets the clocks before and after each step."""
    clocks, at, moves, owing = Clocks(SEATS, outages=outages), 0, 0, set()
    positions = [set()]
    clocks.set_pace(TWENTY, 0)
    clocks.settle(0, (), [""] * SEATS, 0)
    for kind, wait, what in steps:
        at += wait
        before = clocks.copy()
        if kind == "change":
            owing, moves = what, moves + 1
            positions.append(what)
        elif kind == "pace":
            clocks.set_pace(what, at)
        elif moves:
            moves -= 1
            positions.pop()
            owing = positions[-1]
            clocks.go_back(what, moves, at)
        clocks.settle(at, owing, [""] * SEATS, moves, kind == "change")
        check(before, clocks, at, kind, what)
    return clocks, at


@given(st.lists(STEP, max_size=40))
@settings(deadline=None, max_examples=300)
def test_time_charged_is_the_time_owed_by_a_second_reckoning(steps):
    """TBL-10: whatever is done, the time used is that between changes after which the seat was to move."""
    owed, since = [0] * SEATS, [0, set()]

    def check(_before, after, at, _kind, _what):
        passed = at - since[0] - lost(AWAY, since[0], at)
        for seat in since[1]:
            owed[seat] += passed
        since[:] = [at, set(after.turns)]

    clocks, at = course(steps, check=check)
    for seat in range(SEATS):
        assert clocks.charged[seat] + clocks.running(seat, at) == owed[seat]
        assert clocks.reserves[seat] >= 0


@given(st.lists(STEP, max_size=40))
@settings(deadline=None, max_examples=300)
def test_no_time_is_made_by_an_undo_or_by_changing_the_pace_to_and_fro(steps):
    """TBL-10, TBL-11: who asks for an undo never has more after it than before."""

    def check(before, after, at, kind, what):
        if kind == "undo":
            assert after.reserve_left(what, at) <= max(before.reserve_left(what, at), before.reserves[what])
        if kind == "pace" and what == before.pace:
            assert all(new <= old for new, old in zip(after.reserves, before.reserves, strict=True))
        if kind == "pace" and what.purse in before.purses:
            held = before.purses[what.purse] if what.purse != before.pace.purse else before.reserves
            assert all(new <= old for new, old in zip(after.reserves, held, strict=True))

    course(steps, check=check)


@given(st.lists(STEP, max_size=30), st.integers(1, 4))
@settings(deadline=None, max_examples=200)
def test_rows_that_change_nothing_about_who_is_to_move_cost_and_give_nothing(steps, parts):
    clocks, at = course(steps)
    twin = clocks.copy()
    for part in range(1, parts + 1):
        twin.settle(at + part, list(clocks.turns), [""] * SEATS, 10**6)
    for seat in range(SEATS):
        assert twin.reserve_left(seat, at + 10) == clocks.reserve_left(seat, at + 10)
        assert twin.due(seat) == clocks.due(seat)


def turn(clocks, seat, since, until, moves):
    """A turn of a seat, after which nobody is to move."""
    clocks.settle(since, [seat], [""] * SEATS, moves)
    clocks.settle(until, [], [""] * SEATS, moves + 1)


def test_a_turn_costs_its_time_and_brings_the_increment():
    clocks = Clocks(SEATS)
    clocks.set_pace(TWENTY, 0)
    turn(clocks, 0, 1000, 61_000, 0)
    assert clocks.reserves[0] == 20 * MINUTE - 60 * SECOND + 30 * SECOND
    assert clocks.reserves[1] == 20 * MINUTE


def test_playing_and_undoing_brings_the_increment_once():
    """An increment for each of play, undo, play, undo could be farmed."""
    clocks = Clocks(SEATS)
    clocks.set_pace(TWENTY, 0)
    clocks.settle(0, [0], [""] * SEATS, 0)
    for number in range(10):
        at = 2000 * number
        clocks.settle(at + 1000, [], [""] * SEATS, 1)
        clocks.go_back(0, 0, at + 2000)
        clocks.settle(at + 2000, [0], [""] * SEATS, 0, gains=False)
    clocks.settle(21_000, [], [""] * SEATS, 1)
    used = 11 * 1000
    assert clocks.charged[0] == used
    assert clocks.reserves[0] == 20 * MINUTE - used + 30 * SECOND


def test_playing_and_undoing_gives_no_free_time_anew():
    """TBL-10: else a move a day could be put off for ever by playing and undoing each day."""
    clocks = Clocks(SEATS)
    clocks.set_pace(TWO_DAYS, 0)
    clocks.settle(0, [0], [""] * SEATS, 0)
    first = clocks.due(0)
    clocks.settle(DAY, [], [""] * SEATS, 1)
    clocks.go_back(0, 0, DAY + HOUR)
    clocks.settle(DAY + HOUR, [0], [""] * SEATS, 0, gains=False)
    assert clocks.due(0) == first + HOUR, "the hour in which nobody was to move is not charged"


def test_an_undo_by_another_takes_no_time_from_who_was_to_move():
    clocks = Clocks(SEATS)
    clocks.set_pace(TWENTY, 0)
    clocks.settle(0, [0], [""] * SEATS, 0)
    clocks.settle(1000, [1], [""] * SEATS, 1)
    clocks.go_back(0, 0, 301_000)
    clocks.settle(301_000, [0], [""] * SEATS, 0, gains=False)
    assert clocks.reserves[1] == 20 * MINUTE
    assert clocks.reserve_left(0, 301_000) == 20 * MINUTE - 1000 + 30 * SECOND


def test_an_undo_never_ends_the_time_of_who_asks_for_it():
    clocks = Clocks(SEATS)
    clocks.set_pace(SHORT, 0)
    turn(clocks, 0, 0, 60_000, 0)
    clocks.settle(60_001, [0], [""] * SEATS, 1)
    at = 60_001 + 14_000
    assert clocks.due(0) > at
    clocks.go_back(0, 0, at)
    clocks.settle(at, [0], [""] * SEATS, 0, gains=False)
    assert clocks.due(0) > at


def test_time_is_up_a_little_after_zero():
    clocks = Clocks(SEATS)
    clocks.set_pace(SHORT, 0)
    clocks.settle(0, [0, 2], [""] * SEATS, 0)
    due = clocks.due(0)
    assert due == 65 * SECOND
    assert clocks.late(due + GRACE - 1) == []
    assert clocks.late(due + GRACE) == [0, 2]


def test_who_comes_back_has_time_to_play():
    clocks = Clocks(SEATS)
    clocks.set_pace(SHORT, 0)
    clocks.settle(0, [0], [""] * SEATS, 0)
    clocks.settle(70_000, [], [""] * SEATS, 0, gains=False)
    assert clocks.reserves[0] == 0
    clocks.come_back(0)
    assert clocks.reserves[0] == 20 * SECOND


@given(
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 10**5)), max_size=3),
)
@settings(deadline=None, max_examples=300)
def test_a_clock_runs_out_when_nothing_is_left(since, reserve, gaps):
    at, outages = 0, []
    for gap, length in sorted(gaps):
        begin = max(gap, at)
        outages.append((begin, begin + length))
        at = begin + length
    clocks = Clocks(1, outages=tuple(outages))
    clocks.set_pace(Pace(LIVE, 1000, reserve, 0, reserve), 0)
    clocks.settle(since, [0], [""], 0)
    due = clocks.due(0)
    assert clocks.running(0, due) == 1000 + reserve
    assert clocks.reserve_left(0, due) + clocks.free_left(0, due) == 0


ZONES = ["UTC", "Europe/Budapest", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu"]


@given(st.integers(0, 2**41), st.sampled_from(ZONES))
@settings(deadline=None, max_examples=500)
def test_a_deadline_never_falls_into_the_night_and_moves_by_less_than_half_a_day(due, zone):
    """TBL-10."""
    moved = after_night(due, zone)
    assert due <= moved <= due + 12 * HOUR
    hour = datetime.fromtimestamp(moved / 1000, UTC).astimezone(ZoneInfo(zone)).hour
    assert NIGHT_LAST <= hour < NIGHT_FIRST
    assert after_night(moved, zone) == moved


def test_no_night_is_known_of_a_zone_that_is_not_known():
    assert after_night(3 * HOUR, "") == after_night(3 * HOUR, "Mars/Olympus") == 3 * HOUR


@pytest.mark.parametrize("pace", [TWENTY, SHORT, TWO_DAYS, NO_PACE])
def test_a_pace_is_read_as_it_was_written(pace):
    assert read_pace(pace.as_dict()) == pace


@pytest.mark.parametrize(
    "stated",
    [
        None,
        [],
        {"kind": "never"},
        {**TWENTY.as_dict(), "reserve": -1},
        {**TWENTY.as_dict(), "free": "1"},
        {**TWENTY.as_dict(), "most": True},
        {**TWENTY.as_dict(), "name": None},
    ],
)
def test_a_pace_that_cannot_be_is_refused(stated):
    with pytest.raises(ValueError, match="pace"):
        read_pace(stated)


@pytest.mark.parametrize("name", list(games))
def test_the_turns_of_a_game_are_those_of_games_played(name):
    """What clocks get their times from is measured: other games than those measured agree."""
    game = games[name]
    for players in (min(game.seats), max(game.seats)):
        known = paces.turns(name, players)
        assert known == pytest.approx(measured(game, players, "other", 3), rel=0.25), players


@pytest.mark.parametrize("name", list(games))
@pytest.mark.parametrize("choice", [one for one in paces.CHOICES if one.minutes])
def test_a_live_pace_gives_about_the_minutes_that_it_says(name, choice):
    for players in games[name].seats:
        pace = paces.pace_of(choice.name, name, players)
        whole = pace.reserve + pace.increment * paces.turns(name, players)
        assert whole == pytest.approx(choice.minutes * MINUTE, rel=0.2)


def test_a_pace_that_is_not_known_has_no_clock():
    assert paces.pace_of("blitz", "caylus", 2) == NO_PACE
    assert paces.pace_of("", "caylus", 2) == NO_PACE
    assert paces.choice_of("blitz") is None
