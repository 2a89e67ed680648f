"""The events of Caylus: what the rules tell, how it is said, and where on the table it happened.

Arguments: "space" is a nouns.Space or CASTLE + road space, "road" a road space, "tile" what lies there (NONE
for nothing); "pair", "four" and "batch" are places in the tables of choices.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.caylus.choices import BATCH_CUBES, FOUR_CUBES, PAIR_CUBES
from donjon.caylus.nouns import (
    NONE,
    Cube,
    Phase,
    Row,
    Section,
    Tile,
    amounts,
    offer_message,
)
from donjon.caylus.spaces import at_road, at_space, at_tile, road_said, space_said
from donjon.caylus.tables import TRADES
from donjon.kernel.book import Book
from donjon.kernel.events import EventKind, NamedEvent, event
from donjon.kernel.message import Message
from donjon.kernel.nouns import Noun

_NOUNS: dict[str, type[Noun]] = {"cube": Cube, "phase": Phase, "row": Row, "section": Section, "tile": Tile}


def _word(noun: type[Noun]) -> Callable[[int], Any]:
    """Return the function that says a number as a word of the noun; NONE stays a number."""
    return lambda number: number if number == NONE else noun(number).term


def _cubes(named: NamedEvent) -> list[Message]:
    return amounts(named.count * (kind == named.cube) for kind in Cube)


def _one_cube(named: NamedEvent) -> list[Message]:
    return amounts(kind == named.cube for kind in Cube)


def _pair(named: NamedEvent) -> list[Message]:
    return amounts(PAIR_CUBES[named.pair])


WORDS = {name: _word(noun) for name, noun in _NOUNS.items()}


# Sentences that depend on the numbers


def _section_result(named: NamedEvent) -> Message:
    places = {"seat": named.who, "section": Section(named.section).term, "houses": named.houses}
    if named.gain > 0:
        return Message(
            "{seat} has {houses} houses in the {section}. Favours: {favours}.", **places, favours=named.gain
        )
    if named.houses:
        return Message("{seat} has {houses} house in the {section}: neither favour nor loss.", **places)
    if named.gain:
        return Message(
            "{seat} has no house in the {section} (prestige points: −{vp}).", **places, vp=-named.gain
        )
    return Message("{seat} has no house in the {section}.", **places)


def _row_chosen(named: NamedEvent) -> Message:
    places = {"seat": named.who, "row": Row(named.row).term, "column": named.column}
    if named.before == named.column:
        return Message("{seat} uses a favour: {row}. The marker stays in column {column}.", **places)
    return Message("{seat} uses a favour: {row}. The marker moves to column {column}.", **places)


def _row_gain(named: NamedEvent) -> Message:
    if named.row == Row.PRESTIGE:
        return Message("{seat} gains prestige points: {count}.", seat=named.who, count=named.count)
    return Message("{seat} gains {count} deniers.", seat=named.who, count=named.count)


# Where it happened


def _at_section(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    return Section(named.section).id


def at_row(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """Return the subject of the row of an event."""
    return f"favour-{Row(named.row).id}"


class Event(EventKind):
    """The kinds of events of Caylus."""

    NEUTRAL_LAID = event("Space {space}: {tile}.", "road", "tile", space=lambda named: named.road, at=at_road)
    PLACE_IN_ORDER = event(
        "{seat} is number {place} in turn order and starts with {deniers} deniers.",
        *("place", "deniers"),
        also=("CAY-2.4",),
    )
    ROUND_BEGAN = event("Round {round} begins.", "round")
    PHASE_BEGAN = event("Phase {number}: {phase}.", "phase", number=lambda named: named.phase)
    INCOME = event("{seat} has an income of {deniers} deniers.", "deniers")
    PASSED = event("{seat} passes as number {place}.", "place", at="bridge", also=("CAY-5.2.1",))
    FIRST_TO_PASS = event("{seat} is the first to pass and gains {count} denier.", "count", at="bridge")
    PLACED = event(
        "{seat} places a worker: {space} (deniers: −{cost}).",
        "space",
        "cost",
        "tile",
        space=space_said,
        at=at_space,
    )
    VISITED = event(
        "{seat} owns this building and gains {vp} prestige point: {space}.",
        *("space", "vp", "tile"),
        space=space_said,
        at=at_space,
        also=("CAY-5.5.1",),
    )
    NOT_USED = event("{seat} makes no use of this: {space}.", "space", "tile", space=space_said, at=at_space)
    PRODUCED = event("{seat} takes {cubes} at the {tile}.", "cube", "count", "tile", cubes=_cubes, at=at_tile)
    OWNER_TOOK = event(
        "{seat} takes {cubes} as the owner of the {tile}.",
        *("cube", "tile"),
        cubes=_one_cube,
        at=at_tile,
        also=("CAY-8.2.9",),
    )
    NOT_REACHED = event(
        "The provost does not reach this: {space}. {seat} takes the worker home.",
        *("road", "tile"),
        space=road_said,
        at=at_road,
        also=("CAY-8.6.1",),
    )
    PAID_ANY = event("{seat} pays 1 × {cube} for the cube of any kind.", "cube", also=("CAY-8.3.2",))
    BUILT = event(
        "{seat} builds: {tile} on space {space} (prestige points: +{vp}).",
        *("tile", "road", "vp"),
        space=lambda named: named.road,
        at=at_road,
        also=("CAY-8.3.2",),
    )
    TO_CONVERT = event(
        "{seat} pays for a conversion (cloth: 1, deniers: {deniers}): {space}.",
        *("road", "tile", "deniers"),
        without="{seat} pays for a conversion (cloth: 1): {space}.",
        space=road_said,
        at=at_road,
        also=("CAY-8.4.1", "CAY-8.4.2"),
    )
    CONVERTED = event(
        "{seat} gains a residence (prestige points: +{vp}) in place of: {space}.",
        *("road", "vp", "tile"),
        space=road_said,
        at=at_road,
        also=("CAY-8.4.5",),
    )
    SOLD = event("{seat} sells 1 × {cube} (deniers: +{deniers}).", "cube", "deniers", "tile", at=at_tile)
    BOUGHT = event(
        "{seat} buys {cubes} (deniers: −{deniers}).", "cube", "deniers", "tile", cubes=_one_cube, at=at_tile
    )
    TRADED = event(
        "{seat} trades at the {tile}: {offer}.",
        *("tile", "offer", "values"),
        offer=lambda named: offer_message(TRADES[named.values, named.tile, named.offer]),
        at=at_tile,
    )
    EXCHANGED_TWO = event("{seat} turns {cubes} into {gold} gold.", "pair", "gold", cubes=_pair)
    EXCHANGED_FOUR = event(
        "{seat} turns {cubes} into {gold} gold.",
        *("four", "gold"),
        cubes=lambda named: amounts(FOUR_CUBES[named.four]),
    )
    BATCH = event(
        "{seat} gives {cubes} for a house in the castle: {section} (prestige points: +{vp}).",
        *("batch", "section", "vp"),
        cubes=lambda named: amounts(BATCH_CUBES[named.batch]),
        at="castle",
        also=("CAY-9.2.1", "CAY-9.2.2", "CAY-9.2.3", "CAY-9.3.2"),
    )
    NO_BATCH = event(
        "{seat} gives no batch (prestige points: −{vp}).",
        "vp",
        without="{seat} gives no batch.",
        at="castle",
        also=("CAY-9.2.1",),
    )
    NO_ROOM = event(
        "{seat} finds no room left in the castle and loses nothing.", at="castle", also=("CAY-9.3.3",)
    )
    MOST_HOUSES = event(
        "{seat} has put the most houses into the castle in this round: {count}.",
        "count",
        at="castle",
        also=("CAY-9.6.1", "CAY-11.1.1"),
    )
    TIED_HOUSES = event(
        "{seat} and others have put the most houses into the castle, each of them {count}; "
        "{seat} stands on its lowest space.",
        "count",
        at="castle",
        also=("CAY-9.6.1", "CAY-11.1.1"),
    )
    BAILIFF_MOVED = event(
        "The bailiff moves from space {origin} to {target}.", "origin", "target", at="bailiff"
    )
    PROVOST_TO_BAILIFF = event(
        "The provost goes from space {origin} to the bailiff on {target}.", "origin", "target", at="provost"
    )
    SECTION_SCORED = event("A section is scored: {section}.", "section", at=_at_section, also=("CAY-10.3.1",))
    # "gain" is favours, or minus the points that are lost.
    SECTION_RESULT = event(_section_result, "section", "houses", "gain", at=_at_section)
    COLUMNS_OPEN = event("Columns 1 to {count} of the favour table are open now.", "count")
    FAVOUR_LOST = event("{seat} has used all rows in this phase: the favour is lost.")
    FAVOUR_VP = event("{seat} gains {vp} prestige points for a favour.", "vp", also=("CAY-14.1",))
    ROW_CHOSEN = event(
        _row_chosen,
        *("row", "before", "column"),
        at=at_row,
        also=("CAY-11.1.2", "CAY-11.2.1", "CAY-11.4.1"),
    )
    ROW_GAIN = event(_row_gain, "row", "count", at=at_row, also=("CAY-11.2.3",))
    FAVOUR_CUBE = event("{seat} takes 1 × {cube}.", "cube", also=("CAY-11.2.3",))
    SWAPPED = event(
        "{seat} gives 1 × {cube} and takes {cubes}.", "cube", "pair", cubes=_pair, also=("CAY-11.2.3",)
    )
    FAVOUR_NOT_USED = event("{seat} does not use the row: {row}.", "row", at=at_row)
    ORDER_SWAPPED = event("The turn order swaps: {seat} is first.")
    GAME_OVER = event("The towers are scored: the game is over.", also=("CAY-10.4.2",))
    COUNTED_GOLD = event(
        "{seat}: gold {count} (prestige points: +{vp}).", "count", "vp", without="{seat}: gold {count}."
    )
    COUNTED_CUBES = event(
        "{seat}: other cubes {count} (prestige points: +{vp}).",
        *("count", "vp"),
        without="{seat}: other cubes {count}.",
    )
    COUNTED_DENIERS = event(
        "{seat}: deniers {count} (prestige points: +{vp}).", "count", "vp", without="{seat}: deniers {count}."
    )
    WON = event("{seat} wins with {vp} prestige points.", "vp")
    BOUGHT_TWO = event(
        "{seat} buys {cubes} (deniers: −{deniers}).", "pair", "deniers", "tile", cubes=_pair, at=at_tile
    )

    @classmethod
    def word(cls, argument: str, value: int) -> Any:
        """Cubes, phases, rows, sections and tiles by their words."""
        return WORDS[argument](value) if argument in WORDS else value


BOOK = Book(WORDS, old=Event)
