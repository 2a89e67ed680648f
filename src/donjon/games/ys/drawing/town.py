"""The town and the market for the template: quarters, ships, cards, rows and columns."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.drawing.labels import fitted, width
from donjon.games.ys.drawing import places
from donjon.games.ys.drawing.pieces import arms
from donjon.games.ys.drawing.saying import LETTERS, Saying
from donjon.games.ys.nouns import COLOURS, DISTRICTS, FIRST_CELL, PLACES, QUARTERS, District, Gem, place_text
from donjon.kernel.message import Message

_TOWN = "ys/drawing/town.svg.jinja"
BANNER = 104  # how wide the name of a card on the board may be


@functools.lru_cache(maxsize=8)
def ground(quarters: int) -> Markup:
    """Return the drawing of the sea and the town, with this many quarters in play."""
    shown = [
        {
            "fallow": quarter >= quarters,
            "whole": places.band(quarter, places.PLAZA, 402),
            "wall": places.arc(quarter, 339),
            "bands": [(name, places.band(quarter, *band)) for name, band in places.BANDS.items()],
            "rings": [(name, places.band(quarter, *ring)) for name, ring in places.RINGS.items()],
        }
        for quarter in range(QUARTERS)
    ]
    return house.call(_TOWN, "town", places.CENTRE, places.SEA, shown, art=places.THEME.art)


@functools.lru_cache(maxsize=8)
def floor(first_row: int) -> Markup:
    """Return the drawing of the market's floor; rows before the first one in use are closed."""
    cells = [
        {**places.cell(place)._asdict(), "dark": (row + column) % 2 == 0, "closed": row < first_row}
        for place in range(FIRST_CELL + COLOURS, PLACES)
        for row, column in [divmod(place - FIRST_CELL, COLOURS)]
    ]
    args = (places.MARKET_LEFT, places.MARKET_TOP, places.MARKET_FOOT, places.CELL, places.ROW_ZERO)
    return house.call(_TOWN, "floor", cells, *args, art=places.THEME.art)


def leader(view: Mapping[str, Any], ranking: Mapping[str, Any]) -> int | None:
    """Return the arms of the party that would win a place."""
    return arms(view, ranking["order"][0]["seat"]) if ranking["order"] else None


def about(view: Mapping[str, Any], quarter: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the further data that a quarter is drawn from: its ranking, its districts', the gems left."""
    index = quarter["number"] - 1
    foreseen = view["foreseen"]
    return foreseen["quarters"][index], foreseen["districts"][index], _left(view, quarter["number"])


# The phases in which gems of the ship are taken, or have been; before them the ship still has all.
_PAYS = ("pick", "colour", "pay_quarter", "pay_districts", "close_quarter")


def _left(view: Mapping[str, Any], number: int) -> Mapping[str, int] | None:
    """Return the gems that the ship of a quarter still has in this scoring; None for all of them."""
    counting = view["counting"]
    if not counting or counting["stage"] == "before":
        return None
    if counting["stage"] == "quarter" and counting["quarter"] <= number:
        is_paid = counting["quarter"] == number and view["phase"] in _PAYS
        return counting["offer"] if is_paid else None
    return {}


def quarter(
    saying: Saying,
    quarter: Mapping[str, Any],
    ranking: Mapping[str, Any],
    districts: Mapping[str, Any],
    offer: Mapping[str, int] | None,
) -> dict[str, Any]:
    """Return a quarter with its districts, card and ship."""
    number = quarter["number"]
    index = number - 1
    name = saying.card_name(quarter["card"]) if quarter["card"] else ""
    title = saying.ranked(saying.say(Message("Quarter {number}", number=number)), ranking)
    return {
        "number": number,
        "now": quarter["counted_now"],
        "title": title,
        "numbered": places.quarter_number(index),
        "districts": [_district(saying, quarter, at, districts) for at in range(DISTRICTS)],
        "card": quarter["card"],
        "card_name": name,
        "card_size": fitted(name, BANNER, LETTERS),
        "card_at": places.card(index),
        "card_title": saying.palace_card(quarter),
        **_ship(saying, quarter, offer),
        "closed": quarter["closed"],
        "closed_title": _closed(saying, quarter),
        "whole": places.band(index, places.PLAZA, 402),
        "lock_at": places.turned(index, 279, 45),
    }


def _closed(saying: Saying, quarter: Mapping[str, Any]) -> str:
    if quarter["closed"] is None:
        return ""
    text = Message("Quarter {number}: closed by {player}'s Queen").text
    return saying.say(Message(text, number=quarter["number"], player=saying.name(quarter["closed"])))


def _ship(saying: Saying, quarter: Mapping[str, Any], offer: Mapping[str, int] | None) -> dict[str, Any]:
    index = quarter["number"] - 1
    return {
        "ship": quarter["ship"],
        "ship_at": places.ship(index),
        "flip": index % 2 == 1,
        "ship_title": saying.ship(quarter) if quarter["ship"] else "",
        "cargo": _cargo(quarter, offer),
    }


def _cargo(quarter: Mapping[str, Any], offer: Mapping[str, int] | None) -> list[dict[str, Any]]:
    """Return the gems in the hull: once the quarter is scored those that are left."""
    if not quarter["ship"]:
        return []
    gems = list(quarter["ship"]["gems"])
    if offer is not None:
        gems = [kind for kind, count in offer.items() for _ in range(count)]
    left = -13 * (len(gems) - 1)
    return [{"kind": kind, "x": left + 26 * index} for index, kind in enumerate(gems)]


def _district(
    saying: Saying, quarter: Mapping[str, Any], at: int, districts: Mapping[str, Any]
) -> dict[str, Any]:
    number, name = quarter["number"], District(at).id
    index = number - 1
    ranking = districts[name]
    ring = places.RINGS[name]
    text = saying.term(District(at).term)
    place = place_text(index * DISTRICTS + at)
    return {
        "kind": name,
        "place": place,
        "id": place.replace(".", "-"),
        "now": quarter["counted_now"],
        "title": saying.district(number, name, ranking),
        "path": places.band(index, *places.BANDS[name]),
        "arc": places.inscription(index, places.base_line(index, name)),
        "name": text,
        "size": round(min(LETTERS, ring[0] * 0.9 / width(text)), 1),
        "leader": leader(saying.view, ranking),
        "doubt": not ranking["certain"],
        "leads": saying.leads(ranking),
        "at": places.turned(index, sum(ring) / 2, 16 if name == "palace" else 13),
    }


def market_cells(saying: Saying, first_row: int) -> dict[str, Any]:
    """Return the cells of the market's floor, without the rows before the first one in use."""
    return {
        "floor": floor(first_row),
        "title": saying.say(Message("Market: each broker placed here scores 1 point at once")),
        "name": saying.say(Message("Market")),
        "top": places.MARKET_TOP,
        "cells": [_cell(saying, place) for place in range(FIRST_CELL + COLOURS * first_row, PLACES)],
    }


def market_column(saying: Saying, index: int, column: Mapping[str, Any], is_busy: bool) -> dict[str, Any]:
    """Return a column of the market: its sum, and how its gem value would move if brokers stand there."""
    return {
        "colour": column["colour"],
        "x": places.shaft(index),
        "foot": places.MARKET_FOOT,
        "sum": column["sum"],
        "moves": f"{column['move']:+d}".replace("-", "−") if is_busy else "",
        "doubt": not column["certain"],
        "title": saying.column(column),
    }


def _cell(saying: Saying, place: int) -> dict[str, Any]:
    text = place_text(place)
    return {"place": text, "id": f"cell-{text}", "title": saying.place(text), **places.cell(place)._asdict()}


def market_row(
    saying: Saying, row: int, is_open: bool, gem: str | None, ranking: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a row of the market, its gem and the party that would win it."""
    return {
        "row": row,
        "open": is_open,
        "gem": gem,
        "leader": leader(saying.view, ranking),
        "doubt": not ranking["certain"],
        "title": saying.row(row, gem, ranking),
        **places.row_gem(row)._asdict(),
    }


def values(saying: Saying) -> dict[str, Any]:
    """Return the value table: four shafts that rise to the values of their gems."""
    view = saying.view
    top, foot = places.SHAFT_TOP, places.SHAFT_FOOT
    names = Gem.ids()[:COLOURS]
    return {
        "title": saying.say(Message("Gem values, 1–15")),
        "top": top,
        "foot": foot,
        "lines": [foot - places.STEP * step for step in range(1, places.STEPS)],
        "ticks": [{"value": value, "y": places.step(0, value).y} for value in (1, 5, 10, 15)],
        "shafts": [
            {
                "colour": colour,
                "x": places.shaft(index),
                "y": places.step(index, view["values"][colour]).y,
                "marker": places.step(index, view["values"][colour]),
                "value": view["values"][colour],
                "most": f"{view['worth'].index(colour) + 1}.",
                "title": saying.say(
                    Message(
                        "Value of {colour} gems: {value}; rank {rank}",
                        colour=saying.colour(colour),
                        value=view["values"][colour],
                        rank=view["worth"].index(colour) + 1,
                    )
                ),
            }
            for index, colour in enumerate(names)
        ],
    }
