"""Draw over a board why a move pays: links between pieces, rings, outlines, plates with gains and letters.

Links and rings are a picture with the viewBox of the board. Plates are words of the page that lie over it, so
that they are as large on a small board as on a large one; `plated` moves them apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from donjon.drawing.figures import Box, Point
from donjon.kernel.message import Message

# How much of a link is left out at either end, so that it lies between two pieces and hides neither.
GAP = 19


@dataclass(frozen=True)
class Link:
    """A line between two things that belong together; by_end: it does not pay now, but is expected to."""

    start: Point
    end: Point
    by_end: bool = False
    gap: float = GAP


@dataclass(frozen=True)
class Ring:
    """A ring around the middle of a thing."""

    at: Point
    radius: float = 32


@dataclass(frozen=True)
class Leader:
    """A thin line from a plate to the place that it is about, up to `gap` from its middle.

    size: the size of board that it is for, a key of SIZES.
    """

    start: Point
    end: Point
    gap: float
    size: str


@dataclass(frozen=True)
class Outline:
    """The outline of a part of the board, as an SVG path."""

    path: str


@dataclass(frozen=True)
class Gain:
    """What a place brings: its amount, signed, and of what.

    source: the name of the source of points, "" for several or none. by_end: it is expected by the end of the
    game, not brought now.
    """

    at: Point
    amount: float
    source: str = ""
    by_end: bool = False


Mark = Link | Ring | Leader | Outline | Gain


@dataclass(frozen=True)
class GoalCard:
    """A source of points that a player looks at to decide: its icon, name, rule (None: no words), subject."""

    source: str
    icon: Markup
    name: Message
    says: Message | None
    subject: str


def between(link: Link) -> tuple[Point, Point]:
    """Return the ends of the line that is drawn for a link."""
    (ax, ay), (bx, by) = link.start, link.end
    length = math.hypot(bx - ax, by - ay)
    part = min(link.gap / length, 0.42) if length else 0.0
    right, down = (bx - ax) * part, (by - ay) * part
    return Point(round(ax + right, 1), round(ay + down, 1)), Point(round(bx - right, 1), round(by - down, 1))


def _before(leader: Leader) -> Point:
    """Return where the line to a place ends."""
    length = math.dist(leader.start, leader.end)
    part = max(0.0, 1 - leader.gap / length) if length else 0.0
    (ax, ay), (bx, by) = leader.start, leader.end
    return Point(round(ax + (bx - ax) * part, 1), round(ay + (by - ay) * part, 1))


def picture(marks: Iterable[Mark], viewbox: Box) -> Markup:
    """Return links, rings and outlines as SVG, to lie over a board; "" if there is nothing to draw."""
    marks = list(marks)
    drawn = [f'<path class="why-part" d="{mark.path}"/>' for mark in marks if isinstance(mark, Outline)]
    drawn += [
        f'<path class="why-leader {mark.size}" d="M{mark.start.x:g} {mark.start.y:g}L{end.x:g} {end.y:g}"/>'
        for mark, end in ((mark, _before(mark)) for mark in marks if isinstance(mark, Leader))
    ]
    for state, by_end in ((" by-end", True), ("", False)):
        chain = [between(mark) for mark in marks if isinstance(mark, Link) and mark.by_end == by_end]
        lines = "".join(f"M{start.x:g} {start.y:g}L{end.x:g} {end.y:g}" for start, end in chain)
        if lines:
            drawn.append(f'<path class="why-under{state}" d="{lines}"/>')
            drawn.append(f'<path class="why-chain{state}" d="{lines}"/>')
    for mark in marks:
        if isinstance(mark, Ring):
            circle = f'cx="{mark.at.x:g}" cy="{mark.at.y:g}" r="{mark.radius:g}"'
            drawn += [f'<circle class="why-rim" {circle}/>', f'<circle class="why-ring" {circle}/>']
    box = " ".join(f"{side:g}" for side in viewbox)
    return (
        Markup(f'<svg class="why" viewBox="{box}" aria-hidden="true">{"".join(drawn)}</svg>')
        if drawn
        else Markup()
    )


class Size(NamedTuple):
    """The width of a board, the height of its plates, and their width for one letter more, in CSS pixels."""

    board: float
    high: float
    letter: float


# Plates that do not overlap on the narrowest board of a size never do. The style sheet has the same heights.
SIZES = {"narrow": Size(344, 23, 8), "wide": Size(640, 29, 10)}
# Where a plate may lie beside its place, as directions; how far away, in heights.
_TURNS = [(0, -1), (1, 0), (-1, 0), (0, 1), (0.8, -0.8), (-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)]
_AWAY = (1.0, 1.4, 1.9, 2.6)


def plated(
    wanted: Sequence[tuple[Point, str]], viewbox: Box, size: Size, free: Iterable[Point] = ()
) -> list[Point]:
    """Return the middles of plates in units of the viewBox: as wanted, or as near to it as there is room.

    wanted: the place and the words of each plate. free: places that no plate covers if there is another.
    """
    unit = viewbox[2] / size.board
    kept = [(place, unit, unit) for place in free]
    placed: list[tuple[Point, float, float]] = []
    for at, words in wanted:
        wide = (size.high + size.letter * max(0, len(words) - 1)) * unit
        high = size.high * unit
        tries = [at] + [
            Point(at.x + right * away * (wide + high) / 2, at.y + down * away * high)
            for away in _AWAY
            for right, down in _TURNS
        ]
        inside = [_within(one, viewbox, wide, high) for one in tries]
        away = [one for one in inside if not any(_overlap(one, wide, high, *other) for other in placed)]
        clear = [one for one in away if not any(_overlap(one, wide, high, *other) for other in kept)]
        placed.append(((clear or away or inside)[0], wide, high))
    return [Point(round(spot.x, 1), round(spot.y, 1)) for spot, _, _ in placed]


def _within(point: Point, viewbox: Box, wide: float, high: float) -> Point:
    """Return the nearest middle of a plate that lies on the board."""
    left, top, width, height = viewbox
    x = min(left + width - wide / 2, max(left + wide / 2, point.x))
    return Point(x, min(top + height - high / 2, max(top + high / 2, point.y)))


def _overlap(one: Point, wide: float, high: float, other: Point, its_width: float, its_height: float) -> bool:
    return abs(one.x - other.x) < (wide + its_width) / 2 and abs(one.y - other.y) < (high + its_height) / 2


def in_percent(point: Point, viewbox: Box) -> Point:
    """Return a point in percent of the board."""
    left, top, width, height = viewbox
    return Point(round(100 * (point.x - left) / width, 2), round(100 * (point.y - top) / height, 2))
