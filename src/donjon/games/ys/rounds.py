"""Chapter 3: the rounds and their steps, the random draws at the start of each, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.ys import domains
from donjon.games.ys.bidding import ask_bids, next_choice
from donjon.games.ys.characters import after_placing, ask_cards
from donjon.games.ys.counting import award_of, close_quarter, open_quarter, pay_districts, pay_quarter
from donjon.games.ys.market import fronts_back, open_market, pay_best, pay_rows, rank_columns, take_all_back
from donjon.games.ys.model import FIRST_ROW, MARKET_LARGE, SHIP_LARGE, SHIP_SMALL, Options, State
from donjon.games.ys.moving import before_turn
from donjon.games.ys.nouns import (
    BOOK,
    COLOURS,
    EVERYBODY,
    FIRST_STEP,
    FIRST_THRONE,
    MAX_SEATS,
    NONE,
    QUARTERS,
    ROUNDS,
    SHIPS,
    SLOTS,
    VALUES,
    Character,
    Colour,
    Gem,
    Phase,
    decide,
    of_quarter,
    quarter_now,
)
from donjon.games.ys.pieces import clear_slot
from donjon.games.ys.placing import ROWS_OF_FEW, begin_turn, end_placement, end_turn, go_on
from donjon.games.ys.setup import ask_deal, clear_table, seat_to_deal, set_up
from donjon.games.ys.throne import ask_throne
from donjon.games.ys.ties import quarter_named
from donjon.kernel.actions import Kind
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message
from donjon.kernel.rule_ids import number

ROUND_RULE = number("YS-3.1")
CARD_RULE = number("YS-3.2")
BLUE_RULE = number("YS-3.3")
SHIP_RULE = number("YS-3.4")
FOUR_GEMS = number("YS-3.5")
THREE_GEMS = number("YS-9.2.3")
MARKET_RULE = number("YS-3.6")
MARKET_ROWS = number("YS-3.7")
WHITE_OF_FEW = number("YS-9.2.6")
END_RULE = number("YS-6.9.2")

# The gems of the ship card that an event tells of.
_SHIP: dict[str, Any] = {
    "large": lambda named: Colour(SHIP_LARGE[named.ship]).term,
    "one": lambda named: Colour(SHIP_SMALL[named.ship, 0]).term,
    "other": lambda named: Colour(SHIP_SMALL[named.ship, 1]).term,
}


ROUND_BEGAN = BOOK.event("round_began", "Round {round} starts.", "round", at="round")
CARD_TURNED = BOOK.event(
    "card_turned", "The {card} is revealed in quarter {quarter}.", "quarter", "card", at=of_quarter("card")
)
SHIP_CAME = BOOK.event(
    "ship_came",
    "A ship arrives in quarter {quarter}: large {large}, small {one} and {other}.",
    *("quarter", "ship"),
    at=of_quarter("ship"),
    **_SHIP,
)
MARKET_FILLED = BOOK.event(
    "market_filled",
    "A ship brings gems to the market: large {large}, small {one} and {other}.",
    "ship",
    at="market",
    **_SHIP,
    also=("YS-3.8",),
)
GAME_OVER = BOOK.event("game_over", "The last round is over: the gems are scored.")


def _which_ship(case: Case) -> Message:
    if case.state.quarter < QUARTERS:
        return Message("Random draw: ship of quarter {quarter}.", quarter=quarter_now)
    return Message("Random draw: market ship.")


decide(
    Phase.CHARACTER,
    "YS-3.2",
    Message("Random draw: card of quarter {quarter}.", quarter=quarter_now),
)
decide(Phase.SHIP, "YS-3.4", _which_ship)
# Random draws.
TURN_CARD, SAIL = Kind(domains.CARD), Kind(domains.SHIP)


@compilable
def new_round(state: State, log: EventLog | None) -> None:
    """Start the next round, when the order cards are dealt (YS-3.1)."""
    if seat_to_deal(state) != NONE:
        ask_deal(state, log)
        return
    state.round += 1
    emit(log, ROUND_BEGAN, NONE, ROUND_RULE, state.round, 0, 0)
    state.phase = Phase.TURN_UP_CARDS


@compilable
def turn_up_cards(state: State, log: EventLog | None) -> None:
    """Let nature turn up a yellow card for each quarter, or give all a blue one (YS-3.2, YS-3.3)."""
    for quarter in range(state.quarters):
        if state.character[quarter] == NONE:
            if state.round < ROUNDS:
                state.quarter = quarter
                state.phase = Phase.CHARACTER
                return
            state.character[quarter] = Character.WHITE_GEM
            emit(log, CARD_TURNED, NONE, BLUE_RULE, quarter, Character.WHITE_GEM, 0)
    state.quarter = NONE
    state.phase = Phase.SAIL


@compilable
def weight_of_card(state: State, card: int) -> int:
    """Return 1 for a card that no seat has seen, else 0: its weight in nature's draw."""
    return int(state.unseen[card])


@TURN_CARD.action_at(Phase.CHARACTER, verb="character", weight=weight_of_card)
@compilable
def turn_card(state: State, _seat: int, card: int, log: EventLog | None) -> None:
    """Turn up nature's card for the next quarter."""
    state.unseen[card] = 0
    state.character[state.quarter] = card
    emit(log, CARD_TURNED, NONE, CARD_RULE, state.quarter, card, 0)
    state.phase = Phase.TURN_UP_CARDS


@compilable
def sail(state: State, log: EventLog | None) -> None:
    """Let nature draw a ship for each quarter in order and one for the market (YS-3.4, YS-3.6)."""
    state.quarter = NONE
    for quarter in range(QUARTERS + 1):
        if (quarter < state.quarters or quarter == QUARTERS) and state.ship[quarter] == NONE:
            left, last = 0, 0
            for ship in range(SHIPS):
                if state.deck[ship]:
                    left += 1
                    last = ship
            if left == 1:
                ship_comes(state, last, quarter, log)
            else:
                state.quarter = quarter
                state.phase = Phase.SHIP
                return
    state.phase = Phase.ASK_BIDS


@compilable
def weight_of_ship(state: State, ship: int) -> int:
    """Return 1 for a ship in the deck, else 0: its weight in nature's draw."""
    return int(state.deck[ship])


@SAIL.action_at(Phase.SHIP, verb="ship", weight=weight_of_ship)
@compilable
def draw_ship(state: State, _seat: int, ship: int, log: EventLog | None) -> None:
    """Draw a ship for the quarter that waits for one."""
    ship_comes(state, ship, int(state.quarter), log)


@compilable
def ship_comes(state: State, ship: int, quarter: int, log: EventLog | None) -> None:
    """Lay down a ship; the market's ship is discarded when its gems lie in the market (YS-3.8)."""
    state.deck[ship] = 0
    state.ship[quarter] = ship
    state.phase = Phase.SAIL
    if quarter < QUARTERS:
        cite(log, FOUR_GEMS if state.players == MAX_SEATS else THREE_GEMS)
        emit(log, SHIP_CAME, NONE, SHIP_RULE, quarter, ship, 0)
        return
    state.discards[ship] = 1
    fill_market(state, ship)
    if state.players == MAX_SEATS:
        cite(log, MARKET_ROWS)
    else:
        cite(log, ROWS_OF_FEW)
        cite(log, WHITE_OF_FEW)
    emit(log, MARKET_FILLED, NONE, MARKET_RULE, ship, 0, 0)


@compilable
def fill_market(state: State, ship: int) -> None:
    """Lay white into the first row in use, the rest in colour order (YS-3.6, YS-3.7, YS-9.2.5, YS-9.2.6)."""
    row = int(FIRST_ROW[state.players])
    for index in range(2):
        if SHIP_SMALL[ship, index] == Gem.WHITE:
            state.market[row] = Gem.WHITE
            row += 1
    for colour in range(COLOURS):
        copies = int(SHIP_SMALL[ship, 0] == colour) + int(SHIP_SMALL[ship, 1] == colour)
        if SHIP_LARGE[ship] == colour:
            copies += int(MARKET_LARGE[state.players])
        for _ in range(copies):
            state.market[row] = colour
            row += 1


@compilable
def end_round(state: State, log: EventLog | None) -> None:
    """Clear ships and brokers away; the next round or the end follows (YS-6.9.1, YS-6.9.2)."""
    state.screens_open = 0
    for quarter in range(state.quarters):
        if state.ship[quarter] != NONE:
            state.discards[state.ship[quarter]] = 1
    fronts_back(state)
    for seat in range(state.players):
        state.seats[seat].played = 0
        for value in range(VALUES):
            state.seats[seat].old_front[value] = 0
    for slot in range(FIRST_THRONE):
        clear_slot(state, slot)
    clear_table(state)
    if state.round < ROUNDS:
        state.phase = Phase.NEW_ROUND
        return
    state.phase = Phase.OVER
    state.screens_open = 1
    for slot in range(FIRST_THRONE, SLOTS):
        if state.place[slot] != NONE:
            state.known[slot] = EVERYBODY
            state.face[slot] = 1
    emit(log, GAME_OVER, NONE, END_RULE, 0, 0, 0)


# Explanations


@BOOK.explains("round")
def explain_round(_state: State, view: Mapping[str, Any], _name: str) -> list[Line]:
    """Return which round it is, and what a round is made of."""
    return [
        title(Message("round {number} of 4", number=view["round"])),
        ("YS-3.1", Message("Each round: setup, turn order, placement, scoring.")),
    ]


@BOOK.explains("ship-")
def explain_ship(_state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return which gems the ship of a quarter brings."""
    quarter = quarter_named(view, name)
    if quarter is None:
        return []
    first = title(Message("ship of quarter {number}", number=quarter["number"]))
    if quarter["ship"] is None:
        return [first, ("YS-3.4", Message("There is no ship here yet."))]
    gems = [Gem[gem.upper()].term for gem in quarter["ship"]["gems"]]
    lines = [
        first,
        ("YS-3.5", Message("On the ship: {gems}.", gems=gems)),
        award_of(quarter),
    ]
    if "white" in quarter["ship"]["gems"]:
        lines.append(("YS-6.2.5", Message("A white gem is exchanged for one of the four colours at once.")))
    return lines


@compilable
def setup(state: State, options: Options) -> None:
    """Set up a game, up to nature's first choice (chapter 2)."""
    set_up(state, options)
    advance(state, None)


@compilable
def advance(state: State, log: EventLog | None) -> None:
    """Take the steps of the rules until nature or a seat is asked, or the game is over."""
    while state.phase >= FIRST_STEP:
        if state.phase < Phase.OPEN_QUARTER:
            step_before_counting(state, log)
        else:
            step_of_counting(state, log)


@compilable
def step_before_counting(state: State, log: EventLog | None) -> None:
    """Take a step of phases 1 to 3: setup of the round, turn order, placement, windows for cards."""
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
    """Take a step of phase 4, phase 5 of Royal Favour, or the end of the round (YS-6.1.1)."""
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
