"""Chapter 7: taking, losing, re-attaching and refreshing location tokens."""

from __future__ import annotations

from typing import Any

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.hexes import NEIGHBOURS, at_hex
from donjon.games.kingdom_builder.model import BOOK, NONE, HexKind, Seat, State, TokenState
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Message, SeatName
from donjon.kernel.rule_ids import number

TAKE = number("KB-7.1")
SAME_KIND = number("KB-7.4")
LOSE = number("KB-7.8")
FORFEITED = number("KB-7.10")
SWAP = number("KB-7.11")
LOST_FIRST = number("KB-7.12")
TOKEN_IS_NEW = BOOK.forbids(
    "KB-7.5", Message("You took the {token} this turn. You can use it from your next turn.")
)
TOKEN_IS_SPENT = BOOK.forbids("KB-7.6", Message("You've already used the {token} this turn."))

TOKEN_TAKEN = BOOK.event(
    "token_taken",
    "{seat} takes a token: {token} ({hex}).",
    "token",
    "hex",
    at=at_hex,
    also=("KB-7.2", "KB-7.5"),
)
TOKEN_LOST = BOOK.event(
    "token_lost",
    "{seat} leaves {hex} and loses its token: {token}.",
    "token",
    "hex",
    at=at_hex,
    also=("KB-7.7", "KB-7.9"),
)
TOKEN_SWAPPED = BOOK.event(
    "token_swapped",
    "{seat} keeps the {token} token from {hex}, ready to use.",
    "token",
    "hex",
    at=at_hex,
)


@compilable
def place_at(state: State, hex: int) -> int:
    """Return the number of the location on this hex."""
    for place in range(state.place_count):
        if state.places[place].hex == hex:
            return place
    return NONE


@compilable
def take_tokens(state: State, seat: int, hex: int, lost: int, log: EventLog | None) -> None:
    """Give the tokens of the locations next to a new settlement, once per location (KB-7.1 to KB-7.3).

    lost: how many tokens the same move has lost before (KB-7.12).
    """
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
                if log is not None and other_of_kind(state, me, place) != NONE:
                    cite(log, SAME_KIND)
                if lost:
                    cite(log, LOST_FIRST)
                emit(log, TOKEN_TAKEN, seat, TAKE, location.token, neighbour, 0)


@compilable
def other_of_kind(state: State, me: Seat, place: int) -> int:
    """Return another location from which the seat owns a token of the same kind; NONE without one."""
    for other in range(state.place_count):
        same = other != place and state.places[other].token == state.places[place].token
        if same and me.tokens[other] != TokenState.NOT_OWNED:
            return other
    return NONE


@compilable
def lose_tokens(state: State, seat: int, paid: int, log: EventLog | None) -> int:
    """Remove tokens whose location no settlement of the seat touches any more (KB-7.8, KB-7.9).

    paid: the location of the token that paid for the move. Returns how many are lost.
    """
    me = state.seats[seat]
    lost = 0
    for place in range(state.place_count):
        location = state.places[place]
        if me.tokens[place] != TokenState.NOT_OWNED and not hexes.holds(me.near, location.hex):
            unused = me.tokens[place] == TokenState.USABLE
            if place == paid or (unused and not hand_over(state, seat, place, log)):
                cite(log, FORFEITED)
            me.tokens[place] = TokenState.NOT_OWNED
            emit(log, TOKEN_LOST, seat, LOSE, location.token, location.hex, 0)
            lost += 1
    return lost


@compilable
def hand_over(state: State, seat: int, place: int, log: EventLog | None) -> bool:
    """Keep, of two tokens of a kind, the usable one, at the location that stays (KB-7.11, KB-12.8).

    Returns whether there was another one.
    """
    me = state.seats[seat]
    for other in range(state.place_count):
        mate = state.places[other]
        same = other != place and mate.token == state.places[place].token
        idle = me.tokens[other] == TokenState.NEW or me.tokens[other] == TokenState.SPENT
        if same and idle and hexes.holds(me.near, mate.hex):
            me.tokens[other] = TokenState.USABLE
            emit(log, TOKEN_SWAPPED, seat, SWAP, mate.token, mate.hex, 0)
            return True
    return False


@compilable
def usable(state: State, me: Seat, token: int) -> int:
    """Return the location whose usable token of this kind the seat owns; NONE without one."""
    for place in range(state.place_count):
        if state.places[place].token == token and me.tokens[place] == TokenState.USABLE:
            return place
    return NONE


@compilable
def spend(state: State, seat: int, token: int) -> int:
    """Turn over a usable token of this kind, and return its location (KB-7.6).

    Which of two of a kind does not matter (KB-11.1.5).
    """
    me = state.seats[seat]
    place = usable(state, me, token)
    me.tokens[place] = TokenState.SPENT
    return place


@compilable
def why_unusable(state: State, me: Seat, token: int) -> int:
    """Return the rule against a token that was used or taken in this turn; 0 if none is owned."""
    reason = 0
    for place in range(state.place_count):
        if state.places[place].token == token:
            if me.tokens[place] == TokenState.SPENT:
                return TOKEN_IS_SPENT
            if me.tokens[place] == TokenState.NEW:
                reason = TOKEN_IS_NEW
    return reason


@compilable
def refresh(state: State, seat: int) -> None:
    """Make all tokens usable again at the end of their owner's turn (KB-4.9, KB-7.16)."""
    me = state.seats[seat]
    for place in range(state.place_count):
        if me.tokens[place] != TokenState.NOT_OWNED:
            me.tokens[place] = TokenState.USABLE


# Explanations

LOST: Line = (
    "KB-7.8",
    Message("You lose it if you move your last settlement away from its location."),
)
_HELD = {
    TokenState.USABLE.id: ("KB-7.6", Message("{seat} has one, ready to use.")),
    TokenState.SPENT.id: ("KB-7.6", Message("{seat} has used one this turn.")),
    TokenState.NEW.id: ("KB-7.5", Message("{seat} took one this turn and can use it from the next.")),
}


def explain_holders(view: Any, kind: str) -> list[Line]:
    """Return the lines about the owners of tokens of this kind, and their states."""
    lines = []
    for player in view["players"]:
        for token in player["tokens"]:
            if token["kind"] == kind:
                rule, held = _HELD[token["state"]]
                lines.append((rule, Message(held.text, seat=SeatName(player["seat"]))))
    return lines
