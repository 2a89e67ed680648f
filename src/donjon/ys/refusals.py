"""Why not: for every rule the sentence that says what it forbids here, with the numbers of the position."""

from __future__ import annotations

from typing import Any

from donjon.kernel.actions import NO_USE
from donjon.kernel.message import Message, SeatName, Term
from donjon.kernel.refusals import Refusals, Refused, say
from donjon.kernel.rules import NATURE
from donjon.ys.cards import CARD
from donjon.ys.counting import TAKE_TWO, picks
from donjon.ys.decisions import ACTIONS, CHANCE
from donjon.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    GEM_PAIRS,
    NONE,
    Character,
    Colour,
    Gem,
    Phase,
    place_name,
)
from donjon.ys.placing import PLACE, UP
from donjon.ys.state import is_neutral
from donjon.ys.tables import CARD_LIMIT, FIRST_ROW, HIGHEST, LOOKS, VALUE_HIGH, VALUE_LOW
from donjon.ys.words.moments import later
from donjon.ys.words.prompts import owes, to_decide


def why(state: Any, seat: int, action: int, rule: str) -> Message:
    """The reason why `rule` forbids `action` to `seat` here.

    An action of another decision is answered with what is to be decided now, and by whom.
    """
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    is_choice = ACTIONS.use[state.phase, action] != NO_USE
    if seat == NATURE or not owes(state, seat):
        return _of_another(state, seat, action)
    if not is_choice and action not in CARD:
        if any(action in kind for kind in CHANCE):
            return Message("Chance decides this, not a player. {now}", now=to_decide(state, seat))
        return _not_now(state, seat, action)
    return say(REFUSALS[rule], Refused(state, seat, action, int(ACTIONS.argument[action])))


def _not_now(state: Any, seat: int, action: int) -> Message:
    """What is to be decided now; and, where the action tells it, when its own moment comes."""
    comes = later(state, seat, action)
    if comes is None:
        return to_decide(state, seat)
    return Message("{now} {later}", now=to_decide(state, seat), later=comes)


def _of_another(state: Any, seat: int, action: int) -> Message:
    """Of somebody who owes no decision now."""
    is_choice = ACTIONS.use[state.phase, action] != NO_USE
    if is_choice and seat == NATURE and state.phase < Phase.BID:
        return Message("Chance decides now; what it chooses must still be there.")
    if is_choice and state.phase in (Phase.BID, Phase.THRONE) and 0 <= seat < state.players:
        return Message("Your secret choice is made; the others are still choosing.")
    return _not_now(state, seat, action)


# What fills the places


def _value(refused: Refused) -> int:
    return int(refused.state.values[refused.argument])


def _card(refused: Refused) -> Term:
    return Character(refused.argument).term


def _colour(refused: Refused) -> Term:
    return Colour(refused.argument).term


def _argument(refused: Refused) -> int:
    return refused.argument


def _owner(refused: Refused) -> SeatName | Term:
    owner = int(refused.state.owner[refused.argument])
    return Term("the neutral player") if is_neutral(refused.state, owner) else SeatName(owner)


# Sentences that depend on the case

NO_BROKER = Message("There is no such broker on the board.")
CLOSED = Message(
    "The Queen of {seat} has closed quarter {quarter}.",
    seat=lambda refused: SeatName(int(refused.state.queen)),
    quarter=lambda refused: int(refused.state.closed) + 1,
)
NOT_BEHIND = Message("There is no {value} behind your screen any more.", value=_argument)
NO_QUARTER = Message("Only {count} quarters are in play.", count=lambda refused: int(refused.state.quarters))
NO_ROW = Message(
    "Row {row} of the market is not used; with {players} players the rows from {first} on are.",
    row=lambda refused: (refused.argument - FIRST_CELL) // COLOURS,
    players=lambda refused: int(refused.state.players),
    first=lambda refused: int(FIRST_ROW[refused.state.players]),
)
WHITE_FOR = Message("A white gem is exchanged for blue, green, yellow or red.")


def _stands(refused: Refused) -> bool:
    return bool(refused.state.place[refused.argument] != NONE)


def _bid(refused: Refused) -> Message:
    low, high = int(VALUE_LOW[refused.argument]), int(VALUE_HIGH[refused.argument])
    a, b = int(refused.me.screen[low]), int(refused.me.screen[high])
    if low == high:
        return Message("A bid of two {low}s needs two behind your screen; you have {a}.", low=low, a=a)
    return Message(
        "A bid of {low} and {high} needs both behind your screen; you have {a} and {b}.",
        low=low,
        high=high,
        a=a,
        b=b,
    )


def _order(refused: Refused) -> Message:
    if refused.argument >= refused.state.players:
        return Message("There are only {count} order cards in this game.", count=int(refused.state.players))
    return Message("Order card {card} has been chosen already.", card=refused.argument + 1)


def _faces(refused: Refused) -> Message:
    if refused.action in UP:
        return Message("One broker of this turn lies face up already; the other goes face down.")
    return Message("One broker of this turn lies face down already; the other goes face up.")


def _turn(refused: Refused) -> Message:
    if refused.state.phase == Phase.VALUE:
        return NOT_BEHIND
    return Message("You have placed both of your brokers in this turn.")


def _neutral(refused: Refused) -> Message:
    if refused.state.players > 2:
        return Message("Neutral brokers are placed in a game for two only.")
    return Message("The neutral broker of this turn is placed already.")


def _front(refused: Refused) -> Message:
    if refused.state.phase == Phase.REFILL:
        return NOT_BEHIND
    if refused.me.old_front[refused.argument] == 0:
        return Message("No {value} of your front stood there before this turn.", value=_argument)
    return Message("No broker is left behind your screen to refill the front.")


def _pick(refused: Refused) -> Message:
    state, count = refused.state, picks(refused.state)
    pair = GEM_PAIRS[refused.argument] if refused.action in TAKE_TWO else (refused.argument,)
    if count != len(pair):
        if count == 2:
            return Message("You are first in this quarter: take two gems at once.")
        return Message("You take one gem of the ship now, not two.")
    lacking = next(kind for kind in pair if state.offer[kind] < pair.count(kind))
    return Message(
        "The ship has not enough gems of this kind left: {gem}, {count}.",
        gem=Gem(lacking).term,
        count=int(state.offer[lacking]),
    )


def _column(refused: Refused) -> Message:
    if refused.argument >= COLOURS:
        return Message("The market has no {colour} column.", colour=_colour)
    return Message("This column is not one of the equal ones that come next.")


def _cannot_be_carried_out(refused: Refused) -> Message:
    return {
        Character.MESSENGER: Message("You have no broker on the board that the Messenger can move."),
        Character.WIZARD: Message("There are no two brokers in different places that the Wizard can swap."),
        Character.SOLDIER: Message("No broker that you have just placed can be marked by the Soldier."),
        Character.BANKER: Message("The Banker cannot raise a gem value and lower another."),
    }[Character(refused.argument)]


def _banker(refused: Refused) -> Message:
    state = refused.state
    if state.phase == Phase.BANKER and state.values[refused.argument] < HIGHEST:
        return Message("If {colour} is raised, no other gem value can be lowered.", colour=_colour)
    return Message("The value of {colour} is {value} and cannot move that way.", colour=_colour, value=_value)


def _spy(refused: Refused) -> Message:
    state = refused.state
    if state.spy != refused.seat:
        return Message("You have no Spy in play.")
    if state.looks == 0:
        return Message("The Spy has looked {count} times, which is all.", count=LOOKS)
    if not _stands(refused):
        return NO_BROKER
    return Message("That broker lies face up: everybody knows it.")


def _messenger(refused: Refused) -> Message:
    if refused.action in PLACE:
        return Message("The broker stands there already; the Messenger moves it to a different place.")
    if not _stands(refused):
        return NO_BROKER
    return Message("The Messenger moves one of your own brokers; that one belongs to: {owner}.", owner=_owner)


def _throne_room(refused: Refused) -> Message:
    if refused.state.phase == Phase.MESSENGER:
        return Message("The Messenger moves no broker of the throne room.")
    return Message("Both brokers stand in the throne room; the Wizard swaps brokers of different places.")


def _wizard(refused: Refused) -> Message:
    state = refused.state
    place = int(state.place[refused.argument])
    if state.closed != NONE and place < FIRST_CELL and place // DISTRICTS == state.closed:
        return CLOSED
    if state.phase == Phase.WIZARD_WITH:
        return Message("Both brokers stand in the same place: {place}.", place=place_name(place))
    return Message("No broker of a different place can be swapped with that one.")


def _soldier(refused: Refused) -> Message:
    if not _stands(refused):
        return NO_BROKER
    if refused.state.marked[refused.argument]:
        return Message("That broker is marked already.")
    return Message("The Soldier marks one of the two brokers that you have just placed.")


REFUSALS: Refusals = {
    "YS-4.1": _bid,
    "YS-4.5": _order,
    "YS-4.7": Message("The brokers of your front stay there; only the Magician places them."),
    "YS-5.1": _turn,
    "YS-5.2": _faces,
    "YS-5.4": Message(
        "A broker stands there already: {place}.", place=lambda refused: place_name(refused.argument)
    ),
    "YS-5.5": NO_ROW,
    "YS-6.2.3": _pick,
    "YS-6.2.5": WHITE_FOR,
    "YS-6.4.3": WHITE_FOR,
    "YS-6.5.3": _column,
    "YS-6.7.3": Message(
        "The value of {colour} is {value}, the end of the table: it must really move.",
        colour=_colour,
        value=_value,
    ),
    "YS-8.1.1": Message("You do not hold the {card}.", card=_card),
    "YS-8.1.2": Message(
        "You won the {card} in this round, number {round}; it can be played from the next one on.",
        card=_card,
        round=lambda refused: int(refused.state.round),
    ),
    "YS-8.1.3": Message(
        "You have played {played} cards in this round; {limit} are allowed.",
        played=lambda refused: int(refused.me.played),
        limit=CARD_LIMIT,
    ),
    "YS-8.1.4": Message(
        "This is not the moment to play the {card}. {now}",
        card=_card,
        now=lambda refused: to_decide(refused.state, refused.seat),
    ),
    "YS-8.1.6": _cannot_be_carried_out,
    "YS-8.2.1": Message(
        "The Alchemist gives a gem of the four colours, and never of the colour that you give."
    ),
    "YS-8.2.2": Message(
        "You have no {gem} to give; you own {count}.",
        gem=lambda refused: Gem(refused.argument).term,
        count=lambda refused: int(refused.me.gems[refused.argument]),
    ),
    "YS-8.3.1": Message("The Banker has raised {colour}: lower another colour.", colour=_colour),
    "YS-8.3.2": _banker,
    "YS-8.4.1": NO_QUARTER,
    "YS-8.5.1": _spy,
    "YS-8.5.4": Message("That broker is your own: you know it."),
    "YS-8.7.1": _messenger,
    "YS-8.7.4": CLOSED,
    "YS-8.8.1": _front,
    "YS-8.13.1": Message("The Jeweller brings blue, green, yellow or red gems."),
    "YS-8.14.1": NO_BROKER,
    "YS-8.14.4": _wizard,
    "YS-8.16.1": _soldier,
    "YS-8.17.1": NO_QUARTER,
    "YS-8.17.2": CLOSED,
    "YS-8.19.1": Message("A blue card gives a blue, green, yellow or red gem."),
    "YS-9.1.1": Message("With open placement all brokers are placed face up."),
    "YS-9.2.2": NO_QUARTER,
    "YS-9.2.5": NO_ROW,
    "YS-9.3.4": _neutral,
    "YS-9.3.5": Message("Nobody ever looks at a neutral broker."),
    "YS-9.3.6": Message("The Soldier never marks a neutral broker."),
    "YS-9.3.21": CLOSED,
    "YS-9.4.3": Message("There is no {value} in your front.", value=_argument),
    "YS-9.4.6": _throne_room,
    "YS-9.4.13": Message("A broker in the throne room cannot be marked."),
}
