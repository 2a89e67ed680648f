"""What attracts the quick player of playouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import donjon
from donjon.games.ys.bots.contests import CARD_NAMES, NAMES, POLICY_SIZE, SHIPPED_POLICY, WEIGHTS, Weight
from donjon.games.ys.bots.rollout_scores import best_by_policy, score_by_policy
from donjon.games.ys.nouns import FIRST_CELL, PLACES, Phase, Source
from donjon.games.ys.placing import DOWN, UP, VALUE
from donjon.kernel import playout, rng, rules
from donjon.kernel.rules import NATURE
from tests.games.ys.stage import GAME


def scores(state: Any, seat: int, policy: Any = SHIPPED_POLICY) -> dict[int, float]:
    """How each legal action looks."""
    mask, out = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.float32)
    rules.legal(state, seat, mask)
    score_by_policy(state, seat, mask, out, policy)
    return {int(action): float(out[action]) for action in np.flatnonzero(mask)}


def quick_game(players: int, stop: Any, seed: int = 0) -> Any:
    """A game of quick players, up to where `stop` says so, or to the end."""
    states = playout.start_states(GAME, players)
    random, chance = rng.new("quick", seed), rng.new("nature", seed)
    mask, out = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.float32)
    weights = np.zeros(GAME.ACTIONS, np.int64)
    state = states[0]
    while not rules.over(state) and not stop(state):
        seat = rules.moving_seat(state)
        if seat == NATURE:
            playout.nature_step(state, chance, weights)
        else:
            action = best_by_policy(state, seat, random, 0.3, mask, out, SHIPPED_POLICY)
            rules.apply(state, seat, action, None)
    return state


def late_in_round(state: Any) -> bool:
    return bool(
        state.round == 2 and state.phase == Phase.PLACE and state.turn == 5 and state.put_up + state.put_down
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_quick_players_use_the_whole_board(players: int) -> None:
    """Brokers stand in the market, too, and everything else brings points to somebody."""
    sums = np.zeros(len(GAME.SOURCES), np.int64)
    for seed in range(3):
        points = np.zeros((players, len(GAME.SOURCES)), np.int32)
        rules.points(quick_game(players, lambda _state: False, seed), points)
        sums += points.sum(axis=0)
    assert (np.delete(sums, Source.THRONE) > 0).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_attracts_hangs_on_nothing_hidden(players: int) -> None:
    """YS-0.3: in whatever world a seat is, the same places and brokers attract it."""
    state = quick_game(players, late_in_round)
    seat = rules.moving_seat(state)
    seen = scores(state, seat)
    assert seen
    worlds = set()
    for stream in range(8):
        world = state.copy()
        rules.redeal(world, seat, rng.new("worlds", stream))
        worlds.add(world.tobytes())
        assert scores(world, seat) == seen
    assert len(worlds) > 1


def test_the_best_broker_for_a_place_is_meant_when_the_place_is_chosen() -> None:
    """A place promises as much as the broker chosen next, but for what lying face down is worth."""
    policy: Any = np.array(SHIPPED_POLICY)
    policy[[Weight.UP, Weight.HIDE]] = 0.0
    state = quick_game(2, lambda state: state.phase == Phase.PLACE and state.turn == 3)
    seat = rules.moving_seat(state)
    seen = scores(state, seat, policy)
    checked = 0
    for place in range(PLACES):
        for kind in (UP, DOWN):
            if kind.action(place) in seen:
                after = state.copy()
                rules.apply(after, seat, kind.action(place), None)
                promised = max(
                    score for action, score in scores(after, seat, policy).items() if action in VALUE
                )
                bonus = policy[Weight.CELL] if place >= FIRST_CELL else 0.0
                assert seen[kind.action(place)] == pytest.approx(promised + bonus, abs=1e-4)
                checked += 1
    assert checked > PLACES / 2


def test_each_number_of_a_policy_has_one_name() -> None:
    assert len(set(NAMES)) == len(NAMES) == POLICY_SIZE == len(SHIPPED_POLICY)
    assert all(NAMES[weight] in (weight.name.lower(), "cost_0") for weight in Weight)
    assert NAMES[WEIGHTS:] == tuple(f"cards.{name}" for name in CARD_NAMES)


def test_chance_lifts_actions_by_no_more_than_the_noise() -> None:
    match = donjon.new("ys", players=2, seed=1)
    seat = match.waiting[0]
    looks = scores(match.state, seat)
    mask, out = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.float32)
    random = rng.new("noise")
    chosen = {best_by_policy(match.state, seat, random, 1.0, mask, out, SHIPPED_POLICY) for _ in range(60)}
    assert len(chosen) > 1
    assert all(looks[action] >= max(looks.values()) - 1.0 for action in chosen)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_noise_the_quick_choice_is_the_most_attractive_action(players: int) -> None:
    mask, out = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.float32)
    phases = set()

    def compare(state: Any) -> bool:
        seat = rules.moving_seat(state)
        if seat != NATURE:
            phases.add(int(state.phase))
            quick = playout.attractive_action(state, seat, rng.new("quick"), 0.0, mask, out)
            assert quick == playout.most_attractive(state, seat, rng.new("slow"), 0.0, mask, out)
        return False

    quick_game(players, compare)
    assert {Phase.BID, Phase.ORDER, Phase.PLACE, Phase.VALUE, Phase.PICK} <= phases
