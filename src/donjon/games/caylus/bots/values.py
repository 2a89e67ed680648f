"""The worth of buildings, favours, batches and workers on the board: quick guesses for bots.

`Plan` is computed once per decision: what a seat holds, and how much of it is still to come. Every guess uses
the numbers of a policy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from donjon.games.caylus import castle, tables
from donjon.games.caylus.bots import holdings
from donjon.games.caylus.bots.holdings import DENIERS, IN_CLASS, Policy, Weight, one_more
from donjon.games.caylus.castle import free_part, section_of
from donjon.games.caylus.model import (
    CASTLE_SPACES,
    CUBES,
    EFFECT_STAGE,
    INN_RIGHT,
    NONE,
    PARTS,
    PLAIN_CUBES,
    ROAD,
    TILES,
    Class,
    Cube,
    Effect,
    Phase,
    Space,
    State,
    Tile,
)
from donjon.games.caylus.special import can_joust
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints
from donjon.kernel.rows import copy_row, place_in

# A single use


# FIRST_OF[class], LAST_OF[class]: the tiles of each class (model.Tile lists them class by class).
FIRST_OF: Ints = np.array([np.flatnonzero(kind == np.asarray(tables.CLASS))[0] for kind in range(len(Class))])
LAST_OF: Ints = np.array([np.flatnonzero(kind == np.asarray(tables.CLASS))[-1] for kind in range(len(Class))])
# DISCOUNTED[tile]: the cube that a favour makes it cheaper by, NONE for prestige tiles (CAY-11.5.4).
_DISCOUNT = {Class.WOOD: Cube.WOOD, Class.STONE: Cube.STONE}
DISCOUNTED: Ints = np.array([_DISCOUNT.get(Class(int(kind)), NONE) for kind in tables.CLASS])
# The kinds of the other cubes of a batch, beside food.
BESIDE_FOOD: Ints = np.array([Cube.WOOD, Cube.STONE, Cube.CLOTH, Cube.GOLD])


class Plan(NamedTuple):
    """The values that are computed once for a seat."""

    rounds: float  # rounds that follow this one, about
    live: float  # how much of what things held could bring is still to come, 0 to 1
    favour: float  # what a favour gained now is worth
    purse: Ints  # int64[CUBES + 1]: cubes and, last, deniers when the seat's workers have worked
    place_cost: float  # where a worker is placed: what a space costs, in points
    own_cost: float  # the same on a building of its own


@compilable
def survey(state: State, seat: int, policy: Policy) -> Plan:
    """Return the plan of a seat, before its workers on the road have worked."""
    me = state.seats[seat]
    rounds = holdings.rounds_left(state)
    live = holdings.liveliness(state, rounds, policy)
    purse = np.zeros(CUBES + 1, np.int64)
    for cube in range(CUBES):
        purse[cube] = me.cubes[cube]
    purse[DENIERS] = me.deniers
    favour = holdings.favour_worth(state, me, live, rounds, policy)
    return Plan(rounds, live, favour, purse, 0.0, 0.0)


@compilable
def another(kind: int, more: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of one more cube of a kind, or denier, with `more` beyond what the purse holds."""
    return one_more(kind, plan.purse[kind] + more, plan.live, policy)


@compilable
def yield_worth(tile: int, alternative: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of the cubes of one alternative of a production building."""
    return cubes_taken(tables.YIELD[tile, alternative], plan, policy)


@compilable
def best_alternative(tile: int, plan: Plan, policy: Policy) -> int:
    """Return the alternative of a production building that is worth most now."""
    if tables.ALTERNATIVES[tile] == 1:
        return 0
    return 0 if yield_worth(tile, 0, plan, policy) >= yield_worth(tile, 1, plan, policy) else 1


@compilable
def can_afford(plan: Plan, tile: int, discount: int) -> bool:
    """Return whether the purse has the cubes of the cost; `discount` is 1 for a favour's wood or stone."""
    left = 0
    for cube in range(CUBES):
        cost = int(tables.COST[tile, cube])
        if discount and cube == DISCOUNTED[tile]:
            cost -= 1
        rest = int(plan.purse[cube]) - cost
        if rest < 0:
            return False
        left += rest
    return left >= tables.ANY[tile]


@compilable
def build_gain(state: State, seat: int, tile: int, plan: Plan, policy: Policy, discount: int) -> float:
    """Return the gain of building a tile, less its cost."""
    gain = float(tables.VP[state.values, tile]) + tables.FAVOURS[tile] * max(plan.favour, 1.0)
    gain += policy.numbers[Weight.BUILD + IN_CLASS[tile]]
    gain += holdings.tile_use(tile, plan.rounds, policy) - cubes_given(tables.COST[tile], plan, policy)
    if tables.ANY[tile] > 0:
        gain -= cheapest(plan, policy)
    if discount and DISCOUNTED[tile] != NONE:
        gain += another(DISCOUNTED[tile], -1, plan, policy)
    if tables.CLASS[tile] == Class.PRESTIGE:
        gain -= holdings.tile_use(Tile.RESIDENCE, plan.rounds, policy)
        if state.seats[seat].residences == 1:
            gain -= policy.numbers[Weight.ROOM]
    return gain


@compilable
def cheapest(plan: Plan, policy: Policy) -> float:
    """Return the worth of the cube that costs least to give."""
    least = 99.0
    for cube in range(CUBES):
        if plan.purse[cube] > 0:
            least = min(least, another(cube, -1, plan, policy))
    return least


@compilable
def best_build(state: State, seat: int, kind: int, plan: Plan, policy: Policy, discount: int) -> float:
    """Return the gain of the best tile of a class that the purse can pay for, 0 without one."""
    best = 0.0
    if kind == Class.PRESTIGE:
        if state.seats[seat].residences == 0:
            return best
    elif state.free == 0:
        return best
    for tile in range(FIRST_OF[kind], LAST_OF[kind] + 1):
        if state.stock[tile] > 0 and can_afford(plan, tile, discount):
            best = max(best, build_gain(state, seat, tile, plan, policy, discount))
    return best


@compilable
def conversion_gain(state: State, seat: int, plan: Plan, policy: Policy) -> float:
    """Return the gain of a residence of a neutral tile, less its cloth."""
    gain = 2.0 + policy.numbers[Weight.BUILD + IN_CLASS[Tile.RESIDENCE]]
    gain += holdings.tile_use(Tile.RESIDENCE, plan.rounds, policy)
    if state.seats[seat].residences == 0:
        gain += holdings.room_worth(state.seats[seat], plan.rounds, policy)
    return gain - another(Cube.CLOTH, -1, plan, policy)


@compilable
def sale_gain(tile: int, cube: int, plan: Plan, policy: Policy) -> float:
    """Return the gain of selling a cube of this kind in a marketplace."""
    price = deniers_worth(int(tables.SELL_PRICE[tile]), plan, policy)
    return price - another(cube, -1, plan, policy)


@compilable
def best_sale(tile: int, plan: Plan, policy: Policy) -> float:
    """Return the gain of the best sale in a marketplace, 0 without cubes."""
    best = 0.0
    for cube in range(CUBES):
        if plan.purse[cube] > 0:
            best = max(best, sale_gain(tile, cube, plan, policy))
    return best


@compilable
def deniers_worth(deniers: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of a number of deniers more."""
    held = plan.purse[DENIERS]
    before = holdings.all_held(DENIERS, held, plan.live, policy)
    return holdings.all_held(DENIERS, held + deniers, plan.live, policy) - before


@compilable
def price_worth(deniers: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of a number of deniers paid."""
    held = plan.purse[DENIERS]
    before = holdings.all_held(DENIERS, held, plan.live, policy)
    return before - holdings.all_held(DENIERS, max(0, held - deniers), plan.live, policy)


@compilable
def best_buy(tile: int, plan: Plan, policy: Policy) -> float:
    """Return the gain of the best purchase from a peddler, 0 without deniers."""
    price = int(tables.BUY_PRICE[tile, 1])
    if plan.purse[DENIERS] < price:
        return 0.0
    best, second = 0.0, 0.0
    for cube in range(PLAIN_CUBES):
        gain = another(cube, 0, plan, policy)
        if gain > best:
            best, second = gain, best
        else:
            second = max(second, gain)
    if tables.BUY_PRICE[tile, 2] > 0 and plan.purse[DENIERS] >= tables.BUY_PRICE[tile, 2]:
        two = best + second - price_worth(int(tables.BUY_PRICE[tile, 2]), plan, policy)
        return max(two, best - price_worth(price, plan, policy))
    return best - price_worth(price, plan, policy)


@compilable
def trade_gain(state: State, tile: int, offer: int, plan: Plan, policy: Policy) -> float:
    """Return the gain of an offer of church, tailor or bank tile; 0 if the purse cannot pay."""
    terms: Ints = tables.TRADES[state.values, tile, offer]
    if (
        plan.purse[DENIERS] < terms[tables.TRADE_DENIERS]
        or plan.purse[Cube.CLOTH] < terms[tables.TRADE_CLOTH]
    ):
        return 0.0
    gain = float(terms[tables.TRADE_VP]) - price_worth(int(terms[tables.TRADE_DENIERS]), plan, policy)
    for count in range(terms[tables.TRADE_GOLD]):
        gain += another(Cube.GOLD, count, plan, policy)
    for count in range(terms[tables.TRADE_CLOTH]):
        gain -= another(Cube.CLOTH, -1 - count, plan, policy)
    return gain


@compilable
def best_exchange(plan: Plan, policy: Policy) -> float:
    """Return the gain of the best exchange at the alchemist: the two cheapest cubes for a gold."""
    least, second = 99.0, 99.0
    for cube in range(PLAIN_CUBES):
        for count in range(1, 3):
            if plan.purse[cube] >= count:
                value = another(cube, -count, plan, policy)
                if value < least:
                    least, second = value, least
                else:
                    second = min(second, value)
    if second > 90.0:
        return 0.0
    return another(Cube.GOLD, 0, plan, policy) - least - second


@compilable
def best_of_row(state: State, seat: int, column: int, plan: Plan, policy: Policy) -> float:
    """Return the gain of the row of buildings with the marker in this column (D-12c)."""
    best = 0.0
    for kind in range(tables.BUILD_COLUMN.shape[0]):
        if 0 < tables.BUILD_COLUMN[kind] <= column:
            best = max(best, best_build(state, seat, kind, plan, policy, 1))
    if column >= tables.LAWYER_COLUMN and plan.purse[Cube.CLOTH] > 0:
        best = max(best, conversion_gain(state, seat, plan, policy))
    return best


@compilable
def cubes_given(counts: Ints, plan: Plan, policy: Policy) -> float:
    """Return the worth of int8 counts[CUBES] of the cubes in the purse."""
    total = 0.0
    for cube in range(CUBES):
        for count in range(counts[cube]):
            total += another(cube, -1 - count, plan, policy)
    return total


@compilable
def cubes_taken(counts: Ints, plan: Plan, policy: Policy) -> float:
    """Return the worth of int8 counts[CUBES] more cubes."""
    total = 0.0
    for cube in range(CUBES):
        for count in range(counts[cube]):
            total += another(cube, count, plan, policy)
    return total


@compilable
def joust_gain(plan: Plan, policy: Policy) -> float:
    """Return the gain of a favour for a cloth and a denier (CAY-6.5)."""
    cloth = another(Cube.CLOTH, -1, plan, policy)
    return plan.favour - cloth - another(DENIERS, -1, plan, policy)


@compilable
def batch_cost(plan: Plan, policy: Policy, first: int, second: int) -> float:
    """Return the worth of the cubes of a batch to their holder."""
    total = another(Cube.FOOD, -1, plan, policy)
    return total + another(first, -1, plan, policy) + another(second, -1, plan, policy)


@compilable
def house_gain(state: State, seat: int, part: int, more: int, policy: Policy) -> float:
    """Return the gain of a house in this part for a seat that put `more` into its section before."""
    section = section_of(part)
    houses = int(state.seats[seat].houses[section]) + more
    gain = float(tables.HOUSE_VP[section]) + policy.numbers[Weight.HOUSE + section]
    gain -= holdings.section_worth(state, section, houses, policy)
    return float(gain + holdings.section_worth(state, section, houses + 1, policy))


@compilable
def cheapest_pair(plan: Plan, policy: Policy) -> int:
    """Return the two cheapest kinds beside the food as 8 * first + second; NONE without a batch."""
    if plan.purse[Cube.FOOD] == 0:
        return NONE
    first, second = NONE, NONE
    low, next_low = 99.0, 99.0
    for cube in BESIDE_FOOD:
        if plan.purse[cube] > 0:
            cost = another(cube, -1, plan, policy)
            if cost < low:
                second, next_low = first, low
                first, low = cube, cost
            elif cost < next_low:
                second, next_low = cube, cost
    return NONE if second == NONE else 8 * first + second


@compilable
def batches_gain(state: State, seat: int, plan: Plan, policy: Policy, given: int) -> tuple[float, int]:
    """Return the gain of all batches, less their cubes; the loss without any (CAY-9.5.1)."""
    total = 0.0
    held = plan.purse.copy()
    start = free_part(state)
    part = start
    more = 0
    while part != NONE and part < PARTS:
        pair = cheapest_pair(plan, policy)
        if pair == NONE:
            break
        if part > start and section_of(part) != section_of(part - 1):
            more = 0
        gain = house_gain(state, seat, part, more, policy) - batch_cost(plan, policy, pair // 8, pair % 8)
        if gain < 0 and given > 0:
            break
        total += gain
        more += 1
        given += 1
        part += 1
        plan.purse[Cube.FOOD] -= 1
        plan.purse[pair // 8] -= 1
        plan.purse[pair % 8] -= 1
    copy_row(plan.purse, held)
    return total, given


# Workers


# The probability of activation by distance from the provost (from -7 to 7): before phase 4, in it.
FAR = 7
EARLY_REACH: Floats = np.array(
    [0.98, 0.97, 0.96, 0.94, 0.92, 0.89, 0.85, 0.78, 0.5, 0.4, 0.3, 0.18, 0.1, 0.05, 0.0]
)
LATE_REACH: Floats = np.array(
    [1.0, 1.0, 1.0, 0.99, 0.97, 0.94, 0.91, 0.86, 0.3, 0.2, 0.12, 0.03, 0.0, 0.0, 0.0]
)
# The approximate gain of another player's worker on a tile.
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
    """Return the probability that the building on a road space is activated in this round."""
    if state.phase >= Phase.ROAD:
        return 1.0 if space <= state.provost else 0.0
    distance = max(-FAR, min(FAR, space - int(state.provost))) + FAR
    chance = EARLY_REACH[distance] if state.phase < Phase.PROVOST else LATE_REACH[distance]
    return float(policy.numbers[Weight.BEHIND if distance <= FAR else Weight.AHEAD] * chance)


@compilable
def worker_prospects(state: State, seat: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of all workers of a seat on the board; put their yields into the purse."""
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
    """Return the worth of the seat's workers before the bridge."""
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
    """Return the worth of a worker on a special space, stables and castle apart."""
    if space == Space.GATE:
        return float(policy.numbers[Weight.GATE])
    if space == Space.TRADING_POST:
        deniers = deniers_worth(tables.POST_DENIERS, plan, policy)
        return float(deniers + policy.numbers[Weight.POST])
    if space == Space.MERCHANTS_GUILD:
        return float(policy.numbers[Weight.GUILD])
    if space == Space.JOUST_FIELD:
        if not can_joust(state.seats[seat]):
            return float(policy.numbers[Weight.JOUST] * plan.live)
        return max(0.0, joust_gain(plan, policy))
    return float(policy.numbers[Weight.INN] * min(1.0, plan.rounds)) if space == Space.INN else 0.0


@compilable
def place_worth(players: int, place: int, policy: Policy) -> float:
    """Return the worth of a place in the turn order of the next round."""
    return float(policy.numbers[Weight.PLACE_IN_ORDER] * (players - 1 - place))


@compilable
def stables_prospects(state: State, seat: int, policy: Policy) -> float:
    """Return the worth of the seat's worker in the stables: a better place in the turn order."""
    circle = place_in(state.stables, seat)
    return 0.0 if circle == NONE else stables_use(state, seat, circle, policy)


@compilable
def stables_use(state: State, seat: int, circle: int, policy: Policy) -> float:
    """Return the worth of a worker in a circle of the stables."""
    worth_now = place_worth(state.players, place_in(state.order, seat), policy)
    return float(
        policy.numbers[Weight.STABLES] + max(0.0, place_worth(state.players, circle, policy) - worth_now)
    )


@compilable
def use(state: State, seat: int, space: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of a worker on a building of the road when the building is activated."""
    tile = int(state.tile[space])
    effect = int(tables.EFFECT[tile])
    purse, owner = plan.purse, int(state.owner[space])
    # A point, and perhaps a cube, for another owner is a point for a rival.
    rival = 0.0
    if owner >= 0 and owner != seat:
        rival = float(-policy.numbers[Weight.VISIT] / (state.players - 1))
    if effect == Effect.PRODUCE:
        alternative = best_alternative(tile, plan, policy)
        return rival + yield_worth(tile, alternative, plan, policy)
    if effect == Effect.CONSTRUCT:
        kind = int(tables.BUILDS[tile])
        return rival + max(0.0, best_build(state, seat, kind, plan, policy, 0))
    if effect == Effect.CONVERT:
        if purse[Cube.CLOTH] == 0 or purse[DENIERS] == 0:
            return rival
        denier = one_more(DENIERS, 0, plan.live, policy)
        return rival + max(0.0, conversion_gain(state, seat, plan, policy) - denier / 2)
    if effect == Effect.SELL:
        return rival + max(0.0, best_sale(tile, plan, policy))
    if effect == Effect.BUY:
        return rival + max(0.0, best_buy(tile, plan, policy))
    if effect == Effect.TRADE:
        first = trade_gain(state, tile, 0, plan, policy)
        return rival + max(0.0, first, trade_gain(state, tile, 1, plan, policy))
    return rival + max(0.0, best_exchange(plan, policy))


@compilable
def collect(state: State, space: int, plan: Plan, policy: Policy) -> None:
    """Put the cubes that a building will produce into the purse."""
    tile = int(state.tile[space])
    if tables.EFFECT[tile] == Effect.PRODUCE:
        alternative = best_alternative(tile, plan, policy)
        for cube in range(CUBES):
            plan.purse[cube] += tables.YIELD[tile, alternative, cube]


@compilable
def castle_prospects(state: State, seat: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of the seat's worker in the castle."""
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
    """Return the worth of a worker on a castle space: batches, and perhaps the favour for most houses."""
    gain, houses = batches_gain(state, seat, plan, policy, given)
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
    """Return the probability that a player builds most houses in this round (CAY-9.6)."""
    others, best = 0, 0
    for at in range(CASTLE_SPACES):
        other = int(state.castle[at])
        if other != NONE and other != seat:
            others += 1
            if state.phase == Phase.CASTLE and at < state.cursor:
                batches = int(state.seats[other].batches)
                best = max(best, batches if at > place else batches + 1)
    if state.phase == Phase.CASTLE and houses < best:
        return 0.0
    free = 0 if state.phase > Phase.SPECIAL else state.players - 1 - others
    rivals = others + policy.numbers[Weight.FREE_RIVALS] * free
    first = policy.numbers[Weight.CASTLE_FIRST] if place == 0 and rivals > 0 else 0.0
    return float(1.0 / (1.0 + policy.numbers[Weight.RIVAL_HOUSES] * rivals / houses) + first)
