"""What each action does, up to but not including what follows by itself."""

from __future__ import annotations

from donjon.caylus import building, castle, favours, placing, road, special
from donjon.caylus.actions import (
    BATCH,
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
    JOUST,
    MOVE,
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
    TAKE_BACK,
    TRADE,
)
from donjon.caylus.nouns import NONE, Ask, Row, Space
from donjon.caylus.state import State
from donjon.caylus.tales import Tale
from donjon.kernel.compiling import compilable
from donjon.kernel.story import Story, tell


@compilable
def perform(state: State, seat: int, action: int, story: Story | None) -> None:
    """What an action does, up to but not including what follows by itself."""
    ask = int(state.ask)
    if ask <= Ask.PROVOST:
        perform_before_road(state, seat, ask, action, story)
    elif ask == Ask.BUILD or ask == Ask.LAWYER:
        state.stage = road.OWNER_STAGE
        perform_build(state, seat, action, story)
    elif ask == Ask.FAVOUR_BUILD:
        perform_build(state, seat, action, story)
    elif ask in (Ask.ROW, Ask.FAVOUR_CUBES):
        perform_favour(state, seat, ask, action, story)
    elif ask == Ask.BATCH:
        state.ask = Ask.NOTHING
        if action == DECLINE:
            state.stage = castle.DONE
        else:
            castle.give_batch(state, seat, action - BATCH, story)
    elif ask >= Ask.PAY:
        perform_second_half(state, seat, ask, action, story)
    else:
        state.ask = Ask.NOTHING
        perform_on_road(state, seat, action, story)


@compilable
def perform_before_road(state: State, seat: int, ask: int, action: int, story: Story | None) -> None:
    """Phases 2 to 4."""
    if ask == Ask.PLACE:
        if action == PASS:
            placing.pass_round(state, seat, story)
        else:
            placing.place_worker(state, seat, action - PLACE, story)
        state.cursor = (state.cursor + 1) % state.players
    elif ask == Ask.GATE:
        if action == TAKE_BACK:
            special.take_back_from_gate(state, seat, story)
        else:
            special.move_from_gate(state, seat, action - MOVE, story)
    elif ask == Ask.INN:
        special.decide_inn(state, seat, action == TAKE_BACK, story)
    elif ask == Ask.JOUST:
        if action == JOUST:
            special.joust(state, seat, story)
        else:
            tell(story, Tale.NOT_USED, seat, special.JOUST_RULE, Space.JOUST_FIELD, 0, NONE)
            state.stage = 1
    elif action == DECLINE:
        special.keep_provost(state, seat, story)
    else:
        special.move_provost(state, seat, action - PROVOST, story)
    state.ask = Ask.NOTHING


@compilable
def perform_build(state: State, seat: int, action: int, story: Story | None) -> None:
    """D-09 to D-11 and D-12c."""
    by_favour = state.by_favour
    state.ask = Ask.NOTHING
    if action == DECLINE:
        if by_favour:
            favours.decline_effect(state, seat, Row.BUILD, story)
        else:
            road.leave_unused(state, seat, story)
    elif action < CONVERT:
        building.begin_build(state, seat, action - BUILD + FIRST_BUILT, story)
    else:
        building.pay_for_conversion(state, seat, action - CONVERT, story)


@compilable
def perform_favour(state: State, seat: int, ask: int, action: int, story: Story | None) -> None:
    """D-12 and D-12b."""
    state.ask = Ask.NOTHING
    if ask == Ask.ROW:
        favours.choose_row(state, seat, action - ROW, story)
    elif action == DECLINE:
        favours.decline_effect(state, seat, Row.CUBES, story)
    elif action < SWAP:
        favours.take_cube(state, seat, action - FAVOUR_CUBE, story)
    else:
        favours.begin_swap(state, seat, action - SWAP)


@compilable
def perform_second_half(state: State, seat: int, ask: int, action: int, story: Story | None) -> None:
    """The cube for "any", the residence to replace, the cubes of the favour's exchange."""
    state.ask = Ask.NOTHING
    if ask == Ask.PAY:
        building.pay_any(state, seat, action - PAY, story)
    elif ask == Ask.SITE:
        building.build(state, seat, action - SITE, story)
    else:
        favours.swap(state, seat, action - SWAP_FOR, story)


@compilable
def perform_on_road(state: State, seat: int, action: int, story: Story | None) -> None:
    """D-07, D-08, D-13 to D-19."""
    if action == DECLINE:
        road.leave_unused(state, seat, story)
    elif action < BONUS:
        tile = int(state.tile[state.cursor])
        road.take_yield(state, seat, tile, road.alternative_of(tile, action - PRODUCE), story)
        state.stage = road.OWNER_STAGE
    elif action < BUILD:
        road.take_bonus(state, seat, action - BONUS, story)
    elif action < BUY:
        road.sell(state, seat, action - SELL, story)
    elif action < BUY_TWO:
        road.buy(state, seat, action - BUY, story)
    elif action < TRADE:
        road.buy_pair(state, seat, action - BUY_TWO, story)
    elif action < EXCHANGE_TWO:
        road.trade(state, seat, action - TRADE, story)
    elif action < EXCHANGE_FOUR:
        road.exchange(state, seat, action - EXCHANGE_TWO, 1, story)
    else:
        road.exchange(state, seat, action - EXCHANGE_FOUR, 2, story)
