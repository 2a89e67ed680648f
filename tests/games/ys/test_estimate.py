"""What the leaves of a search think: of a bid, of gems, and of a game that is over."""

from __future__ import annotations

import math
from random import Random

import pytest

import donjon
from donjon.games.ys.bidding import BID
from donjon.games.ys.bots.estimate import ESTIMATE_POLICY, NAMES, USUAL_BID, Weight, gems_held
from donjon.games.ys.model import VALUE_HIGH, VALUE_LOW
from donjon.games.ys.nouns import COLOURS, ROUNDS, Phase
from donjon.games.ys.scoring import black_points, colour_points
from donjon.kernel import copy, rules
from tests.games.ys.playing import played, step


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_middling_bid_looks_best(players: int) -> None:
    """YS-4.1: neither the least nor the most."""
    match = donjon.new("ys", players=players, seed=1)
    seat = match.waiting[0]
    bids = [action for action in match.legal_actions(seat) if action in BID]
    sums = {
        action: int(VALUE_LOW[action - BID.first]) + int(VALUE_HIGH[action - BID.first]) for action in bids
    }
    worth = {}
    for action in bids:
        after = copy(match.state)
        rules.apply(after, seat, action, None)
        worth[action] = rules.estimate(after, seat)
    assert min(sums.values()) < USUAL_BID < max(sums.values())
    assert sums[max(bids, key=lambda action: worth[action])] == USUAL_BID


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"royal_favour": True}), (4, {})])
def test_it_is_finite_on_the_way_and_the_points_at_the_end(players: int, options: dict[str, bool]) -> None:
    """YS-7.8."""
    for match in played(players, 3, options, stops=60):
        before = match.state.tobytes()
        guesses = [rules.estimate(match.state, seat) for seat in range(players)]
        assert all(math.isfinite(guess) for guess in guesses)
        assert match.state.tobytes() == before
    assert guesses == [rules.total(match.state, seat) for seat in range(players)]


def test_when_all_is_counted_gems_are_worth_what_they_bring() -> None:
    """YS-7.2 to YS-7.7: before that they are not, for others gather them as well."""
    match, random = donjon.new("ys", players=3, seed=1), Random(1)
    counted, apart = 0, 0
    while not match.over:
        step(match, random)
        state = match.state
        for seat in range(3):
            worth = gems_held(state, seat, ESTIMATE_POLICY[0])
            now = black_points(state, seat) + sum(
                colour_points(state, seat, colour) for colour in range(COLOURS)
            )
            if state.round == ROUNDS and state.phase >= Phase.CARDS_AFTER:
                counted += 1
                assert worth == now
            else:
                apart += worth != now
    assert counted > 3
    assert apart > 300


def test_every_number_has_a_name() -> None:
    assert len(set(NAMES)) == len(NAMES) == len(ESTIMATE_POLICY[0].numbers)
    first = {weight.name.lower(): NAMES[weight] for weight in Weight}
    assert all(name in (plain, f"{plain}_1") for plain, name in first.items())
