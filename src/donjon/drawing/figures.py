"""Figures and signs on the places of a board: what each is worth, which was chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from donjon.drawing.geometry import Box

# From the least to the most; dark letters are read on each. They are the same in light and dark looks.
SHADES = ("#fff6e2", "#fbe3ae", "#f6cf7d", "#efb54e", "#e59a2c")
INK = "#2b2119"
# A plate takes so much of its place's height and width, and is no higher than this part of the board's width.
HIGH, WIDE, HIGHEST = 0.8, 0.94, 0.021
# So many times as wide as high; its letters take so much of its height.
BROAD, LETTERS = 2.1, 0.82


def with_figures(
    svg: str, figures: Mapping[int, float], boxes: Mapping[int, Box], viewbox: Box, digits: int = 1
) -> Markup:
    """A board with a figure on each place; the most has a double rim, and what is more is darker.

    figures: by action; boxes: where actions lie, in percent of the board, those without one are left out.
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
    """A board with a short sign on the places of some actions, which are ringed; "!" has a double rim."""
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
            high = HIGHEST * viewbox[2] * 1.4
            drawn.append(_plate((middle, edge, high, high), sign, SHADES[-1], sign == "!"))
    return _over(svg, drawn)


def _over(svg: str, drawn: Sequence[str]) -> Markup:
    """A picture with others over it."""
    end = svg.rindex("</svg>")
    group = '<g class="figures" text-anchor="middle" font-family="&quot;Alegreya Sans&quot;, sans-serif">'
    return Markup(f"{svg[:end]}{group}{''.join(drawn)}</g>{svg[end:]}")


def _room(box: Box, viewbox: Box) -> Box:
    """In the middle of a place (a box in percent of the board) the room of its plate, in units."""
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
