"""What an action of each kind brings, at a glance: (state, seat, plan, policy, argument) -> points."""

from __future__ import annotations

from donjon.caylus.bots import holdings, placement_values, trade_values
from donjon.caylus.bots.holdings import DENIERS
from donjon.caylus.bots.playout_policy import Policy, Weight
from donjon.caylus.bots.trade_values import Plan, another
from donjon.caylus.building import FIRST_BUILT
from donjon.caylus.castle import free_part
from donjon.caylus.cubes import BATCH_CUBES, FOUR_CUBES, PAIR_CUBES
from donjon.caylus.favours import next_column
from donjon.caylus.nouns import NONE, Class, Cube, Decision, Effect, Row, Space
from donjon.caylus.placing import is_own
from donjon.caylus.provost import STEP_TABLE
from donjon.caylus.road import alternative_of
from donjon.caylus.state import State
from donjon.caylus.tables import BUY_PRICE, CLASS, EFFECT, FIRST_PASS_BONUS, NO_BATCH_LOSS
from donjon.kernel.compiling import compilable
from donjon.kernel.rows import place_in

# So many points ahead, or behind, count as one; more than so many of these count no more.
LEAD, MOST_LEADS = 10.0, 2.0


@compilable
def of_passing(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """D-01: the denier of who passes first."""
    bonus = FIRST_PASS_BONUS if state.passed == 0 else 0
    return float(bonus * another(DENIERS, 0, plan, policy) + policy.numbers[Weight.PASS])


@compilable
def of_placing(state: State, seat: int, plan: Plan, policy: Policy, space: int) -> float:
    """D-01: what the space brings beside the own workers that stand already, its cost paid."""
    if is_own(state, seat, space):
        return float(of_moving(state, seat, plan, policy, space) - plan.own_cost + policy.numbers[Weight.OWN])
    return of_moving(state, seat, plan, policy, space) - plan.place_cost


@compilable
def of_moving(state: State, seat: int, plan: Plan, policy: Policy, space: int) -> float:
    """D-02: what a worker put on a space brings."""
    if space > Space.CASTLE:
        return on_the_road(state, seat, space - Space.CASTLE, plan, policy)
    if space == Space.CASTLE:
        return placement_values.castle_use(state, seat, plan, policy, 0, place_in(state.castle, NONE))
    if space == Space.STABLES:
        return placement_values.stables_use(state, seat, place_in(state.stables, NONE), policy)
    return placement_values.special_use(state, seat, space, plan, policy)


@compilable
def on_the_road(state: State, seat: int, space: int, plan: Plan, policy: Policy) -> float:
    """What a worker put on a building brings, and that no other can go there."""
    tile = int(state.tile[space])
    gain = placement_values.use(state, seat, space, plan, policy)
    if gain > 0:
        gain += policy.numbers[Weight.USED + EFFECT[tile] - Effect.PRODUCE]
    gain += policy.numbers[Weight.DENY] * placement_values.BRINGS[tile]
    return float(placement_values.reach(state, space, policy) * gain)


@compilable
def lead(state: State, seat: int) -> float:
    """How far a seat is ahead of the best other one, from -MOST_LEADS to MOST_LEADS."""
    best = 0
    for other in range(state.players):
        if other != seat:
            best = max(best, int(state.seats[other].vp))
    return max(-MOST_LEADS, min(MOST_LEADS, (int(state.seats[seat].vp) - best) / LEAD))


@compilable
def of_a_step(state: State, seat: int, plan: Plan, policy: Policy, index: int) -> float:
    """D-03, D-06: the buildings that start or stop running, and what the steps cost."""
    by_guild = state.decision == Decision.GUILD
    lasting = 1.0
    if by_guild:
        lasting = float(policy.numbers[Weight.BY_GUILD])
    elif state.cursor + 1 < state.players:
        lasting = float(policy.numbers[Weight.BEFORE_OTHERS])
    provost = int(state.provost)
    steps = int(STEP_TABLE[index])
    onwards = policy.numbers[Weight.STEP] + policy.numbers[Weight.PRESS_STEP] * lead(state, seat)
    gain = float(steps * onwards)
    if steps > 0:
        for space in range(provost + 1, provost + steps + 1):
            gain += running_worth(state, seat, space, plan, policy)
    else:
        for space in range(provost + steps + 1, provost + 1):
            gain -= running_worth(state, seat, space, plan, policy)
    cost = 0.0 if by_guild else trade_values.price_worth(abs(steps), plan, policy)
    return lasting * gain - cost


@compilable
def running_worth(state: State, seat: int, space: int, plan: Plan, policy: Policy) -> float:
    """What it is worth to a seat that the building on a space runs in this round."""
    worker = int(state.worker[Space.CASTLE + space])
    if worker == NONE:
        return 0.0
    if worker == seat:
        return placement_values.use(state, seat, space, plan, policy)
    harm = policy.numbers[Weight.HARM] / (state.players - 1)
    return float(-harm * placement_values.BRINGS[state.tile[space]])


@compilable
def of_jousting(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """D-04: a favour for a cloth and a denier."""
    return trade_values.joust_gain(plan, policy)


@compilable
def of_a_worker(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """D-05: a worker more at home."""
    return float(policy.numbers[Weight.WORKER_AT_HOME])


@compilable
def of_the_inn(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """D-05: cheaper workers in the next round, if there is one."""
    return float(policy.numbers[Weight.INN] * min(1.0, plan.rounds))


@compilable
def of_producing(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """D-07: the cubes of the alternative."""
    tile = int(state.tile[state.cursor])
    return trade_values.yield_worth(tile, alternative_of(tile, cube), plan, policy)


@compilable
def of_a_cube(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """D-08, D-12b: a cube more."""
    return another(cube, 0, plan, policy)


@compilable
def of_building(state: State, seat: int, plan: Plan, policy: Policy, index: int) -> float:
    """D-09, D-10, D-12c: the tile, its cost paid; a favour makes it a cube cheaper."""
    return trade_values.build_gain(
        state, seat, FIRST_BUILT + index, plan, policy, int(state.decision == Decision.FAVOUR_BUILD)
    )


@compilable
def of_paying(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """D-09, second half: a cube less."""
    return -another(cube, -1, plan, policy)


@compilable
def of_converting(state: State, seat: int, plan: Plan, policy: Policy, space: int) -> float:
    """D-11, D-12c: a residence in place of the building, for a denier but by a favour."""
    price = trade_values.price_worth(1, plan, policy) if state.decision == Decision.LAWYER else 0.0
    return trade_values.conversion_gain(state, seat, plan, policy) - price - lost(state, space, plan, policy)


@compilable
def lost(state: State, space: int, plan: Plan, policy: Policy) -> float:
    """What an own building would still have brought that is converted."""
    tile = int(state.tile[space])
    return 0.0 if CLASS[tile] == Class.NEUTRAL else holdings.tile_use(tile, plan.rounds, policy)


@compilable
def of_selling(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """D-13: deniers for a cube."""
    return trade_values.sale_gain(int(state.tile[state.cursor]), cube, plan, policy)


@compilable
def of_buying(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """D-14: a cube for its price."""
    price = int(BUY_PRICE[state.tile[state.cursor], 1])
    return another(cube, 0, plan, policy) - trade_values.price_worth(price, plan, policy)


@compilable
def of_buying_two(state: State, seat: int, plan: Plan, policy: Policy, pair: int) -> float:
    """D-15: two cubes for their price."""
    price = int(BUY_PRICE[state.tile[state.cursor], 2])
    taken = trade_values.cubes_taken(PAIR_CUBES[pair], plan, policy)
    return taken - trade_values.price_worth(price, plan, policy)


@compilable
def of_trading(state: State, seat: int, plan: Plan, policy: Policy, offer: int) -> float:
    """D-16 to D-18: an offer of church, tailor or bank tile."""
    return trade_values.trade_gain(state, int(state.tile[state.cursor]), offer, plan, policy)


@compilable
def of_exchanging_two(state: State, seat: int, plan: Plan, policy: Policy, pair: int) -> float:
    """D-19: a gold for two cubes."""
    return another(Cube.GOLD, 0, plan, policy) - trade_values.cubes_given(PAIR_CUBES[pair], plan, policy)


@compilable
def of_exchanging_four(state: State, seat: int, plan: Plan, policy: Policy, four: int) -> float:
    """D-19: two gold for four cubes."""
    gold = another(Cube.GOLD, 0, plan, policy)
    gold += another(Cube.GOLD, 1, plan, policy)
    return gold - trade_values.cubes_given(FOUR_CUBES[four], plan, policy)


@compilable
def of_a_row(state: State, seat: int, plan: Plan, policy: Policy, row: int) -> float:
    """D-12: what the row brings; for buildings what can be built now."""
    me = state.seats[seat]
    gain = holdings.row_worth(state, me, row, plan.live, plan.rounds, policy)
    if row != Row.BUILD:
        return gain
    column = next_column(state, me, row)
    gain -= plan.live * holdings.BUILD_EFFECT[column]
    return gain + trade_values.best_of_row(state, seat, column, plan, policy)


@compilable
def of_giving(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """D-12b: two cubes for one."""
    two = holdings.cube_effect(state.seats[seat], 3, plan.live, policy) * 1.9
    return two - another(cube, -1, plan, policy)


@compilable
def of_taking_two(state: State, seat: int, plan: Plan, policy: Policy, pair: int) -> float:
    """D-12b, second half: two cubes more."""
    return trade_values.cubes_taken(PAIR_CUBES[pair], plan, policy)


@compilable
def of_a_batch(state: State, seat: int, plan: Plan, policy: Policy, batch: int) -> float:
    """D-20: a house for three cubes."""
    house = trade_values.house_gain(state, seat, free_part(state), 0, policy)
    house += policy.numbers[Weight.PRESS_HOUSE] * lead(state, seat)
    return float(house - trade_values.cubes_given(BATCH_CUBES[batch], plan, policy))


@compilable
def of_no_batch(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """D-20: the loss of who gives none (CAY-9.5.1)."""
    return 0.0 if state.seats[seat].batches else -float(NO_BATCH_LOSS)
