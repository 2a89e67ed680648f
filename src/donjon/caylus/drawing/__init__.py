"""Draws a view of Caylus: the board as SVG, and the panels, the forecast and the stock of tiles around it.

Everything is drawn from `view` alone (see `donjon.caylus.view`). All words pass through `translate`.
"""

from __future__ import annotations

from markupsafe import Markup

from donjon.caylus.drawing.answers import changes, subjects
from donjon.caylus.drawing.board import ART, FOLDER, ICONS, PIGMENTS, board_style, draw
from donjon.caylus.drawing.panels import cards, hand, panel, piles, scores, seats
from donjon.caylus.drawing.places import BOXES, VIEWBOX, boxes, spots
from donjon.caylus.terms import ROAD
from donjon.kernel import drawing as house

__all__ = [
    "ART",
    "BOXES",
    "ICONS",
    "PIGMENTS",
    "VIEWBOX",
    "boxes",
    "cards",
    "changes",
    "counting_css",
    "css",
    "draw",
    "hand",
    "icon",
    "panel",
    "piles",
    "scores",
    "seats",
    "spots",
    "subjects",
]


def css() -> str:
    """The style sheet of the board and of the panels; `donjon.kernel.drawing.css()` goes before it."""
    return (
        house.properties_css(PIGMENTS)
        + board_style()
        + (FOLDER / "panel.css").read_text("utf-8")
        + counting_css()
    )


def counting_css() -> str:
    """Rules that show on the board where the provost would stand, for the line of the forecast looked at."""
    rules = [
        f'body:has([data-provost="{space}"]:is(:hover,:focus-visible)) .cay-ghost.at-{space}'
        for space in range(1, ROAD + 1)
    ]
    return ",\n".join(rules) + "{display:inline}\n"


def icon(name: str, label: str | None = None) -> Markup:
    """An icon of the game or of the house, one em high ("food", "deniers", "provost", "park", "walls")."""
    return house.icon(name, label, ICONS)
