"""Draws a view of Ys: the board as SVG, and the panels and the hidden brokers.

Everything is drawn from `view` alone (see `donjon.games.ys.view`), so a picture can show no more than its
viewer may know. All words pass through `translate`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.drawing.facts import Facts, Shapes
from donjon.drawing.labels import legible_css
from donjon.drawing.panels import Panels
from donjon.drawing.saying import Words
from donjon.games.ys.drawing.board import counting_css, draw, ground, lit, moving_boxes
from donjon.games.ys.drawing.facts import own_facts, public_facts
from donjon.games.ys.drawing.pieces import flights
from donjon.games.ys.drawing.places import CARD_SIZE, THEME, VIEWBOX, WIDTH, boxes, spots, views
from donjon.games.ys.drawing.points import point_groups
from donjon.games.ys.drawing.puzzle import goal_cards, reasons, topics
from donjon.games.ys.drawing.saying import LEAST, LETTERS, PORTRAIT_LETTERS
from donjon.games.ys.drawing.writing import shapes, values

__all__ = [
    "ART",
    "COLOURS",
    "CROPS",
    "ICONS",
    "VIEWBOX",
    "boxes",
    "cards",
    "counting_css",
    "css",
    "draw",
    "goal_cards",
    "ground",
    "hand",
    "icon",
    "lit",
    "moving_boxes",
    "own_facts",
    "panel",
    "piles",
    "point_groups",
    "public_facts",
    "reasons",
    "scores",
    "seats",
    "shapes",
    "spots",
    "topics",
    "views",
]

# Parts full of pieces, for small pictures.
CROPS = {"wide": (10, 12, 640, 360), "square": (20, 20, 405, 360)}


def _facts(view: Mapping[str, Any], words: Words) -> tuple[Facts, Shapes]:
    return {**public_facts(view, words), **own_facts(view, words)}, shapes(words)


PANELS = Panels(THEME, values, facts=_facts)
panel, hand, seats = PANELS.panel, PANELS.hand, PANELS.seats
cards, piles, scores = PANELS.cards, PANELS.piles, PANELS.scores

icon, ART, ICONS, COLOURS = THEME.icon, THEME.art, THEME.icons, THEME.colours


def css() -> str:
    """Return the style sheet of the board and of the panels; `donjon.drawing.css()` goes before it."""
    return THEME.css + counting_css() + flights() + legible()


def legible() -> str:
    """Return the rules that show the words of board and portraits where they can be read."""
    board = legible_css(".ys-board", "board", WIDTH, LETTERS, LEAST)
    return board + legible_css(".ys-portrait", "portrait", CARD_SIZE[0], PORTRAIT_LETTERS, LEAST)
