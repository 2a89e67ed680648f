"""Section 8.0: extra actions, in which a token builds or moves a settlement."""

from __future__ import annotations

from typing import Any

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.building import (
    build,
    cite_adjacency,
    lift,
    pick_up,
    put,
    remember,
    set_down,
)
from donjon.games.kingdom_builder.hexes import AROUND, HEX, HexSet, at_hex, hex_text
from donjon.games.kingdom_builder.model import (
    BOOK,
    FIRST_MOVE,
    NONE,
    OFF_BOARD,
    TOKENS,
    HexKind,
    Phase,
    State,
    Token,
    TokenState,
)
from donjon.games.kingdom_builder.powers import (
    BACK_TO_LAND,
    FROM_WATER,
    OVER_ANYTHING,
    POWERS,
    TOKEN_LINES,
    TOKEN_RULES,
    can_build,
    cite_water_in_line,
    forbids_hex_for_token,
    jumps,
    kind_wanted,
    targets,
)
from donjon.games.kingdom_builder.terrain_cards import go_on, owed
from donjon.games.kingdom_builder.tokens import (
    LOST,
    explain_holders,
    lose_tokens,
    spend,
    take_tokens,
    usable,
    why_unusable,
)
from donjon.kernel.actions import Kind, Reading, names
from donjon.kernel.bits import mark_bits
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message
from donjon.kernel.records import Ints
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number

# Choosing a token


def _no_token(case: Case) -> Message:
    """Return why the seat has no token to use."""
    state = case.state
    if state.using != NONE:
        return Message("The {token} is in use: choose a hex for it, or undo.")
    places = [at for at in range(state.place_count) if state.places[at].token == case.argument]
    if not places:
        return Message("There is no {token} on this board.")
    if all(case.me.taken[at] or state.places[at].left == 0 for at in places):
        return Message("You have no {token}, and none is left for you.")
    return Message("You have no {token}. Build next to one to take its token.")


NEEDS_TOKEN = BOOK.forbids("KB-8.0.1", _no_token)
NEEDS_EXECUTION = BOOK.forbids("KB-8.0.3", Message("There is no hex for the {token} now."))
NEEDS_SUPPLY = BOOK.forbids("KB-8.0.4", Message("The {token} builds a settlement, but your supply is empty."))
NOT_BETWEEN = BOOK.forbids(
    "KB-4.5",
    Message(
        "Finish building first: {built} of {all} built. Use tokens before or after, not in between.",
        built=lambda case: int(case.state.built),
        all=lambda case: int(case.state.built) + owed(case.state),
    ),
)

TOKEN = Kind(names("a token", Token.texts()))
TOKEN.never_at(Phase.MANDATORY, rule=NOT_BETWEEN)


@compilable
def forbids_token(state: State, seat: int, token: int) -> int:
    """Return the rule against using a token now (KB-7.5, KB-7.6, KB-8.0.1 to KB-8.0.4); 0 if none."""
    me = state.seats[seat]
    if usable(state, me, token) == NONE:
        return why_unusable(state, me, token) or NEEDS_TOKEN
    if token < FIRST_MOVE and me.supply == 0:
        return NEEDS_SUPPLY
    return 0 if can_use(state, seat, token) else NEEDS_EXECUTION


@compilable
def mark_tokens(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the tokens that can be used now, from mask[first] on; return how many there are."""
    return mark_bits(usable_now(state, seat), TOKENS, first, mask)


@compilable
def usable_now(state: State, seat: int) -> int:
    """Return the kinds of tokens that can be used now, as a bit set (KB-8.0.3)."""
    me = state.seats[seat]
    tokens = 0
    for place in range(state.place_count):
        token = int(state.places[place].token)
        if me.tokens[place] == TokenState.USABLE and not tokens >> token & 1 and can_use(state, seat, token):
            tokens |= 1 << token
    return tokens


@compilable
def can_use(state: State, seat: int, token: int) -> bool:
    """Return whether there is anything for the token to do (KB-8.0.3)."""
    me = state.seats[seat]
    if token < FIRST_MOVE:
        return me.supply > 0 and can_build(state, seat, token)  # KB-8.0.4
    for piece in range(me.standing):
        if movable(state, seat, piece, token):
            return True
    return False


@TOKEN.action_at(
    Phase.START,
    Phase.AFTER,
    forbids=forbids_token,
    mark=mark_tokens,
    button=lambda case: POWERS[Token(case.argument)].button,
    pieces=lambda _state, token: f"token-{Token(token).id}",
)
@compilable
def choose_token(state: State, _seat: int, token: int, _log: EventLog | None) -> None:
    """Choose a token; its settlement or its hex is chosen next (KB-8.0.1)."""
    state.using = token
    state.phase = Phase.LIFT if token >= FIRST_MOVE else Phase.TARGET


# Where its settlement may go


def _stays(case: Case) -> Message:
    """Return why a settlement cannot be moved, or not to this hex."""
    if case.state.phase == Phase.LIFT:
        return Message("The settlement on {hex} has nowhere to go.")
    return Message("The settlement must go to a different hex.")


NOT_BACK = BOOK.forbids("KB-8.0.8", _stays)


@compilable
def forbids_target(state: State, seat: int, hex: int) -> int:
    """Return the rule against this hex for the token in use; 0 if its settlement may stand there."""
    return NOT_BACK if hex == state.origin else forbids_hex_for_token(state, seat, hex)


@compilable
def mark_targets_now(state: State, seat: int, _first: int, mask: Ints | None) -> int:
    """Mark the hexes for the settlement that is built or moved with a token; return how many there are."""
    return hexes.mark(targets_now(state, seat), mask)


@compilable
def targets_now(state: State, seat: int) -> HexSet:
    """Return the hexes for the settlement that is built or moved with a token."""
    old = OFF_BOARD if state.origin == NONE else int(state.origin)
    return targets(state, seat, int(state.using), old)


# Building with a token

BOOK.asks(Phase.TARGET, Message("Choose where to build ({token})."))


def _in_use(state: Any) -> str:
    """Return the first half of the text of what a token does: "farm"."""
    return Token(state.using).text


@HEX.action_at(
    Phase.TARGET,
    forbids=forbids_target,
    mark=mark_targets_now,
    after=_in_use,
    button=Message("Build on {hex} ({kind})"),
    noun="space",
)
@compilable
def build_with_token(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """Build one settlement with a token (KB-8.0.4)."""
    token = int(state.using)
    spend(state, seat, token)
    if token == Token.TAVERN:
        cite_water_in_line(state, seat, hex, log)
    build(state, seat, hex, token, TOKEN_RULES[token], log)
    take_tokens(state, seat, hex, 0, log)
    go_on(state, seat, log)


# Moving with a token: first the settlement is chosen, then where it goes

ONLY_OWN = BOOK.forbids("KB-8.0.6", Message("You have no settlement on {hex}. You can only move your own."))
LIFTED_FIRST = number("KB-8.0.7")
NO_ADJACENCY = number("KB-8.0.9")
MOVED_AGAIN = number("KB-4.11")

MOVED = BOOK.event(
    "moved",
    "{seat} moves a settlement from {origin} to {hex} ({token}).",
    "origin",
    "hex",
    "token",
    at=at_hex,
    also=("KB-4.3", "KB-4.4", "KB-8.0.5"),
)
BOOK.asks(Phase.LIFT, Message("Choose a settlement to move ({token})."))
BOOK.asks(Phase.PUT, Message("Choose where to move it ({token})."))


@compilable
def forbids_lift(state: State, seat: int, hex: int) -> int:
    """Return the rule against moving this settlement (KB-8.0.6, KB-8.0.8); 0 if it can move."""
    if state.owner[hex] != seat:
        return ONLY_OWN
    piece = place_in(state.seats[seat].settlements, hex)
    return 0 if movable(state, seat, piece, state.using) else NOT_BACK


@compilable
def mark_movable(state: State, seat: int, _first: int, mask: Ints | None) -> int:
    """Mark the settlements that the token in use can move somewhere; return how many there are."""
    return hexes.mark(all_movable(state, seat), mask)


@compilable
def all_movable(state: State, seat: int) -> HexSet:
    """Return the settlements that the token in use can move somewhere (KB-8.0.8)."""
    me, token = state.seats[seat], int(state.using)
    pieces = hexes.whole(me.own)
    if token != Token.PADDOCK:
        # A settlement that is lifted takes at most its six neighbours away from the adjacent hexes.
        adjacent = hexes.both(state.land[kind_wanted(state, token)], me.near)
        if hexes.count(adjacent) > hexes.MOST_NEIGHBOURS:
            return pieces
    for piece in range(me.standing):
        if not movable(state, seat, piece, token):
            pieces = hexes.without(pieces, int(me.settlements[piece]))
    return pieces


@compilable
def movable(state: State, seat: int, piece: int, token: int) -> bool:
    """Return whether this settlement, once lifted, has any hex for this token (KB-8.0.7, KB-8.0.8)."""
    me = state.seats[seat]
    old = int(me.settlements[piece])
    if token == Token.PADDOCK:  # its hexes are the same before the settlement is lifted
        return not hexes.is_empty(jumps(state, old))
    kind = kind_wanted(state, token)
    if hexes.is_empty(state.land[kind]):
        return False
    # Any free hex of the kind will do, unless adjacency leaves only the hex that the settlement came from
    # (KB-12.25). That cannot be if this hex is of another kind or has no settlements around it, nor if
    # another free hex of the kind is certain to be next to the other settlements.
    if state.kind[old] != kind or not hexes.holds(me.near, old):
        return True
    if not hexes.is_empty(hexes.apart(hexes.both(state.land[kind], me.near), AROUND[old])):
        return True
    pick_up(state, seat, piece)
    has_target = not hexes.is_empty(targets(state, seat, token, old))
    set_down(state, seat, piece, old)
    return has_target


@HEX.action_at(
    Phase.LIFT,
    forbids=forbids_lift,
    mark=mark_movable,
    after=_in_use,
    button=Message("Move from {hex} ({kind})"),
)
@compilable
def lift_for_move(state: State, seat: int, hex: int, _log: EventLog | None) -> None:
    """Lift the settlement to move (KB-8.0.7)."""
    piece = place_in(state.seats[seat].settlements, hex)
    lift(state, seat, piece)
    state.lifted = piece
    state.origin = hex
    state.phase = Phase.PUT


@HEX.action_at(
    Phase.PUT,
    forbids=forbids_target,
    mark=mark_targets_now,
    after=lambda state: f"{_in_use(state)} {hex_text(state.origin)}",
    button=Message("Move to {hex} ({kind})"),
    noun="space",
)
@compilable
def move_with_token(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """Put the lifted settlement down, remove lost tokens, then take new ones (KB-7.12)."""
    token = int(state.using)
    piece = int(state.lifted)
    old = int(state.origin)
    cite_move(state, seat, old, hex, token, log)
    paid = spend(state, seat, token)
    put(state, seat, piece, hex)
    remember(state, hex)
    state.lifted = NONE
    state.origin = NONE
    emit(log, MOVED, seat, TOKEN_RULES[token], old, hex, token)
    lost = lose_tokens(state, seat, paid, log)
    take_tokens(state, seat, hex, lost, log)
    go_on(state, seat, log)


@compilable
def was_moved_now(state: State, hex: int) -> bool:
    """Return whether the settlement on this hex came there in this turn (KB-4.11)."""
    if state.last_turn != state.turn:
        return False
    for index in range(state.last_count):
        if state.last[index] == hex:
            return True
    return False


@compilable
def cite_move(state: State, seat: int, old: int, hex: int, token: int, log: EventLog | None) -> None:
    """Cite the rules behind a settlement that is about to be put down."""
    if log is None:
        return
    if token == Token.PADDOCK:
        cite(log, NO_ADJACENCY)
        cite(log, OVER_ANYTHING)
    else:
        cite(log, LIFTED_FIRST)
        cite_adjacency(state, seat, hex, log)
    if state.kind[old] == HexKind.WATER:
        cite(log, FROM_WATER if token == Token.HARBOR else BACK_TO_LAND)
    if was_moved_now(state, old):
        cite(log, MOVED_AGAIN)


# Texts


def read_token(reading: Reading) -> list[int]:
    """Return the remaining actions of "farm 8,7" or "barn 13,0 2,9", without those done already."""
    state, token = reading.state, Token.texts().index(reading.words[0])
    words = reading.words[1:]
    hexes = [HEX.domain.read(Reading(state, reading.seat, [word], reading.text)) for word in words]
    if len(hexes) == 2 and token < FIRST_MOVE:
        raise reading.refuse("Too many hexes in {words}: the {token} takes one.", token=Token(token).term)
    if state.using != token or not hexes:
        return [TOKEN.action(token), *hexes]
    if state.phase != Phase.PUT:
        return hexes
    if len(hexes) < 2 or hexes[0] != state.origin:
        raise reading.refuse(
            "{words} doesn't fit: you are moving the settlement on {hex}. Type {token} {hex} and its "
            "new hex.",
            token=Token(token).text,
            hex=hex_text(state.origin),
        )
    return hexes[1:]


# Explanations


@BOOK.explains("token-")
def explain_token(_state: Any, view: Any, name: str) -> list[Line]:
    """Explain a token: what it does, and who has one in which state."""
    if name not in TOKEN_LINES:
        return []
    named = title(Message("{name}", name=Token[name.upper()].term))
    return [named, TOKEN_LINES[name], *explain_holders(view, name), LOST]
