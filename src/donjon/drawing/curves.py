"""Curves over a game: by seat what share of a win was to be expected, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from donjon.drawing.labels import cut

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 20, 30
# Names at the ends of curves are at least so far apart.
LINE = 19
# How the curves of seats are broken, beside their colours.
DASHES = ("none", "9 5", "2 5", "14 4 2 4", "5 3")


@dataclass(frozen=True)
class Mark:
    """A numbered point of a curve: the seat, and which of its values it is."""

    number: int
    seat: int
    at: int


def win_curves(
    curves: Sequence[Sequence[float]], names: Sequence[str], label: str, marks: Sequence[Mark] = (),
    count: int = 0,
) -> Markup:  # fmt: skip
    """A picture of curves[seat][moment], each 0 to 1, with the names of the seats at their ends.

    count: the moments that there will be, if they are more. Colours are those of the page (`--seat-0`).
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
    """A piece of a seat's curve, for a list of them."""
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
        f'<text class="curve-share" x="{LEFT - 8}" y="{y + 5:.1f}">{round(100 * share)} %</text>'
    )


def _apart(ends: dict[int, float]) -> dict[int, float]:
    """The heights of names, moved down and then up so that none lies on another."""
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
