"""High or Low, drawn: a card for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

VIEWBOX = (0.0, 0.0, 300.0, 100.0)


def draw(view: Mapping[str, Any], **_how: Any) -> Markup:
    cards = Markup("").join(
        Markup(
            '<rect id="card-{0}" x="{1}" y="10" width="80" height="80"/><text x="{1}" y="60">{2}</text>'
        ).format(own["seat"], 10 + 100 * own["seat"], own["card"] or "?")
        for own in view["players"]
    )
    return Markup('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">{}</svg>').format(cards)


def boxes() -> dict[int, tuple[float, float, float, float]]:
    return {}


def css() -> str:
    return "rect{fill:none;stroke:currentColor}"


def seats(view: Mapping[str, Any], **_how: Any) -> Markup:
    return Markup("<p>{}</p>").format(" : ".join(str(own["total"]) for own in view["players"]))


def hand(view: Mapping[str, Any], **_how: Any) -> Markup:
    return Markup("")


cards = piles = hand
scores = seats
