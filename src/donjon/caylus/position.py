"""A position as plain data, and back: what a test, a puzzle or another program states (docs/positions.md).

Most of it is what model.py says of the fields; here is what is written otherwise, and what follows where
nothing is said. Whether it all fits together is asked in position_checks.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.caylus import building, decisions, position_checks, round_end
from donjon.caylus.building import FIRST_BUILT
from donjon.caylus.model import (
    CASTLE_SPACES,
    CIRCLES,
    HOME,
    INN_RIGHT,
    NONE,
    ROAD,
    SECTIONS,
    SPECIAL_IDS,
    START_SPACE,
    WORKERS,
    Cube,
    Decision,
    Phase,
    Row,
    Seat,
    Section,
    Source,
    Space,
    State,
    Tile,
)
from donjon.caylus.purse import gain_vp
from donjon.caylus.round import FAVOUR_DECISIONS
from donjon.caylus.setup import show_options
from donjon.caylus.special import SPACE_OF_DECISION
from donjon.caylus.tables import COUNT, FIRST_PART
from donjon.caylus.view import chosen, place_of
from donjon.errors import BadPosition
from donjon.kernel.fields import SEAT, Part, Schema, maybe, name, number, objects, plain, row
from donjon.kernel.foreign import short
from donjon.kernel.game import seat_count
from donjon.kernel.records import Ints
from donjon.kernel.stated import by_seat, keyed, listed, require_none, whole

# Where a worker can be: the space, and which circle or place of it.
PLACES: dict[str, tuple[int, int]] = {
    "home": (HOME, 0),
    **{Space(space).id: (space, 0) for space in range(Space.STABLES)},
    **{f"stables {circle + 1}": (int(Space.STABLES), circle) for circle in range(CIRCLES)},
    "inn left": (int(Space.INN), 0),
    "inn right": (INN_RIGHT, 0),
    **{f"castle {place + 1}": (int(Space.CASTLE), place) for place in range(CASTLE_SPACES)},
    **{f"road {space}": (Space.CASTLE + space, 0) for space in range(1, ROAD + 1)},
}
_PLACE_EXAMPLES = "home, gate, trading_post, merchants_guild, joust_field, stables 1 to stables 3, " + (
    f"inn left, inn right, castle 1 to castle {CASTLE_SPACES}, road 1 to road {ROAD}"
)
_BANK = [tile for tile in Tile if COUNT[tile]]
_COURSE = ("cursor", "stage", "actor", "owed", "favoured", "chosen", "by_favour")


def position(state: State) -> dict[str, Any]:
    """The whole position as data that `set_position` reads back to the same bytes."""
    data = {**show_options(state), **SCHEMA.write(state)}
    if not data["stock"]:
        del data["stock"]
    return data


def set_position(state: State, given: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to what `given` says; what it leaves out stays or follows.

    With "ask" the position is that decision, as stated; without it the game goes on from the stated
    phase to the next decision, and what is forced happens. Raises BadPosition, naming the field and
    what it should be.
    """
    state.decision = Decision.NOTHING
    for field in _COURSE:
        state[field] = NONE
    SCHEMA.read(state, given)
    if state.phase == Phase.OVER and "scored" not in given:
        state.scored = SECTIONS
    if state.phase >= Phase.SPECIAL and "passed" not in given:
        state.passing[:] = state.order
    if given.get("ask") == Decision.NOTHING.id and state.phase != Phase.OVER:
        raise BadPosition("'ask' can be 'nothing' only when the game is over; leave it out to go on.")
    _derive_pieces(state)
    _derive_points(state, given)
    _derive_course(state)
    if "bailiff" not in given:
        state.bailiff = START_SPACE + state.round - (not position_checks.has_bailiff_moved(state))
    if "provost" not in given:
        state.provost = state.bailiff
    require_none(position_checks.faults(state))
    if state.decision == Decision.NOTHING:
        decisions.go_on(state, None)


# What is written in a way of its own


def _read_order(state: State, field: str, value: Any) -> None:
    players = int(state.players)
    order = [whole(field, seat, 0, players - 1) for seat in listed(field, value, players)]
    if sorted(order) != list(range(players)):
        raise BadPosition(f"{field!r} must name each of the {players} seats once, not {short(value)}.")
    state.order[:players] = order


def _show_at(state: State) -> Any:
    return SPECIAL_IDS[state.cursor] if state.phase == Phase.SPECIAL else int(state.cursor)


def _read_at(state: State, field: str, value: Any) -> None:
    players = int(state.players)
    ranges = {
        int(Phase.INCOME): (0, 0),
        int(Phase.PLACING): (0, players - 1),
        int(Phase.PROVOST): (0, players - 1),
        int(Phase.ROAD): (1, ROAD),
        int(Phase.CASTLE): (0, CASTLE_SPACES),
    }
    at = name(SPECIAL_IDS) if state.phase == Phase.SPECIAL else number(*ranges.get(state.phase, (0, players)))
    state.cursor = maybe(at).read(state, field, value)


def _read_chosen(state: State, field: str, value: Any) -> None:
    if state.decision == Decision.SWAP_FOR:
        state.chosen = maybe(name(Cube.ids())).read(state, field, value)
    elif value is not None:
        state.chosen = FIRST_BUILT + name(Tile.ids()[FIRST_BUILT:]).read(state, field, value)


# Road and bank


def _show_road(state: State) -> dict[str, Any]:
    """Every road space with a tile: the tile, its owner, and who has paid for its conversion."""
    found: dict[str, Any] = {}
    for space in range(1, ROAD + 1):
        if state.tile[space] != NONE:
            seats = {"owner": int(state.owner[space]), "pending": int(state.pending[space])}
            named = {name: seat for name, seat in seats.items() if seat != NONE}
            found[str(space)] = {"tile": Tile(state.tile[space]).id, **named}
    return found


def _read_road(state: State, field: str, value: Any) -> None:
    """The spaces that are named change; null clears one."""
    spaces = keyed(field, value, [str(space) for space in range(1, ROAD + 1)], "{'9': {'tile': 'mason'}}")
    for space in range(1, ROAD + 1):
        if str(space) not in spaces:
            continue
        where, entry = f"{field} {space}", spaces[str(space)]
        said = {} if entry is None else keyed(where, entry, ("tile", "owner", "pending"), "{'tile': 'mason'}")
        if entry is None:
            state.tile[space] = NONE
        elif "tile" in said:
            state.tile[space] = maybe(name(Tile.ids())).read(state, where, said["tile"])
        state.owner[space] = maybe(SEAT).read(state, f"{where} owner", said.get("owner"))
        state.pending[space] = maybe(SEAT).read(state, f"{where} pending", said.get("pending"))
    for tile in _BANK:
        state.stock[tile] = COUNT[tile] - position_checks.on_road(state, tile)


def _show_stock(state: State) -> dict[str, int]:
    """The tiles of which the bank holds other than what is not on the road; in play there are none."""
    missing = [
        tile for tile in _BANK if state.stock[tile] != COUNT[tile] - position_checks.on_road(state, tile)
    ]
    return {tile.id: int(state.stock[tile]) for tile in missing}


def _read_stock(state: State, field: str, value: Any) -> None:
    """Fewer copies than are not on the road; the tiles that are named change."""
    tiles = keyed(field, value, [tile.id for tile in _BANK], "{'mason': 0}")
    for tile in _BANK:
        if tile.id in tiles:
            state.stock[tile] = whole(f"{field} {tile.id}", tiles[tile.id], 0, int(state.stock[tile]))


# Castle and workers


def _show_castle(state: State) -> dict[str, Any]:
    """The seats whose houses stand in each section, in the order of the parts."""
    return {section.id: position_checks.seats_in(_parts(state, section)) for section in Section}


def _parts(state: State, section: int) -> Ints:
    """The parts of a section, a view of the record."""
    return state.parts[FIRST_PART[section] : FIRST_PART[section + 1]]


def _read_castle(state: State, field: str, value: Any) -> None:
    """CAY-9.3.2: houses fill a section from its first part on; the sections that are named change."""
    sections = keyed(field, value, Section.ids(), "{'dungeon': [0, 1]}")
    for section in Section:
        if section.id in sections:
            parts = _parts(state, section)
            houses = row(SEAT, len(parts), packed=True)
            parts[:] = houses.read(state, f"{field} {section.id}", sections[section.id])


def _show_workers(state: State) -> list[list[str]]:
    """Where each of every seat's workers is."""
    return [
        [place_of(state, seat, int(worker)).replace("-", " ") for worker in state.seats[seat].workers]
        for seat in range(state.players)
    ]


def _read_workers(state: State, field: str, value: Any) -> None:
    """Where each worker is; those not named are at home."""
    for seat, places in enumerate(by_seat(state, field, value)):
        named = [] if places is None else listed(f"{field} of seat {seat}", places, WORKERS)
        for worker, place in enumerate(named):
            if not isinstance(place, str) or place not in PLACES:
                raise BadPosition(f"{field!r} knows no place {short(place)}; places are: {_PLACE_EXAMPLES}.")
            _put_worker(state, seat, worker, place)


def _put_worker(state: State, seat: int, worker: int, place: str) -> None:
    space, index = PLACES[place]
    state.seats[seat].workers[worker] = space
    if space == HOME:
        return
    circles = {int(Space.STABLES): state.stables, int(Space.CASTLE): state.castle}.get(space)
    standing, at = (state.worker, space) if circles is None else (circles, index)
    if standing[at] != NONE:
        raise BadPosition(f"Two workers on {place!r}: it holds one (CAY-5.3.3).")
    standing[at] = seat


SCHEMA = Schema(
    "Caylus",
    [
        Part("order", None, _read_order),
        *plain(State, "round", "phase", "decision"),
        Part("at", _show_at, _read_at),
        *plain(State, "stage", "actor", "passing", "provost", "bailiff", "scored", "owed", "favoured"),
        Part("chosen", chosen, _read_chosen),
        *plain(State, "by_favour", "last"),
        Part("road", _show_road, _read_road),
        Part("castle", _show_castle, _read_castle),
        Part("workers", _show_workers, _read_workers),
        objects(Seat, "seats", seat_count),
        Part("stock", _show_stock, _read_stock),
    ],
)


# What follows from the rest


def _derive_pieces(state: State) -> None:
    """What is counted twice: who has passed, workers at home, residences, houses, the next free space."""
    passed = position_checks.seats_in(state.passing)
    state.passed = len(passed)
    building.find_free(state)
    for seat in range(state.players):
        me = state.seats[seat]
        me.passed = seat in passed
        me.home = sum(int(worker) == HOME for worker in me.workers)
        me.residences = sum(building.is_residence(state, seat, space) for space in range(1, ROAD + 1))
        for section in Section:
            me.houses[section] = position_checks.seats_in(_parts(state, section)).count(seat)


def _derive_points(state: State, given: Mapping[str, Any]) -> None:
    """Prestige points and their sources agree; where one is not said it follows from the other."""
    for seat, entry in enumerate(given.get("seats") or []):
        me = state.seats[seat]
        total = int(me.sources.sum())
        if "vp" not in (entry or {}):
            me.vp = total
        elif "points" not in entry:
            me.vp = total
            gain_vp(state, seat, Source.BUILDINGS, entry["vp"] - total)


def _derive_course(state: State) -> None:
    """How far the phase is, who decides and what comes from a favour, where nothing is said."""
    if state.owed == NONE:
        state.owed = state.decision == Decision.ROW
    # Favours owed are a decision to come.
    is_favour = state.decision == Decision.NOTHING and state.owed > 0
    decision, seat = (Decision.ROW, state.favoured) if is_favour else (Decision(state.decision), state.actor)
    if state.cursor == NONE:
        state.cursor = _place_of(state, decision, int(seat))
    if state.stage == NONE:
        state.stage = position_checks.stage_of(state, decision)
    state.scoring = state.phase == Phase.END and state.stage == round_end.SCORE
    if state.by_favour == NONE:
        state.by_favour = position_checks.is_by_favour(state)
    if state.decision == Decision.NOTHING:
        state.actor = NONE
    else:
        _derive_decision(state, decision)


def _derive_decision(state: State, decision: Decision) -> None:
    """Who decides; the row of the favour that is being used, and whose the other favours are."""
    if state.actor == NONE:
        is_favoured = position_checks.is_of_favour(state) and state.favoured != NONE
        state.actor = state.favoured if is_favoured else position_checks.actor_of(state)
    if position_checks.is_of_favour(state) and state.actor != NONE and decision != Decision.ROW:
        state.seats[state.actor].rows[position_checks.ROW_OF_DECISION.get(decision, Row.BUILD)] = 1
    if state.owed and state.favoured == NONE:
        state.favoured = state.actor


def _place_of(state: State, decision: Decision, actor: int) -> int:
    """How far the phase is: where the decision belongs, else at its beginning."""
    phase = int(state.phase)
    if phase == Phase.SPECIAL and decision != Decision.NOTHING:
        return int(SPACE_OF_DECISION.get(decision, Space.JOUST_FIELD))
    if phase == Phase.ROAD:
        first = [space for space in range(1, ROAD + 1) if state.worker[Space.CASTLE + space] != NONE]
        return first[0] if decision != Decision.NOTHING and first else 1
    if phase == Phase.CASTLE and decision in FAVOUR_DECISIONS:
        return len(position_checks.seats_in(state.castle))
    if phase == Phase.OVER:
        return int(state.players)
    orders = {Phase.PROVOST: state.passing, Phase.CASTLE: state.castle}
    order = [int(seat) for seat in orders.get(Phase(phase), state.order)]
    at = order.index(actor) if actor != NONE and actor in order else 0
    if phase == Phase.END:
        return at + 1 if decision != Decision.NOTHING else 0
    return at
