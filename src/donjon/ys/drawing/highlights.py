"""What is lit in gold leaf: the places of legal actions, and the rings round brokers that can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from donjon.drawing import Box, Point
from donjon.ys.bidding import ORDER
from donjon.ys.characters import QUARTER
from donjon.ys.counting import GEM
from donjon.ys.drawing import places
from donjon.ys.drawing.pieces import broker_points, small_ids
from donjon.ys.market import LOWER, RAISE
from donjon.ys.nouns import COLOURS, DISTRICTS, FIRST_CELL, PLACE_TEXTS, District, Gem, place_text

# The signs on the seals of a place, one for each of `places.SEALS`, and on those of a shaft.
_ON_PLACES = ("face_down", "face_up", "broker")
SEAL_SIGNS = (*_ON_PLACES, "raise", "lower")


def _frame(box: Box, grow: float = 3) -> str:
    left, top, width, height = box
    across, down = width + 2 * grow, height + 2 * grow
    return f"M{left - grow} {top - grow}h{across}v{down}h{-across}z"


def place_path(place: int) -> str:
    """The outline of a district or a cell."""
    if place >= FIRST_CELL:
        x, y = places.cell(place)
        return _frame((x - places.CELL / 2, y - places.CELL / 2, places.CELL, places.CELL), -3)
    quarter, district = divmod(place, DISTRICTS)
    return places.band(quarter, *places.BANDS[District(district).id])


def place_id(place: int) -> str:
    """A place as part of an id."""
    return place_text(place).replace(".", "-")


def subjects_of(place: int) -> tuple[str, ...]:
    """The subjects that a place belongs to: itself, and its quarter, or its row and its column."""
    if place >= FIRST_CELL:
        row, column = divmod(place - FIRST_CELL, COLOURS)
        return place_id(place), f"row-{row}", f"column-{Gem(column).id}", "market"
    return place_id(place), f"quarter-{place // DISTRICTS + 1}"


def lit(legal: Iterable[int]) -> list[dict[str, Any]]:
    """The outlines and seals of legal actions that are places on the board."""
    actions = sorted(set(legal))
    lit_places = {action - kind.first for action in actions for kind in places.SEALS if action in kind}
    found: list[dict[str, Any]] = [
        {"shape": "path", "id": f"l-{place_id(place)}", "path": place_path(place)}
        for place in sorted(lit_places)
    ]
    for action in actions:
        found += _seals(action)
    boxes = places.action_boxes()
    for action in actions:
        if action in ORDER or action in QUARTER:
            found.append({"shape": "path", "id": f"l-{action}", "path": _frame(boxes[action])})
    return found


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
    """Rings round the brokers that can be chosen, or the columns; another round the broker that is chosen."""
    points, small = broker_points(view), small_ids(view)
    actions = set(legal)
    chosen = (view["chosen"] or {}).get("broker")
    found: list[dict[str, Any]] = [
        {"shape": "path", "id": f"l-{action}", "path": _frame(box, -3)}
        for action, box in _column_boxes(view).items()
        if action in actions
    ]
    for broker in [*view["brokers"], *view["throne"]]:
        ring = {"r": 19 if broker["id"] in small else 23, **points[broker["id"]]._asdict()}
        if broker["text"] == chosen:
            found.append({"shape": "chosen", "id": "ys-chosen-broker", **ring})
        elif broker["action"] in actions:
            found.append({"shape": "ring", "id": f"l-{broker['id']}", **ring})
    return found


def moving_boxes(view: Mapping[str, Any]) -> dict[int, Box]:
    """The boxes of the brokers of a view, by the action that chooses one, in percent of the board.

    And of the columns of the market, while their order is decided: elsewhere the same actions are gems.
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
    """Rules that show on the board the places of the line of an aid that is looked at."""
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
    # What is asked about in a district is outlined as it is drawn, not by a rectangle.
    rules += [
        f'body:has(.thing[data-subject="{text}"]:is(:hover,:focus-visible)) .ys-ghost.at-{place_id(place)}'
        for place, text in enumerate(PLACE_TEXTS[:FIRST_CELL])
    ]
    return ",\n".join(rules) + "{display:inline}\n"
