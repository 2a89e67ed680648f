"""The pieces that travel on the board, each with an id for life: workers, markers, provost, bailiff."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.caylus.drawing import places
from donjon.caylus.drawing.saying import Saying
from donjon.caylus.nouns import Row
from donjon.drawing import Point


def all_pieces(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    """All pieces in a lasting order: the same elements in every view of a game."""
    return [
        *_passing_markers(view, said),
        *_order_markers(view, said),
        *_favour_markers(view, said),
        *_workers(view, said),
        *_figures(view, said),
    ]


def _piece(
    name: str, kind: str, drawn: str, point: Point, title: str, subject: str | None = None
) -> dict[str, Any]:
    shown = {"id": name, "kind": kind, "drawn": drawn, "title": title, "subject": subject}
    return {**shown, "x": _short(point.x), "y": _short(point.y)}


def _short(number: float) -> float | int:
    return int(number) if number == int(number) else round(number, 1)


def _places_in_order(view: Mapping[str, Any]) -> dict[int, int]:
    """The place of each seat in the turn order; seats that nature has not placed come last."""
    known = [seat for seat in view["order"] if seat is not None]
    rest = [seat for seat in range(view["seats"]) if seat not in known]
    return {seat: place for place, seat in enumerate([*known, *rest])}


def _order_markers(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    order = _places_in_order(view)
    return [
        _piece(
            f"o{seat}", "order", f"disc-{seat}", places.order_place(order[seat]), said.order(seat), "bridge"
        )
        for seat in range(view["seats"])
    ]


def _passing_markers(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    """A marker waits behind its seat's disc in the turn order until the seat passes."""
    order, passed = _places_in_order(view), list(view["passed"])
    return [
        _piece(
            f"p{seat}",
            "passing" if seat in passed else "passing waits",
            f"pennon-{seat}",
            places.passed_place(passed.index(seat)) if seat in passed else places.order_place(order[seat]),
            said.passing(seat),
            "bridge",
        )
        for seat in range(view["seats"])
    ]


def _favour_markers(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    return [
        _piece(
            f"m-{name}-{seat}",
            "marker used" if view["favour"]["used"][name][seat] else "marker",
            f"disc-{seat}",
            places.marker(row, column, seat),
            said.marker(seat, name),
            f"favour-{name}",
        )
        for row, name in enumerate(Row.ids())
        for seat, column in enumerate(view["favour"]["columns"][name])
    ]


def _figures(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    return [
        _piece(f"cay-{name}", name, f"a-{name}", places.figure(name, view[name]), said.office(name), name)
        for name in ("provost", "bailiff")
    ]


def _workers(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    found = []
    for worker in sorted(view["workers"], key=lambda one: (one["seat"], one["id"])):
        number = int(worker["id"].rsplit("-", 1)[1])
        home = worker["at"] == "home"
        point = places.at_home(worker["seat"], number) if home else places.standing(worker["at"])
        subject = None if home else _subject(worker["at"])
        found.append(
            _piece(
                worker["id"],
                "worker",
                f"pawn-{worker['seat']}",
                point,
                said.worker(worker["seat"], worker["at"]),
                subject,
            )
        )
    return found


def _subject(place: str) -> str:
    """What a tap on a worker explains: the place it stands on."""
    return place if place.startswith("road-") else place.partition("-")[0]
