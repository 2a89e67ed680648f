"""Chapter 16 and the list of decisions: who decides, what is legal and why not, what an action does."""

from __future__ import annotations

from donjon.caylus import building, castle, favours, flow, performing, placing, road, setup, special
from donjon.caylus.actions import (
    ACTIONS,
    BATCH,
    BATCH_COUNT,
    BONUS,
    BUILD,
    BUY,
    BUY_TWO,
    CONVERT,
    DECLINE,
    EXCHANGE_FOUR,
    EXCHANGE_GOLD,
    EXCHANGE_TWO,
    FAVOUR_CUBE,
    FIRST_BUILT,
    JOUST,
    LAY,
    MOVE,
    ORDER,
    PASS,
    PAY,
    PLACE,
    PRODUCE,
    PROVOST,
    ROW,
    SELL,
    SITE,
    SWAP,
    SWAP_FOR,
    SWAP_FOR_GOLD,
    TAKE_BACK,
    TRADE,
)
from donjon.caylus.asking import FIRST, IS_OF_ASK, IS_OF_PHASE, LAST, RANGES
from donjon.caylus.nouns import NONE, Ask, Phase
from donjon.caylus.state import Options, State
from donjon.kernel.compiling import compilable
from donjon.kernel.generic import NATURE
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.story import EVERYONE, Story

GAME_IS_OVER = number("CAY-12.1")
NOT_OF_PHASE = number("CAY-3.1")
HAS_PASSED = number("CAY-5.2.3")
PLACING_TURN = number("CAY-5.1.1")
SPECIAL_TURN = number("CAY-6.1")
PROVOST_TURN = number("CAY-7.1")
ROAD_TURN = number("CAY-8.1.1")
CASTLE_TURN = number("CAY-9.1")
END_TURN = number("CAY-10.3.1")
IN_FULL = number("CAY-3.9")
OPTIONAL = number("CAY-8.1.3")
BONUS_IS_DUE = number("CAY-8.2.9")
MUST_CHOOSE_ROW = number("CAY-11.2.1")
NO_GOLD_PAID = number("CAY-8.5.8")
NO_GOLD_TAKEN = number("CAY-11.5.3")


@compilable
def waiting(state: State) -> int:
    """CAY-3.1: one seat at a time, or nature during the set-up."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << NATURE if state.phase == Phase.SETUP else 1 << int(state.actor)


@compilable
def over(state: State) -> bool:
    """CAY-12.1: have the Towers been scored?"""
    return state.phase == Phase.OVER


@compilable
def settled(state: State) -> bool:
    """False in the second half of a decision: a cube for "any", a residence, the cubes of an exchange."""
    return state.ask < Ask.PAY


@compilable
def chances(state: State, weights: Ints) -> int:
    """CAY-2.1, CAY-2.4: int64 weights[ACTIONS] of nature's actions; returns their sum."""
    return setup.weigh(state, weights)


@compilable
def sees(state: State, seat: int, action: int) -> int:
    """CAY-3.3: everything is public."""
    return EVERYONE


@compilable
def legal(state: State, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with the legal actions of a seat (or of NATURE); return their count."""
    mask[:] = 0
    if seat == NATURE:
        count = 0
        for action in range(LAY, ACTIONS):
            if forbids_nature(state, action) == 0:
                mask[action] = 1
                count += 1
        return count
    if state.phase == Phase.OVER or seat != state.actor or seat < 0:
        return 0
    return mark(state, seat, mask)


@compilable
def mark(state: State, seat: int, mask: Ints | None) -> int:
    """Mark what may be decided now, unless `mask` is None; returns how many actions that is."""
    ask = int(state.ask)
    if ask == Ask.PLACE:
        return placing.mark_placing(state, seat, mask)
    count = 0
    if IS_OF_ASK[ask, DECLINE]:
        count += 1
        if mask is not None:
            mask[DECLINE] = 1
    if ask == Ask.BUILD or ask == Ask.FAVOUR_BUILD:
        count += building.mark_builds(state, seat, mask)
    if ask == Ask.LAWYER or ask == Ask.FAVOUR_BUILD:
        return count + building.mark_conversions(state, seat, mask)
    if ask == Ask.BUILD:
        return count
    if ask == Ask.BATCH:
        return count + castle.mark_batches(state, seat, mask)
    return count + mark_ranges(state, seat, ask, mask)


@compilable
def mark_ranges(state: State, seat: int, ask: int, mask: Ints | None) -> int:
    """Mark by asking about each action that belongs to the decision."""
    count = 0
    for index in range(RANGES):
        for action in range(FIRST[ask, index], LAST[ask, index]):
            if forbids_now(state, seat, action) == 0:
                count += 1
                if mask is not None:
                    mask[action] = 1
    return count


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """0 if the action is legal for the seat, else the number of the rule against it (chapter 16)."""
    phase = int(state.phase)
    if phase == Phase.OVER:
        return GAME_IS_OVER
    if seat == NATURE:
        return forbids_nature(state, action)
    if not 0 <= action < LAY or not IS_OF_PHASE[phase, action] or seat < 0:
        return NOT_OF_PHASE
    if phase == Phase.PLACING and action >= PLACE and state.seats[seat].passed:
        return HAS_PASSED
    if seat != state.actor:
        return rule_of_turn(phase)
    if IS_OF_ASK[state.ask, action]:
        return forbids_now(state, seat, action)
    return forbids_here(state, seat, action)


@compilable
def rule_of_turn(phase: int) -> int:
    """The rule that says who decides in a phase."""
    if phase == Phase.PLACING:
        return PLACING_TURN
    if phase == Phase.SPECIAL:
        return SPECIAL_TURN
    if phase == Phase.PROVOST:
        return PROVOST_TURN
    if phase == Phase.ROAD:
        return ROAD_TURN
    return CASTLE_TURN if phase == Phase.CASTLE else END_TURN


@compilable
def forbids_nature(state: State, action: int) -> int:
    """CAY-2.1, CAY-2.4: nature lays a tile or seats a player that is left."""
    if state.phase != Phase.SETUP:
        return NOT_OF_PHASE
    if LAY <= action < ORDER:
        is_open = setup.open_space(state) != NONE and not setup.is_laid(state, action - LAY)
        return 0 if is_open else setup.NEUTRAL_RULE
    if ORDER <= action < ORDER + state.players:
        is_open = setup.open_space(state) == NONE and not setup.is_placed(state, action - ORDER)
        return 0 if is_open else setup.ORDER_RULE
    return NOT_OF_PHASE


@compilable
def forbids_here(state: State, seat: int, action: int) -> int:
    """The rule against what belongs to the phase but not to the decision at hand."""
    if action == DECLINE:
        if state.ask == Ask.PRODUCE:
            return OPTIONAL
        if state.ask == Ask.BONUS:
            return BONUS_IS_DUE
        return MUST_CHOOSE_ROW if state.ask == Ask.ROW else NOT_OF_PHASE
    if state.ask == Ask.BUILD or state.ask == Ask.FAVOUR_BUILD:
        if PAY <= action < SITE:
            return building.COST_RULE
        if SITE <= action < CONVERT and not building.is_residence(state, seat, action - SITE):
            return building.PRESTIGE_RULE
    return NOT_OF_PHASE


@compilable
def forbids_now(state: State, seat: int, action: int) -> int:
    """0 or the rule against an action of the kind that is asked for."""
    if action < PLACE:
        return 0 if action != JOUST or special.can_joust(state.seats[seat]) else special.JOUST_RULE
    if action < MOVE:
        return placing.forbids_placing(state, seat, action - PLACE)
    if action < PROVOST:
        return placing.forbids_space(state, seat, action - MOVE)
    if action < PRODUCE:
        return special.forbids_step(state, seat, action - PROVOST)
    if action < BONUS:
        return road.forbids_produce(state, action - PRODUCE)
    if action < BUILD:
        return road.forbids_bonus(state, action - BONUS)
    if action < PAY:
        return building.forbids_build(state, seat, action - BUILD + FIRST_BUILT)
    if action < SITE:
        can = building.can_pay_any(state, state.seats[seat], int(state.chosen), action - PAY)
        return 0 if can else building.COST_RULE
    if action < CONVERT:
        return 0 if building.is_residence(state, seat, action - SITE) else building.PRESTIGE_RULE
    if action < SELL:
        return building.forbids_convert(state, seat, action - CONVERT)
    if action < ROW:
        return forbids_deal(state, seat, action)
    return forbids_favour(state, seat, action)


@compilable
def forbids_deal(state: State, seat: int, action: int) -> int:
    """0 or the rule against selling, buying, trading or exchanging."""
    if action < BUY:
        return 0 if state.seats[seat].cubes[action - SELL] > 0 else IN_FULL
    if action < BUY_TWO:
        return road.forbids_buy(state, seat, action - BUY)
    if action < TRADE:
        return road.forbids_pair(state, seat)
    if action < EXCHANGE_TWO:
        return road.forbids_trade(state, seat, action - TRADE)
    if action < EXCHANGE_FOUR:
        return road.forbids_exchange(state, seat, action - EXCHANGE_TWO, 1)
    if action < EXCHANGE_GOLD:
        return road.forbids_exchange(state, seat, action - EXCHANGE_FOUR, 2)
    return NO_GOLD_PAID


@compilable
def forbids_favour(state: State, seat: int, action: int) -> int:
    """0 or the rule against a row, the effect of a row, or a batch."""
    if action < FAVOUR_CUBE:
        return favours.ROW_USED if state.seats[seat].rows[action - ROW] else 0
    if action < SWAP:
        return favours.forbids_cube(state, seat, action - FAVOUR_CUBE)
    if action < SWAP_FOR:
        return favours.forbids_swap(state, seat, action - SWAP)
    if action < SWAP_FOR_GOLD:
        return 0
    if action == SWAP_FOR_GOLD:
        return NO_GOLD_TAKEN
    if action < BATCH + BATCH_COUNT:
        return castle.forbids_batch(state, seat, action - BATCH)
    return castle.BATCH_RULE


@compilable
def apply(state: State, seat: int, action: int, story: Story | None) -> None:
    """Play a legal action and everything that follows by itself; forced decisions are not asked."""
    if seat == NATURE:
        apply_nature(state, action, story)
    else:
        performing.perform(state, seat, action, story)
    if state.phase != Phase.SETUP:
        go_on(state, story)


@compilable
def go_on(state: State, story: Story | None) -> None:
    """Find the next decision; a decision without a choice is carried out."""
    flow.find_decision(state, story)
    while state.phase != Phase.OVER and is_forced(state):
        performing.perform(state, int(state.actor), only_action(state), story)
        flow.find_decision(state, story)


@compilable
def is_forced(state: State) -> bool:
    """Is there one action only? (D-01 to D-20: forced decisions are not asked.)"""
    ask = int(state.ask)
    if ask in (Ask.INN, Ask.PRODUCE, Ask.BONUS, Ask.PAY, Ask.SITE, Ask.SWAP_FOR):
        return False
    if ask == Ask.ROW:
        return favours.rows_left(state.seats[state.actor]) == 1
    return mark(state, int(state.actor), None) == 1


@compilable
def only_action(state: State) -> int:
    """The action of a forced decision."""
    if state.ask == Ask.PLACE:
        return PASS
    if state.ask == Ask.GATE:
        return TAKE_BACK
    if state.ask != Ask.ROW:
        return DECLINE
    row = 0
    while state.seats[state.actor].rows[row]:
        row += 1
    return ROW + row


@compilable
def apply_nature(state: State, action: int, story: Story | None) -> None:
    """Nature's choice; when all is decided the first round begins."""
    if action < ORDER:
        setup.lay(state, action - LAY, story)
    else:
        setup.put_in_order(state, action - ORDER, story)
    begin_if_ready(state, story)


@compilable
def begin_if_ready(state: State, story: Story | None) -> None:
    """CAY-2.8: when nature has nothing left to decide, the first round begins."""
    setup.fill_up(state, story)
    if setup.is_ready(state):
        setup.start(state, story)
        flow.begin_round(state, story)


@compilable
def begin(state: State, options: Options) -> None:
    """Set a zeroed state to the start of a game; with all options chosen, to the first decision."""
    setup.setup(state, options)
    begin_if_ready(state, None)
    if state.phase != Phase.SETUP:
        go_on(state, None)
