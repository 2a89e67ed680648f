"""The steps of a round in their order: what follows by itself until somebody has to decide."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog
from donjon.ys.bidding import ask_bids, next_choice
from donjon.ys.cards import after_placing, ask_cards
from donjon.ys.counting import close_quarter, open_quarter, pay_districts, pay_quarter
from donjon.ys.market import open_market, pay_best, pay_rows, rank_columns, take_all_back
from donjon.ys.nouns import FIRST_STEP, Phase
from donjon.ys.placing import before_turn, begin_turn, end_placement, end_turn, go_on
from donjon.ys.rounds import end_round, new_round, sail, set_up, turn_up_cards
from donjon.ys.state import Options, State
from donjon.ys.throne import ask_throne


@compilable
def setup(state: State, options: Options) -> None:
    """Chapter 2: the start, up to nature's first choice."""
    set_up(state, options)
    advance(state, None)


@compilable
def advance(state: State, log: EventLog | None) -> None:
    """Take step after step until nature or a seat is asked, or the game is over."""
    while state.phase >= FIRST_STEP:
        if state.phase < Phase.OPEN_QUARTER:
            step_before_counting(state, log)
        else:
            step_of_counting(state, log)


@compilable
def step_before_counting(state: State, log: EventLog | None) -> None:
    """Phases 1 to 3: setup of the round, turn order, placement; the windows for cards."""
    phase = state.phase
    if phase == Phase.GO_ON:
        go_on(state)
    elif phase == Phase.AFTER_PLACING:
        after_placing(state)
    elif phase == Phase.END_TURN:
        end_turn(state)
    elif phase == Phase.BEFORE_TURN:
        before_turn(state)
    elif phase == Phase.BEGIN_TURN:
        begin_turn(state)
    elif phase == Phase.ASK_CARDS:
        ask_cards(state)
    elif phase == Phase.NEXT_CHOICE:
        next_choice(state, log)
    elif phase == Phase.END_PLACEMENT:
        end_placement(state, log)
    elif phase == Phase.NEW_ROUND:
        new_round(state, log)
    elif phase == Phase.TURN_UP_CARDS:
        turn_up_cards(state, log)
    elif phase == Phase.SAIL:
        sail(state, log)
    else:
        ask_bids(state)


@compilable
def step_of_counting(state: State, log: EventLog | None) -> None:
    """Phase 4, phase 5 of Royal Favour, and the end of the round (YS-6.1.1)."""
    phase = state.phase
    if phase == Phase.OPEN_QUARTER:
        open_quarter(state, log)
    elif phase == Phase.PAY_QUARTER:
        pay_quarter(state, log)
    elif phase == Phase.PAY_DISTRICTS:
        pay_districts(state, log)
    elif phase == Phase.CLOSE_QUARTER:
        close_quarter(state, log)
    elif phase == Phase.OPEN_MARKET:
        open_market(state, log)
    elif phase == Phase.PAY_ROWS:
        pay_rows(state, log)
    elif phase == Phase.RANK_COLUMNS:
        rank_columns(state, log)
    elif phase == Phase.PAY_BEST:
        pay_best(state, log)
    elif phase == Phase.TAKE_BACK:
        take_all_back(state, log)
    elif phase == Phase.ASK_THRONE:
        ask_throne(state, log)
    else:
        end_round(state, log)
