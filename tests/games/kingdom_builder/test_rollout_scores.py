"""What attracts a quick player."""

from __future__ import annotations

import numpy as np
import pytest

from donjon.games.kingdom_builder.bots import FREEDOM, gain, glance, token_worth
from donjon.games.kingdom_builder.model import HEXES
from donjon.kernel import rules
from tests.games.kingdom_builder.stage import GAME, TOKEN, Stage

TOKENS = [("tavern", (6, 7)), ("paddock", (6, 11)), ("oasis", (12, 7)), ("farm", (11, 17))]
OWN = [(8, 8), (8, 9), (8, 10), (13, 4)]


def rollout_score(stage: Stage, actions: set[int]) -> dict[int, float]:
    """The appeal of these actions, when they are all that there are."""
    mask, out = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.float32)
    mask[sorted(actions)] = 1
    rules.rollout_score(stage.state, stage.actor, mask, out)
    return {action: float(out[action]) for action in actions}


def test_the_appeal_of_a_token_hangs_on_no_other_token() -> None:
    """After the mandatory action each is rated by the best that it can do itself."""
    after = {"phase": "after", "built": 3, "card": "forest"}
    stage = Stage.at(OWN, [(8, 7)], tokens={0: TOKENS}, **after)
    usable = {TOKEN[kind] for kind in stage.kinds()}
    assert len(usable) == 4
    together = rollout_score(stage, usable)
    assert len(set(together.values())) > 1
    for action in usable:
        assert rollout_score(stage, {action}) == {action: together[action]}


def test_a_hex_that_touches_another_terrain_attracts_less() -> None:
    """KB-5.6: who touches a terrain has no choice when its card comes."""
    stage = Stage.at([], [], phase="start", card="forest")
    legal = [action for action in stage.legal() if action < HEXES]
    alone = glance(stage.state, stage.actor, token_worth(stage.state, stage.actor), 0.0)
    less = set()
    for hex, score in rollout_score(stage, set(legal)).items():
        met = int(stage.state.terrains[hex]).bit_count()
        assert score == pytest.approx(gain(stage.state, stage.actor, hex, alone) - met * FREEDOM)
        less.add(met)
    assert len(less) > 2
