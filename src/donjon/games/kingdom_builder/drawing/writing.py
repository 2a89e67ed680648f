"""The theme of Kingdom Builder, and the macros that write its pieces and parts of panels."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from donjon import drawing as house
from donjon.drawing.facts import Shape, Shapes
from donjon.drawing.panels import MOST_LASTING, Macros
from donjon.drawing.saying import Words
from donjon.games.kingdom_builder.drawing.land import HEIGHT, MARGIN, WIDTH, hex_centre
from donjon.games.kingdom_builder.model import COLUMNS, MAX_SEATS, ROWS, TERRAIN_IDS, Token
from donjon.games.kingdom_builder.powers import TOKEN_LINES
from donjon.games.kingdom_builder.scoring import SOURCE_LINES
from donjon.kernel.message import Translate

THEME = house.Theme("kingdom_builder/drawing", "kb")
ART, ICONS, COLOURS = THEME.art, THEME.icons, THEME.colours
_TOKEN_WORDS = {token.id: token.word for token in Token}


def values(_view: Mapping[str, Any], translate: Translate, _names: Sequence[str] | None) -> dict[str, Any]:
    """Return the names that the game adds for its macros of panels."""
    return {
        "term": lambda name: translate(_TOKEN_WORDS.get(name) or name.replace("_", " ")),
        "rule": lambda source: SOURCE_LINES[source][1].say(translate),
        "use": lambda token: TOKEN_LINES[token][1].say(translate),
    }


def _labels() -> list[tuple[int, int, int]]:
    """Return column numbers above and below, row numbers at both sides: (number, x, y)."""
    labels = []
    for column in range(COLUMNS):
        labels.append((column, hex_centre(0, column)[0], MARGIN - 4))
        labels.append((column, hex_centre(ROWS - 1, column)[0], HEIGHT - MARGIN + 19))
    for row in range(ROWS):
        y = hex_centre(row, 0)[1] + 7
        labels += [(row, MARGIN - 11, y), (row, WIDTH - MARGIN + 11, y)]
    return labels


PIECES = house.Pieces(
    "kingdom_builder/drawing/board.svg.jinja",
    {"width": WIDTH, "height": HEIGHT, "numbers": _labels()},
)
MACROS = Macros(THEME, values, MAX_SEATS)


@functools.lru_cache(maxsize=MOST_LASTING)
def shapes(words: Words, look: house.Look = (True, False)) -> Shapes:
    """Return the shapes of the pieces of a page, by name."""
    board = PIECES.macros(look)
    hand = MACROS.of(words)
    return {
        "castle": Shape(board.castle, 3),
        "location": Shape(board.location, 6),
        "settlement": Shape(board.settlement, 5),
        "last": Shape(board.last, 2),
        "legal": Shape(board.legal, 2),
        "counts": Shape(board.counts, 3),
        "tokens": Shape(hand.own_tokens, 1),
        "stock": Shape(hand.stock, 3),
        "no-card": Shape(hand.no_card, 0),
        **{f"card-{kind}": Shape(functools.partial(_terrain, hand, kind), 4) for kind in TERRAIN_IDS},
    }


def _terrain(hand: Any, kind: str, id: str, *values: Any) -> str:
    return str(hand.terrain(id, kind, *values))
