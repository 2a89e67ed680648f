"""Chapter 8: playing a card; the effects of characters in a player's turn and in scoring."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.games.ys import domains
from donjon.games.ys.cards import CARD, PASS, W2B, WINDOW_OF, WINDOW_PHASES, forbids_by_window, window_now
from donjon.games.ys.counting import GEM, TAKE_TWO, gem_of, gems_of, two_gems
from donjon.games.ys.market import LOWER, RAISE
from donjon.games.ys.model import (
    GEM_HIGH,
    GEM_LOW,
    HIGHEST,
    LOOKS,
    LOWEST,
    QUARTER_HIGH,
    QUARTER_LOW,
    State,
    seat_of_order,
)
from donjon.games.ys.moving import can_move, can_swap, has_target, just_placed
from donjon.games.ys.nouns import (
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
    decide,
    of_quarter,
)
from donjon.games.ys.pieces import GEM_GIVEN, GEM_TAKEN, add_gem, gem_count, move_value, value_of
from donjon.games.ys.placing import NO_QUARTER
from donjon.kernel.actions import Kind
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

# The Queen (8.17)

CLOSE_RULE = BOOK.forbids("YS-8.17.1", NO_QUARTER)
QUARTER_CLOSED = BOOK.event(
    "quarter_closed",
    "{seat} closes quarter {quarter} with the Queen.",
    "quarter",
    at=of_quarter("quarter"),
    also=("YS-8.17.2", "YS-8.17.3"),
)
decide(Phase.CLOSE, "YS-8.17.1", asked(Message("Queen: close a quarter.")))
QUARTER, SWAP = Kind(domains.QUARTER), Kind(domains.HARBOURS)


@compilable
def forbids_close(state: State, _seat: int, quarter: int) -> int:
    """Return the rule against a quarter that is not in play (YS-8.17.1)."""
    return 0 if quarter < state.quarters else CLOSE_RULE


@QUARTER.action_at(
    Phase.CLOSE, verb="queen", forbids=forbids_close, button=Message("Close quarter {quarter}")
)
@compilable
def close(state: State, seat: int, quarter: int, log: EventLog | None) -> None:
    """Close a quarter with the Queen until it is scored (YS-8.17.1)."""
    state.queen = seat
    state.closed = quarter
    state.phase = Phase.PLACE
    emit(log, QUARTER_CLOSED, seat, CLOSE_RULE, quarter, 0, 0)


# The Captain (8.4)

SHIPS_RULE = BOOK.forbids("YS-8.4.1", NO_QUARTER)
SHIPS_OF_CLOSED = number("YS-8.4.2")
SHIPS_SWAPPED = BOOK.event(
    "ships_swapped",
    "{seat} swaps the ships of quarters {quarter} and {other_quarter}.",
    *("quarter", "other_quarter"),
    at=of_quarter("ship"),
)
decide(Phase.CAPTAIN, "YS-8.4.1", asked(Message("Captain: swap two ships.")))


def _ships_button(case: Case) -> Message:
    low, high = QUARTER_PAIRS[case.argument]
    return Message("Swap ships: quarters {low} and {high}", low=low + 1, high=high + 1)


def _ships_pieces(_state: Any, pair: int) -> str:
    return " ".join(f"ship-{quarter + 1}" for quarter in QUARTER_PAIRS[pair])


@compilable
def forbids_ships(state: State, _seat: int, pair: int) -> int:
    """Return the rule against harbours that are not in play (YS-8.4.1)."""
    return 0 if QUARTER_HIGH[pair] < state.quarters else SHIPS_RULE


@SWAP.action_at(
    Phase.CAPTAIN, verb="captain", forbids=forbids_ships, button=_ships_button, pieces=_ships_pieces
)
@compilable
def swap_ships(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Exchange the ships of two harbours with the Captain (YS-8.4.1)."""
    low, high = int(QUARTER_LOW[pair]), int(QUARTER_HIGH[pair])
    ship = int(state.ship[low])
    state.ship[low] = state.ship[high]
    state.ship[high] = ship
    if state.closed == low or state.closed == high:
        cite(log, SHIPS_OF_CLOSED)
    emit(log, SHIPS_SWAPPED, seat, SHIPS_RULE, low, high, 0)
    state.phase = Phase.ASK_CARDS


# The Jeweller (8.13)

JEWELLER_RULE = BOOK.forbids("YS-8.13.1", Message("The Jeweller gives only blue, green, yellow or red gems."))
decide(Phase.JEWELLER, "YS-8.13.1", asked(Message("Jeweller: take two gems.")))


@compilable
def forbids_jewels(_state: State, _seat: int, pair: int) -> int:
    """Return the rule against gems that are of none of the four colours (YS-8.13.1)."""
    return 0 if GEM_HIGH[pair] < COLOURS else JEWELLER_RULE


@TAKE_TWO.action_at(
    Phase.JEWELLER, verb="jeweller", forbids=forbids_jewels, button=two_gems, pieces=gems_of("bank")
)
@compilable
def take_jewels(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Take two gems from the bank with the Jeweller (YS-8.13.1)."""
    for kind in (int(GEM_LOW[pair]), int(GEM_HIGH[pair])):
        add_gem(state.seats[seat], kind, 1)
        emit(log, GEM_TAKEN, seat, JEWELLER_RULE, kind, 1, 0)
    state.phase = Phase.ASK_CARDS


# The Alchemist (8.2)

ALCHEMIST_RULE = BOOK.forbids(
    "YS-8.2.1",
    Message("Take blue, green, yellow or red, but not the colour you give."),
)
GIVE_RULE = BOOK.forbids(
    "YS-8.2.2",
    Message("You have no {colour} gem to give. Choose another."),
)
NOTHING_TO_GIVE = number("YS-8.2.3")
decide(
    Phase.ALCHEMIST,
    "YS-8.2.1",
    asked(Message("Alchemist: exchange a gem?")),
)
decide(
    Phase.ALCHEMIST_TAKE,
    "YS-8.2.1",
    asked(
        Message(
            "Choose a gem to take for the {colour} one.", colour=lambda case: Colour(case.state.target).term
        )
    ),
)


@compilable
def forbids_offer(state: State, seat: int, kind: int) -> int:
    """Return the rule against a gem that one does not have (YS-8.2.2)."""
    return 0 if state.seats[seat].gems[kind] > 0 else GIVE_RULE


@GEM.action_at(
    Phase.ALCHEMIST,
    verb="alchemist",
    forbids=forbids_offer,
    button=Message("Give a {colour} gem"),
    then=(Phase.ALCHEMIST_TAKE,),
    pieces=gem_of("gem"),
)
@compilable
def offer_gem(state: State, _seat: int, kind: int, _log: EventLog | None) -> None:
    """Choose the gem to give to the Alchemist; the colour to get is chosen next."""
    state.target = kind
    state.phase = Phase.ALCHEMIST_TAKE


@PASS.action_at(Phase.ALCHEMIST, verb="alchemist pass", button=Message("Skip"))
@compilable
def exchange_nothing(state: State, _seat: int, _argument: int, _log: EventLog | None) -> None:
    """Exchange nothing with the Alchemist (YS-8.2.1)."""
    state.phase = Phase.ASK_CARDS


@compilable
def forbids_exchange(state: State, _seat: int, kind: int) -> int:
    """Return the rule against a gem that is of none of the other colours (YS-8.2.1)."""
    return 0 if kind < Gem.BLACK and kind != state.target else ALCHEMIST_RULE


def _with_alchemist(state: Any) -> str:
    return f"alchemist {Gem(state.target).text}"


@GEM.action_at(
    Phase.ALCHEMIST_TAKE,
    forbids=forbids_exchange,
    button=Message("Take a {colour} gem"),
    after=_with_alchemist,
    pieces=gem_of("bank"),
)
@compilable
def exchange(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Exchange the gem chosen for one of another colour with the Alchemist (YS-8.2.1)."""
    me = state.seats[seat]
    add_gem(me, int(state.target), -1)
    emit(log, GEM_GIVEN, seat, ALCHEMIST_RULE, state.target, 0, 0)
    add_gem(me, colour, 1)
    emit(log, GEM_TAKEN, seat, ALCHEMIST_RULE, colour, 1, 0)
    state.target = NONE
    state.phase = Phase.ASK_CARDS


# The Banker (8.3)


def _stays_as_it_is(case: Case) -> Message:
    state = case.state
    if state.phase == Phase.BANKER and state.values[case.argument] < HIGHEST:
        return Message("If you raise {colour}, you can't lower any other colour.")
    return Message(
        "The {colour} gem value is {value} and can't go further. Choose another move.", value=value_of
    )


BANKER_RULE = BOOK.forbids("YS-8.3.1", Message("The Banker raised {colour}. Lower another colour."))
BANKER_ENDS = BOOK.forbids("YS-8.3.2", _stays_as_it_is)
decide(Phase.BANKER, "YS-8.3.1", asked(Message("Banker: raise a colour.")))
decide(
    Phase.BANKER_LOWER,
    "YS-8.3.1",
    asked(
        Message(
            "Raised: {colour}. Choose a colour to lower.",
            colour=lambda case: Colour(case.state.target).term,
        )
    ),
)


@compilable
def can_raise(state: State, colour: int) -> bool:
    """Return whether the Banker can raise this colour and then lower another (YS-8.3.1, YS-8.3.2)."""
    if state.values[colour] >= HIGHEST:
        return False
    for other in range(COLOURS):
        if other != colour and state.values[other] > LOWEST:
            return True
    return False


@compilable
def forbids_raise(state: State, _seat: int, colour: int) -> int:
    """Return the rule against a colour that cannot rise, or leaves none to lower (YS-8.3.2)."""
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
    """Raise a colour with the Banker; the one to lower is chosen next (YS-8.3.1)."""
    move_value(state, seat, colour, 1, BANKER_RULE, log)
    state.target = colour
    state.phase = Phase.BANKER_LOWER


@compilable
def forbids_lower(state: State, _seat: int, colour: int) -> int:
    """Return the rule against the colour raised, or one that cannot fall (YS-8.3.1, YS-8.3.2)."""
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
    """Lower another colour with the Banker (YS-8.3.1)."""
    move_value(state, seat, colour, -1, BANKER_RULE, log)
    state.target = NONE
    state.phase = Phase.ASK_CARDS


# Playing a card (8.1.5 to 8.1.7)

_IMPOSSIBLE = {
    Character.MESSENGER: Message("The Messenger has no broker of yours to move."),
    Character.WIZARD: Message("The Wizard has no two brokers in different places to swap."),
    Character.SOLDIER: Message("The Soldier can't mark any broker you just placed."),
    Character.BANKER: Message("The Banker can't raise one gem value and lower another now."),
}


def _cannot_be_carried_out(case: Case) -> Message:
    return _IMPOSSIBLE[Character(case.argument)]


ASKED_ONCE = number("YS-8.1.5")
IN_TURN = number("YS-5.9")
PLAYED = number("YS-8.1.7")
CARRIED_OUT = BOOK.forbids("YS-8.1.6", _cannot_be_carried_out)

CARD_PLAYED = BOOK.event(
    "card_played", "{seat} plays the {card}.", "card", at=at_screen, also=("YS-8.1.4", "YS-8.1.6")
)
# The decision with which the effect of a card starts; the lasting ones ask nothing of their player.
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


@compilable
def forbids_card(state: State, seat: int, card: int, window: int) -> int:
    """Return why a seat may not play a card in a window, 0 if it may (YS-8.1.1 to YS-8.1.4, YS-8.1.6)."""
    rule = forbids_by_window(state, seat, card, window)
    if rule:
        return rule
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
def mark_cards(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the cards that a seat may play now; return how many."""
    if state.phase == Phase.PLACE:
        return mark_queen(state, seat, first, mask)
    window, count = window_now(state), 0
    for card in range(CHARACTERS):
        if state.seats[seat].hand[card] and forbids_card(state, seat, card, window) == 0:
            count += 1
            if mask is not None:
                mask[first + card] = 1
    return count


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
    """Ask the next seat by order card that can play a card, or close the window (YS-8.1.5)."""
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
    """Ask the player for Wizard, Soldier and Spy, if one of them can be used (YS-5.9)."""
    seat = int(state.actor)
    can_look = state.spy == seat and state.looks > 0 and has_target(state, seat)
    if can_look or has_card(state, seat, W2B):
        state.phase = Phase.AFTER
    else:
        state.phase = Phase.END_TURN


def _card_pieces(_state: Any, card: int) -> str:
    return f"character-{Character(card).id}"


@CARD.action_at(
    *WINDOW_PHASES,
    Phase.PLACE,
    Phase.AFTER,
    forbids=forbids_play,
    button=Message("Play the {card}"),
    then=tuple(EFFECTS.values()),
    pieces=_card_pieces,
    mark=mark_cards,
)
@compilable
def play_card(state: State, seat: int, card: int, log: EventLog | None) -> None:
    """Show a card and start its effect (YS-8.1.7)."""
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
