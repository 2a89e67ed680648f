"""A quick guess of what a position is worth to a seat, for greedy play and the leaves of a search."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.caylus.round_end import count_cubes, count_deniers, count_gold
from donjon.kernel.compiling import compilable


@compilable
def estimate(state, seat):
    """The points held, and what the final count would add."""
    me = state.seats[seat]
    return float(me.vp + count_gold(me) + count_cubes(me) + count_deniers(me))
