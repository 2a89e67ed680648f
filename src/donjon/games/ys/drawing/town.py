"""The town, the value table and the market: what stands still, and the facts of what changes there."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.drawing.facts import Facts
from donjon.drawing.labels import fitted, width
from donjon.games.ys.drawing import places
from donjon.games.ys.drawing.saying import LETTERS, Ranking, Saying
from donjon.games.ys.drawing.writing import BANNER, Pen
from donjon.games.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    PLACES,
    QUARTERS,
    ROUNDS,
    ROWS,
    District,
    Gem,
    place_text,
)
from donjon.kernel.message import Message

_TOWN = "ys/drawing/town.svg.jinja"
# Cached parts of the town, for all tables together; see `writing.MOST_PARTS` for their markup.
MOST_THINGS = 4096
NAMES = Gem.ids()[:COLOURS]


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


# What stands still


def quarter(saying: Saying, index: int) -> dict[str, Any]:
    """Return what stands still in a quarter."""
    number = index + 1
    return {
        "number": number,
        "numbered": places.quarter_number(index),
        "districts": [_district(saying, index, at) for at in range(DISTRICTS)],
        "card_at": places.card(index),
    }


def _district(saying: Saying, index: int, at: int) -> dict[str, Any]:
    name = District(at).id
    ring, text = places.RINGS[name], saying.term(District(at).term)
    place = place_text(index * DISTRICTS + at)
    return {
        "kind": name,
        "number": index + 1,
        "place": place,
        "id": place.replace(".", "-"),
        "path": places.band(index, *places.BANDS[name]),
        "arc": places.inscription(index, places.base_line(index, name)),
        "name": text,
        "size": round(min(LETTERS, ring[0] * 0.9 / width(text)), 1),
        "at": places.turned(index, sum(ring) / 2, 16 if name == "palace" else 13),
    }


def market(saying: Saying, first_row: int) -> dict[str, Any]:
    """Return what stands still in the market; rows before the first one in use are closed."""
    return {
        "floor": floor(first_row),
        "title": saying.say(Message("Market: each broker placed here scores 1 point at once")),
        "name": saying.say(Message("Market")),
        "top": places.MARKET_TOP,
        "foot": places.MARKET_FOOT,
        "cells": [_cell(saying, place) for place in range(FIRST_CELL + COLOURS * first_row, PLACES)],
        "rows": [
            {"row": row, "open": row >= first_row, **places.row_gem(row)._asdict()} for row in range(1, ROWS)
        ],
        "columns": [{"colour": colour, "x": places.shaft(index)} for index, colour in enumerate(NAMES)],
    }


def _cell(saying: Saying, place: int) -> dict[str, Any]:
    text = place_text(place)
    return {"place": text, "id": f"cell-{text}", "title": saying.place(text), **places.cell(place)._asdict()}


def values(saying: Saying) -> dict[str, Any]:
    """Return what stands still in the value table: four shafts that rise to the values of their gems."""
    top, foot = places.SHAFT_TOP, places.SHAFT_FOOT
    return {
        "title": saying.say(Message("Gem values, 1–15")),
        "top": top,
        "foot": foot,
        "lines": [foot - places.STEP * step for step in range(1, places.STEPS)],
        "ticks": [{"value": value, "y": places.step(0, value).y} for value in (1, 5, 10, 15)],
        "shafts": [{"colour": colour, "x": places.shaft(index)} for index, colour in enumerate(NAMES)],
    }


# What all see


def public_facts(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return the facts of the town, the value table and the market that all viewers share."""
    facts: Facts = {}
    for quarter in view["quarters"]:
        number, ship = quarter["number"], quarter["ship"]
        facts[f"?now-q{number}"] = quarter["counted_now"]
        facts[f"#ys-card-{number}"] = _palace_card(pen, number, quarter["card"])
        facts[f"#ys-moored-{number}"] = (
            _ship(pen, number, ship["large"], tuple(ship["gems"]), _left(view, number)) if ship else ""
        )
        facts[f"#ys-under-{number}"] = "" if quarter["closed"] is None else _chains(pen, number)
        facts[f"#ys-over-{number}"] = _seals(pen, number, quarter["counted_now"], quarter["closed"])
    facts["#ys-round"] = _rounds(pen, view["round"])
    facts["#ys-order"] = _orders(pen, _holders(view))
    royal = view["variants"]["royal_favour"]
    facts[".throne"], facts["#ys-hall"] = _throne_room(pen, royal, len(view["throne"]))
    for index, colour in enumerate(NAMES):
        facts |= _shaft(pen, index, view["values"][colour], view["worth"].index(colour) + 1)
    for row in view["market"]["rows"]:
        gem = row["gem"]
        facts[f"#ys-gem-{row['row']}"] = pen.board("row_gem", gem) if gem else ""
    is_market_counted = bool(view["counting"]) and view["counting"]["stage"] == "market"
    facts["#ys-market-now"] = pen.board("counted_market") if is_market_counted else ""
    return facts


@functools.lru_cache(maxsize=MOST_THINGS)
def _palace_card(pen: Pen, number: int, card: str | None) -> str:
    title, name = pen.saying.palace_card(number, card), pen.saying.card_name(card) if card else ""
    return pen.board("palace_card", title, card, name, fitted(name, BANNER, LETTERS))


# The phases in which gems of the ship are taken, or have been; before them the ship still has all.
_PAYS = ("pick", "colour", "pay_quarter", "pay_districts", "close_quarter")


def _left(view: Mapping[str, Any], number: int) -> tuple[str, ...] | None:
    """Return the gems that the ship of a quarter still has in this scoring; None for all of them."""
    counting = view["counting"]
    if not counting or counting["stage"] == "before":
        return None
    if counting["stage"] == "quarter" and counting["quarter"] <= number:
        is_paid = counting["quarter"] == number and view["phase"] in _PAYS
        offer = counting["offer"].items() if is_paid else ()
        return tuple(kind for kind, count in offer for _ in range(count)) if is_paid else None
    return ()


@functools.lru_cache(maxsize=MOST_THINGS)
def _ship(pen: Pen, number: int, large: str, gems: tuple[str, ...], left: tuple[str, ...] | None) -> str:
    """Return a ship with the gems in its hull: once the quarter is scored those that are left."""
    held = gems if left is None else left
    first = -13 * (len(held) - 1)
    cargo = tuple((kind, first + 26 * index) for index, kind in enumerate(held))
    at, title = places.ship(number - 1), pen.saying.ship(number, gems)
    return pen.board("ship", number, title, at, number % 2 == 0, large, cargo)


@functools.lru_cache(maxsize=MOST_THINGS)
def _chains(pen: Pen, number: int) -> str:
    return pen.board("chains", _whole(number))


@functools.lru_cache(maxsize=MOST_THINGS)
def _seals(pen: Pen, number: int, is_counted: bool, closed: int | None) -> str:
    """Return what lies over a quarter: the outline of the one that is scored, and the Queen's lock."""
    title = ""
    if closed is not None:
        text = Message("Quarter {number}: closed by {player}'s Queen").text
        title = pen.saying.say(Message(text, number=number, player=pen.saying.name(closed)))
    lock_at = places.turned(number - 1, 279, 45)
    return pen.board("seals", number, is_counted, _whole(number), closed, title, lock_at)


def _whole(number: int) -> str:
    return places.band(number - 1, places.PLAZA, 402)


@functools.lru_cache(maxsize=MOST_THINGS)
def _rounds(pen: Pen, now: int) -> str:
    title = pen.saying.say(Message("Round {round} of {rounds}.", round=now, rounds=ROUNDS))
    at = tuple((number, places.round_place(number)) for number in range(1, ROUNDS + 1))
    return pen.board("rounds", title, now, at)


def _holders(view: Mapping[str, Any]) -> tuple[int | None, ...]:
    """Return the order card of each seat: the one that it takes, or else holds."""
    field = "chosen_order" if view["phase"] == "order" else "order"
    return tuple(player[field] for player in view["players"])


@functools.lru_cache(maxsize=MOST_THINGS)
def _orders(pen: Pen, held: tuple[int | None, ...]) -> str:
    holders = sorted((number, seat) for seat, number in enumerate(held) if number is not None)
    cards = [f"{number}: {pen.saying.name(seat)}" for number, seat in holders]
    title = Message("Order cards: {cards}", cards=cards) if cards else Message("Order cards")
    seats = dict(holders)
    shown = tuple(
        (number, seats.get(number), places.order_card(number)) for number in range(1, pen.seats + 1)
    )
    return pen.board("orders", pen.saying.say(title), shown)


@functools.lru_cache(maxsize=MOST_THINGS)
def _throne_room(pen: Pen, is_open: bool, brokers: int) -> tuple[str, str]:
    """Return the title of the throne room, and its name, which stands where no brokers are."""
    text = Message("Throne room: {count:broker stays|brokers stay} here to the end of the game").text
    title = Message(text, count=brokers) if is_open else Message("Throne room: only with Royal Favour")
    name = pen.saying.say(Message("Throne room"))
    shown = "" if brokers else pen.board("hall_name", name, fitted(name, 220, 24))
    return pen.saying.say(title), shown


@functools.lru_cache(maxsize=MOST_THINGS)
def _shaft(pen: Pen, index: int, value: int, rank: int) -> Facts:
    """Return the facts of the shaft of a colour: the value of its gems, and their rank."""
    colour, at, foot = NAMES[index], places.step(index, value), places.SHAFT_FOOT
    title = Message(
        "Value of {colour} gems: {value}; rank {rank}",
        colour=pen.saying.colour(colour),
        value=value,
        rank=rank,
    )
    is_alone = pen.look[1]
    shift = f"translate({at.x} {at.y})" if is_alone else f"transform:translate({at.x}px,{at.y}px)"
    return {
        f".value-{colour}": value,
        f".rank-{colour}": f"{rank}.",
        f".shaft-{colour}": pen.saying.say(title),
        f"@d:fill-{colour}": f"M{places.shaft(index) - 17} {foot}V{at.y}h34V{foot}z",
        f"@{'transform' if is_alone else 'style'}:marker-{colour}": shift,
    }


# What a viewer foresees


def foreseen_facts(view: Mapping[str, Any], pen: Pen, rankings: Mapping[str, Ranking]) -> Facts:
    """Return the facts that depend on which brokers a viewer knows: who would win which place."""
    facts: Facts = {}
    for where, ranking in rankings.items():
        if where.startswith("q"):
            facts |= _foreseen(pen, where, ranking)
    gems = {row["row"]: row["gem"] for row in view["market"]["rows"]}
    for row in range(1, ROWS):
        facts |= _foreseen_row(pen, row, gems.get(row), rankings[f"row-{row}"])
    is_busy = bool(view["market"]["standing"])
    for one in view["foreseen"]["columns"]:
        facts |= _column(pen, one["colour"], one["sum"], one["unknown"], one["move"], one["certain"], is_busy)
    return facts


@functools.lru_cache(maxsize=MOST_THINGS)
def _foreseen(pen: Pen, where: str, ranking: Ranking) -> Facts:
    """Return the title of a quarter or district, and the mark of the party that would win a district."""
    saying, number = pen.saying, int(where[1])
    if len(where) == len("q1"):
        name = saying.say(Message("Quarter {number}", number=number))
        return {f".{where}": saying.ranked(name, ranking)}
    lead = ""
    if ranking.order:
        first = ranking.order[0].seat
        title = saying.leads(first, ranking.certain)
        lead = pen.board("lead", title, pen.arms(first), not ranking.certain)
    return {f".{where}": saying.district(where, ranking), f"#ys-lead-{where}": lead}


@functools.lru_cache(maxsize=MOST_THINGS)
def _foreseen_row(pen: Pen, row: int, gem: str | None, ranking: Ranking) -> Facts:
    lead = ""
    if ranking.order:
        lead = pen.board("mark", pen.arms(ranking.order[0].seat), not ranking.certain)
    return {f".row-{row}": pen.saying.row(row, gem, ranking), f"#ys-lead-row-{row}": lead}


@functools.lru_cache(maxsize=MOST_THINGS)
def _column(
    pen: Pen, colour: str, sum: int, unknown: int, move: int, is_certain: bool, is_busy: bool
) -> Facts:
    """Return the facts of a column: its sum, and how its gem value would move if brokers stand there."""
    moves = f"{move:+d}".replace("-", "−")
    return {
        f".column-{colour}": pen.saying.column(colour, sum, unknown, move),
        f".sum-{colour}": sum,
        f"#ys-move-{colour}": pen.board("move", moves, not is_certain) if is_busy else "",
    }
