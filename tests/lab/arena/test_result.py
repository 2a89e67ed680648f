"""What a tournament says."""

import json

import numpy as np
import pytest

from donjon.lab.arena.result import elo_course, outcome, scores_of_deals, win_share
from donjon.lab.arena.statistics import ELO, Bounds, SequentialTest
from donjon.lab.arena.tournament import Course, Settings, first_score
from tests.lab.arena.games import deal, game

SETTINGS = Settings("kingdom-builder", 2, ("a", "b"))
DEALS = [deal([9, 3], [9, 3]), deal([9, 3], [3, 9]), deal([5, 5], [6, 2]), deal([3, 9], [3, 9])]


def test_shares_points_and_costs() -> None:
    result = outcome(Course(SETTINGS, DEALS, "played"))
    assert (result.deals, result.games, result.games_per_deal, result.test) == (4, 8, 2, None)
    first, second = result.standings
    assert (first.bot, first.games, first.seats_per_game, first.expected_share) == ("a", 8, 1, 0.5)
    assert (first.win_share, second.win_share) == (4.5 / 8, 3.5 / 8)
    assert (first.points, second.points) == (47 / 8, 43 / 8)
    assert first.points_interval == pytest.approx(
        (
            47 / 8 - 1.959964 * np.std([9, 6, 5.5, 3], ddof=1) / 2,
            47 / 8 + 1.959964 * np.std([9, 6, 5.5, 3], ddof=1) / 2,
        )
    )
    assert first.elo == pytest.approx(ELO * np.log((4.5 / 2 + 0.5) / (3.5 / 2 + 0.5)))
    assert (second.elo, second.elo_interval) == (0, (0, 0))
    assert first.win_share_interval[0] < first.win_share < first.win_share_interval[1]
    assert (first.decisions, first.milliseconds, first.lost) == (80, pytest.approx(20), 0)
    assert json.loads(json.dumps(result.as_dict()))["standings"][1]["bot"] == "b"


def test_seats_of_one_bot_are_taken_together() -> None:
    played = [game("abb", [9, 9, 3]), game("bab", [3, 9, 9]), game("bba", [9, 3, 3])]
    result = outcome(Course(Settings("kingdom-builder", 3, ("a", "b")), [played], "played"))
    first, second = result.standings
    assert (first.seats_per_game, second.seats_per_game) == (1, 2)
    assert (first.win_share, second.win_share) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert first.expected_share == pytest.approx(1 / 3)
    assert (first.points, second.points) == (7, 6)
    assert win_share(played[0], "b") == 0.5


def test_bots_that_met_only_some() -> None:
    """Three bots at tables for two: each takes part in four of the six games of a deal."""
    settings = Settings("kingdom-builder", 2, ("a", "b", "c"))
    pairs = [game("ab", [9, 3]), game("ba", [3, 9]), game("ac", [9, 3]), game("ca", [3, 9])]
    pairs += [game("bc", [5, 5]), game("cb", [5, 5])]
    result = outcome(Course(settings, [pairs] * 5, "played"))
    assert [standing.games for standing in result.standings] == [20, 20, 20]
    assert [standing.win_share for standing in result.standings] == [1, 0.25, 0.25]
    assert result.standings[1].elo == pytest.approx(0, abs=1e-6)


def test_lost_decisions_are_counted_with_what_was_said() -> None:
    lost = [game("ab", [1, 9], [["late", "late", "fly"], []]), game("ba", [9, 1], [[], ["late"]])]
    first, second = outcome(Course(SETTINGS, [lost], "played")).standings
    assert (first.lost, first.complaints) == (4, [("late", 3), ("fly", 1)])
    assert (second.lost, second.complaints) == (0, [])


def test_a_cost_that_nobody_knows_is_not_guessed() -> None:
    odd = deal([9, 3], [9, 3])
    odd[1].processor[1] = None
    first, second = outcome(Course(SETTINGS, [*DEALS, odd], "played")).standings
    assert first.milliseconds is None
    assert second.milliseconds == pytest.approx(20)


def test_nothing_played_says_nothing() -> None:
    result = outcome(Course(SETTINGS, [], "interrupted"))
    assert (result.games, result.standings, result.ending) == (0, [], "interrupted")


def test_where_the_test_stands() -> None:
    test = SequentialTest(Bounds(0, 50))
    for played in DEALS:
        test.add(first_score(SETTINGS, played))
    verdict = outcome(Course(SETTINGS, DEALS, "played", test)).test
    assert verdict is not None
    assert (verdict.elo0, verdict.elo1, verdict.deals, verdict.verdict) == (0, 50, 4, None)
    assert verdict.llr == test.llr
    assert verdict.lower == -verdict.upper


def test_the_score_of_a_deal() -> None:
    assert [first_score(SETTINGS, played) for played in DEALS] == [1, 0.5, 0.75, 0]
    assert scores_of_deals("ab", DEALS)[:, 0, 1].tolist() == [1, 0.5, 0.75, 0]
    three = Settings("kingdom-builder", 3, ("a", "b"))
    assert first_score(three, [game("abb", [9, 9, 3])]) == 0.75


def test_elo_as_deals_are_played_ends_with_the_result() -> None:
    course = Course(SETTINGS, DEALS * 30, "played")
    stops = elo_course(course, steps=10)
    assert [deals for deals, _ in stops] == list(range(12, 121, 12))
    assert stops[-1][1].elo[0] == outcome(course).standings[0].elo
    assert len(elo_course(Course(SETTINGS, DEALS, "played"))) == 4
