"""The sources of points of Ys in groups, as bars and the score table show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.drawing.protocol import PointGroup
from donjon.kernel.message import Term


def point_groups(view: Mapping[str, Any]) -> list[PointGroup]:
    """Return the brokers in the city, the Prince and the King, gems by their value, black gems."""
    districts = ("market", "throne", "q1.m", "q2.m", "q3.m", "q4.m")
    screens = tuple(f"screen-{seat}" for seat in range(view["seats"]))
    return [
        PointGroup(Term("city"), "market", ("market", "merchants", "throne"), districts),
        PointGroup(Term("Prince and King"), "crown", ("court",)),
        PointGroup(Term("gems"), "gems", ("blue", "green", "yellow", "red"), ("values", *screens)),
        PointGroup(Term("black gems"), "black", ("black",), screens),
    ]
