"""Draws a view of Kingdom Builder: the board as SVG, and the panels, cards and score table around it.

Everything is drawn from `view` alone (see `donjon.kingdom_builder.view`), so a picture can show no more than
its viewer may know. All words pass through `translate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon.kernel import drawing as house
from donjon.kernel.message import Message, Translate
from donjon.kingdom_builder.board_drawing import (
    ART,
    PIGMENTS,
    VIEWBOX,
    board_style,
    draw,
    hex_boxes,
    hex_centre,
)
from donjon.kingdom_builder.terms import MAX_SEATS, SOURCES

__all__ = [
    "ART",
    "ICONS",
    "PIGMENTS",
    "VIEWBOX",
    "cards",
    "counting_css",
    "css",
    "draw",
    "hand",
    "hex_boxes",
    "hex_centre",
    "icon",
    "panel",
    "piles",
    "scores",
    "seats",
]

_FOLDER = house.folder("kingdom_builder")
_PANEL = "kingdom_builder/panel.html.jinja"

ICONS = house.ICONS | house.read_symbols(_FOLDER / "icons.svg")


def css() -> str:
    """The style sheet of the board and of the panels; `donjon.kernel.drawing.css()` goes before it."""
    return (
        house.properties_css(PIGMENTS)
        + board_style()
        + (_FOLDER / "panel.css").read_text("utf-8")
        + counting_css()
    )


def counting_css() -> str:
    """Rules that show on the board what counts for the card under the pointer, a finger or the focus."""
    rules = []
    for source in SOURCES:
        shown = f'body:has([data-card="{source}"]:not([data-seat]):is(:hover,:focus-visible))'
        rules.append(f'{shown} .counts[class*="{source}-"]')
        for seat in range(MAX_SEATS):
            shown = f'body:has([data-card="{source}"][data-seat="{seat}"]:is(:hover,:focus))'
            rules.append(f"{shown} .counts.{source}-{seat}")
    return ",\n".join(rules) + "{display:inline}\n"


def panel(
    view: Mapping[str, Any],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    tags: Sequence[str] = (),
) -> Markup:
    """All that lies beside the board: terrain cards, seats, Kingdom Builder cards, piles; scores at the end.

    `tags` is a word for each seat ("bot"); `names` are those of the seats. The parts can be had one by one
    from `hand`, `seats`, `cards`, `piles` and `scores`.
    """
    first = "scores" if view["over"] else "hand"
    parts = [
        _part(first, view, translate, names),
        _part("seats", view, translate, names, tuple(tags)),
        _part("cards", view, translate, names),
        _part("piles", view, translate, names),
    ]
    return Markup('<div class="kb-panel">{}</div>').format(Markup("\n").join(parts))


def hand(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The terrain card in play and the viewer's own, large."""
    return _part("hand", view, translate, names)


def seats(
    view: Mapping[str, Any],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    tags: Sequence[str] = (),
) -> Markup:
    """The seats with their supply, tokens and running gold by source; the viewer's own is the last."""
    return _part("seats", view, translate, names, tuple(tags))


def cards(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The three Kingdom Builder cards and the castles, with what each seat has from them now."""
    return _part("cards", view, translate, names)


def piles(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The deck, and which terrain cards are still unseen, discarded or removed."""
    return _part("piles", view, translate, names)


def scores(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The score table: a row for each source of gold, a column for each seat, crowns for the winners."""
    return _part("scores", view, translate, names)


def icon(name: str, label: str | None = None) -> Markup:
    """An icon of the game or of the house, one em high ("tavern", "grass", "fishermen", "settlement")."""
    return house.icon(name, label, ICONS)


def _part(
    macro: str,
    view: Mapping[str, Any],
    translate: Translate,
    names: Sequence[str] | None,
    *args: Any,
) -> Markup:
    seats = range(view["seats"])
    return house.call(
        _PANEL,
        macro,
        *args,
        view=view,
        names=names or [Message("seat {number}", number=seat).say(translate) for seat in seats],
        art=ART,
        icons=ICONS,
        term=lambda name: translate(name.replace("_", " ")),
        _=translate,
    )
