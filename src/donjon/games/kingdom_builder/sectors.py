"""Section 2.7: laying a sector, and what its hexes mean for those around them.

A sector lies in one of 64 ways: eight sectors, turned or not, in four slots. Whatever its print tells about
the board is looked up in tables by slot, sector and orientation, so that random games are set up quickly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.hexes import NEIGHBOURS, SECTOR_KINDS, SLOT_HEX, SLOT_SETS, TOKEN_OF_SECTOR
from donjon.games.kingdom_builder.model import (
    HEXES,
    OFF_BOARD,
    ORIENTATIONS,
    PLACES,
    SECTORS,
    SLOTS,
    TERRAINS,
    TOKENS_PER_LOCATION,
    WORDS,
    Card,
    HexKind,
    State,
)
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Grid, table

FISHERMEN, MINERS, WORKERS = 1 << Card.FISHERMEN, 1 << Card.MINERS, 1 << Card.WORKERS
CASTLES_FROM = PLACES  # in bit sets of special hexes: locations by their number, then castles

# Tables by slot, sector and orientation


def _boards() -> np.ndarray:
    """Return the kind of each hex of a board on which this sector lies alone."""
    boards = np.full((SLOTS, SECTORS, len(ORIENTATIONS), HEXES + 1), HexKind.OFF, np.uint8)
    for slot in range(SLOTS):
        boards[slot][..., SLOT_HEX[slot]] = SECTOR_KINDS
    return boards


def _sets(boards: np.ndarray) -> list[Any]:
    """Return the sets of the hexes of each kind, of any number of boards."""
    if boards.ndim > 1:
        return [_sets(board) for board in boards]
    return [hexes.set_of(np.flatnonzero(boards == kind)) for kind in range(HexKind.OFF)]


def _beside(boards: np.ndarray, bits: Mapping[HexKind, int]) -> np.ndarray:
    """Return for each hex the bits of the kinds beside it, of any number of boards."""
    bit_of_kind = np.array([bits.get(kind, 0) for kind in HexKind], np.uint8)
    around: np.ndarray = bit_of_kind[boards][..., np.asarray(NEIGHBOURS)]
    return np.ascontiguousarray(np.bitwise_or.reduce(around, axis=-1))


_PAID_BESIDE = {
    HexKind.WATER: FISHERMEN,
    HexKind.MOUNTAIN: MINERS,
    HexKind.LOCATION: WORKERS,
    HexKind.CASTLE: WORKERS,
}
# LAND_OF[.., kind]: the set of the sector's hexes of a kind.
LAND_OF: Grid = table(_sets(_boards()), np.int64)
# PAYS_OF[.., hex]: bit set of the cards that pay for what the sector has beside a hex.
PAYS_OF: Grid = _beside(_boards(), _PAID_BESIDE)
# TERRAINS_OF[.., hex]: bit set of the terrains that it has beside a hex.
TERRAINS_OF: Grid = _beside(_boards(), {HexKind(kind): 1 << kind for kind in range(TERRAINS)})

# Laying a sector


@compilable
def lay_sector(state: State, slot: int) -> None:
    """Lay a sector in its slot, and two tokens on each of its locations (KB-2.6, KB-2.7, KB-3.3)."""
    sector, turned = state.sectors[slot], state.orientations[slot]
    for inside in range(SLOT_HEX.shape[1]):
        state.kind[SLOT_HEX[slot, inside]] = SECTOR_KINDS[sector, turned, inside]
    for kind in range(HexKind.OFF):
        for number in range(WORDS):
            state.land[kind, number] |= LAND_OF[slot, sector, turned, kind, number]
    for hex in range(HEXES):
        state.terrains[hex] |= TERRAINS_OF[slot, sector, turned, hex]
        state.pays[hex] |= PAYS_OF[slot, sector, turned, hex]
        if state.kind[hex] == HexKind.WATER:  # KB-10.2: settlements on water do not fish
            state.pays[hex] = int(state.pays[hex]) & ~FISHERMEN
    locations = hexes.both(state.land[HexKind.LOCATION], SLOT_SETS[slot])
    hex = hexes.following(locations, -1)
    while hex != OFF_BOARD:
        lay_location(state, hex, TOKEN_OF_SECTOR[sector])
        hex = hexes.following(locations, hex)
    castles = hexes.both(state.land[HexKind.CASTLE], SLOT_SETS[slot])
    hex = hexes.following(castles, -1)
    while hex != OFF_BOARD:
        lay_castle(state, hex)
        hex = hexes.following(castles, hex)


@compilable
def lay_location(state: State, hex: int, token: int) -> None:
    """Record a location, with two of its tokens (KB-3.3)."""
    place = state.places[state.place_count]
    place.hex = hex
    place.token = token
    place.left = TOKENS_PER_LOCATION
    tell_around(state, hex, 1 << int(state.place_count))
    state.place_count += 1


@compilable
def lay_castle(state: State, hex: int) -> None:
    """Record a castle."""
    state.castles[state.castle_count] = hex
    tell_around(state, hex, 1 << CASTLES_FROM + int(state.castle_count))
    state.castle_count += 1


@compilable
def tell_around(state: State, hex: int, special: int) -> None:
    """Record the bit of a special hex on the hexes around it."""
    for direction in range(6):
        beside = NEIGHBOURS[hex, direction]
        if beside != OFF_BOARD:
            state.beside[beside] |= special
