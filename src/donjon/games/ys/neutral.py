"""Chapter 9.3: what the neutral player does in a two-player game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.ys import domains
from donjon.games.ys.model import HIGHEST, NEUTRAL_SETS, State, is_neutral
from donjon.games.ys.nouns import (
    BOOK,
    COLOURS,
    FIRST_CELL,
    FIRST_NEUTRAL,
    GEMS,
    NEUTRAL,
    NEUTRAL_SEAT,
    NEUTRAL_SLOTS,
    NONE,
    PLACES,
    VALUES,
    Gem,
    Phase,
    at_place,
    broker_chosen,
    decide,
)
from donjon.games.ys.pieces import (
    GEM_TAKEN,
    add_gem,
    best_colour,
    colour_rank,
    free_slot,
    new_broker,
    put,
    set_neutral_value,
)
from donjon.games.ys.placing import CLOSED, PLACE, forbids_place, give_bonus, is_closed_to, places_for
from donjon.kernel.actions import Kind
from donjon.kernel.bits import mark_bits
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

# Its broker in each turn (9.3.4)


def _no_neutral(case: Case) -> Message:
    if case.state.players > 2:
        return Message("Neutral brokers are placed only in two-player games.")
    return Message("You already placed the neutral broker this turn.")


NEUTRAL_RULE = BOOK.forbids("YS-9.3.4", _no_neutral)
NEUTRAL_CLOSED = BOOK.forbids("YS-9.3.21", CLOSED)
OPEN_NEUTRAL = number("YS-9.1.3")
NEUTRAL_CELLS = number("YS-9.3.22")
NEUTRAL_BONUS = number("YS-9.3.7")
NEUTRAL_PLACED = BOOK.event(
    "neutral_placed", "{seat} places a neutral broker: {place}.", "place", at=at_place
)


@compilable
def forbids_neutral(state: State, seat: int, place: int) -> int:
    """Return why a seat may not place a neutral broker there (YS-9.3.4, YS-9.3.21)."""
    if state.players != 2 or state.put_neutral:
        return NEUTRAL_RULE
    if is_closed_to(state, seat, place):
        return NEUTRAL_CLOSED
    return forbids_place(state, place)


@compilable
def mark_neutral(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the places where a seat may place a neutral broker; return how many (YS-9.3.4)."""
    if state.players != 2 or state.put_neutral:
        return 0
    return mark_bits(places_for(state, seat), PLACES, first, mask)


@PLACE.action_at(
    Phase.PLACE,
    verb="neutral",
    forbids=forbids_neutral,
    button=Message("Neutral broker: {place}"),
    mark=mark_neutral,
    noun="space",
)
@compilable
def place_neutral(state: State, seat: int, place: int, log: EventLog | None) -> None:
    """Place a neutral broker face down; no player knows its value (YS-9.3.4, YS-9.3.5)."""
    slot = free_slot(state, FIRST_NEUTRAL + NEUTRAL_SLOTS * seat)
    new_broker(state, slot, NEUTRAL, NONE, 0, 0)
    put(state, slot, place)
    state.put_neutral = 1
    if place >= FIRST_CELL:
        cite(log, NEUTRAL_CELLS)
    if state.open:
        cite(log, OPEN_NEUTRAL)
    emit(log, NEUTRAL_PLACED, seat, NEUTRAL_RULE, place, 0, 0)
    give_bonus(state, NEUTRAL, place, NEUTRAL_BONUS, log)
    state.phase = Phase.GO_ON


# Its brokers are turned up (9.3.5)


decide(Phase.TURN_UP, "YS-9.3.5", Message("Random draw: neutral broker, {place}.", place=broker_chosen))
TURN_VALUE = Kind(domains.VALUE)


@compilable
def is_hidden_neutral(state: State, slot: int) -> bool:
    """Return whether the value of this neutral broker is not drawn yet."""
    return state.place[slot] != NONE and state.value[slot] == NONE and is_neutral(state, state.owner[slot])


@compilable
def values_left(state: State, slot: int, value: int) -> int:
    """Return how many of the same four brokers may still have this value (YS-10.7)."""
    first = FIRST_NEUTRAL + (slot - FIRST_NEUTRAL) // NEUTRAL_SLOTS * NEUTRAL_SLOTS
    left = int(NEUTRAL_SETS[state.hard, value])
    for other in range(first, first + NEUTRAL_SLOTS):
        left -= int(state.value[other] == value)
    return left


@compilable
def ask_neutral(state: State, first: int, last: int, after: int) -> bool:
    """Turn up the neutral brokers in the places first .. last - 1; True while nature is asked (YS-9.3.5).

    The last one of four needs no draw.
    """
    for slot in range(FIRST_NEUTRAL, FIRST_NEUTRAL + 2 * NEUTRAL_SLOTS):
        if first <= state.place[slot] < last and is_hidden_neutral(state, slot):
            kinds, only = 0, NONE
            for value in range(VALUES):
                if values_left(state, slot, value) > 0:
                    kinds += 1
                    only = value
            if kinds > 1:
                state.target = slot
                state.resume = after
                state.phase = Phase.TURN_UP
                return True
            set_neutral_value(state, slot, only)
    return False


@compilable
def weight_of_neutral(state: State, value: int) -> int:
    """Return how likely the neutral broker that is turned up has a value."""
    return values_left(state, int(state.target), value)


@TURN_VALUE.action_at(Phase.TURN_UP, verb="broker", weight=weight_of_neutral)
@compilable
def turn_up_neutral(state: State, _seat: int, value: int, _log: EventLog | None) -> None:
    """Set the value of a neutral broker as nature has decided."""
    set_neutral_value(state, int(state.target), value)
    state.target = NONE
    state.phase = state.resume


# What it takes (9.3.10 to 9.3.14)

NEUTRAL_PICK = number("YS-9.3.10")
NEUTRAL_WHITE = number("YS-9.3.11")
NEUTRAL_PRIZES = number("YS-9.3.12")


@compilable
def neutral_picks(state: State, log: EventLog | None) -> None:
    """Take the most valuable gem left on the ship; white ranks first (YS-9.3.10, YS-9.3.11)."""
    best = NONE
    for kind in range(GEMS):
        if state.offer[kind] == 0 or kind == Gem.BLACK:
            continue
        if (
            kind == Gem.WHITE
            or best == NONE
            or (best != Gem.WHITE and colour_rank(state, kind) < colour_rank(state, best))
        ):
            best = kind
    state.offer[best] = int(state.offer[best]) - 1
    neutral_takes(state, best, NEUTRAL_PICK, log)


@compilable
def neutral_takes(state: State, kind: int, rule: int, log: EventLog | None) -> None:
    """Give the neutral player a gem, for a white one the most valuable (YS-9.3.11, YS-9.3.12)."""
    if kind == Gem.WHITE:
        kind = best_colour(state)
        rule = NEUTRAL_WHITE
    add_gem(state.seats[NEUTRAL], kind, 1)
    emit(log, GEM_TAKEN, NEUTRAL_SEAT, rule, kind, 1, 0)


@compilable
def colour_to_raise(state: State) -> int:
    """Return the colour it owns most of that can rise; ties further left (YS-9.3.14)."""
    gems = state.seats[NEUTRAL].gems
    best = NONE
    for colour in range(COLOURS):
        if state.values[colour] < HIGHEST and (best == NONE or gems[colour] > gems[best]):
            best = colour
    return best


# Explanations


@BOOK.explains("neutral")
def explain_neutral(_state: State, view: Mapping[str, Any], _name: str) -> list[Line]:
    """Return what the neutral player is."""
    if view["neutral"] is None:
        return []
    return [
        title(Message("the neutral player")),
        ("YS-9.3.4", Message("One of its brokers is placed face down each turn; no one knows its value.")),
        ("YS-9.3.8", Message("It wins every tie, except against the Intriguer.")),
    ]
