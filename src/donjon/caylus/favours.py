"""Chapters 11 and 14: favours."""

from __future__ import annotations

from donjon.caylus.choices import PAIR_CUBES
from donjon.caylus.events import Event
from donjon.caylus.nouns import NONE, ROWS, Decision, Row, Source
from donjon.caylus.purse import gain_cubes, gain_vp
from donjon.caylus.state import Seat, State
from donjon.caylus.tables import CUBE_COLUMN, OPEN_COLUMNS, ROW_GAIN, SIMPLIFIED_VP, SWAP_COLUMN
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.rule_ids import number

MUST_CHOOSE = number("CAY-11.2.1")
MARKER_RULE = number("CAY-11.2.2")
BEYOND_MARKER = number("CAY-11.2.3")
MARKER_STAYS = number("CAY-11.2.4")
SHARE_A_SPACE = number("CAY-11.2.5")
ROW_USED = number("CAY-11.4.1")
LOST_RULE = number("CAY-11.4.2")
VP_RULE = number("CAY-11.5.1")
DENIERS_RULE = number("CAY-11.5.2")
CUBES_RULE = number("CAY-11.5.3")
BUILD_RULE = number("CAY-11.5.4")
SIMPLIFIED_RULE = number("CAY-14.2")


@compilable
def resolve_favour(state: State, log: EventLog | None) -> None:
    """CAY-11.1.2: the next favour owed is used at once, or lost when all rows are used (CAY-11.4.2)."""
    seat = int(state.favoured)
    if state.simplified:
        state.owed -= 1
        gain_vp(state, seat, Source.FAVOURS, SIMPLIFIED_VP)
        emit(log, Event.FAVOUR_VP, seat, SIMPLIFIED_RULE, SIMPLIFIED_VP, 0, 0)
    elif rows_left(state.seats[seat]) == 0:
        state.owed -= 1
        emit(log, Event.FAVOUR_LOST, seat, LOST_RULE, 0, 0, 0)
    else:
        state.decision, state.actor = Decision.ROW, seat
    if state.owed == 0:
        state.favoured = NONE


@compilable
def next_column(state: State, me: Seat, row: int) -> int:
    """CAY-11.2.2: where the marker of a row stands after a favour."""
    column = int(me.columns[row])
    return max(column, min(column + 1, int(OPEN_COLUMNS[state.scored])))


@compilable
def rows_left(me: Seat) -> int:
    """How many rows a player has not used in this phase."""
    count = 0
    for row in range(ROWS):
        count += me.rows[row] == 0
    return count


@compilable
def choose_row(state: State, seat: int, row: int, log: EventLog | None) -> None:
    """CAY-11.2.1, CAY-11.2.2: a row is chosen and its marker moves if it can."""
    me = state.seats[seat]
    before = int(me.columns[row])
    column = next_column(state, me, row)
    me.rows[row] = 1
    me.columns[row] = column
    state.owed -= 1
    if state.owed == 0:
        state.favoured = NONE
    if column == before:
        cite(log, MARKER_STAYS)
    if log is not None and is_shared(state, seat, row):
        cite(log, SHARE_A_SPACE)
    emit(log, Event.ROW_CHOSEN, seat, MARKER_RULE, row, before, column)
    if row == Row.PRESTIGE:
        gain = int(ROW_GAIN[row, column])
        gain_vp(state, seat, Source.FAVOURS, gain)
        emit(log, Event.ROW_GAIN, seat, VP_RULE, row, gain, 0)
    elif row == Row.MONEY:
        gain = int(ROW_GAIN[row, column])
        me.deniers += gain
        emit(log, Event.ROW_GAIN, seat, DENIERS_RULE, row, gain, 0)
    elif row == Row.CUBES:
        state.decision, state.actor = Decision.FAVOUR_CUBES, seat
    else:
        state.by_favour = 1
        state.decision, state.actor = Decision.FAVOUR_BUILD, seat


@compilable
def is_shared(state: State, seat: int, row: int) -> bool:
    """Return whether another marker stands in the column of the seat's marker (CAY-11.2.5)."""
    for other in range(state.players):
        if other != seat and state.seats[other].columns[row] == state.seats[seat].columns[row]:
            return True
    return False


@compilable
def forbids_row(state: State, seat: int, row: int) -> int:
    """CAY-11.4.1: 0 if the row has not been used in this phase."""
    return ROW_USED if state.seats[seat].rows[row] else 0


@compilable
def forbids_cube(state: State, seat: int, cube: int) -> int:
    """CAY-11.2.3: 0 if the marker of the cubes row has reached the column of this kind."""
    return 0 if CUBE_COLUMN[cube] <= state.seats[seat].columns[Row.CUBES] else BEYOND_MARKER


@compilable
def forbids_swap(state: State, seat: int, cube: int) -> int:
    """CAY-11.2.3, CAY-11.5.3: 0 if a cube of this kind may be given back for two."""
    me = state.seats[seat]
    if me.columns[Row.CUBES] < SWAP_COLUMN:
        return BEYOND_MARKER
    return 0 if me.cubes[cube] > 0 else CUBES_RULE


@compilable
def take_cube(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """CAY-11.5.3: one cube of the row."""
    state.seats[seat].cubes[cube] += 1
    emit(log, Event.FAVOUR_CUBE, seat, CUBES_RULE, cube, 0, 0)


@compilable
def begin_swap(state: State, seat: int, cube: int, _log: EventLog | None) -> None:
    """CAY-11.5.3, column 4: a cube to give back is chosen; the two to take come next."""
    state.chosen = cube
    state.decision, state.actor = Decision.SWAP_FOR, seat


@compilable
def swap(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """CAY-11.5.3, column 4: one cube for two others."""
    me = state.seats[seat]
    given = int(state.chosen)
    me.cubes[given] -= 1
    gain_cubes(me, PAIR_CUBES[pair], 1)
    state.chosen = NONE
    emit(log, Event.SWAPPED, seat, CUBES_RULE, given, pair, 0)


@compilable
def decline_effect(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-11.2.3: the effect of the row is not used: no cube is taken, nothing is built or converted."""
    row = Row.CUBES if state.decision == Decision.FAVOUR_CUBES else Row.BUILD
    state.by_favour = 0
    cite(log, CUBES_RULE if row == Row.CUBES else BUILD_RULE)
    emit(log, Event.FAVOUR_NOT_USED, seat, BEYOND_MARKER, row, 0, 0)
