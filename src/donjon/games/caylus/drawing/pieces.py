"""The pieces that travel on the board, each with an id for life: workers, markers, provost, bailiff."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from donjon.drawing import Point
from donjon.drawing.facts import Facts, Piece, plain
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing import places, saying
from donjon.games.caylus.model import Row

# Cached pieces, for all tables together: some 300 bytes each.
MOST_PIECES = 8192
_cached = functools.lru_cache(maxsize=MOST_PIECES)
_ROWS = Row.ids()


def pieces(view: Mapping[str, Any], words: Words) -> Facts:
    """Return all pieces that travel."""
    facts: Facts = {}
    for worker in view["workers"]:
        facts[worker["id"]] = _worker(words, worker["id"], worker["seat"], worker["at"])
    favour = view["favour"]
    for row, name in enumerate(_ROWS):
        used = favour["used"][name]
        for seat, column in enumerate(favour["columns"][name]):
            facts[f"m-{name}-{seat}"] = _marker(words, row, seat, column, used[seat])
    known = [seat for seat in view["order"] if seat is not None]
    # Seats that nature has not placed yet come last.
    order = [*known, *(seat for seat in range(view["seats"]) if seat not in known)]
    for place, seat in enumerate(order):
        facts[f"o{seat}"] = _order(words, seat, place, seat in known)
        facts[f"p{seat}"] = _waiting(words, seat, place)
    for circle, seat in enumerate(view["passed"]):
        facts[f"p{seat}"] = _passed(words, seat, circle)
    for name in ("provost", "bailiff"):
        facts[f"cay-{name}"] = _figure(words, name, view[name])
    return facts


def _at(point: Point) -> tuple[float | int, float | int]:
    return plain(round(point.x, 1)), plain(round(point.y, 1))


@_cached
def _worker(words: Words, id: str, seat: int, at: str) -> Piece:
    title = saying.worker(words, seat, at)
    if at == "home":
        return "worker", seat, None, *_at(places.at_home(seat, int(id.rsplit("-", 1)[1]))), title
    return "worker", seat, _subject(at), *_at(places.standing(at)), title


def _subject(place: str) -> str:
    """Return the subject that a tap on a worker explains: the place it stands on."""
    return place if place.startswith("road-") else place.partition("-")[0]


@_cached
def _marker(words: Words, row: int, seat: int, column: int, is_used: bool) -> Piece:
    shape, title = "used" if is_used else "marker", saying.marker(words, seat, column)
    return shape, seat, _ROWS[row], *_at(places.marker(row, column, seat)), title


@_cached
def _order(words: Words, seat: int, place: int, is_known: bool) -> Piece:
    return (
        "order",
        seat,
        *_at(places.order_place(place)),
        saying.order(words, seat, place if is_known else None),
    )


@_cached
def _waiting(words: Words, seat: int, place: int) -> Piece:
    """Return the marker of a seat that has not passed: behind its disc in the turn order."""
    return "passing", " waits", seat, *_at(places.order_place(place)), saying.passing(words, seat, None)


@_cached
def _passed(words: Words, seat: int, circle: int) -> Piece:
    return "passing", "", seat, *_at(places.passed_place(circle)), saying.passing(words, seat, circle)


@_cached
def _figure(words: Words, name: str, space: int) -> Piece:
    return name, *_at(places.figure(name, space)), saying.office(words, name, space)
