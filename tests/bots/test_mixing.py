"""How far a mix can be exploited, on games whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

import donjon
from bench.mixing import Reduced, open_bids, opening, value
from donjon.games.ys.model import VALUE_HIGH, VALUE_LOW
from donjon.games.ys.ties import front_sum
from donjon.kernel import rules

YS = donjon.games["ys"]
# Rows and columns are rock, paper, scissors: what the first seat wins.
ROCKS = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])


def reduced(wins) -> Reduced:
    """The same in each of four worlds."""
    return Reduced(([], []), np.array([wins] * 4))


def test_the_value_of_games_that_are_known():
    assert value(ROCKS) == pytest.approx(0.5, abs=1e-3)
    # Odd or even with unequal prizes: each mixes 2 to 3, and the first wins 7 of 10.
    assert value(np.array([[1, 0.5], [0.25, 1]])) == pytest.approx(0.7, abs=1e-3)
    assert value(np.array([[0.9, 0.6], [0.8, 0.3]])) == pytest.approx(0.6, abs=1e-3)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_never_mixes_loses_all_and_who_mixes_well_nothing(seat):
    game = reduced(ROCKS)
    assert game.exploited(seat, np.array([1.0, 0, 0])) == pytest.approx(0.5, abs=1e-3)
    assert game.exploited(seat, np.array([0.5, 0.5, 0])) == pytest.approx(0.25, abs=1e-3)
    assert game.exploited(seat, np.full(3, 1 / 3)) == pytest.approx(0, abs=1e-3)


def test_luck_is_not_taken_for_skill():
    """In each world another answer is best by chance alone: no mix can be exploited."""
    worlds = np.random.default_rng(1).integers(0, 2, (4000, 2, 2)).astype(float)
    game = Reduced(([], []), worlds)
    assert abs(game.exploited(0, np.array([1.0, 0]))) < 0.04


def test_nothing_is_hidden_at_an_opening_and_both_bid_the_same():
    state = opening(YS, 0)
    assert rules.waiting(state) == 0b11
    assert open_bids(YS, state, 0) == open_bids(YS, state, 1)
    assert opening(YS, 0) == state
    assert opening(YS, 1) != state


def test_each_pair_of_bids_is_played_on(monkeypatch):
    """Rows are the bids of the first seat, columns those of the second."""
    state = opening(YS, 0)
    few = open_bids(YS, state, 0)[::4]

    def player(_game):
        return lambda after, world: 100 * world + 10 * front_sum(after, 0) + front_sum(after, 1)

    monkeypatch.setattr("bench.mixing.open_bids", lambda *_: few)
    monkeypatch.setattr("bench.mixing._player", player)
    game = Reduced.played(YS, state, 2)
    sums = [int(VALUE_LOW[bid]) + int(VALUE_HIGH[bid]) for bid in few]
    for world in range(2):
        assert game.wins[world].tolist() == [[100 * world + 10 * one + two for two in sums] for one in sums]
