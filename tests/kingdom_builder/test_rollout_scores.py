"""What attracts a quick player."""

from __future__ import annotations

import numpy as np

from donjon.kernel import rules
from tests.kingdom_builder.stage import GAME, TOKEN, Stage

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
