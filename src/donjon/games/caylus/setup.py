"""Chapter 2: the options of a game, its start, and what nature decides before the first round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.games.caylus.building import find_free
from donjon.games.caylus.model import (
    BOOK,
    HOME,
    MAX_SEATS,
    MIN_SEATS,
    NEUTRALS,
    NONE,
    NOT_OF_PHASE,
    OPTIONS,
    START_SPACE,
    WORKERS,
    Decision,
    Favours,
    Options,
    Phase,
    Seat,
    State,
    Tile,
    Values,
)
from donjon.games.caylus.spaces import at_road, tiles_called
from donjon.games.caylus.tables import COUNT, START_CUBES, START_DENIERS, START_TILE
from donjon.kernel.actions import Domain, Kind, Reading, names
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.nouns import Noun
from donjon.kernel.option_values import Option, check_names, check_players, numbers
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number
from donjon.kernel.rules import NATURE
from donjon.kernel.untrusted import short

# The options


NEUTRAL_NAMES = Tile.ids()[:NEUTRALS]


def _words(kind: type[Noun]) -> tuple[str, ...]:
    return tuple(term.word for term in kind.terms())


DECLARED = (
    Option(
        "favours",
        "choice",
        Favours.ids(),
        "table",
        "Favours",
        "With simplified favours, each favour gives 3 points, and there is no favour table.",
        labels=_words(Favours),
    ),
    Option(
        "tile_values",
        "choice",
        Values.ids(),
        "rulebook",
        "Tile values",
        "Revised values come from later printings: the church gives 3 points when built, and the tailor "
        "gives 4 points for 2 cloth instead of 2 points for 1.",
        labels=_words(Values),
    ),
    Option(
        "neutral_tiles",
        "list",
        NEUTRAL_NAMES,
        None,
        "Neutral tiles",
        "The six neutral tiles in order from the bridge. Leave a space empty for a random one.",
        count=NEUTRALS,
        labels=_words(Tile)[:NEUTRALS],
        distinct=True,
        places=("space 1", "space 2", "space 3", "space 4", "space 5", "space 6"),
    ),
    Option(
        "turn_order",
        "list",
        tuple(range(MAX_SEATS)),
        None,
        "Turn order",
        "Starting order. Leave a place empty for a random one. Later players start with more deniers.",
        count=MAX_SEATS,
        distinct=True,
        places=("1st player", "2nd player", "3rd player", "4th player", "5th player"),
    ),
)
_NAMES = tuple(option.name for option in DECLARED)


def read_options(players: Any, given: Mapping[str, Any]) -> Any:
    """Return options in words as a record of OPTIONS. Raises BadOption, which says what to do."""
    check_players("Caylus", players, MIN_SEATS, MAX_SEATS, "CAY-1.1")
    check_names("Caylus", given, _NAMES)
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.simplified = max(0, *numbers("favours", [given.get("favours")], Favours.ids(), 1))
    options.values = max(0, *numbers("tile_values", [given.get("tile_values")], Values.ids(), 1))
    options.neutral[:] = numbers(
        "neutral_tiles", given.get("neutral_tiles"), NEUTRAL_NAMES, NEUTRALS, distinct=True
    )
    options.order[:] = NONE
    options.order[:players] = numbers(
        "turn_order",
        _shortened(given.get("turn_order"), players),
        tuple(range(players)),
        players,
        distinct=True,
    )
    return options


def _shortened(order: Any, players: int) -> Any:
    """Return the order without the places beyond the players, which must be empty; a form offers five."""
    if isinstance(order, Sequence) and not isinstance(order, str) and len(order) > players:
        if any(seat is not None for seat in order[players:]):
            raise BadOption(
                Message(
                    "The option “turn_order” takes {players} seats, not {given}.",
                    players=players,
                    given=short(list(order)),
                )
            )
        return order[:players]
    return order


def show_options(options: Options | State) -> dict[str, Any]:
    """Return an OPTIONS record, or a state, in words as `read_options` takes them, without defaults."""
    shown: dict[str, Any] = {}
    if options.simplified:
        shown["favours"] = Favours(options.simplified).id
    if options.values:
        shown["tile_values"] = Values(options.values).id
    neutral = [None if tile == NONE else NEUTRAL_NAMES[tile] for tile in options.neutral]
    if any(tile is not None for tile in neutral):
        shown["neutral_tiles"] = neutral
    order = [None if seat == NONE else int(seat) for seat in options.order[: int(options.players)]]
    if any(seat is not None for seat in order):
        shown["turn_order"] = order
    return shown


# Random draws


def _read_neutral(reading: Reading) -> int:
    tiles = tiles_called("-".join(reading.words), list(range(NEUTRALS)))
    if len(tiles) != 1:
        known = list(Tile.texts()[:NEUTRALS])
        raise reading.refuse("{words} isn't a neutral tile. Type one of: {tiles}.", tiles=known)
    return tiles[0]


def _place_refused(case: Case) -> Message:
    """Return why nature does not give a seat the next place."""
    if case.argument in list(case.state.order):
        return Message("{seat} already has a place in the turn order.", seat=SeatName(case.argument))
    return Message("The neutral tiles are laid first.")


NEUTRAL_TILES = BOOK.forbids(
    "CAY-2.1",
    Message("This tile is already on the road: {tile}.", tile=lambda case: Tile(case.argument).term),
)
RANDOM_ORDER = BOOK.forbids("CAY-2.4", _place_refused)
START_MONEY = number("CAY-2.5")
TWO_PLAYERS_START = number("CAY-13.1")
NEUTRAL_LAID = BOOK.event(
    "neutral_laid", "Space {space}: {tile}.", "road", "tile", space=lambda named: named.road, at=at_road
)
PLACE_IN_ORDER = BOOK.event(
    "place_in_order",
    "{seat} takes place {place} in turn order with {deniers:denier|deniers}.",
    *("place", "deniers"),
    also=("CAY-2.4",),
)
LAY = Kind(Domain("a neutral tile", NEUTRALS, lambda _state, tile: Tile(tile).text, _read_neutral))
ORDER = Kind(
    names(
        "a seat",
        [str(seat) for seat in range(MAX_SEATS)],
        otherwise=lambda reading: reading.refuse(
            "{words} isn't a seat. Type 0 to {last}.", last=MAX_SEATS - 1
        ),
    )
)


@compilable
def setup(state: State, options: Options) -> None:
    """Set up all but what nature decides (CAY-2.1 to CAY-2.7); -1 in an option leaves it to nature."""
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
    """Lay out the road with its fixed buildings and no worker on it (CAY-1.9)."""
    state.tile[:] = START_TILE
    state.owner[:] = NONE
    state.pending[:] = NONE
    state.worker[:] = NONE
    state.stables[:] = NONE
    state.castle[:] = NONE
    state.parts[:] = NONE


@compilable
def start_seat(me: Seat) -> None:
    """Give a player workers at home, 2 food and 1 wood (CAY-2.3, CAY-2.6)."""
    me.home = WORKERS
    me.workers[:] = HOME
    me.cubes[:] = START_CUBES


@compilable
def are_all_laid(state: State) -> bool:
    """Return whether nature has laid all neutral tiles (CAY-2.1)."""
    return place_in(state.neutral, NONE) == NONE


@compilable
def forbids_tile(state: State, _seat: int, tile: int) -> int:
    """Return 0 if nature may lay this neutral tile now, else the rule against it (CAY-2.1)."""
    is_open = not are_all_laid(state) and place_in(state.neutral, tile) == NONE
    return 0 if is_open else NEUTRAL_TILES


@compilable
def forbids_place(state: State, _seat: int, seat: int) -> int:
    """Return 0 if nature may give this seat the next place in the turn order, else the rule (CAY-2.4)."""
    if seat >= state.players:
        return NOT_OF_PHASE
    return 0 if are_all_laid(state) and place_in(state.order, seat) == NONE else RANDOM_ORDER


@LAY.action_at(Decision.NOTHING, verb="lay", forbids=forbids_tile)
@compilable
def lay(state: State, _seat: int, tile: int, log: EventLog | None) -> None:
    """Lay nature's tile on the first open space (CAY-2.1)."""
    index = place_in(state.neutral, NONE)
    state.neutral[index] = tile
    emit(log, NEUTRAL_LAID, NONE, NEUTRAL_TILES, index + 1, tile, 0)


@ORDER.action_at(Decision.NOTHING, verb="order", forbids=forbids_place)
@compilable
def put_in_order(state: State, _seat: int, seat: int, log: EventLog | None) -> None:
    """Give nature's seat the first open place (CAY-2.4)."""
    state.order[place_in(state.order, NONE)] = seat


@compilable
def fill_up(state: State, log: EventLog | None) -> None:
    """Lay the last tile and seat the last player, which need no draw."""
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
    """Return whether everything is decided that nature decides."""
    return are_all_laid(state) and place_in(state.order[: state.players], NONE) == NONE


@compilable
def start(state: State, log: EventLog | None) -> None:
    """Lay out the neutral tiles, give the deniers by place in the turn order (CAY-2.1, CAY-2.5)."""
    for index in range(NEUTRALS):
        state.tile[index + 1] = state.neutral[index]
    find_free(state)
    for place in range(state.players):
        seat = int(state.order[place])
        deniers = int(START_DENIERS[state.players, place])
        state.seats[seat].deniers = deniers
        if state.players == 2:
            cite(log, TWO_PLAYERS_START)
        emit(log, PLACE_IN_ORDER, seat, START_MONEY, place + 1, deniers, 0)
