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
from donjon.ys.characters import NOTHING_TO_GIVE, can_raise
from donjon.ys.gems import gem_count
from donjon.ys.moving import can_move, can_swap, just_placed
from donjon.ys.nouns import (
    BOOK,
    CHARACTERS,
    COLOURS,
    FIRST_THRONE,
    NONE,
    Character,
    Phase,
    at_screen,
)
from donjon.ys.spying import has_target
from donjon.ys.state import State, seat_of_order
from donjon.ys.tables import (
    CARD_LIMIT,
    LOOKS,
    WINDOW_BITS,
    WINDOWS,
)
from donjon.ys.windows import WINDOW_PHASES

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


CARD = Kind(domains.CARD)


@compilable
def window_now(state: State) -> int:
    """Return the window that is open, as a bit of `tables.WINDOWS`; 0 when no card can be played."""
    if state.phase == Phase.PLACE and state.put_up + state.put_down + state.put_neutral == 0:
        return W2A
    return int(WINDOW_OF[state.phase])


@compilable
def forbids_card(state: State, seat: int, card: int, window: int) -> int:
    """Return why a seat may not play a card in a window, 0 if it may (YS-8.1.1 to YS-8.1.4, YS-8.1.6)."""
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
    """Return why a seat may not play a card now."""
    return forbids_card(state, seat, card, window_now(state))


@compilable
def mark_queen(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the Queen, the only card that can be played before placing (YS-8.17.1)."""
    if forbids_play(state, seat, Character.QUEEN):
        return 0
    if mask is not None:
        mask[first + Character.QUEEN] = 1
    return 1


@compilable
def has_effect(state: State, seat: int, card: int) -> bool:
    """Return whether the effect of a card can be carried out in full (YS-8.1.6)."""
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
def has_card(state: State, seat: int, window: int) -> bool:
    """Return whether a seat has a card that it may play in this window."""
    me = state.seats[seat]
    for card in range(CHARACTERS):
        if me.hand[card] and forbids_card(state, seat, card, window) == 0:
            return True
    return False


@compilable
def ask_cards(state: State) -> None:
    """Ask the next in order-card order who can play a card, or close the window (YS-8.1.5)."""
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
    """Let the player play Wizard and Soldier and look with the Spy, if there is anything to do (YS-5.9)."""
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
    """Show a card and begin its effect (YS-8.1.7)."""
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
        cite(log, NOTHING_TO_GIVE)
    emit(log, CARD_PLAYED, seat, PLAYED, card, 0, 0)
