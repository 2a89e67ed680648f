"""The events of Caylus: what the rules tell, how it is said, and where on the table it happened.

Arguments: "space" is a nouns.Space or CASTLE + road space, "road" a road space, "tile" what lies there (NONE
for nothing); "pair", "four" and "batch" are places in the tables of cubes.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.caylus.cubes import FOUR_CUBES, one_cube_said, pair_said
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


# Where it happened


def _at_section(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    return Section(named.section).id


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
        cubes=one_cube_said,
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
        "{seat} buys {cubes} (deniers: −{deniers}).",
        "cube",
        "deniers",
        "tile",
        cubes=one_cube_said,
        at=at_tile,
    )
    TRADED = event(
        "{seat} trades at the {tile}: {offer}.",
        *("tile", "offer", "values"),
        offer=lambda named: offer_message(TRADES[named.values, named.tile, named.offer]),
        at=at_tile,
    )
    EXCHANGED_TWO = event("{seat} turns {cubes} into {gold} gold.", "pair", "gold", cubes=pair_said)
    EXCHANGED_FOUR = event(
        "{seat} turns {cubes} into {gold} gold.",
        *("four", "gold"),
        cubes=lambda named: amounts(FOUR_CUBES[named.four]),
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
        "{seat} buys {cubes} (deniers: −{deniers}).", "pair", "deniers", "tile", cubes=pair_said, at=at_tile
    )

    @classmethod
    def word(cls, argument: str, value: int) -> Any:
        """Cubes, phases, rows, sections and tiles by their words."""
        return WORDS[argument](value) if argument in WORDS else value


BOOK = Book(WORDS, old=Event)
