"""Chapter 3: the start of a game, and what nature decides before the first turn."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit, emit_to
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.events import Event
from donjon.kingdom_builder.groups import tell_around
from donjon.kingdom_builder.nouns import NONE, SLOTS, TERRAINS, HexKind, Phase
from donjon.kingdom_builder.state import UNGROUPED, Options, Seat, State
from donjon.kingdom_builder.tables import (
    CARDS_IN_USE,
    DECK,
    OFF_BOARD,
    SECTOR_KINDS,
    SETTLEMENTS,
    SLOT_HEX,
    TOKEN_OF_SECTOR,
    TOKENS_PER_LOCATION,
)
from donjon.kingdom_builder.terrain_cards import take_card
from donjon.kingdom_builder.turn import begin_turn

SECTORS_RULE = number("KB-3.1")
CARDS_RULE = number("KB-3.5")
HAND_RULE = number("KB-3.7")
FIRST_RULE = number("KB-3.8")


@compilable
def setup(state: State, options: Options) -> None:
    """KB-3.1 to KB-3.9: everything but what nature decides; -1 in an option leaves it to her."""
    state.players = options.players
    state.turn = 0
    state.actor = NONE
    state.first = options.first
    state.played = NONE
    state.using = NONE
    state.lifted = NONE
    state.origin = NONE
    clear_board(state)
    for terrain in range(TERRAINS):
        state.deck[terrain] = DECK[terrain]
    for seat in range(state.players):
        deal_settlements(state.seats[seat])
    state.sectors[:] = options.sectors
    state.orientations[:] = options.orientations
    for slot in range(SLOTS):
        if state.sectors[slot] != NONE and state.orientations[slot] != NONE:
            lay_sector(state, slot)
    state.cards[:] = NONE
    for index in range(CARDS_IN_USE):
        if options.cards[index] != NONE:
            add_card(state, options.cards[index])
    ask_nature(state, None)


@compilable
def clear_board(state: State) -> None:
    """An empty table."""
    state.kind[:] = HexKind.OFF
    state.owner[:] = NONE
    state.group[:] = UNGROUPED
    state.last[:] = NONE


@compilable
def deal_settlements(me: Seat) -> None:
    """KB-3.6: all 40 settlements of a colour."""
    me.hand = NONE
    me.supply = SETTLEMENTS
    me.settlements[:] = NONE


@compilable
def lay_sector(state: State, slot: int) -> None:
    """KB-2.6, KB-2.7, KB-3.3: lay a sector in its slot and two tokens on each of its locations."""
    sector, turned = state.sectors[slot], state.orientations[slot]
    for inside in range(SLOT_HEX.shape[1]):
        hex = SLOT_HEX[slot, inside]
        kind = SECTOR_KINDS[sector, turned, inside]
        state.kind[hex] = kind
        state.free[kind] += 1
        hexes.add(state.land[kind], hex)
        if kind == HexKind.LOCATION:
            place = state.places[state.place_count]
            place.hex = hex
            place.token = TOKEN_OF_SECTOR[sector]
            place.left = TOKENS_PER_LOCATION
            state.place_count += 1
        tell_around(state, hex)
    state.owner[OFF_BOARD] = NONE


@compilable
def slot_to_lay(state: State) -> int:
    """The first slot in which sector or orientation is still open; NONE when all lie."""
    for slot in range(SLOTS):
        if state.sectors[slot] == NONE or state.orientations[slot] == NONE:
            return slot
    return NONE


@compilable
def add_card(state: State, card: int) -> None:
    """KB-3.5: lay a Kingdom Builder card open; they are kept in ascending order, -1 last."""
    state.wanted |= 1 << int(card)
    index = 0
    while state.cards[index] != NONE and state.cards[index] < card:
        index += 1
    moving = card
    while moving != NONE:
        moving, state.cards[index] = int(state.cards[index]), moving
        index += 1


@compilable
def ask_nature(state: State, log: EventLog | None) -> None:
    """Chapter 11.3: what chance has still to decide before the first turn, in its order."""
    if slot_to_lay(state) != NONE:
        state.phase = Phase.SECTOR
    elif state.cards[CARDS_IN_USE - 1] == NONE:
        state.phase = Phase.KINGDOM_CARD
    elif state.first == NONE:
        state.phase = Phase.FIRST
    elif state.actor == NONE:
        state.phase = Phase.DEAL
        state.actor = state.first
    else:
        deal_on(state, log)


@compilable
def deal_on(state: State, log: EventLog | None) -> None:
    """KB-3.7: the next seat in turn order is dealt its card; then the first turn begins."""
    following = (state.actor + 1) % state.players
    if following == state.first:
        begin_turn(state, following, log)
    else:
        state.actor = following


@compilable
def forbids_sector(state: State, _nature: int, laid: int) -> int:
    """KB-3.1: four different sectors; what the options fixed stays."""
    slot, sector, turned = slot_to_lay(state), laid // 2, laid % 2
    fixed, way = state.sectors[slot], state.orientations[slot]
    is_open = place_in(state.sectors, sector) == NONE if fixed == NONE else fixed == sector
    return 0 if is_open and way in (NONE, turned) else SECTORS_RULE


@compilable
def place_sector(state: State, _nature: int, laid: int, log: EventLog | None) -> None:
    """KB-11.3.1: nature's sector and orientation for the next open slot."""
    slot, sector, turned = slot_to_lay(state), laid // 2, laid % 2
    state.sectors[slot] = sector
    state.orientations[slot] = turned
    lay_sector(state, slot)
    emit(log, Event.SECTOR_PLACED, NONE, SECTORS_RULE, slot, sector, turned)
    ask_nature(state, log)


@compilable
def forbids_card(state: State, _nature: int, card: int) -> int:
    """KB-3.5: three different cards."""
    return 0 if place_in(state.cards, card) == NONE else CARDS_RULE


@compilable
def open_card(state: State, _nature: int, card: int, log: EventLog | None) -> None:
    """KB-11.3.2: nature's next Kingdom Builder card."""
    add_card(state, card)
    emit(log, Event.CARD_OPENED, NONE, CARDS_RULE, card, 0, 0)
    ask_nature(state, log)


@compilable
def forbids_first(state: State, _nature: int, seat: int) -> int:
    """KB-3.8: the first player is one of those who play."""
    return 0 if seat < state.players else FIRST_RULE


@compilable
def choose_first(state: State, _nature: int, seat: int, log: EventLog | None) -> None:
    """KB-11.3.3: nature's first player."""
    state.first = seat
    emit(log, Event.FIRST_PLAYER, seat, FIRST_RULE, 0, 0, 0)
    ask_nature(state, log)


@compilable
def deal(state: State, _nature: int, terrain: int, log: EventLog | None) -> None:
    """KB-11.3.4: nature's first hand card for the seat whose turn it is to get one."""
    seat = state.actor
    take_card(state, seat, terrain)
    emit_to(log, 1 << seat, Event.DEALT, seat, HAND_RULE, terrain, 0, 0)
    ask_nature(state, log)
