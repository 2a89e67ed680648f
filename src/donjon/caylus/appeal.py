"""How attractive each legal action looks at a glance: the hands of a quick player in playouts."""

from __future__ import annotations

from donjon.caylus import worth
from donjon.caylus.actions import (
    BATCH,
    BATCH_CUBES,
    BONUS,
    BUILD,
    BUY,
    BUY_TWO,
    CONVERT,
    DECLINE,
    EXCHANGE_FOUR,
    EXCHANGE_TWO,
    FAVOUR_CUBE,
    FIRST_BUILT,
    FOUR_CUBES,
    JOUST,
    LEAVE,
    MOVE,
    PAIR_CUBES,
    PASS,
    PAY,
    PLACE,
    PRODUCE,
    PROVOST,
    ROW,
    SELL,
    STEP_TABLE,
    SWAP,
    SWAP_FOR,
    TAKE_BACK,
    TRADE,
)
from donjon.caylus.asking import FIRST, LAST, RANGES
from donjon.caylus.bargains import (
    Plan,
    best_of_row,
    build_gain,
    conversion_gain,
    cubes_given,
    cubes_taken,
    house_gain,
    joust_gain,
    price_worth,
    sale_gain,
    survey,
    trade_gain,
    yield_worth,
)
from donjon.caylus.castle import free_part
from donjon.caylus.nouns import CASTLE_SPACES, CIRCLES, CUBES, NONE, SPACES, Ask, Class, Cube, Row, Space
from donjon.caylus.placing import general_cost, is_own
from donjon.caylus.prospects import (
    BRINGS,
    INN,
    RIVALRY,
    STABLES,
    castle_use,
    place_now,
    place_worth,
    reach,
    special_use,
    use,
    worker_prospects,
)
from donjon.caylus.road import alternative_of
from donjon.caylus.state import State
from donjon.caylus.tables import BUY_PRICE, CLASS, FIRST_PASS_BONUS, NO_BATCH_LOSS, OWN_COST
from donjon.caylus.worth import DENIERS, one_more
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints

# How much of a move of the provost lasts: other players move it, too.
BY_GUILD, BEFORE_OTHERS = 0.5, 0.7
WORKER_AT_HOME = 0.4
# A denier that a placement leaves over may be wanted later in the round.
TEMPO = 0.1


@compilable
def appeal(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points they bring."""
    plan = survey(state, seat)
    ask = int(state.ask)
    out[DECLINE] = 0
    if ask == Ask.PLACE or ask == Ask.GATE:
        appeal_of_spaces(state, seat, plan, mask, out)
    elif ask == Ask.GUILD or ask == Ask.PROVOST:
        appeal_of_steps(state, seat, plan, mask, out)
    elif ask == Ask.INN:
        out[TAKE_BACK] = WORKER_AT_HOME
        out[LEAVE] = INN * min(1.0, plan.rounds)
    else:
        if ask == Ask.BATCH and state.seats[seat].batches == 0:
            out[DECLINE] = -NO_BATCH_LOSS
        for index in range(RANGES):
            for action in range(FIRST[ask, index], LAST[ask, index]):
                if mask[action]:
                    out[action] = gain_of(state, seat, plan, ask, action)


@compilable
def gain_of(state: State, seat: int, plan: Plan, ask: int, action: int) -> float:
    """What an action of one of the small decisions brings."""
    if action < SELL:
        return gain_of_building(state, seat, plan, ask, action)
    if action < ROW:
        return gain_of_deal(state, plan, action)
    me = state.seats[seat]
    if action < FAVOUR_CUBE:
        row = action - ROW
        gain = worth.row_worth(state, me, row, plan.live, plan.rounds)
        if row != Row.BUILD:
            return gain
        column = worth.next_column(state, me, row)
        return gain - plan.live * worth.BUILD_EFFECT[column] + best_of_row(state, seat, column, plan)
    if action < SWAP:
        cube = action - FAVOUR_CUBE
        return one_more(cube, plan.purse[cube], plan.live)
    if action < SWAP_FOR:
        cube = action - SWAP
        return worth.cube_effect(me, 3, plan.live) * 1.9 - one_more(cube, plan.purse[cube] - 1, plan.live)
    if action < BATCH:
        return cubes_taken(PAIR_CUBES[action - SWAP_FOR], plan)
    section_gain = house_gain(state, seat, free_part(state), 0)
    return section_gain - cubes_given(BATCH_CUBES[action - BATCH], plan)


@compilable
def gain_of_building(state: State, seat: int, plan: Plan, ask: int, action: int) -> float:
    """The joust, production, building, converting."""
    if action == JOUST:
        return joust_gain(plan)
    if action < BONUS:
        tile = int(state.tile[state.cursor])
        return yield_worth(tile, alternative_of(tile, action - PRODUCE), plan)
    if action < BUILD:
        cube = action - BONUS
        return one_more(cube, plan.purse[cube], plan.live)
    if action < PAY:
        return build_gain(state, seat, action - BUILD + FIRST_BUILT, plan, ask == Ask.FAVOUR_BUILD)
    if action < PAY + CUBES:
        cube = action - PAY
        return -one_more(cube, plan.purse[cube] - 1, plan.live)
    if action < CONVERT:
        return 0.0
    gain = conversion_gain(state, seat, plan)
    if state.ask == Ask.LAWYER:
        gain -= price_worth(1, plan)
    tile = int(state.tile[action - CONVERT])
    if CLASS[tile] != Class.NEUTRAL:
        gain -= worth.tile_use(tile, plan.rounds)
    return gain


@compilable
def gain_of_deal(state: State, plan: Plan, action: int) -> float:
    """Selling, buying, trading, exchanging."""
    tile = int(state.tile[state.cursor])
    if action < BUY:
        return sale_gain(tile, action - SELL, plan)
    if action < BUY_TWO:
        cube = action - BUY
        return one_more(cube, plan.purse[cube], plan.live) - price_worth(int(BUY_PRICE[tile, 1]), plan)
    if action < TRADE:
        return cubes_taken(PAIR_CUBES[action - BUY_TWO], plan) - price_worth(int(BUY_PRICE[tile, 2]), plan)
    if action < EXCHANGE_TWO:
        return trade_gain(state, tile, action - TRADE, plan)
    gold = one_more(Cube.GOLD, plan.purse[Cube.GOLD], plan.live)
    if action < EXCHANGE_FOUR:
        return gold - cubes_given(PAIR_CUBES[action - EXCHANGE_TWO], plan)
    gold += one_more(Cube.GOLD, plan.purse[Cube.GOLD] + 1, plan.live)
    return gold - cubes_given(FOUR_CUBES[action - EXCHANGE_FOUR], plan)


@compilable
def appeal_of_spaces(state: State, seat: int, plan: Plan, mask: Ints, out: Floats) -> None:
    """D-01, D-02: what each space brings beside the own workers that stand already, its cost paid."""
    worker_prospects(state, seat, plan)
    is_gate = state.ask == Ask.GATE
    base = MOVE if is_gate else PLACE
    general = 0.0 if is_gate else price_worth(general_cost(state, seat), plan) + TEMPO
    own = 0.0 if is_gate else price_worth(OWN_COST, plan) + TEMPO
    if is_gate:
        out[TAKE_BACK] = 0
    else:
        bonus = FIRST_PASS_BONUS if state.passed == 0 else 0
        out[PASS] = bonus * one_more(DENIERS, plan.purse[DENIERS], plan.live)
    for space in range(SPACES):
        if mask[base + space]:
            cost = own if is_own(state, seat, space) else general
            out[base + space] = space_use(state, seat, space, plan) - cost


@compilable
def space_use(state: State, seat: int, space: int, plan: Plan) -> float:
    """What a worker put on a space brings."""
    if space > Space.CASTLE:
        chance = reach(state, space - Space.CASTLE)
        return chance * use(state, seat, space - Space.CASTLE, plan)
    if space == Space.CASTLE:
        place = 0
        while place < CASTLE_SPACES - 1 and state.castle[place] != NONE:
            place += 1
        return castle_use(state, seat, plan, 0, place)
    if space == Space.STABLES:
        circle = 0
        while circle < CIRCLES - 1 and state.stables[circle] != NONE:
            circle += 1
        here = place_worth(state.players, place_now(state, seat))
        return STABLES + max(0.0, place_worth(state.players, circle) - here)
    return special_use(state, seat, space, plan)


@compilable
def appeal_of_steps(state: State, seat: int, plan: Plan, mask: Ints, out: Floats) -> None:
    """D-03, D-06: the buildings that start or stop running, and what the steps cost."""
    by_guild = state.ask == Ask.GUILD
    lasting = 1.0
    if by_guild:
        lasting = BY_GUILD
    elif state.cursor + 1 < state.players:
        lasting = BEFORE_OTHERS
    provost = int(state.provost)
    for index in range(STEP_TABLE.shape[0]):
        if mask[PROVOST + index]:
            steps = int(STEP_TABLE[index])
            gain = 0.0
            if steps > 0:
                for space in range(provost + 1, provost + steps + 1):
                    gain += running_worth(state, seat, space, plan)
            else:
                for space in range(provost + steps + 1, provost + 1):
                    gain -= running_worth(state, seat, space, plan)
            cost = 0.0 if by_guild else price_worth(abs(steps), plan)
            out[PROVOST + index] = lasting * gain - cost


@compilable
def running_worth(state: State, seat: int, space: int, plan: Plan) -> float:
    """What it is worth to a seat that the building on a space runs in this round."""
    worker = int(state.worker[Space.CASTLE + space])
    if worker == NONE:
        return 0.0
    if worker == seat:
        return use(state, seat, space, plan)
    return -RIVALRY / (state.players - 1) * BRINGS[state.tile[space]]
