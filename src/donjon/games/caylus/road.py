"""Chapters 8.1, 8.2 and 8.6: the buildings on the road, one after the other, and production."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.games.caylus import tables
from donjon.games.caylus.converting import DEFERRED, convert
from donjon.games.caylus.model import (
    BOOK,
    CUBES,
    DECLINE,
    EFFECT_STAGE,
    LEAVE_STAGE,
    NONE,
    OWNER_STAGE,
    ROAD,
    UNUSED,
    Class,
    Cube,
    Decision,
    Effect,
    Space,
    State,
    Tile,
    amount,
    amounts,
)
from donjon.games.caylus.purse import CUBE, go_home, one_cube_words, supply
from donjon.games.caylus.spaces import NOT_USED, at_road, at_tile, road_words
from donjon.kernel import rule_ids
from donjon.kernel.actions import Kind
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

# 8.1 The order, and 8.6 the end of the phase

VISIT_IS_KEPT = number("CAY-5.5.3")
NOT_REACHED = number("CAY-8.1.2")
OPTIONAL = BOOK.forbids("CAY-8.1.3", Message("You can't skip production: choose your cubes."))
THEN_CONVERTED = number("CAY-8.1.5")
NO_CUBE_BEYOND = number("CAY-8.2.8")
LAST_CONVERTED = number("CAY-8.6.1")
BEYOND_PROVOST = BOOK.event(
    "not_reached",
    "{seat}'s worker goes home: {space} (beyond the provost).",
    *("road", "tile"),
    space=road_words,
    at=at_road,
    also=("CAY-8.6.1",),
)
_DECISIONS = {
    Effect.PRODUCE: Decision.PRODUCE,
    Effect.CONSTRUCT: Decision.BUILD,
    Effect.CONVERT: Decision.LAWYER,
    Effect.SELL: Decision.SELL,
    Effect.BUY: Decision.BUY,
    Effect.TRADE: Decision.TRADE,
    Effect.EXCHANGE: Decision.EXCHANGE,
}
# DECISION_OF[effect]: the decision of a worker's owner on a building.
DECISION_OF: Ints = np.array([_DECISIONS.get(effect, Decision.NOTHING) for effect in Effect], np.int8)


@compilable
def next_worker(state: State) -> None:
    """Put the cursor on the next road space with a worker, beyond the road without one (CAY-8.1.1)."""
    while state.cursor <= ROAD and state.worker[Space.CASTLE + state.cursor] == NONE:
        state.cursor += 1


@compilable
def runs(space: int, provost: int) -> bool:
    """Return whether the building on a road space is activated at this place of the provost (CAY-8.1.2)."""
    return space <= provost


@compilable
def resolve_building(state: State, log: EventLog | None) -> None:
    """Resolve the building at the cursor, which has a worker (CAY-8.1, beyond the provost CAY-8.6.1)."""
    space = int(state.cursor)
    seat = int(state.worker[Space.CASTLE + space])
    if not runs(space, int(state.provost)):
        go_home(state, Space.CASTLE + space)
        if state.owner[space] != NONE and state.owner[space] != seat:
            cite(log, VISIT_IS_KEPT)
            if is_bonus_building(int(state.tile[space])):
                cite(log, NO_CUBE_BEYOND)
        emit(log, BEYOND_PROVOST, seat, NOT_REACHED, space, state.tile[space], 0)
        finish_building(state, space, log)
    elif state.stage == EFFECT_STAGE:
        activate(state, seat, space, log)
    elif state.stage == OWNER_STAGE:
        give_owner(state, seat, space)
    else:
        go_home(state, Space.CASTLE + space)
        finish_building(state, space, log)


@compilable
def finish_building(state: State, space: int, log: EventLog | None) -> None:
    """Convert a building whose worker is home, if that was deferred; go on (CAY-8.1.5, CAY-8.4.7)."""
    if state.pending[space] != NONE:
        cite(log, DEFERRED)
        cite(log, THEN_CONVERTED if runs(space, int(state.provost)) else LAST_CONVERTED)
        convert(state, int(state.pending[space]), space, log)
    state.cursor += 1
    state.stage = EFFECT_STAGE


@compilable
def activate(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Produce where there is one yield; ask about everything else (CAY-8.1.3)."""
    tile = int(state.tile[space])
    if tables.EFFECT[tile] == Effect.PRODUCE and tables.ALTERNATIVES[tile] == 1:
        take_yield(state, seat, tile, 0, log)
        state.stage = OWNER_STAGE
    else:
        state.decision, state.actor = int(DECISION_OF[tables.EFFECT[tile]]), seat


@DECLINE.action_at(
    Decision.BUILD,
    Decision.LAWYER,
    Decision.SELL,
    Decision.BUY,
    Decision.TRADE,
    Decision.EXCHANGE,
    verb="decline",
    button=UNUSED,
)
@compilable
def leave_unused(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Leave the effect of the building unused (CAY-8.1.3)."""
    space = int(state.cursor)
    emit(log, NOT_USED, seat, OPTIONAL, Space.CASTLE + space, state.tile[space], 0)
    state.stage = OWNER_STAGE


@BOOK.explains("phase-road")
def explain_phase(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain phase 5."""
    return [
        ("", Message("Phase 5: road buildings")),
        ("CAY-8.1.1", Message("Buildings with workers are activated in order, up to the provost.")),
    ]


# 8.2 Production

_NOT_PRODUCED = Message("The {tile} doesn't produce {cube}.")
PRODUCTION = BOOK.forbids("CAY-8.2.1", _NOT_PRODUCED)
OWNERS_CUBE = BOOK.forbids("CAY-8.2.6", _NOT_PRODUCED)
NO_OWNERS_CUBE = number("CAY-8.2.7")
BONUS_IS_DUE = BOOK.forbids("CAY-8.2.9", Message("You can't skip the owner's cube: choose one."))
WORKS_UNTIL_CONVERTED = number("CAY-8.4.8")
_PRODUCTION = {
    Class.NEUTRAL: number("CAY-8.2.2"),
    Class.FIXED: number("CAY-8.2.3"),
    Class.WOOD: number("CAY-8.2.4"),
    Class.STONE: number("CAY-8.2.5"),
}
# PRODUCTION_OF[class]: the rule about the yield of its tiles, 0 where they produce nothing.
PRODUCTION_OF: Ints = np.array([_PRODUCTION.get(kind, 0) for kind in Class], np.int32)
PRODUCED = BOOK.event(
    "produced",
    "{seat} takes {cubes} from the {tile}.",
    *("cube", "count", "tile"),
    cubes=lambda named: amounts(named.count * (kind == named.cube) for kind in Cube),
    at=at_tile,
)
OWNER_TOOK = BOOK.event(
    "owner_took",
    "{seat}, the owner, takes {cubes} from the {tile}.",
    *("cube", "tile"),
    cubes=one_cube_words,
    at=at_tile,
    also=("CAY-8.2.9",),
)
BOOK.asks(Decision.PRODUCE, Message("Choose what the {tile} produces."))
BOOK.asks(Decision.BONUS, Message("Your {tile} was activated: choose your cube."))
PRODUCE = Kind(CUBE)
BONUS = Kind(CUBE)
DECLINE.never_at(Decision.PRODUCE, rule=OPTIONAL, verb="decline")
DECLINE.never_at(Decision.BONUS, rule=BONUS_IS_DUE, verb="decline")


@compilable
def take_yield(state: State, seat: int, tile: int, alternative: int, log: EventLog | None) -> None:
    """Take the cubes shown (CAY-8.2.1)."""
    me = state.seats[seat]
    for cube in range(CUBES):
        count = int(tables.YIELD[tile, alternative, cube])
        if count > 0:
            me.cubes[cube] += count
            if log is not None:
                cite_production(state, seat, tile, log)
            emit(log, PRODUCED, seat, PRODUCTION, cube, count, tile)


@compilable
def cite_production(state: State, seat: int, tile: int, log: EventLog | None) -> None:
    """Cite the rules behind the yield at the cursor, the owner's cube and a deferred conversion."""
    cite(log, int(PRODUCTION_OF[tables.CLASS[tile]]))
    if is_bonus_building(tile) and state.owner[state.cursor] == seat:
        cite(log, NO_OWNERS_CUBE)
    if state.pending[state.cursor] != NONE:
        cite(log, WORKS_UNTIL_CONVERTED)


@compilable
def is_bonus_building(tile: int) -> bool:
    """Return whether a tile's owner takes a cube when another player's worker activates it (CAY-8.2.6)."""
    return Tile.FARM_STONE <= tile <= Tile.WORKSHOP


def _cubes_taken(case: Case, count: int) -> list[Message]:
    return [amount(case.argument, count)]


@compilable
def forbids_produce(state: State, _seat: int, cube: int) -> int:
    """Return 0 if an alternative of the tile at the cursor gives this kind, else the rule (CAY-8.2.1)."""
    return 0 if alternative_of(int(state.tile[state.cursor]), cube) != NONE else PRODUCTION


@compilable
def alternative_of(tile: int, cube: int) -> int:
    """Return the alternative of a tile that yields this kind, NONE without one."""
    for alternative in range(tables.ALTERNATIVES[tile]):
        if tables.YIELD[tile, alternative, cube] > 0:
            return alternative
    return NONE


@PRODUCE.action_at(
    Decision.PRODUCE,
    verb="produce",
    forbids=forbids_produce,
    button=Message(
        "Take {cubes}",
        cubes=lambda case: _cubes_taken(
            case, int(tables.YIELD[case.state.tile[case.state.cursor], :, case.argument].max())
        ),
    ),
    pieces=supply,
)
@compilable
def produce(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """Take the alternative that gives this kind (CAY-8.2.1)."""
    tile = int(state.tile[state.cursor])
    take_yield(state, seat, tile, alternative_of(tile, cube), log)
    state.stage = OWNER_STAGE


@compilable
def give_owner(state: State, seat: int, space: int) -> None:
    """Let the owner of a stone production building choose a cube when another activated it (CAY-8.2.6)."""
    tile = int(state.tile[space])
    owner = int(state.owner[space])
    if is_bonus_building(tile) and owner != seat:
        state.decision, state.actor = Decision.BONUS, owner
    else:
        state.stage = LEAVE_STAGE


def owner_gains(state: Any, space: int) -> int | None:
    """Return the seat that takes a cube when another's worker activates its stone building (CAY-8.2.6)."""
    owner = int(state.owner[space])
    if not is_bonus_building(int(state.tile[space])):
        return None
    return owner if owner != state.worker[Space.CASTLE + space] else None


@compilable
def forbids_bonus(state: State, _seat: int, cube: int) -> int:
    """Return 0 if the building at the cursor produces this kind, else the rule (CAY-8.2.6)."""
    return 0 if tables.OWNER_BONUS[state.tile[state.cursor], cube] else OWNERS_CUBE


@BONUS.action_at(
    Decision.BONUS,
    verb="bonus",
    forbids=forbids_bonus,
    button=Message("Take {cubes}", cubes=lambda case: _cubes_taken(case, 1)),
    pieces=supply,
)
@compilable
def take_bonus(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """Take the owner's cube (CAY-8.2.6)."""
    state.seats[seat].cubes[cube] += 1
    emit(log, OWNER_TOOK, seat, OWNERS_CUBE, cube, state.tile[state.cursor], 0)
    state.stage = LEAVE_STAGE


# Explanations of production


def explain_production(_state: Any, tile: int) -> list[Line]:
    """Explain what a worker can do at a building that produces."""
    rule = rule_ids.name("CAY", int(PRODUCTION_OF[tables.CLASS[tile]]))
    first = amounts(tables.YIELD[tile, 0])
    if tables.ALTERNATIVES[tile] > 1:
        second = amounts(tables.YIELD[tile, 1])
        return [(rule, Message("Produces {first} or {second}.", first=first, second=second))]
    lines = [(rule, Message("Produces {cubes}.", cubes=first))]
    bonus = [Cube(cube).term for cube in range(CUBES) if tables.OWNER_BONUS[tile, cube]]
    if bonus:
        text = Message("When another player activates it, the owner takes 1 of: {cubes}.").text
        lines.append(("CAY-8.2.6", Message(text, cubes=bonus)))
    return lines
