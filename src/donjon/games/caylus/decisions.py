"""Chapter 16 and the list of actions: seats to move, legality and its reasons, effects, texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from donjon.errors import UnknownAction
from donjon.games.caylus import setup
from donjon.games.caylus.building import BUILD, FIRST_BUILT, PAY, SITE, only_payment, only_residence
from donjon.games.caylus.castle import BATCH, NO_BATCH
from donjon.games.caylus.converting import CONVERT
from donjon.games.caylus.favours import FAVOUR_CUBE, ROW, SWAP, SWAP_FOR, SWAP_FOR_GOLD
from donjon.games.caylus.model import (
    BOOK,
    DECLINE,
    INN_RIGHT,
    NONE,
    NOT_OF_PHASE,
    PHASES,
    ROAD,
    Class,
    Decision,
    Options,
    Phase,
    Space,
    State,
    Tile,
)
from donjon.games.caylus.placing import HAS_PASSED, PASS, PLACE
from donjon.games.caylus.provost import PROVOST
from donjon.games.caylus.road import BONUS, DECISION_OF, PRODUCE, runs
from donjon.games.caylus.round import (
    DECISIONS_OF_PHASE,
    FAVOUR_DECISIONS,
    FAVOURS_ALONE,
    begin_round,
    find_decision,
)
from donjon.games.caylus.round_end import GAME_ENDS
from donjon.games.caylus.setup import LAY, ORDER
from donjon.games.caylus.spaces import where
from donjon.games.caylus.special import JOUST, LEAVE, MOVE, SPACE_OF_DECISION, TAKE_BACK
from donjon.games.caylus.tables import ALTERNATIVES, ANY, BUILDS, CLASS, EFFECT, YIELD
from donjon.games.caylus.trading import BUY, BUY_TWO, EXCHANGE_FOUR, EXCHANGE_GOLD, EXCHANGE_TWO, SELL, TRADE
from donjon.kernel.actions import ALONE, Actions, plain
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EVERYONE, EventLog
from donjon.kernel.game import copy
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.phases import Phases
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rules import NATURE
from donjon.kernel.untrusted import short

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
    """Return one sentence: the seat to move and its decision, with the numbers that matter."""
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    if state.phase == Phase.SETUP:
        return Message("Waiting for a random draw.")
    if seat != state.actor:
        return Message(
            "{seat}'s turn: {what}.",
            seat=SeatName(int(state.actor)),
            what=Decision(state.decision).term,
        )
    return BOOK.prompt(state, int(state.actor), state.decision)


# Answers to a choice of another decision

IN_ROAD = (
    *(Decision.PRODUCE, Decision.BUILD, Decision.LAWYER, Decision.SELL),
    *(Decision.BUY, Decision.TRADE, Decision.EXCHANGE),
)


def now(state: Any) -> Any:
    """Return the words for the current decision, with the thing that it is about."""
    decision = Decision(state.decision)
    if decision in IN_ROAD:
        return where(state, Space.CASTLE + int(state.cursor))
    if decision == Decision.BONUS:
        place = where(state, Space.CASTLE + int(state.cursor))
        return Message("{what}: {place}", what=decision.term, place=place)
    if decision in (Decision.PAY, Decision.SITE):
        return Message("{what}: {place}", what=decision.term, place=Tile(state.chosen).term)
    return decision.term


# The moment at which another choice comes

# The rule of each phase about the seats to move there, and their order.
_RULE_OF_PHASE = {
    Phase.PLACING: "CAY-5.1.1",
    Phase.SPECIAL: "CAY-6.1",
    Phase.PROVOST: "CAY-7.1",
    Phase.ROAD: "CAY-8.1.1",
    Phase.CASTLE: "CAY-9.1",
    Phase.END: "CAY-10.3.1",
}
_ROUND = Phases(
    ACTIONS,
    DECISIONS_OF_PHASE,
    to_come=Message("Too early: that belongs to phase {number} ({rule})."),
    over=Message("Too late: that belongs to phase {number} ({rule})."),
)


def later(case: Case) -> Message | None:
    """Return when the choice comes, or that it came, with the rule; None where that is not known."""
    state, decisions = case.state, ACTIONS.kind_of(case.action).decisions
    if not 0 <= case.seat < state.players or not decisions:
        return None
    if decisions == {Decision.NOTHING}:
        return Message("That was drawn at random before the first round ({rule}).", rule="CAY-2.1")
    if decisions <= FAVOURS_ALONE and state.simplified:
        return Message("The favour table isn't used in this game ({rule}).", rule="CAY-14.1")
    if decisions <= FAVOURS_ALONE:
        return Message("A favour is used as soon as it is gained ({rule}).", rule="CAY-11.1.2")
    phase = _phase_of(case)
    if phase is None:
        return None
    rule = _RULE_OF_PHASE[phase]
    if phase == Phase.CASTLE and _is_not_inside(case):
        return Message("Only players with a worker in the castle take part in phase 6 ({rule}).", rule=rule)
    return _ROUND.elsewhere(phase, int(state.phase), rule) or _in_phase(case, phase, decisions)


def _phase_of(case: Case) -> Phase | None:
    """Return the phase that an action belongs to; the guild moves the provost in phase 3 (CAY-6.4)."""
    if case.action in PROVOST:
        is_at_guild = case.state.worker[Space.MERCHANTS_GUILD] == case.seat
        return Phase.SPECIAL if is_at_guild and case.state.phase == Phase.SPECIAL else Phase.PROVOST
    phase = _ROUND.phase(case.action)
    return None if phase is None else Phase(phase)


def _is_not_inside(case: Case) -> bool:
    """Return whether it is certain that the seat gives no batch in this round (CAY-9.1)."""
    return Phase.SPECIAL < case.state.phase <= Phase.CASTLE and case.seat not in list(case.state.castle)


def _in_phase(case: Case, phase: Phase, decisions: frozenset[int]) -> Message | None:
    """Return whether a choice of this phase comes later or has come, by the order within the phase."""
    state, seat, rule = case.state, case.seat, _RULE_OF_PHASE[phase]
    first, *others = (DECISIONS_OF_PHASE[phase] - FAVOUR_DECISIONS) & decisions
    if others or first == Decision.BONUS:
        return None
    if phase == Phase.SPECIAL:
        return _at_space(state, seat, SPACE_OF_DECISION[first])
    if phase == Phase.ROAD:
        return _on_road(case, first)
    if phase == Phase.PLACING:
        comes = not state.seats[seat].passed
    else:
        order = state.passing if phase == Phase.PROVOST else state.castle
        comes = seat in list(order[int(state.cursor) + 1 :])
    if comes:
        return Message("Your turn in this phase comes later ({rule}).", rule=rule)
    return Message("Your turn in this phase is over ({rule}).", rule=rule)


def _there(place: Any, rule: str) -> Message:
    return Message("Your worker's turn comes later: {space} ({rule}).", space=place, rule=rule)


def _at_space(state: Any, seat: int, space: Space) -> Message:
    """Return when a special space is resolved: in the order of the spaces, with a worker there."""
    if space == Space.INN:
        return _at_inn(state, seat)
    is_mine = state.worker[space] == seat
    if state.cursor > space or (state.cursor == space and is_mine):
        return Message("Already done this round: {space} ({rule}).", space=space.term, rule="CAY-6.1")
    if is_mine:
        return _there(space.term, "CAY-6.1")
    return Message("You have no worker there: {space} ({rule}).", space=space.term, rule="CAY-6.1")


def _at_inn(state: Any, seat: int) -> Message:
    """Return when the inn is decided: its right worker is asked if no new guest comes (CAY-6.7.2)."""
    if state.worker[INN_RIGHT] != seat:
        return Message("You have no worker on the right circle of the inn ({rule}).", rule="CAY-6.7.2")
    if state.worker[Space.INN] != NONE:
        return Message(
            "A new guest takes the right circle of the inn; there is no choice ({rule}).", rule="CAY-6.7.1"
        )
    return _there(Space.INN.term, "CAY-6.7.2")


def _on_road(case: Case, decision: Decision) -> Message:
    """Return whether a worker further on the road stands on a building for the choice."""
    state = case.state
    for space in range(int(state.cursor) + 1, ROAD + 1):
        tile = int(state.tile[space])
        if state.worker[Space.CASTLE + space] == case.seat and tile != NONE and _offers(tile, decision, case):
            place = where(state, Space.CASTLE + space)
            if runs(space, state.provost):
                return _there(place, "CAY-8.1.1")
            text = Message("Your worker is beyond the provost and does nothing: {space} ({rule}).").text
            return Message(text, space=place, rule="CAY-8.1.2")
    return Message("You have no worker left on a building for that ({rule}).", rule="CAY-8.1.1")


def _offers(tile: int, decision: Decision, case: Case) -> bool:
    """Return whether the choice may be made on a tile, if its player can pay for it."""
    if DECISION_OF[EFFECT[tile]] != decision:
        return False
    if decision == Decision.BUILD:
        return bool(BUILDS[tile] == CLASS[FIRST_BUILT + case.argument])
    if decision == Decision.PRODUCE:
        return ALTERNATIVES[tile] > 1 and bool(YIELD[tile, :, case.argument].any())
    return True


# Another decision is open, or another seat is to move


def _others_turn(case: Case) -> Message:
    """Return the seat to move; and, where the action tells it, when the choice of the asker comes."""
    places = {"actor": SeatName(int(case.state.actor)), "now": now(case.state)}
    when = later(case)
    if when is None:
        return Message("{actor}'s move: {now}.", **places)
    return Message("{later} {actor}'s move: {now}.", **places, later=when)


def _not_now(case: Case) -> Message:
    """Return why an action is not a choice of this phase or decision."""
    if case.state.phase == Phase.SETUP and case.seat == NATURE:
        return Message(
            "Only the neutral tiles and the order of the {players} players are random.",
            players=int(case.state.players),
        )
    if case.state.phase == Phase.SETUP:
        return Message("Waiting for a random draw.")
    if case.seat != case.state.actor:
        return _others_turn(case)
    when = later(case)
    if when is None:
        return Message("Your move: {now}.", now=now(case.state))
    return Message("{later} Your move: {now}.", now=now(case.state), later=when)


BOOK.forbids("CAY-3.1", _not_now)
_TURN_RULES = {phase: BOOK.forbids(rule, _others_turn) for phase, rule in _RULE_OF_PHASE.items()}
# RULE_OF_TURN[phase]: the rule about the seats to move there.
RULE_OF_TURN: Ints = np.array([_TURN_RULES.get(phase, 0) for phase in Phase], np.int32)


# Seats to move, and legal actions

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
    """Return the seats to move as a bit set: one at a time, or nature during the setup."""
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
    """Return the seats that may know an action: everything is public (CAY-3.3)."""
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
    """Mark the legal actions of nature."""
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
    """Carry out the action itself. Afterwards there is no decision unless the action leads to one."""
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
    """Start the first round when nature has nothing left to decide (CAY-2.8)."""
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
    """Return the actions of a text at this position: one, or two when it is a whole decision.

    Raises UnknownAction for an unknown text.
    """
    words = [word for word in plain(text.replace("_", "-").replace(",", " ")).split() if word != "the"]
    at = next((at for at, word in enumerate(words) if at and word in _SECOND), None)
    if at is None:
        return [ACTIONS.read(state, seat, " ".join(words), text)]
    first, second = (ACTIONS.read(state, seat, " ".join(half), text) for half in (words[:at], words[at:]))
    if second in SITE and (first not in BUILD or CLASS[_tile(first)] != Class.PRESTIGE):
        raise UnknownAction(
            Message(
                "{words}: you choose the space only for a prestige tile.",
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
        raise UnknownAction(
            Message("{words}: you are building the {tile} now.", words=short(text), tile=tile)
        )
    raise UnknownAction(
        Message("{words}: you started this move with {begun}.", words=short(text), begun=begun)
    )


def _both(state: Any, seat: int, first: int, second: int) -> list[int]:
    """Return two halves, the second not forced; the wrong one alone, where one is illegal."""
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
