"""Chapter 16 and the list of decisions: who decides, what is legal and why not, what an action does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from donjon.caylus import flow, setup
from donjon.caylus.actions import ACTIONS, LAY
from donjon.caylus.nouns import NONE, PHASES, Decision, Phase
from donjon.caylus.phases import DECISIONS_OF_PHASE
from donjon.caylus.placing import HAS_PASSED, PASS
from donjon.caylus.state import Options, State
from donjon.kernel.actions import ALONE
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EVERYONE, EventLog
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.rules import NATURE

GAME_IS_OVER = number("CAY-12.1")
NOT_OF_PHASE = number("CAY-3.1")

COUNT = ACTIONS.count
PASSING = PASS.first
NATURES = LAY.first  # nature's actions are the last
IS_OF_DECISION: Grid = ACTIONS.of_decision()
BOUNDS: Grid = ACTIONS.bounds


def _of_phase() -> np.ndarray:
    table = np.zeros((PHASES, COUNT), np.uint8)
    for phase, asked in DECISIONS_OF_PHASE.items():
        for decision in asked:
            table[phase] |= IS_OF_DECISION[decision]
    return table


def _always() -> np.ndarray:
    table = np.full(len(Decision), NONE, np.int16)
    for kind, use in ACTIONS.uses:
        if kind.domain is ALONE and use.forbids is None:
            table[list(use.decisions)] = kind.first
    return table


_TURN_RULES = {
    Phase.PLACING: number("CAY-5.1.1"),
    Phase.SPECIAL: number("CAY-6.1"),
    Phase.PROVOST: number("CAY-7.1"),
    Phase.ROAD: number("CAY-8.1.1"),
    Phase.CASTLE: number("CAY-9.1"),
    Phase.END: number("CAY-10.3.1"),
}
# RULE_OF_TURN[phase]: the rule that says who decides there.
RULE_OF_TURN: Ints = np.array([_TURN_RULES.get(phase, 0) for phase in Phase], np.int32)
# IS_OF_PHASE[phase, action]: 1 if the action is a choice there.
IS_OF_PHASE: Grid = _of_phase()
# ALWAYS[decision]: an action that nothing can forbid, NONE where there is none.
ALWAYS: Ints = _always()


@compilable
def waiting(state: State) -> int:
    """CAY-3.1: one seat at a time, or nature during the set-up."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << NATURE if state.phase == Phase.SETUP else 1 << int(state.actor)


@compilable
def over(state: State) -> bool:
    """CAY-12.1: have the Towers been scored?"""
    return state.phase == Phase.OVER


@compilable
def decision_complete(state: State) -> bool:
    """False in the second half of a decision: a cube for "any", a residence, the cubes of an exchange."""
    return state.decision < Decision.PAY


@compilable
def chances(state: State, weights: Ints) -> int:
    """CAY-2.1, CAY-2.4: int64 weights[ACTIONS] of nature's actions, all alike; returns their sum."""
    weights[:] = 0
    return mark_of_nature(state, weights)


@compilable
def observers(state: State, seat: int, action: int) -> int:
    """CAY-3.3: everything is public."""
    return EVERYONE


@compilable
def legal(state: State, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with the legal actions of a seat (or of NATURE); return their count."""
    mask[:] = 0
    if seat == NATURE:
        return mark_of_nature(state, mask)
    if state.phase == Phase.OVER or seat != state.actor or seat < 0:
        return 0
    return mark(state, seat, mask)


mark: Callable[..., int] = ACTIONS.mark


@compilable
def mark_of_nature(state: State, mask: Ints) -> int:
    """Mark what nature may choose."""
    count = 0
    for action in range(NATURES, COUNT):
        if forbids_nature(state, action) == 0:
            mask[action] = 1
            count += 1
    return count


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """0 if the action is legal for the seat, else the number of the rule against it (chapter 16)."""
    phase = int(state.phase)
    if phase == Phase.OVER:
        return GAME_IS_OVER
    if seat == NATURE:
        return forbids_nature(state, action)
    if not 0 <= action < NATURES or not IS_OF_PHASE[phase, action] or seat < 0:
        return NOT_OF_PHASE
    if phase == Phase.PLACING and action != PASSING and state.seats[seat].passed:
        return HAS_PASSED
    if seat != state.actor:
        return int(RULE_OF_TURN[phase])
    return forbids_now(state, seat, action) if IS_OF_DECISION[state.decision, action] else NOT_OF_PHASE


forbids_now: Callable[..., int] = ACTIONS.forbids


@compilable
def forbids_nature(state: State, action: int) -> int:
    """CAY-2.1, CAY-2.4: nature lays a tile or seats a player that is left."""
    if state.phase != Phase.SETUP or not NATURES <= action < COUNT:
        return NOT_OF_PHASE
    return forbids_now(state, NATURE, action)


@compilable
def apply(state: State, seat: int, action: int, log: EventLog | None) -> None:
    """Play a legal action and everything that follows by itself; forced decisions are not asked."""
    decide(state, seat, action, log)
    if state.phase == Phase.SETUP:
        begin_if_ready(state, log)
    if state.phase != Phase.SETUP:
        go_on(state, log)


@compilable
def decide(state: State, seat: int, action: int, log: EventLog | None) -> None:
    """What an action itself does. Unless it leads to a decision, there is none to make then."""
    before = state.decision
    play(state, seat, action, log)
    if state.decision == before:
        state.decision = Decision.NOTHING


play: Callable[..., None] = ACTIONS.apply


@compilable
def go_on(state: State, log: EventLog | None) -> None:
    """Find the next decision; a decision without a choice is carried out (D-01 to D-20)."""
    flow.find_decision(state, log)
    while state.phase != Phase.OVER and mark(state, int(state.actor), None) == 1:
        decide(state, int(state.actor), only_action(state), log)
        flow.find_decision(state, log)


@compilable
def only_action(state: State) -> int:
    """The action of a forced decision."""
    if ALWAYS[state.decision] != NONE:
        return ALWAYS[state.decision]
    for action in range(BOUNDS[state.decision, 0, 0], BOUNDS[state.decision, 0, 1]):
        if forbids_now(state, int(state.actor), action) == 0:
            return action
    return NONE


@compilable
def begin_if_ready(state: State, log: EventLog | None) -> None:
    """CAY-2.8: when nature has nothing left to decide, the first round begins."""
    setup.fill_up(state, log)
    if setup.is_ready(state):
        setup.start(state, log)
        flow.begin_round(state, log)


@compilable
def begin(state: State, options: Options) -> None:
    """Set a zeroed state to the start of a game; with all options chosen, to the first decision."""
    setup.setup(state, options)
    begin_if_ready(state, None)
    if state.phase != Phase.SETUP:
        go_on(state, None)
