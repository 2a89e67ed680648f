"""Chapters 8.3 and 8.4: building tiles, and converting buildings into residences."""

from __future__ import annotations

from typing import Any

from donjon.caylus import tables
from donjon.caylus.events import Event
from donjon.caylus.nouns import (
    CUBES,
    NONE,
    ROAD,
    TILES,
    Class,
    Cube,
    Decision,
    Phase,
    Row,
    Source,
    Space,
    Tile,
)
from donjon.caylus.purse import gain_vp
from donjon.caylus.state import Seat, State
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

NOT_OF_PHASE = number("CAY-3.1")
WRONG_CLASS = number("CAY-8.3.1")
COST_RULE = number("CAY-8.3.2")
ANY_RULE = number("CAY-8.3.3")
FIRST_FREE = number("CAY-8.3.4")
NO_SPACE = number("CAY-8.3.5")
BUILT_RULE = number("CAY-8.3.6")
PRESTIGE_RULE = number("CAY-8.3.7")
FAVOURS_RULE = number("CAY-8.3.8")
CHURCH_BUILT = number("CAY-8.3.9")
NO_WORKER_YET = number("CAY-8.3.10")
CONVERT_COST = number("CAY-8.4.1")
NO_TARGET = number("CAY-8.4.3")
CONVERTED_RULE = number("CAY-8.4.4")
DEFERRED_RULE = number("CAY-8.4.7")
PENDING_RULE = number("CAY-8.4.9")
SEVERAL_DEFERRED = number("CAY-8.4.10")
FAVOUR_SOURCES = number("CAY-11.1.1")
BEYOND_MARKER = number("CAY-11.2.3")
BUILD_ROW = number("CAY-11.5.4")
AS_BUILDINGS = number("CAY-11.5.5")
GIVES_AS_USUAL = number("CAY-11.5.6")
# What can be built: all tiles from the first wood tile on but the residence.
FIRST_BUILT = int(Tile.FARM_FOOD)
BUILT_TILES = TILES - FIRST_BUILT


@compilable
def price(state: State, tile: int, cube: int) -> int:
    """CAY-8.3.2, CAY-11.5.4: cubes of a kind that a tile costs; a favour makes it 1 wood or stone cheaper."""
    cost = int(tables.COST[tile, cube])
    return cost - int(tables.DISCOUNT[tables.CLASS[tile], cube]) if state.by_favour else cost


@compilable
def can_pay(state: State, me: Seat, tile: int) -> bool:
    """CAY-8.3.2, CAY-8.3.3: are all the cubes of the cost there?"""
    left = 0
    for cube in range(CUBES):
        rest = int(me.cubes[cube]) - price(state, tile, cube)
        if rest < 0:
            return False
        left += rest
    return left >= tables.ANY[tile]


@compilable
def can_pay_any(state: State, me: Seat, tile: int, cube: int) -> bool:
    """CAY-8.3.3: is a cube of this kind left for "any" when the rest of the cost is paid?"""
    return me.cubes[cube] > price(state, tile, cube)


@compilable
def forbids_build(state: State, seat: int, tile: int) -> int:
    """CAY-8.3, CAY-11.5.4: 0 if the seat may build the tile now, else the rule against it."""
    me = state.seats[seat]
    kind = int(tables.CLASS[tile])
    if tile == Tile.RESIDENCE or (not state.by_favour and tables.BUILDS[state.tile[state.cursor]] != kind):
        return WRONG_CLASS
    if state.stock[tile] == 0 or not can_pay(state, me, tile):
        return COST_RULE
    if kind == Class.PRESTIGE:
        if me.residences == 0:
            return PRESTIGE_RULE
    elif state.free == 0:
        return NO_SPACE
    if state.by_favour and tables.BUILD_COLUMN[kind] > me.columns[Row.BUILD]:
        return BEYOND_MARKER
    return 0


def can_build_any(state: Any, seat: int, kind: Class) -> bool:
    """Return whether the seat may build a tile of this class now."""
    tiles = [tile for tile in range(FIRST_BUILT, TILES) if tables.CLASS[tile] == kind]
    return any(forbids_build(state, seat, tile) == 0 for tile in tiles)


@compilable
def forbids_choice(state: State, seat: int, index: int) -> int:
    """`forbids_build` by the place among the tiles that are built."""
    return forbids_build(state, seat, FIRST_BUILT + index)


@compilable
def mark_builds(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """D-09, D-10: the tiles that can be built now, as mask[first + index]; returns how many."""
    count = 0
    for index in range(BUILT_TILES):
        if state.stock[FIRST_BUILT + index] > 0 and forbids_build(state, seat, FIRST_BUILT + index) == 0:
            count += 1
            if mask is not None:
                mask[first + index] = 1
    return count


@compilable
def begin_build(state: State, seat: int, index: int, log: EventLog | None) -> None:
    """A tile is chosen; if there is a choice, the cube for "any" or the residence comes next."""
    tile = FIRST_BUILT + index
    state.chosen = tile
    asked = second_half(state, seat, tile)
    if asked != Decision.NOTHING:
        state.decision, state.actor = asked, seat
    elif tables.ANY[tile]:
        pay_any(state, seat, only_payment(state, seat, tile), log)
    else:
        build(state, seat, only_site(state, seat, tile), log)


@compilable
def only_payment(state: State, seat: int, tile: int) -> int:
    """CAY-8.3.3: the only kind that can pay for "any", NONE if there are several."""
    kind = NONE
    for cube in range(CUBES):
        if can_pay_any(state, state.seats[seat], tile, cube):
            if kind != NONE:
                return NONE
            kind = cube
    return kind


@compilable
def only_site(state: State, seat: int, tile: int) -> int:
    """CAY-8.3.4, CAY-8.3.7: the space of a tile whose builder does not choose it, NONE if it is chosen."""
    return only_residence(state, seat) if tables.CLASS[tile] == Class.PRESTIGE else int(state.free)


@compilable
def only_residence(state: State, seat: int) -> int:
    """CAY-8.3.7: the space of the only own residence, NONE if there are several."""
    if state.seats[seat].residences > 1:
        return NONE
    for space in range(1, ROAD + 1):
        if is_residence(state, seat, space):
            return space
    return NONE


@compilable
def second_half(state: State, seat: int, tile: int) -> int:
    """The decision that follows the choice of a tile: PAY, SITE, or NOTHING where there is no choice."""
    if tables.ANY[tile]:
        return Decision.PAY if only_payment(state, seat, tile) == NONE else Decision.NOTHING
    is_prestige = tables.CLASS[tile] == Class.PRESTIGE
    return Decision.SITE if is_prestige and only_residence(state, seat) == NONE else Decision.NOTHING


@compilable
def forbids_payment(state: State, seat: int, cube: int) -> int:
    """CAY-8.3.2, CAY-8.3.3: 0 if such a cube can pay for "any" of the tile that is being built."""
    return 0 if can_pay_any(state, state.seats[seat], int(state.chosen), cube) else COST_RULE


@compilable
def forbids_site(state: State, seat: int, space: int) -> int:
    """CAY-8.3.7: 0 if a residence of the seat stands there, for a prestige tile to replace."""
    return 0 if is_residence(state, seat, space) else PRESTIGE_RULE


@compilable
def is_residence(state: State, seat: int, space: int) -> bool:
    """Is there a residence of the seat?"""
    return space > 0 and state.owner[space] == seat and state.tile[space] == Tile.RESIDENCE


@compilable
def pay_any(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """CAY-8.3.3: the cube for "any"; then the tile is built."""
    state.seats[seat].cubes[cube] -= 1
    emit(log, Event.PAID_ANY, seat, ANY_RULE, cube, 0, 0)
    build(state, seat, int(state.free), log)


@compilable
def forbids_early_site(state: State, seat: int, space: int) -> int:
    """CAY-8.3.7: nor is a residence; one that is none of the seat's will be no choice then either."""
    return NOT_OF_PHASE if is_residence(state, seat, space) else PRESTIGE_RULE


@compilable
def build(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """CAY-8.3.2 to CAY-8.3.8: pay, lay the tile with a house on it, gain its points and favours."""
    tile = int(state.chosen)
    me = state.seats[seat]
    for cube in range(CUBES):
        me.cubes[cube] -= price(state, tile, cube)
    state.stock[tile] -= 1
    if tables.CLASS[tile] == Class.PRESTIGE:
        me.residences -= 1
    state.tile[space] = tile
    state.owner[space] = seat
    state.last = Space.CASTLE + space
    if space == state.free:
        find_free(state)
    vp = int(tables.VP[state.values, tile])
    gain_vp(state, seat, Source.BUILDINGS, vp)
    if tables.FAVOURS[tile] > 0:
        state.owed += tables.FAVOURS[tile]
        state.favoured = seat
    if log is not None:
        cite_build(state, tile, log)
    state.chosen = NONE
    state.by_favour = 0
    emit(log, Event.BUILT, seat, BUILT_RULE, tile, space, vp)


@compilable
def cite_build(state: State, tile: int, log: EventLog | None) -> None:
    """Cite who let the tile be built, where it lies, what it brings and when it can be used."""
    is_prestige = tables.CLASS[tile] == Class.PRESTIGE
    cite(log, PRESTIGE_RULE if is_prestige else FIRST_FREE)
    if state.by_favour:
        cite(log, BUILD_ROW)
        cite(log, AS_BUILDINGS)
        cite(log, GIVES_AS_USUAL)
    else:
        cite(log, WRONG_CLASS)
    if tables.FAVOURS[tile] > 0:
        cite(log, FAVOURS_RULE)
        cite(log, FAVOUR_SOURCES)
    if tile == Tile.CHURCH:
        cite(log, CHURCH_BUILT)
    if not is_prestige and state.phase <= Phase.ROAD:
        cite(log, NO_WORKER_YET)


@compilable
def find_free(state: State) -> None:
    """CAY-8.3.4: the unbuilt road space with the lowest number, 0 without one."""
    state.free = 0
    for space in range(1, ROAD + 1):
        if state.tile[space] == NONE:
            state.free = space
            return


@compilable
def forbids_convert(state: State, seat: int, space: int) -> int:
    """CAY-8.4: 0 if the seat may convert the building, else the rule against it."""
    tile = int(state.tile[space]) if space > 0 else NONE
    if tile == NONE or not tables.CONVERTIBLE[tile]:
        return NO_TARGET
    if tables.CLASS[tile] != Class.NEUTRAL and state.owner[space] != seat:
        return NO_TARGET
    if state.pending[space] != NONE:
        return PENDING_RULE
    me = state.seats[seat]
    if me.cubes[Cube.CLOTH] < tables.CONVERT_CLOTH or (
        not state.by_favour and me.deniers < tables.CONVERT_DENIERS
    ):
        return CONVERT_COST
    if state.by_favour and me.columns[Row.BUILD] < tables.LAWYER_COLUMN:
        return BEYOND_MARKER
    return 0


@compilable
def mark_conversions(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """D-11: the buildings that can be converted now, as mask[first + space]; returns how many."""
    count = 0
    if state.seats[seat].cubes[Cube.CLOTH] < tables.CONVERT_CLOTH:
        return count
    for space in range(1, ROAD + 1):
        if forbids_convert(state, seat, space) == 0:
            count += 1
            if mask is not None:
                mask[first + space] = 1
    return count


@compilable
def pay_for_conversion(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """CAY-8.4.1, CAY-8.4.7: pay now; the building is converted when no worker stands on it (any more)."""
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
    rule = DEFERRED_RULE if is_occupied else CONVERT_COST
    emit(log, Event.TO_CONVERT, seat, rule, space, state.tile[space], deniers)
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
    """CAY-8.4.4, CAY-8.4.5: a residence takes the place; a craft building returns to the bank."""
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
    emit(log, Event.CONVERTED, seat, CONVERTED_RULE, space, vp, tile)
