"""Which actions are shown with what they would do before they are confirmed."""

from __future__ import annotations

from typing import Any

from donjon.caylus.actions import (
    BUILD,
    FIRST_BUILT,
    JOUST,
    LAY,
    PASS,
    PAY,
    PLACE,
    PRODUCE,
    ROW,
    SWAP_FOR,
)
from donjon.caylus.building import can_pay_any
from donjon.caylus.nouns import CUBES, Class
from donjon.caylus.tables import ANY, CLASS


def previews(state: Any, seat: int, action: int) -> bool:
    """True for what pays, moves a figure or gives the turn away; not for what only receives or declines."""
    if BUILD <= action < PAY:
        return not has_second_half(state, seat, FIRST_BUILT + action - BUILD)
    if action in (PASS, JOUST) or PLACE <= action < PRODUCE:
        return True
    return PAY <= action < ROW or SWAP_FOR <= action < LAY


def has_second_half(state: Any, seat: int, tile: int) -> bool:
    """Is a cube for "any", or a residence to replace, still to be chosen?"""
    me = state.seats[seat]
    if CLASS[tile] == Class.PRESTIGE:
        return bool(me.residences > 1)
    return bool(ANY[tile]) and sum(bool(can_pay_any(state, me, tile, cube)) for cube in range(CUBES)) > 1
