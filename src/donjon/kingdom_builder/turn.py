"""Chapter 4: the turn, from the reveal of the card to the draw of the next one; chapter 9: the end."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit, emit_to
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder.building import build, lift, put, remember
from donjon.kingdom_builder.events import Event
from donjon.kingdom_builder.extra_actions import TOKEN_RULES
from donjon.kingdom_builder.nouns import FIRST_MOVE, NONE, Phase
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tables import MANDATORY
from donjon.kingdom_builder.terrain_cards import ask_for_card, replace_useless_card, take_card
from donjon.kingdom_builder.tokens import lose_tokens, refresh, spend, take_tokens

REVEAL = number("KB-4.1")
BUILD_THREE = number("KB-4.2")
DISCARD = number("KB-4.8")
REDRAW = number("KB-6.4")
MANDATORY_FIRST = number("KB-4.6")
LAST_ROUND = number("KB-9.4")


@compilable
def begin_turn(state: State, seat: int, log: EventLog | None) -> None:
    """KB-4.1: the card in hand is revealed and stays in play until the end of the turn."""
    me = state.seats[seat]
    state.turn += 1
    state.actor = seat
    state.played = me.hand
    me.hand = NONE
    state.built = 0
    state.halted = 0
    emit(log, Event.REVEALED, seat, REVEAL, state.played, 0, 0)
    go_on(state, seat, log)


@compilable
def go_on(state: State, seat: int, log: EventLog | None) -> None:
    """KB-6.2: the card is tested before the player decides anything; then which decision comes next."""
    state.using = NONE
    state.lifted = NONE
    state.origin = NONE
    if replace_useless_card(state, seat, log):
        return
    if is_mandatory_complete(state, seat):
        state.phase = Phase.AFTER
    elif state.built == 0:
        state.phase = Phase.START
    else:
        state.phase = Phase.MANDATORY


@compilable
def is_mandatory_complete(state: State, seat: int) -> bool:
    """KB-5.9: three settlements built, or the supply is empty, or no card could be had (KB-6.8)."""
    return state.built == MANDATORY or state.seats[seat].supply == 0 or state.halted != 0


@compilable
def build_mandatory(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """KB-4.2: one settlement of the mandatory action."""
    state.built += 1
    build(state, seat, hex, NONE, BUILD_THREE, log)
    take_tokens(state, seat, hex, log)
    go_on(state, seat, log)


@compilable
def choose_token(state: State, _seat: int, token: int, _log: EventLog | None) -> None:
    """KB-8.0.1: a token is chosen; its settlement or target comes next."""
    state.using = token
    state.phase = Phase.LIFT if token >= FIRST_MOVE else Phase.TARGET


@compilable
def build_with_token(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """KB-8.0.4: an extra action that builds."""
    token = int(state.using)
    spend(state, seat, token)
    build(state, seat, hex, token, TOKEN_RULES[token], log)
    take_tokens(state, seat, hex, log)
    go_on(state, seat, log)


@compilable
def lift_for_move(state: State, seat: int, hex: int, _log: EventLog | None) -> None:
    """KB-8.0.7: the settlement to move is lifted first."""
    piece = place_in(state.seats[seat].settlements, hex)
    lift(state, seat, piece)
    state.lifted = piece
    state.origin = hex
    state.phase = Phase.PUT


@compilable
def move_with_token(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """KB-7.12: put down, remove lost tokens, take a new token."""
    token = int(state.using)
    piece = int(state.lifted)
    old = int(state.origin)
    spend(state, seat, token)
    put(state, seat, piece, hex)
    remember(state, hex)
    state.lifted = NONE
    state.origin = NONE
    emit(log, Event.MOVED, seat, TOKEN_RULES[token], old, hex, token)
    lose_tokens(state, seat, log)
    take_tokens(state, seat, hex, log)
    go_on(state, seat, log)


@compilable
def end_turn(state: State, seat: int, _only: int, log: EventLog | None) -> None:
    """KB-4.8, KB-4.9: discard, tokens usable again, draw (none once the end is triggered: KB-6.12)."""
    card = int(state.played)
    state.discard[card] += 1
    state.played = NONE
    refresh(state, seat)
    emit(log, Event.DISCARDED, seat, DISCARD, card, 0, 0)
    if state.ending:
        pass_on(state, seat, log)
    else:
        ask_for_card(state, Phase.DRAW, log)


@compilable
def draw(state: State, _nature: int, terrain: int, log: EventLog | None) -> None:
    """KB-4.8, KB-11.3.5: nature's card for the seat that has ended its turn, seen by that seat alone."""
    seat = state.actor
    take_card(state, seat, terrain)
    emit_to(log, 1 << seat, Event.DREW, seat, DISCARD, terrain, 0, 0)
    pass_on(state, seat, log)


@compilable
def redraw(state: State, _nature: int, terrain: int, log: EventLog | None) -> None:
    """KB-6.4, KB-11.3.6: the card that nature lays open in place of a useless one."""
    seat = state.actor
    state.deck[terrain] -= 1
    state.played = terrain
    emit(log, Event.REDRAWN, seat, REDRAW, terrain, 0, 0)
    go_on(state, seat, log)


@compilable
def pass_on(state: State, seat: int, log: EventLog | None) -> None:
    """KB-3.9, KB-9.4: the next seat, or the end when the last one in turn order has had its turn."""
    following = (seat + 1) % state.players
    if state.ending and following == state.first:
        state.phase = Phase.OVER
        emit(log, Event.GAME_OVER, NONE, LAST_ROUND, 0, 0, 0)
    else:
        begin_turn(state, following, log)
