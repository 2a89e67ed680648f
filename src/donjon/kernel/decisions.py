"""Complete decisions, and the one depth-first walk through actions, which bots and perft use, too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from donjon.kernel import rules
from donjon.kernel.compiling import compilable, entry
from donjon.kernel.game import Game, copy
from donjon.kernel.records import Grid, Ints, Records

# The longest decision, in actions; a game with longer ones gets an error.
DEEPEST = 8
_ROOM = 1024


class Walk(NamedTuple):
    """A depth-first walk through all that can be played from a position.

    The level of a position is the number of actions that lead to it. The arrays are made once, so that
    walking allocates nothing.
    """

    states: Records[Any]  # STATE[depth + 1]: the position of each level; the walk begins at the first
    masks: Grid  # uint8[depth + 1, ACTIONS]: what is legal there
    seats: Ints  # int64[depth + 1]: who acts there
    tried: Ints  # int64[depth + 1]: the action tried last there, -1 before the first


def new_walk(game: Game, depth: int) -> Walk:
    """A fresh walk of up to `depth` actions."""
    return Walk(
        states=np.zeros(depth + 1, game.STATE),
        masks=np.zeros((depth + 1, game.ACTIONS), np.uint8),
        seats=np.zeros(depth + 1, np.int64),
        tried=np.zeros(depth + 1, np.int64),
    )


@compilable
def open_level(walk: Walk, level: int, seat: int) -> None:
    """List what `seat` may do on a level; none of it has been tried yet."""
    walk.seats[level] = seat
    walk.tried[level] = -1
    rules.legal(walk.states[level], seat, walk.masks[level])


@compilable
def next_position(walk: Walk, level: int) -> int:
    """Go on to the next position after one of `level`; its level, 0 when all were seen.

    All levels before it are open.
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
    """Go on to the next complete decision of the seat of level 0; its length, 0 when all were seen.

    `level` is the length of the decision before; start with 1 after `open_level(walk, 0, seat)`. The decision
    is walk.tried[:level], and walk.states[level] the position that it leads to. One that would need more
    actions than the walk has levels is cut off there.
    """
    level = next_position(walk, level)
    while level > 0 and level + 1 < walk.states.shape[0] and not rules.decision_complete(walk.states[level]):
        open_level(walk, level, walk.seats[0])
        level = next_position(walk, level + 1)
    return level


@compilable
def next_set(mask: Ints, start: int) -> int:
    """The first set byte of a mask from `start` on, -1 without one."""
    for action in range(start, mask.shape[0]):
        if mask[action]:
            return action
    return -1


def legal_list(state: Any, seat: int) -> list[int]:
    """The legal actions of a seat (or NATURE), ascending."""
    game = rules.game_of(state)
    mask = np.zeros(game.ACTIONS, np.uint8)
    rules.legal(state, seat, mask)
    return [int(action) for action in np.flatnonzero(mask)]


def complete_decisions(state: Any, seat: int) -> list[list[int]]:
    """Every complete decision of a seat as the list of its actions, in the order of the actions.

    "farm" alone is not complete: there is one [farm, hex] for each hex. The list is empty for NOBODY.
    """
    return _listed(list_decisions, state, seat)


def decisions_and_points(
    state: Any, seat: int, compiled: bool = True
) -> tuple[list[list[int]], list[list[int]]]:
    """The complete decisions of a seat, and the points of all seats by source.

    Compiled code lists thousands of decisions in no time, but the first call after a change of the rules
    compiles. With compiled=False the answer is the same.
    """
    game = rules.game_of(state)
    points = np.zeros((int(rules.seats(state)), len(game.SOURCES)), np.int32)
    lister = count_and_list if compiled else count_and_list.interpreted  # type: ignore[attr-defined]
    decisions = _listed(lister, state, seat, points)
    return decisions, [[int(value) for value in row] for row in points]


def texts_of(state: Any, seat: int, actions: Iterable[int]) -> tuple[str, ...]:
    """The canonical texts of the actions of a decision; the last text says the whole decision."""
    game, state, said = rules.game_of(state), copy(state), []
    for action in actions:
        said.append(game.action_text(state, seat, action))
        rules.apply(state, seat, action, None)
    return tuple(said)


def _listed(lister: Any, state: Any, seat: int, *more: Any) -> list[list[int]]:
    """Call a lister with enough room for all that it finds."""
    game = rules.game_of(state)
    walk = new_walk(game, DEEPEST)
    walk.states[0] = state
    room = _ROOM
    while True:
        found = np.full((room, DEEPEST), -1, np.int32)
        count = int(lister(walk, seat, found, *more))
        if count < 0:
            raise ValueError(f"A decision of {game.title} has more than {DEEPEST} actions.")
        if count <= room:
            return [[int(action) for action in row if action >= 0] for row in found[:count]]
        room = count


@entry
def count_and_list(walk: Walk, seat: int, found: Grid, points: Grid) -> int:
    """What `list_decisions` does, and the points by source into points (int32[seats, SOURCES])."""
    rules.points(walk.states[0], points)
    return list_decisions(walk, seat, found)


@compilable
def list_decisions(walk: Walk, seat: int, found: Grid) -> int:
    """List the complete decisions of `seat` at walk.states[0] as rows of found.

    `found` is int32[room, DEEPEST], filled with -1. Returns how many there are, which may be more than
    there is room for, or -1 when a decision is longer than the walk.
    """
    if seat < 0:
        return 0
    count = 0
    open_level(walk, 0, seat)
    level = next_decision(walk, 1)
    while level > 0:
        if not rules.decision_complete(walk.states[level]):
            return -1
        if count < found.shape[0]:
            for step in range(level):
                found[count, step] = walk.tried[step]
        count += 1
        level = next_decision(walk, level)
    return count
