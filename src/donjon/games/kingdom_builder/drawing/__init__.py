"""Draws a view of Kingdom Builder: the board as SVG, and the panels, cards and score table around it.

Everything is drawn from `view` alone (see `information.view`), so a picture can show no more than
its viewer may know. All words pass through `translate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.drawing.facts import Facts, Shapes
from donjon.drawing.labels import legible_css
from donjon.drawing.panels import Panels
from donjon.drawing.protocol import PointGroup
from donjon.drawing.saying import Words
from donjon.games.kingdom_builder.board import ROW_NAMES
from donjon.games.kingdom_builder.drawing.board import (
    NUMBERS,
    boxes,
    draw,
    ground,
    moving_spots,
    where_pieces_stand,
)
from donjon.games.kingdom_builder.drawing.facts import lit, own_facts, public_facts
from donjon.games.kingdom_builder.drawing.land import VIEWBOX, WIDTH, hex_centre
from donjon.games.kingdom_builder.drawing.puzzle import goal_cards, reasons, topics
from donjon.games.kingdom_builder.drawing.writing import ART, COLOURS, ICONS, THEME, shapes, values
from donjon.games.kingdom_builder.extra_actions import TOKEN
from donjon.games.kingdom_builder.hexes import hex_text
from donjon.games.kingdom_builder.model import HEXES, MAX_SEATS, SOURCES, Token
from donjon.kernel.message import Term

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
    "goals",
    "ground",
    "hand",
    "hex_centre",
    "icon",
    "lit",
    "more_subjects",
    "moving_spots",
    "own_facts",
    "panel",
    "piles",
    "point_groups",
    "public_facts",
    "reasons",
    "scores",
    "seats",
    "shapes",
    "subjects",
    "topics",
    "where_pieces_stand",
]

# Parts full of pieces, for small pictures.
CROPS = {"wide": (60, 56, 656, 369), "square": (70, 60, 396, 352)}


icon = THEME.icon


def _facts(view: Mapping[str, Any], words: Words) -> tuple[Facts, Shapes]:
    return {**public_facts(view, words), **own_facts(view, words)}, shapes(words)


PANELS = Panels(THEME, values, facts=_facts)
panel, hand, seats = PANELS.panel, PANELS.hand, PANELS.seats
cards, goals, piles, scores = PANELS.cards, PANELS.goals, PANELS.piles, PANELS.scores


def subjects() -> dict[int, str]:
    """Return the subjects of the actions of seats: hexes, and the tokens that are used."""
    hexes = {hex: f"hex-{hex_text(hex)}" for hex in range(HEXES)}
    return hexes | {TOKEN.action(token): f"token-{token.id}" for token in Token}


def css() -> str:
    """Return the style sheet of the board and of the panels; `donjon.drawing.css()` goes before it."""
    return THEME.css + counting_css() + legible_css(".kb-board", "board", WIDTH, NUMBERS, NUMBERS)


def point_groups(view: Mapping[str, Any]) -> list[PointGroup]:
    """Return a group for the castles and for each card in use."""
    return [PointGroup(Term(source), source, (source,)) for source in ("castles", *view["cards"])]


def counting_css() -> str:
    """Return the rules that show on the board the hexes that count for a card.

    It is the card that the pointer is on, or that is counted at the end.
    """
    rules = []
    for source in SOURCES:
        shown = f'body:has([data-card="{source}"]:not([data-seat]):is(:hover,:focus-visible,.counted-now))'
        rules.append(f'{shown} .counts[class*="{source}-"]')
        for seat in range(MAX_SEATS):
            shown = f'body:has([data-card="{source}"][data-seat="{seat}"]:is(:hover,:focus))'
            rules.append(f"{shown} .counts.{source}-{seat}")
    return ",\n".join(rules) + "{display:inline}\n"


def more_subjects() -> Sequence[str]:
    """Return the subjects of the text board beside the things on the board: the land, row by row."""
    return ROW_NAMES
