"""How attractive each legal action looks at a glance."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.ys.terms import ACTIONS


@compilable
def appeal(state, seat, mask, out):
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points they bring."""
    for action in range(ACTIONS):
        out[action] = 0
