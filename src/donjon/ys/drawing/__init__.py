"""Draws a view of Ys: the board as SVG, and the panels and the bluff room.

Everything is drawn from `view` alone (see `donjon.ys.view`), so a picture can show no more than its viewer
may know. All words pass through `translate`.
"""

from __future__ import annotations

from donjon.drawing.labels import legible_css
from donjon.ys.drawing.art import ART, COLOURS, ICONS, THEME
from donjon.ys.drawing.board import board_view, draw
from donjon.ys.drawing.highlights import counting_css, moving_boxes
from donjon.ys.drawing.panels import cards, hand, panel, piles, scores, seats
from donjon.ys.drawing.places import CARD_SIZE, VIEWBOX, WIDTH, boxes, spots, views
from donjon.ys.drawing.saying import LEAST, LETTERS, PORTRAIT_LETTERS
from donjon.ys.drawing.tally import flights

__all__ = [
    "ART",
    "COLOURS",
    "ICONS",
    "VIEWBOX",
    "board_view",
    "boxes",
    "cards",
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
    "views",
]

icon = THEME.icon


def css() -> str:
    """The style sheet of the board and of the panels; `donjon.drawing.css()` goes before it."""
    return THEME.css + counting_css() + flights() + legible()


def legible() -> str:
    """Rules that show the words of board and portraits where they can be read."""
    board = legible_css(".ys-board", "board", WIDTH, LETTERS, LEAST)
    return board + legible_css(".ys-portrait", "portrait", CARD_SIZE[0], PORTRAIT_LETTERS, LEAST)
