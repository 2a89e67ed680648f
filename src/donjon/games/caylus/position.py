"""A position as plain data, and back, for tests, puzzles and other programs (docs/positions.md).

The form of most fields is declared in model.py. This module has the fields of another form, the defaults for
fields that are left out, and the invariants without which the rules cannot go on: `faults`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from donjon.errors import BadPosition
from donjon.games.caylus import building, castle, decisions, favours, round_end
from donjon.games.caylus.building import FIRST_BUILT
from donjon.games.caylus.model import (
    CASTLE_SPACES,
    CIRCLES,
    HOME,
    INN_RIGHT,
    LAST_BAILIFF,
    MOST,
    MOST_OWED,
    NEUTRALS,
    NONE,
    OWNER_STAGE,
    ROAD,
    SECTIONS,
    SPECIAL_IDS,
    START_SPACE,
    WORKERS,
    Class,
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
from donjon.games.caylus.purse import gain_vp
from donjon.games.caylus.round import DECISIONS_OF_PHASE, FAVOUR_DECISIONS, FAVOURS_ALONE, find_decision
from donjon.games.caylus.setup import show_options
from donjon.games.caylus.special import SPACE_OF_DECISION
from donjon.games.caylus.tables import (
    ANY,
    CLASS,
    CONVERTIBLE,
    COUNT,
    FAVOURS,
    FIRST_PART,
    START_TILE,
    TAKES_WORKERS,
)
from donjon.games.caylus.view import chosen, place_of
from donjon.kernel.fields import SEAT, Part, Schema, maybe, name, number, objects, plain, row
from donjon.kernel.game import copy, seat_count
from donjon.kernel.records import Ints
from donjon.kernel.untrusted import by_seat, keyed, listed, require_none, short, whole

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
_IN_STOCK = [tile for tile in Tile if COUNT[tile]]
_OF_BUILD = (Decision.PAY, Decision.SITE)
_ROW_OF_DECISION = {
    Decision.FAVOUR_CUBES: Row.CUBES,
    Decision.SWAP_FOR: Row.CUBES,
    Decision.FAVOUR_BUILD: Row.BUILD,
}
_COURSE = ("cursor", "stage", "actor", "owed", "favoured", "chosen", "by_favour")


def position(state: State) -> dict[str, Any]:
    """Return the whole position as data that `set_position` reads back to the same bytes."""
    data = {**show_options(state), **SCHEMA.write(state)}
    if not data["stock"]:
        del data["stock"]
    return data


def set_position(state: State, given: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to the position `given`; derive or keep what it leaves out.

    With "ask" the position is at that decision, as stated; without it the game goes on from the stated
    phase to the next decision, through all forced steps. Raises BadPosition, naming the field and what it
    should be.
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
    require_none(_bad_road(state))
    _derive_course(state)
    if "bailiff" not in given:
        moved = state.round - (not _has_bailiff_moved(state))
        state.bailiff = min(START_SPACE + moved, LAST_BAILIFF - 2)
    if "provost" not in given:
        state.provost = state.bailiff
    require_none(faults(state))
    if state.decision == Decision.NOTHING:
        decisions.go_on(state, None)


# Fields with a form of their own


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


# Road and stock


def _show_road(state: State) -> dict[str, Any]:
    """Return the tile of every road space, its owner, and the seat that has paid for its conversion.

    None stands for a space that has no tile, but has one at the start.
    """
    lots: dict[str, Any] = {}
    for space in range(1, ROAD + 1):
        at_start = state.neutral[space - 1] if space <= NEUTRALS else START_TILE[space]
        if state.tile[space] == NONE and at_start != NONE:
            lots[str(space)] = None
        if state.tile[space] != NONE:
            seats = {"owner": int(state.owner[space]), "pending": int(state.pending[space])}
            named = {name: seat for name, seat in seats.items() if seat != NONE}
            lots[str(space)] = {"tile": Tile(state.tile[space]).id, **named}
    return lots


def _read_road(state: State, field: str, value: Any) -> None:
    """Read the spaces that are named; null clears one."""
    spaces = keyed(field, value, [str(space) for space in range(1, ROAD + 1)], "{'9': {'tile': 'mason'}}")
    for space in range(1, ROAD + 1):
        if str(space) not in spaces:
            continue
        where, entry = f"{field} {space}", spaces[str(space)]
        stated = (
            {} if entry is None else keyed(where, entry, ("tile", "owner", "pending"), "{'tile': 'mason'}")
        )
        if entry is None:
            state.tile[space] = NONE
        elif "tile" in stated:
            state.tile[space] = maybe(name(Tile.ids())).read(state, where, stated["tile"])
        state.owner[space] = maybe(SEAT).read(state, f"{where} owner", stated.get("owner"))
        state.pending[space] = maybe(SEAT).read(state, f"{where} pending", stated.get("pending"))
    for tile in _IN_STOCK:
        state.stock[tile] = COUNT[tile] - _on_road(state, tile)


def _show_stock(state: State) -> dict[str, int]:
    """Return the tiles whose number in the stock is unusual; in a played game there are none."""
    missing = [tile for tile in _IN_STOCK if state.stock[tile] != COUNT[tile] - _on_road(state, tile)]
    return {tile.id: int(state.stock[tile]) for tile in missing}


def _read_stock(state: State, field: str, value: Any) -> None:
    """Read the copies of the tiles that are named: at most those that are not on the road."""
    tiles = keyed(field, value, [tile.id for tile in _IN_STOCK], "{'mason': 0}")
    for tile in _IN_STOCK:
        if tile.id in tiles:
            state.stock[tile] = whole(f"{field} {tile.id}", tiles[tile.id], 0, int(state.stock[tile]))


# Castle and workers


def _show_castle(state: State) -> dict[str, Any]:
    """Return the seats whose houses stand in each section, in the order of the parts."""
    return {section.id: _seats_in(_parts(state, section)) for section in Section}


def _parts(state: State, section: int) -> Ints:
    """Return the parts of a section, a view of the record."""
    return state.parts[FIRST_PART[section] : FIRST_PART[section + 1]]


def _read_castle(state: State, field: str, value: Any) -> None:
    """Read the houses of the sections that are named, from the first part on (CAY-9.3.2)."""
    sections = keyed(field, value, Section.ids(), "{'dungeon': [0, 1]}")
    for section in Section:
        if section.id in sections:
            parts = _parts(state, section)
            houses = row(SEAT, len(parts), packed=True)
            parts[:] = houses.read(state, f"{field} {section.id}", sections[section.id])


def _show_workers(state: State) -> list[list[str]]:
    """Return where each of every seat's workers is."""
    return [
        [place_of(state, seat, int(worker)).replace("-", " ") for worker in state.seats[seat].workers]
        for seat in range(state.players)
    ]


def _read_workers(state: State, field: str, value: Any) -> None:
    """Read where each worker is; those that are not named are at home."""
    for seat, places in enumerate(by_seat(state, field, value)):
        named = [] if places is None else listed(f"{field} of seat {seat}", places, WORKERS)
        for worker, place in enumerate(named):
            if not isinstance(place, str) or place not in PLACES:
                raise BadPosition(
                    f"{field!r}: there is no place {short(place)}; places are: {_PLACE_EXAMPLES}."
                )
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


# Fields that follow from others


def _derive_pieces(state: State) -> None:
    """Count the values that are stored twice: passes, workers at home, residences and more."""
    passed = _seats_in(state.passing)
    state.passed = len(passed)
    building.find_free(state)
    for seat in range(state.players):
        me = state.seats[seat]
        me.passed = seat in passed
        me.home = sum(int(worker) == HOME for worker in me.workers)
        me.residences = sum(building.is_residence(state, seat, space) for space in range(1, ROAD + 1))
        for section in Section:
            me.houses[section] = _seats_in(_parts(state, section)).count(seat)


def _derive_points(state: State, given: Mapping[str, Any]) -> None:
    """Make points and their sources agree; one that is not stated follows from the other."""
    for seat, entry in enumerate(given.get("seats") or []):
        me = state.seats[seat]
        total = int(me.sources.sum())
        if "vp" not in (entry or {}):
            me.vp = total
        elif "points" not in entry:
            me.vp = total
            gain_vp(state, seat, Source.BUILDINGS, entry["vp"] - total)


def _derive_course(state: State) -> None:
    """Fill in the place in the phase, the seat to move and what comes from a favour, where not stated."""
    if state.owed == NONE:
        state.owed = state.decision == Decision.ROW
    # Favours not resolved yet are a decision to come.
    is_favour = state.decision == Decision.NOTHING and state.owed > 0
    decision, seat = (Decision.ROW, state.favoured) if is_favour else (Decision(state.decision), state.actor)
    if state.cursor == NONE:
        state.cursor = _place_of(state, decision, int(seat))
    if state.stage == NONE:
        state.stage = _stage_of(state, decision)
    state.scoring = state.phase == Phase.END and state.stage == round_end.SCORE
    if state.by_favour == NONE:
        state.by_favour = _is_by_favour(state)
    if state.decision == Decision.NOTHING:
        state.actor = NONE
    else:
        _derive_decision(state, decision)


def _derive_decision(state: State, decision: Decision) -> None:
    """Fill in the seat to move, the row of the favour in use, and the owner of the other favours."""
    if state.actor == NONE:
        is_favoured = _is_of_favour(state) and state.favoured != NONE
        state.actor = state.favoured if is_favoured else _actor_of(state)
    if _is_of_favour(state) and state.actor != NONE and decision != Decision.ROW:
        state.seats[state.actor].rows[_ROW_OF_DECISION.get(decision, Row.BUILD)] = 1
    if state.owed and state.favoured == NONE:
        state.favoured = state.actor


def _place_of(state: State, decision: Decision, actor: int) -> int:
    """Return the place in the phase where the decision belongs, else its start."""
    phase = int(state.phase)
    if phase == Phase.SPECIAL and decision != Decision.NOTHING:
        return int(SPACE_OF_DECISION.get(decision, Space.JOUST_FIELD))
    if phase == Phase.ROAD:
        first = [space for space in range(1, ROAD + 1) if state.worker[Space.CASTLE + space] != NONE]
        return first[0] if decision != Decision.NOTHING and first else 1
    if phase == Phase.CASTLE and decision in FAVOUR_DECISIONS:
        return len(_seats_in(state.castle))
    if phase == Phase.OVER:
        return int(state.players)
    orders = {Phase.PROVOST: state.passing, Phase.CASTLE: state.castle}
    order = [int(seat) for seat in orders.get(Phase(phase), state.order)]
    at = order.index(actor) if actor != NONE and actor in order else 0
    if phase == Phase.END:
        return at + 1 if decision != Decision.NOTHING else 0
    return at


# Facts for other fields and the sentences above


def _seats_in(places: Iterable[int]) -> list[int]:
    """Return the seats that have something in a row of places, in order."""
    return [int(seat) for seat in places if seat != NONE]


def _on_road(state: State, tile: int) -> int:
    """Return how many copies of a tile lie on the road."""
    return sum(int(there) == tile for there in state.tile[1:])


def _has_bailiff_moved(state: State) -> bool:
    """Return whether the bailiff has moved in this round (CAY-10.1)."""
    return bool(state.phase == Phase.OVER or (state.phase == Phase.END and state.stage != round_end.MOVE))


def _stage_of(state: State, decision: int) -> int:
    """Return the stage of the space or phase at which a decision is made; without one the first."""
    phase = int(state.phase)
    if phase == Phase.OVER:
        return round_end.DUE
    if decision == Decision.BATCH:
        return castle.GIVE
    if decision == Decision.BONUS:
        return OWNER_STAGE
    if decision in FAVOUR_DECISIONS:
        return {int(Phase.CASTLE): castle.DONE, int(Phase.END): round_end.SCORE}.get(phase, OWNER_STAGE)
    return 0


def _is_by_favour(state: State) -> bool:
    """Return whether a build or conversion comes from a favour, where this is not stated."""
    is_second_half = state.decision in _OF_BUILD and state.phase != Phase.ROAD
    return bool(state.decision == Decision.FAVOUR_BUILD or is_second_half)


def _is_of_favour(state: State) -> bool:
    """Return whether a favour is being used; "any" cubes and residences are chosen without one, too."""
    return bool(state.by_favour or state.decision in FAVOURS_ALONE)


def _actor_of(state: State) -> int:
    """Return the seat that decides; for favours the owner of the worker or section, NONE in phase 6."""
    phase, at = int(state.phase), int(state.cursor)
    if state.decision not in FAVOUR_DECISIONS:
        return int(_go_on(state).actor)
    if phase == Phase.SPECIAL:
        return int(state.worker[at])
    if phase == Phase.ROAD:
        return int(state.worker[Space.CASTLE + at])
    return int(state.order[at - 1]) if phase == Phase.END and at > 0 else NONE


# The invariants without which the rules cannot go on


def faults(state: State) -> Iterator[str]:
    """Yield a sentence, with the field and what it should be, for each invariant that does not hold.

    How a position came about is not judged. The invariants keep indices in their arrays, pieces within
    their numbers, and a seat to move with a choice. Decisions are checked where everything else holds.
    """
    errors = [
        *_bad_order(state),
        *_bad_road(state),
        *_bad_stock(state),
        *_bad_seats(state),
        *_bad_favours(state),
    ]
    yield from errors
    if not errors:
        yield from _bad_decision(state)


def _bad_order(state: State) -> Iterator[str]:
    """Yield where an order names a seat twice or too few, and where the bailiff cannot move on."""
    phase, passed = Phase(state.phase), _seats_in(state.passing)
    if phase == Phase.SETUP:
        yield (
            "A position starts in the first round, so 'phase' cannot be 'setup'. "
            "Start a new game with the options you want instead."
        )
    if len(set(passed)) < len(passed):
        yield "'passed' names a seat twice: each passes once in a round (CAY-5.2.1)."
    if phase in (Phase.SPECIAL, Phase.PROVOST) and len(passed) < state.players:
        yield f"'passed' must name every seat in the phase {phase.id!r}: each is asked in turn (CAY-7.1)."
    for where, circles, rule in (
        ("stables", state.stables, "CAY-5.6.1"),
        ("castle", state.castle, "CAY-5.6.3"),
    ):
        if len(set(_seats_in(circles))) < len(_seats_in(circles)):
            yield f"'workers': a player has at most one in the {where} ({rule})."
    last = LAST_BAILIFF - (0 if _has_bailiff_moved(state) else 2)
    if state.bailiff > last:
        yield f"'bailiff' must be a whole number from {START_SPACE} to {last}, from where it can still move."


def _bad_road(state: State) -> Iterator[str]:
    """Yield where a house has no owner, a conversion no tile, or a worker nothing to do."""
    for space in range(1, ROAD + 1):
        tile, owner, pending = (int(field[space]) for field in (state.tile, state.owner, state.pending))
        contents = "no tile" if tile == NONE else f"the tile {Tile(tile).id!r}"
        if tile == NONE and owner != NONE:
            yield f"Road space {space} with {contents} has no 'owner'."
        if tile != NONE and owner == NONE and CLASS[tile] not in (Class.NEUTRAL, Class.FIXED):
            yield f"Road space {space} needs an 'owner': the seat that built {contents}."
        if pending != NONE and (tile == NONE or not CONVERTIBLE[tile]):
            yield f"'pending' on road space {space}: {contents} cannot be converted (CAY-8.4.2, CAY-8.4.3)."
        if state.worker[Space.CASTLE + space] != NONE and (tile == NONE or not TAKES_WORKERS[tile]):
            yield f"A worker on 'road {space}', where {contents} is: nothing can be done there (CAY-5.3.2)."


def _bad_stock(state: State) -> Iterator[str]:
    """Yield the tiles that lie on the road more often than there are; residences never run out (CAY-3.8)."""
    for tile in Tile:
        used, copies = _on_road(state, tile), max(1, int(COUNT[tile]))
        if used > copies and tile != Tile.RESIDENCE:
            yield f"{tile.id!r} lies on the road {used} times; the game has {copies} (CAY-3.7)."


def _bad_seats(state: State) -> Iterator[str]:
    """Yield the seats whose points are not those of their sources, or are below 0 (CAY-3.4)."""
    for seat in range(state.players):
        vp, total = int(state.seats[seat].vp), int(state.seats[seat].sources.sum())
        if vp != total:
            where = f"seats of seat {seat}"
            yield f"{where!r}: 'vp' is {vp}, but the 'points' come to {total}; they must agree."
        if not 0 <= total <= MOST:
            yield f"'seats of seat {seat}': 'points' must come to a number from 0 to {MOST} (CAY-3.4)."


def _bad_favours(state: State) -> Iterator[str]:
    """Yield where favours have no seat or phase, or are too many for one building (CAY-15.6)."""
    phase, owed = Phase(state.phase), int(state.owed)
    if owed == 0:
        return
    if state.favoured == NONE:
        yield "'owed' needs 'favoured', the seat that is owed favours."
        return
    if Decision.ROW not in DECISIONS_OF_PHASE.get(phase, set()):
        yield f"'owed' must be 0 in the phase {phase.id!r}, which has no favours."
    more = int(max(FAVOURS)) if state.by_favour else int(not state.seats[state.favoured].rows[Row.BUILD])
    if owed + more > MOST_OWED:
        yield f"'owed' must be a whole number from 0 to {MOST_OWED - more}."


def _bad_decision(state: State) -> Iterator[str]:
    """Yield why a decision is not one of its phase, is not asked there, or leaves nothing to choose."""
    phase, decision = Phase(state.phase), Decision(state.decision)
    if (state.chosen != NONE) != (decision in (*_OF_BUILD, Decision.SWAP_FOR)):
        yield f"'chosen' belongs to 'pay', 'site' and 'swap_for', which need it; not to {decision.id!r}."
    if decision not in _OF_BUILD and state.by_favour != (decision == Decision.FAVOUR_BUILD):
        yield f"'by_favour' does not fit the decision {decision.id!r}; leave it out."
    if decision == Decision.NOTHING:
        return
    if decision not in DECISIONS_OF_PHASE.get(phase, set()):
        yield f"'ask' cannot be {decision.id!r} in the phase {phase.id!r} (CAY-3.1)."
    elif state.actor == NONE:
        yield f"No seat decides {decision.id!r}: name it in 'actor', or put its worker there in 'workers'."
    elif decision in FAVOUR_DECISIONS:
        yield from _bad_favour(state)
    elif _asked(state) != _asked(_go_on(state)):
        yield f"'ask' cannot be {_asked(state)}: what the rules ask next is {_asked(_go_on(state))}."
    if decisions.mark(state, int(state.actor), None) == 0:
        yield f"'ask' cannot be {decision.id!r}: seat {int(state.actor)} has nothing to choose from."


def _bad_favour(state: State) -> Iterator[str]:
    """Yield why a favour is not there, or what was chosen before cannot be played (CAY-8.3, CAY-11.5.3)."""
    seat, decision, chosen = int(state.actor), Decision(state.decision), int(state.chosen)
    if state.simplified and decision in FAVOURS_ALONE:
        yield f"'ask' cannot be {decision.id!r} with simplified favours (CAY-14.1)."
    if decision == Decision.ROW and state.owed == 0:
        yield "'owed' must be at least 1 for the decision 'row'."
    if decision == Decision.SWAP_FOR and favours.forbids_swap(state, seat, chosen):
        yield "'chosen' is a cube that cannot be given in exchange (CAY-11.5.3)."
    if decision in _OF_BUILD:
        is_fit = ANY[chosen] > 0 if decision == Decision.PAY else CLASS[chosen] == Class.PRESTIGE
        if not is_fit or building.forbids_build(state, seat, chosen):
            yield f"'chosen' is {Tile(chosen).id!r}, which cannot be built here with {decision.id!r}."


def _go_on(state: State) -> State:
    """Return the position at which the rules arrive by themselves, if no decision is stated."""
    there: State = copy(state)
    there.decision = Decision.NOTHING
    find_decision(there, None)
    return there


def _asked(state: State) -> str:
    """Return the current decision, its seat and its place, for sentences."""
    place = f"in the phase {Phase(state.phase).id!r} at {_show_at(state)!r}"
    return f"{Decision(state.decision).id!r} of seat {int(state.actor)} {place}"
