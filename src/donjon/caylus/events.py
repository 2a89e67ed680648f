"""The events of Caylus: what the rules tell, how it is said, and where on the table it happened.

Arguments: "space" is a nouns.Space or CASTLE + road space, "road" a road space, "tile" what lies there (NONE
for nothing); "pair", "four" and "batch" are places in the tables of cubes.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.caylus.nouns import (
    NONE,
    Cube,
    Phase,
    Row,
    Section,
    Tile,
)
from donjon.caylus.spaces import at_road, at_space, space_said
from donjon.kernel.book import Book
from donjon.kernel.events import EventKind, NamedEvent, event
from donjon.kernel.message import Message
from donjon.kernel.nouns import Noun

_NOUNS: dict[str, type[Noun]] = {"cube": Cube, "phase": Phase, "row": Row, "section": Section, "tile": Tile}


def _word(noun: type[Noun]) -> Callable[[int], Any]:
    """Return the function that says a number as a word of the noun; NONE stays a number."""
    return lambda number: number if number == NONE else noun(number).term


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
    NOT_USED = event("{seat} makes no use of this: {space}.", "space", "tile", space=space_said, at=at_space)
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

    @classmethod
    def word(cls, argument: str, value: int) -> Any:
        """Cubes, phases, rows, sections and tiles by their words."""
        return WORDS[argument](value) if argument in WORDS else value


BOOK = Book(WORDS, old=Event)
