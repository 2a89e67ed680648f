"""Draws a view of Caylus: the board as SVG, and the panels, the forecast and the stock of tiles around it.

Everything is drawn from `view` alone (see `information.view`). All words pass through `translate`.
"""

from __future__ import annotations

from donjon.caylus.drawing.answers import changes, subjects
from donjon.caylus.drawing.board import ART, COLOURS, ICONS, THEME, board_view, draw
from donjon.caylus.drawing.fates import fates_css
from donjon.caylus.drawing.moving import moving_boxes
from donjon.caylus.drawing.panels import cards, hand, panel, piles, scores, seats
from donjon.caylus.drawing.places import BOXES, CARD, VIEWBOX, WIDTH, boxes, spots
from donjon.caylus.drawing.saying import LEAST
from donjon.caylus.drawing.tiles import SMALLEST
from donjon.caylus.nouns import ROAD
from donjon.drawing.labels import legible_css

__all__ = [
    "ART",
    "BOXES",
    "COLOURS",
    "ICONS",
    "VIEWBOX",
    "board_view",
    "boxes",
    "cards",
    "changes",
    "counting_css",
    "css",
    "draw",
    "hand",
    "icon",
    "moving_boxes",
    "panel",
    "piles",
    "scores",
    "seats",
    "spots",
    "subjects",
]

icon = THEME.icon


def css() -> str:
    """The style sheet of the board and of the panels; `donjon.drawing.css()` goes before it."""
    return THEME.css + counting_css() + legible()


def legible() -> str:
    """Rules that show the words of board and tiles where they can be read."""
    board = legible_css(".cay-board", "board", WIDTH, SMALLEST, LEAST)
    return board + legible_css(".cay-stock", "tile", CARD[2], SMALLEST, LEAST)


def counting_css() -> str:
    """Rules that show on the board what would be, for the line of the forecast or the space looked at."""
    rules = [
        f'body:has([data-provost="{space}"]:is(:hover,:focus-visible)) .cay-ghost.at-{space}'
        for space in range(1, ROAD + 1)
    ]
    return ",\n".join(rules) + "{display:inline}\n" + fates_css()
