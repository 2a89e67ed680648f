"""Draws a view of Kingdom Builder: the board as SVG, and the panels, cards and score table around it.

Everything is drawn from `view` alone (see `information.view`), so a picture can show no more than
its viewer may know. All words pass through `translate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.drawing.labels import legible_css
from donjon.drawing.panels import Panels
from donjon.games.kingdom_builder.board import ROW_NAMES
from donjon.games.kingdom_builder.drawing.board import (
    ART,
    COLOURS,
    ICONS,
    NUMBERS,
    THEME,
    board_view,
    boxes,
    draw,
    moving_spots,
    where_pieces_stand,
)
from donjon.games.kingdom_builder.drawing.land import VIEWBOX, WIDTH, hex_centre
from donjon.games.kingdom_builder.extra_actions import TOKEN
from donjon.games.kingdom_builder.hexes import hex_text
from donjon.games.kingdom_builder.model import HEXES, MAX_SEATS, SOURCES, Token
from donjon.games.kingdom_builder.powers import TOKEN_LINES
from donjon.games.kingdom_builder.scoring import SOURCE_LINES
from donjon.kernel.message import Translate

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
    "goals",
    "hand",
    "hex_centre",
    "icon",
    "more_subjects",
    "moving_spots",
    "panel",
    "piles",
    "scores",
    "seats",
    "subjects",
    "where_pieces_stand",
]


_TOKEN_WORDS = {token.id: token.word for token in Token}


def _values(_view: Mapping[str, Any], translate: Translate, _names: Sequence[str] | None) -> dict[str, Any]:
    return {
        "term": lambda name: translate(_TOKEN_WORDS.get(name) or name.replace("_", " ")),
        "rule": lambda source: SOURCE_LINES[source][1].say(translate),
        "use": lambda token: TOKEN_LINES[token][1].say(translate),
    }


icon = THEME.icon
_READS = {
    "hand": ("seat", "players", "card", "actor", "using", "phase"),
    "seat": ("first", "actor", "card"),
    "card": (),
    "seats": ("seat", "players", "waiting", "ranks", "first", "actor", "card"),
    "cards": ("cards", "players.gold"),
    "goals": ("seat", "cards", "players.gold"),
    "piles": ("deck", "unseen", "discard", "removed"),
}
PANELS = Panels(THEME, _values, _READS, lasting=True)
panel, hand, seats = PANELS.panel, PANELS.hand, PANELS.seats
cards, goals, piles, scores = PANELS.cards, PANELS.goals, PANELS.piles, PANELS.scores


def subjects() -> dict[int, str]:
    """Return the subjects of the actions of seats: hexes, and the tokens that are used."""
    hexes = {hex: f"hex-{hex_text(hex)}" for hex in range(HEXES)}
    return hexes | {TOKEN.action(token): f"token-{token.id}" for token in Token}


def css() -> str:
    """Return the style sheet of the board and of the panels; `donjon.drawing.css()` goes before it."""
    return THEME.css + counting_css() + legible_css(".kb-board", "board", WIDTH, NUMBERS, NUMBERS)


def counting_css() -> str:
    """Return the rules that show on the board the hexes that count for the card that the pointer is on."""
    rules = []
    for source in SOURCES:
        shown = f'body:has([data-card="{source}"]:not([data-seat]):is(:hover,:focus-visible))'
        rules.append(f'{shown} .counts[class*="{source}-"]')
        for seat in range(MAX_SEATS):
            shown = f'body:has([data-card="{source}"][data-seat="{seat}"]:is(:hover,:focus))'
            rules.append(f"{shown} .counts.{source}-{seat}")
    return ",\n".join(rules) + "{display:inline}\n"


def more_subjects() -> Sequence[str]:
    """Return the subjects of the text board beside the things on the board: the land, row by row."""
    return ROW_NAMES
