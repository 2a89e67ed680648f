"""Chapter 10: gold for castles and Kingdom Builder cards.

The rules mark the hexes that count in `counted`, uint8[HEXES + 1], if it is not None: the board shows them
when a player asks. For castles and merchants these are the special hexes that score, else own settlements.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple, TypeVar

import numpy as np

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.hexes import NEIGHBOURS, SLOT_HEX, SLOT_SETS
from donjon.games.kingdom_builder.model import (
    BOOK,
    CARDS_IN_USE,
    COLUMNS,
    GOLD,
    HEXES,
    NONE,
    ROWS,
    SLOTS,
    SOURCES,
    Card,
    HexKind,
    Seat,
    State,
)
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Message, SeatName, Term
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.views import SUBJECT, scoring_card

# Gold


class Spread(Enum):
    """How the settlements lie that a source pays for together."""

    CHAIN = 0  # a group, and the special hexes beside it
    GROUP = 1
    ROW = 2
    SECTOR = 3


class Source(NamedTuple):
    """A source of gold: its rule, and the text of its card.

    cites: a rule that its gold always follows from, too; more: a further line of its explanation. What a
    picture of it shows: beside, the kinds of hexes next to a settlement that it pays for; spread, how the
    settlements lie that it pays for together.
    """

    rule: str
    says: Message
    cites: str
    more: Line | None
    beside: tuple[HexKind, ...]
    spread: Spread | None


SOURCE: dict[str, Source] = {}
_Gold = TypeVar("_Gold", bound=Callable[..., int])


def source(
    rule: str,
    says: Message,
    cites: str = "",
    more: Line | None = None,
    beside: tuple[HexKind, ...] = (),
    spread: Spread | None = None,
) -> Callable[[_Gold], _Gold]:
    """Declare the texts for a rule function (state, seat, counted) -> gold, by its name, and its picture."""

    def declare(gold: _Gold) -> _Gold:
        SOURCE[gold.__name__] = Source(rule, says, cites, more, beside, spread)
        return gold

    return declare


@compilable
def count_hex(counted: Ints | None, hex: int) -> None:
    """Mark a hex that counts."""
    if counted is not None:
        counted[hex] = 1


@compilable
def count_own(state: State, seat: int, counted: Ints | None) -> None:
    """Mark all settlements of a seat."""
    if counted is not None:
        for piece in range(state.seats[seat].standing):
            counted[state.seats[seat].settlements[piece]] = 1


@compilable
def touches(kinds: Ints, hex: int, kind: int) -> bool:
    """Return whether a hex of a kind is adjacent (KB-10.0.5); `kinds` has the printed kind of each hex."""
    around = NEIGHBOURS[hex]
    for direction in range(6):
        if int(kinds[around[direction]]) == kind:
            return True
    return False


@compilable
def is_special(kind: int) -> bool:
    """Return whether a kind of hex is special: a castle or a location."""
    return kind == HexKind.CASTLE or kind == HexKind.LOCATION


@compilable
def next_group(state: State, seat: int, group: int, visited: Ints, stack: Ints) -> int:
    """Collect the next own group into `stack`; return its size, 0 if it was collected before (KB-10.0.4).

    `visited` is uint8[401]; `stack` is int64[40] and holds the hexes of the group afterwards. `group` is
    the piece to look from.
    """
    start = state.seats[seat].settlements[group]
    if visited[start] or state.owner[start] != seat:
        return 0
    return flood(state, seat, start, 1, visited, stack)


@compilable
def flood(state: State, seat: int, start: int, label: int, labels: Ints, stack: Ints) -> int:
    """Label the own group around `start`; return its size (KB-10.0.4). `stack` holds its hexes afterwards.

    `labels`[401] is 0 for every hex not labelled yet; `label` is not 0.
    """
    labels[start] = label
    stack[0] = start
    size, done = 1, 0
    owner = state.owner
    while done < size:
        around = NEIGHBOURS[stack[done]]
        done += 1
        for direction in range(6):
            neighbour = around[direction]
            if owner[neighbour] == seat and not labels[neighbour]:
                labels[neighbour] = label
                stack[size] = neighbour
                size += 1
    return size


# Castles

CASTLE_GOLD = GOLD["castle_per_castle_hex"]


@source(
    "KB-10.1",
    Message("3 gold for each castle next to your settlements."),
    cites="KB-10.0.2",
    beside=(HexKind.CASTLE,),
)
@compilable
def castles(state: State, seat: int, counted: Ints | None) -> int:
    """Return 3 gold for each castle with an own settlement beside it (KB-10.1)."""
    return CASTLE_GOLD * hexes.mark(hexes.both(state.land[HexKind.CASTLE], state.seats[seat].near), counted)


# The cards

MERCHANTS_GOLD = GOLD["merchants_per_connected_hex"]
CITIZENS_PER_GOLD = GOLD["citizens_settlements_per_gold"]
KNIGHTS_GOLD = GOLD["knights_per_settlement_in_best_row"]
LORDS_FIRST, LORDS_SECOND = GOLD["lords_first"], GOLD["lords_second"]
FARMERS_GOLD = GOLD["farmers_per_settlement_in_weakest_sector"]
ZERO_COUNTS = number("KB-10.10.1")
NO_SECOND = number("KB-10.10.2")


@source(
    "KB-10.2",
    Message("1 gold for each settlement on land next to water."),
    cites="KB-10.0.5",
    beside=(HexKind.WATER,),
)
@compilable
def fishermen(state: State, seat: int, counted: Ints | None) -> int:
    """Return 1 gold for each settlement beside water that is not on water itself (KB-10.2)."""
    me = state.seats[seat]
    kinds, pieces = state.kind, me.settlements
    gold = 0
    for piece in range(me.standing):
        hex = pieces[piece]
        if int(kinds[hex]) != HexKind.WATER and touches(kinds, hex, HexKind.WATER):
            gold += 1
            count_hex(counted, hex)
    return gold


@source(
    "KB-10.3",
    Message("4 gold for each location or castle that your settlements link to another."),
    cites="KB-10.0.4",
    more=("KB-10.3", Message("A group of your settlements links everything it touches.")),
    spread=Spread.CHAIN,
)
@compilable
def merchants(state: State, seat: int, counted: Ints | None) -> int:
    """Return 4 gold for each special hex that a group connects with another one (KB-10.3)."""
    visited, stack = np.zeros(HEXES + 1, np.uint8), np.zeros(HEXES, np.int64)
    scored = np.zeros(HEXES + 1, np.uint8) if counted is None else counted
    reached = np.zeros(HEXES + 1, np.int64)
    gold = 0
    for piece in range(state.seats[seat].standing):
        size = next_group(state, seat, piece, visited, stack)
        gold += MERCHANTS_GOLD * connect(state, stack, size, piece + 1, reached, scored)
    return gold


@compilable
def connect(state: State, stack: Ints, size: int, group: int, reached: Ints, scored: Ints) -> int:
    """Return how many special hexes this group connects that no other group has connected (KB-12.14)."""
    first = NONE
    gained = 0
    kinds = state.kind
    for index in range(size):
        around = NEIGHBOURS[stack[index]]
        for direction in range(6):
            hex = around[direction]
            if not is_special(int(kinds[hex])) or reached[hex] == group:
                continue
            reached[hex] = group
            if first == NONE:
                first = hex
                continue
            gained += 1 - scored[hex]
            scored[hex] = 1
            gained += 1 - scored[first]
            scored[first] = 1
    return gained


@source("KB-10.4", Message("1 gold for each row where you have a settlement."))
@compilable
def discoverers(state: State, seat: int, counted: Ints | None) -> int:
    """Return 1 gold for each row with a settlement (KB-2.11, KB-10.4)."""
    count_own(state, seat, counted)
    gold = 0
    for row in range(ROWS):
        gold += hexes.count_row(state.seats[seat].own, row) > 0
    return gold


@source("KB-10.5", Message("1 gold for each separate group of your settlements."), cites="KB-10.0.4")
@compilable
def hermits(state: State, seat: int, counted: Ints | None) -> int:
    """Return 1 gold for each group (KB-10.5)."""
    visited, stack = np.zeros(HEXES + 1, np.uint8), np.zeros(HEXES, np.int64)
    gold = 0
    for piece in range(state.seats[seat].standing):
        size = next_group(state, seat, piece, visited, stack)
        if size > 0:
            gold += 1
            if counted is not None:
                counted[stack[:size].min()] = 1
    return gold


@source(
    "KB-10.6",
    Message("1 gold for every 2 settlements in your largest group."),
    cites="KB-10.0.4",
    spread=Spread.GROUP,
)
@compilable
def citizens(state: State, seat: int, counted: Ints | None) -> int:
    """Return 1 gold for every 2 settlements of the largest group (KB-10.6)."""
    visited, stack = np.zeros(HEXES + 1, np.uint8), np.zeros(HEXES, np.int64)
    largest = 0
    for piece in range(state.seats[seat].standing):
        size = next_group(state, seat, piece, visited, stack)
        if size > largest:
            largest = size
            if counted is not None:
                counted[:] = 0
                counted[stack[:size]] = 1
    return largest // CITIZENS_PER_GOLD


@source("KB-10.7", Message("1 gold for each settlement next to a mountain."), beside=(HexKind.MOUNTAIN,))
@compilable
def miners(state: State, seat: int, counted: Ints | None) -> int:
    """Return 1 gold for each settlement beside a mountain (KB-10.7)."""
    me = state.seats[seat]
    kinds, pieces = state.kind, me.settlements
    gold = 0
    for piece in range(me.standing):
        hex = pieces[piece]
        if touches(kinds, hex, HexKind.MOUNTAIN):
            gold += 1
            count_hex(counted, hex)
    return gold


@source(
    "KB-10.8",
    Message("1 gold for each settlement next to a location or castle."),
    beside=(HexKind.CASTLE, HexKind.LOCATION),
)
@compilable
def workers(state: State, seat: int, counted: Ints | None) -> int:
    """Return 1 gold for each settlement beside a location or castle (KB-10.8)."""
    me = state.seats[seat]
    kinds, pieces = state.kind, me.settlements
    gold = 0
    for piece in range(me.standing):
        hex = pieces[piece]
        if touches(kinds, hex, HexKind.CASTLE) or touches(kinds, hex, HexKind.LOCATION):
            gold += 1
            count_hex(counted, hex)
    return gold


@compilable
def fullest_row(me: Seat) -> int:
    """Return the row with the most own settlements, the first of several."""
    best, most = 0, hexes.count_row(me.own, 0)
    for row in range(1, ROWS):
        count = hexes.count_row(me.own, row)
        if count > most:
            best, most = row, count
    return best


@source(
    "KB-10.9", Message("2 gold for each settlement in the row where you have the most."), spread=Spread.ROW
)
@compilable
def knights(state: State, seat: int, counted: Ints | None) -> int:
    """Return 2 gold for each settlement in the fullest row (KB-10.9)."""
    me = state.seats[seat]
    best = fullest_row(me)
    if counted is not None:
        for hex in range(best * COLUMNS, (best + 1) * COLUMNS):
            counted[hex] = state.owner[hex] == seat
    return KNIGHTS_GOLD * hexes.count_row(me.own, best)


@compilable
def in_slot(state: State, seat: int, slot: int) -> int:
    """Return how many settlements a seat has in one sector of the board."""
    return hexes.count(hexes.both(state.seats[seat].own, SLOT_SETS[slot]))


@source(
    "KB-10.10",
    Message("In each sector: 12 gold for the most settlements, 6 for the second most."),
    more=("KB-10.10.1", Message("Zero counts. Tied players all get the full gold.")),
    spread=Spread.SECTOR,
)
@compilable
def lords(state: State, seat: int, counted: Ints | None) -> int:
    """Return, for each sector, 12 gold for most settlements, 6 for the next lower count (KB-10.10)."""
    count_own(state, seat, counted)
    gold = 0
    for slot in range(SLOTS):
        gold += lords_in(state, seat, slot)
    return gold


@compilable
def lords_in(state: State, seat: int, slot: int) -> int:
    """Return the gold of one sector: 12 if no seat has more, 6 if all with more have as many (KB-10.10)."""
    own = in_slot(state, seat, slot)
    above = -1  # the lowest count above the own one
    more_than_one = False
    for other in range(state.players):
        count = in_slot(state, other, slot)
        if count > own:
            more_than_one = more_than_one or (above not in (-1, count))
            above = count
    if above == -1:
        return LORDS_FIRST
    return 0 if more_than_one else LORDS_SECOND


@compilable
def cite_lords(state: State, seat: int, log: EventLog | None) -> None:
    """Cite whether 0 settlements bring gold (KB-10.10.1), and whether all have as many (KB-10.10.2)."""
    zero_counts, no_second = False, False
    for slot in range(SLOTS):
        own = in_slot(state, seat, slot)
        zero_counts = zero_counts or (own == 0 and lords_in(state, seat, slot) > 0)
        alike = True
        for other in range(state.players):
            alike = alike and in_slot(state, other, slot) == own
        no_second = no_second or alike
    if zero_counts:
        cite(log, ZERO_COUNTS)
    if no_second:
        cite(log, NO_SECOND)


@source(
    "KB-10.11",
    Message("3 gold for each settlement in the sector where you have the fewest."),
    more=("KB-10.11", Message("If any sector has none of your settlements, you get nothing.")),
    spread=Spread.SECTOR,
)
@compilable
def farmers(state: State, seat: int, counted: Ints | None) -> int:
    """Return 3 gold for each settlement in the sector with the fewest (KB-10.11)."""
    weakest, fewest = 0, in_slot(state, seat, 0)
    for slot in range(1, SLOTS):
        count = in_slot(state, seat, slot)
        if count < fewest:
            weakest, fewest = slot, count
    if counted is not None:
        for hex in SLOT_HEX[weakest]:
            counted[hex] = state.owner[hex] == seat
    return FARMERS_GOLD * fewest


@compilable
def card_gold(state: State, seat: int, card: int, counted: Ints | None) -> int:
    """Return the gold of one Kingdom Builder card for one seat."""
    if card == Card.FISHERMEN:
        return fishermen(state, seat, counted)
    if card == Card.MERCHANTS:
        return merchants(state, seat, counted)
    if card == Card.DISCOVERERS:
        return discoverers(state, seat, counted)
    if card == Card.HERMITS:
        return hermits(state, seat, counted)
    if card == Card.CITIZENS:
        return citizens(state, seat, counted)
    if card == Card.MINERS:
        return miners(state, seat, counted)
    if card == Card.WORKERS:
        return workers(state, seat, counted)
    if card == Card.KNIGHTS:
        return knights(state, seat, counted)
    if card == Card.LORDS:
        return lords(state, seat, counted)
    return farmers(state, seat, counted)


# All gold


@compilable
def points(state: State, out: Grid) -> None:
    """Fill int32 out[seats, 11]: castles, then the ten cards, 0 for those not in use (KB-10.0.1)."""
    out[:] = 0
    for seat in range(state.players):
        out[seat, 0] = castles(state, seat, None)
        for index in range(CARDS_IN_USE):
            card = int(state.cards[index])
            if card != NONE:
                out[seat, 1 + card] = card_gold(state, seat, card, None)


@compilable
def total(state: State, seat: int) -> int:
    """Return all gold of one seat, as if scored now (KB-10.0.1).

    It alone decides the ranks (KB-10.12.1, KB-10.12.2, KB-12.43).
    """
    gold = castles(state, seat, None)
    for index in range(CARDS_IN_USE):
        card = int(state.cards[index])
        if card != NONE:
            gold += card_gold(state, seat, card, None)
    return gold


# The gold at the end of the game

SCORED = BOOK.event("scored", "{seat} gets {gold} gold: {source}.", "source", "gold", also=("KB-10.0.1",))

SOURCE_LINES: dict[str, Line] = {name: (SOURCE[name].rule, SOURCE[name].says) for name in SOURCES}
SOURCE_RULES: Ints = np.array([number(SOURCE[name].rule) for name in SOURCES], np.int32)
SOURCE_CITES: Ints = np.array(
    [number(SOURCE[name].cites) if SOURCE[name].cites else 0 for name in SOURCES], np.int32
)


@compilable
def announce_gold(state: State, seat: int, source: int, gold: Grid, log: EventLog | None) -> None:
    """Announce the gold of a seat from one source."""
    if SOURCE_CITES[source]:
        cite(log, SOURCE_CITES[source])
    if source == 1 + Card.LORDS:
        cite_lords(state, seat, log)
    emit(log, SCORED, seat, SOURCE_RULES[source], source, gold[seat, source], 0)


# Explanations


@BOOK.explains("card-")
def explain_source(_state: Any, view: Any, name: str) -> list[Line]:
    """Explain a source of gold: the sentence of the card, and its gold for each seat now."""
    if name not in SOURCE:
        return []
    lines = [title(Message("{name}", name=Term(name))), SOURCE_LINES[name]]
    if more := SOURCE[name].more:
        lines.append(more)
    if name != "castles" and name not in view["cards"]:
        return [*lines, ("KB-3.5", Message("This card isn't used in this game."))]
    return lines + [
        (
            SOURCE[name].rule,
            Message("{seat}: {gold} gold.", seat=SeatName(player["seat"]), gold=player["gold"][name]),
        )
        for player in view["players"]
    ]


@BOOK.explains(SUBJECT)
def explain_scoring(_state: Any, view: Any, _name: str) -> list[Line]:
    """Explain the card "What scores?": the castles and the cards in use, with the asker's gold."""
    mine = None if view["seat"] is None else view["players"][view["seat"]]["gold"]
    return scoring_card(
        {name: (Term(name), SOURCE_LINES[name]) for name in ("castles", *view["cards"])}, mine
    )


def explain_castle(view: Any, place: list[int]) -> list[Line]:
    """Return the lines about a castle: the gold, and the seats that get it."""
    beside = [
        SeatName(player["seat"]) for player in view["players"] if place in player["counting"]["castles"]
    ]
    if not beside:
        return [SOURCE_LINES["castles"], ("KB-10.1", Message("No one has built next to it yet."))]
    return [SOURCE_LINES["castles"], ("KB-10.1", Message("Built next to it: {seats}.", seats=beside))]
