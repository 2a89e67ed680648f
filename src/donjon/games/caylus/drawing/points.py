"""The sources of points of Caylus in groups, as bars and the score table show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.drawing.protocol import PointGroup
from donjon.games.caylus.model import ROAD
from donjon.kernel.message import Term

ROADS = tuple(f"road-{space}" for space in range(1, ROAD + 1))


def point_groups(_view: Mapping[str, Any]) -> list[PointGroup]:
    """Return buildings and visits, castle, favours, what goods and deniers bring, and penalties."""
    return [
        PointGroup(Term("buildings and visits"), "house", ("buildings", "visits"), ROADS),
        PointGroup(Term("castle"), "castle", ("castle",), ("castle",)),
        PointGroup(Term("favours"), "favour", ("favours",), ("favour-prestige",)),
        PointGroup(Term("goods and deniers"), "deniers", ("trades", "final count")),
        PointGroup(Term("penalties"), "penalties", ("penalties",)),
    ]
