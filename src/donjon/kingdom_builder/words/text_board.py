"""Where a game stands, as text for a terminal: the board, a letter or digit for each hex."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from donjon.kingdom_builder.tables import COLUMNS, ROWS

_HEX = re.compile(r"(\d+),(\d+)")
_MARGIN = 3


def text_board(view: Mapping[str, Any], texts: Iterable[str] = ()) -> str:
    """The board of a view, or the part of it around the hexes that texts of actions name.

    A letter is a free hex by its kind, a digit a settlement of that seat; brackets mark a hex that is named.
    """
    rows = view["hexes"]
    marked = _hexes_in(texts)
    top, bottom = _span([row for row, _ in marked], ROWS)
    left, right = _span([column for _, column in marked], COLUMNS)
    signs = {(row, column): rows[row][column].lower() for row in range(ROWS) for column in range(COLUMNS)}
    signs.update({tuple(piece["hex"]): str(piece["seat"]) for piece in view["settlements"]})
    lines = ["     " + "".join(f"{column:^4}" for column in range(left, right))]
    for row in range(top, bottom):
        cells = (
            f"[{signs[row, column]}] " if (row, column) in marked else f" {signs[row, column]}  "
            for column in range(left, right)
        )
        lines.append(f"{row:3}  {'  ' * (row % 2)}{''.join(cells)}".rstrip())
    return "\n".join(lines)


def _hexes_in(texts: Iterable[str]) -> set[tuple[int, int]]:
    """The hexes of the board that are named."""
    named = {(int(row), int(column)) for text in texts for row, column in _HEX.findall(text)}
    return {(row, column) for row, column in named if row < ROWS and column < COLUMNS}


def _span(marked: list[int], size: int) -> tuple[int, int]:
    """From where to where to draw, so that all marked ones have some space around them."""
    if not marked:
        return 0, size
    return max(0, min(marked) - _MARGIN), min(size, max(marked) + _MARGIN + 1)
