"""The groups of each seat's settlements (KB-10.0.4), kept for bots from the first time that one asks.

They follow from the settlements alone, so that it does not matter when that was. The gold is counted in
`scoring`, which does not use them.
"""

from __future__ import annotations

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.hexes import NEIGHBOURS, HexSet
from donjon.games.kingdom_builder.model import (
    NONE,
    OFF_BOARD,
    SETTLEMENTS,
    UNGROUPED,
    Seat,
    State,
)
from donjon.kernel.bits import count_bits, is_several
from donjon.kernel.compiling import compilable


@compilable
def keep_groups(state: State) -> None:
    """Form the groups of all settlements, unless that is done; from then on they are kept."""
    if state.grouped:
        return
    state.grouped = 1
    for seat in range(state.players):
        me = state.seats[seat]
        for piece in range(me.standing):
            if me.settlements[piece] != OFF_BOARD:
                join(state, seat, piece)


@compilable
def group_on(state: State, seat: int, hex: int) -> int:
    """Return the group of a seat on a hex, by the number of its first piece; NONE if there is none."""
    group = int(state.group[hex]) - SETTLEMENTS * seat
    return group if 0 <= group < SETTLEMENTS else NONE


@compilable
def join(state: State, seat: int, piece: int) -> None:
    """Join a settlement to the groups around it; a group has the number of its first piece."""
    me = state.seats[seat]
    hex = int(me.settlements[piece])
    first, size, special = piece, 1, int(state.beside[hex])
    met = 0
    for direction in range(6):
        group = group_on(state, seat, NEIGHBOURS[hex, direction])
        if group != NONE and not met >> group & 1:
            met |= 1 << group
            first = min(first, group)
            size += int(me.sizes[group])
            special |= int(me.joined[group])
            me.sizes[group] = 0
            me.joined[group] = 0
    if met & ~(1 << first):
        rename(state, seat, met, SETTLEMENTS * seat + first)
    state.group[hex] = SETTLEMENTS * seat + first
    me.sizes[first] = size
    me.joined[first] = special
    me.groups += 1 - count_bits(met)
    me.largest = max(int(me.largest), size)
    me.touched |= special
    if is_several(special):
        me.connected |= special


@compilable
def rename(state: State, seat: int, groups: int, name: int) -> None:
    """Note this number on all hexes of these groups of a seat, a bit set."""
    me = state.seats[seat]
    for piece in range(me.standing):
        hex = me.settlements[piece]
        group = group_on(state, seat, hex)
        if group != NONE and groups >> group & 1:
            state.group[hex] = name


@compilable
def leave(state: State, seat: int, hex: int) -> None:
    """Take a settlement out of its group, and form groups again of the rest."""
    me = state.seats[seat]
    group = group_on(state, seat, hex)
    state.group[hex] = UNGROUPED
    rest = int(me.sizes[group]) - 1
    me.sizes[group] = 0
    me.joined[group] = 0
    me.groups -= 1
    if rest > 0:
        rename(state, seat, 1 << group, UNGROUPED)
        for piece in range(me.standing):
            place = int(me.settlements[piece])
            if place != OFF_BOARD and state.group[place] == UNGROUPED:
                found_group(state, seat, piece, hexes.connected(me.own, place))
    sum_up(me)


@compilable
def found_group(state: State, seat: int, first: int, members: HexSet) -> None:
    """Form a group of these settlements, with the number of its first piece."""
    me = state.seats[seat]
    special = 0
    hex = hexes.following(members, -1)
    while hex != OFF_BOARD:
        state.group[hex] = SETTLEMENTS * seat + first
        special |= int(state.beside[hex])
        hex = hexes.following(members, hex)
    me.sizes[first] = hexes.count(members)
    me.joined[first] = special
    me.groups += 1


@compilable
def sum_up(me: Seat) -> None:
    """Sum up what all groups of a seat have together."""
    me.largest, me.touched, me.connected = 0, 0, 0
    for group in range(me.standing):
        special = int(me.joined[group])
        me.largest = max(int(me.largest), int(me.sizes[group]))
        me.touched |= special
        if is_several(special):
            me.connected |= special
