"""What the actions of Caylus choose from: how it is written in a text, and what words of a text mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from donjon.caylus import building
from donjon.caylus.choices import BATCHES, BUILT_TILES, FIRST_BUILT, FOURS, PAIRS
from donjon.caylus.nouns import (
    CUBES,
    MAX_SEATS,
    NEUTRALS,
    ROAD,
    ROWS_CALLED,
    TILES,
    Cube,
    Decision,
    Row,
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


def _cubes(reading: Reading) -> tuple[int, ...]:
    """The cubes named, in the order of their kinds."""
    words = [word for word in reading.words if word != "and"]
    if not set(words) <= set(Cube.texts()):
        raise reading.refuse("{words} names no cube; the kinds are: {kinds}.", kinds=Cube.texts())
    return tuple(sorted(Cube.texts().index(word) for word in words))


def _text(cubes: Sequence[int]) -> str:
    return " ".join(Cube(cube).text for cube in cubes)


def _multiset(what: str, sets: Sequence[tuple[int, ...]]) -> Domain:
    """Several cubes at once: "food wood", "wood and food"."""

    def read(reading: Reading) -> int:
        cubes = _cubes(reading)
        return sets.index(cubes) if cubes in sets else _not_so_many(reading)

    return Domain(what, len(sets), lambda _state, at: _text(sets[at]), read)


def _not_so_many(reading: Reading) -> NoReturn:
    if reading.verb == "for":
        raise reading.refuse("{words}: two cubes are taken for one, such as: swap food for wood stone.")
    if reading.verb == "buy":
        raise reading.refuse("{words}: one cube or two are bought, such as: buy food wood.")
    raise reading.refuse("{words}: two or four cubes are exchanged, such as: exchange food wood.")


def _read_cube(reading: Reading) -> int:
    if len(reading.words) != 1:
        raise reading.refuse("{words} must name one kind of cube: {kinds}.", kinds=Cube.texts())
    return _cubes(reading)[0]


def _read_bought(reading: Reading) -> int:
    """What is bought names one cube; with gold among them it is gold that is wanted (CAY-8.5.4)."""
    cubes = _cubes(reading)
    if Cube.GOLD in cubes:
        return Cube.GOLD
    return cubes[0] if len(cubes) == 1 else _not_so_many(reading)


def _read_gold(reading: Reading) -> int:
    """Any cubes with gold among them."""
    return 0 if Cube.GOLD in _cubes(reading) else _not_so_many(reading)


CUBE = Domain("a kind of cube", CUBES, lambda _state, cube: Cube(cube).text, _read_cube)
BOUGHT = Domain(CUBE.what, CUBE.count, CUBE.write, _read_bought)
PAIR = _multiset("two cubes", PAIRS)
FOUR = _multiset("four cubes", FOURS)
BATCH = _multiset("the cubes of a batch", BATCHES)
GOLD = Domain("gold", 1, lambda _state, _at: "gold", _read_gold)
OTHER_CUBES = Domain("other cubes", 1, lambda _state, _at: "", lambda reading: 0 * len(_cubes(reading)))

# Offers, rows, seats


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
ROW = names(
    "a row",
    Row.texts(),
    {name: Row.ids().index(ROWS_CALLED.get(name, name)) for name in (*Row.ids(), *ROWS_CALLED)},
    lambda reading: reading.refuse("{words} names no row of favours: prestige, money, cubes or build."),
)
SEAT = names(
    "a seat",
    [str(seat) for seat in range(MAX_SEATS)],
    otherwise=lambda reading: reading.refuse("{words} names no seat: 0 to {last}.", last=MAX_SEATS - 1),
)
