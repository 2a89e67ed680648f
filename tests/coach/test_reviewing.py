"""Games looked at again: every decision once, by what its seat knew, and summed up by a stated formula."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import donjon
from donjon.coach import Settings, accuracy, decisions, moment, moments, review, sum_up
from donjon.coach.analysis import Analysis, Choice
from donjon.coach.reviewing import LEAST_LOSS, Decision, Moment, Review
from donjon.kernel import NATURE, rules
from donjon.play.match import Match
from tests.bots.positions import random_match
from tests.games.ys.playing import played, redealt, replayed, retold

FIXTURES = Path(__file__).parents[1] / "fixtures"
QUICK = Settings(playouts=2)


def fixture(game: str, name: str, moves: int | None = None) -> Match:
    """A recorded game, or its first moves."""
    match = donjon.load((FIXTURES / game / f"{name}.record").read_text())
    if moves is not None:
        match.adopt(match.plan_undo(len(match.moves) - moves))
    return match


def told(found: Moment) -> str:
    return repr(found.as_dict())


@pytest.mark.parametrize(
    ("game", "name"),
    [("kingdom-builder", "3-mixed"), ("caylus", "3-greedy"), ("ys", "3-mixed-bots")],
)
def test_every_action_of_a_seat_is_in_one_decision_unless_it_was_forced(game: str, name: str) -> None:
    match = fixture(game, name)
    found = {}
    for decision in decisions(match):
        assert rules.decision_complete(match.state_at(decision.number))
        for number, move in enumerate(match.moves[decision.number :], decision.number):
            if move.seat == NATURE:
                break
            assert (move.seat, number in found) == (decision.seat, False)
            found[number] = move.action
            if len([one for one in found if one >= decision.number]) == len(decision.actions):
                break
        assert decision.actions == tuple(
            found[number] for number in sorted(found) if number >= decision.number
        )
    for number, move in enumerate(match.moves):
        if move.seat != NATURE and number not in found:
            mover = Match(match.game, match.options, 0, "imposed")
            mover.begin_at(match.state_at(number))
            assert mover.legal_actions(move.seat) == [move.action]


@pytest.mark.parametrize(
    ("game", "name"),
    [("kingdom-builder", "2-random"), ("caylus", "2-random"), ("ys", "2-neutral")],
)
def test_a_review_can_be_made_decision_by_decision(game: str, name: str) -> None:
    match = fixture(game, name, 45)
    told_of: list[tuple[int, int]] = []
    whole = review(match, QUICK, lambda done, count: told_of.append((done, count)))
    count = len(decisions(match))
    assert count > 5
    assert told_of == [(done, count) for done in range(1, count + 1)]
    assert [one.decision for one in whole.moments] == decisions(match)
    half = count // 2
    begun = [moment(match, decision, QUICK) for decision in decisions(match)[:half]]
    resumed = sum_up(match, [*begun, *moments(match, QUICK, skip=half)])
    assert json.dumps(resumed.as_dict()) == json.dumps(whole.as_dict())
    assert whole.result is None
    for one in whole.moments:
        assert sum(one.shares) == pytest.approx(1)
        assert one.played.actions == one.decision.actions
        assert one.message.english()


def test_a_finished_game_ends_with_its_result() -> None:
    match = random_match(2, 3, 10_000, "ys")
    found = sum_up(match, [])
    assert found.result is not None
    assert [share > 0 for share in found.result] == [rank == 1 for rank in match.ranks]
    assert sum(found.result) == 1
    assert found.curve(0) == [(-1, found.result[0])]
    assert found.accuracy(0) is None


def test_a_review_rests_on_what_each_seat_knew() -> None:
    """Two games that a seat cannot tell apart: its decisions are looked at alike."""
    different = compared = 0
    for match in played(3, 1, {}, stops=2):
        if match.over:
            continue
        for seat in range(3):
            twin = replayed(match, retold(match, redealt(match, seat, 5)))
            different += twin.state.tobytes() != match.state.tobytes()
            mine = [decision for decision in decisions(match) if decision.seat == seat][-3:]
            for decision in mine:
                assert decision in decisions(twin)
                assert told(moment(match, decision, QUICK)) == told(moment(twin, decision, QUICK))
                compared += 1
    assert different > 0
    assert compared > 5


def choice(share: float, behind: float = 0.0, error: float = 0.0) -> Choice:
    """Of a choice what a review reads."""
    return Choice((0,), ("do",), (0.0, 0.0), (share, 1 - share), ({}, {}), 0, 0, 0, behind, error, 9, 9, None)


def made(number: int, seat: int, behind: float, error: float = 0.0) -> Moment:
    """A moment at which so much of a win was given away."""
    best, worse = choice(0.5), choice(0.5 - behind, behind, error)
    return Moment(Decision(number, seat, (0,)), Analysis("ys", seat, (best,), worse))


def test_accuracy_is_reckoned_from_the_average_loss() -> None:
    assert accuracy(0) == 100
    assert accuracy(0.01) == pytest.approx(90.48, abs=0.01)
    assert accuracy(0.05) == pytest.approx(60.65, abs=0.01)
    found = Review("ys", 2, (made(0, 0, 0.3), made(1, 1, 0.0), made(2, 0, 0.1)), (1.0, 0.0))
    assert found.average_loss(0) == pytest.approx(0.2)
    assert found.accuracy(0) == pytest.approx(accuracy(0.2))
    assert found.accuracy(1) == 100


def test_what_is_within_the_standard_error_is_no_loss() -> None:
    assert made(0, 0, 0.3, error=0.1).loss == pytest.approx(0.2)
    assert made(0, 0, 0.1, error=0.2).loss == 0


def test_the_turning_points_are_the_three_greatest_losses() -> None:
    losses = [0.1, 0.0, 0.4, LEAST_LOSS / 2, 0.2, 0.3]
    found = Review("ys", 2, tuple(made(at, at % 2, lost) for at, lost in enumerate(losses)), None)
    assert [one.decision.number for one in found.turning_points] == [2, 5, 4]
    assert Review("ys", 2, (made(0, 0, LEAST_LOSS / 2),), None).turning_points == []


def test_a_better_decision_is_told_with_its_reason() -> None:
    match = fixture("kingdom-builder", "2-random", 40)
    found: list[Any] = [one for one in moments(match, Settings(playouts=12)) if one.loss > 0]
    assert found
    for one in found:
        said = one.message.english(["Anna", "Boris"])
        assert one.best.text in said
        assert one.played.reason.message.english(["Anna", "Boris"]) in said
