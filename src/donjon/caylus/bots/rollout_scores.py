"""How attractive each legal action looks at a glance: the hands of a quick player in playouts."""

from __future__ import annotations

from donjon.caylus.actions import ACTIONS
from donjon.caylus.bots.placement_values import worker_prospects
from donjon.caylus.bots.trade_values import Plan, price_worth, survey
from donjon.caylus.nouns import Decision
from donjon.caylus.placing import general_cost
from donjon.caylus.state import State
from donjon.caylus.tables import OWN_COST
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Grid, Ints

BOUNDS: Grid = ACTIONS.bounds
# A denier that a placement leaves over may be wanted later in the round.
TEMPO = 0.1

gain_of = ACTIONS.dispatch("rollout_score", "(state, seat, plan, argument)", "0.0")


@compilable
def rollout_score(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points they bring."""
    plan = plan_of(state, seat)
    decision = int(state.decision)
    for index in range(BOUNDS.shape[1]):
        for action in range(BOUNDS[decision, index, 0], BOUNDS[decision, index, 1]):
            if mask[action]:
                out[action] = gain_of(state, seat, plan, action)


@compilable
def plan_of(state: State, seat: int) -> Plan:
    """The plan for the decision at hand: where workers are put, those that stand already are looked at."""
    plan = survey(state, seat)
    if state.decision == Decision.PLACE or state.decision == Decision.GATE:
        worker_prospects(state, seat, plan)
    if state.decision != Decision.PLACE:
        return plan
    place_cost = price_worth(general_cost(state, seat), plan) + TEMPO
    own_cost = price_worth(OWN_COST, plan) + TEMPO
    return Plan(plan.rounds, plan.live, plan.favour, plan.purse, place_cost, own_cost)
