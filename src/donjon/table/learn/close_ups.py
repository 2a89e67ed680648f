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
# Where only what happens matters.
CLOSE_MARGIN, CLOSEST = 3, 40
_VIEW = re.compile(r'viewBox="([^"]*)"')
_NARROW = re.compile(r"(?<=\(width &lt; )(\d+)(?=px\))")


def part_of(game: Game, view: Mapping[str, Any], happens: Iterable[Box], is_all: bool = False) -> Box:
    """The part of a board to be shown, in percent and in the board's own proportions.

    `happens`: where something is done or pointed at; `is_all`: nothing else matters. The whole board, where a
    game has no parts that can be left out, or nothing stands or happens there.
    """
    drawing, boxes = drawing_of(game), list(happens)
    if isinstance(drawing, ShowsWherePiecesStand):
        boxes += drawing.where_pieces_stand(view)
    elif not is_all:
        return WHOLE
    if not boxes:
        return WHOLE
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] + box[side + 2] for box in boxes) for side in (0, 1))
    margin, least = (CLOSE_MARGIN, CLOSEST) if is_all else (MARGIN, LEAST)
    share = max(right - left + 2 * margin, bottom - top + 2 * margin, least)
    if share > MOST:
        return WHOLE
    return _within(left + right, share), _within(top + bottom, share), share, share


def _within(doubled_middle: float, share: float) -> float:
    """Where a part begins so that it has something in its middle and does not leave the board."""
    return min(100 - share, max(0.0, doubled_middle / 2 - share / 2))


def cut_out(svg: str, part: Box) -> str:
    """A picture of a part alone; its words are there at a smaller width than those of the whole."""
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
    svg = f'{svg[: found.start()]}viewBox="{numbers}"{svg[found.end() :]}'
    return _NARROW.sub(lambda width: str(round(int(width[1]) * part[2] / 100)), svg)


def seen_in(box: Box, part: Box) -> Box:
    """A box of the board, in percent of a part."""
    scale = 100 / part[2], 100 / part[3]
    return (
        (box[0] - part[0]) * scale[0],
        (box[1] - part[1]) * scale[1],
        box[2] * scale[0],
        box[3] * scale[1],
    )
