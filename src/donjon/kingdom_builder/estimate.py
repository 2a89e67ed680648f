"""A quick guess of what a position is worth to a seat, for greedy play and the leaves of a search."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kingdom_builder.scoring import total
from donjon.kingdom_builder.terms import TokenState

TOKEN_WORTH = 3.0


@compilable
def estimate(state, seat):
    """Gold if scored now, and the promise of the tokens owned while the game goes on."""
    worth = float(total(state, seat))
    if state.ending:
        return worth
    me = state.seats[seat]
    for place in range(state.place_count):
        if me.tokens[place] != TokenState.NOT_OWNED:
            worth += TOKEN_WORTH
    return worth
