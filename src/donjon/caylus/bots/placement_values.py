"""What workers bring their players where they stand, or would stand: quick guesses for bots."""

from __future__ import annotations

import numpy as np

from donjon.caylus import castle, tables
from donjon.caylus.bots import trade_values
from donjon.caylus.bots.holdings import DENIERS, one_more
from donjon.caylus.bots.playout_policy import Policy, Weight
from donjon.caylus.bots.trade_values import Plan
from donjon.caylus.nouns import (
    CASTLE_SPACES,
    CUBES,
    EFFECT_STAGE,
    INN_RIGHT,
    NONE,
    ROAD,
    TILES,
    Cube,
    Effect,
    Phase,
    Space,
)
from donjon.caylus.special import can_joust
from donjon.caylus.state import State
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats
from donjon.kernel.rows import place_in

# The chance that a building runs, by its distance from the provost (from -7 to 7): before phase 4, in it.
FAR = 7
EARLY_REACH: Floats = np.array(
    [0.98, 0.97, 0.96, 0.94, 0.92, 0.89, 0.85, 0.78, 0.5, 0.4, 0.3, 0.18, 0.1, 0.05, 0.0]
)
LATE_REACH: Floats = np.array(
    [1.0, 1.0, 1.0, 0.99, 0.97, 0.94, 0.91, 0.86, 0.3, 0.2, 0.12, 0.03, 0.0, 0.0, 0.0]
)
# What a worker of another player on a tile brings that player, about.
_BRINGS = {
    Effect.PRODUCE: 1.8,
    Effect.CONSTRUCT: 2.0,
    Effect.CONVERT: 1.5,
    Effect.SELL: 1.2,
    Effect.BUY: 0.7,
    Effect.TRADE: 1.2,
    Effect.EXCHANGE: 1.5,
}
BRINGS: Floats = np.array([_BRINGS.get(Effect(int(tables.EFFECT[tile])), 0.0) for tile in range(TILES)])


@compilable
def reach(state: State, space: int, policy: Policy) -> float:
    """How likely the building on a road space runs in this round."""
    if state.phase >= Phase.ROAD:
        return 1.0 if space <= state.provost else 0.0
    distance = max(-FAR, min(FAR, space - int(state.provost))) + FAR
    chance = EARLY_REACH[distance] if state.phase < Phase.PROVOST else LATE_REACH[distance]
    return float(policy.numbers[Weight.BEHIND if distance <= FAR else Weight.AHEAD] * chance)


@compilable
def worker_prospects(state: State, seat: int, plan: Plan, policy: Policy) -> float:
    """What all workers of a seat that still stand somewhere bring; puts their yields into the purse."""
    total = special_prospects(state, seat, plan, policy)
    first = int(state.cursor) if state.phase == Phase.ROAD else 1
    is_road = state.phase <= Phase.ROAD
    for space in range(first, ROAD + 1 if is_road else first):
        worker = int(state.worker[Space.CASTLE + space])
        if worker == NONE:
            continue
        used = state.phase == Phase.ROAD and space == first and state.stage != EFFECT_STAGE
        if used:
            continue
        chance = reach(state, space, policy)
        if worker == seat:
            total += chance * use(state, seat, space, plan, policy)
            if chance >= policy.numbers[Weight.LIKELY]:
                collect(state, space, plan, policy)
        else:
            total -= chance * policy.numbers[Weight.HARM] / (state.players - 1) * BRINGS[state.tile[space]]
    return total + castle_prospects(state, seat, plan, policy)


@compilable
def special_prospects(state: State, seat: int, plan: Plan, policy: Policy) -> float:
    """What the own workers before the bridge bring."""
    total = 0.0
    if state.phase <= Phase.SPECIAL:
        first = int(state.cursor) if state.phase == Phase.SPECIAL else 0
        for space in range(first, Space.INN + 1):
            if state.worker[space] == seat and not (space == Space.JOUST_FIELD and state.stage > 0):
                total += special_use(state, seat, space, plan, policy)
                if space == Space.TRADING_POST:
                    plan.purse[DENIERS] += tables.POST_DENIERS
        if state.players > 2 and first <= Space.STABLES:
            total += stables_prospects(state, seat, policy)
    if state.worker[INN_RIGHT] == seat:
        total += policy.numbers[Weight.INN] * min(1.0, plan.rounds)
    return total


@compilable
def special_use(state: State, seat: int, space: int, plan: Plan, policy: Policy) -> float:
    """What a worker on a special space brings, stables and castle apart."""
    if space == Space.GATE:
        return float(policy.numbers[Weight.GATE])
    if space == Space.TRADING_POST:
        deniers = trade_values.deniers_worth(tables.POST_DENIERS, plan, policy)
        return float(deniers + policy.numbers[Weight.POST])
    if space == Space.MERCHANTS_GUILD:
        return float(policy.numbers[Weight.GUILD])
    if space == Space.JOUST_FIELD:
        if not can_joust(state.seats[seat]):
            return float(policy.numbers[Weight.JOUST] * plan.live)
        return max(0.0, trade_values.joust_gain(plan, policy))
    return float(policy.numbers[Weight.INN] * min(1.0, plan.rounds)) if space == Space.INN else 0.0


@compilable
def place_worth(players: int, place: int, policy: Policy) -> float:
    """What a place in the turn order of the next round is worth."""
    return float(policy.numbers[Weight.PLACE_IN_ORDER] * (players - 1 - place))


@compilable
def stables_prospects(state: State, seat: int, policy: Policy) -> float:
    """What the own worker in the stables brings: a better place in the turn order."""
    circle = place_in(state.stables, seat)
    return 0.0 if circle == NONE else stables_use(state, seat, circle, policy)


@compilable
def stables_use(state: State, seat: int, circle: int, policy: Policy) -> float:
    """What a worker in a circle of the stables brings."""
    here = place_worth(state.players, place_in(state.order, seat), policy)
    return float(policy.numbers[Weight.STABLES] + max(0.0, place_worth(state.players, circle, policy) - here))


@compilable
def use(state: State, seat: int, space: int, plan: Plan, policy: Policy) -> float:
    """What a worker on a building of the road brings when the building runs."""
    tile = int(state.tile[space])
    effect = int(tables.EFFECT[tile])
    purse, owner = plan.purse, int(state.owner[space])
    # A point, and perhaps a cube, for another owner is a point for a rival.
    rival = 0.0
    if owner >= 0 and owner != seat:
        rival = float(-policy.numbers[Weight.VISIT] / (state.players - 1))
    if effect == Effect.PRODUCE:
        alternative = trade_values.best_alternative(tile, plan, policy)
        return rival + trade_values.yield_worth(tile, alternative, plan, policy)
    if effect == Effect.CONSTRUCT:
        kind = int(tables.BUILDS[tile])
        return rival + max(0.0, trade_values.best_build(state, seat, kind, plan, policy, 0))
    if effect == Effect.CONVERT:
        if purse[Cube.CLOTH] == 0 or purse[DENIERS] == 0:
            return rival
        denier = one_more(DENIERS, 0, plan.live, policy)
        return rival + max(0.0, trade_values.conversion_gain(state, seat, plan, policy) - denier / 2)
    if effect == Effect.SELL:
        return rival + max(0.0, trade_values.best_sale(tile, plan, policy))
    if effect == Effect.BUY:
        return rival + max(0.0, trade_values.best_buy(tile, plan, policy))
    if effect == Effect.TRADE:
        first = trade_values.trade_gain(state, tile, 0, plan, policy)
        return rival + max(0.0, first, trade_values.trade_gain(state, tile, 1, plan, policy))
    return rival + max(0.0, trade_values.best_exchange(plan, policy))


@compilable
def collect(state: State, space: int, plan: Plan, policy: Policy) -> None:
    """Put what a building will produce into the purse."""
    tile = int(state.tile[space])
    if tables.EFFECT[tile] == Effect.PRODUCE:
        alternative = trade_values.best_alternative(tile, plan, policy)
        for cube in range(CUBES):
            plan.purse[cube] += tables.YIELD[tile, alternative, cube]


@compilable
def castle_prospects(state: State, seat: int, plan: Plan, policy: Policy) -> float:
    """What the own worker in the castle brings."""
    place = place_in(state.castle, seat)
    if state.phase > Phase.CASTLE or place == NONE:
        return 0.0
    given = 0
    is_here = state.phase == Phase.CASTLE and state.cursor == place
    if state.phase == Phase.CASTLE:
        if state.cursor > place or (is_here and state.stage == castle.DONE):
            return 0.0
        if is_here and state.stage == castle.GIVE:
            given = int(state.seats[seat].batches)
    return castle_use(state, seat, plan, policy, given, place)


@compilable
def castle_use(state: State, seat: int, plan: Plan, policy: Policy, given: int, place: int) -> float:
    """What a worker on a castle space brings: batches, and perhaps the favour for most houses."""
    gain, houses = trade_values.batches_gain(state, seat, plan, policy, given)
    if houses == 0:
        if castle.free_part(state) == NONE:
            return 0.0
        return (
            -float(policy.numbers[Weight.NO_BATCH_YET])
            if state.phase < Phase.CASTLE
            else -float(tables.NO_BATCH_LOSS)
        )
    gain += policy.numbers[Weight.CASTLE]
    return gain + plan.favour * most_houses(state, seat, houses, place, policy)


@compilable
def most_houses(state: State, seat: int, houses: int, place: int, policy: Policy) -> float:
    """How likely a player gives most houses in this round (CAY-9.6)."""
    others, best = 0, 0
    for at in range(CASTLE_SPACES):
        other = int(state.castle[at])
        if other != NONE and other != seat:
            others += 1
            if state.phase == Phase.CASTLE and at < state.cursor:
                there = int(state.seats[other].batches)
                best = max(best, there if at > place else there + 1)
    if state.phase == Phase.CASTLE and houses < best:
        return 0.0
    free = 0 if state.phase > Phase.SPECIAL else state.players - 1 - others
    rivals = others + policy.numbers[Weight.FREE_RIVALS] * free
    first = policy.numbers[Weight.CASTLE_FIRST] if place == 0 and rivals > 0 else 0.0
    return float(1.0 / (1.0 + policy.numbers[Weight.RIVAL_HOUSES] * rivals / houses) + first)
