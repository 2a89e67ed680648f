"""The words of the buttons that play the actions."""

from __future__ import annotations

from typing import Any

from donjon.kernel.message import Message
from donjon.ys.nouns import (
    GEM_PAIRS,
    QUARTER_PAIRS,
    VALUE_PAIRS,
    Character,
    Colour,
    Gem,
    broker_name,
    place_name,
)


def bid(_state: Any, _seat: int, pair: int) -> Message:
    """A bid with its sum."""
    low, high = VALUE_PAIRS[pair]
    return Message("Bid {low} and {high}: {sum}", low=low, high=high, sum=low + high)


def order(_state: Any, _seat: int, index: int) -> Message:
    """An order card."""
    return Message("Order card {card}", card=index + 1)


def card(_state: Any, _seat: int, character: int) -> Message:
    """A card of the hand."""
    return Message("Play the {card}", card=Character(character).term)


def face_up(_state: Any, _seat: int, place: int) -> Message:
    """Where a broker goes face up."""
    return Message("Face up: {place}", place=place_name(place))


def face_down(_state: Any, _seat: int, place: int) -> Message:
    """Where a broker goes face down."""
    return Message("Face down: {place}", place=place_name(place))


def neutral(_state: Any, _seat: int, place: int) -> Message:
    """Where the neutral broker goes."""
    return Message("Neutral broker: {place}", place=place_name(place))


def destination(_state: Any, _seat: int, place: int) -> Message:
    """Where the Messenger's broker goes."""
    return Message("To {place}", place=place_name(place))


def value(_state: Any, _seat: int, value: int) -> Message:
    """A broker from behind the screen."""
    return Message("The {value}", value=value)


def refill(_state: Any, _seat: int, value: int) -> Message:
    """The broker that refills the front."""
    return Message("Put the {value} into the front", value=value)


def throne(_state: Any, _seat: int, value: int) -> Message:
    """The broker for the throne room."""
    return Message("The {value} to the throne room", value=value)


def front(_state: Any, _seat: int, value: int) -> Message:
    """A broker of the front."""
    return Message("The {value} of the front", value=value)


def look(state: Any, _seat: int, slot: int) -> Message:
    """The broker to look at."""
    return Message("Look at the broker in {place}", place=broker_name(state, slot))


def swap(state: Any, _seat: int, slot: int) -> Message:
    """The first broker to swap."""
    return Message("Swap the broker in {place}", place=broker_name(state, slot))


def swap_with(state: Any, _seat: int, slot: int) -> Message:
    """The other one."""
    return Message("with the broker in {place}", place=broker_name(state, slot))


def mark(state: Any, _seat: int, slot: int) -> Message:
    """The broker for the Soldier."""
    return Message("Mark the broker in {place}", place=broker_name(state, slot))


def move(state: Any, _seat: int, slot: int) -> Message:
    """The broker for the Messenger."""
    return Message("Move the broker from {place}", place=broker_name(state, slot))


def close(_state: Any, _seat: int, quarter: int) -> Message:
    """The Queen's quarter."""
    return Message("Close quarter {quarter}", quarter=quarter + 1)


def ships(_state: Any, _seat: int, pair: int) -> Message:
    """The Captain's ships."""
    low, high = QUARTER_PAIRS[pair]
    return Message("Exchange the ships of quarters {low} and {high}", low=low + 1, high=high + 1)


def two_gems(_state: Any, _seat: int, pair: int) -> Message:
    """Two gems of the ship or of the Jeweller."""
    low, high = (Gem(kind) for kind in GEM_PAIRS[pair])
    if low == high:
        return Message("Take two: {gem}", gem=low.term)
    return Message("Take a {gem} and a {other}", gem=low.term, other=high.term)


def take(_state: Any, _seat: int, kind: int) -> Message:
    """A gem that one gets."""
    return Message("Take a {gem}", gem=Gem(kind).term)


def give(_state: Any, _seat: int, kind: int) -> Message:
    """A gem for the Alchemist."""
    return Message("Give a {gem}", gem=Gem(kind).term)


def column(_state: Any, _seat: int, colour: int) -> Message:
    """The column that comes next."""
    return Message("The {colour} column next", colour=Colour(colour).term)


def up(_state: Any, _seat: int, colour: int) -> Message:
    """A gem value that rises."""
    return Message("Raise {colour}", colour=Colour(colour).term)


def down(_state: Any, _seat: int, colour: int) -> Message:
    """A gem value that falls."""
    return Message("Lower {colour}", colour=Colour(colour).term)


NO_CARD, NO_LOOK = Message("No card"), Message("No look now")
END_TURN, NO_EXCHANGE = Message("End turn"), Message("Exchange nothing")
