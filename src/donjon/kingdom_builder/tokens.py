"""Chapter 7: taking, losing, re-attaching and refreshing location tokens."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.events import Event
from donjon.kingdom_builder.nouns import NONE, HexKind, TokenState
from donjon.kingdom_builder.state import Seat, State
from donjon.kingdom_builder.tables import NEIGHBOURS

TAKE = number("KB-7.1")
LOSE = number("KB-7.8")
SWAP = number("KB-7.11")


@compilable
def place_at(state: State, hex: int) -> int:
    """The number of the location on this hex."""
    for place in range(state.place_count):
        if state.places[place].hex == hex:
            return place
    return NONE


@compilable
def take_tokens(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """KB-7.1 to KB-7.3: a settlement put next to a location takes a token, once per location."""
    me = state.seats[seat]
    for direction in range(6):
        neighbour = NEIGHBOURS[hex, direction]
        if state.kind[neighbour] == HexKind.LOCATION:
            place = place_at(state, neighbour)
            location = state.places[place]
            if location.left > 0 and not me.taken[place]:
                location.left -= 1
                me.taken[place] = 1
                me.tokens[place] = TokenState.NEW  # KB-7.5
                emit(log, Event.TOKEN_TAKEN, seat, TAKE, location.token, neighbour, 0)


@compilable
def lose_tokens(state: State, seat: int, log: EventLog | None) -> None:
    """KB-7.8: tokens whose location no own settlement touches any more go out of the game (KB-7.9)."""
    me = state.seats[seat]
    for place in range(state.place_count):
        location = state.places[place]
        if me.tokens[place] != TokenState.NOT_OWNED and not hexes.holds(me.near, location.hex):
            if me.tokens[place] == TokenState.USABLE:
                hand_over(state, seat, place, log)
            me.tokens[place] = TokenState.NOT_OWNED
            emit(log, Event.TOKEN_LOST, seat, LOSE, location.token, location.hex, 0)


@compilable
def hand_over(state: State, seat: int, place: int, log: EventLog | None) -> None:
    """KB-7.11, KB-12.8: of two tokens of a kind the usable one stays, at the location that stays."""
    me = state.seats[seat]
    for other in range(state.place_count):
        mate = state.places[other]
        same = other != place and mate.token == state.places[place].token
        idle = me.tokens[other] == TokenState.NEW or me.tokens[other] == TokenState.SPENT
        if same and idle and hexes.holds(me.near, mate.hex):
            me.tokens[other] = TokenState.USABLE
            emit(log, Event.TOKEN_SWAPPED, seat, SWAP, mate.token, mate.hex, 0)
            return


@compilable
def usable(state: State, me: Seat, token: int) -> int:
    """The location whose usable token of this kind the seat owns; NONE without one."""
    for place in range(state.place_count):
        if state.places[place].token == token and me.tokens[place] == TokenState.USABLE:
            return place
    return NONE


@compilable
def spend(state: State, seat: int, token: int) -> None:
    """KB-7.6: turn a usable token of this kind; which of two alike does not matter (KB-11.1.5)."""
    me = state.seats[seat]
    me.tokens[usable(state, me, token)] = TokenState.SPENT


@compilable
def refresh(state: State, seat: int) -> None:
    """KB-4.9, KB-7.16: at the end of the owner's turn all tokens are usable again."""
    me = state.seats[seat]
    for place in range(state.place_count):
        if me.tokens[place] != TokenState.NOT_OWNED:
            me.tokens[place] = TokenState.USABLE
