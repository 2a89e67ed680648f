"""The aids for decisions: what gems are worth, foreseen winners, values of brokers, the throne room."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from donjon.drawing.facts import Facts, Part, Piece
from donjon.games.ys.drawing.pieces import parties
from donjon.games.ys.drawing.saying import Ranking
from donjon.games.ys.drawing.screens import party_id
from donjon.games.ys.drawing.writing import MACROS, Pen, family_at, unknown_shape
from donjon.games.ys.model import GEM_TABLE
from donjon.games.ys.nouns import COLOURS, NEUTRAL, THRONE_TEXT, VALUES, District, Gem

MOST_AIDS = 4096


def public_facts(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return the facts of the aids that all viewers share: what gems are worth, and those of the market."""
    order, names = tuple(view["worth"]), tuple(party_id(pen, party) for party, _gems in parties(view))
    facts: Facts = {"#ys-worth-rows": Part((order, names), lambda: _worth(pen, order, names))}
    for row in view["market"]["rows"]:
        facts[f"#ys-row-gem-{row['row']}"] = pen.panel("row_gem", row["gem"])
    facts["#ys-merchant"] = pen.panel("merchant") if view["cards_in_play"]["merchant"] else ""
    return facts


def _worth(pen: Pen, order: Iterable[str], names: Iterable[int | str]) -> str:
    """Return the colours by value: the points of each place at the end, and the gems of every party."""
    rows = [
        {"colour": colour, "table": [int(points) for points in GEM_TABLE[rank]]}
        for rank, colour in enumerate(order)
    ]
    shown = [
        {"id": name, "arms": pen.arms(party), "name": pen.saying.name(party)}
        for party, name in enumerate(names)
    ]
    return str(MACROS.of(pen.words).worth_rows(rows, shown)).strip()


def own_facts(view: Mapping[str, Any], pen: Pen, rankings: Mapping[str, Ranking]) -> Facts:
    """Return the facts of the aids that depend on which brokers the viewer knows."""
    facts: Facts = {
        f"*{family_at(where)}": _standing(pen, where, ranking) for where, ranking in rankings.items()
    }
    columns = sorted(view["foreseen"]["columns"], key=itemgetter("move"), reverse=True)
    facts["*column"] = {
        f"column-{number}": _column(one["colour"], one["sum"], one["unknown"], one["move"], one["certain"])
        for number, one in enumerate(columns)
    }
    facts |= _rivals(view, pen)
    if view["variants"]["royal_favour"]:
        facts["#ys-throne-rows"] = _throne(pen, _hall(view))
    return facts


@functools.lru_cache(maxsize=MOST_AIDS)
def _standing(pen: Pen, where: str, ranking: Ranking) -> Facts:
    """Return the parties in a place, best first by the known sums."""
    family, facts = family_at(where), Facts()
    for rank, one in enumerate(ranking.order):
        state = "" if rank else " first" if ranking.certain else " first doubt"
        bounds = "" if one.low == one.high else f"{one.low}–{one.high}"
        shape = f"stand{pen.arms(one.seat)}{'-hidden' if one.unknown else ''}"
        facts[f"{family}-{rank}"] = shape, pen.saying.name(one.seat), state, one.sum, one.unknown, bounds
    return facts


@functools.lru_cache(maxsize=MOST_AIDS)
def _column(colour: str, sum: int, unknown: int, move: int, is_certain: bool) -> Piece:
    """Return a column of the market, and how its gem value would move."""
    shown = f"{move:+d}".replace("-", "−")
    shape = f"column-{colour}{'-hidden' if unknown else ''}"
    return shape, "" if is_certain else " doubt", sum, unknown, shown


# What the viewer can infer about the brokers of rivals


class _Hidden(NamedTuple):
    """A broker of a rival that the viewer does not know."""

    place: str
    can: tuple[int, ...]
    has_soldier: bool


def _rivals(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return for every rival what the viewer can infer about its brokers; nothing for the viewer's own."""
    facts: Facts = {}
    hidden: dict[int, list[_Hidden]] = {}
    for one in [*view["brokers"], *view["throne"]]:
        if one["value"] is None:
            broker = _Hidden(one["place"], tuple(one["can"]), one["soldier"])
            hidden.setdefault(one["owner"], []).append(broker)
    for player in view["players"]:
        seat, unplaced = player["seat"], player["unplaced"]
        if unplaced is None:
            facts[f"=ys-rival-{seat}"] = ""
        else:
            values, brokers = tuple(unplaced["values"]), tuple(sorted(hidden.get(seat, ())))
            facts |= _rival(pen, seat, values, unplaced["behind_screen"], brokers)
    if view["neutral"] is not None:
        left = tuple(value for values in view["neutral"]["left"] for value in values)
        facts |= _rival(pen, NEUTRAL, left, 0, tuple(sorted(hidden.get(NEUTRAL, ()))))
    return facts


@functools.lru_cache(maxsize=MOST_AIDS)
def _rival(pen: Pen, party: int, values: tuple[int, ...], behind: int, brokers: tuple[_Hidden, ...]) -> Facts:
    """Return the values of a rival that the viewer cannot place, and those each of its brokers can have."""
    id, family = party_id(pen, party), f"r{'abcd'[party]}"
    arms, name = pen.arms(party), pen.saying.name(party)
    counts = tuple((value, values.count(value)) for value in range(VALUES) if value in values)
    facts: Facts = {
        f"=ys-rival-{id}": Part(
            (party,), lambda: str(MACROS.of(pen.words).rival(id, arms, name, family)).strip()
        ),
        f"#ys-pool-{id}": pen.panel("pool", counts, behind),
    }
    seen, unknown = Counter[str](), Facts()
    for one in brokers:
        step = one.place.replace(".", "-")
        seen[step] += 1
        icon, number, colour = _signs(one.place)
        shape = unknown_shape(icon, colour, one.has_soldier)
        chances = ("can" if value in one.can else "cannot" for value in range(VALUES))
        unknown[f"{family}-{step}-{seen[step]}"] = shape, step, pen.saying.place(one.place), number, *chances
    return facts | {f"*{family}": unknown}


def _signs(place: str) -> tuple[str, str, str]:
    """Return the signs of a place where room is short: an icon, a number, and the colour of a column."""
    if place == THRONE_TEXT:
        return "throne", "", ""
    if place[0].isdigit():
        return "market", place[0], next(name for name in Gem.ids()[:COLOURS] if name[0] == place[1])
    return next(name for name in District.ids() if name[0] == place[-1]), place[1], ""


# The throne room


def _hall(view: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return each seat's throne-room brokers, and the bounds of their sum."""
    rows = []
    for player in view["players"]:
        brokers = [one for one in view["throne"] if one["owner"] == player["seat"]]
        low, high = (sum(end(one["can"]) for one in brokers) for end in (min, max))
        rows.append((player["seat"], tuple(one["value"] for one in brokers), low, high))
    return tuple(rows)


@functools.lru_cache(maxsize=MOST_AIDS)
def _throne(pen: Pen, rows: tuple[tuple[int, tuple[int | None, ...], int, int], ...]) -> str:
    shown = tuple(
        (seat, pen.saying.name(seat), brokers, str(low) if low == high else f"{low}–{high}")
        for seat, brokers, low, high in rows
    )
    return pen.panel("throne_rows", shown)
