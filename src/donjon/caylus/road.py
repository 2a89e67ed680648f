"""Chapters 8.1, 8.2, 8.5, 8.6: the buildings on the road, one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.caylus import tables
from donjon.caylus.building import DEFERRED_RULE, begin_build, convert, pay_for_conversion
from donjon.caylus.cubes import FOUR_CUBES, PAIR_CUBES
from donjon.caylus.events import Event
from donjon.caylus.nouns import CUBES, NONE, ROAD, Class, Cube, Decision, Effect, Source, Space, Tile
from donjon.caylus.purse import gain_cubes, gain_vp, go_home, holds
from donjon.caylus.state import State
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

VISIT_IS_KEPT = number("CAY-5.5.3")
NOT_REACHED = number("CAY-8.1.2")
OPTIONAL = number("CAY-8.1.3")
THEN_CONVERTED = number("CAY-8.1.5")
PRODUCTION = number("CAY-8.2.1")
OWNERS_CUBE = number("CAY-8.2.6")
NO_OWNERS_CUBE = number("CAY-8.2.7")
NO_CUBE_BEYOND = number("CAY-8.2.8")
BONUS_IS_DUE = number("CAY-8.2.9")
WORKS_UNTIL_CONVERTED = number("CAY-8.4.8")
SELL_RULE = number("CAY-8.5.1")
BUY_RULE = number("CAY-8.5.2")
BUY_MORE_RULE = number("CAY-8.5.3")
NO_GOLD = number("CAY-8.5.4")
CHURCH_RULE = number("CAY-8.5.5")
TAILOR_RULE = number("CAY-8.5.6")
BANK_RULE = number("CAY-8.5.7")
ALCHEMIST_RULE = number("CAY-8.5.8")
LAST_CONVERTED = number("CAY-8.6.1")
IN_FULL = number("CAY-3.9")
_PRODUCTION = {
    Class.NEUTRAL: number("CAY-8.2.2"),
    Class.FIXED: number("CAY-8.2.3"),
    Class.WOOD: number("CAY-8.2.4"),
    Class.STONE: number("CAY-8.2.5"),
}
# PRODUCTION_OF[class]: the rule that says what its tiles yield, 0 where they produce nothing.
PRODUCTION_OF: Ints = np.array([_PRODUCTION.get(kind, 0) for kind in Class], np.int32)

_DECISIONS = {
    Effect.PRODUCE: Decision.PRODUCE,
    Effect.CONSTRUCT: Decision.BUILD,
    Effect.CONVERT: Decision.LAWYER,
    Effect.SELL: Decision.SELL,
    Effect.BUY: Decision.BUY,
    Effect.TRADE: Decision.TRADE,
    Effect.EXCHANGE: Decision.EXCHANGE,
}
# DECISION_OF[effect]: what is asked of a worker on a building.
DECISION_OF: Ints = np.array([_DECISIONS.get(effect, Decision.NOTHING) for effect in Effect], np.int8)
# The stages of a building: its effect, the owner's cube, the worker leaves.
EFFECT_STAGE, OWNER_STAGE, LEAVE_STAGE = 0, 1, 2


@compilable
def next_worker(state: State) -> None:
    """CAY-8.1.1: the cursor goes to the next road space with a worker, beyond the road without one."""
    while state.cursor <= ROAD and state.worker[Space.CASTLE + state.cursor] == NONE:
        state.cursor += 1


@compilable
def runs(space: int, provost: int) -> bool:
    """CAY-8.1.2: does the building on a road space run where the provost stands there?"""
    return space <= provost


@compilable
def resolve_building(state: State, log: EventLog | None) -> None:
    """CAY-8.1: the building at the cursor, which has a worker; CAY-8.6.1 beyond the provost."""
    space = int(state.cursor)
    seat = int(state.worker[Space.CASTLE + space])
    if not runs(space, int(state.provost)):
        go_home(state, Space.CASTLE + space)
        if state.owner[space] != NONE and state.owner[space] != seat:
            cite(log, VISIT_IS_KEPT)
            if is_bonus_building(int(state.tile[space])):
                cite(log, NO_CUBE_BEYOND)
        emit(log, Event.NOT_REACHED, seat, NOT_REACHED, space, state.tile[space], 0)
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
    """CAY-8.1.5: when the worker is home a deferred conversion happens (CAY-8.4.7); the next building."""
    if state.pending[space] != NONE:
        cite(log, DEFERRED_RULE)
        cite(log, THEN_CONVERTED if runs(space, int(state.provost)) else LAST_CONVERTED)
        convert(state, int(state.pending[space]), space, log)
    state.cursor += 1
    state.stage = EFFECT_STAGE


@compilable
def activate(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """CAY-8.1.3: production with one yield is automatic; everything else is asked."""
    tile = int(state.tile[space])
    if tables.EFFECT[tile] == Effect.PRODUCE and tables.ALTERNATIVES[tile] == 1:
        take_yield(state, seat, tile, 0, log)
        state.stage = OWNER_STAGE
    else:
        state.decision, state.actor = int(DECISION_OF[tables.EFFECT[tile]]), seat


@compilable
def take_yield(state: State, seat: int, tile: int, alternative: int, log: EventLog | None) -> None:
    """CAY-8.2.1: the cubes shown."""
    me = state.seats[seat]
    for cube in range(CUBES):
        count = int(tables.YIELD[tile, alternative, cube])
        if count > 0:
            me.cubes[cube] += count
            if log is not None:
                cite_production(state, seat, tile, log)
            emit(log, Event.PRODUCED, seat, PRODUCTION, cube, count, tile)


@compilable
def cite_production(state: State, seat: int, tile: int, log: EventLog | None) -> None:
    """Cite what the tile at the cursor yields, and what its owner and a deferred conversion change."""
    cite(log, int(PRODUCTION_OF[tables.CLASS[tile]]))
    if is_bonus_building(tile) and state.owner[state.cursor] == seat:
        cite(log, NO_OWNERS_CUBE)
    if state.pending[state.cursor] != NONE:
        cite(log, WORKS_UNTIL_CONVERTED)


@compilable
def is_bonus_building(tile: int) -> bool:
    """Return whether the owner of a tile takes a cube when another player's worker runs it (CAY-8.2.6)."""
    return Tile.FARM_STONE <= tile <= Tile.WORKSHOP


@compilable
def produce(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """CAY-8.2.1: the alternative that gives this kind."""
    tile = int(state.tile[state.cursor])
    take_yield(state, seat, tile, alternative_of(tile, cube), log)
    state.stage = OWNER_STAGE


@compilable
def forbids_produce(state: State, _seat: int, cube: int) -> int:
    """CAY-8.2.1: 0 if an alternative of the tile at the cursor gives this kind."""
    return 0 if alternative_of(int(state.tile[state.cursor]), cube) != NONE else PRODUCTION


@compilable
def alternative_of(tile: int, cube: int) -> int:
    """The alternative of a tile that yields this kind, NONE without one."""
    for alternative in range(tables.ALTERNATIVES[tile]):
        if tables.YIELD[tile, alternative, cube] > 0:
            return alternative
    return NONE


@compilable
def give_owner(state: State, seat: int, space: int) -> None:
    """CAY-8.2.6, CAY-8.2.7: the owner of a stone production building chooses a cube when another ran it."""
    tile = int(state.tile[space])
    owner = int(state.owner[space])
    if is_bonus_building(tile) and owner != seat:
        state.decision, state.actor = Decision.BONUS, owner
    else:
        state.stage = LEAVE_STAGE


def owner_gains(state: Any, space: int) -> int | None:
    """Return who takes a cube when another's worker runs a stone production building (CAY-8.2.6)."""
    owner = int(state.owner[space])
    if not is_bonus_building(int(state.tile[space])):
        return None
    return owner if owner != state.worker[Space.CASTLE + space] else None


@compilable
def take_bonus(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """CAY-8.2.6: the owner's cube."""
    state.seats[seat].cubes[cube] += 1
    emit(log, Event.OWNER_TOOK, seat, OWNERS_CUBE, cube, state.tile[state.cursor], 0)
    state.stage = LEAVE_STAGE


@compilable
def forbids_bonus(state: State, _seat: int, cube: int) -> int:
    """CAY-8.2.6: 0 if the building at the cursor produces this kind."""
    return 0 if tables.OWNER_BONUS[state.tile[state.cursor], cube] else OWNERS_CUBE


@compilable
def sell(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """CAY-8.5.1: one cube for the price of the marketplace."""
    tile = int(state.tile[state.cursor])
    price = int(tables.SELL_PRICE[tile])
    state.seats[seat].cubes[cube] -= 1
    state.seats[seat].deniers += price
    emit(log, Event.SOLD, seat, SELL_RULE, cube, price, tile)
    state.stage = OWNER_STAGE


@compilable
def forbids_sale(state: State, seat: int, cube: int) -> int:
    """CAY-3.9: 0 if the seat has such a cube."""
    return 0 if state.seats[seat].cubes[cube] > 0 else IN_FULL


@compilable
def forbids_buy(state: State, seat: int, cube: int) -> int:
    """CAY-8.5.2 to CAY-8.5.4: 0 if one cube of this kind may be bought, else the rule against it."""
    if cube == Cube.GOLD:
        return NO_GOLD
    price = int(tables.BUY_PRICE[state.tile[state.cursor], 1])
    return 0 if price <= state.seats[seat].deniers else IN_FULL


@compilable
def forbids_pair(state: State, seat: int, _pair: int) -> int:
    """CAY-8.5.2, CAY-8.5.3: 0 if two cubes may be bought, else the rule against it."""
    price = int(tables.BUY_PRICE[state.tile[state.cursor], 2])
    if price == 0:
        return BUY_RULE
    return 0 if price <= state.seats[seat].deniers else IN_FULL


@compilable
def buy(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """CAY-8.5.2, CAY-8.5.3: one cube."""
    tile = int(state.tile[state.cursor])
    price = int(tables.BUY_PRICE[tile, 1])
    state.seats[seat].deniers -= price
    state.seats[seat].cubes[cube] += 1
    rule = BUY_RULE if tile == Tile.PEDDLER_FIXED else BUY_MORE_RULE
    emit(log, Event.BOUGHT, seat, rule, cube, price, tile)
    state.stage = OWNER_STAGE


@compilable
def buy_pair(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """CAY-8.5.3: two cubes."""
    tile = int(state.tile[state.cursor])
    price = int(tables.BUY_PRICE[tile, 2])
    state.seats[seat].deniers -= price
    gain_cubes(state.seats[seat], PAIR_CUBES[pair], 1)
    emit(log, Event.BOUGHT_TWO, seat, BUY_MORE_RULE, pair, price, tile)
    state.stage = OWNER_STAGE


@compilable
def forbids_trade(state: State, seat: int, offer: int) -> int:
    """CAY-3.9: 0 if the seat can pay for an offer of church, tailor or bank tile."""
    terms: Ints = tables.TRADES[state.values, state.tile[state.cursor], offer]
    me = state.seats[seat]
    can = me.deniers >= terms[tables.TRADE_DENIERS] and me.cubes[Cube.CLOTH] >= terms[tables.TRADE_CLOTH]
    return 0 if can else IN_FULL


@compilable
def trade(state: State, seat: int, offer: int, log: EventLog | None) -> None:
    """CAY-8.5.5 to CAY-8.5.7: church, tailor, bank tile."""
    tile = int(state.tile[state.cursor])
    terms: Ints = tables.TRADES[state.values, tile, offer]
    me = state.seats[seat]
    me.deniers -= terms[tables.TRADE_DENIERS]
    me.cubes[Cube.CLOTH] -= terms[tables.TRADE_CLOTH]
    me.cubes[Cube.GOLD] += terms[tables.TRADE_GOLD]
    gain_vp(state, seat, Source.TRADES, int(terms[tables.TRADE_VP]))
    rule = BANK_RULE
    if tile != Tile.BANK:
        rule = CHURCH_RULE if tile == Tile.CHURCH else TAILOR_RULE
    emit(log, Event.TRADED, seat, rule, tile, offer, state.values)
    state.stage = OWNER_STAGE


@compilable
def forbids_two(state: State, seat: int, pair: int) -> int:
    """CAY-8.5.8: 0 if the seat may give these two cubes for 1 gold."""
    return 0 if holds(state.seats[seat], PAIR_CUBES[pair]) else IN_FULL


@compilable
def forbids_four(state: State, seat: int, four: int) -> int:
    """CAY-8.5.8: 0 if the seat may give these four cubes for 2 gold."""
    return 0 if holds(state.seats[seat], FOUR_CUBES[four]) else IN_FULL


@compilable
def exchange_two(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """CAY-8.5.8: 2 cubes for 1 gold."""
    gain_cubes(state.seats[seat], PAIR_CUBES[pair], -1)
    gain_gold(state, seat, Event.EXCHANGED_TWO, pair, 1, log)


@compilable
def exchange_four(state: State, seat: int, four: int, log: EventLog | None) -> None:
    """CAY-8.5.8: 4 cubes for 2 gold."""
    gain_cubes(state.seats[seat], FOUR_CUBES[four], -1)
    gain_gold(state, seat, Event.EXCHANGED_FOUR, four, 2, log)


@compilable
def gain_gold(state: State, seat: int, kind: int, cubes: int, gold: int, log: EventLog | None) -> None:
    """CAY-8.5.8: what the alchemist gives."""
    state.seats[seat].cubes[Cube.GOLD] += gold
    emit(log, kind, seat, ALCHEMIST_RULE, cubes, gold, 0)
    state.stage = OWNER_STAGE


@compilable
def leave_unused(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """CAY-8.1.3: the effect is not used."""
    space = int(state.cursor)
    emit(log, Event.NOT_USED, seat, OPTIONAL, Space.CASTLE + space, state.tile[space], 0)
    state.stage = OWNER_STAGE


@compilable
def construct(state: State, seat: int, index: int, log: EventLog | None) -> None:
    """CAY-8.3.1: a construction building is used; the worker's way goes on as with every building."""
    state.stage = OWNER_STAGE
    begin_build(state, seat, index, log)


@compilable
def use_lawyer(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """CAY-8.4.1: the lawyer is used."""
    state.stage = OWNER_STAGE
    pay_for_conversion(state, seat, space, log)
