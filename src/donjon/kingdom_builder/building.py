"""Chapter 5: putting settlements on the board, and the adjacency rule."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.events import Event
from donjon.kingdom_builder.groups import join, leave
from donjon.kingdom_builder.hexes import AROUND, HexSet
from donjon.kingdom_builder.nouns import NONE, TERRAINS, HexKind
from donjon.kingdom_builder.state import LAST, Seat, State
from donjon.kingdom_builder.tables import NEIGHBOURS, OFF_BOARD

ONE_PER_HEX = number("KB-5.1")
ONLY_BUILDABLE = number("KB-5.2")
NEVER_ON_SPECIALS = number("KB-5.3")
TERRAIN_OF_CARD = number("KB-5.4")
ADJACENCY = number("KB-5.6")
MANDATORY_DONE = number("KB-5.9")
END_IS_TRIGGERED = number("KB-9.1")


@compilable
def put(state: State, seat: int, piece: int, hex: int) -> None:
    """Set a piece down on a hex, where it joins its neighbours to a group."""
    set_down(state, seat, piece, hex)
    join(state, seat, piece)


@compilable
def set_down(state: State, seat: int, piece: int, hex: int) -> None:
    """A piece stands on a hex: it counts as a neighbour for all hexes around at once (KB-4.11)."""
    me = state.seats[seat]
    state.owner[hex] = seat
    state.free[state.kind[hex]] -= 1
    hexes.remove(state.land[state.kind[hex]], hex)
    me.settlements[piece] = hex
    hexes.add(me.own, hex)
    hexes.add_around(me.near, hex)


@compilable
def lift(state: State, seat: int, piece: int) -> None:
    """Take a piece off the board, and out of its group."""
    hex = int(state.seats[seat].settlements[piece])
    pick_up(state, seat, piece)
    leave(state, seat, hex)


@compilable
def pick_up(state: State, seat: int, piece: int) -> None:
    """A piece stands nowhere; its hex is free again (KB-8.0.7)."""
    me = state.seats[seat]
    hex = me.settlements[piece]
    state.owner[hex] = NONE
    state.free[state.kind[hex]] += 1
    hexes.add(state.land[state.kind[hex]], hex)
    me.settlements[piece] = OFF_BOARD
    hexes.remove(me.own, hex)
    for direction in range(6):
        neighbour = NEIGHBOURS[hex, direction]
        if not hexes.meet(AROUND[neighbour], me.own):
            hexes.remove(me.near, neighbour)


@compilable
def remember(state: State, hex: int) -> None:
    """Note a hex as part of the last move, for the drawing."""
    if state.last_turn != state.turn:
        state.last_turn = state.turn
        state.last_count = 0
        state.last[:] = NONE
    if state.last_count < LAST:
        state.last[state.last_count] = hex
        state.last_count += 1


@compilable
def build(state: State, seat: int, hex: int, token: int, rule: int, log: EventLog | None) -> None:
    """Build one settlement from the supply; an empty supply triggers the end (KB-9.1)."""
    me = state.seats[seat]
    piece = int(me.standing)
    me.standing += 1
    me.supply -= 1
    put(state, seat, piece, hex)
    remember(state, hex)
    emit(log, Event.BUILT, seat, rule, hex, token, piece)
    if me.supply == 0 and not state.ending:
        state.ending = 1
        emit(log, Event.END_TRIGGERED, seat, END_IS_TRIGGERED, 0, 0, 0)


@compilable
def is_free(state: State, hex: int) -> bool:
    """KB-5.2: unoccupied and of a buildable terrain."""
    return state.owner[hex] == NONE and state.kind[hex] < TERRAINS


@compilable
def mark_mandatory(state: State, seat: int, _first: int, mask: Ints | None) -> int:
    """Mark the hexes that the mandatory action allows; how many."""
    return hexes.mark(mandatory(state, seat), mask)


@compilable
def mandatory(state: State, seat: int) -> HexSet:
    """KB-5.4 to KB-5.7: the hexes that the mandatory action allows."""
    return of_kind(state, state.seats[seat], state.played, OFF_BOARD)


@compilable
def of_kind(state: State, me: Seat, kind: int, old: int) -> HexSet:
    """KB-5.6, KB-5.7: of all free hexes of one kind those next to an own settlement; all, if none is.

    `old`, from where a settlement was lifted, counts as free and is left out at last (KB-8.0.8, KB-12.25).
    """
    return hexes.without(preferred(hexes.whole(state.land[kind]), me), old)


@compilable
def preferred(free: HexSet, me: Seat) -> HexSet:
    """KB-5.6, KB-5.7: of these free hexes those next to an own settlement; all, if none is."""
    near = hexes.both(free, me.near)
    return free if hexes.is_empty(near) else near


@compilable
def buildable(state: State) -> HexSet:
    """KB-5.2: all hexes that are unoccupied and of a buildable terrain."""
    free = hexes.whole(state.land[0])
    for terrain in range(1, TERRAINS):
        free = hexes.either(free, state.land[terrain])
    return free


@compilable
def forbids_mandatory(state: State, seat: int, hex: int) -> int:
    """KB-5.4, KB-5.6: why the mandatory action cannot build on this hex; 0 if it can."""
    ground = forbids_ground(state, hex)
    return ground or forbids_kind(state, state.seats[seat], hex, state.played, TERRAIN_OF_CARD)


@compilable
def forbids_kind(state: State, me: Seat, hex: int, kind: int, rule: int) -> int:
    """KB-5.6: why a free hex is not taken where `rule` asks for one of a kind; 0 if it may be."""
    if state.kind[hex] != kind:
        return rule
    is_beside = hexes.holds(me.near, hex)
    return ADJACENCY if not is_beside and hexes.meet(state.land[kind], me.near) else 0


@compilable
def forbids_ground(state: State, hex: int) -> int:
    """KB-5.1 to KB-5.3: why nothing can be built on this hex at all."""
    if state.owner[hex] != NONE:
        return ONE_PER_HEX
    if state.kind[hex] >= HexKind.MOUNTAIN:
        return NEVER_ON_SPECIALS
    return 0 if state.kind[hex] < TERRAINS else ONLY_BUILDABLE
