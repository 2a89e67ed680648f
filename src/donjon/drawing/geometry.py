"""Places on a board."""

from __future__ import annotations

from typing import NamedTuple

# Left, top, width, height.
Box = tuple[float, float, float, float]


class Point(NamedTuple):
    """A place on a board in units of its viewBox."""

    x: float
    y: float


def percent(box: Box, viewbox: Box) -> Box:
    """A box (left, top, width, height) of a board in percent of its viewBox, which begins at 0, 0."""
    left, top, width, height = box
    _left, _top, whole_width, whole_height = viewbox
    return (
        round(100 * left / whole_width, 3),
        round(100 * top / whole_height, 3),
        round(100 * width / whole_width, 3),
        round(100 * height / whole_height, 3),
    )
