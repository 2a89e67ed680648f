"""Draw numbers and signs on places of a board, and curves of win chances over a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup, escape

from donjon.drawing.labels import cut

# Left, top, width, height.
Box = tuple[float, float, float, float]


class Point(NamedTuple):
    """A point on a board in units of its viewBox."""

    x: float
    y: float


def percent(box: Box, viewbox: Box) -> Box:
    """Return a box (left, top, width, height) in percent of its viewBox, which starts at 0, 0."""
    left, top, width, height = box
    _left, _top, whole_width, whole_height = viewbox
    return (
        round(100 * left / whole_width, 3),
        round(100 * top / whole_height, 3),
        round(100 * width / whole_width, 3),
        round(100 * height / whole_height, 3),
    )


# From the lowest to the highest figure; dark letters are legible on each. The same for light and dark
# schemes.
SHADES = ("#fff6e2", "#fbe3ae", "#f6cf7d", "#efb54e", "#e59a2c")
INK = "#2b2119"
# Height and width of a plate, as fractions of its place; its maximum height, as a fraction of the board's
# width.
HIGH, WIDE, HIGHEST = 0.8, 0.94, 0.021
# Height of a sign, as a multiple of the maximum height of a plate.
SIGN = 2.0
# Width of a plate divided by its height; height of its letters, as a fraction of the plate's height.
BROAD, LETTERS = 2.1, 0.82


def with_figures(
    svg: str, figures: Mapping[int, float], boxes: Mapping[int, Box], viewbox: Box, digits: int = 1
) -> Markup:
    """Return a board with a figure on each place: higher is darker, the highest has a double rim.

    figures: numbers by action; boxes: the places of actions, in percent of the board. Actions without a box
    are left out.
    """
    placed = {action: figure for action, figure in figures.items() if action in boxes}
    if not placed:
        return Markup(svg)
    least, most = min(placed.values()), max(placed.values())
    best = f"{most:.{digits}f}"
    plates = []
    for action, figure in sorted(placed.items()):
        shade = SHADES[int((figure - least) / ((most - least) or 1) * (len(SHADES) - 1) + 0.5)]
        text = f"{figure:.{digits}f}"
        plates.append(_plate(_room(boxes[action], viewbox), text, shade, text == best))
    return _over(svg, plates)


def with_signs(svg: str, signs: Mapping[int, str], boxes: Mapping[int, Box], viewbox: Box) -> Markup:
    """Return a board with rings and short signs on the places of actions; "!" has a double rim."""
    drawn = []
    for action, sign in signs.items():
        if action in boxes:
            x, y = (viewbox[at] + boxes[action][at] * viewbox[at + 2] / 100 for at in (0, 1))
            width, height = (boxes[action][at] * viewbox[at] / 100 for at in (2, 3))
            for stroke, line in ((SHADES[0], 11), (INK, 5)):
                drawn.append(
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="8" '
                    f'fill="none" stroke="{stroke}" stroke-width="{line}"/>'
                )
            top = (boxes[action][0], boxes[action][1], boxes[action][2], 0.0)
            middle, edge, _wide, _high = _room(top, viewbox)
            high = HIGHEST * viewbox[2] * SIGN
            drawn.append(_plate((middle, edge, high, high), sign, SHADES[-1], sign == "!"))
    return _over(svg, drawn)


def _over(svg: str, drawn: Sequence[str]) -> Markup:
    """Return an SVG picture with SVG elements drawn over it."""
    end = svg.rindex("</svg>")
    group = '<g class="figures" text-anchor="middle" font-family="&quot;Alegreya Sans&quot;, sans-serif">'
    return Markup(f"{svg[:end]}{group}{''.join(drawn)}</g>{svg[end:]}")


def _room(box: Box, viewbox: Box) -> Box:
    """Return the middle, width and height of the plate of a box, in units of the viewBox."""
    x, y = (viewbox[at] + (box[at] + box[at + 2] / 2) * viewbox[at + 2] / 100 for at in (0, 1))
    width, height = (box[at] * viewbox[at] / 100 for at in (2, 3))
    high = min(HIGH * height, HIGHEST * viewbox[2])
    return x, y, min(BROAD * high, WIDE * width), high


def _plate(room: Box, text: str, shade: str, is_best: bool) -> str:
    x, y, wide, high = room
    size = min(LETTERS * high, 1.8 * wide / max(len(text), 2))

    def rim(more: float, line: float, fill: str) -> str:
        return (
            f'<rect x="{x - wide / 2 - more:.1f}" y="{y - high / 2 - more:.1f}" rx="{high / 4:.1f}" '
            f'width="{wide + 2 * more:.1f}" height="{high + 2 * more:.1f}" '
            f'fill="{fill}" stroke="{INK}" stroke-width="{line}"/>'
        )

    rims = (rim(5, 3, SHADES[0]) if is_best else "") + rim(0, 1.6, shade)
    weight = 800 if is_best else 500
    letters = f'font-size="{size:.1f}" font-weight="{weight}" fill="{INK}" stroke="none"'
    return f'{rims}<text x="{x:.1f}" y="{y + 0.35 * size:.1f}" {letters}>{text}</text>'


WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 20, 30
# The minimum distance of the names at the ends of curves.
LINE = 19
# The stroke-dasharray of each seat's curve, to tell curves apart without colours.
DASHES = ("none", "9 5", "2 5", "14 4 2 4", "5 3")


@dataclass(frozen=True)
class Mark:
    """A numbered point of a curve: the seat, and the index of the value."""

    number: int
    seat: int
    at: int


def win_curves(
    curves: Sequence[Sequence[float]], names: Sequence[str], label: str, marks: Sequence[Mark] = (),
    count: int = 0,
) -> Markup:  # fmt: skip
    """Return an SVG of curves[seat][moment], each 0 to 1, with the seats' names at their ends.

    count: the final number of moments, if there are more to come. Colours are the page's (`--seat-0`).
    """
    last = max(count, *(len(curve) for curve in curves), 2) - 1
    parts = [_line_of(share) for share in (0.0, 0.5, 1.0)]
    drawn = [(seat, curve) for seat, curve in enumerate(curves) if curve]
    for seat, curve in drawn:
        points = " ".join(f"{_x(at, last):.1f},{_y(share):.1f}" for at, share in enumerate(curve))
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] != "none" else ""
        parts.append(f'<polyline class="curve of-seat-{seat}" points="{points}"{dash}/>')
    ends = _apart({seat: _y(curve[-1]) for seat, curve in drawn})
    parts += [
        f'<text class="curve-name" x="{_x(len(curves[seat]) - 1, last) + 8:.1f}" y="{y + 5:.1f}">'
        f"{escape(cut(names[seat], 15, RIGHT - 12))}</text>"
        for seat, y in ends.items()
    ]
    parts += [_marked(mark, curves[mark.seat][mark.at], last) for mark in marks]
    box = f"0 0 {WIDTH} {HEIGHT}"
    head = f'<svg class="curves" viewBox="{box}" role="img" aria-label="{escape(label)}">'
    return Markup(f"{head}{''.join(parts)}</svg>")


def key(seat: int) -> Markup:
    """Return a short sample of a seat's curve, for a key of the picture."""
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] != "none" else ""
    line = f'<path class="curve of-seat-{seat}" d="M2 6H46"{dash}/>'
    return Markup(f'<svg class="curve-key" viewBox="0 0 48 12" aria-hidden="true">{line}</svg>')


def _x(at: int, last: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * at / last


def _y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def _line_of(share: float) -> str:
    y = _y(share)
    return (
        f'<path class="curve-grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="curve-share" x="{LEFT - 8}" y="{y + 5:.1f}">{round(100 * share)}</text>'
    )


def _apart(ends: dict[int, float]) -> dict[int, float]:
    """Return the heights of names, moved down and then up so that names do not overlap."""
    order = sorted(ends, key=lambda seat: ends[seat])
    placed = dict[int, float]()
    for above, seat in zip([None, *order], order, strict=False):
        placed[seat] = ends[seat] if above is None else max(ends[seat], placed[above] + LINE)
    lowest = float(HEIGHT - BOTTOM)
    for seat in reversed(order):
        placed[seat] = min(placed[seat], lowest)
        lowest = placed[seat] - LINE
    return placed


def _marked(mark: Mark, share: float, last: int) -> str:
    x, y = _x(mark.at, last), _y(share)
    return (
        f'<circle class="curve-mark" cx="{x:.1f}" cy="{y:.1f}" r="10"/>'
        f'<text class="curve-number" x="{x:.1f}" y="{y + 4.5:.1f}">{mark.number}</text>'
    )
