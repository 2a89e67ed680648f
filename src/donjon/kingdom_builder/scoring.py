"""Chapter 10: gold for castles and for the three Kingdom Builder cards; ranks.

The rules mark the hexes that count in `counted`, uint8[HEXES + 1], where it is not None: the board lights
them up when a player asks. For castles and merchants these are the special hexes that score, else own
settlements.
"""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Grid, Ints
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.hexes import SLOT_SETS
from donjon.kingdom_builder.nouns import NONE, SLOTS, Card, HexKind
from donjon.kingdom_builder.state import Seat, State
from donjon.kingdom_builder.tables import (
    CARDS_IN_USE,
    COLUMNS,
    GOLD,
    HEXES,
    NEIGHBOURS,
    ROWS,
    SLOT_HEX,
)

CASTLE_GOLD = GOLD["castle_per_castle_hex"]
MERCHANTS_GOLD = GOLD["merchants_per_connected_hex"]
KNIGHTS_GOLD = GOLD["knights_per_settlement_in_best_row"]
LORDS_FIRST, LORDS_SECOND = GOLD["lords_first"], GOLD["lords_second"]
FARMERS_GOLD = GOLD["farmers_per_settlement_in_weakest_sector"]
CITIZENS_PER_GOLD = GOLD["citizens_settlements_per_gold"]


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
    """Tell whether a hex of a kind is adjacent (KB-10.0.5); `kinds` is what is printed on each hex."""
    around = NEIGHBOURS[hex]
    for direction in range(6):
        if int(kinds[around[direction]]) == kind:
            return True
    return False


@compilable
def is_special(kind: int) -> bool:
    """Castle and location hexes are the special ones."""
    return kind == HexKind.CASTLE or kind == HexKind.LOCATION


@compilable
def castles(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.1: 3 for each castle with an own settlement beside it."""
    return CASTLE_GOLD * hexes.mark(hexes.both(state.land[HexKind.CASTLE], state.seats[seat].near), counted)


@compilable
def fishermen(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.2: 1 for each settlement beside water that does not stand on water itself."""
    me = state.seats[seat]
    kinds, pieces = state.kind, me.settlements
    gold = 0
    for piece in range(me.standing):
        hex = pieces[piece]
        if int(kinds[hex]) != HexKind.WATER and touches(kinds, hex, HexKind.WATER):
            gold += 1
            count_hex(counted, hex)
    return gold


@compilable
def miners(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.7: 1 for each settlement beside a mountain."""
    me = state.seats[seat]
    kinds, pieces = state.kind, me.settlements
    gold = 0
    for piece in range(me.standing):
        hex = pieces[piece]
        if touches(kinds, hex, HexKind.MOUNTAIN):
            gold += 1
            count_hex(counted, hex)
    return gold


@compilable
def workers(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.8: 1 for each settlement beside a location or castle."""
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
def discoverers(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.4: 1 for each row with a settlement (KB-2.11)."""
    count_own(state, seat, counted)
    gold = 0
    for row in range(ROWS):
        gold += hexes.count_row(state.seats[seat].own, row) > 0
    return gold


@compilable
def fullest_row(me: Seat) -> int:
    """The row with the most own settlements, the first of several."""
    best, most = 0, hexes.count_row(me.own, 0)
    for row in range(1, ROWS):
        count = hexes.count_row(me.own, row)
        if count > most:
            best, most = row, count
    return best


@compilable
def knights(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.9: 2 for each settlement in the fullest row."""
    me = state.seats[seat]
    best = fullest_row(me)
    if counted is not None:
        for hex in range(best * COLUMNS, (best + 1) * COLUMNS):
            counted[hex] = state.owner[hex] == seat
    return KNIGHTS_GOLD * hexes.count_row(me.own, best)


@compilable
def in_slot(state: State, seat: int, slot: int) -> int:
    """Settlements of a seat in one sector of the board."""
    return hexes.count(hexes.both(state.seats[seat].own, SLOT_SETS[slot]))


@compilable
def farmers(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.11: 3 for each settlement in the sector with the fewest."""
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
def lords(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.10, KB-10.10.1: in each sector 12 for most settlements, 6 for the next lower count."""
    count_own(state, seat, counted)
    gold = 0
    for slot in range(SLOTS):
        own = in_slot(state, seat, slot)
        above = -1  # the lowest count above the own one
        more_than_one = False
        for other in range(state.players):
            count = in_slot(state, other, slot)
            if count > own:
                more_than_one = more_than_one or (above not in (-1, count))
                above = count
        if above == -1:
            gold += LORDS_FIRST
        elif not more_than_one:
            gold += LORDS_SECOND
    return gold


@compilable
def next_group(state: State, seat: int, group: int, seen: Ints, stack: Ints) -> int:
    """KB-10.0.4: collect the next own group not seen yet into `stack`; its size, 0 when none is left.

    `seen` is uint8[401]; `stack` is int64[40] and holds the hexes of the group afterwards. `group` is
    the piece to look from.
    """
    start = state.seats[seat].settlements[group]
    if seen[start] or state.owner[start] != seat:
        return 0
    return flood(state, seat, start, 1, seen, stack)


@compilable
def flood(state: State, seat: int, start: int, label: int, labels: Ints, stack: Ints) -> int:
    """KB-10.0.4: label the own group around `start`; its size. `stack` holds its hexes afterwards.

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


@compilable
def hermits(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.5: 1 for each group."""
    seen, stack = np.zeros(HEXES + 1, np.uint8), np.zeros(HEXES, np.int64)
    gold = 0
    for piece in range(state.seats[seat].standing):
        size = next_group(state, seat, piece, seen, stack)
        if size > 0:
            gold += 1
            if counted is not None:
                counted[stack[:size].min()] = 1
    return gold


@compilable
def citizens(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.6: 1 for every 2 settlements of the largest group."""
    seen, stack = np.zeros(HEXES + 1, np.uint8), np.zeros(HEXES, np.int64)
    largest = 0
    for piece in range(state.seats[seat].standing):
        size = next_group(state, seat, piece, seen, stack)
        if size > largest:
            largest = size
            if counted is not None:
                counted[:] = 0
                counted[stack[:size]] = 1
    return largest // CITIZENS_PER_GOLD


@compilable
def merchants(state: State, seat: int, counted: Ints | None) -> int:
    """KB-10.3: 4 for each special hex that a group connects with another one."""
    seen, stack = np.zeros(HEXES + 1, np.uint8), np.zeros(HEXES, np.int64)
    scored = np.zeros(HEXES + 1, np.uint8) if counted is None else counted
    reached = np.zeros(HEXES + 1, np.int64)
    gold = 0
    for piece in range(state.seats[seat].standing):
        size = next_group(state, seat, piece, seen, stack)
        gold += MERCHANTS_GOLD * connect(state, stack, size, piece + 1, reached, scored)
    return gold


@compilable
def connect(state: State, stack: Ints, size: int, group: int, reached: Ints, scored: Ints) -> int:
    """How many special hexes this group connects that no other group had connected before (KB-12.14)."""
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


@compilable
def card_gold(state: State, seat: int, card: int, counted: Ints | None) -> int:
    """The gold of one Kingdom Builder card for one seat."""
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


@compilable
def points(state: State, out: Grid) -> None:
    """KB-10.0.1: int32 out[seats, 11], castles first, then the ten cards (0 for those not in use)."""
    out[:] = 0
    for seat in range(state.players):
        out[seat, 0] = castles(state, seat, None)
        for index in range(CARDS_IN_USE):
            card = int(state.cards[index])
            if card != NONE:
                out[seat, 1 + card] = card_gold(state, seat, card, None)


@compilable
def total(state: State, seat: int) -> int:
    """KB-10.0.1: all gold of one seat, as if scored now.

    It alone decides the ranks (KB-10.12.1, KB-10.12.2, KB-12.43).
    """
    gold = castles(state, seat, None)
    for index in range(CARDS_IN_USE):
        card = int(state.cards[index])
        if card != NONE:
            gold += card_gold(state, seat, card, None)
    return gold
