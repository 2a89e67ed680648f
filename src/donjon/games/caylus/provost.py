"""Chapter 7: moving the provost, in phase 4 and with the merchants' guild, and its reach."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from donjon.games.caylus import placing, road
from donjon.games.caylus.model import (
    BOOK,
    DECLINE,
    NONE,
    ROAD,
    STATE,
    Cube,
    Decision,
    Phase,
    Row,
    Space,
    State,
    Tile,
)
from donjon.games.caylus.spaces import name_of
from donjon.games.caylus.special import FREE_MOVE, leave_special
from donjon.games.caylus.tables import FIRST_PASS_BONUS, JOUST_CLOTH, JOUST_DENIERS, POST_DENIERS
from donjon.kernel.actions import Kind, names
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

# The steps, in the order of the actions.
STEPS = (-3, -2, -1, 1, 2, 3)
STEP_TABLE: Ints = np.array(STEPS, np.int8)
FARTHEST = max(STEPS)  # spaces that one move takes the provost at most (CAY-6.4.1, CAY-7.2)
PROVOST = Kind(
    names(
        "a number of spaces",
        [f"{step:+d}" for step in STEPS],
        {"1": 3, "2": 4, "3": 5},
        lambda reading: reading.refuse("{words}: the provost moves -3, -2, -1, +1, +2 or +3."),
    )
)

# The rules and what happens

ONE_AFTER_ANOTHER = number("CAY-7.1")
MOVE = number("CAY-7.2")
COST = BOOK.forbids(
    "CAY-7.3",
    Message(
        "That costs {steps:denier|deniers}, 1 a space; you have {deniers}.",
        steps=lambda case: abs(STEPS[case.argument]),
    ),
)
RANGE = BOOK.forbids(
    "CAY-7.4",
    Message(
        "The provost can only stand on spaces 1–28; that would be space {space}.",
        space=lambda case: int(case.state.provost) + STEPS[case.argument],
    ),
)
UNBUILT = number("CAY-7.5")
MARKERS_LEAVE = number("CAY-7.6")
PROVOST_MOVED = BOOK.event(
    "provost_moved",
    "{seat} moves the provost from {origin} to {target} (−{deniers:denier|deniers}).",
    *("origin", "target", "deniers"),
    without="{seat} moves the provost from {origin} to {target}.",
    at="provost",
)
PROVOST_STAYED = BOOK.event(
    "provost_stayed", "{seat} leaves the provost on space {space}.", "space", at="provost"
)
BOOK.asks(Decision.PROVOST, Message("Move the provost, 1 denier a space? You have {deniers}."))


@compilable
def ask_for_provost(state: State) -> bool:
    """Ask the next player in passing order (CAY-7.1); return False when each has been asked."""
    if state.cursor == state.players:
        return False
    state.decision, state.actor = Decision.PROVOST, int(state.passing[state.cursor])
    return True


@compilable
def forbids_step(state: State, seat: int, index: int) -> int:
    """Return 0 if the provost may go STEPS[index] spaces, else the rule against it (CAY-7.3, CAY-7.4)."""
    steps = int(STEP_TABLE[index])
    if not 1 <= state.provost + steps <= ROAD:
        return RANGE
    if state.decision == Decision.PROVOST and abs(steps) > state.seats[seat].deniers:
        return COST
    return 0


def _workers(state: Any, first: int, last: int) -> list[Message]:
    """Return the buildings of some road spaces in which workers stand, and the owners of the workers."""
    return [
        Message(
            "{tile}, space {number} ({seat})",
            tile=Tile(state.tile[space]).term,
            number=space,
            seat=SeatName(int(state.worker[Space.CASTLE + space])),
        )
        for space in range(first, last + 1)
        if state.worker[Space.CASTLE + space] != NONE
    ]


def _step(case: Case) -> Message:
    """Return the button of a step: the buildings that become active, or inactive."""
    state = case.state
    provost, space = int(state.provost), int(state.provost) + STEPS[case.argument]
    stops = _workers(state, space + 1, provost)
    starts = _workers(state, provost + 1, space)
    if stops:
        return Message("Provost to {space}: cuts off {buildings}", space=space, buildings=stops)
    if starts:
        return Message("Provost to {space}: reaches {buildings}", space=space, buildings=starts)
    return Message("Provost to {space}: no change", space=space)


@PROVOST.action_at(
    Decision.GUILD,
    Decision.PROVOST,
    verb="provost",
    forbids=forbids_step,
    button=_step,
    previews=True,
    risky=True,
    noun="space",
)
@compilable
def move_provost(state: State, seat: int, index: int, log: EventLog | None) -> None:
    """Move the provost: 1 denier a space in phase 4, free of charge for the guild (CAY-6.4.1, CAY-7.2)."""
    steps = int(STEP_TABLE[index])
    cost, rule = 0, FREE_MOVE
    if state.decision == Decision.PROVOST:
        cost, rule = abs(steps), MOVE
        cite(log, COST)
    origin = int(state.provost)
    state.provost += steps
    state.seats[seat].deniers -= cost
    if state.tile[state.provost] == NONE:
        cite(log, UNBUILT)
    emit(log, PROVOST_MOVED, seat, rule, origin, state.provost, cost)
    after_provost(state)


@DECLINE.action_at(
    Decision.GUILD,
    Decision.PROVOST,
    verb="decline",
    button=Message("Leave the provost"),
    declines=True,
)
@compilable
def keep_provost(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Leave the provost where it stands (CAY-6.4.1, CAY-7.2)."""
    rule = MOVE if state.decision == Decision.PROVOST else FREE_MOVE
    emit(log, PROVOST_STAYED, seat, rule, state.provost, 0, 0)
    after_provost(state)


@compilable
def after_provost(state: State) -> None:
    """Take the guild's worker home, or go on to the next player (CAY-6.4.1, CAY-7.1)."""
    if state.decision == Decision.GUILD:
        leave_special(state, Space.MERCHANTS_GUILD)
    else:
        state.cursor += 1


# Explanations


@BOOK.explains("provost")
def explain_provost(state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the provost."""
    return [
        name_of(Message("provost")),
        ("CAY-8.1.1", Message("Buildings up to space {space} are activated.", space=int(state.provost))),
        ("CAY-7.2", Message("In phase 4, each player can move it up to 3 spaces, 1 denier a space.")),
    ]


@BOOK.explains("phase-provost")
def explain_phase(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain phase 4."""
    return [
        ("", Message("Phase 4: provost")),
        ("CAY-7.1", Message("In passing order, each player can move the provost once.")),
    ]


# The forecast: which buildings will run where the provost stands, and where it can still be moved

# The number of positions in the cache of the provost's reach.
REACH_CACHE_SIZE = 64
# Where the worker of the gate can help to move the provost.
_TARGETS = (Space.TRADING_POST, Space.MERCHANTS_GUILD, Space.JOUST_FIELD)


def forecast(state: Any) -> dict[str, Any]:
    """Return what becomes active or inactive at each space in reach of the provost, as all may know.

    Rows only while the provost can still be moved in this round (phases 2 to 4); see `for_viewer`.
    """
    provost = int(state.provost)
    free = _free_steps(state, Space.MERCHANTS_GUILD)
    lowest, highest = reach(state)
    whole_road = running(state, ROAD)
    now = [run for run in whole_road if road.runs(run["space"], provost)]
    rows = []
    for space in range(lowest, highest + 1) if _is_open(state) else ():
        runs_there = [run for run in whole_road if road.runs(run["space"], space)]
        rows.append(
            {
                "space": space,
                "steps": space - provost,
                "cost": None,
                "least": max(0, abs(space - provost) - free),
                "runs": runs_there,
                "starts": [run for run in runs_there if run not in now],
                "stops": [run for run in now if run not in runs_there],
            }
        )
    return {
        "provost": provost,
        "reach": [lowest, highest],
        "mine": None,
        "later": _later_steps(state),
        "rows": rows,
    }


def for_viewer(common: dict[str, Any], state: Any, viewer: int | None) -> dict[str, Any]:
    """Return the forecast with the price of each space for the viewer, or else for the seat to move."""
    mine = viewer if viewer is not None else None if state.actor == NONE else int(state.actor)
    rows = common["rows"]
    own = (
        max(_paid_steps(state, mine, target) for target in _targets(state))
        if rows and mine is not None
        else 0
    )
    for row in rows:
        row["cost"] = abs(row["steps"]) if abs(row["steps"]) <= own else None
    return common | {"mine": mine}


def _later_steps(state: Any) -> int:
    """Return how far the provost can still be moved after the current decision (CAY-7.1)."""
    if state.decision == Decision.GUILD:
        return sum(_paid_steps(state, seat, Space.MERCHANTS_GUILD) for seat in range(state.players))
    if state.decision == Decision.PROVOST:
        return sum(min(FARTHEST, int(state.seats[seat].deniers)) for seat in _after(state))
    return 0


def _after(state: Any) -> list[int]:
    """Return the seats that decide about the provost after the one that decides now (CAY-7.1)."""
    return [int(seat) for seat in state.passing[state.cursor + 1 : state.players]]


def _is_open(state: Any) -> bool:
    """Return whether the provost can still be moved in this round."""
    return bool(Phase.PLACING <= state.phase <= Phase.PROVOST)


def reach(state: Any) -> tuple[int, int]:
    """Return the lowest and the highest space that the provost can still reach in this round (CAY-7.4)."""
    return _reached(state.tobytes())


@lru_cache(REACH_CACHE_SIZE)
def _reached(position: bytes) -> tuple[int, int]:
    """Return the result of `reach` for the bytes of a position, cached: many callers ask for it."""
    state = np.frombuffer(position, STATE)[0]
    provost = int(state.provost)
    steps = max(_steps(state, target) for target in _targets(state)) if _is_open(state) else 0
    return max(1, provost - steps), min(ROAD, provost + steps)


def _targets(state: Any) -> tuple[int, ...]:
    """Return the special spaces to try for the worker of the gate; one where there is none (CAY-6.2.2)."""
    return _TARGETS if state.worker[Space.GATE] != NONE else _TARGETS[:1]


def _steps(state: Any, target: int) -> int:
    """Return how far all players can move the provost if the worker of the gate goes on to this space."""
    paid = sum(_paid_steps(state, seat, target) for seat in range(state.players))
    return _free_steps(state, target) + paid


def running(state: Any, provost: int) -> list[dict[str, Any]]:
    """Return the buildings with a worker that are activated if the provost stands there (CAY-8.1.1)."""
    return [
        {
            "space": space,
            "tile": Tile(state.tile[space]).id,
            "seat": worker,
            "owner_gains": road.owner_gains(state, space),
        }
        for space, worker in enumerate(state.worker[Space.CASTLE + 1 :][:provost].tolist(), 1)
        if worker != NONE
    ]


def _free_steps(state: Any, target: int) -> int:
    """Return how far the merchants' guild can still move the provost in this round (CAY-6.4.1)."""
    guild = Space.MERCHANTS_GUILD
    return FARTHEST if any(_may_work(state, seat, guild, target) for seat in range(state.players)) else 0


def _paid_steps(state: Any, seat: int, target: int) -> int:
    """Return how far a player can still move the provost in phase 4 (CAY-7.1 to CAY-7.3)."""
    me = state.seats[seat]
    deniers = int(me.deniers)
    if state.phase == Phase.PROVOST:
        return min(FARTHEST, deniers) if seat in state.passing[state.cursor :] else 0
    if state.phase == Phase.PLACING and state.passed == 0:
        deniers += FIRST_PASS_BONUS
    if _may_work(state, seat, Space.TRADING_POST, target):
        deniers += POST_DENIERS
    return FARTHEST if _may_gain_deniers(state, seat, target) else min(FARTHEST, deniers)


def _may_gain_deniers(state: Any, seat: int, target: int) -> bool:
    """Return whether a favour of the joust field may bring the seat deniers (CAY-6.5, CAY-11.5.2)."""
    me = state.seats[seat]
    if state.simplified or me.rows[Row.MONEY] or not _may_work(state, seat, Space.JOUST_FIELD, target):
        return False
    if state.phase == Phase.SPECIAL and state.cursor == Space.JOUST_FIELD and state.stage > 0:
        return bool(state.owed > 0 or state.by_favour)  # a building by favour may bring another favour
    pays = me.deniers >= JOUST_DENIERS or _may_work(state, seat, Space.TRADING_POST, target)
    return bool(pays and me.cubes[Cube.CLOTH] >= JOUST_CLOTH)


def _may_work(state: Any, seat: int, space: int, target: int) -> bool:
    """Return whether a worker of the seat stands on a special space, or can still come (CAY-5.1, CAY-6.2.1).

    `target`: the space that the worker of the gate would go on to.
    """
    if state.phase > Phase.SPECIAL or (state.phase == Phase.SPECIAL and state.cursor > space):
        return False
    if state.worker[space] != NONE:
        return bool(state.worker[space] == seat)
    is_placing = state.phase == Phase.PLACING
    if state.worker[Space.GATE] == seat and target == space and (is_placing or state.cursor == Space.GATE):
        return True
    is_able = is_placing and not state.seats[seat].passed
    return bool(is_able and placing.forbids_placing(state, seat, space) == 0)
