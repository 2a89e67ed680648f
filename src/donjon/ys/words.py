"""Actions as text and back; the sentences of buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.kernel.generic import NATURE
from donjon.kernel.message import Message
from donjon.kernel.unknown_actions import no_such_action
from donjon.ys.nouns import (
    ACTIONS,
    BID,
    BROKER,
    CARD,
    DEAL,
    DOWN,
    FIRST_OF_NATURE,
    FRONT,
    GEM,
    GEM_PAIRS,
    LOWER,
    NONE,
    ORDER,
    PASS,
    PLACE,
    QUARTER,
    QUARTER_PAIRS,
    RAISE,
    SAIL,
    SWAP,
    TAKE_TWO,
    TURN_CARD,
    TURN_VALUE,
    UP,
    VALUE,
    VALUE_PAIRS,
    Character,
    Colour,
    Gem,
    Phase,
    broker_text,
    place_name,
    place_text,
)
from donjon.ys.tables import SHIP_NAMES


def action_text(state: Any, seat: int, action: int) -> str:
    """The text of an action at this position ("bid 3+4", "down q1.p 4"); `read_action` reads it back.

    The first word of a text is never a secret. Raises UnknownAction for a number outside 0 .. ACTIONS - 1.
    """
    if not 0 <= action < ACTIONS:
        raise no_such_action("Ys", action, ACTIONS)
    if action >= FIRST_OF_NATURE:
        return nature_text(action)
    first = max(start for start in _TEXTS if start <= action)
    return _TEXTS[first](state, action - first)


def nature_text(action: int) -> str:
    """The text of a choice of nature."""
    if action < TURN_CARD:
        return f"deal {action - DEAL + 1}"
    if action < SAIL:
        return f"character {Character(action - TURN_CARD).id}"
    if action < TURN_VALUE:
        return f"ship {SHIP_NAMES[action - SAIL].lower()}"
    return f"broker {action - TURN_VALUE}"


def _bid(_state: Any, pair: int) -> str:
    low, high = VALUE_PAIRS[pair]
    return f"bid {low}+{high}"


def _lone_place(state: Any, place: int) -> str:
    if state.phase == Phase.MESSENGER_TO:
        return f"messenger {broker_text(state, int(state.target))} {place_text(place)}"
    return f"neutral {place_text(place)}"


def facing_text(state: Any) -> str:
    """The half of a placement that is chosen: "up q1.h"."""
    return f"{'up' if state.facing else 'down'} {place_text(max(0, int(state.target)))}"


def _value(state: Any, value: int) -> str:
    if state.phase == Phase.THRONE:
        return f"throne {value}"
    if state.phase == Phase.REFILL:
        return f"{facing_text(state)} front {int(state.from_front)} refill {value}"
    return f"{facing_text(state)} {value}"


def _broker(state: Any, slot: int) -> str:
    name = broker_text(state, slot)
    if state.phase == Phase.WIZARD_WITH:
        return f"wizard {broker_text(state, int(state.target))} {name}"
    verbs = {Phase.WIZARD: "wizard", Phase.SOLDIER: "soldier", Phase.MESSENGER: "messenger"}
    return f"{verbs.get(Phase(int(state.phase)), 'look')} {name}"


def _two(state: Any, pair: int) -> str:
    verb = "jeweller" if state.phase == Phase.JEWELLER else "take"
    return f"{verb} {' '.join(Gem(kind).id for kind in GEM_PAIRS[pair])}"


def _gem(state: Any, kind: int) -> str:
    if state.phase == Phase.ALCHEMIST_TAKE:
        return f"alchemist {Gem(state.target).id} {Gem(kind).id}"
    verbs = {Phase.COLOUR: "colour", Phase.COLUMN: "column", Phase.ALCHEMIST: "alchemist"}
    return f"{verbs.get(Phase(int(state.phase)), 'take')} {Gem(kind).id}"


def _raise(state: Any, colour: int) -> str:
    return f"{'banker' if state.phase == Phase.BANKER else 'raise'} {Gem(colour).id}"


def _lower(state: Any, colour: int) -> str:
    if state.phase == Phase.BANKER_LOWER:
        return f"banker {Gem(state.target).id} {Gem(colour).id}"
    return f"lower {Gem(colour).id}"


_TEXTS: dict[int, Callable[[Any, int], str]] = {
    BID: _bid,
    ORDER: lambda _state, card: f"order {card + 1}",
    CARD: lambda _state, card: Character(card).id,
    UP: lambda _state, place: f"up {place_text(place)}",
    DOWN: lambda _state, place: f"down {place_text(place)}",
    PLACE: _lone_place,
    VALUE: _value,
    FRONT: lambda state, value: f"{facing_text(state)} front {value}",
    BROKER: _broker,
    QUARTER: lambda _state, quarter: f"queen {quarter + 1}",
    SWAP: lambda _state, pair: f"captain {QUARTER_PAIRS[pair][0] + 1} {QUARTER_PAIRS[pair][1] + 1}",
    TAKE_TWO: _two,
    GEM: _gem,
    RAISE: _raise,
    LOWER: _lower,
    PASS: lambda state, _none: "alchemist pass" if state.phase == Phase.ALCHEMIST else "pass",
}


def action_message(state: Any, seat: int, action: int) -> Message:
    """The words of the button that plays an action."""
    if seat == NATURE or action >= FIRST_OF_NATURE:
        return Message("Chance: {choice}", choice=nature_text(action))
    first = max(start for start in _BUTTONS if start <= action)
    return _BUTTONS[first](state, action - first)


def _bid_button(_state: Any, pair: int) -> Message:
    low, high = VALUE_PAIRS[pair]
    return Message("Bid {low} and {high}: {sum}", low=low, high=high, sum=low + high)


def _value_button(state: Any, value: int) -> Message:
    if state.phase == Phase.THRONE:
        return Message("The {value} to the throne room", value=value)
    if state.phase == Phase.REFILL:
        return Message("Put the {value} into the front", value=value)
    return Message("The {value}", value=value)


def broker_name(state: Any, slot: int) -> Message:
    """A broker in a sentence, by its place; in a district by its number there too."""
    place = int(state.place[slot])
    if place == NONE:
        return Message("no broker")
    text = broker_text(state, slot)
    if "/" not in text:
        return place_name(place)
    return Message("{place}, broker {number}", place=place_name(place), number=text.split("/")[1])


def _broker_button(state: Any, slot: int) -> Message:
    name = broker_name(state, slot)
    if state.phase == Phase.WIZARD:
        return Message("Swap the broker in {place}", place=name)
    if state.phase == Phase.WIZARD_WITH:
        return Message("with the broker in {place}", place=name)
    if state.phase == Phase.SOLDIER:
        return Message("Mark the broker in {place}", place=name)
    if state.phase == Phase.MESSENGER:
        return Message("Move the broker from {place}", place=name)
    return Message("Look at the broker in {place}", place=name)


def _gem_button(state: Any, kind: int) -> Message:
    if state.phase == Phase.COLUMN:
        return Message("The {colour} column next", colour=Colour(kind).term)
    if state.phase == Phase.ALCHEMIST:
        return Message("Give a {gem}", gem=Gem(kind).term)
    return Message("Take a {gem}", gem=Gem(kind).term)


def _two_button(_state: Any, pair: int) -> Message:
    low, high = GEM_PAIRS[pair]
    if low == high:
        return Message("Take two: {gem}", gem=Gem(low).term)
    return Message("Take a {gem} and a {other}", gem=Gem(low).term, other=Gem(high).term)


def _swap_button(_state: Any, pair: int) -> Message:
    low, high = QUARTER_PAIRS[pair]
    return Message("Exchange the ships of quarters {low} and {high}", low=low + 1, high=high + 1)


def _pass_button(state: Any, _none: int) -> Message:
    if state.phase == Phase.SPY:
        return Message("No look now")
    if state.phase == Phase.AFTER:
        return Message("End turn")
    return Message("Exchange nothing") if state.phase == Phase.ALCHEMIST else Message("No card")


def _lone_place_button(state: Any, place: int) -> Message:
    if state.phase == Phase.MESSENGER_TO:
        return Message("To {place}", place=place_name(place))
    return Message("Neutral broker: {place}", place=place_name(place))


_BUTTONS: dict[int, Callable[[Any, int], Message]] = {
    BID: _bid_button,
    ORDER: lambda _state, card: Message("Order card {card}", card=card + 1),
    CARD: lambda _state, card: Message("Play the {card}", card=Character(card).term),
    UP: lambda _state, place: Message("Face up: {place}", place=place_name(place)),
    DOWN: lambda _state, place: Message("Face down: {place}", place=place_name(place)),
    PLACE: _lone_place_button,
    VALUE: _value_button,
    FRONT: lambda _state, value: Message("The {value} of the front", value=value),
    BROKER: _broker_button,
    QUARTER: lambda _state, quarter: Message("Close quarter {quarter}", quarter=quarter + 1),
    SWAP: _swap_button,
    TAKE_TWO: _two_button,
    GEM: _gem_button,
    RAISE: lambda _state, colour: Message("Raise {colour}", colour=Colour(colour).term),
    LOWER: lambda _state, colour: Message("Lower {colour}", colour=Colour(colour).term),
    PASS: _pass_button,
}
