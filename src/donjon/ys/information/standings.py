"""Who stands where, and who would win each place by the rules of chapter 6, with what a viewer can see."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from donjon.kernel.game import copy
from donjon.ys import market, ties
from donjon.ys.brokers import lift, put
from donjon.ys.information.knowledge import are_screens_open, knows
from donjon.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    FIRST_THRONE,
    NONE,
    PARTIES,
    PLACES,
    ROWS,
    Colour,
    District,
)
from donjon.ys.state import State
from donjon.ys.tables import COLUMN_MOVES

# Numbers by place and party.
Table = list[list[int]]


class Worlds(NamedTuple):
    """The position as a viewer can take it.

    Brokers that the viewer does not know count nothing in `seen`, the least and the most that they can in
    `low` and `high`; tables: by place and party the brokers and the sums of `seen`, how many the viewer does
    not know, the sums of `low` and of `high`.
    """

    seen: State
    low: State
    high: State
    tables: tuple[Table, ...]


def worlds(state: State, viewer: int, can: dict[int, list[int]]) -> Worlds:
    """What a viewer can take the position for; `can`: the values that the broker of a slot can have."""
    seen, low, high = copy(state), copy(state), copy(state)
    unknown = np.zeros((PLACES, PARTIES), np.int64)
    for slot in range(FIRST_THRONE):
        if state.place[slot] != NONE and not knows(state, viewer, slot):
            least, most = min(can[slot], default=0), max(can[slot], default=0)
            for world, value in ((seen, 0), (low, least), (high, most)):
                place = int(state.place[slot])
                lift(world, slot)
                world.value[slot] = value
                put(world, slot, place)
            unknown[state.place[slot], state.owner[slot]] += not state.marked[slot]
    tables = (seen.count, seen.sums, unknown, low.sums, high.sums)
    return Worlds(seen, low, high, tuple(table.tolist() for table in tables))


def quarter_places(quarter: int) -> range:
    """The three districts of a quarter."""
    return range(quarter * DISTRICTS, (quarter + 1) * DISTRICTS)


def row_places(row: int) -> range:
    """The four cells of a market row."""
    return range(FIRST_CELL + row * COLOURS, FIRST_CELL + (row + 1) * COLOURS)


def column_places(column: int) -> range:
    """The four cells of a market column."""
    return range(FIRST_CELL + column, FIRST_CELL + ROWS * COLOURS, COLOURS)


MARKET_PLACES = range(FIRST_CELL, PLACES)


def _by_party(table: Table, places: range) -> list[int]:
    """A table by place and party, added up over some places."""
    return [sum(numbers) for numbers in zip(*table[places.start : places.stop : places.step], strict=True)]


def in_places(found: Worlds, places: range) -> list[dict[str, int]]:
    """What every party there has: brokers, the sum of those the viewer knows, how many it does not."""
    rows = zip(*(_by_party(table, places) for table in found.tables[:3]), strict=True)
    return [
        {"seat": party, "brokers": brokers, "sum": known, "unknown": unknown}
        for party, (brokers, known, unknown) in enumerate(rows)
        if brokers
    ]


def _ranking(found: Worlds, places: range) -> dict[str, Any]:
    """YS-6.2.2: the parties there, best first by what is seen; is the first one first for certain?"""
    size = ties.rank_parties(found.seen, places.start, places.stop)
    rows = {row["seat"]: row for row in in_places(found, places)}
    low, high = (_by_party(table, places) for table in found.tables[3:])
    parties = [int(party) for party in found.seen.ranking[:size]]
    order = [rows[party] | {"low": low[party], "high": high[party]} for party in parties]
    return {"order": order, "certain": all(_stays_before(found.seen, order[0], row) for row in order[1:])}


def _stays_before(state: State, one: dict[str, int], other: dict[str, int]) -> bool:
    """Is one party before the other whatever lies face down? What decides ties can change until all stand."""
    if one["low"] == other["high"] and not are_screens_open(state):
        return False
    return bool(ties.is_before(state, one["seat"], one["low"], other["seat"], other["high"]))


def _columns(found: Worlds) -> list[dict[str, Any]]:
    """YS-6.5.2: how each gem value would move; of equal columns that is not certain."""
    order = sorted(range(COLOURS), key=lambda column: -market.column_key(found.seen, column))
    lows = [market.column_sum(found.low, column) for column in order]
    highs = [market.column_sum(found.high, column) for column in order]
    columns = []
    for column in range(COLOURS):
        rank = order.index(column)
        above = all(low > highs[rank] for low in lows[:rank])
        columns.append(
            {
                "colour": Colour(column).id,
                "sum": int(market.column_sum(found.seen, column)),
                "unknown": sum(_by_party(found.tables[2], column_places(column))),
                "move": int(COLUMN_MOVES[rank]),
                "certain": above and all(high < lows[rank] for high in highs[rank + 1 :]),
            }
        )
    return columns


def foreseen(found: Worlds) -> dict[str, Any]:
    """Who would win each place with what the viewer can see, and how the gem values would move."""
    state = found.seen
    quarters = range(int(state.quarters))
    return {
        "quarters": [_ranking(found, quarter_places(quarter)) for quarter in quarters],
        "districts": [
            {
                District(at).id: _ranking(found, range(place, place + 1))
                for at, place in enumerate(quarter_places(quarter))
            }
            for quarter in quarters
        ],
        "rows": [_ranking(found, row_places(row)) for row in range(ROWS)],
        "market": _ranking(found, MARKET_PLACES),
        "columns": _columns(found),
    }
