"""Chapter 8: which card may be played when, and what playing it begins."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.kernel.actions import Kind
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Message
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.sentences import Case
from donjon.ys import domains
from donjon.ys.counting import GEM, TAKE_TWO, gem_of, gems_of, two_gems
from donjon.ys.gems import GEM_GIVEN, GEM_TAKEN, add_gem, gem_count, move_value, value_of
from donjon.ys.market import LOWER, RAISE
from donjon.ys.moving import can_move, can_swap, just_placed
from donjon.ys.nouns import (
    BOOK,
    CHARACTERS,
    COLOURS,
    FIRST_THRONE,
    NONE,
    QUARTER_PAIRS,
    Character,
    Colour,
    Gem,
    Phase,
    asked,
    at_screen,
    of_quarter,
)
from donjon.ys.placing import NO_QUARTER
from donjon.ys.spying import has_target
from donjon.ys.state import State, seat_of_order
from donjon.ys.tables import (
    CARD_LIMIT,
    GEM_HIGH,
    GEM_LOW,
    HIGHEST,
    LOOKS,
    LOWEST,
    QUARTER_HIGH,
    QUARTER_LOW,
    WINDOW_BITS,
    WINDOWS,
)
from donjon.ys.windows import PASS, WINDOW_PHASES

_IMPOSSIBLE = {
    Character.MESSENGER: Message("You have no broker on the board that the Messenger can move."),
    Character.WIZARD: Message("There are no two brokers in different places that the Wizard can swap."),
    Character.SOLDIER: Message("No broker that you have just placed can be marked by the Soldier."),
    Character.BANKER: Message("The Banker cannot raise a gem value and lower another."),
}


def _cannot_be_carried_out(case: Case) -> Message:
    return _IMPOSSIBLE[Character(case.argument)]


IN_HAND = BOOK.forbids("YS-8.1.1", Message("You do not hold the {card}."))
NEXT_ROUND = BOOK.forbids(
    "YS-8.1.2",
    Message(
        "You won the {card} in this round, number {round}; it can be played from the next one on.",
        round=lambda case: int(case.state.round),
    ),
)
LIMIT = BOOK.forbids(
    "YS-8.1.3",
    Message(
        "You have played {played} cards in this round; {limit} are allowed.",
        played=lambda case: int(case.me.played),
        limit=CARD_LIMIT,
    ),
)
WINDOW = BOOK.forbids("YS-8.1.4", Message("This is not the moment to play the {card}. {now}"))
ASKED_ONCE = number("YS-8.1.5")
IN_TURN = number("YS-5.9")
PLAYED = number("YS-8.1.7")
CARRIED_OUT = BOOK.forbids("YS-8.1.6", _cannot_be_carried_out)

CARD_PLAYED = BOOK.event(
    "card_played", "{seat} plays the {card}.", "card", at=at_screen, also=("YS-8.1.4", "YS-8.1.6")
)
W2A, W2B = WINDOW_BITS["W2a"], WINDOW_BITS["W2b"]
# The window of each phase in which cards can be played; W2a depends on more than the phase.
_WINDOWS = {
    Phase.CARDS_FIRST: "W1",
    Phase.AFTER: "W2b",
    Phase.AFTER_PLACING: "W2b",
    Phase.CARDS_BEFORE: "W3",
    Phase.CARDS_AFTER: "W4",
}
WINDOW_OF: Ints = np.array([WINDOW_BITS.get(_WINDOWS.get(phase, ""), 0) for phase in Phase], np.int32)
# The decision with which the effect of a card begins; the lasting ones ask nothing of their player.
EFFECTS = {
    Character.QUEEN: Phase.CLOSE,
    Character.WIZARD: Phase.WIZARD,
    Character.SOLDIER: Phase.SOLDIER,
    Character.MESSENGER: Phase.MESSENGER,
    Character.CAPTAIN: Phase.CAPTAIN,
    Character.BANKER: Phase.BANKER,
    Character.JEWELLER: Phase.JEWELLER,
    Character.ALCHEMIST: Phase.ALCHEMIST,
}
# The cards whose effect lasts: the field of the position that holds who has played it.
LASTING = ("spy", "bishop", "magician", "intriguer", "queen")
NEXT_PHASE: Ints = np.array(
    [EFFECTS.get(card, Phase.ASK_CARDS) for card in tuple(Character)[:CHARACTERS]], np.int8
)


BOOK.asks(Phase.CLOSE, asked(Message("Which quarter does the Queen close?")))
BOOK.asks(Phase.CAPTAIN, asked(Message("Which two ships does the Captain exchange?")))
BOOK.asks(
    Phase.ALCHEMIST, asked(Message("Which gem do you give to the Alchemist? You may exchange nothing."))
)
BOOK.asks(
    Phase.ALCHEMIST_TAKE,
    asked(Message("Which gem do you get for the {gem}?", gem=lambda case: Gem(case.state.target).term)),
)
BOOK.asks(Phase.BANKER, asked(Message("Which colour does the Banker raise?")))
BOOK.asks(
    Phase.BANKER_LOWER,
    asked(
        Message(
            "Raised: {colour}. Which colour do you lower?",
            colour=lambda case: Colour(case.state.target).term,
        )
    ),
)
BOOK.asks(Phase.JEWELLER, asked(Message("Which two gems does the Jeweller bring?")))
CARD = Kind(domains.CARD)
QUARTER, SWAP = Kind(domains.QUARTER), Kind(domains.HARBOURS)


@compilable
def window_now(state: State) -> int:
    """The window that is open, as a bit of `tables.WINDOWS`; 0 when no card can be played."""
    if state.phase == Phase.PLACE and state.put_up + state.put_down + state.put_neutral == 0:
        return W2A
    return int(WINDOW_OF[state.phase])


@compilable
def forbids_card(state: State, seat: int, card: int, window: int) -> int:
    """YS-8.1.1 to YS-8.1.4, YS-8.1.6: why a seat may not play a card in a window; 0 if it may."""
    me = state.seats[seat]
    if me.hand[card] == 0:
        return IN_HAND
    if me.hand[card] == state.round:
        return NEXT_ROUND
    if WINDOWS[card] & window == 0:
        return WINDOW
    if me.played >= CARD_LIMIT:
        return LIMIT
    return 0 if has_effect(state, seat, card) else CARRIED_OUT


@compilable
def forbids_play(state: State, seat: int, card: int) -> int:
    """Why a seat may not play a card now."""
    return forbids_card(state, seat, card, window_now(state))


@compilable
def mark_queen(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """YS-8.17.1: before a turn the Queen alone can be played."""
    if forbids_play(state, seat, Character.QUEEN):
        return 0
    if mask is not None:
        mask[first + Character.QUEEN] = 1
    return 1


@compilable
def has_effect(state: State, seat: int, card: int) -> bool:
    """YS-8.1.6: can the effect of a card be carried out in full?"""
    if card == Character.MESSENGER:
        return can_move(state, seat)
    if card == Character.WIZARD:
        return can_swap(state)
    if card == Character.SOLDIER:
        for slot in range(FIRST_THRONE):
            if just_placed(state, seat, slot):
                return True
        return False
    if card == Character.BANKER:
        for colour in range(COLOURS):
            if can_raise(state, colour):
                return True
        return False
    return True


@compilable
def can_raise(state: State, colour: int) -> bool:
    """YS-8.3.1, YS-8.3.2: can the Banker raise this colour and then lower another?"""
    if state.values[colour] >= HIGHEST:
        return False
    for other in range(COLOURS):
        if other != colour and state.values[other] > LOWEST:
            return True
    return False


@compilable
def has_card(state: State, seat: int, window: int) -> bool:
    """Has a seat a card that it may play in this window?"""
    me = state.seats[seat]
    for card in range(CHARACTERS):
        if me.hand[card] and forbids_card(state, seat, card, window) == 0:
            return True
    return False


@compilable
def ask_cards(state: State) -> None:
    """YS-8.1.5: ask the next player in order-card order who can play a card; then the window closes."""
    window = int(WINDOW_OF[state.window])
    while state.asked < state.players:
        seat = seat_of_order(state, state.asked + 1)
        if has_card(state, seat, window):
            state.actor = seat
            state.phase = state.window
            return
        state.asked += 1
    state.actor = NONE
    if state.window == Phase.CARDS_FIRST:
        state.phase = Phase.BEFORE_TURN
    elif state.window == Phase.CARDS_BEFORE:
        state.quarter = 0
        state.phase = Phase.OPEN_QUARTER
    else:
        state.phase = Phase.ASK_THRONE if state.royal else Phase.END_ROUND
    state.window = NONE
    state.asked = 0


@compilable
def after_placing(state: State) -> None:
    """YS-5.9: the player may play Wizard and Soldier and look with the Spy, if there is anything to do."""
    seat = int(state.actor)
    can_look = state.spy == seat and state.looks > 0 and has_target(state, seat)
    if can_look or has_card(state, seat, W2B):
        state.phase = Phase.AFTER
    else:
        state.phase = Phase.END_TURN


def _card_pieces(_state: Any, card: int) -> str:
    return f"character-{Character(card).id}"


@CARD.action_at(
    Phase.PLACE,
    forbids=forbids_play,
    button=Message("Play the {card}"),
    then=tuple(EFFECTS.values()),
    pieces=_card_pieces,
    mark=mark_queen,
)
@CARD.action_at(
    *WINDOW_PHASES,
    Phase.AFTER,
    forbids=forbids_play,
    button=Message("Play the {card}"),
    then=tuple(EFFECTS.values()),
    pieces=_card_pieces,
)
@compilable
def play_card(state: State, seat: int, card: int, log: EventLog | None) -> None:
    """YS-8.1.7: a card is shown; its effect begins."""
    me = state.seats[seat]
    me.hand[card] = 0
    me.played += 1
    if card == Character.SPY:
        state.spy = seat
        state.looks = LOOKS
    elif card == Character.BISHOP:
        state.bishop = seat
    elif card == Character.MAGICIAN:
        state.magician = seat
    elif card == Character.INTRIGUER:
        state.intriguer = seat
    elif card == Character.MERCHANT:
        state.merchant = 1
    state.phase = int(NEXT_PHASE[card])
    cite(log, IN_TURN if state.window == NONE else ASKED_ONCE)
    if card == Character.ALCHEMIST and gem_count(me) == 0:
        state.phase = Phase.ASK_CARDS
        cite(log, NO_GEM)
    emit(log, CARD_PLAYED, seat, PLAYED, card, 0, 0)


def _stays_as_it_is(case: Case) -> Message:
    state = case.state
    if state.phase == Phase.BANKER and state.values[case.argument] < HIGHEST:
        return Message("If {colour} is raised, no other gem value can be lowered.")
    return Message("The value of {colour} is {value} and cannot move that way.", value=value_of)


CLOSE_RULE = BOOK.forbids("YS-8.17.1", NO_QUARTER)
SHIPS_RULE = BOOK.forbids("YS-8.4.1", NO_QUARTER)
SHIPS_OF_CLOSED = number("YS-8.4.2")
JEWELLER_RULE = BOOK.forbids("YS-8.13.1", Message("The Jeweller brings blue, green, yellow or red gems."))
ALCHEMIST_RULE = BOOK.forbids(
    "YS-8.2.1",
    Message("The Alchemist gives a gem of the four colours, and never of the colour that you give."),
)
GIVE_RULE = BOOK.forbids(
    "YS-8.2.2",
    Message(
        "You have no {gem} to give; you own {count}.",
        count=lambda case: int(case.me.gems[case.argument]),
    ),
)
NO_GEM = number("YS-8.2.3")
BANKER_RULE = BOOK.forbids("YS-8.3.1", Message("The Banker has raised {colour}: lower another colour."))
BANKER_ENDS = BOOK.forbids("YS-8.3.2", _stays_as_it_is)

QUARTER_CLOSED = BOOK.event(
    "quarter_closed",
    "{seat} closes quarter {quarter} with the Queen.",
    "quarter",
    at=of_quarter("quarter"),
    also=("YS-8.17.2", "YS-8.17.3"),
)
SHIPS_SWAPPED = BOOK.event(
    "ships_swapped",
    "{seat} exchanges the ships of quarters {quarter} and {other_quarter}.",
    *("quarter", "other_quarter"),
    at=of_quarter("ship"),
)


@compilable
def forbids_close(state: State, _seat: int, quarter: int) -> int:
    """YS-8.17.1: only quarters in play can be closed."""
    return 0 if quarter < state.quarters else CLOSE_RULE


@QUARTER.action_at(
    Phase.CLOSE, verb="queen", forbids=forbids_close, button=Message("Close quarter {quarter}")
)
@compilable
def close(state: State, seat: int, quarter: int, log: EventLog | None) -> None:
    """YS-8.17.1: the Queen closes a quarter until it has been counted."""
    state.queen = seat
    state.closed = quarter
    state.phase = Phase.PLACE
    emit(log, QUARTER_CLOSED, seat, CLOSE_RULE, quarter, 0, 0)


def _ships_button(case: Case) -> Message:
    low, high = QUARTER_PAIRS[case.argument]
    return Message("Exchange the ships of quarters {low} and {high}", low=low + 1, high=high + 1)


def _ships_pieces(_state: Any, pair: int) -> str:
    return " ".join(f"ship-{quarter + 1}" for quarter in QUARTER_PAIRS[pair])


@compilable
def forbids_ships(state: State, _seat: int, pair: int) -> int:
    """YS-8.4.1: both harbours are in play."""
    return 0 if QUARTER_HIGH[pair] < state.quarters else SHIPS_RULE


@SWAP.action_at(
    Phase.CAPTAIN, verb="captain", forbids=forbids_ships, button=_ships_button, pieces=_ships_pieces
)
@compilable
def swap_ships(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """YS-8.4.1: the Captain exchanges the ships of two harbours."""
    low, high = int(QUARTER_LOW[pair]), int(QUARTER_HIGH[pair])
    ship = int(state.ship[low])
    state.ship[low] = state.ship[high]
    state.ship[high] = ship
    if state.closed == low or state.closed == high:
        cite(log, SHIPS_OF_CLOSED)
    emit(log, SHIPS_SWAPPED, seat, SHIPS_RULE, low, high, 0)
    state.phase = Phase.ASK_CARDS


@compilable
def forbids_jewels(_state: State, _seat: int, pair: int) -> int:
    """YS-8.13.1: gems of the four colours."""
    return 0 if GEM_HIGH[pair] < COLOURS else JEWELLER_RULE


@TAKE_TWO.action_at(
    Phase.JEWELLER, verb="jeweller", forbids=forbids_jewels, button=two_gems, pieces=gems_of("bank")
)
@compilable
def take_jewels(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """YS-8.13.1: the Jeweller takes two gems from the bank."""
    for kind in (int(GEM_LOW[pair]), int(GEM_HIGH[pair])):
        add_gem(state.seats[seat], kind, 1)
        emit(log, GEM_TAKEN, seat, JEWELLER_RULE, kind, 1, 0)
    state.phase = Phase.ASK_CARDS


@compilable
def forbids_offer(state: State, seat: int, kind: int) -> int:
    """YS-8.2.2: the Alchemist gives a gem that one has."""
    return 0 if state.seats[seat].gems[kind] > 0 else GIVE_RULE


@GEM.action_at(
    Phase.ALCHEMIST,
    verb="alchemist",
    forbids=forbids_offer,
    button=Message("Give a {gem}"),
    then=(Phase.ALCHEMIST_TAKE,),
    pieces=gem_of("gem"),
)
@compilable
def offer_gem(state: State, _seat: int, kind: int, _log: EventLog | None) -> None:
    """The gem to give is chosen; what to get comes next."""
    state.target = kind
    state.phase = Phase.ALCHEMIST_TAKE


@PASS.action_at(Phase.ALCHEMIST, verb="alchemist pass", button=Message("Exchange nothing"))
@compilable
def exchange_nothing(state: State, _seat: int, _argument: int, _log: EventLog | None) -> None:
    """YS-8.2.1: the Alchemist may exchange nothing."""
    state.phase = Phase.ASK_CARDS


@compilable
def forbids_exchange(state: State, _seat: int, kind: int) -> int:
    """YS-8.2.1: for a gem of another of the four colours."""
    return 0 if kind < Gem.BLACK and kind != state.target else ALCHEMIST_RULE


def _with_alchemist(state: Any) -> str:
    return f"alchemist {Gem(state.target).text}"


@GEM.action_at(
    Phase.ALCHEMIST_TAKE,
    forbids=forbids_exchange,
    button=Message("Take a {gem}"),
    after=_with_alchemist,
    pieces=gem_of("bank"),
)
@compilable
def exchange(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """YS-8.2.1: the Alchemist's gem for one of another colour."""
    me = state.seats[seat]
    add_gem(me, int(state.target), -1)
    emit(log, GEM_GIVEN, seat, ALCHEMIST_RULE, state.target, 0, 0)
    add_gem(me, colour, 1)
    emit(log, GEM_TAKEN, seat, ALCHEMIST_RULE, colour, 1, 0)
    state.target = NONE
    state.phase = Phase.ASK_CARDS


@compilable
def forbids_raise(state: State, _seat: int, colour: int) -> int:
    """YS-8.3.2: the Banker raises a colour, and really, so that another can be lowered."""
    return 0 if can_raise(state, colour) else BANKER_ENDS


@RAISE.action_at(
    Phase.BANKER,
    verb="banker",
    forbids=forbids_raise,
    button=Message("Raise {colour}"),
    then=(Phase.BANKER_LOWER,),
)
@compilable
def raise_one(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """YS-8.3.1: the Banker raises a colour; which one is lowered comes next."""
    move_value(state, seat, colour, 1, BANKER_RULE, log)
    state.target = colour
    state.phase = Phase.BANKER_LOWER


@compilable
def forbids_lower(state: State, _seat: int, colour: int) -> int:
    """YS-8.3.1, YS-8.3.2: the Banker lowers another colour, and really."""
    if colour == state.target:
        return BANKER_RULE
    return 0 if state.values[colour] > LOWEST else BANKER_ENDS


def _with_banker(state: Any) -> str:
    return f"banker {Gem(state.target).text}"


@LOWER.action_at(
    Phase.BANKER_LOWER, forbids=forbids_lower, button=Message("Lower {colour}"), after=_with_banker
)
@compilable
def lower_another(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """YS-8.3.1: the Banker lowers another colour."""
    move_value(state, seat, colour, -1, BANKER_RULE, log)
    state.target = NONE
    state.phase = Phase.ASK_CARDS
