"""Whole decisions: the small actions strung together up to the point where a decision is complete."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.kernel import generic
from donjon.kernel.game import copy


def legal_list(state: Any, seat: int) -> list[int]:
    """The legal actions of a seat (or NATURE), ascending."""
    game = generic.game_of(state)
    mask = np.zeros(game.ACTIONS, np.uint8)
    generic.legal(state, seat, mask)
    return [int(action) for action in np.flatnonzero(mask)]


def executions(state: Any, seat: int) -> list[list[int]]:
    """Every complete decision of a seat as the list of its actions, in the order of the actions.

    "farm" alone is not complete: [farm, hex] is one for each hex.
    """
    found: list[list[int]] = []
    _extend(state, seat, [], found)
    return found


def _extend(state: Any, seat: int, prefix: list[int], found: list[list[int]]) -> None:
    for action in legal_list(state, seat):
        after = copy(state)
        generic.apply(after, seat, action, None)
        if generic.settled(after):
            found.append([*prefix, action])
        else:
            _extend(after, seat, [*prefix, action], found)
