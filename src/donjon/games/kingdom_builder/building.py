"""Chapter 5: where settlements may be built, and the adjacency rule."""

from __future__ import annotations

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.end import trigger_end
from donjon.games.kingdom_builder.groups import join, leave
from donjon.games.kingdom_builder.hexes import AROUND, NEIGHBOURS, HexSet, at_hex
from donjon.games.kingdom_builder.model import (
    BOOK,
    LAST,
    MANDATORY,
    NONE,
    OFF_BOARD,
    TERRAINS,
    HexKind,
    Seat,
    State,
    Token,
    hex_name,
)
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, NamedEvent, cite, emit
from donjon.kernel.message import Message
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

OCCUPIED = Message("{hex} is taken by {owner}.")
WATER = Message("You can't build on water. Only the harbour moves settlements there.")
SPECIAL = Message("{hex} is a {kind}: settlements can't go there.")

ONE_PER_HEX = BOOK.forbids("KB-5.1", OCCUPIED)
ONLY_BUILDABLE = BOOK.forbids("KB-5.2", WATER)
NEVER_ON_SPECIALS = BOOK.forbids("KB-5.3", SPECIAL)
TERRAIN_OF_CARD = BOOK.forbids("KB-5.4", Message("{hex} is {kind}, but your card shows {terrain}."))
ADJACENCY = BOOK.forbids(
    "KB-5.6",
    Message("{hex} isn't next to your settlements, but other allowed hexes are. Choose one of those."),
)
ANYWHERE = number("KB-5.7")
ALL_THAT_IS_LEFT = number("KB-5.10")
WATER_COUNTS = number("KB-5.12")
BEFORE_OR_AFTER = number("KB-4.4")
EXTRA_ACTION = number("KB-4.3")
ENDED_ALREADY = number("KB-9.6")


def _built(named: NamedEvent) -> Message:
    """Return the sentence about a new settlement, with the terrain and the token, if one is used."""
    where = {"seat": named.who, "terrain": HexKind(named.terrain).term, "hex": hex_name(named.hex)}
    if named.token == NONE:
        return Message("{seat} builds on {terrain} {hex}.", **where)
    return Message("{seat} builds on {terrain} {hex} ({token}).", **where, token=Token(named.token).term)


# token: NONE for the mandatory action; terrain: the kind of the hex
BUILT = BOOK.event("built", _built, "hex", "token", "terrain", at=at_hex)


# Where settlements may be built


@compilable
def is_free(state: State, hex: int) -> bool:
    """Return whether a hex is unoccupied and of a buildable terrain (KB-5.2)."""
    return state.owner[hex] == NONE and state.kind[hex] < TERRAINS


@compilable
def mark_mandatory(state: State, seat: int, _first: int, mask: Ints | None) -> int:
    """Mark the hexes that the mandatory action allows; return how many there are."""
    return hexes.mark(mandatory(state, seat), mask)


@compilable
def mandatory(state: State, seat: int) -> HexSet:
    """Return the hexes that the mandatory action allows (KB-5.4 to KB-5.7)."""
    return of_kind(state, state.seats[seat], state.played, OFF_BOARD)


@compilable
def of_kind(state: State, me: Seat, kind: int, old: int) -> HexSet:
    """Return the free hexes of a kind next to settlements of the seat; all, if none is (KB-5.6, KB-5.7).

    `old`, from where a settlement was lifted, counts as free and is left out at the end (KB-8.0.8, KB-12.25).
    """
    return hexes.without(preferred(hexes.whole(state.land[kind]), me), old)


@compilable
def preferred(free: HexSet, me: Seat) -> HexSet:
    """Return those of free hexes next to settlements of the seat; all, if none is (KB-5.6, KB-5.7)."""
    near = hexes.both(free, me.near)
    return free if hexes.is_empty(near) else near


@compilable
def buildable(state: State) -> HexSet:
    """Return all hexes that are unoccupied and of a buildable terrain (KB-5.2)."""
    free = hexes.whole(state.land[0])
    for terrain in range(1, TERRAINS):
        free = hexes.either(free, state.land[terrain])
    return free


@compilable
def forbids_mandatory(state: State, seat: int, hex: int) -> int:
    """Return the rule against this hex for the mandatory action (KB-5.4, KB-5.6); 0 if it is allowed."""
    ground = forbids_ground(state, hex)
    return ground or forbids_kind(state, state.seats[seat], hex, state.played, TERRAIN_OF_CARD)


@compilable
def forbids_kind(state: State, me: Seat, hex: int, kind: int, rule: int) -> int:
    """Return the rule against a free hex where `rule` asks for a kind (KB-5.6); 0 if it is allowed."""
    if state.kind[hex] != kind:
        return rule
    is_beside = hexes.holds(me.near, hex)
    return ADJACENCY if not is_beside and hexes.meet(state.land[kind], me.near) else 0


@compilable
def forbids_ground(state: State, hex: int) -> int:
    """Return the rule against any building on this hex (KB-5.1 to KB-5.3); 0 if there is none."""
    if state.owner[hex] != NONE:
        return ONE_PER_HEX
    if state.kind[hex] >= HexKind.MOUNTAIN:
        return NEVER_ON_SPECIALS
    return 0 if state.kind[hex] < TERRAINS else ONLY_BUILDABLE


# Settlements on the board


@compilable
def put(state: State, seat: int, piece: int, hex: int) -> None:
    """Set a piece down on a hex, where it joins its neighbours to a group."""
    set_down(state, seat, piece, hex)
    if state.grouped:
        join(state, seat, piece)


@compilable
def set_down(state: State, seat: int, piece: int, hex: int) -> None:
    """Set a piece down on a hex: from now on it is a neighbour of all hexes around (KB-4.11)."""
    me = state.seats[seat]
    state.owner[hex] = seat
    hexes.remove(state.land[state.kind[hex]], hex)
    me.settlements[piece] = hex
    hexes.add(me.own, hex)
    hexes.add_around(me.near, hex)


@compilable
def lift(state: State, seat: int, piece: int) -> None:
    """Take a piece off the board, and out of its group."""
    hex = int(state.seats[seat].settlements[piece])
    pick_up(state, seat, piece)
    if state.grouped:
        leave(state, seat, hex)


@compilable
def pick_up(state: State, seat: int, piece: int) -> None:
    """Take a piece off the board; its hex is free again (KB-8.0.7)."""
    me = state.seats[seat]
    hex = me.settlements[piece]
    state.owner[hex] = NONE
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
    cite_build(state, seat, hex, token, log)
    me.standing += 1
    me.supply -= 1
    put(state, seat, piece, hex)
    remember(state, hex)
    emit(log, BUILT, seat, rule, hex, token, state.kind[hex])
    if me.supply == 0:
        trigger_end(state, seat, log)


@compilable
def cite_build(state: State, seat: int, hex: int, token: int, log: EventLog | None) -> None:
    """Cite the rules behind a settlement that is about to be built here."""
    if log is None:
        return
    supply = int(state.seats[seat].supply)
    if token == NONE:
        cite(log, TERRAIN_OF_CARD)
        if supply + int(state.built) <= MANDATORY:  # the settlement is counted in both
            cite(log, ALL_THAT_IS_LEFT)
    else:
        cite(log, EXTRA_ACTION)
        cite(log, BEFORE_OR_AFTER)
    if token != Token.TAVERN:
        cite_adjacency(state, seat, hex, log)
    if supply == 1 and state.ending:
        cite(log, ENDED_ALREADY)


@compilable
def cite_adjacency(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """Cite whether the hex is next to own settlements (KB-5.6, KB-5.7), and any on water (KB-5.12)."""
    if log is None:
        return
    if not hexes.holds(state.seats[seat].near, hex):
        cite(log, ANYWHERE)
        return
    cite(log, ADJACENCY)
    for direction in range(6):
        neighbour = NEIGHBOURS[hex, direction]
        if state.owner[neighbour] == seat and state.kind[neighbour] == HexKind.WATER:
            cite(log, WATER_COUNTS)
            return
