"""Chapter 2: the start of a game, and what nature decides before the first round."""

from __future__ import annotations

from donjon.caylus.building import find_free
from donjon.caylus.events import Event
from donjon.caylus.nouns import (
    HOME,
    NEUTRALS,
    NONE,
    WORKERS,
    Phase,
)
from donjon.caylus.state import Options, Seat, State
from donjon.caylus.tables import COUNT, START_CUBES, START_DENIERS, START_SPACE, START_TILE
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number
from donjon.kernel.rules import NATURE

NOT_OF_PHASE = number("CAY-3.1")
NEUTRAL_RULE = number("CAY-2.1")
ORDER_RULE = number("CAY-2.4")
DENIERS_RULE = number("CAY-2.5")
TWO_PLAYERS_START = number("CAY-13.1")


@compilable
def setup(state: State, options: Options) -> None:
    """CAY-2.1 to CAY-2.7: everything but what nature decides; -1 in an option leaves it to her."""
    state.players = options.players
    state.simplified = options.simplified
    state.values = options.values
    state.phase = Phase.SETUP
    state.actor = NONE
    state.chosen = NONE
    state.favoured = NONE
    state.last = NONE
    state.provost = START_SPACE
    state.bailiff = START_SPACE
    clear_board(state)
    state.neutral[:] = options.neutral
    state.order[:] = options.order
    state.passing[:] = NONE
    state.stock[:] = COUNT
    for seat in range(state.players):
        start_seat(state.seats[seat])
    fill_up(state, None)


@compilable
def clear_board(state: State) -> None:
    """CAY-1.9: the road with its fixed buildings and nobody on it."""
    state.tile[:] = START_TILE
    state.owner[:] = NONE
    state.pending[:] = NONE
    state.worker[:] = NONE
    state.stables[:] = NONE
    state.castle[:] = NONE
    state.parts[:] = NONE


@compilable
def start_seat(me: Seat) -> None:
    """CAY-2.3, CAY-2.6: workers at home, 2 food and 1 wood."""
    me.home = WORKERS
    me.workers[:] = HOME
    me.cubes[:] = START_CUBES


@compilable
def are_all_laid(state: State) -> bool:
    """CAY-2.1: has nature laid all neutral tiles?"""
    return place_in(state.neutral, NONE) == NONE


@compilable
def forbids_tile(state: State, _seat: int, tile: int) -> int:
    """CAY-2.1: 0 if nature may lay this neutral tile now."""
    is_open = not are_all_laid(state) and place_in(state.neutral, tile) == NONE
    return 0 if is_open else NEUTRAL_RULE


@compilable
def forbids_place(state: State, _seat: int, seat: int) -> int:
    """CAY-2.4: 0 if nature may give this seat the next place in the turn order."""
    if seat >= state.players:
        return NOT_OF_PHASE
    return 0 if are_all_laid(state) and place_in(state.order, seat) == NONE else ORDER_RULE


@compilable
def lay(state: State, _seat: int, tile: int, log: EventLog | None) -> None:
    """CAY-2.1: nature's tile for the first open space."""
    index = place_in(state.neutral, NONE)
    state.neutral[index] = tile
    emit(log, Event.NEUTRAL_LAID, NONE, NEUTRAL_RULE, index + 1, tile, 0)


@compilable
def put_in_order(state: State, _seat: int, seat: int, log: EventLog | None) -> None:
    """CAY-2.4: nature's seat for the first open place."""
    state.order[place_in(state.order, NONE)] = seat


@compilable
def fill_up(state: State, log: EventLog | None) -> None:
    """The last tile and the last seat need no lot."""
    open_tiles, last_tile = 0, NONE
    for tile in range(NEUTRALS):
        if place_in(state.neutral, tile) == NONE:
            open_tiles += 1
            last_tile = tile
    if open_tiles == 1:
        lay(state, NATURE, last_tile, log)
    open_seats, last_seat = 0, NONE
    for seat in range(state.players):
        if place_in(state.order, seat) == NONE:
            open_seats += 1
            last_seat = seat
    if open_seats == 1:
        put_in_order(state, NATURE, last_seat, log)


@compilable
def is_ready(state: State) -> bool:
    """Is everything decided that nature decides?"""
    return are_all_laid(state) and place_in(state.order[: state.players], NONE) == NONE


@compilable
def start(state: State, log: EventLog | None) -> None:
    """CAY-2.1, CAY-2.5: lay out the neutral tiles, give the deniers by place in the turn order."""
    for index in range(NEUTRALS):
        state.tile[index + 1] = state.neutral[index]
    find_free(state)
    for place in range(state.players):
        seat = int(state.order[place])
        deniers = int(START_DENIERS[state.players, place])
        state.seats[seat].deniers = deniers
        if state.players == 2:
            cite(log, TWO_PLAYERS_START)
        emit(log, Event.PLACE_IN_ORDER, seat, DENIERS_RULE, place + 1, deniers, 0)
