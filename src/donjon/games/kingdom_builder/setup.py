"""Chapter 3: the options of a game, and the random draws before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.games.kingdom_builder.model import (
    BOOK,
    CARDS_IN_USE,
    DECK,
    FIRST_GAME,
    MAX_SEATS,
    MIN_SEATS,
    NONE,
    OPTIONS,
    ORIENTATIONS,
    SECTOR_IDS,
    SECTOR_WORDS,
    SETTLEMENTS,
    SLOTS,
    TERRAINS,
    UNGROUPED,
    Card,
    HexKind,
    Options,
    Phase,
    Seat,
    Slot,
    State,
)
from donjon.games.kingdom_builder.sectors import lay_sector
from donjon.games.kingdom_builder.terrain_cards import DRAW, forbids_draw, take_card
from donjon.games.kingdom_builder.turn import begin_turn
from donjon.kernel.actions import Kind, names
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit, emit_to
from donjon.kernel.message import Case, Message, Term
from donjon.kernel.option_values import Option, check_names, check_players, is_choice, numbers
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number
from donjon.kernel.untrusted import short

# Options

BOARDS = ("random", "first-game")

DECLARED = (
    Option(
        "board",
        "choice",
        BOARDS,
        "random",
        "Board",
        "The first-game board is recommended for beginners.",
        labels=("random", "first game"),
    ),
    Option(
        "sectors",
        "list",
        SECTOR_IDS,
        None,
        "Sectors",
        "One sector for each quarter of the board. Leave a place empty for a random one.",
        count=SLOTS,
        labels=SECTOR_WORDS,
        distinct=True,
        places=tuple(slot.word for slot in Slot),
    ),
    Option(
        "orientations",
        "list",
        ORIENTATIONS,
        None,
        "Rotation",
        "How each sector is placed: as printed, or rotated 180°.",
        count=SLOTS,
        labels=("as printed", "rotated 180°"),
        places=tuple(slot.word for slot in Slot),
    ),
    Option(
        "cards",
        "list",
        Card.ids(),
        None,
        "Kingdom Builder cards",
        "The three cards that score gold. Leave a place empty for a random one.",
        count=CARDS_IN_USE,
        labels=tuple(card.word for card in Card),
        distinct=True,
        places=("first", "second", "third"),
    ),
    Option(
        "first",
        "choice",
        tuple(range(MAX_SEATS)),
        None,
        "First player",
        "Random if you don't choose one.",
    ),
)
_NAMES = tuple(option.name for option in DECLARED)


def read_options(players: Any, given: Mapping[str, Any]) -> Any:
    """Return options in words as a record of OPTIONS. Raises BadOption, which says what to do."""
    check_players("Kingdom Builder", players, MIN_SEATS, MAX_SEATS, "KB-3.11")
    check_names("Kingdom Builder", given, _NAMES)
    given = _with_first_game(given)
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.sectors[:] = numbers("sectors", given.get("sectors"), SECTOR_IDS, SLOTS, distinct=True)
    options.orientations[:] = numbers("orientations", given.get("orientations"), ORIENTATIONS, SLOTS)
    options.cards[:] = numbers("cards", given.get("cards"), Card.ids(), CARDS_IN_USE, distinct=True)
    first = given.get("first")
    options.first = numbers("first", [first], tuple(range(players)), 1)[0]
    return options


def _with_first_game(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options, with the suggested first game's for those that are not given (KB-3.10)."""
    board = given.get("board", "random")
    if not is_choice(board, BOARDS):
        raise BadOption(
            Message("There is no board {board}. Choose one of: {boards}.", board=short(board), boards=BOARDS)
        )
    if board == "random":
        return given
    defaults = {
        "sectors": FIRST_GAME["slots"],
        "orientations": FIRST_GAME["orientations"],
        "cards": FIRST_GAME["kingdom_cards"],
    }
    return {**defaults, **{name: value for name, value in given.items() if value is not None}}


def show_options(options: Options | State) -> dict[str, Any]:
    """Return a record of OPTIONS or a state in words for `read_options`, without random choices."""
    shown: dict[str, Any] = {}
    lists = (("sectors", SECTOR_IDS), ("orientations", ORIENTATIONS), ("cards", Card.ids()))
    for name, choices in lists:
        values = [None if number == NONE else choices[int(number)] for number in options[name]]
        if any(value is not None for value in values):
            shown[name] = values
    if options.first != NONE:
        shown["first"] = int(options.first)
    return shown


# The start


@compilable
def setup(state: State, options: Options) -> None:
    """Set up everything except what is random; -1 in an option leaves it to chance (KB-3.1 to KB-3.9)."""
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
    """Empty the table."""
    state.kind[:] = HexKind.OFF
    state.owner[:] = NONE
    state.group[:] = UNGROUPED
    state.last[:] = NONE


@compilable
def deal_settlements(me: Seat) -> None:
    """Give a seat the 40 settlements of its colour (KB-3.6)."""
    me.hand = NONE
    me.supply = SETTLEMENTS
    me.settlements[:] = NONE


@compilable
def slot_to_lay(state: State) -> int:
    """Return the first slot whose sector or orientation is still open; NONE if there is none."""
    for slot in range(SLOTS):
        if state.sectors[slot] == NONE or state.orientations[slot] == NONE:
            return slot
    return NONE


@compilable
def add_card(state: State, card: int) -> None:
    """Lay a Kingdom Builder card open; they are kept in ascending order, -1 last (KB-3.5)."""
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
    """Ask for the next random choice before the first turn, in the order of section 11.3."""
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
    """Deal to the next seat in turn order; after the last one start the first turn (KB-3.7)."""
    following = (state.actor + 1) % state.players
    if following == state.first:
        begin_turn(state, following, log)
    else:
        state.actor = following


# Random sectors


def _why_no_sector(case: Case) -> Message:
    """Return why a sector cannot be laid now."""
    state, slot = case.state, slot_to_lay(case.state)
    sector = case.argument // len(ORIENTATIONS)
    if state.sectors[slot] == NONE and sector in list(state.sectors):
        return Message("The {sector} sector is already on the board.", sector=Term(SECTOR_WORDS[sector]))
    return Message("The sector {slot} was set in the options.", slot=Slot(slot).term)


SECTORS_RULE = BOOK.forbids("KB-3.1", _why_no_sector)
SECTOR_PLACED = BOOK.event(
    "sector_placed",
    "The {sector} sector is placed {slot}, rotated 180°.",
    "slot",
    "sector",
    "turned",
    without="The {sector} sector is placed {slot}.",
    also=("KB-11.3.1",),
)
SECTOR = Kind(
    names("a sector, and how it lies", [f"{sector} {turn}" for sector in SECTOR_IDS for turn in ORIENTATIONS])
)

BOOK.asks(
    Phase.SECTOR,
    Message("Drawing a random sector: {slot}.", slot=lambda case: Slot(slot_to_lay(case.state)).term),
)


@compilable
def forbids_sector(state: State, _nature: int, laid: int) -> int:
    """Return the rule against a sector: the four differ, and options are kept (KB-3.1); 0 if none."""
    slot, sector, turned = slot_to_lay(state), laid // 2, laid % 2
    fixed, way = state.sectors[slot], state.orientations[slot]
    is_open = place_in(state.sectors, sector) == NONE if fixed == NONE else fixed == sector
    return 0 if is_open and way in (NONE, turned) else SECTORS_RULE


@SECTOR.action_at(Phase.SECTOR, verb="sector", forbids=forbids_sector)
@compilable
def place_sector(state: State, _nature: int, laid: int, log: EventLog | None) -> None:
    """Lay the random sector in the next open slot (KB-11.3.1)."""
    slot, sector, turned = slot_to_lay(state), laid // 2, laid % 2
    state.sectors[slot] = sector
    state.orientations[slot] = turned
    lay_sector(state, slot)
    emit(log, SECTOR_PLACED, NONE, SECTORS_RULE, slot, sector, turned)
    ask_nature(state, log)


# Random Kingdom Builder cards

CARDS_RULE = BOOK.forbids("KB-3.5", Message("This card is already face up: {card}."))
CARD_OPENED = BOOK.event("card_opened", "Kingdom Builder card: {card}.", "card", also=("KB-11.3.2",))
CARD = Kind(names("a Kingdom Builder card", Card.texts()))
BOOK.asks(Phase.KINGDOM_CARD, Message("Drawing a Kingdom Builder card."))


@compilable
def forbids_card(state: State, _nature: int, card: int) -> int:
    """Return the rule against opening a card twice (KB-3.5); 0 if it is not open."""
    return 0 if place_in(state.cards, card) == NONE else CARDS_RULE


@CARD.action_at(Phase.KINGDOM_CARD, verb="card", forbids=forbids_card)
@compilable
def open_card(state: State, _nature: int, card: int, log: EventLog | None) -> None:
    """Open a random Kingdom Builder card (KB-11.3.2)."""
    add_card(state, card)
    emit(log, CARD_OPENED, NONE, CARDS_RULE, card, 0, 0)
    ask_nature(state, log)


# The random first player, and the deal

FIRST_RULE = BOOK.forbids(
    "KB-3.8",
    Message(
        "A game for {players} has no seat {number}.",
        number=lambda case: case.argument,
        players=lambda case: int(case.state.players),
    ),
)
FIRST_PLAYER = BOOK.event("first_player", "{seat} goes first.", also=("KB-11.3.3",))
FIRST = Kind(names("a seat", [str(seat) for seat in range(MAX_SEATS)]))
BOOK.asks(Phase.FIRST, Message("Drawing the first player at random."))


@compilable
def forbids_first(state: State, _nature: int, seat: int) -> int:
    """Return the rule against a first player who does not play (KB-3.8); 0 if the seat plays."""
    return 0 if seat < state.players else FIRST_RULE


@FIRST.action_at(Phase.FIRST, verb="first", forbids=forbids_first)
@compilable
def choose_first(state: State, _nature: int, seat: int, log: EventLog | None) -> None:
    """Choose a random first player (KB-11.3.3)."""
    state.first = seat
    emit(log, FIRST_PLAYER, seat, FIRST_RULE, 0, 0, 0)
    ask_nature(state, log)


HAND_RULE = number("KB-3.7")
DEALT = BOOK.event(
    "dealt",
    "{seat} draws a terrain card: {terrain}.",
    "terrain",
    unseen="{seat} draws a terrain card.",
    also=("KB-11.3.4",),
)


@DRAW.action_at(Phase.DEAL, verb="draw", forbids=forbids_draw)
@compilable
def deal(state: State, _nature: int, terrain: int, log: EventLog | None) -> None:
    """Deal a random first card to the next seat to get one (KB-11.3.4)."""
    seat = state.actor
    take_card(state, seat, terrain)
    emit_to(log, 1 << seat, DEALT, seat, HAND_RULE, terrain, 0, 0)
    ask_nature(state, log)
