"""The words of the buttons that play actions: (state, seat, argument) -> Message."""

from __future__ import annotations

from typing import Any

from donjon.caylus import building, placing, tables
from donjon.caylus.castle import free_part, section_of
from donjon.caylus.choices import BATCH_CUBES, FIRST_BUILT, FOUR_CUBES, PAIR_CUBES
from donjon.caylus.favours import next_column
from donjon.caylus.nouns import (
    ANY_CUBE,
    CUBES,
    ROAD,
    TILES,
    Class,
    Cube,
    Phase,
    Row,
    Section,
    Space,
    Tile,
    amounts,
    offer_message,
)
from donjon.caylus.spaces import space_word, where
from donjon.kernel.game import copy
from donjon.kernel.message import Message, Term


def cost_of(state: Any, tile: int) -> list[Any]:
    """What a tile costs now."""
    cost: list[Any] = amounts([building.price(state, tile, cube) for cube in range(CUBES)])
    return [*cost, ANY_CUBE] if tables.ANY[tile] else cost


def place(state: Any, seat: int, space: int) -> Message:
    """A worker on a space."""
    cost = placing.place_cost(state, seat, space)
    return Message("Worker: {space} (deniers: {cost})", space=where(state, space), cost=cost)


def no_batch(state: Any, _seat: int, _nothing: int) -> Message:
    """The end of a turn in the castle."""
    return Message("No more batches") if state.seats[state.actor].batches else Message("No batch")


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


def row(state: Any, seat: int, number: int) -> Message:
    """A row of favours."""
    column = int(next_column(state, state.seats[seat], number))
    if number == Row.PRESTIGE:
        return Message("Favour: prestige points +{count}", count=int(tables.ROW_GAIN[number, column]))
    if number == Row.MONEY:
        return Message("Favour: deniers +{count}", count=int(tables.ROW_GAIN[number, column]))
    if number == Row.CUBES:
        cubes = [Cube(cube).term for cube in range(CUBES) if tables.CUBE_COLUMN[cube] <= column]
        return Message(_SWAPS if column >= tables.SWAP_COLUMN else _TAKES, column=column, cubes=cubes)
    if column < tables.BUILD_COLUMN[Class.WOOD]:
        return Message("Favour: building, column {column} gives nothing", column=column)
    built = _built_by_favour(state, seat, column)
    if not built:
        return Message("Favour: building, column {column}: nothing that you can pay now", column=column)
    return Message("Favour: building, column {column}: {tiles}", column=column, tiles=built)


_TAKES = Message("Favour: a cube, column {column}: {cubes}").text
_SWAPS = Message("Favour: a cube, column {column}: {cubes}, or one for two others").text


def _built_by_favour(state: Any, seat: int, column: int) -> list[Term]:
    """CAY-11.5.4: the classes of which something could be built now with a marker in this column."""
    then = copy(state)
    then.by_favour = 1
    then.seats[seat].columns[Row.BUILD] = column
    found = [
        Class(kind).term
        for kind in (Class.WOOD, Class.STONE, Class.PRESTIGE)
        if any(
            tables.CLASS[tile] == kind and building.forbids_build(then, seat, tile) == 0
            for tile in range(FIRST_BUILT, TILES)
        )
    ]
    if building.mark_conversions(then, seat, 0, None):
        found.append(Class.RESIDENTIAL.term)
    return found


def take(_state: Any, _seat: int, cube: int) -> Message:
    """A cube of the cubes row."""
    return Message("Take {cubes}", cubes=Cube(cube).term)


def give(_state: Any, _seat: int, cube: int) -> Message:
    """A cube given for two others."""
    return Message("Give {cube} for two other cubes", cube=Cube(cube).term)


def take_two(_state: Any, _seat: int, pair: int) -> Message:
    """Two cubes for the one given."""
    return Message("Take {cubes}", cubes=amounts(PAIR_CUBES[pair]))


def batch(state: Any, _seat: int, number: int) -> Message:
    """A batch for the castle."""
    part = free_part(state)
    section = section_of(part) if part >= 0 else 0
    return Message(
        "Batch: {cubes} ({section}, prestige points: {vp})",
        cubes=amounts(BATCH_CUBES[number]),
        section=Section(section).term,
        vp=int(tables.BATCH_VP[section]),
    )
