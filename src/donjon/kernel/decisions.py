"""List complete decisions with a depth-first walk through actions, which bots and perft use, too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from donjon.kernel import rules
from donjon.kernel.compiling import compilable, entry
from donjon.kernel.game import Game, copy
from donjon.kernel.records import Grid, Ints, Records

# The maximum number of actions in a decision; `complete_decisions` raises ValueError for longer ones.
DEEPEST = 8
_ROOM = 1024


class Walk(NamedTuple):
    """A depth-first walk through the sequences of actions from a position.

    The level of a position is the number of actions that lead to it. The arrays are allocated once, so that
    walking allocates nothing.
    """

    states: Records[Any]  # STATE[depth + 1]: the position of each level; the walk starts at the first
    masks: Grid  # uint8[depth + 1, ACTIONS]: the legal actions there
    seats: Ints  # int64[depth + 1]: the seat that acts there
    tried: Ints  # int64[depth + 1]: the last action tried there, -1 before the first


def new_walk(game: Game, depth: int) -> Walk:
    """Return a fresh walk of up to `depth` actions."""
    return Walk(
        states=np.zeros(depth + 1, game.STATE),
        masks=np.zeros((depth + 1, game.ACTIONS), np.uint8),
        seats=np.zeros(depth + 1, np.int64),
        tried=np.zeros(depth + 1, np.int64),
    )


@compilable
def open_level(walk: Walk, level: int, seat: int) -> None:
    """Fill the mask of a level with the legal actions of `seat`, none of them tried yet."""
    walk.seats[level] = seat
    walk.tried[level] = -1
    rules.legal(walk.states[level], seat, walk.masks[level])


@compilable
def next_position(walk: Walk, level: int) -> int:
    """Move to the next position of `level` or of a level before it; return its level, 0 at the end.

    `open_level` must have been called for all levels before `level`.
    """
    while level > 0:
        above = level - 1
        action = next_set(walk.masks[above], walk.tried[above] + 1)
        if action >= 0:
            walk.tried[above] = action
            walk.states[level] = walk.states[above]
            rules.apply(walk.states[level], walk.seats[above], action, None)
            return level
        level = above
    return 0


@compilable
def next_decision(walk: Walk, level: int) -> int:
    """Move to the next complete decision of level 0's seat; return its length, 0 if there are no more.

    `level` is the length of the previous decision; start with 1 after `open_level(walk, 0, seat)`. The
    decision is walk.tried[:level], and it leads to the position walk.states[level]. A decision that needs
    more actions than the walk has levels is cut off there.
    """
    level = next_position(walk, level)
    while level > 0 and level + 1 < walk.states.shape[0] and not rules.decision_complete(walk.states[level]):
        open_level(walk, level, walk.seats[0])
        level = next_position(walk, level + 1)
    return level


@compilable
def next_set(mask: Ints, start: int) -> int:
    """Return the index of the first set byte of a mask from `start` on, -1 if there is none."""
    for action in range(start, mask.shape[0]):
        if mask[action]:
            return action
    return -1


def legal_list(state: Any, seat: int) -> list[int]:
    """Return the legal actions of a seat (or NATURE) as ints, ascending."""
    game = rules.game_of(state)
    mask = np.zeros(game.ACTIONS, np.uint8)
    rules.legal(state, seat, mask)
    return [int(action) for action in np.flatnonzero(mask)]


def complete_decisions(state: Any, seat: int) -> list[list[int]]:
    """Return every complete decision of a seat as the list of its actions, in the order of the actions.

    "farm" alone is not complete: there is one [farm, hex] for each hex. The list is empty for NOBODY. Raises
    ValueError if a decision has more than DEEPEST actions.
    """
    return _listed(list_decisions, state, seat)


def decisions_and_points(
    state: Any, seat: int, compiled: bool = True
) -> tuple[list[list[int]], list[list[int]]]:
    """Return the complete decisions of a seat, and the points of all seats by source.

    Compiled code is much faster for thousands of decisions, but the first call after a change of the rules
    compiles. With compiled=False the result is the same.
    """
    game = rules.game_of(state)
    points = np.zeros((int(rules.seats(state)), len(game.SOURCES)), np.int32)
    lister = count_and_list if compiled else count_and_list.interpreted  # type: ignore[attr-defined]
    decisions = _listed(lister, state, seat, points)
    return decisions, [[int(value) for value in row] for row in points]


def texts_of(state: Any, seat: int, actions: Iterable[int]) -> tuple[str, ...]:
    """Return the canonical texts of the actions of a decision; the last text is the whole decision."""
    game, state, texts = rules.game_of(state), copy(state), []
    for action in actions:
        texts.append(game.action_text(state, seat, action))
        rules.apply(state, seat, action, None)
    return tuple(texts)


def _listed(lister: Any, state: Any, seat: int, *more: Any) -> list[list[int]]:
    """Return the decisions that a lister finds; call it again with more room if they do not fit."""
    game = rules.game_of(state)
    walk = new_walk(game, DEEPEST)
    walk.states[0] = state
    room = _ROOM
    while True:
        decisions = np.full((room, DEEPEST), -1, np.int32)
        count = int(lister(walk, seat, decisions, *more))
        if count < 0:
            raise ValueError(f"A decision of {game.title} has more than {DEEPEST} actions.")
        if count <= room:
            return [[int(action) for action in row if action >= 0] for row in decisions[:count]]
        room = count


@entry
def count_and_list(walk: Walk, seat: int, decisions: Grid, points: Grid) -> int:
    """Call `list_decisions`, and fill points (int32[seats, SOURCES]) with the points by source."""
    rules.points(walk.states[0], points)
    return list_decisions(walk, seat, decisions)


@compilable
def list_decisions(walk: Walk, seat: int, decisions: Grid) -> int:
    """List the complete decisions of `seat` at walk.states[0] as rows of `decisions`; return their number.

    `decisions` is int32[room, DEEPEST], filled with -1. The number may be larger than the room; it is -1 if a
    decision is longer than the walk.
    """
    if seat < 0:
        return 0
    count = 0
    open_level(walk, 0, seat)
    level = next_decision(walk, 1)
    while level > 0:
        if not rules.decision_complete(walk.states[level]):
            return -1
        if count < decisions.shape[0]:
            for step in range(level):
                decisions[count, step] = walk.tried[step]
        count += 1
        level = next_decision(walk, level)
    return count
