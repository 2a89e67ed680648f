"""Chapters 4 and 5: income, and placing workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.caylus import tables
from donjon.games.caylus.model import (
    BOOK,
    CIRCLES,
    HOME,
    INN_RIGHT,
    NONE,
    ROAD,
    SPACES,
    Decision,
    Phase,
    Source,
    Space,
    State,
    Tile,
)
from donjon.games.caylus.purse import gain_vp, holds_batch, move_worker, occupy
from donjon.games.caylus.spaces import SPACE, at_space, name_of, space_words, subject_of, tile_at, where
from donjon.kernel.actions import ALONE, Kind
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.game import copy
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.records import Ints
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number

# Income

INCOME_OF_ALL = number("CAY-4.1")
RESIDENCE_INCOME = number("CAY-4.2")
LIBRARY_INCOME = number("CAY-4.3")
HOTEL_INCOME = number("CAY-4.4")
UNTIL_REPLACED = number("CAY-8.4.6")
INCOME = BOOK.event("income", "{seat} gains {deniers:denier|deniers} (income).", "deniers")


@compilable
def pay_income(state: State, log: EventLog | None) -> None:
    """Give each player 2 deniers, and what own residences, library and hotel bring (CAY-4.1 to CAY-4.4)."""
    for place in range(state.players):
        seat = int(state.order[place])
        deniers = income_of(state, seat)
        state.seats[seat].deniers += deniers
        if log is not None:
            cite_buildings(state, seat, log)
        emit(log, INCOME, seat, INCOME_OF_ALL, deniers, 0, 0)


@compilable
def income_of(state: State, seat: int) -> int:
    """Return the deniers that the next phase 1 brings a seat."""
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


@BOOK.explains("phase-income")
def explain_income(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain phase 1."""
    return [
        ("", Message("Phase 1: income")),
        ("CAY-4.1", Message("Each player gains 2 deniers, plus income from residences, library and hotel.")),
    ]


_RULE_OF_INCOME = {
    int(Tile.RESIDENCE): "CAY-4.2",
    int(Tile.LIBRARY): "CAY-4.3",
    int(Tile.HOTEL): "CAY-4.4",
}


def explain_passive(_state: Any, tile: int) -> list[Line]:
    """Explain what a tile without a worker brings its owner, if anything."""
    if tables.INCOME[tile]:
        income = Message("Gives its owner {count:denier|deniers} each round.", count=int(tables.INCOME[tile]))
        return [(_RULE_OF_INCOME[tile], income)]
    return [("CAY-5.3.2", Message("Workers can't be placed here."))]


# Where a worker can be put


@BOOK.fact("space")
def _space_named(case: Case) -> Any:
    return where(case.state, case.argument)


@BOOK.fact("cost")
def _cost_of_worker(case: Case) -> int:
    return int(place_cost(case.state, case.seat, case.argument))


def _in_the_way(case: Case) -> SeatName:
    """Return whose worker stands on the space."""
    return SeatName(int(case.state.worker[case.argument]))


def _no_worker(case: Case) -> Message:
    """Return why the seat has no worker to place."""
    if INN_RIGHT in list(case.me.workers):
        return Message("You have no worker at home; one of yours is in the inn.")
    return Message("You have no worker at home to place.")


def _no_circle(case: Case) -> Message:
    """Return why no circle of the stables is free for the seat."""
    if case.seat in list(case.state.stables):
        return Message("You already have a worker in the stables.")
    return Message("The stables are full: all 3 circles are taken.")


MUST_PASS = BOOK.forbids("CAY-5.1.3", _no_worker)
NOT_A_SPACE = BOOK.forbids("CAY-5.3.2", Message("Workers can't be placed there: {space}."))
TAKEN = BOOK.forbids("CAY-5.3.3", Message("{seat}'s worker is already there: {space}.", seat=_in_the_way))
PROVOST_IS_NO_LIMIT = number("CAY-5.3.4")
STABLES_CIRCLE = BOOK.forbids("CAY-5.6.1", _no_circle)
INN_CIRCLE = BOOK.forbids(
    "CAY-5.6.2",
    Message("{seat}'s worker is on the left circle of the inn.", seat=_in_the_way),
)
CASTLE_SPACE = BOOK.forbids("CAY-5.6.3", Message("You already have a worker in the castle."))
NO_CUBES_NEEDED = number("CAY-5.6.4")
NO_STABLES = BOOK.forbids("CAY-13.3", Message("The stables aren't used with two players."))


@compilable
def forbids_space(state: State, seat: int, space: int) -> int:
    """Return 0 if a worker of the seat may be put there, else the rule (CAY-5.3, CAY-5.6, CAY-13.3)."""
    if space == Space.STABLES:
        if state.players == 2:
            return NO_STABLES
        is_full = state.stables[CIRCLES - 1] != NONE
        return STABLES_CIRCLE if is_full or place_in(state.stables, seat) != NONE else 0
    if space == Space.CASTLE:
        return CASTLE_SPACE if place_in(state.castle, seat) != NONE else 0
    if space > Space.CASTLE:
        tile = int(state.tile[space - Space.CASTLE])
        if tile == NONE or not tables.TAKES_WORKERS[tile]:
            return NOT_A_SPACE
    if state.worker[space] != NONE:
        return INN_CIRCLE if space == Space.INN else TAKEN
    return 0


@compilable
def cite_circles(space: int, log: EventLog | None) -> None:
    """Cite the rule that says which circle of stables, inn or castle a worker takes (CAY-5.6)."""
    if space == Space.STABLES:
        cite(log, STABLES_CIRCLE)
    elif space == Space.INN:
        cite(log, INN_CIRCLE)
    elif space == Space.CASTLE:
        cite(log, CASTLE_SPACE)


@compilable
def is_own(state: State, seat: int, space: int) -> bool:
    """Return whether the seat's house stands on the building of this space."""
    return space > Space.CASTLE and state.owner[space - Space.CASTLE] == seat


# What placing costs, and what it brings the owner

GENERAL_COSTS = BOOK.forbids(
    "CAY-5.4.1",
    Message(
        "A worker costs {cost:denier|deniers} now ({passed} passed); you have {deniers}.",
        passed=lambda case: int(case.state.passed),
    ),
)
OWN_COSTS = BOOK.forbids(
    "CAY-5.4.2", Message("A worker on your own building costs {cost:denier|deniers}; you have {deniers}.")
)
INN_COSTS = BOOK.forbids(
    "CAY-5.4.3",
    Message("With your worker in the inn, a worker costs {cost:denier|deniers}; you have {deniers}."),
)
NOBODYS_OWN = number("CAY-5.4.4")
VISITS_COUNT = number("CAY-5.5.1")
OWN_VISIT = number("CAY-5.5.2")
CHEAP_VISIT = number("CAY-5.5.4")
KEEPS_DISCOUNT = number("CAY-6.7.4")
TWO_PLAYERS_COST = BOOK.forbids(
    "CAY-13.4",
    Message("The other player has passed: a worker costs {cost:denier|deniers}; you have {deniers}."),
)
TWO_PLAYERS_CHEAP = number("CAY-13.5")
PLACED = BOOK.event(
    "placed",
    "{seat} places a worker: {space} (−{cost:denier|deniers}).",
    *("space", "cost", "tile"),
    space=space_words,
    at=at_space,
)
VISITED = BOOK.event(
    "visited",
    "{seat}, the owner, gains {vp:point|points}: {space}.",
    *("space", "vp", "tile"),
    space=space_words,
    at=at_space,
    also=("CAY-5.5.1",),
)
BOOK.asks(
    Decision.PLACE,
    Message(
        "Place a worker for {cost:denier|deniers} or pass. You have {deniers:denier|deniers}, "
        "{workers:worker|workers}.",
        cost=lambda case: int(general_cost(case.state, case.seat)),
        workers=lambda case: int(case.me.home),
    ),
)
PLACE = Kind(SPACE)


@compilable
def general_cost(state: State, seat: int) -> int:
    """Return the cost of placing, except on a building of its own (CAY-5.4.1, CAY-5.4.3, CAY-13.4)."""
    if state.worker[INN_RIGHT] == seat:
        return tables.INN_COST
    return int(tables.PLACE_COST[1 if state.players == 2 else 0, state.passed])


@compilable
def place_cost(state: State, seat: int, space: int) -> int:
    """Return the cost of placing a worker there, in deniers (CAY-5.4)."""
    return tables.OWN_COST if is_own(state, seat, space) else general_cost(state, seat)


@compilable
def rule_of_cost(state: State, seat: int, space: int) -> int:
    """Return the rule about the cost of a placement."""
    if is_own(state, seat, space):
        return OWN_COSTS
    if state.worker[INN_RIGHT] == seat:
        return INN_COSTS
    return TWO_PLAYERS_COST if state.players == 2 and state.passed > 0 else GENERAL_COSTS


@compilable
def forbids_cost(state: State, seat: int, space: int) -> int:
    """Return 0 if the seat can pay for placing there, else the rule that says what it costs (CAY-5.4)."""
    if place_cost(state, seat, space) <= state.seats[seat].deniers:
        return 0
    return rule_of_cost(state, seat, space)


@compilable
def forbids_placing(state: State, seat: int, space: int) -> int:
    """Return 0 if the seat may place a worker there, else the rule (CAY-5.1.3, CAY-5.3, CAY-5.4)."""
    if state.seats[seat].home == 0:
        return MUST_PASS
    rule = forbids_space(state, seat, space)
    return rule if rule != 0 else forbids_cost(state, seat, space)


@compilable
def mark_placing(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark every space where a worker may be placed (CAY-5.1.1) as mask[first + space]; return how many."""
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


@PLACE.action_at(
    Decision.PLACE,
    verb="place",
    forbids=forbids_placing,
    button=Message("Place worker: {space} ({cost:denier|deniers})"),
    mark=mark_placing,
    previews=True,
    place=subject_of,
    noun="space",
)
@compilable
def place_worker(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Pay, place the worker, and give the owner of the building a point (CAY-5.4, CAY-5.5.1)."""
    cost = place_cost(state, seat, space)
    state.seats[seat].deniers -= cost
    move_worker(state.seats[seat], HOME, space)
    state.last = space
    occupy(state, seat, space)
    if log is not None:
        cite_placing(state, seat, space, log)
        emit(log, PLACED, seat, rule_of_cost(state, seat, space), space, cost, tile_at(state, space))
    visit(state, seat, space, VISITS_COUNT, log)
    next_in_turn(state)


@compilable
def cite_placing(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Cite further rules on placing a worker of the seat there: costs, houses, circles, the provost."""
    has_discount = state.worker[INN_RIGHT] == seat
    if has_discount:
        cite(log, KEEPS_DISCOUNT)
    elif space <= Space.CASTLE:
        cite(log, NOBODYS_OWN)
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
def visit(state: State, seat: int, space: int, rule: int, log: EventLog | None) -> None:
    """Give the owner of a building 1 point when another player's worker comes (CAY-5.5.1)."""
    if space <= Space.CASTLE:
        return
    owner = int(state.owner[space - Space.CASTLE])
    if owner >= 0 and owner != seat:
        gain_vp(state, owner, Source.VISITS, tables.VISIT_VP)
        if rule == VISITS_COUNT and state.worker[INN_RIGHT] == seat:
            cite(log, CHEAP_VISIT)
        emit(log, VISITED, owner, rule, space, tables.VISIT_VP, tile_at(state, space))


def once_placed(state: Any, seat: int | None, space: int) -> Any:
    """Return the position with a worker at a space paid for; None unless the seat is choosing a space."""
    if seat is None or state.actor != seat or state.decision not in (Decision.PLACE, Decision.GATE):
        return None
    then = copy(state)
    if state.decision == Decision.PLACE:
        then.seats[seat].deniers -= place_cost(state, seat, space)
    return then


# Passing

MAY_PASS = number("CAY-5.1.2")
NOT_AT_HOME = number("CAY-5.1.4")
PASSING = number("CAY-5.2.1")
FIRST_PASS = number("CAY-5.2.2")
HAS_PASSED = BOOK.forbids("CAY-5.2.3", Message("You have passed: no more workers this phase."))
TWO_PLAYERS_PASS = number("CAY-13.6")
PASSED = BOOK.event("passed", "{seat} passes (circle {place}).", "place", at="bridge", also=("CAY-5.2.1",))
FIRST_TO_PASS = BOOK.event(
    "first_to_pass",
    "{seat} passes first (+{count:denier|deniers}).",
    "count",
    at="bridge",
)
PASS = Kind(ALONE)


@compilable
def ask_to_place(state: State) -> bool:
    """Ask the next seat in turn order that has not passed (CAY-5.1.1); return False when all have."""
    if state.passed == state.players:
        return False
    while state.seats[state.order[state.cursor]].passed:
        state.cursor = (state.cursor + 1) % state.players
    state.decision, state.actor = Decision.PLACE, int(state.order[state.cursor])
    return True


@compilable
def next_in_turn(state: State) -> None:
    """Go on to the next place of the turn order (CAY-5.1.1)."""
    state.cursor = (state.cursor + 1) % state.players


@PASS.action_at(
    Decision.PLACE,
    verb="pass",
    button=Message("Pass"),
    previews=True,
    risky=True,
    about="bridge",
)
@compilable
def pass_round(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Pass on the lowest free circle; the first to pass gains 1 denier (CAY-5.2.1, CAY-5.2.2)."""
    me = state.seats[seat]
    rule = PASSING
    if log is not None and mark_placing(state, seat, 0, None) == 0:
        rule = MUST_PASS
        if me.home == 0 and state.worker[INN_RIGHT] == seat:
            cite(log, NOT_AT_HOME)
    else:
        cite(log, MAY_PASS)
    me.passed = 1
    state.passing[state.passed] = seat
    state.passed += 1
    emit(log, PASSED, seat, rule, state.passed, 0, 0)
    if state.passed == 1:
        me.deniers += tables.FIRST_PASS_BONUS
        if state.players == 2:
            cite(log, TWO_PLAYERS_PASS)
        emit(log, FIRST_TO_PASS, seat, FIRST_PASS, tables.FIRST_PASS_BONUS, 0, 0)
    next_in_turn(state)


@BOOK.explains("phase-placing")
def explain_phase(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain phase 2."""
    return [
        ("", Message("Phase 2: placing workers")),
        ("CAY-5.1.1", Message("In turn order, players place a worker or pass, until all have passed.")),
    ]


@BOOK.explains("bridge")
def explain_bridge(state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the turn order and the passing scale."""
    order = "CAY-6.6.1", Message("Workers in the stables change the turn order of later rounds.")
    if state.players == 2:
        order = "CAY-13.2", Message("With two players, the turn order swaps after each round.")
    lines = [
        name_of(Message("bridge: turn order and passing scale")),
        (
            "CAY-5.1.1",
            Message("Players place workers in turn order; castle sections are scored in turn order too."),
        ),
        order,
        (
            "CAY-5.2.1",
            Message(
                "When you pass, you take the lowest free circle; players move the provost in that order."
            ),
        ),
        ("CAY-5.2.2", Message("The first to pass gains 1 denier.")),
    ]
    if state.phase == Phase.PLACING:
        cost = int(tables.PLACE_COST[1 if state.players == 2 else 0, state.passed])
        rule = "CAY-13.4" if state.players == 2 and state.passed else "CAY-5.4.1"
        lines.append((rule, Message("A worker costs {cost:denier|deniers} now.", cost=cost)))
    return lines
