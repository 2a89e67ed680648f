"""The numbers that a table shows while it is counted, from public facts alone."""

from __future__ import annotations

from typing import Any

from donjon.ys.nouns import COLOURS, DISTRICTS, FIRST_CELL, FIRST_THRONE, NONE, PLACES, ROWS
from donjon.ys.sight import knows
from donjon.ys.state import party_count
from donjon.ys.tables import SOLDIER_VALUE


def standing(state: Any, viewer: int, party: int, places: range) -> dict[str, int]:
    """What a party has in some places: brokers, the sum of those the viewer knows, how many it does not."""
    slots = [
        slot
        for slot in range(FIRST_THRONE)
        if state.place[slot] in places and state.place[slot] != NONE and state.owner[slot] == party
    ]
    known = [slot for slot in slots if state.marked[slot] or knows(state, viewer, slot)]
    total = sum(SOLDIER_VALUE if state.marked[slot] else int(state.value[slot]) for slot in known)
    return {"seat": party, "brokers": len(slots), "sum": total, "unknown": len(slots) - len(known)}


def in_places(state: Any, viewer: int, places: range) -> list[dict[str, int]]:
    """`standing` for every party that is there."""
    rows = [standing(state, viewer, party, places) for party in range(party_count(state))]
    return [row for row in rows if row["brokers"]]


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
