"""What a seat may know: everything (CAY-3.3); the position as numbers for a learner."""

from __future__ import annotations

from donjon.caylus.nouns import (
    CASTLE_SPACES,
    CIRCLES,
    CUBES,
    DECISIONS,
    INN_RIGHT,
    MAX_SEATS,
    NONE,
    PARTS,
    PHASES,
    ROAD,
    ROWS,
    SECTIONS,
    SOURCE_COUNT,
    SPECIALS,
    TILES,
    WORKERS,
    Decision,
    Phase,
    Space,
)
from donjon.caylus.state import State
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints
from donjon.kernel.rng import Rng
from donjon.kernel.rows import place_in, put_row

# The numbers of one seat, of one road space, and of what stands elsewhere.
SEAT_NUMBERS = 8 + CUBES + SOURCE_COUNT + 2 * ROWS + SECTIONS
ROAD_NUMBERS = TILES + 3 * MAX_SEATS
PIECES = SPECIALS + 1 + CIRCLES + CASTLE_SPACES + PARTS
COURSE_NUMBERS = PHASES + DECISIONS + 2 * MAX_SEATS + TILES + CUBES + 13

ROAD_AT = MAX_SEATS * SEAT_NUMBERS
PIECES_AT = ROAD_AT + ROAD * ROAD_NUMBERS
STOCK_AT = PIECES_AT + PIECES * MAX_SEATS
COURSE_AT = STOCK_AT + TILES
OBSERVATION = COURSE_AT + COURSE_NUMBERS


@compilable
def redeal(state: State, seat: int, rng: Rng) -> None:
    """CAY-3.3: nothing is hidden."""


def settled(state: State) -> bool:
    """Return whether the setup is over: then nothing is drawn and nothing is hidden (CAY-3.3)."""
    return bool(state.phase != Phase.SETUP)


@compilable
def observe(state: State, seat: int, out: Floats) -> None:
    """Fill float32 out[OBSERVATION] as `seat` sees the table; a spectator sees it from seat 0 on.

    Layout: SEAT_NUMBERS for each of MAX_SEATS seats, the viewer first, then in turn order; from ROAD_AT
    ROAD_NUMBERS for each road space (tile; owner, payer of a conversion, worker as seats); from PIECES_AT
    who stands on each special space, the inn's right circle, the stables' circles, the castle's spaces,
    and in each part of the castle; from STOCK_AT copies of tiles left; from COURSE_AT how far the round
    and the decision are. Seats are five numbers, one of them 1, in the order of the first part. Seats
    that do not play are zeros; without a turn order yet, seats follow by number.
    """
    out[:] = 0
    first = place_of(state, max(seat, 0))
    for relative in range(state.players):
        there = seat_after(state, first, relative)
        observe_seat(state, there, out, relative * SEAT_NUMBERS)
    for space in range(1, ROAD + 1):
        observe_space(state, first, space, out, ROAD_AT + (space - 1) * ROAD_NUMBERS)
    observe_pieces(state, first, out)
    put_row(out, STOCK_AT, state.stock, 2)
    observe_course(state, first, out)


@compilable
def is_ordered(state: State) -> bool:
    """Has nature seated all players in turn order?"""
    return state.order[state.players - 1] != NONE


@compilable
def place_of(state: State, seat: int) -> int:
    """The place of a seat in turn order; its number while there is none."""
    return place_in(state.order, seat) if is_ordered(state) else int(seat)


@compilable
def seat_after(state: State, first: int, relative: int) -> int:
    """The seat so many places after the place `first` of the turn order."""
    place = (first + relative) % state.players
    return int(state.order[place]) if is_ordered(state) else place


@compilable
def mark_seat(state: State, first: int, seat: int, out: Floats, at: int) -> None:
    """One of five numbers for a seat, from the viewer on in turn order; none for nobody."""
    if seat >= 0:
        out[at + (place_of(state, seat) - first) % state.players] = 1


@compilable
def mark_seats(state: State, first: int, seats: Ints, out: Floats, at: int) -> int:
    """Five numbers for each place of a row of seats; returns where the numbers after them begin."""
    for place in range(seats.shape[0]):
        mark_seat(state, first, int(seats[place]), out, at + place * MAX_SEATS)
    return at + seats.shape[0] * MAX_SEATS


@compilable
def observe_seat(state: State, seat: int, out: Floats, at: int) -> None:
    """What one seat holds, and its places in turn order and passing order."""
    me = state.seats[seat]
    out[at] = me.vp / 100
    out[at + 1] = me.deniers / 20
    out[at + 2] = me.home / WORKERS
    out[at + 3] = me.residences / 8
    out[at + 4] = me.batches / 5
    out[at + 5] = me.passed
    out[at + 6] = (place_of(state, seat) + 1) / MAX_SEATS
    for place in range(state.passed):
        if state.passing[place] == seat:
            out[at + 7] = (place + 1) / MAX_SEATS
    at = put_row(out, at + 8, me.cubes, 10)
    at = put_row(out, at, me.sources, 50)
    at = put_row(out, at, me.columns, 5)
    at = put_row(out, at, me.rows, 1)
    put_row(out, at, me.houses, 10)


@compilable
def observe_space(state: State, first: int, space: int, out: Floats, at: int) -> None:
    """A road space: its tile, owner, who has paid for its conversion, whose worker is there."""
    if state.tile[space] != NONE:
        out[at + int(state.tile[space])] = 1
    at += TILES
    mark_seat(state, first, int(state.owner[space]), out, at)
    mark_seat(state, first, int(state.pending[space]), out, at + MAX_SEATS)
    mark_seat(state, first, int(state.worker[Space.CASTLE + space]), out, at + 2 * MAX_SEATS)


@compilable
def observe_pieces(state: State, first: int, out: Floats) -> None:
    """Workers beside the road, and houses in the castle."""
    at = mark_seats(state, first, state.worker[:SPECIALS], out, PIECES_AT)
    mark_seat(state, first, int(state.worker[INN_RIGHT]), out, at)
    at = mark_seats(state, first, state.stables, out, at + MAX_SEATS)
    at = mark_seats(state, first, state.castle, out, at)
    mark_seats(state, first, state.parts, out, at)


@compilable
def observe_course(state: State, first: int, out: Floats) -> None:
    """Phase, decision, who decides, what is chosen so far, provost and bailiff, sections, variants."""
    at = COURSE_AT
    out[at + int(state.phase)] = 1
    out[at + PHASES + int(state.decision)] = 1
    at += PHASES + DECISIONS
    mark_seat(state, first, int(state.actor), out, at)
    mark_seat(state, first, int(state.favoured), out, at + MAX_SEATS)
    at += 2 * MAX_SEATS
    if state.chosen != NONE:
        cubes = TILES if state.decision == Decision.SWAP_FOR else 0
        out[at + cubes + int(state.chosen)] = 1
    at += TILES + CUBES
    out[at] = state.cursor / ROAD
    out[at + 1] = state.stage / 2
    out[at + 2] = state.by_favour
    out[at + 3] = state.owed / 4
    out[at + 4] = state.scored / SECTIONS
    out[at + 5] = state.scoring
    out[at + 6] = state.provost / ROAD
    out[at + 7] = state.bailiff / ROAD
    out[at + 8] = state.round / 18
    out[at + 9] = state.passed / MAX_SEATS
    out[at + 10] = state.players / MAX_SEATS
    out[at + 11] = state.simplified
    out[at + 12] = state.values
