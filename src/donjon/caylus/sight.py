"""What a seat may know: everything (CAY-3.3); the position as numbers for a learner."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.caylus.terms import CUBES, MAX_SEATS, ROAD
from donjon.kernel.compiling import compilable

SEAT_NUMBERS = 2 + CUBES
OBSERVATION = 2 + ROAD + MAX_SEATS * SEAT_NUMBERS


@compilable
def redeal(state, seat, rng):
    """CAY-3.3: nothing is hidden."""


@compilable
def observe(state, seat, out):
    """Fill float32 out[OBSERVATION]: provost, bailiff, tiles by road space, then the seats from the viewer on."""
    out[:] = 0
    nearest = max(seat, 0)
    out[0] = state.provost / ROAD
    out[1] = state.bailiff / ROAD
    for space in range(ROAD):
        out[2 + space] = state.tile[space + 1]
    for relative in range(state.players):
        me = state.seats[(nearest + relative) % state.players]
        at = 2 + ROAD + relative * SEAT_NUMBERS
        out[at] = me.vp / 100
        out[at + 1] = me.deniers / 10
        for cube in range(CUBES):
            out[at + 2 + cube] = me.cubes[cube] / 10
