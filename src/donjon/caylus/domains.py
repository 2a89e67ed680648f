"""What the actions of Caylus choose from: how it is written in a text, and what words of a text mean."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from donjon.caylus import building
from donjon.caylus.building import BUILT_TILES, FIRST_BUILT
from donjon.caylus.cubes import CUBE, cubes_read, refuse_count
from donjon.caylus.nouns import (
    MAX_SEATS,
    NEUTRALS,
    ROAD,
    TILES,
    Cube,
    Decision,
    Space,
    Tile,
)
from donjon.caylus.spaces import read_space, road_number, space_text, tiles_called
from donjon.caylus.tables import TRADE_CLOTH, TRADE_DENIERS, TRADES
from donjon.kernel.actions import Domain, Reading, names

# Tiles


def _read_number(reading: Reading) -> int:
    return road_number(reading) if len(reading.words) == 1 else road_number(replace(reading, words=[]))


def _read_tile(reading: Reading) -> int:
    """A tile to build; of several with a short name the one that is built now, or can be."""
    name = "-".join(reading.words)
    among = [tile for tile in range(FIRST_BUILT, TILES) if tile != Tile.RESIDENCE]
    found = tiles_called(name, among)
    if len(found) > 1:
        open_now = [tile for tile in found if _is_open(reading, tile)]
        found = open_now if len(open_now) == 1 else found
    if not found:
        raise reading.refuse("{words}: {name} is no tile that can be built.", name=repr(name))
    if len(found) > 1:
        said = ", ".join(Tile(tile).text for tile in found)
        raise reading.refuse("{words} may mean several tiles; say which: {said}.", said=said)
    return found[0] - FIRST_BUILT


def _is_open(reading: Reading, tile: int) -> bool:
    state, seat = reading.state, reading.seat
    if seat != state.actor or state.decision not in (Decision.BUILD, Decision.FAVOUR_BUILD):
        return bool(state.chosen == tile)
    return building.forbids_build(state, seat, tile) == 0


def _read_neutral(reading: Reading) -> int:
    found = tiles_called("-".join(reading.words), list(range(NEUTRALS)))
    if len(found) != 1:
        known = list(Tile.texts()[:NEUTRALS])
        raise reading.refuse("{words} names no neutral tile: {tiles}.", tiles=known)
    return found[0]


ROAD_SPACE = Domain(
    "a road space (the first is none)",
    ROAD + 1,
    lambda state, space: space_text(state, Space.CASTLE + space),
    lambda reading: max(0, read_space(reading) - Space.CASTLE),
)
ROAD_NUMBER = Domain("the number of a road space", ROAD + 1, lambda _state, space: str(space), _read_number)
BUILT = Domain("a tile", BUILT_TILES, lambda _state, at: Tile(FIRST_BUILT + at).text, _read_tile)
NEUTRAL = Domain("a neutral tile", NEUTRALS, lambda _state, tile: Tile(tile).text, _read_neutral)

# Cubes


def _read_bought(reading: Reading) -> int:
    """What is bought names one cube; with gold among them it is gold that is wanted (CAY-8.5.4)."""
    cubes = cubes_read(reading)
    if Cube.GOLD in cubes:
        return Cube.GOLD
    return cubes[0] if len(cubes) == 1 else refuse_count(reading)


BOUGHT = Domain(CUBE.what, CUBE.count, CUBE.write, _read_bought)

# Offers, seats


def _write_offer(state: Any, offer: int) -> str:
    if state.decision != Decision.TRADE:
        return str(offer + 1)
    terms = TRADES[state.values, state.tile[state.cursor], offer]
    return f"{terms[TRADE_CLOTH]} cloth" if terms[TRADE_CLOTH] else f"{terms[TRADE_DENIERS]} deniers"


def _read_offer(reading: Reading) -> int:
    """An offer of church, tailor or bank: by its number, or by what it is paid with where it is made."""
    said = " ".join(reading.words)
    if reading.verb == "trade":
        if said not in ("1", "2"):
            raise reading.refuse("{words}: a building makes the offers 'trade 1' and 'trade 2'.")
        return int(said) - 1
    is_made = reading.state.decision == Decision.TRADE
    offers = [_write_offer(reading.state, at) for at in range(2)] if is_made else []
    if said not in offers:
        raise reading.refuse("{words} is no offer of this building; try: trade 1; trade 2.")
    return offers.index(said)


OFFER = Domain("an offer", 2, _write_offer, _read_offer)
SEAT = names(
    "a seat",
    [str(seat) for seat in range(MAX_SEATS)],
    otherwise=lambda reading: reading.refuse("{words} names no seat: 0 to {last}.", last=MAX_SEATS - 1),
)
