"""Chapter 9.4: Royal Favour; one broker in front of each screen goes to the throne room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.ys.bidding import all_chosen
from donjon.games.ys.market import fronts_back
from donjon.games.ys.model import EXTRA_VALUE, THRONE_TABLE, Seat, State
from donjon.games.ys.nouns import (
    BOOK,
    EVERYBODY,
    FIRST_THRONE,
    MAX_SEATS,
    NONE,
    ROUNDS,
    SLOTS,
    THRONE,
    THRONE_TEXT,
    VALUES,
    Phase,
    at_screen,
    decide,
)
from donjon.games.ys.pieces import add_to, new_broker
from donjon.games.ys.placing import VALUE, of_front
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit, emit_to
from donjon.kernel.message import Message
from donjon.kernel.rule_ids import number

THRONE_RULE = BOOK.forbids("YS-9.4.3", Message("You have no {value} in front of your screen."))
decide(
    Phase.THRONE,
    "YS-9.4.3",
    Message("Throne room: secretly choose a broker in front of your screen."),
)
EXTRA_RULE = number("YS-9.4.5")

THRONE_CHOSEN = BOOK.event(
    "throne_chosen",
    "{seat} chooses a {value} for the throne room.",
    "value",
    unseen="{seat} chooses a broker for the throne room.",
    at="throne",
)
THRONE_ENTERED = BOOK.event(
    "throne_entered",
    "{seat} sends a broker to the throne room.",
    at="throne",
    reveals=True,
    also=("YS-9.4.4",),
)
EXTRA_TAKEN = BOOK.event("extra_taken", "{seat} takes an extra broker (2).", at=at_screen)


@compilable
def front_values(me: Seat) -> int:
    """Return the values in front of a screen, as a bit set."""
    mask = 0
    for value in range(VALUES):
        if me.front[value]:
            mask |= 1 << value
    return mask


@compilable
def ask_throne(state: State, log: EventLog | None) -> None:
    """Ask all seats at once; equal values in front of a screen leave no choice (YS-9.4.3)."""
    state.actor = NONE
    for seat in range(state.players):
        me = state.seats[seat]
        mask = front_values(me)
        me.choice = NONE
        for value in range(VALUES):
            if mask == 1 << value:
                me.choice = value
    state.phase = Phase.THRONE
    if all_chosen(state):
        enter_throne(state, log)


@compilable
def forbids_throne(state: State, seat: int, value: int) -> int:
    """Return the rule against a broker that is not in front of the seat's screen (YS-9.4.3)."""
    return 0 if state.seats[seat].front[value] > 0 else THRONE_RULE


@VALUE.action_at(
    Phase.THRONE,
    verb="throne",
    forbids=forbids_throne,
    button=Message("Send a {value} to the throne room"),
    pieces=of_front,
)
@compilable
def choose_for_throne(state: State, seat: int, value: int, log: EventLog | None) -> None:
    """Choose for a seat; when all have chosen, the brokers go there face down (YS-9.4.3)."""
    state.seats[seat].choice = value
    emit_to(log, 1 << seat, THRONE_CHOSEN, seat, THRONE_RULE, value, 0, 0)
    if all_chosen(state):
        enter_throne(state, log)


@compilable
def throne_slot(state: State, seat: int) -> int:
    """Return the slot of the broker that a seat puts into the throne room in this round."""
    return FIRST_THRONE + MAX_SEATS * (state.round - 1) + seat


@compilable
def enter_throne(state: State, log: EventLog | None) -> None:
    """Put the brokers into the throne room, the rest behind the screens, add a 2 (YS-9.4.3 to YS-9.4.5).

    All brokers move before any event: a front that lacks one would name the one that left.
    """
    state.screens_open = 0
    for seat in range(state.players):
        me = state.seats[seat]
        slot = throne_slot(state, seat)
        mask = front_values(me)
        new_broker(state, slot, seat, me.choice, 0, 1 << seat)
        state.place[slot] = THRONE
        state.since[slot] = 0
        state.could[slot] = mask
        if mask == 1 << int(me.choice):
            state.known[slot] = EVERYBODY
        add_to(me.front, me.choice, -1)
        me.choice = NONE
    fronts_back(state)
    for seat in range(state.players):
        me = state.seats[seat]
        emit(log, THRONE_ENTERED, seat, THRONE_RULE, 0, 0, 0)
        if state.round < ROUNDS and me.extras > 0:
            me.extras -= 1
            add_to(me.screen, EXTRA_VALUE, 1)
            emit(log, EXTRA_TAKEN, seat, EXTRA_RULE, 0, 0, 0)
    state.phase = Phase.END_ROUND


@compilable
def throne_sum(state: State, seat: int) -> int:
    """Return the sum of a seat's brokers in the throne room, at the end of the game (YS-9.4.9)."""
    total = 0
    for slot in range(FIRST_THRONE, SLOTS):
        if state.place[slot] == THRONE and state.owner[slot] == seat:
            total += int(state.value[slot])
    return total


# Explanations


@BOOK.explains("throne", THRONE_TEXT, about=("throne",))
def explain_throne(_state: State, view: Mapping[str, Any], _name: str) -> list[Line]:
    """Return what the throne room is for."""
    name = title(Message("throne room"))
    if not view["variants"]["royal_favour"]:
        return [name, ("YS-9.4.2", Message("Used only with Royal Favour."))]
    first, second, third, _last = (int(points) for points in THRONE_TABLE)
    return [
        name,
        (
            "YS-9.4.3",
            Message("After each round everyone puts one broker from in front of the screen here, face down."),
        ),
        (
            "YS-9.4.9",
            Message(
                "At the end the highest sums here score {first}, {second} and {third} points.",
                first=first,
                second=second,
                third=third,
            ),
        ),
    ]
