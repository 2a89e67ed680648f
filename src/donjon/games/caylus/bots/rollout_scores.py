"""Scores of the legal actions at a glance: the policy of quick play in playouts."""

from __future__ import annotations

from donjon.games.caylus.bots import holdings, values
from donjon.games.caylus.bots.holdings import DENIERS, SHIPPED_POLICY, Policy, Weight
from donjon.games.caylus.bots.values import Plan, another, price_worth, survey, worker_prospects
from donjon.games.caylus.building import BUILD, FIRST_BUILT, PAY
from donjon.games.caylus.castle import BATCH, free_part
from donjon.games.caylus.converting import CONVERT
from donjon.games.caylus.decisions import ACTIONS, legal
from donjon.games.caylus.favours import FAVOUR_CUBE, ROW, SWAP, SWAP_FOR, next_column
from donjon.games.caylus.model import DECLINE, NONE, Class, Cube, Decision, Effect, Row, Space, State
from donjon.games.caylus.placing import PASS, PLACE, general_cost, is_own
from donjon.games.caylus.provost import PROVOST, STEP_TABLE
from donjon.games.caylus.purse import BATCH_CUBES, FOUR_CUBES, PAIR_CUBES
from donjon.games.caylus.road import BONUS, PRODUCE, alternative_of
from donjon.games.caylus.special import JOUST, LEAVE, MOVE, TAKE_BACK
from donjon.games.caylus.tables import BUY_PRICE, CLASS, EFFECT, FIRST_PASS_BONUS, NO_BATCH_LOSS, OWN_COST
from donjon.games.caylus.trading import BUY, BUY_TWO, EXCHANGE_FOUR, EXCHANGE_TWO, SELL, TRADE
from donjon.kernel import rng
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Grid, Ints
from donjon.kernel.rng import Rng
from donjon.kernel.rows import place_in

# What an action of each kind brings: (state, seat, plan, policy, argument) -> points


# The points ahead, or behind, that count as one lead; the most leads that count.
LEAD, MOST_LEADS = 10.0, 2.0


@compilable
def of_passing(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """Rate D-01: the denier of the player who passes first."""
    bonus = FIRST_PASS_BONUS if state.passed == 0 else 0
    return float(bonus * another(DENIERS, 0, plan, policy) + policy.numbers[Weight.PASS])


@compilable
def of_placing(state: State, seat: int, plan: Plan, policy: Policy, space: int) -> float:
    """Rate D-01: the worth of the space beside the seat's workers placed before, less its cost."""
    if is_own(state, seat, space):
        return float(of_moving(state, seat, plan, policy, space) - plan.own_cost + policy.numbers[Weight.OWN])
    return of_moving(state, seat, plan, policy, space) - plan.place_cost


@compilable
def of_moving(state: State, seat: int, plan: Plan, policy: Policy, space: int) -> float:
    """Rate D-02: the worth of a worker put on a space."""
    if space > Space.CASTLE:
        return on_the_road(state, seat, space - Space.CASTLE, plan, policy)
    if space == Space.CASTLE:
        return values.castle_use(state, seat, plan, policy, 0, place_in(state.castle, NONE))
    if space == Space.STABLES:
        return values.stables_use(state, seat, place_in(state.stables, NONE), policy)
    return values.special_use(state, seat, space, plan, policy)


@compilable
def on_the_road(state: State, seat: int, space: int, plan: Plan, policy: Policy) -> float:
    """Return the worth of a worker put on a building, and of keeping others away from it."""
    tile = int(state.tile[space])
    gain = values.use(state, seat, space, plan, policy)
    if gain > 0:
        gain += policy.numbers[Weight.USED + EFFECT[tile] - Effect.PRODUCE]
    gain += policy.numbers[Weight.DENY] * values.BRINGS[tile]
    return float(values.reach(state, space, policy) * gain)


@compilable
def lead(state: State, seat: int) -> float:
    """Return how far a seat is ahead of the best other one, from -MOST_LEADS to MOST_LEADS."""
    best = 0
    for other in range(state.players):
        if other != seat:
            best = max(best, int(state.seats[other].vp))
    return max(-MOST_LEADS, min(MOST_LEADS, (int(state.seats[seat].vp) - best) / LEAD))


@compilable
def of_a_step(state: State, seat: int, plan: Plan, policy: Policy, index: int) -> float:
    """Rate D-03, D-06: the buildings that become active or inactive, and the cost of the steps."""
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
    cost = 0.0 if by_guild else values.price_worth(abs(steps), plan, policy)
    return lasting * gain - cost


@compilable
def running_worth(state: State, seat: int, space: int, plan: Plan, policy: Policy) -> float:
    """Return the worth to a seat of activating the building on a space in this round."""
    worker = int(state.worker[Space.CASTLE + space])
    if worker == NONE:
        return 0.0
    if worker == seat:
        return values.use(state, seat, space, plan, policy)
    harm = policy.numbers[Weight.HARM] / (state.players - 1)
    return float(-harm * values.BRINGS[state.tile[space]])


@compilable
def of_jousting(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """Rate D-04: a favour for a cloth and a denier."""
    return values.joust_gain(plan, policy)


@compilable
def of_a_worker(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """Rate D-05: a worker more at home."""
    return float(policy.numbers[Weight.WORKER_AT_HOME])


@compilable
def of_the_inn(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """Rate D-05: cheaper workers in the next round, if there is one."""
    return float(policy.numbers[Weight.INN] * min(1.0, plan.rounds))


@compilable
def of_producing(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """Rate D-07: the cubes of the alternative."""
    tile = int(state.tile[state.cursor])
    return values.yield_worth(tile, alternative_of(tile, cube), plan, policy)


@compilable
def of_a_cube(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """Rate D-08, D-12b: a cube more."""
    return another(cube, 0, plan, policy)


@compilable
def of_building(state: State, seat: int, plan: Plan, policy: Policy, index: int) -> float:
    """Rate D-09, D-10, D-12c: the tile, its cost paid; a favour makes it a cube cheaper."""
    return values.build_gain(
        state, seat, FIRST_BUILT + index, plan, policy, int(state.decision == Decision.FAVOUR_BUILD)
    )


@compilable
def of_paying(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """Rate D-09, second half: a cube less."""
    return -another(cube, -1, plan, policy)


@compilable
def of_converting(state: State, seat: int, plan: Plan, policy: Policy, space: int) -> float:
    """Rate D-11, D-12c: a residence instead of the building; a denier unless a favour pays."""
    price = values.price_worth(1, plan, policy) if state.decision == Decision.LAWYER else 0.0
    return values.conversion_gain(state, seat, plan, policy) - price - lost(state, space, plan, policy)


@compilable
def lost(state: State, space: int, plan: Plan, policy: Policy) -> float:
    """Return what a building of its own would still have brought before its conversion."""
    tile = int(state.tile[space])
    return 0.0 if CLASS[tile] == Class.NEUTRAL else holdings.tile_use(tile, plan.rounds, policy)


@compilable
def of_selling(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """Rate D-13: deniers for a cube."""
    return values.sale_gain(int(state.tile[state.cursor]), cube, plan, policy)


@compilable
def of_buying(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """Rate D-14: a cube for its price."""
    price = int(BUY_PRICE[state.tile[state.cursor], 1])
    return another(cube, 0, plan, policy) - values.price_worth(price, plan, policy)


@compilable
def of_buying_two(state: State, seat: int, plan: Plan, policy: Policy, pair: int) -> float:
    """Rate D-15: two cubes for their price."""
    price = int(BUY_PRICE[state.tile[state.cursor], 2])
    taken = values.cubes_taken(PAIR_CUBES[pair], plan, policy)
    return taken - values.price_worth(price, plan, policy)


@compilable
def of_trading(state: State, seat: int, plan: Plan, policy: Policy, offer: int) -> float:
    """Rate D-16 to D-18: an offer of church, tailor or bank tile."""
    return values.trade_gain(state, int(state.tile[state.cursor]), offer, plan, policy)


@compilable
def of_exchanging_two(state: State, seat: int, plan: Plan, policy: Policy, pair: int) -> float:
    """Rate D-19: a gold for two cubes."""
    return another(Cube.GOLD, 0, plan, policy) - values.cubes_given(PAIR_CUBES[pair], plan, policy)


@compilable
def of_exchanging_four(state: State, seat: int, plan: Plan, policy: Policy, four: int) -> float:
    """Rate D-19: two gold for four cubes."""
    gold = another(Cube.GOLD, 0, plan, policy)
    gold += another(Cube.GOLD, 1, plan, policy)
    return gold - values.cubes_given(FOUR_CUBES[four], plan, policy)


@compilable
def of_a_row(state: State, seat: int, plan: Plan, policy: Policy, row: int) -> float:
    """Rate D-12: the effect of the row; for the row of buildings, the best that can be built now."""
    me = state.seats[seat]
    gain = holdings.row_worth(state, me, row, plan.live, plan.rounds, policy)
    if row != Row.BUILD:
        return gain
    column = next_column(state, me, row)
    gain -= plan.live * holdings.BUILD_EFFECT[column]
    return gain + values.best_of_row(state, seat, column, plan, policy)


@compilable
def of_giving(state: State, seat: int, plan: Plan, policy: Policy, cube: int) -> float:
    """Rate D-12b: two cubes for one."""
    two = holdings.cube_effect(state.seats[seat], 3, plan.live, policy) * 1.9
    return two - another(cube, -1, plan, policy)


@compilable
def of_taking_two(state: State, seat: int, plan: Plan, policy: Policy, pair: int) -> float:
    """Rate D-12b, second half: two cubes more."""
    return values.cubes_taken(PAIR_CUBES[pair], plan, policy)


@compilable
def of_a_batch(state: State, seat: int, plan: Plan, policy: Policy, batch: int) -> float:
    """Rate D-20: a house for three cubes."""
    house = values.house_gain(state, seat, free_part(state), 0, policy)
    house += policy.numbers[Weight.PRESS_HOUSE] * lead(state, seat)
    return float(house - values.cubes_given(BATCH_CUBES[batch], plan, policy))


@compilable
def of_no_batch(state: State, seat: int, plan: Plan, policy: Policy, _nothing: int) -> float:
    """Rate D-20: the loss of a player who gives no batch (CAY-9.5.1)."""
    return 0.0 if state.seats[seat].batches else -float(NO_BATCH_LOSS)


# All legal actions


BOUNDS: Grid = ACTIONS.bounds

# What each kind of action brings at its decisions, in points (see `gains`).
for _kind, _decisions, _score in (
    (PASS, (Decision.PLACE,), of_passing),
    (PLACE, (Decision.PLACE,), of_placing),
    (MOVE, (Decision.GATE,), of_moving),
    (JOUST, (Decision.JOUST,), of_jousting),
    (TAKE_BACK, (Decision.INN,), of_a_worker),
    (LEAVE, (Decision.INN,), of_the_inn),
    (PROVOST, (Decision.GUILD, Decision.PROVOST), of_a_step),
    (PRODUCE, (Decision.PRODUCE,), of_producing),
    (BONUS, (Decision.BONUS,), of_a_cube),
    (BUILD, (Decision.BUILD, Decision.FAVOUR_BUILD), of_building),
    (PAY, (Decision.PAY,), of_paying),
    (CONVERT, (Decision.LAWYER, Decision.FAVOUR_BUILD), of_converting),
    (SELL, (Decision.SELL,), of_selling),
    (BUY, (Decision.BUY,), of_buying),
    (BUY_TWO, (Decision.BUY,), of_buying_two),
    (TRADE, (Decision.TRADE,), of_trading),
    (EXCHANGE_TWO, (Decision.EXCHANGE,), of_exchanging_two),
    (EXCHANGE_FOUR, (Decision.EXCHANGE,), of_exchanging_four),
    (ROW, (Decision.ROW,), of_a_row),
    (FAVOUR_CUBE, (Decision.FAVOUR_CUBES,), of_a_cube),
    (SWAP, (Decision.FAVOUR_CUBES,), of_giving),
    (SWAP_FOR, (Decision.SWAP_FOR,), of_taking_two),
    (BATCH, (Decision.BATCH,), of_a_batch),
    (DECLINE, (Decision.BATCH,), of_no_batch),
):
    _kind.rate_at(*_decisions, score=_score)

gain_of = ACTIONS.dispatch("rollout_score", "(state, seat, plan, policy, argument)", "0.0")


@compilable
def rollout_score(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points they bring."""
    score_by_policy(state, seat, mask, out, SHIPPED_POLICY[0])


@compilable
def score_by_policy(state: State, seat: int, mask: Ints, out: Floats, policy: Policy) -> None:
    """Score the legal actions by a given policy."""
    plan = plan_of(state, seat, policy)
    decision = int(state.decision)
    for index in range(BOUNDS.shape[1]):
        for action in range(BOUNDS[decision, index, 0], BOUNDS[decision, index, 1]):
            if mask[action]:
                out[action] = gain_of(state, seat, plan, policy, action)


@compilable
def attractive_action(state: State, seat: int, random: Rng, noise: float, mask: Ints, out: Floats) -> int:
    """Return the legal action best by the shipped policy, up to `noise` random points added to each."""
    return best_by_policy(state, seat, random, noise, mask, out, SHIPPED_POLICY[0])


@compilable
def best_by_policy(
    state: State, seat: int, random: Rng, noise: float, mask: Ints, out: Floats, policy: Policy
) -> int:
    """Return the best legal action by a given policy, as `donjon.kernel.playout.most_attractive` does.

    It is quicker.
    """
    legal(state, seat, mask)
    score_by_policy(state, seat, mask, out, policy)
    decision = int(state.decision)
    best, most = -1, 0.0
    for index in range(BOUNDS.shape[1]):
        for action in range(BOUNDS[decision, index, 0], BOUNDS[decision, index, 1]):
            if mask[action]:
                worth = out[action] + noise * rng.unit(random)
                if best < 0 or worth > most:
                    best, most = action, worth
    return best


@compilable
def plan_of(state: State, seat: int, policy: Policy) -> Plan:
    """Return the plan for the current decision; while workers are placed, those on the board count, too."""
    plan = survey(state, seat, policy)
    if state.decision == Decision.PLACE or state.decision == Decision.GATE:
        worker_prospects(state, seat, plan, policy)
    if state.decision != Decision.PLACE:
        return plan
    place_cost = price_worth(general_cost(state, seat), plan, policy) + policy.numbers[Weight.TEMPO]
    own_cost = price_worth(OWN_COST, plan, policy) + policy.numbers[Weight.TEMPO]
    return Plan(plan.rounds, plan.live, plan.favour, plan.purse, place_cost, own_cost)
