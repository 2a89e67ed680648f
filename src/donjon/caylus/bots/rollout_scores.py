"""How attractive each legal action looks at a glance: the policy of a quick player in playouts."""

from __future__ import annotations

from donjon.caylus.bots import gains
from donjon.caylus.bots.placement_values import worker_prospects
from donjon.caylus.bots.playout_policy import SHIPPED_POLICY, Policy, Weight
from donjon.caylus.bots.trade_values import Plan, price_worth, survey
from donjon.caylus.building import BUILD, PAY
from donjon.caylus.castle import BATCH
from donjon.caylus.converting import CONVERT
from donjon.caylus.decisions import ACTIONS, legal
from donjon.caylus.favours import FAVOUR_CUBE, ROW, SWAP, SWAP_FOR
from donjon.caylus.nouns import DECLINE, Decision
from donjon.caylus.placing import PASS, PLACE, general_cost
from donjon.caylus.provost import PROVOST
from donjon.caylus.road import BONUS, PRODUCE
from donjon.caylus.special import JOUST, LEAVE, MOVE, TAKE_BACK
from donjon.caylus.state import State
from donjon.caylus.tables import OWN_COST
from donjon.caylus.trading import BUY, BUY_TWO, EXCHANGE_FOUR, EXCHANGE_TWO, SELL, TRADE
from donjon.kernel import rng
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Grid, Ints
from donjon.kernel.rng import Rng

BOUNDS: Grid = ACTIONS.bounds

# What each kind of action brings at its decisions, in points (see `gains`).
for _kind, _decisions, _score in (
    (PASS, (Decision.PLACE,), gains.of_passing),
    (PLACE, (Decision.PLACE,), gains.of_placing),
    (MOVE, (Decision.GATE,), gains.of_moving),
    (JOUST, (Decision.JOUST,), gains.of_jousting),
    (TAKE_BACK, (Decision.INN,), gains.of_a_worker),
    (LEAVE, (Decision.INN,), gains.of_the_inn),
    (PROVOST, (Decision.GUILD, Decision.PROVOST), gains.of_a_step),
    (PRODUCE, (Decision.PRODUCE,), gains.of_producing),
    (BONUS, (Decision.BONUS,), gains.of_a_cube),
    (BUILD, (Decision.BUILD, Decision.FAVOUR_BUILD), gains.of_building),
    (PAY, (Decision.PAY,), gains.of_paying),
    (CONVERT, (Decision.LAWYER, Decision.FAVOUR_BUILD), gains.of_converting),
    (SELL, (Decision.SELL,), gains.of_selling),
    (BUY, (Decision.BUY,), gains.of_buying),
    (BUY_TWO, (Decision.BUY,), gains.of_buying_two),
    (TRADE, (Decision.TRADE,), gains.of_trading),
    (EXCHANGE_TWO, (Decision.EXCHANGE,), gains.of_exchanging_two),
    (EXCHANGE_FOUR, (Decision.EXCHANGE,), gains.of_exchanging_four),
    (ROW, (Decision.ROW,), gains.of_a_row),
    (FAVOUR_CUBE, (Decision.FAVOUR_CUBES,), gains.of_a_cube),
    (SWAP, (Decision.FAVOUR_CUBES,), gains.of_giving),
    (SWAP_FOR, (Decision.SWAP_FOR,), gains.of_taking_two),
    (BATCH, (Decision.BATCH,), gains.of_a_batch),
    (DECLINE, (Decision.BATCH,), gains.of_no_batch),
):
    _kind.rate_at(*_decisions, score=_score)

gain_of = ACTIONS.dispatch("rollout_score", "(state, seat, plan, policy, argument)", "0.0")


@compilable
def rollout_score(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points they bring."""
    score_by_policy(state, seat, mask, out, SHIPPED_POLICY[0])


@compilable
def score_by_policy(state: State, seat: int, mask: Ints, out: Floats, policy: Policy) -> None:
    """The same by another policy."""
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
    """Return the same by another policy, as `donjon.kernel.playout.most_attractive` does, but quicker."""
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
    """The plan for the decision at hand: where workers are put, those that stand already are looked at."""
    plan = survey(state, seat, policy)
    if state.decision == Decision.PLACE or state.decision == Decision.GATE:
        worker_prospects(state, seat, plan, policy)
    if state.decision != Decision.PLACE:
        return plan
    place_cost = price_worth(general_cost(state, seat), plan, policy) + policy.numbers[Weight.TEMPO]
    own_cost = price_worth(OWN_COST, plan, policy) + policy.numbers[Weight.TEMPO]
    return Plan(plan.rounds, plan.live, plan.favour, plan.purse, place_cost, own_cost)
