"""A quick guess of what a position is worth to a seat, for greedy play and the leaves of a search."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from donjon.games.ys.market import column_key
from donjon.games.ys.model import (
    COLUMN_MOVES,
    COURT_WORTH,
    FIRST_ROW,
    GEM_TABLE,
    MERCHANTS_WITH_CARD,
    MERCHANTS_WORTH,
    VALUE_HIGH,
    VALUE_LOW,
    State,
    party_count,
)
from donjon.games.ys.nouns import (
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
    TRACK_SOURCES,
    Character,
    District,
    Gem,
    Phase,
)
from donjon.games.ys.pieces import colour_rank, pile_sum
from donjon.games.ys.scoring import black_points, colour_points, total
from donjon.games.ys.ties import presence, strength
from donjon.kernel.bot_settings import names_of, read_policy
from donjon.kernel.compiling import compilable
from donjon.kernel.nouns import at_hand
from donjon.kernel.records import Floats, Record, Records, field, layout

# The numbers of the estimate, in points unless a comment says otherwise, fitted to the results of games.
# `ESTIMATE_POLICY[0]` is in use (`estimate_policy.toml`, found by `bench.estimate_policy`).


class Weight(IntEnum):
    """The numbers of a policy; a number that differs by round is named by its first round."""

    GEM_NOW = 0  # of what a colour would bring if scored now
    GEM_HOPE = 4  # of its first place's points, by the share of squares that the own gems are
    GEM_OPEN = 8  # what may still come to a colour, in squares of gems
    GEM_EACH = 12  # any gem held
    BLACK_NOW = 16  # of what black gems would bring if scored now
    BLACK_EACH = 20  # each of the first three black gems
    SHIP = 24  # a gem of a quarter or row to come
    HARBOUR = 28  # the black gem of a harbour to come
    MERCHANTS = 32  # times the points of merchants to come
    COURT_TO_COME = 33  # times those of Prince and King
    CARD_TO_COME = 34  # a card of a palace
    BEST_BIDDER = 35
    COLUMN = 36  # a step of a colour's value, for each gem more than the others have
    COURT = 37  # times the points of Prince and King that are had
    CARD = 38  # held
    LATE_CARD = 39  # held in the last round
    QUIET_CARD = 40  # Spy, Bishop or Magician: not more than having them in play
    IN_PLAY = 41
    INTRIGUER = 42
    QUEEN = 43
    TO_PLACE = 44  # a point of a broker still to be placed
    FRONT = 45  # and of one that stands in the front, for ties
    LATE_ORDER = 46  # a place later in the order
    THRONE = 47  # a point of a broker in the throne room
    PRESENT = 48  # what a broker of 0 still weighs in a contest
    OPEN = 49  # what may come to a contest of all while all turns are left
    LAST = 50  # and when none is left
    UNSETTLED = 51  # times what contests seem to bring while brokers are still placed


at_hand(Weight)
_BY_ROUND = (
    Weight.GEM_NOW,
    Weight.GEM_HOPE,
    Weight.GEM_OPEN,
    Weight.GEM_EACH,
    Weight.BLACK_NOW,
    Weight.BLACK_EACH,
    Weight.SHIP,
    Weight.HARBOUR,
)
NAMES = names_of(
    Weight,
    {weight: [f"{weight.name.lower()}_{number}" for number in range(1, ROUNDS + 1)] for weight in _BY_ROUND},
)
POLICY_SIZE = len(NAMES)


class Policy(Record):
    """The numbers of a policy, indexed by Weight."""

    numbers: Floats = field("f8", POLICY_SIZE)


POLICY = layout(Policy)
_NUMBERS = read_policy("donjon.games.ys.bots", "estimate_policy.toml", NAMES)
ESTIMATE_POLICY: Records[Policy] = _NUMBERS.view(POLICY)  # type: ignore[attr-defined]


# The estimate

# The stake of a bid, shared by its part in this and one rival's usual bid, and the cost of a point of it.
# Set by hand: games hold too little about bids that are made and not revealed yet.
BID_STAKE, BID_COST = 5.6, 0.35
USUAL_BID = 4


@compilable
def estimate(state: State, seat: int) -> float:
    """Return the expected points: points scored, gems, and what places, brokers and cards may bring."""
    if state.phase == Phase.OVER:
        return float(total(state, seat))
    # One type for all callers, so that the functions below are compiled only once.
    return estimate_by_policy(state, np.int64(seat), ESTIMATE_POLICY[0])  # type: ignore[arg-type]


@compilable
def estimate_by_policy(state: State, seat: int, policy: Policy) -> float:
    """Return the expected points by a given policy while the game is not over."""
    worth = gems_held(state, seat, policy) + holdings(state, seat, policy)
    worth += seat_outlook(state, seat, policy)
    if Phase.PLACE <= state.phase < Phase.CARDS_AFTER or state.phase == Phase.SPY:
        certainty = float(policy.numbers[Weight.UNSETTLED]) if state.phase < Phase.CARDS_BEFORE else 1.0
        worth += certainty * (city_outlook(state, seat, policy) + market_outlook(state, seat, policy))
    return worth


@compilable
def by_round(state: State, weight: int, policy: Policy) -> float:
    """Return a number of the policy for this round; once its places are scored, for the next."""
    past = state.round if state.phase >= Phase.CARDS_AFTER else state.round - 1
    return float(policy.numbers[weight + min(past, ROUNDS - 1)])


@compilable
def gems_held(state: State, seat: int, policy: Policy) -> float:
    """Return what gems will bring: less than if scored now, for others gather gems too."""
    if state.round == ROUNDS and state.phase >= Phase.CARDS_AFTER:
        return gems_now(state, seat, 1.0, 1.0)
    me = state.seats[seat]
    now, black_now = by_round(state, Weight.GEM_NOW, policy), by_round(state, Weight.BLACK_NOW, policy)
    hope, more = by_round(state, Weight.GEM_HOPE, policy), by_round(state, Weight.GEM_OPEN, policy)
    each, black_each = by_round(state, Weight.GEM_EACH, policy), by_round(state, Weight.BLACK_EACH, policy)
    worth = gems_now(state, seat, now, black_now) + black_each * min(int(me.gems[Gem.BLACK]), 3)
    for colour in range(COLOURS):
        own, all_squares = int(me.gems[colour]), 0
        for party in range(party_count(state)):
            all_squares += int(state.seats[party].gems[colour]) ** 2
        first_place = int(GEM_TABLE[colour_rank(state, colour), 0])
        worth += each * own + hope * first_place * own * own / (all_squares + more)
    return worth


@compilable
def gems_now(state: State, seat: int, coloured: float, black: float) -> float:
    """Return the points of gems if scored now, with a factor each for coloured and black ones."""
    worth = black * black_points(state, seat)
    for colour in range(COLOURS):
        worth += coloured * colour_points(state, seat, colour)
    return worth


@compilable
def holdings(state: State, seat: int, policy: Policy) -> float:
    """Return the worth of points scored, points still to come from the court, cards and the throne room."""
    me, numbers = state.seats[seat], policy.numbers
    worth = numbers[Weight.COURT] * float(me.court)
    for source in range(TRACK_SOURCES):
        worth += float(me.points[source])
    for card in range(CHARACTERS):
        if me.hand[card]:
            worth += hand_worth(state, card, policy)
    for slot in range(FIRST_THRONE, SLOTS):
        if state.place[slot] == THRONE and state.owner[slot] == seat:
            worth += numbers[Weight.THRONE] * state.value[slot]
    return worth


@compilable
def hand_worth(state: State, card: int, policy: Policy) -> float:
    """Return the worth of a card in hand."""
    if card == Character.SPY or card == Character.BISHOP or card == Character.MAGICIAN:
        return float(policy.numbers[Weight.QUIET_CARD]) if state.round < ROUNDS else 0.0
    return float(policy.numbers[Weight.CARD if state.round < ROUNDS else Weight.LATE_CARD])


@compilable
def seat_outlook(state: State, seat: int, policy: Policy) -> float:
    """Return the worth of brokers to place or in front, a hidden bid, the order card and cards in play."""
    me, numbers = state.seats[seat], policy.numbers
    to_place, front, throne = numbers[Weight.TO_PLACE], numbers[Weight.FRONT], numbers[Weight.THRONE]
    worth = front * pile_sum(me.front)
    if state.phase < Phase.CARDS_BEFORE:
        worth += to_place * pile_sum(me.screen)
        if state.phase == Phase.BID and me.choice != NONE:
            bid = int(VALUE_LOW[me.choice]) + int(VALUE_HIGH[me.choice])
            worth += BID_STAKE * bid / (bid + USUAL_BID) - BID_COST * bid
        worth += numbers[Weight.LATE_ORDER] * (me.chosen if me.chosen else me.order)
    elif state.phase == Phase.THRONE and me.choice != NONE:
        worth += (throne - to_place) * me.choice
    in_play = int(state.spy == seat) + int(state.bishop == seat) + int(state.magician == seat)
    worth += numbers[Weight.IN_PLAY] * in_play
    worth += numbers[Weight.INTRIGUER] * int(state.intriguer == seat)
    return float(worth + numbers[Weight.QUEEN] * int(state.queen == seat))


@compilable
def openness(state: State, policy: Policy) -> float:
    """Return how much may still be added to a place: less with every turn, almost nothing at the end."""
    if state.phase >= Phase.CARDS_BEFORE:
        return 0.02
    left = 1.0 - state.turn / (4.0 * state.players + 1.0)
    return float(policy.numbers[Weight.OPEN] * left + policy.numbers[Weight.LAST])


@compilable
def share(state: State, seat: int, first: int, last: int, policy: Policy) -> float:
    """Return the share of a seat in the places first .. last - 1: 1 where no other party can win any more.

    It is the square of the seat's strength there, or its fourth power once all brokers are placed,
    divided by the sum for all parties and what may still be added.
    """
    if presence(state, seat, first, last) == 0:
        return 0.0
    own, others = 0.0, openness(state, policy)
    for party in range(party_count(state)):
        if presence(state, party, first, last):
            weight = strength(state, party, first, last) + policy.numbers[Weight.PRESENT]
            weight = weight * weight
            if state.phase >= Phase.CARDS_BEFORE:
                weight = weight * weight
            if party == seat:
                own = weight
            else:
                others += weight
    return own / (own + others)


@compilable
def palace_worth(state: State, quarter: int, policy: Policy) -> float:
    """Return the worth of winning the palace of a quarter."""
    card = int(state.character[quarter])
    if card == NONE:
        return 0.0
    if COURT_WORTH[card] > 0:
        return float(policy.numbers[Weight.COURT_TO_COME] * COURT_WORTH[card])
    if card == Character.WHITE_GEM:
        return by_round(state, Weight.SHIP, policy)
    return float(policy.numbers[Weight.CARD_TO_COME])


@compilable
def city_outlook(state: State, seat: int, policy: Policy) -> float:
    """Return what the quarters that are not scored yet may bring."""
    worth, gem, black = 0.0, by_round(state, Weight.SHIP, policy), by_round(state, Weight.HARBOUR, policy)
    merchants = policy.numbers[Weight.MERCHANTS] * (
        MERCHANTS_WITH_CARD if state.merchant else MERCHANTS_WORTH
    )
    gems = 4.0 if state.players == 4 else 3.0
    for quarter in range(max(int(state.quarter), 0), state.quarters):
        first = quarter * DISTRICTS
        if state.ship[quarter] != NONE:
            worth += gem * min(2.0, gems * share(state, seat, first, first + DISTRICTS, policy))
        harbour, middle = first + District.HARBOUR, first + District.MERCHANTS
        palace = first + District.PALACE
        worth += black * share(state, seat, harbour, harbour + 1, policy)
        worth += merchants * share(state, seat, middle, middle + 1, policy)
        worth += palace_worth(state, quarter, policy) * share(state, seat, palace, palace + 1, policy)
    return worth


@compilable
def market_outlook(state: State, seat: int, policy: Policy) -> float:
    """Return what rows, best bidder and columns may bring."""
    worth, gem = 0.0, by_round(state, Weight.SHIP, policy)
    for row in range(FIRST_ROW[state.players], ROWS):
        if state.market[row] != NONE:
            first = FIRST_CELL + row * COLOURS
            worth += gem * share(state, seat, first, first + COLOURS, policy)
    if state.phase < Phase.BEST:
        worth += policy.numbers[Weight.BEST_BIDDER] * share(state, seat, FIRST_CELL, PLACES, policy)
        step = policy.numbers[Weight.COLUMN]
        for colour in range(COLOURS):
            worth += step * advantage(state, seat, colour) * column_move(state, colour)
    return worth


@compilable
def advantage(state: State, seat: int, colour: int) -> float:
    """Return how many more gems of a colour a seat has than the others have on average."""
    others = 0
    for party in range(party_count(state)):
        if party != seat:
            others += int(state.seats[party].gems[colour])
    return int(state.seats[seat].gems[colour]) - others / (party_count(state) - 1.0)


@compilable
def column_move(state: State, colour: int) -> float:
    """Return how the value of a colour would move now; tied columns get the mean of their moves."""
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
