"""Chapters 6 and 7: the special spaces, and moving the provost."""

from __future__ import annotations

from donjon.caylus.choices import STEP_TABLE
from donjon.caylus.events import Event
from donjon.caylus.nouns import CIRCLES, HOME, INN_RIGHT, NONE, ROAD, Cube, Decision, Space
from donjon.caylus.placing import cite_circles, tile_at, visit
from donjon.caylus.purse import go_home, move_worker, occupy
from donjon.caylus.state import Seat, State
from donjon.caylus.tables import JOUST_CLOTH, JOUST_DENIERS, POST_DENIERS
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number

GATE_RULE = number("CAY-6.2.1")
GATE_VISIT_RULE = number("CAY-6.2.3")
GATE_BACK_RULE = number("CAY-6.2.4")
POST_RULE = number("CAY-6.3")
GUILD_RULE = number("CAY-6.4.1")
JOUST_RULE = number("CAY-6.5")
STABLES_ORDER = number("CAY-6.6.1")
INN_MOVES = number("CAY-6.7.1")
INN_CHOICE = number("CAY-6.7.2")
PROVOST_RULE = number("CAY-7.2")
PROVOST_COST = number("CAY-7.3")
PROVOST_RANGE = number("CAY-7.4")
PROVOST_UNBUILT = number("CAY-7.5")


@compilable
def resolve_special(state: State, log: EventLog | None) -> None:
    """CAY-6.1: the special space at the cursor, if it is occupied."""
    space = int(state.cursor)
    if space == Space.STABLES:
        resolve_stables(state, log)
    elif space == Space.INN:
        resolve_inn(state, log)
    else:
        seat = int(state.worker[space])
        if seat == NONE:
            next_special(state)
        elif space == Space.GATE:
            state.decision, state.actor = Decision.GATE, seat
        elif space == Space.TRADING_POST:
            state.seats[seat].deniers += POST_DENIERS
            emit(log, Event.TRADING_POST, seat, POST_RULE, POST_DENIERS, 0, 0)
            leave_special(state, space)
        elif space == Space.MERCHANTS_GUILD:
            state.decision, state.actor = Decision.GUILD, seat
        elif state.stage == 0:
            state.decision, state.actor = Decision.JOUST, seat
        else:
            leave_special(state, space)


@compilable
def next_special(state: State) -> None:
    """On to the next special space."""
    state.cursor += 1
    state.stage = 0


@compilable
def leave_special(state: State, space: int) -> None:
    """The worker returns; on to the next special space."""
    go_home(state, space)
    next_special(state)


@compilable
def move_from_gate(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """CAY-6.2.1 to CAY-6.2.3: the worker goes on, free of charge, and works there in this round."""
    state.worker[Space.GATE] = NONE
    move_worker(state.seats[seat], Space.GATE, space)
    state.last = space
    occupy(state, seat, space)
    cite_circles(space, log)
    emit(log, Event.MOVED_FROM_GATE, seat, GATE_RULE, space, tile_at(state, space), 0)
    visit(state, seat, space, GATE_VISIT_RULE, log)
    next_special(state)


@compilable
def take_back_from_gate(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-6.2.4: the worker returns home."""
    leave_special(state, Space.GATE)
    emit(log, Event.TAKEN_BACK, seat, GATE_BACK_RULE, 0, 0, 0)


@compilable
def can_joust(me: Seat) -> bool:
    """CAY-6.5: 1 denier and 1 cloth."""
    return me.deniers >= JOUST_DENIERS and me.cubes[Cube.CLOTH] >= JOUST_CLOTH


@compilable
def forbids_joust(state: State, seat: int, _nothing: int) -> int:
    """CAY-6.5: 0 if the seat can pay for the joust."""
    return 0 if can_joust(state.seats[seat]) else JOUST_RULE


@compilable
def decline_joust(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-6.5: the joust field is not used."""
    emit(log, Event.NOT_USED, seat, JOUST_RULE, Space.JOUST_FIELD, NONE, 0)
    state.stage = 1


@compilable
def joust(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-6.5: 1 denier and 1 cloth for a favour; the worker returns when it is resolved."""
    me = state.seats[seat]
    me.deniers -= JOUST_DENIERS
    me.cubes[Cube.CLOTH] -= JOUST_CLOTH
    state.owed += 1
    state.favoured = seat
    state.stage = 1
    emit(log, Event.JOUSTED, seat, JOUST_RULE, 0, 0, 0)


@compilable
def resolve_stables(state: State, log: EventLog | None) -> None:
    """CAY-6.6.1: first, second, third for the circles 1, 2, 3; the others follow as before."""
    at = 0
    for circle in range(CIRCLES):
        seat = int(state.stables[circle])
        if seat != NONE:
            put_in_order(state, seat, at)
            move_worker(state.seats[seat], Space.STABLES, HOME)
            state.stables[circle] = NONE
            emit(log, Event.NEW_PLACE, seat, STABLES_ORDER, at + 1, 0, 0)
            at += 1
    next_special(state)


@compilable
def put_in_order(state: State, seat: int, at: int) -> None:
    """The seat goes to place `at` of the turn order, which lies before its present one or is it."""
    here = place_in(state.order, seat)
    while here > at:
        state.order[here] = state.order[here - 1]
        here -= 1
    state.order[at] = seat


@compilable
def resolve_inn(state: State, log: EventLog | None) -> None:
    """CAY-6.7.1, CAY-6.7.2: the left worker moves to the right and displaces the one that is there."""
    left, right = int(state.worker[Space.INN]), int(state.worker[INN_RIGHT])
    if left == NONE and right != NONE:
        state.decision, state.actor = Decision.INN, right
        return
    if left != NONE:
        if right != NONE:
            go_home(state, INN_RIGHT)
            emit(log, Event.INN_LEFT, right, INN_MOVES, 0, 0, 0)
        move_worker(state.seats[left], Space.INN, INN_RIGHT)
        state.worker[Space.INN] = NONE
        state.worker[INN_RIGHT] = left
        emit(log, Event.INN_MOVED, left, INN_MOVES, 0, 0, 0)
    next_special(state)


@compilable
def take_back_from_inn(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-6.7.2: the right worker is taken home."""
    go_home(state, INN_RIGHT)
    emit(log, Event.INN_LEFT, seat, INN_CHOICE, 0, 0, 0)
    next_special(state)


@compilable
def stay_in_inn(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-6.7.2: the right worker stays."""
    emit(log, Event.INN_STAYED, seat, INN_CHOICE, 0, 0, 0)
    next_special(state)


@compilable
def forbids_step(state: State, seat: int, index: int) -> int:
    """CAY-7.3, CAY-7.4: 0 if the provost may go STEPS[index] spaces, else the rule against it."""
    steps = int(STEP_TABLE[index])
    if not 1 <= state.provost + steps <= ROAD:
        return PROVOST_RANGE
    if state.decision == Decision.PROVOST and abs(steps) > state.seats[seat].deniers:
        return PROVOST_COST
    return 0


@compilable
def move_provost(state: State, seat: int, index: int, log: EventLog | None) -> None:
    """CAY-6.4.1, CAY-7.2: the provost moves; 1 denier a space in phase 4, free for the guild."""
    steps = int(STEP_TABLE[index])
    cost, rule = 0, GUILD_RULE
    if state.decision == Decision.PROVOST:
        cost, rule = abs(steps), PROVOST_RULE
        cite(log, PROVOST_COST)
    origin = int(state.provost)
    state.provost += steps
    state.seats[seat].deniers -= cost
    if state.tile[state.provost] == NONE:
        cite(log, PROVOST_UNBUILT)
    emit(log, Event.PROVOST_MOVED, seat, rule, origin, state.provost, cost)
    after_provost(state)


@compilable
def keep_provost(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-6.4.1, CAY-7.2: the move is declined."""
    rule = PROVOST_RULE if state.decision == Decision.PROVOST else GUILD_RULE
    emit(log, Event.PROVOST_STAYED, seat, rule, state.provost, 0, 0)
    after_provost(state)


@compilable
def after_provost(state: State) -> None:
    """CAY-6.4.1, CAY-7.1: the guild's worker returns; or the next player may move the provost."""
    if state.decision == Decision.GUILD:
        leave_special(state, Space.MERCHANTS_GUILD)
    else:
        state.cursor += 1
