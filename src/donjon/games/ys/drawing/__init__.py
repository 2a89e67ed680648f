"""Draws a view of Ys: the board as SVG, and the panels and the hidden brokers.

Everything is drawn from `view` alone (see `donjon.games.ys.view`), so a picture can show no more than its
viewer may know. All words pass through `translate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.drawing.labels import fitted, legible_css
from donjon.drawing.panels import Panels
from donjon.games.ys.drawing import aids
from donjon.games.ys.drawing.board import board_view, counting_css, draw, moving_boxes
from donjon.games.ys.drawing.pieces import SABLE, flights
from donjon.games.ys.drawing.places import CARD_SIZE, THEME, VIEWBOX, WIDTH, boxes, spots, views
from donjon.games.ys.drawing.saying import LEAST, LETTERS, PORTRAIT_LETTERS, Saying
from donjon.games.ys.model import CARD_LIMIT
from donjon.games.ys.nouns import Source
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

# By source of points.
_ICONS = ("market", "merchants", "crown", "blue", "green", "yellow", "red", "black", "throne")


def _values(view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> dict[str, Any]:
    return {
        "linked": "",
        "sable": SABLE,
        "card_limit": CARD_LIMIT,
        "sources": [(source.id, icon, source.term.word) for source, icon in zip(Source, _ICONS, strict=True)],
        "aids": aids,
        "fitted": fitted,
        "saying": Saying(view, translate, names),
    }


_READS = {
    "hand": ("seat", "players", "round", "phase", "waiting", "counting", "chosen", "cards_in_play", "over"),
    "seat": ("round", "cards_in_play"),
    "neutral": ("neutral",),
    "portrait": (),
    "rival": ("neutral",),
    "preview_quarter": ("neutral",),
    "preview_market": ("neutral",),
    "worth": ("values", "worth", "neutral"),
    "pile_list": ("deck", "unseen_cards"),
    "seats": ("seat", "players", "waiting", "ranks", "round", "cards_in_play", "neutral"),
    "cards": (
        "brokers",
        "cards_in_play",
        "foreseen",
        "market",
        "neutral",
        "over",
        "players.extra_brokers",
        "players.gems",
        "players.seat",
        "players.unplaced",
        "quarters",
        "throne",
        "values",
        "variants",
        "worth",
    ),
    "piles": ("deck", "phase", "quarters.card", "round", "unseen_cards"),
}
PANELS = Panels(THEME, _values, _READS, lasting=True)
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
