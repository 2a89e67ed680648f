"""Chapter 8: what each location token lets its owner do."""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder.building import (
    ADJACENCY,
    NEVER_ON_SPECIALS,
    ONE_PER_HEX,
    ONLY_BUILDABLE,
    forbids_kind,
    is_free,
    lift,
    mark_kind,
    piece_on,
    put,
)
from donjon.kingdom_builder.nouns import FIRST_MOVE, NONE, TERRAINS, HexKind, Token
from donjon.kingdom_builder.state import Seat, State
from donjon.kingdom_builder.tables import EDGE, HEXES, NEIGHBOURS, ON_EDGE, OPPOSITE, TWO_STEPS

ONLY_OWN = number("KB-8.0.6")
NOT_BACK = number("KB-8.0.8")
NO_PADDOCK_TARGET = number("KB-8.8.2")
TAVERN_TERRAIN = number("KB-8.5.3")
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
def mark_targets(state: State, seat: int, token: int, mask: Ints) -> int:
    """Fill mask[0 .. 399] with the hexes where the token in use may put a settlement; return the count.

    For a move the settlement is in the air (KB-8.0.7); its old hex is never a target (KB-8.0.8).
    """
    me = state.seats[seat]
    if token == Token.TOWER:
        return mark_edge(state, me, mask)
    if token == Token.TAVERN:
        return mark_line_ends(state, seat, mask)
    if token == Token.PADDOCK:
        return mark_jumps(state, state.origin, mask)
    count = mark_kind(state, me, kind_wanted(state, token), mask)
    if token >= FIRST_MOVE:
        old = state.origin
        count -= mask[old]
        mask[old] = 0
    return count


@compilable
def mark_edge(state: State, me: Seat, mask: Ints) -> int:
    """KB-8.4: free buildable hexes on the edge of the board; the adjacency rule over all of them."""
    mask[:HEXES] = 0
    count = 0
    for index in range(EDGE.shape[0]):
        hex = EDGE[index]
        if is_free(state, hex) and me.near[hex] > 0:
            mask[hex] = 1
            count += 1
    if count > 0:
        return count
    for index in range(EDGE.shape[0]):
        hex = EDGE[index]
        if is_free(state, hex):
            mask[hex] = 1
            count += 1
    return count


@compilable
def ends_line(state: State, seat: int, hex: int, direction: int) -> bool:
    """KB-8.5: do the three hexes from `hex` on in this direction all carry own settlements?"""
    for _ in range(3):
        hex = NEIGHBOURS[hex, direction]
        if state.owner[hex] != seat:
            return False
    return True


@compilable
def mark_line_ends(state: State, seat: int, mask: Ints) -> int:
    """KB-8.5: free buildable hexes at either end of a straight line of three own settlements."""
    me = state.seats[seat]
    mask[:HEXES] = 0
    count = 0
    for piece in range(me.standing):
        for direction in range(6):
            target = NEIGHBOURS[me.settlements[piece], OPPOSITE[direction]]
            if is_free(state, target) and not mask[target] and ends_line(state, seat, target, direction):
                mask[target] = 1
                count += 1
    return count


@compilable
def mark_jumps(state: State, old: int, mask: Ints) -> int:
    """KB-8.8: free buildable hexes exactly two steps away in a straight line."""
    mask[:HEXES] = 0
    count = 0
    for direction in range(6):
        target = TWO_STEPS[old, direction]
        if is_free(state, target):
            mask[target] = 1
            count += 1
    return count


@compilable
def mark_movable(state: State, seat: int, token: int, mask: Ints) -> int:
    """KB-8.0.8: the own settlements that this token can move somewhere; fills mask, returns the count."""
    me = state.seats[seat]
    mask[:HEXES] = 0
    count = 0
    for piece in range(me.standing):
        if movable(state, seat, piece, token):
            mask[me.settlements[piece]] = 1
            count += 1
    return count


@compilable
def movable(state: State, seat: int, piece: int, token: int) -> bool:
    """Has this settlement any target for this token?"""
    old = state.seats[seat].settlements[piece]
    if token == Token.PADDOCK:
        for direction in range(6):
            if is_free(state, TWO_STEPS[old, direction]):
                return True
        return False
    lift(state, seat, piece)
    found = has_other_target(state, state.seats[seat], kind_wanted(state, token), old)
    put(state, seat, piece, old)
    return found


@compilable
def has_other_target(state: State, me: Seat, kind: int, old: int) -> bool:
    """KB-12.24, KB-12.25: with the settlement lifted, is a hex other than its old one allowed?"""
    kinds, owner, near = state.kind, state.owner, me.near
    # The old hex itself may be one of the adjacent ones; it is not another hex.
    adjacent = -1 if kinds[old] == kind and near[old] > 0 else 0
    for hex in range(HEXES):
        adjacent += (kinds[hex] == kind) & (owner[hex] == NONE) & (near[hex] > 0)
    if adjacent > 0:
        return True
    if kinds[old] == kind:
        # Adjacent to its old hex only: it cannot be moved. Otherwise any other free hex will do.
        return near[old] == 0 and state.free[kind] > 1
    return state.free[kind] > 0


@compilable
def can_use(state: State, seat: int, token: int) -> bool:
    """KB-8.0.3: has the token at least one legal execution now? (Ownership is asked elsewhere.)"""
    me = state.seats[seat]
    if token >= FIRST_MOVE:
        for piece in range(me.standing):
            if movable(state, seat, piece, token):
                return True
        return False
    if me.supply == 0:  # KB-8.0.4
        return False
    if token == Token.TOWER:
        for index in range(EDGE.shape[0]):
            if is_free(state, EDGE[index]):
                return True
        return False
    if token == Token.TAVERN:
        for piece in range(me.standing):
            for direction in range(6):
                target = NEIGHBOURS[me.settlements[piece], OPPOSITE[direction]]
                if is_free(state, target) and ends_line(state, seat, target, direction):
                    return True
        return False
    return state.free[kind_wanted(state, token)] > 0


@compilable
def forbids_target(state: State, seat: int, token: int, hex: int) -> int:
    """Why the token in use may not put a settlement on this hex; 0 if it may."""
    me = state.seats[seat]
    rule = TOKEN_RULES[token]
    if token >= FIRST_MOVE and hex == state.origin:
        return NOT_BACK
    if token == Token.TOWER:
        return forbids_edge(state, me, hex, rule)
    if token == Token.TAVERN:
        return forbids_line_end(state, seat, hex, rule)
    if token == Token.PADDOCK:
        return forbids_jump(state, state.origin, hex, rule)
    if token == Token.HARBOR and state.owner[hex] == NONE and state.kind[hex] != HexKind.WATER:
        return rule
    return forbids_kind(state, me, hex, kind_wanted(state, token), rule)


@compilable
def forbids_edge(state: State, me: Seat, hex: int, rule: int) -> int:
    """KB-8.4."""
    blocked = forbids_ground(state, hex)
    if blocked:
        return blocked
    if not ON_EDGE[hex]:
        return rule
    if me.near[hex] == 0:
        for index in range(EDGE.shape[0]):
            if is_free(state, EDGE[index]) and me.near[EDGE[index]] > 0:
                return ADJACENCY
    return 0


@compilable
def forbids_line_end(state: State, seat: int, hex: int, rule: int) -> int:
    """KB-8.5, KB-8.5.3."""
    in_line = False
    for direction in range(6):
        in_line = in_line or ends_line(state, seat, hex, direction)
    if not in_line:
        return rule
    return 0 if is_free(state, hex) else TAVERN_TERRAIN


@compilable
def forbids_jump(state: State, old: int, hex: int, rule: int) -> int:
    """KB-8.8, KB-8.8.2."""
    for direction in range(6):
        if TWO_STEPS[old, direction] == hex:
            return 0 if is_free(state, hex) else NO_PADDOCK_TARGET
    return rule


@compilable
def forbids_ground(state: State, hex: int) -> int:
    """KB-5.1 to KB-5.3: why nothing can be built on this hex at all."""
    if state.owner[hex] != NONE:
        return ONE_PER_HEX
    if state.kind[hex] >= HexKind.MOUNTAIN:
        return NEVER_ON_SPECIALS
    return 0 if state.kind[hex] < TERRAINS else ONLY_BUILDABLE


@compilable
def forbids_lift(state: State, seat: int, token: int, hex: int) -> int:
    """KB-8.0.6, KB-8.0.8: why this settlement cannot be chosen for the move."""
    if state.owner[hex] != seat:
        return ONLY_OWN
    piece = piece_on(state.seats[seat], hex)
    return 0 if movable(state, seat, piece, token) else NOT_BACK
