"""A quick guess of what a position is worth to a seat, for greedy play and the leaves of a search."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.ys.brokers import pile_sum
from donjon.ys.market import column_key
from donjon.ys.nouns import (
    CHARACTERS,
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    FIRST_THRONE,
    NONE,
    PLACES,
    ROUNDS,
    ROWS,
    SLOTS,
    THRONE,
    Character,
    District,
    Gem,
    Phase,
)
from donjon.ys.scoring import total
from donjon.ys.state import State, party_count
from donjon.ys.tables import (
    COLUMN_MOVES,
    COURT_WORTH,
    FIRST_ROW,
    MERCHANTS_WITH_CARD,
    MERCHANTS_WORTH,
    VALUE_HIGH,
    VALUE_LOW,
)
from donjon.ys.ties import presence, strength

# What things bring about, in points.
GEM_WORTH = 2.6
BLACK_WORTH = 3.4
BEST_BIDDER_WORTH = 1.5
CARD_WORTH = 2.0
LATE_CARD_WORTH = 1.0
QUIET_CARD_WORTH = 0.5  # Spy, Bishop and Magician: not more than having them in play
IN_PLAY_WORTH = 0.8
INTRIGUER_WORTH = 1.5
QUEEN_WORTH = 1.2
PROGRESS = 0.6  # a gem counts this much beside the place it wins
PER_VALUE = 0.55  # what a point of a broker still to be placed brings
PER_FRONT_VALUE = 0.2  # and one that stands in the front, for ties
LATE_ORDER = 0.25  # placing later is better
# What a bid is about, shared out by its part in this and one rival's usual bid.
BID_STAKE = 5.6
USUAL_BID = 4
PER_STEP = 0.25  # a step of a gem value, for each gem more than the others have
PER_THRONE_VALUE = 0.9
# What a broker of sum 0 still weighs, and how much may come of everybody who has not placed yet.
BASE = 0.4
OPEN = 1.5


@compilable
def estimate(state: State, seat: int) -> float:
    """Points if scored now, and what is to be expected of the round: places, brokers left, cards."""
    worth = float(total(state, seat))
    if state.phase == Phase.OVER:
        return worth
    worth += holdings(state, seat) + seat_outlook(state, seat)
    if Phase.PLACE <= state.phase < Phase.CARDS_AFTER or state.phase == Phase.SPY:
        worth += city_outlook(state, seat) + market_outlook(state, seat)
    return worth


@compilable
def holdings(state: State, seat: int) -> float:
    """Gems beyond the places they win now, the court's points to come, cards and the throne room."""
    me = state.seats[seat]
    left = (ROUNDS + 1 - state.round) / ROUNDS
    worth = float(me.court)
    for colour in range(COLOURS):
        worth += PROGRESS * left * min(int(me.gems[colour]), 8)
    worth += (BLACK_WORTH - 2.0) * left * min(int(me.gems[Gem.BLACK]), 3)
    for card in range(CHARACTERS):
        if me.hand[card]:
            worth += hand_worth(state, card)
    for slot in range(FIRST_THRONE, SLOTS):
        if state.place[slot] == THRONE and state.owner[slot] == seat:
            worth += PER_THRONE_VALUE * state.value[slot]
    return worth


@compilable
def hand_worth(state: State, card: int) -> float:
    """What a card in the hand is worth."""
    if card == Character.SPY or card == Character.BISHOP or card == Character.MAGICIAN:
        return QUIET_CARD_WORTH if state.round < ROUNDS else 0.0
    return CARD_WORTH if state.round < ROUNDS else LATE_CARD_WORTH


@compilable
def seat_outlook(state: State, seat: int) -> float:
    """Brokers behind the screen and in the front, a bid not shown yet, the order card, cards in play."""
    me = state.seats[seat]
    worth = PER_FRONT_VALUE * pile_sum(me.front)
    if state.phase < Phase.CARDS_BEFORE:
        worth += PER_VALUE * pile_sum(me.screen)
        if state.phase == Phase.BID and me.choice != NONE:
            bid = int(VALUE_LOW[me.choice]) + int(VALUE_HIGH[me.choice])
            worth += BID_STAKE * bid / (bid + USUAL_BID) - (PER_VALUE - PER_FRONT_VALUE) * bid
        worth += LATE_ORDER * (me.chosen if me.chosen else me.order)
    elif state.phase == Phase.THRONE and me.choice != NONE:
        worth += (PER_THRONE_VALUE - PER_VALUE) * me.choice
    worth += IN_PLAY_WORTH * (
        int(state.spy == seat) + int(state.bishop == seat) + int(state.magician == seat)
    )
    return worth + INTRIGUER_WORTH * int(state.intriguer == seat) + QUEEN_WORTH * int(state.queen == seat)


@compilable
def openness(state: State) -> float:
    """How much may still come to a place: less as placement goes on, nothing when it is over."""
    if state.phase >= Phase.CARDS_BEFORE:
        return 0.02
    return OPEN * (1.0 - state.turn / (4.0 * state.players + 1.0)) + 0.05


@compilable
def share(state: State, seat: int, first: int, last: int, sharp: bool) -> float:
    """The share of a seat in the places first .. last - 1: 1 where nobody else can win any more.

    The square of what a party has there, or with `sharp` its fourth power, against that of all others.
    """
    if presence(state, seat, first, last) == 0:
        return 0.0
    own, others = 0.0, openness(state)
    for party in range(party_count(state)):
        if presence(state, party, first, last):
            weight = strength(state, party, first, last) + BASE
            weight = weight * weight
            if sharp:
                weight = weight * weight
            if party == seat:
                own = weight
            else:
                others += weight
    return own / (own + others)


@compilable
def palace_worth(state: State, quarter: int) -> float:
    """What winning the palace of a quarter brings."""
    card = int(state.character[quarter])
    if card == NONE:
        return 0.0
    if COURT_WORTH[card] > 0:
        return float(COURT_WORTH[card])
    return GEM_WORTH if card == Character.WHITE_GEM else CARD_WORTH


@compilable
def city_outlook(state: State, seat: int) -> float:
    """What the quarters that are not counted yet may bring."""
    worth = 0.0
    sharp = state.phase >= Phase.CARDS_BEFORE
    merchants = float(MERCHANTS_WITH_CARD if state.merchant else MERCHANTS_WORTH)
    gems = 4.0 if state.players == 4 else 3.0
    for quarter in range(max(int(state.quarter), 0), state.quarters):
        first = quarter * DISTRICTS
        if state.ship[quarter] != NONE:
            worth += GEM_WORTH * min(2.0, gems * share(state, seat, first, first + DISTRICTS, sharp))
        harbour, middle = first + District.HARBOUR, first + District.MERCHANTS
        palace = first + District.PALACE
        worth += BLACK_WORTH * share(state, seat, harbour, harbour + 1, sharp)
        worth += merchants * share(state, seat, middle, middle + 1, sharp)
        worth += palace_worth(state, quarter) * share(state, seat, palace, palace + 1, sharp)
    return worth


@compilable
def market_outlook(state: State, seat: int) -> float:
    """What rows, best bidder and columns may bring."""
    sharp = state.phase >= Phase.CARDS_BEFORE
    worth = 0.0
    for row in range(FIRST_ROW[state.players], ROWS):
        if state.market[row] != NONE:
            first = FIRST_CELL + row * COLOURS
            worth += GEM_WORTH * share(state, seat, first, first + COLOURS, sharp)
    if state.phase < Phase.BEST:
        worth += BEST_BIDDER_WORTH * share(state, seat, FIRST_CELL, PLACES, sharp)
        for colour in range(COLOURS):
            worth += PER_STEP * advantage(state, seat, colour) * column_move(state, colour)
    return worth


@compilable
def advantage(state: State, seat: int, colour: int) -> float:
    """Gems of a colour that a seat has more than the others have on average."""
    others = 0
    for party in range(party_count(state)):
        if party != seat:
            others += int(state.seats[party].gems[colour])
    return int(state.seats[seat].gems[colour]) - others / (party_count(state) - 1.0)


@compilable
def column_move(state: State, colour: int) -> float:
    """How the value of a colour would move now; columns that are equal share."""
    own = column_key(state, colour)
    above, tied = 0, 0
    for other in range(COLOURS):
        key = column_key(state, other)
        above += int(key > own)
        tied += int(key == own)
    moves = 0.0
    for rank in range(above, above + tied):
        moves += COLUMN_MOVES[rank]
    return moves / tied
