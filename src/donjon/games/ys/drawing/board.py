"""The board of Ys as SVG: the round town in its sea, throne room, value table, market and the screens."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.drawing import Box, Point
from donjon.drawing.facts import Facts, Piece, is_showing, plain, showing
from donjon.drawing.saying import Words
from donjon.games.ys.bidding import ORDER
from donjon.games.ys.characters import QUARTER
from donjon.games.ys.counting import GEM
from donjon.games.ys.drawing import pieces, places, screens, town
from donjon.games.ys.drawing.pieces import broker_points, small_ids
from donjon.games.ys.drawing.places import THEME
from donjon.games.ys.drawing.saying import WITH_NEUTRAL, description, rankings
from donjon.games.ys.drawing.writing import ON_PLACES, PIECES, Pen, shapes
from donjon.games.ys.market import LOWER, RAISE
from donjon.games.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    MAX_SEATS,
    NEUTRAL,
    PLACE_TEXTS,
    QUARTERS,
    District,
    Gem,
    place_text,
)
from donjon.kernel.message import Message, Translate

# Highlights in gold leaf: places of legal actions, and rings round brokers that can be chosen


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


def lit(view: Mapping[str, Any], actions: Iterable[int]) -> dict[str, dict[str, Piece]]:
    """Return the pieces that highlight legal actions, by family: outlines "l", seals, and rings."""
    legal = sorted(set(actions))
    outlines: dict[str, Piece] = {}
    seals: dict[str, Piece] = {}
    boxes = places.action_boxes()
    for action in legal:
        for which, kind in enumerate(places.SEALS):
            if action in kind:
                place = action - kind.first
                outlines[f"l-{place_id(place)}"] = "outline", place_path(place)
                seals[f"seal-{action}"] = _seal(
                    ON_PLACES[which], places.seal(place, which), place >= FIRST_CELL
                )
        if action in RAISE:
            point = Point(places.shaft(action - RAISE.first), places.SHAFT_TOP + 14)
            seals[f"seal-{action}"] = _seal("raise", point)
        if action in LOWER:
            point = Point(places.shaft(action - LOWER.first), places.SHAFT_FOOT - 16)
            seals[f"seal-{action}"] = _seal("lower", point)
        if action in ORDER or action in QUARTER:
            outlines[f"l-{action}"] = "outline", _frame(boxes[action])
    return {"l": outlines, "seal": seals, "ring": _rings(view, set(legal))}


def _seal(sign: str, point: Point, is_in_cell: bool = False) -> Piece:
    scale = f" scale({places.SEAL_IN_CELL})" if is_in_cell else ""
    return "seal", sign, f"translate({point.x} {point.y}){scale}"


def _rings(view: Mapping[str, Any], actions: set[int]) -> dict[str, Piece]:
    """Return the rings round the brokers or columns that can be chosen."""
    rings: dict[str, Piece] = {
        f"ring-{action}": ("outline", _frame(box, -3))
        for action, box in _column_boxes(view).items()
        if action in actions
    }
    chosen = _chosen_broker(view)
    can_be = [
        one
        for one in [*view["brokers"], *view["throne"]]
        if one["action"] in actions and one["text"] != chosen
    ]
    if can_be:
        points, small = broker_points(view), small_ids(view)
        rings |= {f"ring-{one['id']}": _ring("ring", one["id"], points, small) for one in can_be}
    return rings


def _ring(shape: str, id: str, points: Mapping[str, Point], small: set[str]) -> Piece:
    return shape, *map(plain, points[id]), 19 if id in small else 23


def _chosen_broker(view: Mapping[str, Any]) -> str | None:
    return (view["chosen"] or {}).get("broker")


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


def public_facts(view: Mapping[str, Any], pen: Pen, settled: bool) -> Facts:
    """Return the facts of the board that all viewers share; `settled`: with its description."""
    facts = {
        **town.public_facts(view, pen),
        **screens.public_facts(view, pen),
        **pieces.fronts(view, pen),
        **pieces.won(view),
        **_aim(view),
        "@class:won": f"ys-gems-won from-{pieces.origin(view)}",
    }
    chosen = _chosen_broker(view)
    if chosen is not None:
        points, small = broker_points(view), small_ids(view)
        for one in [*view["brokers"], *view["throne"]]:
            if one["text"] == chosen:
                facts[f"chosen-{one['id']}"] = _ring("chosen", one["id"], points, small)
    if settled:
        facts |= description(view, pen.words)
    return facts


def own_facts(view: Mapping[str, Any], pen: Pen, settled: bool) -> Facts:
    """Return the facts of the board that depend on which brokers the viewer knows.

    settled: with what the viewer foresees, in titles and marks.
    """
    facts = {**pieces.brokers(view, pen), **screens.own_facts(view, pen)}
    if settled or view["counting"]:
        found = rankings(view)
        facts |= pieces.tallies(view, pen, found)
        if settled:
            facts |= screens.titles(view, pen) | town.foreseen_facts(view, pen, found)
    return facts


def _aim(view: Mapping[str, Any]) -> Facts:
    """Return where the broker goes whose value is being chosen, if a place is chosen."""
    placed = view["placed"]
    if not placed or placed["place"] is None:
        return {}
    sign = "face_up" if placed["face_up"] else "face_down"
    return {"aim": ("aim", sign, *map(plain, pieces.next_point(view, placed["place"])))}


def ground(view: Mapping[str, Any]) -> tuple[int, int, int, bool]:
    """Return what the board is drawn from beside facts: seats, quarters, first market row, Royal Favour."""
    first_row = min(row["row"] for row in view["market"]["rows"])
    return view["seats"], len(view["quarters"]), first_row, view["variants"]["royal_favour"]


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
    look = labels, standalone
    pen = Pen(Words(translate, None if names is None else tuple(names)), view["seats"], look)
    board = _still(pen, ground(view)) | {"ghosts": _ghosts(look, tuple(sorted(set(highlights))))}
    if is_showing() and not standalone:
        return str(PIECES.macros(look).svg(board).strip())
    light = lit(view, legal)
    facts = {
        **public_facts(view, pen, True),
        **own_facts(view, pen, True),
        **{f"*{family}": found for family, found in light.items()},
        "?choosing": any(light[family] for family in ("l", "seal")),
    }
    with showing(facts, shapes(pen.words, look)):
        svg = PIECES.macros(look).svg(board).strip()
    return THEME.standalone(svg) if standalone else str(svg)


def _still(pen: Pen, ground: tuple[int, int, int, bool]) -> dict[str, Any]:
    """Return what stands still on a board."""
    seats, quarters, first_row, is_royal = ground
    parties = [*range(seats), *([NEUTRAL] if seats == WITH_NEUTRAL else [])]
    return {
        "title": pen.saying.say(Message("Ys board")),
        "defs": pen.board("defs", tuple(pen.arms(party) for party in parties)),
        "town_svg": town.ground(quarters),
        "colophon": places.screen(MAX_SEATS - 1) if seats < MAX_SEATS else None,
        "serpent": places.ship(QUARTERS - 1) if quarters < QUARTERS else None,
        "quarters": [town.quarter(pen.saying, index) for index in range(quarters)],
        "is_royal": is_royal,
        "table": town.values(pen.saying),
        "market": town.market(pen.saying, first_row),
        "told": ["town", *Gem.ids()[:COLOURS], *range(seats)],
        "screens": [screens.screen(pen, party) for party in parties],
    }


@functools.lru_cache(maxsize=64)
def _ghosts(look: house.Look, highlights: tuple[str, ...]) -> Markup:
    """Return the outlines of all places; only those in `highlights` are shown at once."""
    is_alone, outlines = look[1], []
    for place, name in enumerate(PLACE_TEXTS):
        if not FIRST_CELL <= place < FIRST_CELL + COLOURS and (name in highlights or not is_alone):
            marks = " ".join(f"at-{subject}" for subject in subjects_of(place))
            shown = " shown" if name in highlights else ""
            outlines.append({"marks": marks + shown, "path": place_path(place)})
    return Markup(PIECES.macros(look).ghosts(outlines))
