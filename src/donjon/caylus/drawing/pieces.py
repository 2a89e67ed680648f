"""The pieces that travel on the board, each with an id for life: workers, markers, provost, bailiff."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from donjon.caylus.drawing import places
from donjon.caylus.drawing.saying import Saying
from donjon.caylus.nouns import Row
from donjon.caylus.provost import PROVOST, STEPS
from donjon.drawing import Point

# The steps of the provost, who can be dragged along the road.
_STEPS = " ".join(str(PROVOST.action(index)) for index in range(len(STEPS)))


def groups(view: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """All pieces in a lasting order, the same elements in every view of a game, by groups that move together.

    Of each group what it sees of the view, then the arguments of `group`.
    """
    favour = view["favour"]
    order = {name: view[name] for name in ("seats", "order", "passed")}
    yield order, "passing"
    yield order, "order"
    for name in Row.ids():
        seen = {what: {name: favour[what][name]} for what in ("columns", "used")}
        yield {"favour": seen}, "favour", name
    for seat in range(view["seats"]):
        yield {}, "workers", [worker for worker in view["workers"] if worker["seat"] == seat]
    for name in ("provost", "bailiff"):
        yield {name: view[name]}, "figure", name


def group(said: Saying, kind: str, *facts: Any) -> list[dict[str, Any]]:
    """The pieces of a group, as the template wants them."""
    return _GROUPS[kind](said, *facts)


def _piece(
    name: str, kind: str, drawn: str, point: Point, title: str, subject: str | None = None
) -> dict[str, Any]:
    shown = {"id": name, "kind": kind, "drawn": drawn, "title": title, "subject": subject, "carry": ""}
    return {**shown, "x": _short(point.x), "y": _short(point.y)}


def _short(number: float) -> float | int:
    return int(number) if number == int(number) else round(number, 1)


def _places_in_order(view: Mapping[str, Any]) -> dict[int, int]:
    """The place of each seat in the turn order; seats that nature has not placed come last."""
    known = [seat for seat in view["order"] if seat is not None]
    rest = [seat for seat in range(view["seats"]) if seat not in known]
    return {seat: place for place, seat in enumerate([*known, *rest])}


def _order_markers(said: Saying) -> list[dict[str, Any]]:
    view = said.view
    order = _places_in_order(view)
    return [
        _piece(
            f"o{seat}", "order", f"disc-{seat}", places.order_place(order[seat]), said.order(seat), "bridge"
        )
        for seat in range(view["seats"])
    ]


def _passing_markers(said: Saying) -> list[dict[str, Any]]:
    """A marker waits behind its seat's disc in the turn order until the seat passes."""
    view = said.view
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


def _favour_markers(said: Saying, name: str) -> list[dict[str, Any]]:
    favour, row = said.view["favour"], Row.ids().index(name)
    return [
        _piece(
            f"m-{name}-{seat}",
            "marker used" if favour["used"][name][seat] else "marker",
            f"disc-{seat}",
            places.marker(row, column, seat),
            said.marker(seat, name),
            f"favour-{name}",
        )
        for seat, column in enumerate(favour["columns"][name])
    ]


def _figure(said: Saying, name: str) -> list[dict[str, Any]]:
    point = places.figure(name, said.view[name])
    piece = _piece(f"cay-{name}", name, f"a-{name}", point, said.office(name), name)
    return [piece | {"carry": _STEPS}] if name == "provost" else [piece]


def _workers(said: Saying, workers: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for worker in sorted(workers, key=lambda one: str(one["id"])):
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


_GROUPS: dict[str, Callable[..., list[dict[str, Any]]]] = {
    "passing": _passing_markers,
    "order": _order_markers,
    "favour": _favour_markers,
    "workers": _workers,
    "figure": _figure,
}
