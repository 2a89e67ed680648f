"""Who would win what with what a viewer can see, and the game as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from donjon.games.ys import ties
from donjon.games.ys.knowledge import are_screens_open, fill_possible, fill_unplaced, knows
from donjon.games.ys.model import COLUMN_MOVES, STATE, State, party_count
from donjon.games.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    FIRST_THRONE,
    MAX_SEATS,
    NONE,
    PARTIES,
    PLACES,
    ROWS,
    SLOTS,
    VALUES,
    Colour,
    District,
)
from donjon.games.ys.pieces import worth
from donjon.kernel.compiling import compilable
from donjon.kernel.page_rules import array_of, page_rule
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rules import NOBODY

# The brokers in each place, and the party that would win it by the rules of chapter 6

# Numbers by party.
Row = list[int]
# The numbers of a party: its brokers, the sum of those that the viewer knows, how many it does not know, and
# the least and the most that the sum of all can be.
COUNT, SUM, UNKNOWN, LOW, HIGH = range(5)


@compilable
def fill_tables(state: State, viewer: int, masks: Ints, tables: Grid, before: Ints) -> None:
    """Fill int64 tables[5, PLACES, PARTIES] with the brokers by place and party, and int64 before[PARTIES].

    masks: what each broker can be, as `fill_possible` fills it; before: by party, how many others are first
    where sums are equal. A broker unknown to the viewer adds nothing to SUM, and the least and the most that
    it can be to LOW and HIGH.
    """
    tables[COUNT] = state.count
    tables[UNKNOWN] = 0
    for kind in (SUM, LOW, HIGH):
        tables[kind] = state.sums
    for slot in range(FIRST_THRONE):
        place, owner = int(state.place[slot]), int(state.owner[slot])
        if place != NONE and not state.marked[slot] and not knows(state, viewer, slot):
            own = worth(state, slot)
            tables[SUM, place, owner] -= own
            tables[UNKNOWN, place, owner] += 1
            tables[LOW, place, owner] += lowest(masks[slot]) - own
            tables[HIGH, place, owner] += highest(masks[slot]) - own
    parties = party_count(state)
    for party in range(parties):
        before[party] = 0
        for other in range(parties):
            before[party] += int(other != party and ties.wins_tie(state, other, party))


@compilable
def lowest(mask: int) -> int:
    """Return the lowest value in a bit mask; 0 if there is none."""
    for value in range(VALUES):
        if mask >> value & 1:
            return value
    return 0


@compilable
def highest(mask: int) -> int:
    """Return the highest value in a bit mask; 0 if there is none."""
    value = 0
    while mask >> value > 1:
        value += 1
    return value


@page_rule(lambda: (np.zeros(1, STATE), NOBODY, *_blank()))
def fill_worlds(states: Any, viewer: int, masks: Ints, unplaced: Grid, tables: Grid, before: Ints) -> None:
    """Fill in what `Worlds` holds; `unplaced` by seat as `fill_unplaced` fills it."""
    state = states[0]
    fill_possible(state, viewer, masks)
    for seat in range(state.players):
        if seat != viewer:
            fill_unplaced(state, viewer, seat, unplaced[seat])
    fill_tables(state, viewer, masks, tables, before)


def _blank() -> tuple[Any, Any, Any, Any]:
    """Return arrays for `fill_worlds` to fill."""
    return (
        np.zeros(SLOTS, np.int64),
        np.zeros((MAX_SEATS, VALUES), np.int64),
        np.zeros((5, PLACES, PARTIES), np.int64),
        np.zeros(PARTIES, np.int64),
    )


class Worlds:
    """A position as a viewer sees it: what hidden brokers can be, and numbers by place and party.

    can: by slot, a bit mask of the values that its broker can have, 0 for an empty slot; unplaced: by seat
    and value, the brokers that the viewer cannot place; before: by party, how many others are first where
    sums are equal. Read nothing from the state that depends on an unknown value.
    """

    def __init__(self, state: State, viewer: int) -> None:
        """Work out what the viewer (NOBODY: a spectator) knows."""
        self.state = state
        masks, unplaced, self._tables, before = arrays = _blank()
        fill_worlds(array_of(state), viewer, *arrays)
        self.can: list[int] = masks.tolist()
        self.unplaced: list[list[int]] = unplaced.tolist()
        self.before: list[int] = before.tolist()
        self._found = dict[range, list[Row]]()

    def numbers(self, places: range) -> list[Row]:
        """Return all numbers by party, summed over the places."""
        if places not in self._found:
            rows = self._tables[:, places.start : places.stop : places.step]
            self._found[places] = (rows.sum(axis=1) if len(places) > 1 else rows[:, 0]).tolist()
        return self._found[places]


def quarter_places(quarter: int) -> range:
    """Return the three districts of a quarter."""
    return range(quarter * DISTRICTS, (quarter + 1) * DISTRICTS)


def row_places(row: int) -> range:
    """Return the four cells of a market row."""
    return range(FIRST_CELL + row * COLOURS, FIRST_CELL + (row + 1) * COLOURS)


def column_places(column: int) -> range:
    """Return the four cells of a market column."""
    return range(FIRST_CELL + column, FIRST_CELL + ROWS * COLOURS, COLOURS)


MARKET_PLACES = range(FIRST_CELL, PLACES)


def in_places(worlds: Worlds, places: range) -> list[dict[str, int]]:
    """Return for each party there its brokers, the sum of the known ones, and the number of unknown ones."""
    counts, sums, unknown, _low, _high = worlds.numbers(places)
    return [
        {"seat": party, "brokers": brokers, "sum": sums[party], "unknown": unknown[party]}
        for party, brokers in enumerate(counts)
        if brokers
    ]


def _ranking(worlds: Worlds, places: range) -> dict[str, Any]:
    """Return the parties there, best first by the known sums, and whether the first is certain (YS-6.2.2)."""
    _counts, _sums, _unknown, low, high = worlds.numbers(places)
    rows = sorted(in_places(worlds, places), key=lambda row: (-row["sum"], worlds.before[row["seat"]]))
    order = [row | {"low": low[row["seat"]], "high": high[row["seat"]]} for row in rows]
    return {"order": order, "certain": all(_stays_before(worlds.state, order[0], row) for row in order[1:])}


def _stays_before(state: State, one: dict[str, int], other: dict[str, int]) -> bool:
    """Return whether one party is before another, whatever the face-down brokers are.

    Ties are not certain before all brokers are placed: until then the tie-breakers can change.
    """
    if one["low"] == other["high"] and not are_screens_open(state):
        return False
    return bool(ties.is_before(state, one["seat"], one["low"], other["seat"], other["high"]))


def _columns(worlds: Worlds) -> list[dict[str, Any]]:
    """Return how each gem value would move, and whether that is certain; ties are not (YS-6.5.2)."""
    numbers = [[sum(row) for row in worlds.numbers(column_places(column))] for column in range(COLOURS)]
    order = sorted(range(COLOURS), key=lambda column: (-numbers[column][SUM], -numbers[column][COUNT]))
    lows = [numbers[column][LOW] for column in order]
    highs = [numbers[column][HIGH] for column in order]
    columns = []
    for column in range(COLOURS):
        rank = order.index(column)
        above = all(low > highs[rank] for low in lows[:rank])
        columns.append(
            {
                "colour": Colour(column).id,
                "sum": numbers[column][SUM],
                "unknown": numbers[column][UNKNOWN],
                "move": int(COLUMN_MOVES[rank]),
                "certain": above and all(high < lows[rank] for high in highs[rank + 1 :]),
            }
        )
    return columns


def foreseen(worlds: Worlds) -> dict[str, Any]:
    """Return the ranking of each place by what the viewer knows, and the moves of the gem values."""
    quarters = range(int(worlds.state.quarters))
    return {
        "quarters": [_ranking(worlds, quarter_places(quarter)) for quarter in quarters],
        "districts": [
            {
                District(at).id: _ranking(worlds, range(place, place + 1))
                for at, place in enumerate(quarter_places(quarter))
            }
            for quarter in quarters
        ],
        "rows": [_ranking(worlds, row_places(row)) for row in range(ROWS)],
        "market": _ranking(worlds, MARKET_PLACES),
        "columns": _columns(worlds),
    }


# The board as text

HIDDEN = "?"  # a value that the viewer does not know


def text_board(view: Mapping[str, Any], _texts: Iterable[str] = ()) -> str:
    """Return a view as text, one line for each thing: seats by number, n the neutral player, "-" no seat.

    A broker is written 1:4, seat 1 with value 4; 1:? is one that the viewer does not know, 1:(4) one that
    lies face down and that the viewer knows.
    """
    return "\n".join(
        [
            _course(view),
            f"values: {_counted(view['values'])}",
            *(_quarter(view, quarter) for quarter in view["quarters"]),
            *_market(view),
            *_throne(view),
            *_counting(view["counting"]),
            *(_player(player, view) for player in view["players"]),
            *_neutral(view["neutral"]),
        ]
    )


def _course(view: Mapping[str, Any]) -> str:
    """Return the line with the round, the phase and the seats to decide."""
    line = f"round {view['round']}, turn {view['turn']} of {view['turns']}, phase {view['phase']}"
    seats = [str(seat) for seat in view["waiting"]]
    if not seats:
        return line
    decides = "seats {} decide" if len(seats) > 1 else "seat {} decides"
    return f"{line}: {decides.format(' '.join(seats))}"


def _counted(numbers: Mapping[str, int]) -> str:
    """Return the names of the things that are there, each with its number."""
    return ", ".join(f"{number} {name}" for name, number in numbers.items() if number) or "-"


def _values(values: Iterable[int]) -> str:
    return " ".join(map(str, values)) or "-"


def _broker(broker: Mapping[str, Any]) -> str:
    value = HIDDEN if broker["value"] is None else str(broker["value"])
    if not broker["face_up"] and value != HIDDEN:
        value = f"({value})"
    owner = "n" if broker["neutral"] else broker["owner"]
    return f"{owner}:{value}{' soldier' if broker['soldier'] else ''}"


def _standing(view: Mapping[str, Any], place: str) -> str:
    return " ".join(_broker(broker) for broker in view["brokers"] if broker["place"] == place) or "-"


def _quarter(view: Mapping[str, Any], quarter: Mapping[str, Any]) -> str:
    """Return the line of a quarter: its ship and card, and the brokers in its districts."""
    number, ship = quarter["number"], quarter["ship"]
    prizes = [] if ship is None else [f"ship {ship['card'].lower()} ({', '.join(ship['gems'])})"]
    prizes += [] if quarter["card"] is None else [quarter["card"]]
    prizes += [] if quarter["closed"] is None else [f"closed by seat {quarter['closed']}"]
    districts = [f"{name} {_standing(view, f'q{number}.{name[0]}')}" for name in quarter["districts"]]
    return f"quarter {number}: {', '.join(prizes) or '-'}; {', '.join(districts)}"


def _market(view: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the market: the gem and the brokers of each row, then the columns."""
    columns = [column["colour"] for column in view["market"]["columns"]]
    for row in view["market"]["rows"]:
        number = row["row"]
        cells = [f"{colour} {_standing(view, f'{number}{colour[0]}')}" for colour in columns]
        yield f"market {number} ({row['gem'] or 'no gem'}): {', '.join(cells)}"


def _throne(view: Mapping[str, Any]) -> Iterator[str]:
    if view["variants"]["royal_favour"]:
        yield f"throne room: {' '.join(map(_broker, view['throne'])) or '-'}"


def _counting(counting: Mapping[str, Any] | None) -> Iterator[str]:
    if counting is not None:
        what = "the market" if counting["quarter"] is None else f"quarter {counting['quarter']}"
        yield f"counting {what}: ranking {_values(counting['ranking'])}, offer {_counted(counting['offer'])}"


def _player(player: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    order = "-" if player["order"] is None else player["order"]
    held = [f"{player['total']} points", f"order {order}", f"gems {_counted(player['gems'])}"]
    held.append(f"front {_values(player['front'])}")
    size = player["screen_size"]
    held.append(f"screen {_values(player['screen']) if player['screen'] is not None else f'{size} hidden'}")
    if player["hand"]:
        held.append(f"hand {' '.join(card['card'] for card in player['hand'])}")
    if player["has_chosen"]:
        held.append("has chosen")
    mark = ">" if player["seat"] in view["waiting"] else " "
    return f"{mark} seat {player['seat']}: {', '.join(held)}"


def _neutral(neutral: Mapping[str, Any] | None) -> Iterator[str]:
    if neutral is not None:
        yield f"  neutral: {neutral['total']} points, gems {_counted(neutral['gems'])}"
