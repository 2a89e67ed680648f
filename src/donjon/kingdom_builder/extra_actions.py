"""Chapter 8: what each location token lets its owner do."""

from __future__ import annotations

import numpy as np

from donjon.kernel.bits import mark_bits
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.building import (
    ADJACENCY,
    ONE_PER_HEX,
    buildable,
    forbids_ground,
    forbids_kind,
    is_free,
    of_kind,
    pick_up,
    preferred,
    set_down,
)
from donjon.kingdom_builder.hexes import AROUND, EDGE_SET, HexSet
from donjon.kingdom_builder.nouns import FIRST_MOVE, NONE, TOKENS, HexKind, Token, TokenState
from donjon.kingdom_builder.state import Seat, State
from donjon.kingdom_builder.tables import NEIGHBOURS, OFF_BOARD, ON_EDGE, OPPOSITE, TWO_STEPS
from donjon.kingdom_builder.tokens import usable

ONLY_OWN = number("KB-8.0.6")
NOT_BACK = number("KB-8.0.8")
NO_PADDOCK_TARGET = number("KB-8.8.2")
TAVERN_TERRAIN = number("KB-8.5.3")
NOT_BETWEEN = number("KB-4.5")
NEEDS_TOKEN = number("KB-8.0.1")
NEEDS_EXECUTION = number("KB-8.0.3")
NEEDS_SUPPLY = number("KB-8.0.4")
TOKEN_IS_NEW = number("KB-7.5")
TOKEN_IS_SPENT = number("KB-7.6")

# The rule that says what a token does, by token.
TOKEN_RULES: Ints = np.array([number(f"KB-8.{token + 1}") for token in range(len(Token))], np.int32)


# The one kind of hex a token looks for; -1 for the terrain of the card (oracle, barn; KB-12.39) and
# for tower, tavern and paddock, which take any buildable terrain.
KIND_OF_TOKEN: Ints = np.array([-1, HexKind.GRASS, HexKind.DESERT, -1, -1, -1, HexKind.WATER, -1], np.int32)


@compilable
def kind_wanted(state: State, token: int) -> int:
    """The one kind of hex that oracle, farm, oasis, barn and harbor look for."""
    fixed = KIND_OF_TOKEN[token]
    return state.played if fixed == NONE else fixed


@compilable
def targets(state: State, seat: int, token: int, old: int) -> HexSet:
    """The hexes where a token may put a settlement.

    For a move the settlement is in the air (KB-8.0.7), `old` is where it was.
    """
    me = state.seats[seat]
    if token == Token.TOWER:
        return preferred(hexes.both(buildable(state), EDGE_SET), me)  # KB-8.4
    if token == Token.TAVERN:
        return line_ends(state, seat)
    if token == Token.PADDOCK:
        return jumps(state, old)
    return of_kind(state, me, kind_wanted(state, token), old)


@compilable
def ends_line(state: State, seat: int, hex: int, direction: int) -> bool:
    """KB-8.5: do the three hexes next to `hex` in this direction all carry own settlements?"""
    neighbour = NEIGHBOURS[hex, direction]
    return state.owner[neighbour] == seat and begins_line(state, seat, neighbour, direction)


@compilable
def begins_line(state: State, seat: int, hex: int, direction: int) -> bool:
    """KB-8.5: do the two hexes that follow an own settlement in this direction carry own ones, too?"""
    second = NEIGHBOURS[hex, direction]
    return state.owner[second] == seat and state.owner[NEIGHBOURS[second, direction]] == seat


@compilable
def line_ends(state: State, seat: int) -> HexSet:
    """KB-8.5: free buildable hexes at either end of a straight line of three own settlements."""
    me = state.seats[seat]
    found = hexes.only(OFF_BOARD)
    for piece in range(me.standing):
        found = hexes.either(found, line_ends_at(state, seat, me.settlements[piece]))
    return found


@compilable
def line_ends_at(state: State, seat: int, hex: int) -> HexSet:
    """KB-8.5: those of lines that begin with the settlement on this hex."""
    found = hexes.only(OFF_BOARD)
    if hexes.holds(state.seats[seat].near, hex):  # else it stands alone
        for direction in range(6):
            end = NEIGHBOURS[hex, OPPOSITE[direction]]
            if begins_line(state, seat, hex, direction) and is_free(state, end):
                found = hexes.either(found, hexes.only(end))
    return found


@compilable
def jumps(state: State, old: int) -> HexSet:
    """KB-8.8: free buildable hexes exactly two steps away in a straight line."""
    found = hexes.only(OFF_BOARD)
    for direction in range(6):
        target = TWO_STEPS[old, direction]
        if is_free(state, target):
            found = hexes.either(found, hexes.only(target))
    return found


@compilable
def can_jump(state: State, old: int) -> bool:
    """KB-8.8: is there such a hex?"""
    for direction in range(6):
        if is_free(state, TWO_STEPS[old, direction]):
            return True
    return False


@compilable
def movable(state: State, seat: int, piece: int, token: int) -> bool:
    """KB-8.0.7, KB-8.0.8: has this settlement, once lifted, any target for this token?"""
    me = state.seats[seat]
    old = int(me.settlements[piece])
    if token == Token.PADDOCK:  # whose targets are the same before it is lifted
        return can_jump(state, old)
    kind = kind_wanted(state, token)
    if state.free[kind] == 0:
        return False
    # Any free hex of the kind is a target, unless the place left is preferred to all of them (KB-12.25): not
    # where it stands alone, or is of another kind, nor where others are next to the rest for sure.
    if state.kind[old] != kind or not hexes.holds(me.near, old):
        return True
    if not hexes.is_empty(hexes.apart(hexes.both(state.land[kind], me.near), AROUND[old])):
        return True
    pick_up(state, seat, piece)
    found = not hexes.is_empty(targets(state, seat, token, old))
    set_down(state, seat, piece, old)
    return found


@compilable
def mark_movable(state: State, seat: int, _first: int, mask: Ints | None) -> int:
    """Mark the own settlements that the token in use can move somewhere; how many."""
    return hexes.mark(all_movable(state, seat), mask)


@compilable
def all_movable(state: State, seat: int) -> HexSet:
    """KB-8.0.8: the own settlements that the token in use can move somewhere."""
    me = state.seats[seat]
    found = hexes.only(OFF_BOARD)
    for piece in range(me.standing):
        if movable(state, seat, piece, int(state.using)):
            found = hexes.either(found, hexes.only(me.settlements[piece]))
    return found


@compilable
def mark_targets_now(state: State, seat: int, _first: int, mask: Ints | None) -> int:
    """Mark the hexes for the settlement that the token in use builds, or that is in the air; how many."""
    return hexes.mark(targets_now(state, seat), mask)


@compilable
def targets_now(state: State, seat: int) -> HexSet:
    """The hexes for the settlement that the token in use builds, or that is in the air."""
    old = OFF_BOARD if state.origin == NONE else int(state.origin)
    return targets(state, seat, int(state.using), old)


@compilable
def mark_tokens(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the tokens that can be used now, from mask[first] on; how many."""
    return mark_bits(usable_now(state, seat), TOKENS, first, mask)


@compilable
def usable_now(state: State, seat: int) -> int:
    """KB-8.0.3: bit set of the kinds of tokens that can be used now."""
    me = state.seats[seat]
    tokens = 0
    for place in range(state.place_count):
        token = int(state.places[place].token)
        if me.tokens[place] == TokenState.USABLE and not tokens >> token & 1 and can_use(state, seat, token):
            tokens |= 1 << token
    return tokens


@compilable
def can_use(state: State, seat: int, token: int) -> bool:
    """KB-8.0.3: has the token a legal execution?"""
    me = state.seats[seat]
    if token < FIRST_MOVE:
        return me.supply > 0 and can_build(state, seat, token)  # KB-8.0.4
    for piece in range(me.standing):
        if movable(state, seat, piece, token):
            return True
    return False


@compilable
def can_build(state: State, seat: int, token: int) -> bool:
    """Is there a hex for a token that builds?"""
    if token == Token.TOWER:
        return hexes.meet(buildable(state), EDGE_SET)
    if token == Token.TAVERN:
        me = state.seats[seat]
        for piece in range(me.standing):
            if not hexes.is_empty(line_ends_at(state, seat, me.settlements[piece])):
                return True
        return False
    return state.free[kind_wanted(state, token)] > 0  # any will do where none is adjacent (KB-5.7)


@compilable
def forbids_target(state: State, seat: int, hex: int) -> int:
    """Why the token in use may not put a settlement on this hex; 0 if it may."""
    me, token = state.seats[seat], state.using
    rule = TOKEN_RULES[token]
    if hex == state.origin:
        return NOT_BACK
    if token == Token.TAVERN:
        return forbids_line_end(state, seat, hex, rule)
    if token == Token.PADDOCK:
        return forbids_jump(state, state.origin, hex, rule)
    ground = forbids_ground(state, hex)
    if token == Token.HARBOR and ground != ONE_PER_HEX:
        ground = 0  # KB-5.2: it goes to water
    if ground:
        return ground
    if token != Token.TOWER:
        return forbids_kind(state, me, hex, kind_wanted(state, token), rule)
    if not ON_EDGE[hex]:
        return rule
    is_better = hexes.meet(hexes.both(buildable(state), EDGE_SET), me.near)
    return ADJACENCY if is_better and not hexes.holds(me.near, hex) else 0


@compilable
def forbids_line_end(state: State, seat: int, hex: int, rule: int) -> int:
    """KB-8.5, KB-8.5.3."""
    for direction in range(6):
        if ends_line(state, seat, hex, direction):
            return 0 if is_free(state, hex) else TAVERN_TERRAIN
    return rule


@compilable
def forbids_jump(state: State, old: int, hex: int, rule: int) -> int:
    """KB-8.8, KB-8.8.2."""
    for direction in range(6):
        if TWO_STEPS[old, direction] == hex:
            return 0 if is_free(state, hex) else NO_PADDOCK_TARGET
    return rule


@compilable
def forbids_lift(state: State, seat: int, hex: int) -> int:
    """KB-8.0.6, KB-8.0.8: why this settlement cannot be chosen for the move."""
    if state.owner[hex] != seat:
        return ONLY_OWN
    piece = place_in(state.seats[seat].settlements, hex)
    return 0 if movable(state, seat, piece, state.using) else NOT_BACK


@compilable
def forbids_token(state: State, seat: int, token: int) -> int:
    """KB-7.5, KB-7.6, KB-8.0.1, KB-8.0.3, KB-8.0.4: why a token cannot be used now; 0 if it can."""
    me = state.seats[seat]
    if usable(state, me, token) == NONE:
        return why_unusable(state, me, token)
    if token < FIRST_MOVE and me.supply == 0:
        return NEEDS_SUPPLY
    return 0 if can_use(state, seat, token) else NEEDS_EXECUTION


@compilable
def why_unusable(state: State, me: Seat, token: int) -> int:
    """A token not owned, spent in this turn, or taken in this turn."""
    reason = NEEDS_TOKEN
    for place in range(state.place_count):
        if state.places[place].token == token:
            if me.tokens[place] == TokenState.SPENT:
                return TOKEN_IS_SPENT
            if me.tokens[place] == TokenState.NEW:
                reason = TOKEN_IS_NEW
    return reason
