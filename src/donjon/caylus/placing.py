"""Chapters 4 and 5: income, and placing workers."""

from __future__ import annotations

from typing import Any

from donjon.caylus import tables
from donjon.caylus.events import Event
from donjon.caylus.nouns import CIRCLES, HOME, INN_RIGHT, NONE, ROAD, SPACES, Decision, Source, Space, Tile
from donjon.caylus.purse import gain_vp, holds_batch, move_worker, occupy
from donjon.caylus.spaces import tile_at
from donjon.caylus.state import State
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.game import copy
from donjon.kernel.records import Ints
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number

INCOME_RULE = number("CAY-4.1")
RESIDENCE_INCOME = number("CAY-4.2")
LIBRARY_INCOME = number("CAY-4.3")
HOTEL_INCOME = number("CAY-4.4")
UNTIL_REPLACED = number("CAY-8.4.6")
MAY_PASS = number("CAY-5.1.2")
MUST_PASS = number("CAY-5.1.3")
NOT_AT_HOME = number("CAY-5.1.4")
PASS_RULE = number("CAY-5.2.1")
FIRST_PASS_RULE = number("CAY-5.2.2")
NOT_A_SPACE = number("CAY-5.3.2")
TAKEN = number("CAY-5.3.3")
PROVOST_IS_NO_LIMIT = number("CAY-5.3.4")
COST_RULE = number("CAY-5.4.1")
OWN_COST_RULE = number("CAY-5.4.2")
INN_COST_RULE = number("CAY-5.4.3")
GENERAL_COST = number("CAY-5.4.4")
VISIT_RULE = number("CAY-5.5.1")
OWN_VISIT = number("CAY-5.5.2")
CHEAP_VISIT = number("CAY-5.5.4")
STABLES_RULE = number("CAY-5.6.1")
INN_RULE = number("CAY-5.6.2")
CASTLE_RULE = number("CAY-5.6.3")
NO_CUBES_NEEDED = number("CAY-5.6.4")
KEEPS_DISCOUNT = number("CAY-6.7.4")
NO_STABLES = number("CAY-13.3")
TWO_PLAYERS_COST = number("CAY-13.4")
TWO_PLAYERS_CHEAP = number("CAY-13.5")
TWO_PLAYERS_PASS = number("CAY-13.6")


@compilable
def pay_income(state: State, log: EventLog | None) -> None:
    """CAY-4.1 to CAY-4.4: 2 deniers, and what own residences, library and hotel bring."""
    for place in range(state.players):
        seat = int(state.order[place])
        deniers = income_of(state, seat)
        state.seats[seat].deniers += deniers
        if log is not None:
            cite_buildings(state, seat, log)
        emit(log, Event.INCOME, seat, INCOME_RULE, deniers, 0, 0)


@compilable
def income_of(state: State, seat: int) -> int:
    """The deniers that the next phase 1 brings a seat."""
    deniers = tables.BASE_INCOME
    for space in range(1, ROAD + 1):
        if state.owner[space] == seat:
            deniers += int(tables.INCOME[state.tile[space]])
    return deniers


@compilable
def cite_buildings(state: State, seat: int, log: EventLog | None) -> None:
    """Cite the rules of the seat's buildings that add to its income (CAY-4.2 to CAY-4.4)."""
    has_residence = False
    for space in range(1, ROAD + 1):
        if state.owner[space] != seat:
            continue
        tile = state.tile[space]
        if tile == Tile.RESIDENCE and not has_residence:
            has_residence = True
            cite(log, RESIDENCE_INCOME)
            cite(log, UNTIL_REPLACED)
        elif tile == Tile.LIBRARY:
            cite(log, LIBRARY_INCOME)
        elif tile == Tile.HOTEL:
            cite(log, HOTEL_INCOME)


@compilable
def forbids_space(state: State, seat: int, space: int) -> int:
    """CAY-5.3, CAY-5.6, CAY-13.3: 0 if a worker of the seat may be put there, else the rule against it."""
    if space == Space.STABLES:
        if state.players == 2:
            return NO_STABLES
        is_full = state.stables[CIRCLES - 1] != NONE
        return STABLES_RULE if is_full or place_in(state.stables, seat) != NONE else 0
    if space == Space.CASTLE:
        return CASTLE_RULE if place_in(state.castle, seat) != NONE else 0
    if space > Space.CASTLE:
        tile = int(state.tile[space - Space.CASTLE])
        if tile == NONE or not tables.TAKES_WORKERS[tile]:
            return NOT_A_SPACE
    if state.worker[space] != NONE:
        return INN_RULE if space == Space.INN else TAKEN
    return 0


@compilable
def is_own(state: State, seat: int, space: int) -> bool:
    """Does the seat's house stand on the building of this space?"""
    return space > Space.CASTLE and state.owner[space - Space.CASTLE] == seat


@compilable
def general_cost(state: State, seat: int) -> int:
    """CAY-5.4.1, CAY-5.4.3, CAY-13.4: what a placement costs the seat that is not on an own building."""
    if state.worker[INN_RIGHT] == seat:
        return tables.INN_COST
    return int(tables.PLACE_COST[1 if state.players == 2 else 0, state.passed])


@compilable
def place_cost(state: State, seat: int, space: int) -> int:
    """CAY-5.4: what placing there costs, in deniers."""
    return tables.OWN_COST if is_own(state, seat, space) else general_cost(state, seat)


@compilable
def forbids_cost(state: State, seat: int, space: int) -> int:
    """CAY-5.4, CAY-13.4: 0 if the seat can pay for placing there, else the rule that says what it costs."""
    if place_cost(state, seat, space) <= state.seats[seat].deniers:
        return 0
    return rule_of_cost(state, seat, space)


@compilable
def forbids_placing(state: State, seat: int, space: int) -> int:
    """CAY-5.1.3, CAY-5.3, CAY-5.4: 0 if the seat may place a worker there, else the rule against it."""
    if state.seats[seat].home == 0:
        return MUST_PASS
    rule = forbids_space(state, seat, space)
    return rule if rule != 0 else forbids_cost(state, seat, space)


@compilable
def mark_placing(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """CAY-5.1.1: every space where a worker may be placed, as mask[first + space]; returns how many."""
    count = 0
    me = state.seats[seat]
    if me.home == 0 or me.deniers == 0:
        return count
    can_pay = general_cost(state, seat) <= me.deniers
    for space in range(SPACES):
        if (can_pay or is_own(state, seat, space)) and forbids_space(state, seat, space) == 0:
            count += 1
            if mask is not None:
                mask[first + space] = 1
    return count


@compilable
def place_worker(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """CAY-5.4, CAY-5.5.1: pay, place, and give the owner of the building a point."""
    cost = place_cost(state, seat, space)
    state.seats[seat].deniers -= cost
    move_worker(state.seats[seat], HOME, space)
    state.last = space
    occupy(state, seat, space)
    if log is not None:
        cite_placing(state, seat, space, log)
        emit(log, Event.PLACED, seat, rule_of_cost(state, seat, space), space, cost, tile_at(state, space))
    visit(state, seat, space, VISIT_RULE, log)
    next_in_turn(state)


@compilable
def cite_placing(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Cite what else holds for placing a worker of the seat there: costs, houses, circles, the provost."""
    has_discount = state.worker[INN_RIGHT] == seat
    if has_discount:
        cite(log, KEEPS_DISCOUNT)
    elif space <= Space.CASTLE:
        cite(log, GENERAL_COST)
    if is_own(state, seat, space):
        cite(log, OWN_VISIT)
    if state.players == 2 and state.passed > 0 and (has_discount or is_own(state, seat, space)):
        cite(log, TWO_PLAYERS_CHEAP)
    cite_circles(space, log)
    if space == Space.CASTLE and not holds_batch(state.seats[seat]):
        cite(log, NO_CUBES_NEEDED)
    if space > Space.CASTLE + state.provost:
        cite(log, PROVOST_IS_NO_LIMIT)


@compilable
def cite_circles(space: int, log: EventLog | None) -> None:
    """Cite the rule that says which circle of stables, inn or castle a worker takes (CAY-5.6)."""
    if space == Space.STABLES:
        cite(log, STABLES_RULE)
    elif space == Space.INN:
        cite(log, INN_RULE)
    elif space == Space.CASTLE:
        cite(log, CASTLE_RULE)


@compilable
def next_in_turn(state: State) -> None:
    """CAY-5.1.1: on to the next place of the turn order."""
    state.cursor = (state.cursor + 1) % state.players


@compilable
def rule_of_cost(state: State, seat: int, space: int) -> int:
    """The rule that says what a placement costs."""
    if is_own(state, seat, space):
        return OWN_COST_RULE
    if state.worker[INN_RIGHT] == seat:
        return INN_COST_RULE
    return TWO_PLAYERS_COST if state.players == 2 and state.passed > 0 else COST_RULE


@compilable
def visit(state: State, seat: int, space: int, rule: int, log: EventLog | None) -> None:
    """CAY-5.5.1: the owner of a building gains 1 point when another player's worker comes."""
    if space <= Space.CASTLE:
        return
    owner = int(state.owner[space - Space.CASTLE])
    if owner >= 0 and owner != seat:
        gain_vp(state, owner, Source.VISITS, tables.VISIT_VP)
        if rule == VISIT_RULE and state.worker[INN_RIGHT] == seat:
            cite(log, CHEAP_VISIT)
        emit(log, Event.VISITED, owner, rule, space, tables.VISIT_VP, tile_at(state, space))


@compilable
def pass_round(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-5.2.1, CAY-5.2.2: the marker goes to the lowest free circle; the first to pass gains 1 denier."""
    me = state.seats[seat]
    rule = PASS_RULE
    if log is not None and mark_placing(state, seat, 0, None) == 0:
        rule = MUST_PASS
        if me.home == 0 and state.worker[INN_RIGHT] == seat:
            cite(log, NOT_AT_HOME)
    else:
        cite(log, MAY_PASS)
    me.passed = 1
    state.passing[state.passed] = seat
    state.passed += 1
    emit(log, Event.PASSED, seat, rule, state.passed, 0, 0)
    if state.passed == 1:
        me.deniers += tables.FIRST_PASS_BONUS
        if state.players == 2:
            cite(log, TWO_PLAYERS_PASS)
        emit(log, Event.FIRST_TO_PASS, seat, FIRST_PASS_RULE, tables.FIRST_PASS_BONUS, 0, 0)
    next_in_turn(state)


def once_placed(state: Any, seat: int | None, space: int) -> Any:
    """Return the position with a worker at a space paid for; None while the seat does not choose a space."""
    if seat is None or state.actor != seat or state.decision not in (Decision.PLACE, Decision.GATE):
        return None
    then = copy(state)
    if state.decision == Decision.PLACE:
        then.seats[seat].deniers -= place_cost(state, seat, space)
    return then
