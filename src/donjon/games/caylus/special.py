"""Chapter 6: the special spaces before the bridge, from the gate to the inn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.caylus.model import (
    BOOK,
    CIRCLES,
    DECLINE,
    HOME,
    INN_RIGHT,
    NONE,
    UNUSED,
    Cube,
    Decision,
    Seat,
    Space,
    State,
)
from donjon.games.caylus.placing import cite_circles, forbids_space, once_placed, visit
from donjon.games.caylus.purse import go_home, move_worker, occupy
from donjon.games.caylus.spaces import (
    NOT_USED,
    SPACE,
    at_space,
    name_of,
    space_words,
    subject_of,
    tile_at,
    where,
)
from donjon.games.caylus.tables import JOUST_CLOTH, JOUST_DENIERS, POST_DENIERS
from donjon.kernel.actions import ALONE, Kind
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit
from donjon.kernel.message import Message
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number

IN_ORDER = "CAY-6.1"
# The space at which each decision is made.
SPACE_OF_DECISION = {
    Decision.GATE: Space.GATE,
    Decision.GUILD: Space.MERCHANTS_GUILD,
    Decision.JOUST: Space.JOUST_FIELD,
    Decision.INN: Space.INN,
}
TAKE_BACK = Kind(ALONE)
_HOME = Message("Take the worker home")


@compilable
def resolve_special(state: State, log: EventLog | None) -> None:
    """Resolve the special space at the cursor, if it is occupied (CAY-6.1)."""
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
            pay_trading_post(state, seat, log)
        elif space == Space.MERCHANTS_GUILD:
            state.decision, state.actor = Decision.GUILD, seat
        elif state.stage == 0:
            state.decision, state.actor = Decision.JOUST, seat
        else:
            leave_special(state, space)


@compilable
def next_special(state: State) -> None:
    """Go on to the next special space."""
    state.cursor += 1
    state.stage = 0


@compilable
def leave_special(state: State, space: int) -> None:
    """Take the worker home and go on to the next special space."""
    go_home(state, space)
    next_special(state)


@BOOK.explains("phase-special")
def explain_phase(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain phase 3."""
    return [
        ("", Message("Phase 3: special spaces")),
        (IN_ORDER, Message("Special spaces are resolved in order, from the gate to the inn.")),
    ]


# The gate

GATE_MOVES = number("CAY-6.2.1")
GATE_VISIT = number("CAY-6.2.3")
GATE_RETURNS = number("CAY-6.2.4")
MOVED_FROM_GATE = BOOK.event(
    "moved_from_gate",
    "{seat} moves a worker from the gate to: {space}.",
    *("space", "tile"),
    space=space_words,
    at=at_space,
    also=("CAY-6.2.2",),
)
TAKEN_BACK = BOOK.event("taken_back", "{seat} takes the worker home from the gate.", at="gate")
BOOK.asks(Decision.GATE, Message("Gate: move the worker to a free space, or take it home."))
MOVE = Kind(SPACE)


@MOVE.action_at(
    Decision.GATE,
    verb="move",
    forbids=forbids_space,
    button=Message("Move to: {space}", space=lambda case: where(case.state, case.argument)),
    previews=True,
    place=subject_of,
    noun="space",
)
@compilable
def move_from_gate(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Move the worker, free of charge, to where it works in this round (CAY-6.2.1 to CAY-6.2.3)."""
    state.worker[Space.GATE] = NONE
    move_worker(state.seats[seat], Space.GATE, space)
    state.last = space
    occupy(state, seat, space)
    cite_circles(space, log)
    emit(log, MOVED_FROM_GATE, seat, GATE_MOVES, space, tile_at(state, space), 0)
    visit(state, seat, space, GATE_VISIT, log)
    next_special(state)


@TAKE_BACK.action_at(Decision.GATE, verb="take back", button=_HOME)
@compilable
def take_back_from_gate(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Take the worker home (CAY-6.2.4)."""
    leave_special(state, Space.GATE)
    emit(log, TAKEN_BACK, seat, GATE_RETURNS, 0, 0, 0)


@BOOK.explains("gate")
def explain_gate(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the gate."""
    return [
        name_of(Space.GATE.term),
        ("CAY-6.2.1", Message("Move your worker to any free space, at no cost.")),
    ]


# The trading post

POST = number("CAY-6.3")
TRADING_POST = BOOK.event(
    "trading_post", "{seat} gains {deniers:denier|deniers} at the trading post.", "deniers", at="trading_post"
)


@compilable
def pay_trading_post(state: State, seat: int, log: EventLog | None) -> None:
    """Give 3 deniers to the player whose worker stands there (CAY-6.3)."""
    state.seats[seat].deniers += POST_DENIERS
    emit(log, TRADING_POST, seat, POST, POST_DENIERS, 0, 0)
    leave_special(state, Space.TRADING_POST)


@BOOK.explains("trading_post")
def explain_trading_post(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the trading post."""
    return [
        name_of(Space.TRADING_POST.term),
        ("CAY-6.3", Message("Gives 3 deniers.")),
    ]


# The merchants' guild; chapter 7 moves the provost

FREE_MOVE = number("CAY-6.4.1")
BOOK.asks(Decision.GUILD, Message("Merchants' guild: move the provost up to 3 spaces for free?"))


@BOOK.explains("merchants_guild")
def explain_merchants_guild(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the merchants' guild."""
    return [
        name_of(Space.MERCHANTS_GUILD.term),
        ("CAY-6.4.1", Message("Move the provost up to 3 spaces for free.")),
    ]


# The joust field

JOUST_COST = BOOK.forbids(
    "CAY-6.5",
    Message("The joust costs 1 denier and 1 cloth; you have {deniers:denier|deniers} and {cloth} cloth."),
)
JOUSTED = BOOK.event(
    "jousted",
    "{seat} jousts for a favour (−1 denier, −1 cloth).",
    at="joust_field",
    also=("CAY-11.1.1",),
)
BOOK.asks(Decision.JOUST, Message("Joust field: pay 1 denier and 1 cloth for a favour?"))
JOUST = Kind(ALONE)


@compilable
def can_joust(me: Seat) -> bool:
    """Return whether a player has 1 denier and 1 cloth (CAY-6.5)."""
    return me.deniers >= JOUST_DENIERS and me.cubes[Cube.CLOTH] >= JOUST_CLOTH


@compilable
def forbids_joust(state: State, seat: int, _nothing: int) -> int:
    """Return 0 if the seat can pay for the joust, else the rule that says what it costs (CAY-6.5)."""
    return 0 if can_joust(state.seats[seat]) else JOUST_COST


@DECLINE.action_at(Decision.JOUST, verb="decline", button=UNUSED)
@compilable
def decline_joust(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Leave the joust field unused (CAY-6.5)."""
    emit(log, NOT_USED, seat, JOUST_COST, Space.JOUST_FIELD, NONE, 0)
    state.stage = 1


@JOUST.action_at(
    Decision.JOUST,
    verb="joust",
    forbids=forbids_joust,
    button=Message("Joust for 1 denier and 1 cloth"),
    previews=True,
    place="joust_field",
)
@compilable
def joust(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Pay 1 denier and 1 cloth for a favour; the worker returns when it is resolved (CAY-6.5)."""
    me = state.seats[seat]
    me.deniers -= JOUST_DENIERS
    me.cubes[Cube.CLOTH] -= JOUST_CLOTH
    state.owed += 1
    state.favoured = seat
    state.stage = 1
    emit(log, JOUSTED, seat, JOUST_COST, 0, 0, 0)


@BOOK.explains("joust_field")
def explain_joust_field(state: Any, view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the joust field; to a player who is placing, what is missing for it."""
    price = "CAY-6.5", Message("Pay 1 denier and 1 cloth for a favour.")
    lines = [name_of(Space.JOUST_FIELD.term), price]
    then = once_placed(state, view["seat"], Space.JOUST_FIELD)
    if then is not None and not can_joust(then.seats[view["seat"]]):
        me = then.seats[view["seat"]]
        missing = Message(
            "Right now you can't pay for it: you would have {deniers:denier|deniers} and {cloth} cloth.",
            deniers=int(me.deniers),
            cloth=int(me.cubes[Cube.CLOTH]),
        )
        lines.insert(1, ("CAY-6.5", missing))
    return lines


# The stables

NEW_ORDER = number("CAY-6.6.1")
NEW_PLACE = BOOK.event(
    "new_place",
    "{seat} moves to place {place} in turn order (stables).",
    "place",
    at="stables",
    also=("CAY-6.6.2",),
)


@compilable
def resolve_stables(state: State, log: EventLog | None) -> None:
    """Put the players on circles 1, 2, 3 first, second, third; the others follow as before (CAY-6.6.1)."""
    at = 0
    for circle in range(CIRCLES):
        seat = int(state.stables[circle])
        if seat != NONE:
            put_in_order(state, seat, at)
            move_worker(state.seats[seat], Space.STABLES, HOME)
            state.stables[circle] = NONE
            emit(log, NEW_PLACE, seat, NEW_ORDER, at + 1, 0, 0)
            at += 1
    next_special(state)


@compilable
def put_in_order(state: State, seat: int, at: int) -> None:
    """Put the seat on place `at` of the turn order, which lies before its present one or is it."""
    place = place_in(state.order, seat)
    while place > at:
        state.order[place] = state.order[place - 1]
        place -= 1
    state.order[at] = seat


@BOOK.explains("stables")
def explain_stables(state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the stables, which two players do not use."""
    if state.players == 2:
        return [
            name_of(Space.STABLES.term),
            ("CAY-13.3", Message("The stables aren't used with two players.")),
        ]
    return [
        name_of(Space.STABLES.term),
        ("CAY-6.6.1", Message("Players with workers here become first, second and third in turn order.")),
        ("CAY-5.6.1", Message("At most 1 worker per player.")),
    ]


# The inn

INN_MOVES = number("CAY-6.7.1")
INN_CHOICE = number("CAY-6.7.2")
INN_MOVED = BOOK.event(
    "inn_moved", "{seat}'s worker moves to the right circle of the inn.", at="inn", also=("CAY-6.7.3",)
)
INN_LEFT = BOOK.event("inn_left", "{seat}'s worker leaves the inn.", at="inn")
INN_STAYED = BOOK.event("inn_stayed", "{seat}'s worker stays on the right circle of the inn.", at="inn")
BOOK.asks(Decision.INN, Message("Inn: keep the discount, or take your worker home?"))
LEAVE = Kind(ALONE)


@compilable
def resolve_inn(state: State, log: EventLog | None) -> None:
    """Move the left worker to the right, where it displaces another; or ask the right one (CAY-6.7.1)."""
    left, right = int(state.worker[Space.INN]), int(state.worker[INN_RIGHT])
    if left == NONE and right != NONE:
        state.decision, state.actor = Decision.INN, right
        return
    if left != NONE:
        if right != NONE:
            go_home(state, INN_RIGHT)
            emit(log, INN_LEFT, right, INN_MOVES, 0, 0, 0)
        move_worker(state.seats[left], Space.INN, INN_RIGHT)
        state.worker[Space.INN] = NONE
        state.worker[INN_RIGHT] = left
        emit(log, INN_MOVED, left, INN_MOVES, 0, 0, 0)
    next_special(state)


@TAKE_BACK.action_at(Decision.INN, verb="take back", button=_HOME)
@compilable
def take_back_from_inn(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Take the right worker home (CAY-6.7.2)."""
    go_home(state, INN_RIGHT)
    emit(log, INN_LEFT, seat, INN_CHOICE, 0, 0, 0)
    next_special(state)


@LEAVE.action_at(Decision.INN, verb="leave", button=Message("Keep the worker in the inn"))
@compilable
def stay_in_inn(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Leave the right worker where it is (CAY-6.7.2)."""
    emit(log, INN_STAYED, seat, INN_CHOICE, 0, 0, 0)
    next_special(state)


@BOOK.explains("inn")
def explain_inn(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the inn."""
    return [
        name_of(Space.INN.term),
        (
            "CAY-6.7.1",
            Message("The worker on the left circle moves to the right one and displaces the worker there."),
        ),
        ("CAY-5.4.3", Message("The player on the right circle pays 1 denier for every worker.")),
    ]
