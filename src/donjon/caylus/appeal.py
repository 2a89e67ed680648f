"""How attractive each legal action looks at a glance: the hands of a quick player in playouts."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.caylus.actions import BATCH, BUILD, LAY, PAY
from donjon.kernel.compiling import compilable


@compilable
def appeal(state, seat, mask, out):
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points they bring."""
    out[:] = 0
    out[BUILD:PAY] = 3
    out[BATCH:LAY] = 4
