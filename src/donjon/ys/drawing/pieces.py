"""The pieces that travel on the board: brokers, with an id for as long as they stand there, and fronts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from donjon.drawing import Point
from donjon.ys.drawing import places
from donjon.ys.drawing.saying import Saying
from donjon.ys.nouns import FIRST_CELL, NEUTRAL, PLACE_OF_TEXT, THRONE_TEXT

SABLE = 4  # the arms of the neutral player: those of a seat that Ys does not have


def arms(view: Mapping[str, Any], party: int) -> int:
    """Whose colour and charge the brokers of a party bear."""
    return SABLE if view["neutral"] is not None and party == NEUTRAL else party


def all_brokers(view: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Those on the board and in the throne room in the order of their ids: what `broker` is called with."""
    points, small = broker_points(view), small_ids(view)
    for one in sorted([*view["brokers"], *view["throne"]], key=lambda one: int(one["id"][1:])):
        is_fresh = one["placed_in_turn"] == view["turn"] and one["placed_in_turn"] > 0
        yield "board", one, tuple(points[one["id"]]), one["id"] in small, is_fresh


def broker(said: Saying, kind: str, *facts: Any) -> dict[str, Any]:
    """A broker on the board, or one in a front, as the template wants it."""
    return _standing(said, *facts) if kind == "board" else _in_front(said, *facts)


def _standing(
    said: Saying, broker: Mapping[str, Any], point: tuple[float, float], is_small: bool, is_fresh: bool
) -> dict[str, Any]:
    return {
        "id": broker["id"],
        "seat": arms(said.view, broker["owner"]),
        "open": broker["face_up"],
        "value": broker["value"],
        "known_to_all": broker["known_to_all"],
        "soldier": broker["soldier"],
        "small": is_small,
        "subject": "throne" if broker["place"] == THRONE_TEXT else broker["place"],
        "fresh": is_fresh,
        "title": said.broker(broker),
        **Point(*point)._asdict(),
    }


def small_ids(view: Mapping[str, Any]) -> set[str]:
    """The brokers that are drawn small: those in the throne room, and those of a crowd."""
    counts = Counter(broker["place"] for broker in view["brokers"])
    crowds = {place for place, count in counts.items() if places.is_crowded(PLACE_OF_TEXT[place], count)}
    found = {broker["id"] for broker in view["brokers"] if broker["place"] in crowds}
    return found | {broker["id"] for broker in view["throne"]}


def broker_points(view: Mapping[str, Any]) -> dict[str, Point]:
    """Where every broker is drawn, by its id: in a district those of one owner stand together."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for broker in [*view["brokers"], *view["throne"]]:
        groups.setdefault(broker["place"], []).append(broker)
    points = {}
    for place, brokers in groups.items():
        brokers.sort(key=lambda one: (one["owner"], int(one["id"][1:])))
        for index, broker in enumerate(brokers):
            points[broker["id"]] = _point(place, index, len(brokers))
    return points


def _point(place: str, index: int, of: int) -> Point:
    if place == THRONE_TEXT:
        return places.in_throne(index)
    number = PLACE_OF_TEXT[place]
    return places.cell(number) if number >= FIRST_CELL else places.lane(number, index, of)


def next_point(view: Mapping[str, Any], place: str) -> Point:
    """Where the next broker would stand in a place."""
    count = sum(broker["place"] == place for broker in view["brokers"])
    return _point(place, count, count + 1)


def _in_front(said: Saying, seat: int, front: Sequence[int], front_sum: int, index: int) -> dict[str, Any]:
    return {
        "id": f"f{seat}-{index}",
        "seat": seat,
        "open": True,
        "value": front[index],
        "known_to_all": True,
        "soldier": False,
        "small": False,
        "subject": f"screen-{seat}",
        "fresh": False,
        "title": said.front({"seat": seat, "front": front, "front_sum": front_sum}),
        **places.front(places.screen(seat), index)._asdict(),
    }
