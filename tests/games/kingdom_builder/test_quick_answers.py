"""What random play and playouts are answered from sets is what masks and weights would answer."""

from __future__ import annotations

import numpy as np

from donjon.kernel import NATURE, playout, rng, rules
from tests.games.kingdom_builder.stage import GAME
from tests.games.kingdom_builder.test_properties import begin, step

NOISE = 0.3


def phases_compared(players: int, seed: int) -> set[str]:
    """Both ways to answer give the same through a game, with the same luck; the phases that it came to."""
    stage, random = begin(players, seed)
    mask, out = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.float64)
    weights = np.zeros(GAME.ACTIONS, np.int64)
    steps, seen = 0, set()
    while not rules.over(stage.state):
        state, seat, steps = stage.state, rules.moving_seat(stage.state), steps + 1
        one, other = rng.new(f"{players} {seed}"), rng.new(f"{players} {seed}")
        rng.restart(one, steps)
        rng.restart(other, steps)
        seen.add(stage.phase)
        if seat == NATURE:
            assert playout.chance_action(state, one, weights) == playout.any_by_weight(state, other, weights)
        else:
            for _ in range(3):
                legal = playout.any_legal(state, seat, other, mask)
                assert playout.random_action(state, seat, one, mask) == legal
            quick = playout.attractive_action(state, seat, one, NOISE, mask, out)
            assert quick == playout.most_attractive(state, seat, other, NOISE, mask, out)
        assert one == other
        step(stage, random)
    return seen


def test_quick_answers_are_those_of_masks_and_weights() -> None:
    seen = set().union(*(phases_compared(players, seed) for players, seed in ((2, 0), (3, 1), (4, 2))))
    assert seen >= {"sector", "deal", "draw", "start", "mandatory", "after", "target", "lift", "put"}
