"""The gold of a seat as if scored now, from what is kept with its settlements: the same as by `scoring`."""

from __future__ import annotations

from donjon.kernel.bits import count_bits
from donjon.kernel.compiling import compilable
from donjon.kingdom_builder import scoring
from donjon.kingdom_builder.bots.gains import (
    BY_PRINT,
    CITIZENS,
    DISCOVERERS,
    FARMERS,
    HERMITS,
    KNIGHTS,
    LORDS,
    MERCHANTS,
)
from donjon.kingdom_builder.groups import CASTLES_FROM
from donjon.kingdom_builder.state import State


@compilable
def gold(state: State, seat: int) -> int:
    """KB-10.0.1: all gold of one seat."""
    me, wanted = state.seats[seat], int(state.wanted)
    worth = scoring.CASTLE_GOLD * count_bits(int(me.touched) >> CASTLES_FROM)
    if wanted & BY_PRINT:
        for piece in range(me.standing):
            worth += count_bits(int(state.pays[me.settlements[piece]]) & wanted)
    if wanted & MERCHANTS:
        worth += scoring.MERCHANTS_GOLD * count_bits(me.connected)
    if wanted & HERMITS:
        worth += int(me.groups)
    if wanted & CITIZENS:
        worth += int(me.largest) // scoring.CITIZENS_PER_GOLD
    if wanted & DISCOVERERS:
        worth += scoring.discoverers(state, seat, None)
    if wanted & KNIGHTS:
        worth += scoring.knights(state, seat, None)
    if wanted & LORDS:
        worth += scoring.lords(state, seat, None)
    if wanted & FARMERS:
        worth += scoring.farmers(state, seat, None)
    return worth
