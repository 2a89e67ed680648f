"""Perft: the number of sequences of actions, which changes when a rule does."""

from __future__ import annotations

from typing import Any

from donjon.kernel import nature, rules
from donjon.kernel.compiling import entry
from donjon.kernel.decisions import Walk, new_walk, next_position, open_level
from donjon.kernel.game import Game
from donjon.kernel.option_values import check_amount
from donjon.kernel.playout import start_states


def perft(
    game: Game, players: int, depth: int, seed: str | int = 0, options: dict[str, Any] | None = None
) -> int:
    """Return the number of sequences of `depth` actions from the first decision of the seeded game.

    Raises UnknownGame if `game` is not a Game, and BadOption.
    """
    check_amount("depth", depth)
    state = start_states(game, players, options)[0]
    nature.decide(state, seed)
    return sequences(state, depth)


def sequences(state: Any, depth: int) -> int:
    """The number of sequences of `depth` actions from a position, nature's included.

    A game that is over before counts as one.
    """
    walk = new_walk(rules.game_of(state), depth)
    walk.states[0] = state
    return int(count_sequences(walk))


@entry
def count_sequences(walk: Walk) -> int:
    """Sequences of actions from walk.states[0], as many as the walk has levels; a finished game ends one."""
    depth = walk.states.shape[0] - 1
    if depth == 0 or rules.over(walk.states[0]):
        return 1
    total = 0
    open_level(walk, 0, rules.moving_seat(walk.states[0]))
    level = next_position(walk, 1)
    while level > 0:
        if level == depth or rules.over(walk.states[level]):
            total += 1
        else:
            open_level(walk, level, rules.moving_seat(walk.states[level]))
            level += 1
        level = next_position(walk, level)
    return total
