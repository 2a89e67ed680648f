"""Chapters 11 and 14: favours of the king, and the variant without their table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.caylus.building import can_build_any
from donjon.games.caylus.converting import mark_conversions
from donjon.games.caylus.model import (
    BOOK,
    CUBES,
    DECLINE,
    NONE,
    ROWS,
    ROWS_CALLED,
    UNUSED,
    Class,
    Cube,
    Decision,
    Row,
    Seat,
    Source,
    State,
    amounts,
)
from donjon.games.caylus.purse import (
    CUBE,
    GOLD,
    PAIR,
    PAIR_CUBES,
    PAIRS,
    called,
    gain_cubes,
    gain_vp,
    own,
    pair_words,
    supply,
)
from donjon.games.caylus.spaces import name_of
from donjon.games.caylus.tables import (
    BUILD_COLUMN,
    CUBE_COLUMN,
    OPEN_COLUMNS,
    ROW_GAIN,
    SIMPLIFIED_VP,
    SWAP_COLUMN,
)
from donjon.kernel.actions import Kind, Use, names
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, NamedEvent, cite, emit
from donjon.kernel.game import copy
from donjon.kernel.message import Case, Message, Term
from donjon.kernel.rule_ids import number

# A favour is gained

LOST = number("CAY-11.4.2")
SIMPLIFIED = number("CAY-14.2")
FAVOUR_LOST = BOOK.event("favour_lost", "{seat} has used all rows in this phase and loses the favour.")
FAVOUR_VP = BOOK.event("favour_vp", "{seat} gains {vp:point|points} for a favour.", "vp", also=("CAY-14.1",))
BOOK.asks(Decision.ROW, Message("Royal favour: choose a row."))


@compilable
def resolve_favour(state: State, log: EventLog | None) -> None:
    """Ask for the row of the next favour, or lose it when all rows are used (CAY-11.1.2, CAY-11.4.2)."""
    seat = int(state.favoured)
    if state.simplified:
        state.owed -= 1
        gain_vp(state, seat, Source.FAVOURS, SIMPLIFIED_VP)
        emit(log, FAVOUR_VP, seat, SIMPLIFIED, SIMPLIFIED_VP, 0, 0)
    elif rows_left(state.seats[seat]) == 0:
        state.owed -= 1
        emit(log, FAVOUR_LOST, seat, LOST, 0, 0, 0)
    else:
        state.decision, state.actor = Decision.ROW, seat
    if state.owed == 0:
        state.favoured = NONE


@compilable
def rows_left(me: Seat) -> int:
    """Return how many rows a player has not used in this phase."""
    count = 0
    for row in range(ROWS):
        count += me.rows[row] == 0
    return count


# A row is chosen, and its marker moves


def at_row(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """Return the subject of the row of an event."""
    return f"favour-{Row(named.row).id}"


def _row_chosen(named: NamedEvent) -> Message:
    """Return the sentence about a row that is chosen."""
    places = {"seat": named.who, "row": Row(named.row).term, "column": named.column}
    if named.before == named.column:
        return Message("{seat} uses a favour: {row} (marker stays in column {column}).", **places)
    return Message("{seat} uses a favour: {row} (marker to column {column}).", **places)


def _row_gain(named: NamedEvent) -> Message:
    """Return the sentence about what a row of points or deniers brings."""
    if named.row == Row.PRESTIGE:
        return Message("{seat} gains {count:point|points}.", seat=named.who, count=named.count)
    return Message("{seat} gains {count:denier|deniers}.", seat=named.who, count=named.count)


MUST_CHOOSE = BOOK.forbids("CAY-11.2.1", Message("Choose a row. You can skip its effect."))
MARKER_MOVES = number("CAY-11.2.2")
MARKER_STAYS = number("CAY-11.2.4")
SHARE_A_SPACE = number("CAY-11.2.5")
ROW_USED = BOOK.forbids("CAY-11.4.1", Message("You have already used this row in this phase: {row}."))
ROWS_AGAIN = number("CAY-11.4.3")
POINTS_ROW = number("CAY-11.5.1")
DENIERS_ROW = number("CAY-11.5.2")
ROW_CHOSEN = BOOK.event(
    "row_chosen",
    _row_chosen,
    *("row", "before", "column"),
    at=at_row,
    also=("CAY-11.1.2", "CAY-11.2.1", "CAY-11.4.1"),
)
ROW_GAINED = BOOK.event("row_gain", _row_gain, "row", "count", at=at_row, also=("CAY-11.2.3",))
ROW = Kind(
    names(
        "a row",
        Row.texts(),
        {name: Row.ids().index(ROWS_CALLED.get(name, name)) for name in (*Row.ids(), *ROWS_CALLED)},
        lambda reading: reading.refuse("{words} isn't a favour row. Type prestige, money, cubes or build."),
    )
)
DECLINE.never_at(Decision.ROW, rule=MUST_CHOOSE, verb="decline")


@compilable
def next_column(state: State, me: Seat, row: int) -> int:
    """Return where the marker of a row stands after a favour (CAY-11.2.2)."""
    column = int(me.columns[row])
    return max(column, min(column + 1, int(OPEN_COLUMNS[state.scored])))


@compilable
def forbids_row(state: State, seat: int, row: int) -> int:
    """Return 0 if the row has not been used in this phase, else the rule against it (CAY-11.4.1)."""
    return ROW_USED if state.seats[seat].rows[row] else 0


@compilable
def is_shared(state: State, seat: int, row: int) -> bool:
    """Return whether another marker stands in the column of the seat's marker (CAY-11.2.5)."""
    for other in range(state.players):
        if other != seat and state.seats[other].columns[row] == state.seats[seat].columns[row]:
            return True
    return False


def _row(case: Case) -> Message:
    """Return the button of a row: what it brings now."""
    row = case.argument
    column = int(next_column(case.state, case.me, row))
    if row == Row.PRESTIGE:
        return Message("Score {count:point|points}", count=int(ROW_GAIN[row, column]))
    if row == Row.MONEY:
        return Message("Take {count:denier|deniers}", count=int(ROW_GAIN[row, column]))
    if row == Row.CUBES:
        cubes = [Cube(cube).term for cube in range(CUBES) if CUBE_COLUMN[cube] <= column]
        if column >= SWAP_COLUMN:
            return Message("Cube, column {column}: {cubes} or swap", column=column, cubes=cubes)
        return Message("Cube, column {column}: {cubes}", column=column, cubes=cubes)
    if column < BUILD_COLUMN[Class.WOOD]:
        return Message("Build, column {column}: nothing", column=column)
    built = _built(case, column)
    if not built:
        return Message("Build, column {column}: you can't pay", column=column)
    return Message("Build, column {column}: {tiles}", column=column, tiles=built)


def _built(case: Case, column: int) -> list[Term]:
    """Return the classes of which something could be built now with a marker in this column (CAY-11.5.4)."""
    then = copy(case.state)
    then.by_favour = 1
    then.seats[case.seat].columns[Row.BUILD] = column
    kinds = (Class.WOOD, Class.STONE, Class.PRESTIGE)
    classes = [kind.term for kind in kinds if can_build_any(then, case.seat, kind)]
    if mark_conversions(then, case.seat, 0, None):
        classes.append(Class.RESIDENTIAL.term)
    return classes


@ROW.action_at(
    Decision.ROW,
    verb="favour",
    forbids=forbids_row,
    button=_row,
    place=lambda row: f"favour-{Row(row).id}",
)
@compilable
def choose_row(state: State, seat: int, row: int, log: EventLog | None) -> None:
    """Choose a row, whose marker moves if it can, and gain or decide what it brings (CAY-11.2)."""
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
    emit(log, ROW_CHOSEN, seat, MARKER_MOVES, row, before, column)
    if row == Row.PRESTIGE:
        gain = int(ROW_GAIN[row, column])
        gain_vp(state, seat, Source.FAVOURS, gain)
        emit(log, ROW_GAINED, seat, POINTS_ROW, row, gain, 0)
    elif row == Row.MONEY:
        gain = int(ROW_GAIN[row, column])
        me.deniers += gain
        emit(log, ROW_GAINED, seat, DENIERS_ROW, row, gain, 0)
    elif row == Row.CUBES:
        state.decision, state.actor = Decision.FAVOUR_CUBES, seat
    else:
        state.by_favour = 1
        state.decision, state.actor = Decision.FAVOUR_BUILD, seat


@compilable
def free_rows(state: State, log: EventLog | None) -> None:
    """Let every row be used again in a new phase (CAY-11.4.3)."""
    if log is not None and is_row_used(state):
        cite(log, ROWS_AGAIN)
    for seat in range(state.players):
        state.seats[seat].rows[:] = 0


@compilable
def is_row_used(state: State) -> bool:
    """Return whether any seat has used a row in this phase (CAY-11.4.1)."""
    for seat in range(state.players):
        if rows_left(state.seats[seat]) < ROWS:
            return True
    return False


# The row of cubes

FAVOUR_CUBE = Kind(CUBE)
SWAP = Kind(CUBE)
SWAP_FOR = Kind(PAIR)
CUBES_ROW = SWAP.refuses("CAY-11.5.3", Message("You have no {cube} to give."))


def _cube_given(state: Any) -> str:
    """Return the half of the exchange that was chosen before."""
    return f"swap {Cube(state.chosen).text}"


# Never legal, but a refusal can name the rule.
SWAP_FOR_GOLD = Kind(GOLD, Use("for", (Decision.SWAP_FOR,), None, CUBES_ROW, after=_cube_given))


def _beyond(column: Any) -> Message:
    return Message(
        "That is column {column}; your marker is only in column {marker}.",
        column=column,
        marker=lambda case: int(case.me.columns[Row.CUBES]),
    )


BEYOND_MARKER = FAVOUR_CUBE.refuses("CAY-11.2.3", _beyond(lambda case: int(CUBE_COLUMN[case.argument])))
SWAP.refuses("CAY-11.2.3", _beyond(SWAP_COLUMN))
SWAP_FOR_GOLD.refuses(
    "CAY-11.5.3", Message("You can't take gold in exchange, only food, wood, stone or cloth.")
)
TOOK_CUBE = BOOK.event("favour_cube", "{seat} takes 1 {cube}.", "cube", also=("CAY-11.2.3",))
SWAPPED = BOOK.event(
    "swapped",
    "{seat} swaps 1 {cube} for {cubes}.",
    *("cube", "pair"),
    cubes=pair_words,
    also=("CAY-11.2.3",),
)
BOOK.asks(Decision.FAVOUR_CUBES, Message("Favour: take cubes, up to your marker's column."))
BOOK.asks(
    Decision.SWAP_FOR,
    Message("Choose two cubes to take for {cube}.", cube=lambda case: Cube(case.state.chosen).term),
)


@compilable
def forbids_cube(state: State, seat: int, cube: int) -> int:
    """Return 0 if the marker has reached the column of this kind, else the rule against it (CAY-11.2.3)."""
    return 0 if CUBE_COLUMN[cube] <= state.seats[seat].columns[Row.CUBES] else BEYOND_MARKER


@FAVOUR_CUBE.action_at(
    Decision.FAVOUR_CUBES,
    verb="take",
    forbids=forbids_cube,
    button=Message("Take {cubes}", cubes=lambda case: Cube(case.argument).term),
    pieces=supply,
)
@compilable
def take_cube(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """Take one cube of the row (CAY-11.5.3)."""
    state.seats[seat].cubes[cube] += 1
    emit(log, TOOK_CUBE, seat, CUBES_ROW, cube, 0, 0)


@compilable
def forbids_swap(state: State, seat: int, cube: int) -> int:
    """Return 0 if such a cube may be given for two, else the rule against it (CAY-11.2.3, CAY-11.5.3)."""
    me = state.seats[seat]
    if me.columns[Row.CUBES] < SWAP_COLUMN:
        return BEYOND_MARKER
    return 0 if me.cubes[cube] > 0 else CUBES_ROW


@SWAP.action_at(
    Decision.FAVOUR_CUBES,
    verb="swap",
    forbids=forbids_swap,
    button=Message("Swap {cube} for 2 other cubes"),
    pieces=own,
)
@compilable
def begin_swap(state: State, seat: int, cube: int, _log: EventLog | None) -> None:
    """Choose a cube to give back; the two to take come next (CAY-11.5.3, column 4)."""
    state.chosen = cube
    state.decision, state.actor = Decision.SWAP_FOR, seat


@SWAP_FOR.action_at(
    Decision.SWAP_FOR,
    verb="for",
    button=Message("Take {cubes}", cubes=lambda case: amounts(PAIR_CUBES[case.argument])),
    after=_cube_given,
    pieces=lambda _state, pair: called("supply", PAIRS[pair]),
    previews=True,
)
@compilable
def swap(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Give one cube for two others (CAY-11.5.3, column 4)."""
    me = state.seats[seat]
    given = int(state.chosen)
    me.cubes[given] -= 1
    gain_cubes(me, PAIR_CUBES[pair], 1)
    state.chosen = NONE
    emit(log, SWAPPED, seat, CUBES_ROW, given, pair, 0)


# An effect that is not used; chapter 8 says what the row of buildings builds and converts

BUILD_ROW = number("CAY-11.5.4")
FAVOUR_NOT_USED = BOOK.event("favour_not_used", "{seat} skips the favour: {row}.", "row", at=at_row)
BOOK.asks(Decision.FAVOUR_BUILD, Message("Favour: build or convert, up to your marker's column?"))


@DECLINE.action_at(Decision.FAVOUR_CUBES, Decision.FAVOUR_BUILD, verb="decline", button=UNUSED)
@compilable
def decline_effect(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Leave the effect of the row unused: take no cube, build and convert nothing (CAY-11.2.3)."""
    row = Row.CUBES if state.decision == Decision.FAVOUR_CUBES else Row.BUILD
    state.by_favour = 0
    cite(log, CUBES_ROW if row == Row.CUBES else BUILD_ROW)
    emit(log, FAVOUR_NOT_USED, seat, BEYOND_MARKER, row, 0, 0)


# The favour table

_ROW_LINES: tuple[Line, ...] = (
    ("CAY-11.5.1", Message("Points by column: 1, 2, 3, 4, 5.")),
    ("CAY-11.5.2", Message("Deniers by column: 3, 4, 5, 6, 7.")),
    ("CAY-11.5.3", Message("By column: 1 food; 1 wood or stone; 1 cloth; 1 cube for 2 others; 1 gold.")),
    (
        "CAY-11.5.4",
        Message(
            "By column: nothing; a wood tile 1 wood cheaper; a stone tile 1 stone cheaper; "
            "a conversion for 1 cloth; a prestige tile."
        ),
    ),
)


@BOOK.explains("favour-")
def explain_row(state: Any, view: Mapping[str, Any], name: str) -> list[Line]:
    """Explain a row of the favour table."""
    if name not in Row.ids():
        return []
    row, seat = Row.ids().index(name), view["seat"]
    lines = [name_of(Message("Favours: {row}", row=Row(row).term))]
    if state.simplified:
        says = Message("The favour table isn't used: each favour gives {vp:point|points}.", vp=SIMPLIFIED_VP)
        return [*lines, ("CAY-14.1", says)]
    is_open = Message("Columns 1–{count} are open.", count=int(OPEN_COLUMNS[state.scored]))
    lines += [_ROW_LINES[row], ("CAY-11.3.1", is_open)]
    if seat is not None:
        column = int(state.seats[seat].columns[row])
        lines.append(("CAY-11.2.2", Message("Your marker is in column {column}.", column=column)))
    return lines
