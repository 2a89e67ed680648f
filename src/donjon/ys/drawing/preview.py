"""Who would win each place with what the viewer can see (chapter 6), and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from donjon.ys.nouns import NEUTRAL, District, Gem
from donjon.ys.tables import COLUMN_MOVES, SOLDIER_VALUE

_OPEN_SCREENS = [
    "cards_before",
    "messenger",
    "messenger_to",
    "captain",
    "turn_up",
    "pick",
    "colour",
    "column",
    "best",
    "cards_after",
    "alchemist",
    "alchemist_take",
    "banker",
    "banker_lower",
    "jeweller",
]


class Standing(NamedTuple):
    """What a party has somewhere: the sum the viewer knows, and the bounds of what it can be."""

    seat: int
    brokers: int
    sum: int
    unknown: int
    low: int
    high: int


class Ranking(NamedTuple):
    """The parties present somewhere, best first by what is seen; is the first one first for certain?"""

    order: tuple[Standing, ...]
    certain: bool

    @property
    def leader(self) -> int | None:
        """Who would win now; None for nobody."""
        return self.order[0].seat if self.order else None


class Column(NamedTuple):
    """A market column: what is seen in it, the move of its gem value now, and whether the rank can change."""

    colour: str
    sum: int
    brokers: int
    unknown: int
    move: int
    certain: bool


def standing(view: Mapping[str, Any], places: Callable[[str], bool]) -> list[Standing]:
    """What every party has in the places that a test picks by their texts."""
    found: dict[int, list[Mapping[str, Any]]] = {}
    for broker in view["brokers"]:
        if places(broker["place"]):
            found.setdefault(broker["owner"], []).append(broker)
    return [_stand(owner, found[owner]) for owner in sorted(found)]


def _stand(owner: int, brokers: Sequence[Mapping[str, Any]]) -> Standing:
    known = low = high = unknown = 0
    for broker in brokers:
        value = SOLDIER_VALUE if broker["soldier"] else broker["value"]
        can = broker["can"] or [0]
        known += value or 0
        low += min(can) if value is None else value
        high += max(can) if value is None else value
        unknown += value is None
    return Standing(owner, len(brokers), known, unknown, low, high)


def wins_tie(view: Mapping[str, Any], one: int, other: int) -> bool:
    """YS-6.6, YS-8.12.1, YS-9.3.8: of two parties with equal sums, is `one` first?"""
    intriguer = view["cards_in_play"]["intriguer"]
    if intriguer in (one, other):
        return bool(intriguer == one)
    if view["neutral"] is not None and NEUTRAL in (one, other):
        return one == NEUTRAL
    own, theirs = view["players"][one], view["players"][other]
    if own["front_sum"] != theirs["front_sum"]:
        return bool(own["front_sum"] > theirs["front_sum"])
    return (own["order"] or 0) < (theirs["order"] or 0)


def ranking(view: Mapping[str, Any], places: Callable[[str], bool]) -> Ranking:
    """The parties present in some places, ranked by what is seen."""
    order: list[Standing] = []
    for one in standing(view, places):
        index = sum(_is_before(view, other, one) for other in order)
        order.insert(index, one)
    return Ranking(tuple(order), _is_certain(view, order))


def _is_before(view: Mapping[str, Any], one: Standing, other: Standing) -> bool:
    if one.sum != other.sum:
        return one.sum > other.sum
    return wins_tie(view, one.seat, other.seat)


def _is_certain(view: Mapping[str, Any], order: Sequence[Standing]) -> bool:
    """Nothing that lies face down can change the first place; more brokers may still come, of course."""
    if not order:
        return True
    first, settled = order[0], view["phase"] in _OPEN_SCREENS
    return all(
        first.low > other.high
        or (settled and first.low == other.high and wins_tie(view, first.seat, other.seat))
        for other in order[1:]
    )


def quarter_ranking(view: Mapping[str, Any], number: int) -> Ranking:
    """YS-6.2: the order in which the gems of a quarter's ship would be taken."""
    return ranking(view, lambda place: place.startswith(f"q{number}."))


def district_ranking(view: Mapping[str, Any], number: int, district: str) -> Ranking:
    """YS-6.3.1: the order in a district."""
    return ranking(view, lambda place: place == f"q{number}.{district[0]}")


def row_ranking(view: Mapping[str, Any], row: int) -> Ranking:
    """YS-6.4.2: the order in a row of the market."""
    return ranking(view, lambda place: place[0] == str(row))


def market_ranking(view: Mapping[str, Any]) -> Ranking:
    """YS-6.7.1: the order of best bidders."""
    return ranking(view, lambda place: place[0].isdigit())


def columns(view: Mapping[str, Any]) -> list[Column]:
    """YS-6.5: how each gem value would move; equal columns stand in colour order, their move not certain."""
    found = []
    for colour in Gem.ids()[: len(COLUMN_MOVES)]:
        found.append((colour, _total(standing(view, _in_column(colour[0])))))
    order = sorted(found, key=lambda pair: (-pair[1].sum, -pair[1].brokers, Gem[pair[0].upper()]))
    moves = {colour: int(COLUMN_MOVES[rank]) for rank, (colour, _) in enumerate(order)}
    return [
        Column(colour, one.sum, one.brokers, one.unknown, moves[colour], _keeps_rank(colour, order))
        for colour, one in found
    ]


def _in_column(letter: str) -> Callable[[str], bool]:
    return lambda place: place[0].isdigit() and place[1] == letter


def _total(parties: Iterable[Standing]) -> Standing:
    rows = [tuple(one)[1:] for one in parties] or [(0, 0, 0, 0, 0)]
    brokers, known, unknown, low, high = (sum(column) for column in zip(*rows, strict=True))
    return Standing(-1, brokers, known, unknown, low, high)


def _keeps_rank(colour: str, order: Sequence[tuple[str, Standing]]) -> bool:
    index = next(rank for rank, (name, _) in enumerate(order) if name == colour)
    own = order[index][1]
    above = all(other.low > own.high for _, other in order[:index])
    return above and all(other.high < own.low for _, other in order[index + 1 :])


def leaders(view: Mapping[str, Any]) -> dict[str, Ranking]:
    """The ranking in every district in play, by its text ("q1.h")."""
    return {
        f"q{quarter['number']}.{district[0]}": district_ranking(view, quarter["number"], district)
        for quarter in view["quarters"]
        for district in District.ids()
    }
