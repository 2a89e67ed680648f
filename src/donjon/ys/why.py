"""Why not: the sentence behind the rule that forbids an action, with the numbers of the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.kernel.message import Message, SeatName
from donjon.ys.nouns import (
    BID,
    CARD,
    CHARACTERS,
    FIRST_CELL,
    FIRST_OF_NATURE,
    GEM,
    NONE,
    ORDER,
    PASS,
    PLACE,
    PLACES,
    RAISE,
    UP,
    VALUE,
    VALUES,
    Character,
    Colour,
    Gem,
    Phase,
    place_name,
)
from donjon.ys.tables import CARD_LIMIT, FIRST_ROW, VALUE_HIGH, VALUE_LOW


def why(state: Any, seat: int, action: int, rule: str) -> Message:
    """The reason why `rule` forbids `action` to `seat` here."""
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    if action >= FIRST_OF_NATURE and state.phase >= Phase.BID:
        return Message("Chance decides this, not a player.")
    if state.phase < Phase.BID:
        return Message("Chance decides now; what it chooses must still be there.")
    if not _owes(state, seat):
        return _not_your_decision(state)
    return _REASONS.get(rule, _not_asked)(state, seat, action)


def _owes(state: Any, seat: int) -> bool:
    if state.phase in (Phase.BID, Phase.THRONE):
        return 0 <= seat < state.players and bool(state.seats[seat].choice == NONE)
    return bool(state.actor == seat)


def _not_your_decision(state: Any) -> Message:
    if state.phase in (Phase.BID, Phase.THRONE):
        return Message("Your secret choice is made; the others are still choosing.")
    return Message("It is for {seat} to decide now.", seat=SeatName(int(state.actor)))


def _not_asked(state: Any, _seat: int, _action: int) -> Message:
    return Message("Something else is to be decided now.")


def _place_of(action: int) -> int:
    return (action - UP) % PLACES if UP <= action < VALUE else 0


def _where(action: int) -> dict[str, Any]:
    place = _place_of(action)
    return {"place": place_name(place), "quarter": place // 3 + 1, "row": max(0, place - FIRST_CELL) // 4}


def _screen(state: Any, seat: int, action: int) -> Message:
    if BID <= action < ORDER:
        low, high = int(VALUE_LOW[action]), int(VALUE_HIGH[action])
        have = [int(state.seats[seat].screen[value]) for value in (low, high)]
        if low == high:
            return Message(
                "A bid of two {low}s needs two behind your screen; you have {a}.", low=low, a=have[0]
            )
        return Message(
            "A bid of {low} and {high} needs both behind your screen; you have {a} and {b}.",
            low=low,
            high=high,
            a=have[0],
            b=have[1],
        )
    return _not_asked(state, seat, action)


def _order(state: Any, _seat: int, action: int) -> Message:
    card = action - ORDER + 1
    if card > state.players:
        return Message("There are only {count} order cards in this game.", count=int(state.players))
    return Message("Order card {card} has been chosen already.", card=card)


def _turn(state: Any, seat: int, action: int) -> Message:
    if state.phase == Phase.VALUE and VALUE <= action < VALUE + VALUES:
        return Message("There is no {value} behind your screen any more.", value=action - VALUE)
    if state.phase == Phase.PLACE and UP <= action < PLACE:
        return Message("You have placed both of your brokers in this turn.")
    return _not_asked(state, seat, action)


def _faces(state: Any, _seat: int, action: int) -> Message:
    if action < UP + PLACES:
        return Message("One broker of this turn lies face up already; the other goes face down.")
    return Message("One broker of this turn lies face down already; the other goes face up.")


def _taken(state: Any, _seat: int, action: int) -> Message:
    return Message("A broker stands there already: {place}.", **_where(action))


def _no_row(state: Any, _seat: int, action: int) -> Message:
    return Message(
        "Row {row} of the market is not used; with {players} players the rows from {first} on are.",
        row=_where(action)["row"],
        players=int(state.players),
        first=int(FIRST_ROW[state.players]),
    )


def _no_quarter(state: Any, _seat: int, action: int) -> Message:
    return Message("Only {count} quarters are in play.", count=int(state.quarters))


def _closed(state: Any, _seat: int, action: int) -> Message:
    return Message(
        "The Queen of {seat} has closed quarter {quarter}.",
        seat=SeatName(int(state.queen)),
        quarter=int(state.closed) + 1,
    )


def _card(action: int) -> Any:
    return Character(action - CARD if CARD <= action < CARD + CHARACTERS else 0).term


def _card_reason(text: str) -> Callable[[Any, int, int], Message]:
    def reason(state: Any, seat: int, action: int) -> Message:
        played = int(state.seats[seat].played)
        return Message(text, card=_card(action), played=played, limit=CARD_LIMIT, round=int(state.round))

    return reason


def _gem_reason(text: str) -> Callable[[Any, int, int], Message]:
    def reason(state: Any, seat: int, action: int) -> Message:
        kind = action - GEM if GEM <= action < RAISE else 0
        colour = (action - RAISE) % 4 if RAISE <= action < PASS else 0
        return Message(
            text,
            gem=Gem(kind).term,
            colour=Colour(colour).term,
            value=int(state.values[colour]),
            count=int(state.seats[seat].gems[kind]),
        )

    return reason


def _fixed(text: str) -> Callable[[Any, int, int], Message]:
    return lambda _state, _seat, _action: Message(text)


def _value_reason(text: str) -> Callable[[Any, int, int], Message]:
    return lambda _state, _seat, action: Message(text, value=(action - VALUE) % VALUES)


_REASONS: dict[str, Callable[[Any, int, int], Message]] = {
    "YS-4.1": _screen,
    "YS-4.5": _order,
    "YS-4.7": _fixed(Message("The brokers of your front stay there; only the Magician places them.").text),
    "YS-5.1": _turn,
    "YS-5.2": _faces,
    "YS-5.4": _taken,
    "YS-5.5": _no_row,
    "YS-6.2.3": _fixed(
        Message("The ship has no such gems left, or you must take another number of gems.").text
    ),
    "YS-6.2.5": _fixed(Message("A white gem is exchanged for blue, green, yellow or red.").text),
    "YS-6.4.3": _fixed(Message("A white gem is exchanged for blue, green, yellow or red.").text),
    "YS-8.19.1": _fixed(Message("A blue card gives a blue, green, yellow or red gem.").text),
    "YS-6.5.3": _fixed(Message("This column is not one of the equal ones that come next.").text),
    "YS-6.7.3": _gem_reason(
        Message("The value of {colour} is {value}, the end of the table: it must really move.").text
    ),
    "YS-8.1.1": _card_reason(Message("You do not hold the {card}.").text),
    "YS-8.1.2": _card_reason(
        Message(
            "You won the {card} in this round, number {round}; it can be played from the next one on."
        ).text
    ),
    "YS-8.1.3": _card_reason(
        Message("You have played {played} cards in this round; {limit} are allowed.").text
    ),
    "YS-8.1.4": _card_reason(Message("This is not the moment to play the {card}.").text),
    "YS-8.1.6": _card_reason(Message("The {card} could not be carried out now.").text),
    "YS-8.2.1": _fixed(
        Message("The Alchemist gives a gem of the four colours, and never of the colour that you give.").text
    ),
    "YS-8.2.2": _gem_reason(Message("You have no {gem} to give; you own {count}.").text),
    "YS-8.3.1": _gem_reason(Message("The Banker has raised {colour}: lower another colour.").text),
    "YS-8.3.2": _gem_reason(Message("The value of {colour} is {value} and cannot move that way.").text),
    "YS-8.4.1": _no_quarter,
    "YS-8.5.1": _fixed(
        Message("The Spy looks at face-down brokers of other players, three times at most.").text
    ),
    "YS-8.5.4": _fixed(Message("That broker is your own: you know it.").text),
    "YS-9.3.5": _fixed(Message("Nobody ever looks at a neutral broker.").text),
    "YS-8.7.1": _fixed(Message("The Messenger moves one of your own brokers to a different place.").text),
    "YS-8.7.4": _closed,
    "YS-8.8.1": _value_reason(
        Message("No {value} stood in your front before this turn, or none is behind your screen.").text
    ),
    "YS-8.13.1": _fixed(Message("The Jeweller brings blue, green, yellow or red gems.").text),
    "YS-8.14.1": _fixed(Message("There is no such broker on the board.").text),
    "YS-8.14.4": _fixed(
        Message("The Wizard swaps brokers in two different places, none of them in a closed quarter.").text
    ),
    "YS-8.16.1": _fixed(Message("The Soldier marks one of the two brokers that you have just placed.").text),
    "YS-8.17.1": _no_quarter,
    "YS-8.17.2": _closed,
    "YS-9.1.1": _fixed(Message("With open placement all brokers are placed face up.").text),
    "YS-9.2.2": _no_quarter,
    "YS-9.2.5": _no_row,
    "YS-9.3.4": _fixed(Message("In a game for two, one neutral broker is placed in every turn.").text),
    "YS-9.3.6": _fixed(Message("The Soldier never marks a neutral broker.").text),
    "YS-9.3.21": _closed,
    "YS-9.4.3": _value_reason(Message("There is no {value} in your front.").text),
    "YS-9.4.6": _fixed(Message("Brokers in the throne room stay out of this.").text),
    "YS-9.4.13": _fixed(Message("A broker in the throne room cannot be marked.").text),
}
