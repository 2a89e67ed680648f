"""A choice is always a whole decision, a random one too, wherever it is made and however long it is."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import donjon
from donjon.bots import Bot, choose, deciding, plan
from donjon.bots.workspace import LONGEST, new_workspace
from donjon.games.ys.placing import VALUE
from donjon.kernel import rng, rules

RANDOM = Bot("random", plan.RANDOM)
GAMES = [(name, players) for name in donjon.games for players in donjon.games[name].seats]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_random_choice_is_a_whole_decision_all_through_a_game(name: str, players: int) -> None:
    """In one game of whole random decisions every choice is one; and some are made of several actions."""
    match = donjon.new(name, players=players, seed=5)
    longest, number = 1, 0
    while not match.over:
        seat = match.waiting[0]
        chosen = choose(match.game, match.state, seat, RANDOM, number, interpreted=True)
        for index, action in enumerate(chosen, start=1):
            match.play(action, seat)
            assert bool(rules.decision_complete(match.state)) == (index == len(chosen))
        longest = max(longest, len(chosen))
        number += 1
    # Caylus seldom asks for more than one action.
    assert longest > 1 or name == "caylus"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_no_decision_is_longer_than_a_desk(name: str, players: int) -> None:
    """Bots look LONGEST actions ahead: a longer decision would be cut off in the middle."""
    for seed in range(3):
        chance = Random(seed)
        match = donjon.new(name, players=players, seed=seed)
        length = 0
        while not match.over:
            match.play(chance.choice(match.legal_actions()))
            length = 0 if rules.decision_complete(match.state) else length + 1
            assert length < LONGEST


def test_every_action_of_a_random_decision_is_drawn() -> None:
    """Not only the first: all the brokers that can go to the place come, too."""
    match = donjon.new("ys", players=2, seed=3)
    while match.view()["phase"] != "place":
        match.play(match.legal_actions()[0], seat=match.waiting[0])
    seat = match.waiting[0]
    chosen = [choose(match.game, match.state, seat, RANDOM, seed, interpreted=True) for seed in range(60)]
    assert {len(one) for one in chosen} <= {1, 2}  # a neutral broker needs no choice of its value
    assert len({one[0] for one in chosen}) > 20
    values = set(match.view(seat)["players"][seat]["screen"])
    assert {one[1] - VALUE.first for one in chosen if len(one) > 1} == values


def test_a_game_of_random_bots_is_played_on_by_whole_decisions() -> None:
    """`play_on` counts decisions, not actions, for a random bot as for any other."""
    game = donjon.games["ys"]
    match = donjon.new("ys", players=2, seed=3)
    states = np.zeros(1, game.STATE)
    states[0] = match.state
    plans = np.array([RANDOM.plan(game)] * 2, plan.PLAN)
    log = np.zeros(100, np.int64)
    luck = np.array([rng.new("luck")], rng.RNG)
    play = deciding.play_on.interpreted  # type: ignore[attr-defined]
    played = play(states, plans, luck, luck.copy(), 12, log, new_workspace(game))
    assert played > 12
    assert rules.decision_complete(states[0])
