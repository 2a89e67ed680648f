"""Draws a view of Caylus: the board as SVG, and the panels, the forecast and the stock of tiles around it.

Everything is drawn from `view` alone (see `view`). All words pass through `translate`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.drawing.labels import legible_css
from donjon.games.caylus.decisions import ACTIONS
from donjon.games.caylus.drawing.board import draw, ground
from donjon.games.caylus.drawing.facts import own_facts, public_facts
from donjon.games.caylus.drawing.fates import fates_css
from donjon.games.caylus.drawing.panels import cards, hand, panel, piles, scores, seats
from donjon.games.caylus.drawing.places import BOXES, CARD, VIEWBOX, WIDTH, boxes, moving_boxes, spots
from donjon.games.caylus.drawing.points import point_groups
from donjon.games.caylus.drawing.puzzle import goal_cards, reasons, topics
from donjon.games.caylus.drawing.rims import lit
from donjon.games.caylus.drawing.saying import LEAST
from donjon.games.caylus.drawing.tiles import SMALLEST
from donjon.games.caylus.drawing.writing import ART, COLOURS, ICONS, THEME, shapes
from donjon.games.caylus.model import ROAD, Cube
from donjon.kernel.message import Message, Term

__all__ = [
    "ART",
    "BOXES",
    "COLOURS",
    "CROPS",
    "ICONS",
    "VIEWBOX",
    "boxes",
    "cards",
    "changes",
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
    "subjects",
    "topics",
]

# Parts full of pieces, for small pictures.
CROPS = {"wide": (500, 685, 576, 324), "square": (680, 690, 360, 320)}

icon = THEME.icon


def css() -> str:
    """Return the style sheet of the board and of the panels; `donjon.drawing.css()` goes before it."""
    return THEME.css + counting_css() + legible()


def legible() -> str:
    """Return rules that show the words of board and tiles where they can be read."""
    board = legible_css(".cay-board", "board", WIDTH, SMALLEST, LEAST)
    return board + legible_css(".cay-stock", "tile", CARD[2], SMALLEST, LEAST)


def counting_css() -> str:
    """Return rules that show the effects of the forecast line, or of the space, that the pointer is on."""
    rules = [
        f'body:has([data-provost="{space}"]:is(:hover,:focus-visible)) .cay-ghost.at-{space}'
        for space in range(1, ROAD + 1)
    ]
    return ",\n".join(rules) + "{display:inline}\n" + fates_css()


def subjects() -> dict[int, str]:
    """Return, for actions that are no places, the thing whose explanation offers them."""
    return ACTIONS.places("about")


def changes(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> list[Message]:
    """Return what a seat holds before and after an action, where it changes: deniers, cubes, points."""
    old, new = before["players"][seat], after["players"][seat]
    held: list[tuple[Term, int, int]] = [(Term("deniers"), old["deniers"], new["deniers"])]
    for cube, name in enumerate(Cube.ids()):
        held.append((Cube(cube).term, old["cubes"][name], new["cubes"][name]))
    held.append((Term("prestige points"), old["vp"], new["vp"]))
    return [
        Message("{what}: {before} → {after}", what=what, before=was, after=is_now)
        for what, was, is_now in held
        if was != is_now
    ]
