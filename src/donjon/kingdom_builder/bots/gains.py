"""What one more settlement on a hex would bring a seat: quick marginal gold for bots.

`Survey` holds what the gains of all hexes share, counted once per decision. The gold itself is
defined in `scoring`; this is a guess that also counts progress towards gold, and never decides a rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Grid, Ints
from donjon.kingdom_builder import hexes, scoring
from donjon.kingdom_builder.nouns import CARDS, NONE, SLOTS, Card, HexKind
from donjon.kingdom_builder.state import Seat, State
from donjon.kingdom_builder.tables import (
    CARDS_IN_USE,
    COLUMNS,
    HEXES,
    MAX_SEATS,
    NEIGHBOURS,
    ROWS,
    SETTLEMENTS,
    SLOT_OF,
)
from donjon.kingdom_builder.tokens import place_at


class Survey(NamedTuple):
    """What is counted once for a seat."""

    wanted: Ints  # uint8[CARDS]: the Kingdom Builder cards in use
    rows: Ints  # int64[ROWS + 1]: own settlements by row
    slots: Grid  # int64[MAX_SEATS, SLOTS + 1]: settlements by seat and slot
    label: Ints  # uint8[HEXES + 1]: number of the own group on a hex, 0 none
    sizes: Ints  # int64[SETTLEMENTS + 2]: settlements of each group
    joined: Ints  # int64[SETTLEMENTS + 2]: bit set of the special hexes that each group touches
    special: Ints  # int64[HEXES + 1]: bit of each special hex (merchants only, else int64[1])
    tops: Ints  # int64[3]: the fullest row, the largest group, all specials connected


@compilable
def survey(state: State, seat: int) -> Survey:
    """Count what the gains of all hexes share."""
    wanted = np.zeros(CARDS, np.uint8)
    for index in range(CARDS_IN_USE):
        if state.cards[index] != NONE:
            wanted[state.cards[index]] = 1
    found = Survey(
        wanted,
        np.zeros(ROWS + 1, np.int64),
        np.zeros((MAX_SEATS, SLOTS + 1), np.int64),
        np.zeros(HEXES + 1, np.uint8),
        np.zeros(SETTLEMENTS + 2, np.int64),
        np.zeros(SETTLEMENTS + 2, np.int64),
        np.zeros(HEXES + 1 if wanted[Card.MERCHANTS] else 1, np.int64),
        np.zeros(3, np.int64),
    )
    if wanted[Card.DISCOVERERS] or wanted[Card.KNIGHTS]:
        survey_rows(state, seat, found)
    if wanted[Card.LORDS] or wanted[Card.FARMERS]:
        survey_slots(state, found)
    if wanted[Card.MERCHANTS]:
        survey_specials(state, found)
    if wanted[Card.HERMITS] or wanted[Card.CITIZENS] or wanted[Card.MERCHANTS]:
        survey_groups(state, seat, found)
    return found


@compilable
def survey_rows(state: State, seat: int, found: Survey) -> None:
    """Own settlements by row."""
    scoring.fill_rows(state, seat, found.rows)
    for row in range(ROWS):
        found.tops[0] = max(found.tops[0], found.rows[row])


@compilable
def survey_slots(state: State, found: Survey) -> None:
    """Settlements by seat and slot; those in the air fall into the last column."""
    for seat in range(state.players):
        them = state.seats[seat]
        for piece in range(them.standing):
            found.slots[seat, SLOT_OF[them.settlements[piece]]] += 1


@compilable
def survey_specials(state: State, found: Survey) -> None:
    """Give each special hex a bit."""
    bit = 1
    for hex in range(HEXES):
        if scoring.is_special(state.kind[hex]):
            found.special[hex] = bit
            bit <<= 1


@compilable
def survey_groups(state: State, seat: int, found: Survey) -> None:
    """Own groups, their sizes and the special hexes they touch."""
    me = state.seats[seat]
    stack = np.zeros(SETTLEMENTS, np.int64)
    group = 0
    for piece in range(me.standing):
        start = me.settlements[piece]
        if found.label[start] or state.owner[start] != seat:
            continue
        group += 1
        size = scoring.flood(state, seat, start, group, found.label, stack)
        found.sizes[group] = size
        found.tops[1] = max(found.tops[1], size)
        if found.wanted[Card.MERCHANTS]:
            for index in range(size):
                found.joined[group] |= touched(found, stack[index])
            if is_several(found.joined[group]):
                found.tops[2] |= found.joined[group]


@compilable
def touched(found: Survey, hex: int) -> int:
    """Bit set of the special hexes around a hex."""
    bits = 0
    for direction in range(6):
        bits |= found.special[NEIGHBOURS[hex, direction]]
    return bits


@compilable
def is_several(bits: int) -> bool:
    """Are two or more bits set?"""
    return bits & (bits - 1) != 0


@compilable
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compilable
def gain(state: State, seat: int, hex: int, found: Survey, token_worth: float) -> float:
    """The gold, and progress towards gold, of one more settlement of `seat` on `hex`.

    `token_worth` is what taking a token is worth.
    """
    me = state.seats[seat]
    worth = 0.0
    water, mountain, special = False, False, False
    for direction in range(6):
        neighbour = NEIGHBOURS[hex, direction]
        # A plain number: interpreted, one of numpy's takes its time to be compared to a noun.
        kind = int(state.kind[neighbour])
        if kind == HexKind.CASTLE:
            special = True
            if not hexes.holds(me.near, neighbour):
                worth += scoring.CASTLE_GOLD
        elif kind == HexKind.LOCATION:
            special = True
            if not hexes.holds(me.near, neighbour):
                worth += token_worth * offers_token(state, me, neighbour)
        water = water or kind == HexKind.WATER
        mountain = mountain or kind == HexKind.MOUNTAIN
    wanted = found.wanted
    if wanted[Card.FISHERMEN] and water and state.kind[hex] != HexKind.WATER:
        worth += 1.0
    if wanted[Card.MINERS] and mountain:
        worth += 1.0
    if wanted[Card.WORKERS] and special:
        worth += 1.0
    row = hex // COLUMNS
    if wanted[Card.DISCOVERERS] and found.rows[row] == 0:
        worth += 1.0
    if wanted[Card.KNIGHTS]:
        worth += gain_knights(found, row)
    if wanted[Card.FARMERS]:
        worth += gain_farmers(found, seat, SLOT_OF[hex])
    if wanted[Card.LORDS]:
        worth += gain_lords(state, found, seat, SLOT_OF[hex])
    if wanted[Card.HERMITS] or wanted[Card.CITIZENS] or wanted[Card.MERCHANTS]:
        worth += gain_groups(found, hex)
    return worth


@compilable
def offers_token(state: State, me: Seat, hex: int) -> int:
    """1 if the location on this hex still has a token for this player."""
    place = place_at(state, hex)
    return 1 if state.places[place].left > 0 and not me.taken[place] else 0


@compilable
def gain_knights(found: Survey, row: int) -> float:
    """The fullest row grows, or another comes nearer to it."""
    top = found.tops[0]
    if found.rows[row] == top:
        return float(scoring.KNIGHTS_GOLD)
    return 0.5 * float(found.rows[row]) / top


@compilable
def gain_farmers(found: Survey, seat: int, slot: int) -> float:
    """The sector with the fewest grows; several such sectors share the worth."""
    fewest = found.slots[seat, 0]
    for other in range(1, SLOTS):
        fewest = min(fewest, found.slots[seat, other])
    if found.slots[seat, slot] > fewest:
        return 0.0
    ties = 0
    for other in range(SLOTS):
        ties += found.slots[seat, other] == fewest
    return scoring.FARMERS_GOLD / ties


@compilable
def gain_lords(state: State, found: Survey, seat: int, slot: int) -> float:
    """A place won in the sector, and a little for coming nearer to the next."""
    own = found.slots[seat, slot]
    worth = 0.0
    for other in range(state.players):
        if other != seat:
            behind = found.slots[other, slot] - own
            if behind >= 0:
                worth += 4.0 / (1 + behind)
            else:
                worth += 0.5 / (1 - behind)
    return worth / (state.players - 1)


@compilable
def gain_groups(found: Survey, hex: int) -> float:
    """Hermits, citizens and merchants: which groups the settlement would join."""
    groups, size, bits = 0, 1, 0
    if found.wanted[Card.MERCHANTS]:
        bits = touched(found, hex)
    joined = np.int64(0)
    for direction in range(6):
        group = found.label[NEIGHBOURS[hex, direction]]
        if group and not joined >> group & 1:
            joined |= np.int64(1) << group
            groups += 1
            size += found.sizes[group]
            bits |= found.joined[group]
    worth = 0.0
    if found.wanted[Card.HERMITS]:
        worth += 1.0 - groups
    if found.wanted[Card.CITIZENS] and size > found.tops[1]:
        worth += 0.5 * (size - found.tops[1])
    if found.wanted[Card.MERCHANTS] and is_several(bits):
        worth += scoring.MERCHANTS_GOLD * count_bits(bits & ~found.tops[2])
    return worth
