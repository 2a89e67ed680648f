"""Chapters 8.3 and 8.4: building tiles, and converting buildings into residences."""

from __future__ import annotations

from donjon.caylus.actions import BUILD, BUILT_TILES, CONVERT, FIRST_BUILT
from donjon.caylus.nouns import CUBES, NONE, ROAD, Ask, Class, Cube, Row, Source, Space, Tile
from donjon.caylus.purse import gain_vp
from donjon.caylus.state import Seat, State
from donjon.caylus.tables import (
    ANY,
    BUILD_COLUMN,
    BUILDS,
    CLASS,
    CONVERTIBLE,
    COST,
    FAVOURS,
    LAWYER_COLUMN,
    VP,
)
from donjon.caylus.tales import Tale
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.story import Story, tell

WRONG_CLASS = number("CAY-8.3.1")
COST_RULE = number("CAY-8.3.2")
ANY_RULE = number("CAY-8.3.3")
NO_SPACE = number("CAY-8.3.5")
BUILT_RULE = number("CAY-8.3.6")
PRESTIGE_RULE = number("CAY-8.3.7")
CONVERT_COST = number("CAY-8.4.1")
NO_TARGET = number("CAY-8.4.3")
CONVERTED_RULE = number("CAY-8.4.4")
DEFERRED_RULE = number("CAY-8.4.7")
PENDING_RULE = number("CAY-8.4.9")
BEYOND_MARKER = number("CAY-11.2.3")


@compilable
def price(state: State, tile: int, cube: int) -> int:
    """CAY-8.3.2, CAY-11.5.4: cubes of a kind that a tile costs; a favour makes it 1 wood or stone cheaper."""
    cost = int(COST[tile, cube])
    if state.by_favour:
        if CLASS[tile] == Class.WOOD and cube == Cube.WOOD:
            return cost - 1
        if CLASS[tile] == Class.STONE and cube == Cube.STONE:
            return cost - 1
    return cost


@compilable
def can_pay(state: State, me: Seat, tile: int) -> bool:
    """CAY-8.3.2, CAY-8.3.3: are all the cubes of the cost there?"""
    left = 0
    for cube in range(CUBES):
        rest = int(me.cubes[cube]) - price(state, tile, cube)
        if rest < 0:
            return False
        left += rest
    return left >= ANY[tile]


@compilable
def can_pay_any(state: State, me: Seat, tile: int, cube: int) -> bool:
    """CAY-8.3.3: is a cube of this kind left for "any" when the rest of the cost is paid?"""
    return me.cubes[cube] > price(state, tile, cube)


@compilable
def forbids_build(state: State, seat: int, tile: int) -> int:
    """CAY-8.3, CAY-11.5.4: 0 if the seat may build the tile now, else the rule against it."""
    me = state.seats[seat]
    kind = int(CLASS[tile])
    if tile == Tile.RESIDENCE or (not state.by_favour and BUILDS[state.tile[state.cursor]] != kind):
        return WRONG_CLASS
    if state.stock[tile] == 0 or not can_pay(state, me, tile):
        return COST_RULE
    if kind == Class.PRESTIGE:
        if me.residences == 0:
            return PRESTIGE_RULE
    elif state.free == 0:
        return NO_SPACE
    if state.by_favour and BUILD_COLUMN[kind] > me.columns[Row.BUILD]:
        return BEYOND_MARKER
    return 0


@compilable
def mark_builds(state: State, seat: int, mask: Ints | None) -> int:
    """D-09, D-10: the tiles that can be built now; returns how many."""
    count = 0
    for index in range(BUILT_TILES):
        if state.stock[FIRST_BUILT + index] > 0 and forbids_build(state, seat, FIRST_BUILT + index) == 0:
            count += 1
            if mask is not None:
                mask[BUILD + index] = 1
    return count


@compilable
def begin_build(state: State, seat: int, tile: int, story: Story | None) -> None:
    """A tile is chosen; if there is a choice, the cube for "any" or the residence comes next."""
    state.chosen = tile
    if ANY[tile]:
        count, kind = 0, NONE
        for cube in range(CUBES):
            if can_pay_any(state, state.seats[seat], tile, cube):
                count += 1
                kind = cube
        if count > 1:
            state.ask, state.actor = Ask.PAY, seat
        else:
            pay_any(state, seat, kind, story)
    elif CLASS[tile] == Class.PRESTIGE:
        if state.seats[seat].residences > 1:
            state.ask, state.actor = Ask.SITE, seat
        else:
            build(state, seat, first_residence(state, seat), story)
    else:
        build(state, seat, int(state.free), story)


@compilable
def first_residence(state: State, seat: int) -> int:
    """The own residence nearest to the bridge, 0 without one."""
    for space in range(1, ROAD + 1):
        if is_residence(state, seat, space):
            return space
    return 0


@compilable
def is_residence(state: State, seat: int, space: int) -> bool:
    """Is there a residence of the seat?"""
    return space > 0 and state.owner[space] == seat and state.tile[space] == Tile.RESIDENCE


@compilable
def pay_any(state: State, seat: int, cube: int, story: Story | None) -> None:
    """CAY-8.3.3: the cube for "any"; then the tile is built."""
    tell(story, Tale.PAID_ANY, seat, ANY_RULE, cube, 0, 0)
    state.seats[seat].cubes[cube] -= 1
    build(state, seat, int(state.free), story)


@compilable
def build(state: State, seat: int, space: int, story: Story | None) -> None:
    """CAY-8.3.2 to CAY-8.3.8: pay, lay the tile with a house on it, gain its points and favours."""
    tile = int(state.chosen)
    me = state.seats[seat]
    for cube in range(CUBES):
        me.cubes[cube] -= price(state, tile, cube)
    state.stock[tile] -= 1
    if CLASS[tile] == Class.PRESTIGE:
        me.residences -= 1
    state.tile[space] = tile
    state.owner[space] = seat
    state.last = Space.CASTLE + space
    if space == state.free:
        find_free(state)
    vp = int(VP[state.values, tile])
    gain_vp(state, seat, Source.BUILDINGS, vp)
    tell(story, Tale.BUILT, seat, BUILT_RULE, tile, space, vp)
    if FAVOURS[tile] > 0:
        state.owed += int(FAVOURS[tile])
        state.favoured = seat
    state.chosen = NONE
    state.by_favour = 0


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
    if tile == NONE or not CONVERTIBLE[tile]:
        return NO_TARGET
    if CLASS[tile] != Class.NEUTRAL and state.owner[space] != seat:
        return NO_TARGET
    if state.pending[space] != NONE:
        return PENDING_RULE
    me = state.seats[seat]
    if me.cubes[Cube.CLOTH] == 0 or (not state.by_favour and me.deniers == 0):
        return CONVERT_COST
    if state.by_favour and me.columns[Row.BUILD] < LAWYER_COLUMN:
        return BEYOND_MARKER
    return 0


@compilable
def mark_conversions(state: State, seat: int, mask: Ints | None) -> int:
    """D-11: the buildings that can be converted now; returns how many."""
    count = 0
    if state.seats[seat].cubes[Cube.CLOTH] == 0:
        return count
    for space in range(1, ROAD + 1):
        if forbids_convert(state, seat, space) == 0:
            count += 1
            if mask is not None:
                mask[CONVERT + space] = 1
    return count


@compilable
def pay_for_conversion(state: State, seat: int, space: int, story: Story | None) -> None:
    """CAY-8.4.1, CAY-8.4.7: pay now; the building is converted when no worker stands on it (any more)."""
    me = state.seats[seat]
    deniers = 0 if state.by_favour else 1
    me.cubes[Cube.CLOTH] -= 1
    me.deniers -= deniers
    state.by_favour = 0
    is_occupied = state.worker[Space.CASTLE + space] != NONE
    rule = DEFERRED_RULE if is_occupied else CONVERT_COST
    tell(story, Tale.TO_CONVERT, seat, rule, space, deniers, state.tile[space])
    if is_occupied:
        state.pending[space] = seat
    else:
        convert(state, seat, space, story)


@compilable
def convert(state: State, seat: int, space: int, story: Story | None) -> None:
    """CAY-8.4.4, CAY-8.4.5: a residence takes the place; a craft building returns to the bank."""
    tile = int(state.tile[space])
    if CLASS[tile] != Class.NEUTRAL:
        state.stock[tile] += 1
    state.tile[space] = Tile.RESIDENCE
    state.owner[space] = seat
    state.last = Space.CASTLE + space
    state.pending[space] = NONE
    state.seats[seat].residences += 1
    vp = int(VP[state.values, Tile.RESIDENCE])
    gain_vp(state, seat, Source.BUILDINGS, vp)
    tell(story, Tale.CONVERTED, seat, CONVERTED_RULE, space, vp, tile)
