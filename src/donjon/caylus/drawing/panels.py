"""What lies beside the board of Caylus: purse, phases, seats, forecast, deadline, stock, scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.caylus.drawing.board import THEME, linked_in
from donjon.caylus.drawing.hands import card, shelves
from donjon.caylus.drawing.saying import Saying, place_term, tile_term
from donjon.caylus.drawing.tiles import CLASS_COLOUR, EMBLEMS, SIGN, gist
from donjon.caylus.nouns import SOURCES, Cube, Phase
from donjon.drawing.panels import Panels
from donjon.kernel.message import Term, Translate

# A round's phases with the icon of each.
PHASE_ICONS = {
    "income": "income",
    "placing": "worker",
    "special": "gate",
    "provost": "provost",
    "road": "milestone",
    "castle": "castle",
    "end": "bailiff",
}
SOURCE_ICONS = dict(
    zip(
        SOURCES,
        ("house", "worker", "merchants_guild", "castle", "favour", "penalties", "deniers"),
        strict=True,
    )
)
_PHASES = [(name, icon, Phase[name.upper()].term.word) for name, icon in PHASE_ICONS.items()]
_CUBE_TERMS = dict(zip(Cube.ids(), Cube.terms(), strict=True))

STOCK_TERMS = {
    "wood": Term("wood tiles"),
    "stone": Term("stone tiles"),
    "prestige": Term("prestige tiles"),
}


def forecast_lines(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The forecast with neighbouring spaces for which the same buildings run taken together."""
    lines: list[dict[str, Any]] = []
    for row in view["forecast"]["rows"]:
        if not lines or lines[-1]["runs"] != row["runs"]:
            lines.append({"runs": row["runs"], "starts": row["starts"], "stops": row["stops"], "rows": []})
        lines[-1]["rows"].append(row)
    return [line | _summary(line["rows"]) for line in lines]


def _summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The spaces of a line, the nearest of them, what it costs, and whether one alone can get there."""
    nearest = min(rows, key=lambda row: abs(row["steps"]))
    steps = sorted({row["steps"] for row in rows}, key=abs)
    return {
        "low": rows[0]["space"],
        "high": rows[-1]["space"],
        "nearest": nearest["space"],
        "now": 0 in steps,
        "near": any(row["cost"] is not None for row in rows),
        "steps": nearest["steps"],
        "cost": nearest["cost"],
        "least": nearest["least"],
    }


def stock(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    """The tiles of the stock by class, each with its face and a sentence."""
    groups: dict[str, list[dict[str, Any]]] = {}
    revised = view["tile_values"] == "revised"
    for tile in view["stock"]:
        groups.setdefault(tile["class"], []).append(card(tile, revised, said))
    return [
        {
            "class": name,
            "term": STOCK_TERMS[name].word,
            "class_colour": CLASS_COLOUR[name],
            "left": sum(tile["left"] for tile in tiles),
            "tiles": tiles,
        }
        for name, tiles in groups.items()
    ]


def _values(view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> dict[str, Any]:
    return {
        "linked": "",
        "class_colours": CLASS_COLOUR,
        "signs": SIGN,
        "cubes": Cube.ids(),
        "cube_terms": _CUBE_TERMS,
        "emblems": EMBLEMS,
        "gist": gist,
        "number": lambda count: str(count).replace("-", "−"),
        "phases": _PHASES,
        "phase": phase_word,
        "sources": [(name, SOURCE_ICONS[name], name) for name in SOURCES],
        "tile_term": lambda name: translate(tile_term(name).word),
        "term": lambda name: translate(place_term(name).word),
        "forecast_lines": forecast_lines,
        "stock": stock,
        "shelves": shelves,
        "linked_in": linked_in,
        "said": Saying(view, translate, names),
    }


def phase_word(name: str) -> str:
    """The word for a phase."""
    return Phase[name.upper()].term.word


_CHOICES = ("seat", "players", "ask", "actor", "at", "road", "stock", "tile_values", "favour")
_READS = {
    "choices": _CHOICES,
    "goods": (),
    "owned": (),
    "phase_list": (),
    "seat": ("over",),
    "deadline": ("castle",),
    "forecast": ("forecast", "provost"),
    "piles": ("stock", "tile_values"),
    "seats": ("seat", "players", "waiting", "ranks", "over"),
    "cards": ("castle", "forecast", "over", "provost"),
}
PANELS = Panels(THEME, _values, _READS, lasting=True)
panel, hand, seats = PANELS.panel, PANELS.hand, PANELS.seats
cards, piles, scores = PANELS.cards, PANELS.piles, PANELS.scores
