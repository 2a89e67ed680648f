"""Whole decisions: the small actions strung together up to the point where a decision is complete."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.kernel import generic
from donjon.kernel.compiling import compilable, entry
from donjon.kernel.playout import next_set

# The longest decision, in actions; a game whose decisions are longer is told so.
DEEPEST = 8
_ROOM = 1024


def legal_list(state: Any, seat: int) -> list[int]:
    """The legal actions of a seat (or NATURE), ascending."""
    game = generic.game_of(state)
    mask = np.zeros(game.ACTIONS, np.uint8)
    generic.legal(state, seat, mask)
    return [int(action) for action in np.flatnonzero(mask)]


def executions(state: Any, seat: int) -> list[list[int]]:
    """Every complete decision of a seat as the list of its actions, in the order of the actions.

    "farm" alone is not complete: [farm, hex] is one for each hex. No seat, no decision: [] for NOBODY.
    """
    return _listed(list_executions, state, seat)


def survey(state: Any, seat: int, compiled: bool = True) -> tuple[list[list[int]], list[list[int]]]:
    """The complete decisions of a seat, as `executions` lists them, and the points of all seats by source.

    Compiled by default: thousands of decisions take no time then, but the first call of a version of the
    rules compiles. Interpreted, the answer is the same.
    """
    game = generic.game_of(state)
    gold = np.zeros((int(generic.seats(state)), len(game.SOURCES)), np.int32)
    door = count_and_list if compiled else count_and_list.interpreted  # type: ignore[attr-defined]
    decisions = _listed(door, state, seat, gold)
    return decisions, [[int(value) for value in row] for row in gold]


def _listed(lister: Any, state: Any, seat: int, *more: Any) -> list[list[int]]:
    """Call a lister with enough room for all that it finds."""
    game = generic.game_of(state)
    states = np.zeros(DEEPEST + 1, game.STATE)
    states[0] = state
    masks = np.zeros((DEEPEST + 1, game.ACTIONS), np.uint8)
    room = _ROOM
    while True:
        found = np.full((room, DEEPEST), -1, np.int32)
        count = int(lister(states, seat, masks, found, *more))
        if count < 0:
            raise ValueError(f"A decision of {game.title} has more than {DEEPEST} actions.")
        if count <= room:
            return [[int(action) for action in row if action >= 0] for row in found[:count]]
        room = count


@entry
def count_and_list(states, seat, masks, found, gold):
    """What `list_executions` does, and the points by source into gold (int32[seats, SOURCES])."""
    generic.points(states[0], gold)
    return list_executions(states, seat, masks, found)


@compilable
def list_executions(states, seat, masks, found):
    """List the complete decisions of `seat` at states[0] as rows of found (int32[room, DEEPEST], -1 filled).

    `states` is STATE[DEEPEST + 1], `masks` uint8[DEEPEST + 1, ACTIONS]. Returns how many there are, which
    may be more than there is room for, or -1 when a decision is longer than DEEPEST.
    """
    if seat < 0:
        return 0
    at = np.zeros(masks.shape[0], np.int64)  # the action tried last on each level, plus one
    count = 0
    level = 0
    generic.legal(states[0], seat, masks[0])
    while level >= 0:
        action = next_set(masks[level], at[level])
        if action < 0:
            level -= 1
            continue
        at[level] = action + 1
        states[level + 1] = states[level]
        generic.apply(states[level + 1], seat, action, None)
        if generic.settled(states[level + 1]):
            if count < found.shape[0]:
                write_down(at, level, found[count])
            count += 1
        elif level + 1 == found.shape[1]:
            return -1
        else:
            level += 1
            at[level] = 0
            generic.legal(states[level], seat, masks[level])
    return count


@compilable
def write_down(at, level, row):
    """The actions on the way to this level, into int32 row[DEEPEST]."""
    for step in range(level + 1):
        row[step] = at[step] - 1
