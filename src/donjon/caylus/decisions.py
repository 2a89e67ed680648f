"""Chapter 16 and the list of actions: who decides, what is legal and why not, what an action does, texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from donjon.caylus import setup
from donjon.caylus.building import BUILD, FIRST_BUILT, PAY, SITE, only_payment, only_residence
from donjon.caylus.castle import BATCH, NO_BATCH
from donjon.caylus.converting import CONVERT
from donjon.caylus.favours import FAVOUR_CUBE, ROW, SWAP, SWAP_FOR, SWAP_FOR_GOLD
from donjon.caylus.model import (
    BOOK,
    DECLINE,
    NONE,
    NOT_OF_PHASE,
    PHASES,
    Class,
    Decision,
    Options,
    Phase,
    State,
    Tile,
)
from donjon.caylus.moments import RULE_OF_TURN
from donjon.caylus.placing import HAS_PASSED, PASS, PLACE
from donjon.caylus.provost import PROVOST
from donjon.caylus.road import BONUS, PRODUCE
from donjon.caylus.round import DECISIONS_OF_PHASE, begin_round, find_decision
from donjon.caylus.round_end import GAME_ENDS
from donjon.caylus.setup import LAY, ORDER
from donjon.caylus.special import JOUST, LEAVE, MOVE, TAKE_BACK
from donjon.caylus.tables import ANY, CLASS
from donjon.caylus.trading import BUY, BUY_TWO, EXCHANGE_FOUR, EXCHANGE_GOLD, EXCHANGE_TWO, SELL, TRADE
from donjon.errors import UnknownAction
from donjon.kernel.actions import ALONE, Actions, plain
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EVERYONE, EventLog
from donjon.kernel.foreign import short
from donjon.kernel.game import copy
from donjon.kernel.message import Message, SeatName
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rules import NATURE

# The actions; a decision made of two choices is two actions: "build the marketplace", "with gold"

ACTIONS = Actions(
    "Caylus",
    "decision",
    len(Decision),
    [
        *(PASS, DECLINE, TAKE_BACK, LEAVE, JOUST, PLACE, MOVE, PROVOST, PRODUCE, BONUS, BUILD, PAY, SITE),
        *(CONVERT, SELL, BUY, BUY_TWO, TRADE, EXCHANGE_TWO, EXCHANGE_FOUR, EXCHANGE_GOLD),
        *(ROW, FAVOUR_CUBE, SWAP, SWAP_FOR, SWAP_FOR_GOLD, BATCH, NO_BATCH, LAY, ORDER),
    ],
    "place peddler; pass; provost +2; build stone-farm; favour money; batch food wood stone; decline",
    BOOK,
)


def prompt(state: Any, seat: int | None) -> Message:
    """Return one sentence: who must do what, with the numbers that matter."""
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    if state.phase == Phase.SETUP:
        return Message("Chance decides.")
    if seat != state.actor:
        return Message(
            "{seat} is to decide: {what}.",
            seat=SeatName(int(state.actor)),
            what=Decision(state.decision).term,
        )
    return BOOK.prompt(state, int(state.actor), state.decision)


# Who decides, and what is legal

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


# IS_OF_PHASE[phase, action]: 1 if the action is a choice there.
IS_OF_PHASE: Grid = _of_phase()
# ALWAYS[decision]: an action that nothing can forbid, NONE where there is none.
ALWAYS: Ints = _always()


@compilable
def waiting(state: State) -> int:
    """Return who decides as a bit set: one seat at a time, or nature during the set-up."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << NATURE if state.phase == Phase.SETUP else 1 << int(state.actor)


@compilable
def over(state: State) -> bool:
    """Return whether the Towers have been scored (CAY-12.1)."""
    return state.phase == Phase.OVER


@compilable
def decision_complete(state: State) -> bool:
    """Return False in the second half of a decision: a cube for "any", a residence, cubes of an exchange."""
    return state.decision < Decision.PAY


@compilable
def chances(state: State, weights: Ints) -> int:
    """Fill int64 weights[ACTIONS] of nature's actions, all alike (CAY-2.1, CAY-2.4); return their sum."""
    weights[:] = 0
    return mark_of_nature(state, weights)


@compilable
def observers(state: State, seat: int, action: int) -> int:
    """Return who may know an action: everything is public (CAY-3.3)."""
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
    """Return 0 if the action is legal for the seat, else the number of the rule against it (chapter 16)."""
    phase = int(state.phase)
    if phase == Phase.OVER:
        return GAME_ENDS
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
    """Return 0 if nature may lay this tile or seat this player, else the rule (CAY-2.1, CAY-2.4)."""
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
    """Do what an action itself does. Unless it leads to a decision, there is none to make then."""
    before = state.decision
    play(state, seat, action, log)
    if state.decision == before:
        state.decision = Decision.NOTHING


play: Callable[..., None] = ACTIONS.apply


@compilable
def go_on(state: State, log: EventLog | None) -> None:
    """Find the next decision; carry out a decision without a choice (D-01 to D-20)."""
    find_decision(state, log)
    while state.phase != Phase.OVER and mark(state, int(state.actor), None) == 1:
        decide(state, int(state.actor), only_action(state), log)
        find_decision(state, log)


@compilable
def only_action(state: State) -> int:
    """Return the action of a forced decision."""
    if ALWAYS[state.decision] != NONE:
        return ALWAYS[state.decision]
    for action in range(BOUNDS[state.decision, 0, 0], BOUNDS[state.decision, 0, 1]):
        if forbids_now(state, int(state.actor), action) == 0:
            return action
    return NONE


@compilable
def begin_if_ready(state: State, log: EventLog | None) -> None:
    """Begin the first round when nature has nothing left to decide (CAY-2.8)."""
    setup.fill_up(state, log)
    if setup.is_ready(state):
        setup.start(state, log)
        begin_round(state, log)


@compilable
def begin(state: State, options: Options) -> None:
    """Set a zeroed state to the start of a game; with all options chosen, to the first decision."""
    setup.setup(state, options)
    begin_if_ready(state, None)
    if state.phase != Phase.SETUP:
        go_on(state, None)


# Texts: single actions, and whole decisions of two halves, of which the rules play a forced one by themselves

_SECOND = ("with", "on", "for")  # the verbs of second halves


def parse_action(state: Any, seat: int, text: str) -> list[int]:
    """Return the actions that a text means at this position: one, or two when it says a whole decision.

    Raises UnknownAction when it means nothing.
    """
    words = [word for word in plain(text.replace("_", "-").replace(",", " ")).split() if word != "the"]
    at = next((at for at, word in enumerate(words) if at and word in _SECOND), None)
    if at is None:
        return [ACTIONS.read(state, seat, " ".join(words), text)]
    first, second = (ACTIONS.read(state, seat, " ".join(half), text) for half in (words[:at], words[at:]))
    if second in SITE and (first not in BUILD or CLASS[_tile(first)] != Class.PRESTIGE):
        raise UnknownAction(
            Message(
                "{words}: only a prestige tile is built on a space that its builder chooses.",
                words=short(text),
            )
        )
    begun = ACTIONS.begun(state, second)
    if not begun:
        return _both(state, seat, first, second)
    if ACTIONS.read(state, seat, begun) == first:
        return [second]
    if second in SITE or second in PAY:
        tile = Tile(state.chosen).text
        raise UnknownAction(Message("{words}: the {tile} is being built now.", words=short(text), tile=tile))
    raise UnknownAction(
        Message("{words}: what is decided now began with {begun}.", words=short(text), begun=begun)
    )


def _both(state: Any, seat: int, first: int, second: int) -> list[int]:
    """Return two halves, the second not forced; the wrong one alone, where one is wrong."""
    if forbids(state, seat, first):
        return [first]
    asked = copy(state)
    apply(asked, seat, first, None)
    if ACTIONS.begun(asked, second):
        return [first, second]
    return [first if second == _forced(state, seat, first) else second]


def _tile(action: int) -> int:
    return FIRST_BUILT + action - BUILD.first


def _forced(state: Any, seat: int, first: int) -> int:
    """Return the second half that the rules play by themselves after a first one, NONE without one."""
    if first not in BUILD:
        return NONE
    tile = _tile(first)
    if ANY[tile]:
        return PAY.action(only_payment(state, seat, tile))
    return SITE.action(only_residence(state, seat)) if CLASS[tile] == Class.PRESTIGE else NONE
