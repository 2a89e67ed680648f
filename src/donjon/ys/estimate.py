"""A quick guess of what a position is worth to a seat."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.ys.scoring import total


@compilable
def estimate(state, seat):
    """Points if scored now."""
    return float(total(state, seat))
