"""The board of Ys as SVG: the round town in its sea, throne room, value table, market and the screens."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.drawing import Box, Point
from donjon.drawing.labels import cut, fitted
from donjon.drawing.saying import fields
from donjon.drawing.weaving import Woven, piece
from donjon.games.ys.bidding import ORDER
from donjon.games.ys.characters import QUARTER
from donjon.games.ys.counting import GEM
from donjon.games.ys.drawing import pieces, places, town
from donjon.games.ys.drawing.pieces import broker_points, small_ids
from donjon.games.ys.drawing.places import THEME
from donjon.games.ys.drawing.saying import LETTERS, Saying
from donjon.games.ys.market import LOWER, RAISE
from donjon.games.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    MAX_SEATS,
    NEUTRAL,
    PLACE_TEXTS,
    QUARTERS,
    ROUNDS,
    ROWS,
    District,
    Gem,
    place_text,
)
from donjon.kernel.message import Message, Translate

# Highlights in gold leaf: places of legal actions, and rings round brokers that can be chosen

# The signs on the seals of a place, one for each of `places.SEALS`, and on those of a shaft.
_ON_PLACES = ("face_down", "face_up", "broker")
SEAL_SIGNS = (*_ON_PLACES, "raise", "lower")


def _frame(box: Box, grow: float = 3) -> str:
    left, top, width, height = box
    across, down = width + 2 * grow, height + 2 * grow
    return f"M{left - grow} {top - grow}h{across}v{down}h{-across}z"


def place_path(place: int) -> str:
    """Return the outline of a district or a cell."""
    if place >= FIRST_CELL:
        x, y = places.cell(place)
        return _frame((x - places.CELL / 2, y - places.CELL / 2, places.CELL, places.CELL), -3)
    quarter, district = divmod(place, DISTRICTS)
    return places.band(quarter, *places.BANDS[District(district).id])


def place_id(place: int) -> str:
    """Return the part of an element's id that names a place."""
    return place_text(place).replace(".", "-")


def subjects_of(place: int) -> tuple[str, ...]:
    """Return the subjects that a place belongs to: itself, and its quarter, or its row and its column."""
    if place >= FIRST_CELL:
        row, column = divmod(place - FIRST_CELL, COLOURS)
        return place_id(place), f"row-{row}", f"column-{Gem(column).id}", "market"
    return place_id(place), f"quarter-{place // DISTRICTS + 1}"


def lit(legal: Iterable[int]) -> list[dict[str, Any]]:
    """Return the outlines and seals of the legal actions that are places on the board."""
    actions = sorted(set(legal))
    lit_places = {action - kind.first for action in actions for kind in places.SEALS if action in kind}
    lights: list[dict[str, Any]] = [
        {"shape": "path", "id": f"l-{place_id(place)}", "path": place_path(place)}
        for place in sorted(lit_places)
    ]
    for action in actions:
        lights += _seals(action)
    boxes = places.action_boxes()
    for action in actions:
        if action in ORDER or action in QUARTER:
            lights.append({"shape": "path", "id": f"l-{action}", "path": _frame(boxes[action])})
    return lights


def _seals(action: int) -> list[dict[str, Any]]:
    for which, (kind, sign) in enumerate(zip(places.SEALS, _ON_PLACES, strict=True)):
        if action in kind:
            place = action - kind.first
            size = places.SEAL_IN_CELL if place >= FIRST_CELL else 1
            return [{**_seal(action, sign, places.seal(place, which)), "scale": size}]
    if action in RAISE:
        return [_seal(action, "raise", Point(places.shaft(action - RAISE.first), places.SHAFT_TOP + 14))]
    if action in LOWER:
        return [_seal(action, "lower", Point(places.shaft(action - LOWER.first), places.SHAFT_FOOT - 16))]
    return []


def _seal(action: int, sign: str, point: Point) -> dict[str, Any]:
    return {"shape": "seal", "id": f"l-{action}", "sign": sign, "scale": 1, **point._asdict()}


def rings(view: Mapping[str, Any], legal: Iterable[int]) -> list[dict[str, Any]]:
    """Return the rings round the brokers or columns that can be chosen, and round the chosen broker."""
    points, small = broker_points(view), small_ids(view)
    actions = set(legal)
    chosen = (view["chosen"] or {}).get("broker")
    shapes: list[dict[str, Any]] = [
        {"shape": "path", "id": f"l-{action}", "path": _frame(box, -3)}
        for action, box in _column_boxes(view).items()
        if action in actions
    ]
    for broker in [*view["brokers"], *view["throne"]]:
        ring = {"r": 19 if broker["id"] in small else 23, **points[broker["id"]]._asdict()}
        if broker["text"] == chosen:
            shapes.append({"shape": "chosen", "id": "ys-chosen-broker", **ring})
        elif broker["action"] in actions:
            shapes.append({"shape": "ring", "id": f"l-{broker['id']}", **ring})
    return shapes


def moving_boxes(view: Mapping[str, Any]) -> dict[int, Box]:
    """Return the boxes of the brokers of a view, by the action that chooses one, in percent of the board.

    While the order of the columns is decided their boxes are among them; in other phases the same actions
    are gems.
    """
    points = broker_points(view)
    return {action: places.percent(box) for action, box in _column_boxes(view).items()} | {
        broker["action"]: places.percent((point.x - 22, point.y - 22, 44, 44))
        for broker in [*view["brokers"], *view["throne"]]
        for point in [points[broker["id"]]]
    }


def _column_boxes(view: Mapping[str, Any]) -> dict[int, Box]:
    if view["phase"] != "column":
        return {}
    return {GEM.action(colour): places.column_box(colour) for colour in range(COLOURS)}


def counting_css() -> str:
    """Return the rules that highlight on the board the places of the line of an aid that is looked at."""
    subjects = {
        subject
        for place in range(len(PLACE_TEXTS))
        if not FIRST_CELL <= place < FIRST_CELL + COLOURS
        for subject in subjects_of(place)
    }
    looked = ":is(:hover,:focus,:focus-within)"
    rules = [
        f'body:has([data-step="{subject}"]{looked}) .ys-ghost.at-{subject}' for subject in sorted(subjects)
    ]
    # The subjects in a district are outlined as they are drawn, not by a rectangle.
    rules += [
        f'body:has(.thing[data-subject="{text}"]:is(:hover,:focus-visible)) .ys-ghost.at-{place_id(place)}'
        for place, text in enumerate(PLACE_TEXTS[:FIRST_CELL])
    ]
    return ",\n".join(rules) + "{display:inline}\n"


# The board

_READS = (
    *("seats", "phase", "round", "turn", "actor", "waiting", "variants", "quarters", "market", "foreseen"),
    *("values", "worth", "brokers", "throne", "neutral", "placed", "chosen", "counting"),
    *(
        f"players.{name}"
        for name in (
            *("seat", "order", "chosen_order", "front", "front_sum", "screen_size", "screen"),
            *("gems", "gem_count", "track"),
        )
    ),
)


def board_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a view that the board is drawn from."""
    return fields(view, _READS)


def draw(
    view: Mapping[str, Any],
    *,
    legal: Iterable[int] = (),
    translate: Translate = str,
    standalone: bool = False,
    labels: bool = True,
    highlights: Iterable[str] = (),
    names: Sequence[str] | None = None,
) -> str:
    """Return the board as SVG text.

    `legal` are actions; those that are places, brokers or gems on the board are lit in gold leaf.
    `highlights` are places ("q1.h", "2r") outlined at once. Without `labels` the words are left out. With
    `standalone` the style is inside and the light look is used. `names` are those of the seats.
    """
    actions, saying, look = list(legal), Saying(view, translate, names), (labels, standalone)
    board = {
        "title": saying.say(Message("Ys board")),
        "description": saying.description(),
        "town_svg": _ground(len(view["quarters"])).shown(),
        "colophon": places.screen(MAX_SEATS - 1) if view["seats"] < MAX_SEATS else None,
        "serpent": places.ship(QUARTERS - 1) if len(view["quarters"]) < QUARTERS else None,
        "ghosts": PIECES.kept(saying, look, "ghosts", {}, sorted(set(highlights)), standalone),
        "lights": lit(actions),
        "aim": _aim(view),
        "rings": rings(view, actions),
        **_pieces(view, saying, look),
    }
    svg = PIECES.macros(look).svg(board).strip()
    return THEME.standalone(svg) if standalone else str(svg)


def _pieces(view: Mapping[str, Any], saying: Saying, look: house.Look) -> dict[str, Any]:
    """Return the text of every piece, each with the data that it is drawn from."""
    kept = partial(PIECES.kept, saying, look)
    parties = {"seats": view["seats"], "neutral": view["neutral"]}
    gems = {row["row"]: row["gem"] for row in view["market"]["rows"]}
    foreseen, is_busy = view["foreseen"], bool(view["market"]["standing"])
    arms = [*range(view["seats"]), *([pieces.SABLE] if view["neutral"] is not None else [])]
    return {
        "defs": kept("defs", {}, arms),
        "quarters": [
            kept("quarter", parties, quarter, *town.about(view, quarter)) for quarter in view["quarters"]
        ],
        "rounds": kept("rounds", {}, view["round"]),
        "orders": kept("orders", parties, _holders(view)),
        "throne": kept("throne_room", {}, view["variants"]["royal_favour"], len(view["throne"])),
        "shafts": kept("values_table", {"values": view["values"], "worth": view["worth"]}),
        "cells": kept("market_cells", {}, min(gems)),
        "rows": [
            kept("market_row", parties, row, row in gems, gems.get(row), foreseen["rows"][row])
            for row in range(1, ROWS)
        ],
        "columns": [
            kept("market_column", {}, index, column, is_busy)
            for index, column in enumerate(foreseen["columns"])
        ],
        "screens": _screens(view, kept, parties),
        "gems_from": pieces.origin(view),
        "gems": [kept("won", {}, *one) for one in pieces.won(view)],
        "tallies": [kept("tally", parties, *one) for one in pieces.tallies(view)],
        "market_counted": (view["counting"] or {}).get("stage") == "market",
        "brokers": [
            *(kept("broker", parties, *broker) for broker in pieces.all_brokers(view)),
            *(
                kept("broker", {}, "front", player["seat"], player["front"], player["front_sum"], index)
                for player in view["players"]
                for index in range(len(player["front"]))
            ),
        ],
    }


@functools.cache
def _ground(quarters: int) -> Woven:
    return piece(town.ground(quarters))


def _defs(_saying: Saying, arms: list[int]) -> list[int]:
    return arms


def _ghosts(_saying: Saying, highlights: Sequence[str], standalone: bool) -> list[dict[str, Any]]:
    """Return the outlines of all places; only those in `highlights` are shown at once."""
    outlines = []
    for place, name in enumerate(PLACE_TEXTS):
        if not FIRST_CELL <= place < FIRST_CELL + COLOURS and (name in highlights or not standalone):
            marks = " ".join(f"at-{subject}" for subject in subjects_of(place))
            shown = " shown" if name in highlights else ""
            outlines.append({"marks": marks + shown, "path": place_path(place)})
    return outlines


def _aim(view: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return where the broker goes whose value is being chosen; None where no place is chosen."""
    placed = view["placed"]
    if not placed or placed["place"] is None:
        return None
    return {"face_up": placed["face_up"], **pieces.next_point(view, placed["place"])._asdict()}


def _rounds(saying: Saying, now: int) -> dict[str, Any]:
    return {
        "title": saying.say(Message("Round {round} of {rounds}.", round=now, rounds=ROUNDS)),
        "places": [
            {
                "number": number,
                "now": number == now,
                "past": number < now,
                **places.round_place(number)._asdict(),
            }
            for number in range(1, ROUNDS + 1)
        ],
    }


def _holders(view: Mapping[str, Any]) -> dict[int | None, int]:
    """Return the seat of each order card, by its number: the one that takes it, or else holds it."""
    field = "chosen_order" if view["phase"] == "order" else "order"
    return {player[field]: player["seat"] for player in view["players"]}


def _orders(saying: Saying, holders: Mapping[int | None, int]) -> dict[str, Any]:
    cards = [
        f"{number}: {saying.name(seat)}"
        for number, seat in sorted((n, s) for n, s in holders.items() if n is not None)
    ]
    title = Message("Order cards: {cards}", cards=cards) if cards else Message("Order cards")
    return {
        "title": saying.say(title),
        "cards": [
            {"number": number, "seat": holders.get(number), **places.order_card(number)._asdict()}
            for number in range(1, saying.view["seats"] + 1)
        ],
    }


def _throne_room(saying: Saying, is_open: bool, brokers: int) -> dict[str, Any]:
    name = saying.say(Message("Throne room"))
    text = Message("Throne room: {count:broker stays|brokers stay} here to the end of the game").text
    return {
        "open": is_open,
        "brokers": brokers,
        "name": name,
        "size": fitted(name, 220, 24),
        "title": saying.say(Message(text, count=brokers))
        if is_open
        else saying.say(Message("Throne room: only with Royal Favour")),
    }


def _screens(view: Mapping[str, Any], kept: Any, parties: Mapping[str, Any]) -> list[Markup]:
    screens = [
        kept(
            "screen",
            parties,
            {name: player[name] for name in _ON_SCREEN},
            player["seat"] in view["waiting"] or player["seat"] == view["actor"],
        )
        for player in view["players"]
    ]
    if view["neutral"] is not None:
        screens.append(kept("screen", parties, None, False))
    return screens


# The screen of a player.
_ON_SCREEN = ("seat", "screen", "screen_size", "front", "front_sum", "track", "order", "gems")


def _screen(saying: Saying, player: Mapping[str, Any] | None, turn: bool) -> dict[str, Any]:
    if player is None:
        return _neutral(saying)
    seat = player["seat"]
    box = places.screen(seat)
    values = player["screen"] if player["screen"] is not None else [None] * player["screen_size"]
    fronts = [places.front(box, index).x - box[0] for index in range(max(3, len(player["front"])))]
    return {
        **_panel(saying, seat, box),
        "id": seat,
        "subject": f"screen-{seat}",
        "seat": seat,
        "title": saying.screen(player),
        "turn": turn,
        "points": player["track"],
        "order": player["order"],
        "slots": fronts,
        "sum": f"= {player['front_sum']}" if player["front"] else None,
        "sum_x": fronts[-1] + 27,
        "behind": _behind(box, values),
        "gems": _gem_counts(box, player["gems"]),
    }


def _neutral(saying: Saying) -> dict[str, Any]:
    """Return the neutral player's screen, with the values that no seat has seen in this round."""
    view, box = saying.view, places.screen(NEUTRAL)
    left = [value for values in view["neutral"]["left"] for value in values]
    text = Message("Neutral player; values not seen yet this round: {values}").text
    return {
        **_panel(saying, view["seats"], box),
        "id": "neutral",
        "subject": "neutral",
        "seat": pieces.SABLE,
        "title": saying.say(Message(text, values=left)),
        "turn": False,
        "points": view["neutral"]["track"],
        "order": None,
        "slots": [],
        "sum": None,
        "sum_x": 0,
        "behind": _behind(box, left),
        "gems": _gem_counts(box, view["neutral"]["gems"]),
    }


def _panel(saying: Saying, seat: int, box: Box) -> dict[str, Any]:
    left, top, width, height = box
    room = width - 112
    name = saying.neutral() if seat >= saying.view["seats"] else cut(saying.name(seat), LETTERS, room)
    fold = (width - 16) / 6
    return {
        "x": left,
        "y": top,
        "width": width,
        "height": height,
        "name": name,
        "size": fitted(name, room, 24),
        "room": room,
        "folds": "M8 106"
        + "".join(f"l{fold:.1f} {6 if step % 2 == 0 else -6}" for step in range(6))
        + "".join(f"M{8 + fold * step:.1f} {112 if step % 2 else 106}V{160}" for step in range(1, 6)),
    }


def _gem_counts(box: Box, gems: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return how many gems of each kind lie before a screen."""
    return [
        {"count": count, "x": round(places.gem_kept(box, index).x - box[0], 1)}
        for index, count in enumerate(gems.values())
        if count
    ]


def _behind(box: Box, values: Sequence[int | None]) -> list[dict[str, Any]]:
    discs = []
    for index, value in enumerate(values):
        point = places.behind(box, index, len(values))
        discs.append({"value": value, "x": round(point.x - box[0], 1), "y": point.y - box[1] + 4})
    return discs


PIECES = house.Pieces(
    "ys/drawing/board.svg.jinja",
    {
        "defs": _defs,
        "quarter": town.quarter,
        "rounds": _rounds,
        "orders": _orders,
        "throne_room": _throne_room,
        "values_table": town.values,
        "market_cells": town.market_cells,
        "market_row": town.market_row,
        "market_column": town.market_column,
        "screen": _screen,
        "broker": pieces.broker,
        "tally": pieces.tally,
        "won": pieces.gem,
        "ghosts": _ghosts,
    },
    {
        "width": places.WIDTH,
        "height": places.HEIGHT,
        "art": THEME.art,
        "icons": THEME.icons,
        "linked": "ys-g",
        "gem_names": Gem.ids(),
        "seal_signs": SEAL_SIGNS,
        "banner": town.BANNER,
    },
)
