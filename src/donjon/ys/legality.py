"""Which actions a phase asks for, and why one of them may be forbidden."""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rule_ids import number
from donjon.ys import nouns
from donjon.ys.bidding import BID_RULE, CHOICE_RULE, is_free
from donjon.ys.cards import (
    BANKER_ENDS,
    CLOSE_RULE,
    JEWELLER_RULE,
    SHIPS_RULE,
    can_raise,
    forbids_card,
    forbids_exchange,
    forbids_lower,
    forbids_quarter,
    window_now,
)
from donjon.ys.counting import forbids_one, forbids_two
from donjon.ys.market import JUDGE_RULE, forbids_best, forbids_column
from donjon.ys.moving import (
    forbids_destination,
    forbids_mark,
    forbids_messenger,
    forbids_swap_first,
    forbids_swap_with,
)
from donjon.ys.nouns import (
    BID,
    BROKER,
    CARD,
    COLOURS,
    DOWN,
    FRONT,
    GEM,
    LOWER,
    ORDER,
    PASS,
    PHASES,
    PLACE,
    QUARTER,
    RAISE,
    SWAP,
    TAKE_TWO,
    UP,
    VALUE,
    Gem,
    Phase,
)
from donjon.ys.placing import forbids_front, forbids_neutral, forbids_own, forbids_refill, forbids_value
from donjon.ys.spying import forbids_look
from donjon.ys.state import State
from donjon.ys.tables import GEM_HIGH, QUARTER_HIGH, VALUE_HIGH, VALUE_LOW
from donjon.ys.throne import forbids_throne

# For each phase of a seat: the rule that says what is decided there (and by whom), whether its decision is
# only half made, and the ranges of actions asked for.
_QUEEN = CARD + nouns.Character.QUEEN
_BROKERS = (BROKER, QUARTER)
_PASSES = (PASS, PASS + 1)
_ASKED: dict[Phase, tuple[str, bool, tuple[tuple[int, int], ...]]] = {
    Phase.DEAL: ("YS-2.3", True, ()),
    Phase.CHARACTER: ("YS-3.2", True, ()),
    Phase.SHIP: ("YS-3.4", True, ()),
    Phase.TURN_UP: ("YS-9.3.5", True, ()),
    Phase.BID: ("YS-4.1", True, ((BID, ORDER),)),
    Phase.ORDER: ("YS-4.3", True, ((ORDER, CARD),)),
    Phase.CARDS_FIRST: ("YS-8.1.5", True, ((CARD, UP), _PASSES)),
    Phase.SPY: ("YS-8.5.2", True, (_BROKERS, _PASSES)),
    Phase.PLACE: ("YS-5.1", True, ((_QUEEN, _QUEEN + 1), (UP, VALUE))),
    Phase.VALUE: ("YS-5.1", False, ((VALUE, BROKER),)),
    Phase.REFILL: ("YS-8.8.1", False, ((VALUE, FRONT),)),
    Phase.CLOSE: ("YS-8.17.1", False, ((QUARTER, SWAP),)),
    Phase.AFTER: ("YS-5.9", True, ((CARD, UP), _BROKERS, _PASSES)),
    Phase.WIZARD: ("YS-8.14.1", False, (_BROKERS,)),
    Phase.WIZARD_WITH: ("YS-8.14.1", False, (_BROKERS,)),
    Phase.SOLDIER: ("YS-8.16.1", False, (_BROKERS,)),
    Phase.CARDS_BEFORE: ("YS-8.1.5", True, ((CARD, UP), _PASSES)),
    Phase.MESSENGER: ("YS-8.7.1", False, (_BROKERS,)),
    Phase.MESSENGER_TO: ("YS-8.7.1", False, ((PLACE, VALUE),)),
    Phase.CAPTAIN: ("YS-8.4.1", False, ((SWAP, TAKE_TWO),)),
    Phase.PICK: ("YS-6.2.3", True, ((TAKE_TWO, RAISE),)),
    Phase.COLOUR: ("YS-6.2.5", True, ((GEM, RAISE),)),
    Phase.COLUMN: ("YS-6.5.3", True, ((GEM, RAISE),)),
    Phase.BEST: ("YS-6.7.2", True, ((RAISE, PASS),)),
    Phase.CARDS_AFTER: ("YS-8.1.5", True, ((CARD, UP), _PASSES)),
    Phase.ALCHEMIST: ("YS-8.2.1", False, ((GEM, RAISE), _PASSES)),
    Phase.ALCHEMIST_TAKE: ("YS-8.2.1", False, ((GEM, RAISE),)),
    Phase.BANKER: ("YS-8.3.1", False, ((RAISE, LOWER),)),
    Phase.BANKER_LOWER: ("YS-8.3.1", False, ((LOWER, PASS),)),
    Phase.JEWELLER: ("YS-8.13.1", False, ((TAKE_TWO, GEM),)),
    Phase.THRONE: ("YS-9.4.3", True, ((VALUE, FRONT),)),
    Phase.OVER: ("YS-6.9.2", True, ()),
}
MOST_RANGES = 3
PHASE_RULE: Ints = np.array([number(_ASKED[Phase(phase)][0]) for phase in range(PHASES)], np.int32)
SETTLED: Ints = np.array([_ASKED[Phase(phase)][1] for phase in range(PHASES)], np.uint8)
RANGES: Grid = np.zeros((PHASES, MOST_RANGES, 2), np.int32)
for _phase, (_rule, _settled, _ranges) in _ASKED.items():
    for _index, _range in enumerate(_ranges):
        RANGES[_phase, _index] = _range
# Phases whose decision can be without a choice, which all can see: it is made at once then.
FORCED: Ints = np.zeros(PHASES, np.uint8)
FORCED[
    [
        Phase.WIZARD,
        Phase.WIZARD_WITH,
        Phase.SOLDIER,
        Phase.MESSENGER,
        Phase.PICK,
        Phase.BANKER,
        Phase.BANKER_LOWER,
    ]
] = 1


@compilable
def is_asked(phase: int, action: int) -> bool:
    """Is this a kind of action that the phase asks for?"""
    for index in range(MOST_RANGES):
        if RANGES[phase, index, 0] <= action < RANGES[phase, index, 1]:
            return True
    return False


@compilable
def forbids_seat(state: State, seat: int, action: int) -> int:
    """0 if a seat that owes a decision may play an action, else the number of the rule against it."""
    if CARD <= action < UP:
        return forbids_card(state, seat, action - CARD, window_now(state))
    if not is_asked(state.phase, action):
        return PHASE_RULE[state.phase]
    return forbids_asked(state, seat, action)


@compilable
def forbids_asked(state: State, seat: int, action: int) -> int:
    """The same for an action of a kind that the phase asks for."""
    if action < UP:
        if action < ORDER:
            return forbids_bid(state, seat, action)
        if action < CARD:
            return forbids_order(state, action - ORDER + 1)
        return forbids_card(state, seat, action - CARD, window_now(state))
    if action < PLACE:
        if action < DOWN:
            return forbids_own(state, seat, action - UP, 1)
        return forbids_own(state, seat, action - DOWN, 0)
    if action < BROKER:
        if action < VALUE:
            return forbids_lone_place(state, seat, action - PLACE)
        if action < FRONT:
            return forbids_broker_value(state, seat, action - VALUE)
        return forbids_front(state, seat, action - FRONT)
    if action < QUARTER:
        return forbids_slot(state, seat, action - BROKER)
    if action < GEM:
        return forbids_pairs(state, action)
    if action < RAISE:
        return forbids_gem(state, seat, action - GEM)
    return 0 if action == PASS else forbids_value_move(state, action)


@compilable
def forbids_bid(state: State, seat: int, pair: int) -> int:
    """YS-4.1: both brokers must be behind the screen."""
    low, high = int(VALUE_LOW[pair]), int(VALUE_HIGH[pair])
    screen = state.seats[seat].screen
    if low == high:
        return 0 if screen[low] >= 2 else BID_RULE
    return 0 if screen[low] > 0 and screen[high] > 0 else BID_RULE


@compilable
def forbids_order(state: State, card: int) -> int:
    """YS-4.5: a number of the game that nobody has chosen yet."""
    return 0 if card <= state.players and is_free(state, card) else CHOICE_RULE


@compilable
def forbids_lone_place(state: State, seat: int, place: int) -> int:
    """A place for the neutral broker or for the Messenger's."""
    if state.phase == Phase.PLACE:
        return forbids_neutral(state, seat, place)
    return forbids_destination(state, place)


@compilable
def forbids_broker_value(state: State, seat: int, value: int) -> int:
    """A broker from behind the screen, or of the front for the throne room."""
    if state.phase == Phase.VALUE:
        return forbids_value(state, seat, value)
    if state.phase == Phase.REFILL:
        return forbids_refill(state, seat, value)
    return forbids_throne(state, seat, value)


@compilable
def forbids_slot(state: State, seat: int, slot: int) -> int:
    """A broker that stands: to look at, to swap, to mark or to move."""
    phase = state.phase
    if phase == Phase.WIZARD:
        return forbids_swap_first(state, slot)
    if phase == Phase.WIZARD_WITH:
        return forbids_swap_with(state, slot)
    if phase == Phase.SOLDIER:
        return forbids_mark(state, seat, slot)
    if phase == Phase.MESSENGER:
        return forbids_messenger(state, seat, slot)
    return forbids_look(state, seat, slot)


@compilable
def forbids_pairs(state: State, action: int) -> int:
    """A quarter, two quarters or two gems."""
    if action < SWAP:
        return forbids_quarter(state, action - QUARTER, CLOSE_RULE)
    if action < TAKE_TWO:
        return forbids_quarter(state, int(QUARTER_HIGH[action - SWAP]), SHIPS_RULE)
    pair = action - TAKE_TWO
    if state.phase == Phase.PICK:
        return forbids_two(state, pair)
    return 0 if GEM_HIGH[pair] < COLOURS else JEWELLER_RULE


@compilable
def forbids_gem(state: State, seat: int, kind: int) -> int:
    """A gem of the ship, a colour, a column, or what the Alchemist gives and gets."""
    phase = state.phase
    if phase == Phase.PICK:
        return forbids_one(state, kind)
    if phase == Phase.COLOUR:
        return 0 if kind < Gem.BLACK else state.cause
    if phase == Phase.COLUMN:
        return forbids_column(state, kind) if kind < Gem.BLACK else JUDGE_RULE
    return forbids_exchange(state, seat, kind)


@compilable
def forbids_value_move(state: State, action: int) -> int:
    """A gem value up or down: the best bidder's or the Banker's."""
    if state.phase == Phase.BEST:
        if action < LOWER:
            return forbids_best(state, action - RAISE, 1)
        return forbids_best(state, action - LOWER, -1)
    if state.phase == Phase.BANKER:
        return 0 if can_raise(state, action - RAISE) else BANKER_ENDS
    return forbids_lower(state, action - LOWER)


@compilable
def forced_action(state: State, seat: int) -> int:
    """The only action of a decision without a choice, -1 where there is one.

    Two brokers that the Wizard could swap are one choice, whichever is named first.
    """
    most = 2 if state.phase == Phase.WIZARD else 1
    found, first = 0, -1
    for index in range(MOST_RANGES):
        for action in range(RANGES[state.phase, index, 0], RANGES[state.phase, index, 1]):
            if forbids_asked(state, seat, action) == 0:
                if first < 0:
                    first = action
                found += 1
                if found > most:
                    return -1
    return first if found == most else -1
