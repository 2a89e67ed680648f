"""Chapter 8.4: the lawyer, who converts buildings into residences."""

from __future__ import annotations

from typing import Any

from donjon.games.caylus import tables
from donjon.games.caylus.building import AS_BUILDINGS, BUILD_ROW, beyond_marker, road_subject
from donjon.games.caylus.model import (
    BOOK,
    NONE,
    OWNER_STAGE,
    ROAD,
    Class,
    Cube,
    Decision,
    Row,
    Source,
    Space,
    State,
    Tile,
)
from donjon.games.caylus.purse import gain_vp
from donjon.games.caylus.spaces import at_road, read_space, road_words, space_text, space_word, where
from donjon.kernel.actions import Domain, Kind
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message, Term
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number


def _conversion_refused(case: Case) -> Message:
    """Return why a building cannot be converted."""
    if case.argument < 1:
        return Message("Only buildings on the road can be converted.")
    return Message(
        "Can't convert {space}: only neutral and your own wood and stone tiles, not the lawyer.",
        space=_building(case),
    )


def _conversion_cost(case: Case) -> Message:
    """Return why a conversion cannot be paid for."""
    if case.state.by_favour:
        return Message("Converting costs 1 cloth; you have none.")
    return Message("Converting costs 1 cloth and 1 denier; you have {cloth} cloth, {deniers:denier|deniers}.")


def _building(case: Case) -> Term | Message:
    return where(case.state, Space.CASTLE + case.argument)


CONVERT = Kind(
    Domain(
        "a road space (the first is none)",
        ROAD + 1,
        lambda state, space: space_text(state, Space.CASTLE + space),
        lambda reading: max(0, read_space(reading) - Space.CASTLE),
    )
)
CONVERSION_COST = BOOK.forbids("CAY-8.4.1", _conversion_cost)
NO_TARGET = BOOK.forbids("CAY-8.4.3", _conversion_refused)
RESIDENCE_POINTS = number("CAY-8.4.4")
DEFERRED = number("CAY-8.4.7")
PENDING = BOOK.forbids("CAY-8.4.9", Message("Its conversion is already paid for: {space}.", space=_building))
SEVERAL_DEFERRED = number("CAY-8.4.10")
BEYOND_MARKER = CONVERT.refuses("CAY-11.2.3", beyond_marker(tables.LAWYER_COLUMN))
TO_CONVERT = BOOK.event(
    "to_convert",
    "{seat} pays 1 cloth and {deniers:denier|deniers} to convert: {space}.",
    *("road", "tile", "deniers"),
    without="{seat} pays 1 cloth to convert: {space}.",
    space=road_words,
    at=at_road,
    also=("CAY-8.4.1", "CAY-8.4.2"),
)
CONVERTED = BOOK.event(
    "converted",
    "{seat} gains a residence (+{vp:point|points}) in place of: {space}.",
    *("road", "vp", "tile"),
    space=road_words,
    at=at_road,
    also=("CAY-8.4.5",),
)
BOOK.asks(Decision.LAWYER, Message("Lawyer: convert a building for 1 cloth and 1 denier?"))


@compilable
def forbids_convert(state: State, seat: int, space: int) -> int:
    """Return 0 if the seat may convert the building, else the rule against it (CAY-8.4)."""
    tile = int(state.tile[space]) if space > 0 else NONE
    if tile == NONE or not tables.CONVERTIBLE[tile]:
        return NO_TARGET
    if tables.CLASS[tile] != Class.NEUTRAL and state.owner[space] != seat:
        return NO_TARGET
    if state.pending[space] != NONE:
        return PENDING
    me = state.seats[seat]
    if me.cubes[Cube.CLOTH] < tables.CONVERT_CLOTH or (
        not state.by_favour and me.deniers < tables.CONVERT_DENIERS
    ):
        return CONVERSION_COST
    if state.by_favour and me.columns[Row.BUILD] < tables.LAWYER_COLUMN:
        return BEYOND_MARKER
    return 0


@compilable
def mark_conversions(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the buildings that can be converted now (D-11) as mask[first + space]; return how many."""
    count = 0
    if state.seats[seat].cubes[Cube.CLOTH] < tables.CONVERT_CLOTH:
        return count
    for space in range(1, ROAD + 1):
        if forbids_convert(state, seat, space) == 0:
            count += 1
            if mask is not None:
                mask[first + space] = 1
    return count


_CONVERT_BUTTON = Message(
    "Convert: {space}",
    space=lambda case: space_word(Space.CASTLE + case.argument, case.state.tile[case.argument]),
)


@CONVERT.action_at(
    Decision.LAWYER,
    verb="convert",
    forbids=forbids_convert,
    button=_CONVERT_BUTTON,
    mark=mark_conversions,
    previews=True,
    place=road_subject,
    noun="space",
)
@compilable
def use_lawyer(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Convert with the lawyer, whose worker then leaves as with every building (CAY-8.4.1)."""
    state.stage = OWNER_STAGE
    pay_for_conversion(state, seat, space, log)


@CONVERT.action_at(
    Decision.FAVOUR_BUILD,
    verb="convert",
    forbids=forbids_convert,
    button=_CONVERT_BUTTON,
    mark=mark_conversions,
    previews=True,
)
@compilable
def pay_for_conversion(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Pay, and convert the building unless a worker stands on it (CAY-8.4.1, CAY-8.4.7)."""
    me = state.seats[seat]
    deniers = 0 if state.by_favour else tables.CONVERT_DENIERS
    me.cubes[Cube.CLOTH] -= tables.CONVERT_CLOTH
    me.deniers -= deniers
    if state.by_favour:
        cite(log, BUILD_ROW)
        cite(log, AS_BUILDINGS)
    state.by_favour = 0
    is_occupied = state.worker[Space.CASTLE + space] != NONE
    if is_occupied:
        if log is not None and is_any_deferred(state):
            cite(log, SEVERAL_DEFERRED)
        state.pending[space] = seat
    rule = DEFERRED if is_occupied else CONVERSION_COST
    emit(log, TO_CONVERT, seat, rule, space, state.tile[space], deniers)
    if not is_occupied:
        convert(state, seat, space, log)


@compilable
def is_any_deferred(state: State) -> bool:
    """Return whether a conversion is paid for that waits for a worker to leave (CAY-8.4.7)."""
    for space in range(1, ROAD + 1):
        if state.pending[space] != NONE:
            return True
    return False


@compilable
def convert(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Lay a residence there; a craft building returns to the stock (CAY-8.4.4, CAY-8.4.5)."""
    tile = int(state.tile[space])
    if tables.CLASS[tile] != Class.NEUTRAL:
        state.stock[tile] += 1
    state.tile[space] = Tile.RESIDENCE
    state.owner[space] = seat
    state.last = Space.CASTLE + space
    state.pending[space] = NONE
    state.seats[seat].residences += 1
    vp = int(tables.VP[state.values, Tile.RESIDENCE])
    gain_vp(state, seat, Source.BUILDINGS, vp)
    emit(log, CONVERTED, seat, RESIDENCE_POINTS, space, vp, tile)


def explain_lawyer(_state: Any, _tile: int) -> list[Line]:
    """Explain what a worker can do at the lawyer."""
    says = Message("Convert a neutral building or one of yours into a residence for 1 cloth and 1 denier.")
    return [("CAY-8.4.1", says)]
