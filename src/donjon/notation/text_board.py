"""Where a game stands, in letters: told by the game itself, or drawn from a view that has hexes.

A view that holds "hexes" (rows of letters) and "settlements" ({"seat", "hex"}) is drawn as a board, with
what is to be looked at marked; of other views there is no such picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from donjon.play.match import Match

_HEX = re.compile(r"(\d+),(\d+)")
_MARGIN = 3


def hexes_in(texts: Iterable[str]) -> set[tuple[int, int]]:
    """All hexes that texts of actions name."""
    return {(int(row), int(column)) for text in texts for row, column in _HEX.findall(text)}


def standing(match: Match, texts: Iterable[str] = ()) -> str:
    """Where a match stands, as a spectator sees it; hexes that texts of actions name are marked.

    "" when the game has no letters for it.
    """
    view = match.view(None)
    return match.game.text_board(view) if match.game.text_board else board_text(view, hexes_in(texts))


def board_text(view: Mapping[str, Any], marked: Iterable[tuple[int, int]] = ()) -> str:
    """The board, or the part of it around the marked hexes; "" when the view has none.

    A letter is a free hex by its kind, a digit a settlement of that seat, brackets mark a hex.
    """
    rows = view.get("hexes")
    if not rows:
        return ""
    height, width = len(rows), len(rows[0])
    chosen = {(r, c) for r, c in marked if r < height and c < width}
    top, bottom = _span([r for r, _ in chosen], height)
    left, right = _span([c for _, c in chosen], width)
    signs = {(r, c): rows[r][c].lower() for r in range(height) for c in range(width)}
    signs.update({tuple(piece["hex"]): str(piece["seat"]) for piece in view.get("settlements", ())})
    lines = ["     " + "".join(f"{column:^4}" for column in range(left, right))]
    for row in range(top, bottom):
        cells = (
            f"[{signs[row, c]}] " if (row, c) in chosen else f" {signs[row, c]}  " for c in range(left, right)
        )
        lines.append(f"{row:3}  {'  ' * (row % 2)}{''.join(cells)}".rstrip())
    return "\n".join(lines)


def _span(marked: list[int], size: int) -> tuple[int, int]:
    """From where to where to draw, so that all marked ones have some space around them."""
    if not marked:
        return 0, size
    return max(0, min(marked) - _MARGIN), min(size, max(marked) + _MARGIN + 1)
