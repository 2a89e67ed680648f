"""The words of the buttons that play the actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.kernel.message import Message, Term
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
from donjon.ys.words.filling import Sentence, filled

Button = Callable[[Any, int, int], Message]


def _button(words: Sentence) -> Button:
    """A button with these words; what fills them is asked with (state, argument)."""
    return lambda state, _seat, argument: filled(words, state, argument)


def _argument(_state: Any, argument: int) -> int:
    return argument


def _from_one(_state: Any, argument: int) -> int:
    return argument + 1


def _place(_state: Any, place: int) -> Message:
    return place_name(place)


def _gem(_state: Any, kind: int) -> Term:
    return Gem(kind).term


def _colour(_state: Any, colour: int) -> Term:
    return Colour(colour).term


def _bid(_state: Any, pair: int) -> Message:
    low, high = VALUE_PAIRS[pair]
    return Message("Bid {low} and {high}: {sum}", low=low, high=high, sum=low + high)


def _ships(_state: Any, pair: int) -> Message:
    low, high = QUARTER_PAIRS[pair]
    return Message("Exchange the ships of quarters {low} and {high}", low=low + 1, high=high + 1)


def _two_gems(_state: Any, pair: int) -> Message:
    low, high = (Gem(kind) for kind in GEM_PAIRS[pair])
    if low == high:
        return Message("Take two: {gem}", gem=low.term)
    return Message("Take a {gem} and a {other}", gem=low.term, other=high.term)


bid, ships, two_gems = _button(_bid), _button(_ships), _button(_two_gems)
order = _button(Message("Order card {card}", card=_from_one))
card = _button(Message("Play the {card}", card=lambda _state, card: Character(card).term))
close = _button(Message("Close quarter {quarter}", quarter=_from_one))
# Places
face_up = _button(Message("Face up: {place}", place=_place))
face_down = _button(Message("Face down: {place}", place=_place))
neutral = _button(Message("Neutral broker: {place}", place=_place))
destination = _button(Message("To {place}", place=_place))
# Values of brokers
value = _button(Message("The {value}", value=_argument))
refill = _button(Message("Put the {value} into the front", value=_argument))
throne = _button(Message("The {value} to the throne room", value=_argument))
front = _button(Message("The {value} of the front", value=_argument))
# Brokers that stand
look = _button(Message("Look at the broker in {place}", place=broker_name))
swap = _button(Message("Swap the broker in {place}", place=broker_name))
swap_with = _button(Message("with the broker in {place}", place=broker_name))
mark = _button(Message("Mark the broker in {place}", place=broker_name))
move = _button(Message("Move the broker from {place}", place=broker_name))
# Gems and colours
take = _button(Message("Take a {gem}", gem=_gem))
give = _button(Message("Give a {gem}", gem=_gem))
column = _button(Message("The {colour} column next", colour=_colour))
up = _button(Message("Raise {colour}", colour=_colour))
down = _button(Message("Lower {colour}", colour=_colour))

NO_CARD, NO_LOOK = Message("No card"), Message("No look now")
END_TURN, NO_EXCHANGE = Message("End turn"), Message("Exchange nothing")
