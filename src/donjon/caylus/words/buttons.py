"""The words of the buttons that play actions: (state, seat, argument) -> Message."""

from __future__ import annotations

from typing import Any

from donjon.caylus import building, placing, tables
from donjon.caylus.building import FIRST_BUILT
from donjon.caylus.cubes import FOUR_CUBES, PAIR_CUBES
from donjon.caylus.nouns import (
    ANY_CUBE,
    CUBES,
    ROAD,
    Cube,
    Phase,
    Space,
    Tile,
    amounts,
    offer_message,
)
from donjon.caylus.spaces import space_word, where
from donjon.kernel.message import Message


def cost_of(state: Any, tile: int) -> list[Any]:
    """What a tile costs now."""
    cost: list[Any] = amounts([building.price(state, tile, cube) for cube in range(CUBES)])
    return [*cost, ANY_CUBE] if tables.ANY[tile] else cost


def place(state: Any, seat: int, space: int) -> Message:
    """A worker on a space."""
    cost = placing.place_cost(state, seat, space)
    return Message("Worker: {space} (deniers: {cost})", space=where(state, space), cost=cost)


def produce(state: Any, _seat: int, cube: int) -> Message:
    """The cubes of a production building."""
    return _taken(cube, int(tables.YIELD[state.tile[state.cursor], :, cube].max()))


def bonus(_state: Any, _seat: int, cube: int) -> Message:
    """The owner's cube."""
    return _taken(cube, 1)


def _taken(cube: int, count: int) -> Message:
    return Message("Take {cubes}", cubes=Message("{count} × {cube}", count=count, cube=Cube(cube).term))


def build(state: Any, _seat: int, index: int) -> Message:
    """A tile."""
    tile = FIRST_BUILT + index
    return Message(
        "Build: {tile} for {cost} (prestige points: {vp})",
        tile=Tile(tile).term,
        cost=cost_of(state, tile),
        vp=int(tables.VP[state.values, tile]),
    )


def pay(_state: Any, _seat: int, cube: int) -> Message:
    """The cube for "any"."""
    return Message("Pay with {cube}", cube=Cube(cube).term)


def site(_state: Any, _seat: int, space: int) -> Message:
    """The residence that a prestige tile replaces."""
    return Message("In place of the residence on space {number}", number=space)


def convert(state: Any, _seat: int, space: int) -> Message:
    """A building that becomes a residence."""
    return Message("Convert: {space}", space=space_word(Space.CASTLE + space, state.tile[space]))


def _tile_here(state: Any) -> int:
    """The tile at the cursor of phase 5."""
    return int(state.tile[state.cursor]) if state.phase == Phase.ROAD and state.cursor <= ROAD else 0


def sell(state: Any, _seat: int, cube: int) -> Message:
    """A cube for the marketplace."""
    price = int(tables.SELL_PRICE[_tile_here(state)])
    return Message("Sell {cube} (deniers: +{price})", cube=Cube(cube).term, price=price)


def buy(state: Any, _seat: int, cube: int) -> Message:
    """A cube of the peddler."""
    return _bought(state, amounts(kind == cube for kind in Cube), 1)


def buy_two(state: Any, _seat: int, pair: int) -> Message:
    """Two cubes of the peddler."""
    return _bought(state, amounts(PAIR_CUBES[pair]), 2)


def _bought(state: Any, cubes: list[Message], count: int) -> Message:
    price = int(tables.BUY_PRICE[_tile_here(state), count])
    return Message("Buy {cubes} (deniers: {price})", cubes=cubes, price=price)


def offer(state: Any, _seat: int, index: int) -> Message:
    """An offer of church, tailor or bank tile."""
    return offer_message(tables.TRADES[state.values, _tile_here(state), index])


def exchange_two(_state: Any, _seat: int, pair: int) -> Message:
    """A gold of the alchemist."""
    return Message("{gold} gold for {cubes}", gold=1, cubes=amounts(PAIR_CUBES[pair]))


def exchange_four(_state: Any, _seat: int, four: int) -> Message:
    """Two gold of the alchemist."""
    return Message("{gold} gold for {cubes}", gold=2, cubes=amounts(FOUR_CUBES[four]))
