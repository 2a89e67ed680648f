"""Chapter 5: putting settlements on the board, and the adjacency rule."""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.story import Story, tell
from donjon.kingdom_builder.nouns import NONE, TERRAINS, HexKind
from donjon.kingdom_builder.state import LAST, Seat, State
from donjon.kingdom_builder.tables import HEXES, NEIGHBOURS, OFF_BOARD
from donjon.kingdom_builder.terms import Tale

ONE_PER_HEX = number("KB-5.1")
ONLY_BUILDABLE = number("KB-5.2")
NEVER_ON_SPECIALS = number("KB-5.3")
TERRAIN_OF_CARD = number("KB-5.4")
ADJACENCY = number("KB-5.6")
END_IS_TRIGGERED = number("KB-9.1")


@compilable
def put(state: State, seat: int, piece: int, hex: int) -> None:
    """Set a piece down on a hex: it counts as a neighbour for all hexes around at once (KB-4.11)."""
    me = state.seats[seat]
    state.owner[hex] = seat
    state.free[state.kind[hex]] -= 1
    me.settlements[piece] = hex
    for direction in range(6):
        me.near[NEIGHBOURS[hex, direction]] += 1


@compilable
def lift(state: State, seat: int, piece: int) -> None:
    """Take a piece off the board; its hex is free again (KB-8.0.7)."""
    me = state.seats[seat]
    hex = me.settlements[piece]
    state.owner[hex] = NONE
    state.free[state.kind[hex]] += 1
    me.settlements[piece] = OFF_BOARD
    for direction in range(6):
        me.near[NEIGHBOURS[hex, direction]] -= 1


@compilable
def piece_on(me: Seat, hex: int) -> int:
    """The number of this seat's piece on a hex."""
    for piece in range(me.standing):
        if me.settlements[piece] == hex:
            return piece
    return NONE


@compilable
def remember(state: State, hex: int) -> None:
    """Note a hex as part of the last move, for the drawing."""
    if state.last_turn != state.turn:
        state.last_turn = state.turn
        state.last_count = 0
        state.last[:] = NONE
    if state.last_count < LAST:
        state.last[state.last_count] = hex
        state.last_count += 1


@compilable
def build(state: State, seat: int, hex: int, token: int, rule: int, story: Story | None) -> None:
    """Build one settlement from the supply; an empty supply triggers the end (KB-9.1)."""
    me = state.seats[seat]
    piece = int(me.standing)
    me.standing += 1
    me.supply -= 1
    put(state, seat, piece, hex)
    remember(state, hex)
    tell(story, Tale.BUILT, seat, rule, hex, token, piece)
    if me.supply == 0 and not state.ending:
        state.ending = 1
        tell(story, Tale.END_TRIGGERED, seat, END_IS_TRIGGERED, 0, 0, 0)


@compilable
def is_free(state: State, hex: int) -> bool:
    """KB-5.2: unoccupied and of a buildable terrain."""
    return state.owner[hex] == NONE and state.kind[hex] < TERRAINS


@compilable
def mark_kind(state: State, me: Seat, kind: int, mask: Ints) -> int:
    """KB-5.6, KB-5.7: of all free hexes of one kind those next to an own settlement; all, if none is.

    Fills mask[0 .. 399] and returns the count.
    """
    kinds, owner, near = state.kind, state.owner, me.near
    byte = np.uint8(kind)  # bytes against bytes: the compiler takes many hexes at once
    count = 0
    for hex in range(HEXES):
        allowed = (kinds[hex] == byte) & (owner[hex] == NONE) & (near[hex] > 0)
        mask[hex] = allowed
        count += allowed
    if count > 0:
        return count
    for hex in range(HEXES):
        allowed = (kinds[hex] == kind) & (owner[hex] == NONE)
        mask[hex] = allowed
        count += allowed
    return count


@compilable
def touches_kind(state: State, me: Seat, kind: int) -> bool:
    """Is some free hex of this kind next to an own settlement?"""
    kinds, owner, near = state.kind, state.owner, me.near
    for hex in range(HEXES):
        if kinds[hex] == kind and owner[hex] == NONE and near[hex] > 0:
            return True
    return False


@compilable
def forbids_kind(state: State, me: Seat, hex: int, kind: int, rule: int) -> int:
    """Why no settlement may be put on `hex` when `kind` is asked for by `rule`; 0 if it may."""
    if state.owner[hex] != NONE:
        return ONE_PER_HEX
    if state.kind[hex] != kind:
        if state.kind[hex] >= HexKind.MOUNTAIN:
            return NEVER_ON_SPECIALS
        if state.kind[hex] == HexKind.WATER:
            return ONLY_BUILDABLE
        return rule
    if me.near[hex] == 0 and touches_kind(state, me, kind):
        return ADJACENCY
    return 0
