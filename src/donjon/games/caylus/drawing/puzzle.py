"""What a puzzle shows: its topic, and on the board why a move pays.

Which buildings are activated, what a favour brings and where a marker stands is in the view, from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from donjon.drawing.figures import Point
from donjon.drawing.marks import Gain, GoalCard, Link, Mark, Ring
from donjon.games.caylus.drawing import places
from donjon.games.caylus.drawing.places import BAND, LOT
from donjon.games.caylus.model import Decision, Row
from donjon.kernel.message import Message

# The topics of decisions; several decisions may be about one.
_TOPICS = {
    "place": Message("Placing workers"),
    "provost": Message("Moving the provost"),
    "row": Message("Royal favours"),
    "build": Message("Building"),
}


def topics(position: Mapping[str, Any]) -> list[tuple[str, Message]]:
    """Return what a position is about: the kind of the decision, by id."""
    ask = position["ask"]
    return [(ask, _TOPICS.get(ask) or Message("{name}", name=Decision[ask.upper()].term))]


def goal_cards(_view: Mapping[str, Any]) -> list[GoalCard]:
    """Return no cards: everything that decides is on the board."""
    return []


def reasons(before: Mapping[str, Any], after: Mapping[str, Any], expected: Mapping[str, float]) -> list[Mark]:
    """Return why a move pays its seat: the road that is activated, the favour, and the points it brings.

    expected: the points by source that the move brings more by the end of the game.
    """
    seat = before["seat"]
    marks = [*_workers(before, after, seat), *_provost(before, after), *_favour(before, after, seat)]
    marks += _built(before, after, seat)
    for source, points in expected.items():
        at = _place_of(source, after)
        if points > 0 and at is not None:
            marks.append(Gain(at, points, source, by_end=True))
    return marks


def _workers(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> Iterator[Mark]:
    """Yield a ring around a worker that was placed; if it is on the road, the road that is activated."""
    if before["ask"] != "place":
        return
    was = {worker["id"]: worker["at"] for worker in before["workers"]}
    for worker in after["workers"]:
        place = worker["at"]
        if worker["seat"] != seat or place == was[worker["id"]] or place == "home":
            continue
        foot = places.standing(place)
        yield Ring(Point(foot.x, foot.y - 14), 30)
        if place.startswith("road-") and after["road"][int(place[5:]) - 1]["runs"]:
            yield from _road(1, after["provost"])


def _provost(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Mark]:
    """Yield the way of the provost, and a ring around each worker that it activates or stops."""
    if before["ask"] not in places.DECIDES_PROVOST or before["provost"] == after["provost"]:
        return
    yield from _road(before["provost"], after["provost"])
    for old, new in zip(before["road"], after["road"], strict=True):
        if old["runs"] != new["runs"] and old["worker"] is not None:
            foot = places.standing(f"road-{old['space']}")
            yield Ring(Point(foot.x, foot.y - 14), 30)


def _favour(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> Iterator[Mark]:
    """Yield the way of the seat's marker on the favour table, and the points that it brings at once."""
    if before["ask"] != "row":
        return
    for row, name in enumerate(Row.ids()):
        old, new = (view["favour"]["columns"][name][seat] for view in (before, after))
        if old == new:
            continue
        start, end = (places.marker(row, column, seat) for column in (old, new))
        yield Link(start, end, gap=14)
        yield Ring(end, 20)
        gained = after["players"][seat]["points"]["favours"] - before["players"][seat]["points"]["favours"]
        if gained:
            yield Gain(Point(end.x, end.y - 26), gained, "favours")


def _built(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> Iterator[Mark]:
    """Yield a ring around a tile that was built, and its points."""
    points = [view["players"][seat]["points"] for view in (before, after)]
    for old, new in zip(before["road"], after["road"], strict=True):
        if old["tile"] != new["tile"] and new["owner"] == seat:
            middle = _middle(new["space"])
            yield Ring(middle, 60)
            if gained := points[1]["buildings"] - points[0]["buildings"]:
                yield Gain(middle, gained, "buildings")
    if gained := points[1]["castle"] - points[0]["castle"]:
        yield Gain(_castle(after), gained, "castle")


def _road(start: int, end: int) -> Iterator[Link]:
    """Yield the road between two spaces, on the road itself and not on its tiles."""
    step = 1 if end >= start else -1
    for one, other in pairwise(range(start, end + step, step)):
        yield Link(_on_road(one), _on_road(other), gap=24)


def _on_road(space: int) -> Point:
    left, top = places.lot(space)
    return Point(left + LOT[0] / 2, top + BAND / 2)


def _middle(space: int) -> Point:
    left, top = places.tile(space)
    return Point(left + places.TILE[0] / 2, top + places.TILE[1] / 2)


def _castle(view: Mapping[str, Any]) -> Point:
    left, top, width, height = places.BOXES[view["castle"]["current"] or "castle"]
    return Point(left + width / 2, top + height / 2)


def _place_of(source: str, view: Mapping[str, Any]) -> Point | None:
    """Return where the points of a source are made: the favour table, the castle, the next free space."""
    if source == "favours":
        return Point(places.RIBBON_LEFT + places.RIBBON[0] / 2, places.RIBBON_TOP - 14)
    if source == "castle":
        return _castle(view)
    if source == "buildings":
        return next((_middle(lot["space"]) for lot in view["road"] if lot["next"]), None)
    return None
