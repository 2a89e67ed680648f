"""A quick guess of what a position is worth to a seat, for greedy play and the leaves of a search."""

from __future__ import annotations

import numpy as np

from donjon.games.caylus.bots import holdings
from donjon.games.caylus.bots.holdings import ESTIMATE_POLICY, Policy, Weight
from donjon.games.caylus.bots.values import (
    FIRST_OF,
    LAST_OF,
    Plan,
    best_of_row,
    place_worth,
    survey,
    worker_prospects,
)
from donjon.games.caylus.model import (
    CUBES,
    NONE,
    ROAD,
    ROWS,
    SECTIONS,
    Class,
    Decision,
    Phase,
    Row,
    State,
    Tile,
)
from donjon.games.caylus.round_end import SCORE
from donjon.games.caylus.tables import COST, COUNT
from donjon.kernel.compiling import compilable
from donjon.kernel.rows import place_in


@compilable
def estimate(state: State, seat: int) -> float:
    """Return the points held, and what cubes, deniers, tiles, markers, houses and workers may bring."""
    if state.phase == Phase.OVER:
        return float(state.seats[seat].vp)
    # One type for all callers, so that the functions below are compiled only once.
    return estimate_by_policy(state, np.int64(seat), ESTIMATE_POLICY[0])  # type: ignore[arg-type]


@compilable
def estimate_by_policy(state: State, seat: int, policy: Policy) -> float:
    """Return the estimate by a given policy while the game is not over."""
    me = state.seats[seat]
    plan = survey(state, seat, policy)
    total = me.vp + holdings.holdings(state, seat, plan.live, policy)
    total += tiles_owned(state, seat, plan.rounds, policy) + sections(state, seat, policy)
    if not state.simplified:
        for row in range(ROWS):
            total += holdings.column_worth(row, int(me.columns[row]), plan.rounds, policy)
    total += ambition(state, seat, plan) + favours_due(state, seat, plan, policy)
    if state.phase >= Phase.PLACING:
        total += worker_prospects(state, seat, plan, policy)
        if state.players > 2 and plan.rounds > 0:
            total += place_worth(state.players, place_in(state.order, seat), policy)
    return total


@compilable
def tiles_owned(state: State, seat: int, rounds: float, policy: Policy) -> float:
    """Return the worth of own tiles and residences in the rounds to come."""
    total = 0.0
    for space in range(1, ROAD + 1):
        if state.owner[space] == seat:
            total += holdings.tile_use(int(state.tile[space]), rounds, policy)
    if state.seats[seat].residences > 0:
        total += holdings.room_worth(state.seats[seat], rounds, policy)
    return total


@compilable
def ambition(state: State, seat: int, plan: Plan) -> float:
    """Return the extra worth of the cubes held because a prestige tile is near."""
    me = state.seats[seat]
    best = 0.0
    for tile in range(FIRST_OF[Class.PRESTIGE], LAST_OF[Class.PRESTIGE] + 1):
        if state.stock[tile] == 0:
            continue
        hope = holdings.AMBITION[tile]
        for cube in range(CUBES):
            for _ in range(int(COST[tile, cube]) - int(me.cubes[cube])):
                hope *= holdings.EACH_MISSING
        best = max(best, hope)
    best *= holdings.READY * plan.live * min(1.0, plan.rounds / 2)
    if me.residences == 0:
        best *= holdings.NO_ROOM
    return best if state.stock[Tile.ARCHITECT] < COUNT[Tile.ARCHITECT] else best * holdings.NO_ARCHITECT


@compilable
def sections(state: State, seat: int, policy: Policy) -> float:
    """Return the worth of houses in sections not scored yet, less the threat where there are none."""
    total = 0.0
    for section in range(state.scored, SECTIONS):
        if not is_settled(state, seat, section):
            houses = int(state.seats[seat].houses[section])
            total += holdings.section_worth(state, section, houses, policy)
    return total


@compilable
def is_settled(state: State, seat: int, section: int) -> bool:
    """Return whether the seat has had its loss or favours of the section being scored."""
    if state.phase != Phase.END or state.stage != SCORE or section != state.scored:
        return False
    return place_in(state.order, seat) < state.cursor


@compilable
def favours_due(state: State, seat: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of favours not resolved yet, and of the effect of a row in use."""
    total = 0.0
    if state.owed > 0 and state.favoured == seat:
        total += plan.favour + (state.owed - 1) * min(plan.favour, policy.numbers[Weight.SECTION_FAVOUR])
    if state.actor == seat and state.actor != NONE:
        if state.decision == Decision.FAVOUR_CUBES:
            me = state.seats[seat]
            total += holdings.cube_effect(me, int(me.columns[Row.CUBES]), plan.live, policy)
        elif state.decision == Decision.FAVOUR_BUILD:
            total += best_of_row(state, seat, int(state.seats[seat].columns[Row.BUILD]), plan, policy)
    return total
