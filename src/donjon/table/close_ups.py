"""The part of a board that a small picture shows: where something stands or happens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from donjon.drawing import Box
from donjon.drawing.protocol import ShowsWherePiecesStand, drawing_of
from donjon.kernel.game import Game

WHOLE: Box = (0, 0, 100, 100)
# So much of width and height is left around what matters, and at least shown, in percent; what is more than
# MOST of it might as well be the whole.
MARGIN, LEAST, MOST = 11, 46, 86
_VIEW = re.compile(r'viewBox="([^"]*)"')


def part_of(game: Game, view: Mapping[str, Any], happens: Iterable[Box]) -> Box:
    """The part of a board to be shown, in percent and in the board's own proportions.

    `happens`: where something is done or pointed at. The whole board, where a game has no parts that can be
    left out, or nothing stands or happens there.
    """
    drawing = drawing_of(game)
    if not isinstance(drawing, ShowsWherePiecesStand):
        return WHOLE
    boxes = [*drawing.where_pieces_stand(view), *happens]
    if not boxes:
        return WHOLE
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] + box[side + 2] for box in boxes) for side in (0, 1))
    share = max(right - left + 2 * MARGIN, bottom - top + 2 * MARGIN, LEAST)
    if share > MOST:
        return WHOLE
    return _within(left + right, share), _within(top + bottom, share), share, share


def _within(doubled_middle: float, share: float) -> float:
    """Where a part begins so that it has something in its middle and does not leave the board."""
    return min(100 - share, max(0.0, doubled_middle / 2 - share / 2))


def cut_out(svg: str, part: Box) -> str:
    """A picture of a part alone."""
    found = _VIEW.search(svg)
    assert found is not None, "a board says how large it is"
    x, y, width, height = map(float, found[1].split())
    seen = (
        x + width * part[0] / 100,
        y + height * part[1] / 100,
        width * part[2] / 100,
        height * part[3] / 100,
    )
    numbers = " ".join(f"{number:.1f}" for number in seen)
    return f'{svg[: found.start()]}viewBox="{numbers}"{svg[found.end() :]}'


def seen_in(box: Box, part: Box) -> Box:
    """A box of the board, in percent of a part."""
    scale = 100 / part[2], 100 / part[3]
    return (
        (box[0] - part[0]) * scale[0],
        (box[1] - part[1]) * scale[1],
        box[2] * scale[0],
        box[3] * scale[1],
    )
