"""The puzzle of the day: which one it is, and the days in a row on which a visitor found it."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from donjon.coach import puzzles_of
from donjon.table.learn import daily
from donjon.table.learn.daily import HINTED, MISSED, MOST_MARKS, SHOWN, Days, read

DAY = date(2026, 11, 25)


def after(days: int) -> date:
    return DAY + timedelta(days)


def test_a_day_has_one_puzzle_that_follows_from_the_date_alone():
    assert daily.of_day(DAY) == daily.of_day(date(2026, 11, 25))
    assert [daily.of_day(date(2026, 12, day)) for day in (1, 2, 3, 4)] == PINNED


# A day's puzzle is the same on every server and in every release with the same puzzles.
PINNED = [("kingdom-builder", 63), ("ys", 1), ("caylus", 20), ("kingdom-builder", 22)]


def test_the_games_take_turns_and_no_puzzle_comes_again_before_all_others_of_its_game():
    shown = [daily.of_day(after(day)) for day in range(600)]
    assert all(game != other for (game, _), (other, _) in pairwise(shown))
    for game in ("caylus", "kingdom-builder", "ys"):
        numbers = [number for name, number in shown if name == game]
        count = len(puzzles_of(game))
        assert sorted(numbers[:count]) == list(range(1, count + 1))


def test_days_in_a_row_are_counted_and_a_day_left_out_ends_them():
    days = Days()
    for count in (1, 2, 3):
        days = days.with_found(after(count))
        assert days.streak(after(count)) == count
    assert days.streak(after(4)) == 3, "today is not over yet"
    assert days.streak(after(5)) == 0
    again = days.with_found(after(5))
    assert again.streak(after(5)) == 1
    assert [again.found(after(day)) for day in range(7)] == [False, True, True, True, False, True, False]


def test_a_day_counts_once_and_one_that_was_shown_does_not_count():
    days = Days().with_found(DAY)
    assert days.with_found(DAY) == days
    shown = Days().with_mark(DAY, SHOWN)
    assert shown.with_found(DAY).streak(DAY) == 0
    assert shown.with_mark(DAY, MISSED).was_shown(DAY), "another try does not make it unseen"
    assert shown.with_found(after(1)).streak(after(1)) == 1
    assert days.with_mark(DAY, SHOWN) == days, "who has found it may look at it again"


def test_a_first_try_is_one_without_another_before_on_that_day():
    assert Days().before(DAY) == ""
    missed = Days().with_mark(DAY, MISSED)
    assert missed.before(DAY) == MISSED
    assert missed.before(after(1)) == ""
    assert missed.with_found(DAY).streak(DAY) == 1, "a later try counts"


def test_misses_and_hints_of_a_day_are_kept_in_order_until_it_is_found():
    days = Days().with_mark(DAY, MISSED).with_mark(DAY, HINTED).with_mark(DAY, MISSED)
    assert days.before(DAY) == MISSED + HINTED + MISSED
    found = days.with_found(DAY)
    assert found.streak(DAY) == 1, "a hint does not end the days in a row"
    assert found.with_mark(DAY, HINTED) == found
    assert found.before(after(1)) == ""
    for _ in range(2 * MOST_MARKS):
        days = days.with_mark(DAY, MISSED)
    assert len(days.before(DAY)) == MOST_MARKS
    shown = days.with_mark(DAY, SHOWN)
    assert shown.was_shown(DAY), "however many moves were tried before"
    assert read(shown.cookie) == shown


def test_a_clock_that_goes_back_keeps_the_days():
    days = Days().with_found(DAY).with_found(after(1))
    assert days.streak(DAY) == 0
    assert days.with_found(DAY) == days


@pytest.mark.parametrize(
    "days",
    [
        Days(),
        Days().with_found(DAY),
        Days().with_mark(DAY, MISSED),
        Days().with_mark(DAY, SHOWN),
        Days().with_mark(DAY, MISSED).with_mark(DAY, HINTED).with_mark(DAY, MISSED),
        Days().with_found(DAY).with_found(after(1)).with_found(after(9)).with_mark(after(10), MISSED),
    ],
)
def test_the_cookie_goes_both_ways(days):
    assert read(days.cookie) == days


@pytest.mark.parametrize(
    "cookie",
    ["", "x", "1-2", "9999999-1-1", "5-0-1", "0-3-1", "5-3-0", "5-3-zz", "-" * 2000, "1-1-1-9999999m"],
)
def test_a_cookie_that_holds_nothing_possible_is_no_day(cookie):
    assert read(cookie) == Days()
