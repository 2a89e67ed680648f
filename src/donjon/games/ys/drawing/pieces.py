"""The pieces that travel on the board: brokers, fronts, and while places are scored sums and gems.

All have ids for life: sums climb past one another as brokers are turned up, and a gem that is won travels
from its ship, its harbour or its row of the market to its winner's screen (`flights` says from where).
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from donjon.drawing import Point
from donjon.drawing.facts import Facts, Piece, plain
from donjon.games.ys.drawing import places
from donjon.games.ys.drawing.saying import Ranking, Standing
from donjon.games.ys.drawing.writing import KEPT_GEMS, Pen, broker_shape
from donjon.games.ys.nouns import (
    DISTRICTS,
    FIRST_CELL,
    NEUTRAL,
    PLACE_OF_TEXT,
    QUARTERS,
    ROWS,
    THRONE_TEXT,
    place_text,
)

# Brokers, with an id for as long as they stand on the board, and fronts

# Cached pieces, for all tables together: a broker takes some 400 bytes.
MOST_PIECES = 8192


def brokers(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return the brokers on the board and in the throne room, with their values as the viewer knows them."""
    points, small, turn = broker_points(view), small_ids(view), view["turn"]
    return {
        one["id"]: _broker(
            pen,
            one["owner"],
            one["place"],
            one["value"],
            tuple(one["can"]),
            one["face_up"],
            one["known_to_all"],
            one["soldier"],
            one["placed_in_turn"] == turn and turn > 0,
            one["id"] in small,
            points[one["id"]],
        )
        for one in [*view["brokers"], *view["throne"]]
    }


@functools.lru_cache(maxsize=MOST_PIECES)
def _broker(
    pen: Pen,
    owner: int,
    place: str,
    value: int | None,
    can: tuple[int, ...],
    is_open: bool,
    is_known_to_all: bool,
    has_soldier: bool,
    is_fresh: bool,
    is_small: bool,
    point: Point,
) -> Piece:
    face = "up" if is_open else "back" if value is None else "known"
    title = pen.saying.broker(owner, place, value, is_open=is_open, can=can, has_soldier=has_soldier)
    return (
        broker_shape(face, is_small, has_soldier),
        pen.arms(owner),
        " fresh" if is_fresh and not pen.look[1] else "",
        "throne" if place == THRONE_TEXT else place,
        *map(plain, point),
        title,
        "" if value is None else value,
        " all" if face == "known" and is_known_to_all else "",
    )


def fronts(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return the brokers in front of the screens, which are open to everybody."""
    facts: Facts = {}
    for player in view["players"]:
        if player["front"]:
            facts |= _front(pen, player["seat"], tuple(player["front"]))
    return facts


@functools.lru_cache(maxsize=MOST_PIECES)
def _front(pen: Pen, seat: int, front: tuple[int, ...]) -> Facts:
    title, box = pen.saying.front(seat, front), places.screen(seat)
    return {
        f"f{seat}-{index}": (
            broker_shape("up", False, False),
            seat,
            "",
            f"screen-{seat}",
            *map(plain, places.front(box, index)),
            title,
            value,
            "",
        )
        for index, value in enumerate(front)
    }


def small_ids(view: Mapping[str, Any]) -> set[str]:
    """Return the ids of the brokers drawn small: those in the throne room, and those of a crowd."""
    counts = Counter(broker["place"] for broker in view["brokers"])
    crowds = {place for place, count in counts.items() if places.is_crowded(PLACE_OF_TEXT[place], count)}
    crowded = {broker["id"] for broker in view["brokers"] if broker["place"] in crowds}
    return crowded | {broker["id"] for broker in view["throne"]}


def broker_points(view: Mapping[str, Any]) -> dict[str, Point]:
    """Return the point of every broker, by its id; in a district those of one owner stand together."""
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
    """Return the point of the next broker in a place."""
    count = sum(broker["place"] == place for broker in view["brokers"])
    return _point(place, count, count + 1)


# Scoring: the sums of the parties, best first, and the gems before the screens


def tallies(view: Mapping[str, Any], pen: Pen, rankings: Mapping[str, Ranking]) -> Facts:
    """Return the sum of every party in each place that is scored now."""
    facts: Facts = {}
    announced = view["counting"]["ranking"] if view["counting"] else []
    for where in counted(view):
        ranking = rankings[where]
        for rank, one in enumerate(ranking.order):
            is_ranked = len(where) == len("q1") and one.seat in announced
            is_sure = is_ranked or (rank == 0 and ranking.certain)
            facts[f"t-{where}-{one.seat}"] = _tally(pen, where, rank, len(ranking.order), one, is_sure)
    return facts


def counted(view: Mapping[str, Any]) -> Iterator[str]:
    """Yield the places that are scored now."""
    counting = view["counting"]
    if counting and counting["stage"] == "quarter":
        number = counting["quarter"]
        yield f"q{number}"
        for at in range(DISTRICTS):
            yield place_text((number - 1) * DISTRICTS + at).replace(".", "-")
    elif counting and counting["stage"] == "market":
        for row in view["market"]["rows"]:
            yield f"row-{row['row']}"
        yield "market"


@functools.lru_cache(maxsize=MOST_PIECES)
def _tally(pen: Pen, where: str, rank: int, of: int, one: Standing, is_sure: bool) -> Piece:
    """Return the sum of a party in a place; `is_sure`: first for certain, or its rank is announced."""
    shown = f"{one.sum}+" if one.unknown else str(one.sum)
    at = map(plain, places.tally(where, rank, of))
    return "tally", pen.arms(one.seat), " sure" if is_sure else "", *at, pen.saying.standing(one), shown


def won(view: Mapping[str, Any]) -> Facts:
    """Return every gem before a screen; those of a kind lie on one another."""
    facts: Facts = {}
    for party, gems in parties(view):
        for kind in KEPT_GEMS:
            facts |= _won(party, kind, gems[kind])
    return facts


@functools.lru_cache(maxsize=MOST_PIECES)
def _won(party: int, kind: str, count: int) -> Facts:
    point = places.gem_kept(places.screen(party), KEPT_GEMS.index(kind))
    return {f"w{party}-{kind}-{number}": ("won", kind, *map(plain, point)) for number in range(1, count + 1)}


def parties(view: Mapping[str, Any]) -> list[tuple[int, Mapping[str, int]]]:
    """Return the gems of each party: seats, and the neutral player."""
    found = [(player["seat"], player["gems"]) for player in view["players"]]
    return found if view["neutral"] is None else [*found, (NEUTRAL, view["neutral"]["gems"])]


def origin(view: Mapping[str, Any]) -> str:
    """Return where the gems that are won now come from, as one of the names in `flights`."""
    counting = view["counting"]
    if not counting or counting["stage"] in ("before", "after"):
        return "bank"
    if counting["stage"] == "quarter":
        return f"quarter-{counting['quarter']}"
    return f"row-{counting['row']}" if counting["row"] else "bank"


def flights() -> str:
    """Return the rules that show a gem coming from its former place, while its win is announced."""
    bank = Point(places.LEFT + 20, places.SHAFT_FOOT + 24)
    starts = {".from-bank > .ys-won": bank}
    for row in range(1, ROWS):
        starts[f".from-row-{row} > .ys-won"] = places.row_gem(row)
    for quarter in range(QUARTERS):
        starts[f".from-quarter-{quarter + 1} > .ys-won"] = places.ship(quarter)
        starts[f".from-quarter-{quarter + 1} > .ys-won.black"] = places.turned(
            quarter, places.LANES["harbour"], 45
        )
    rules = [
        f".telling {gem} {{ transform: translate({at.x}px,{at.y}px) scale(1.8); }}"
        for gem, at in starts.items()
    ]
    return "@starting-style {\n" + "\n".join(rules) + "\n}\n"
