"""The gain of a broker in every contest that it enters: district, quarter, row, market.

A contest is a set of places with one prize. The districts have the numbers of their places; the quarters,
rows and the whole market have the numbers behind them. The estimate shares a prize by the squares of the
parties' strengths. The gain of a broker is the prize times the growth of the seat's own share, less the
growth of the rivals' share.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from donjon.games.ys.model import (
    BLACK_TABLE,
    COURT_WORTH,
    GEM_TABLE,
    LARGE_COUNT,
    MERCHANTS_WORTH,
    SHIP_LARGE,
    SHIP_SMALL,
    SOLDIER_VALUE,
    State,
    is_neutral,
    party_count,
)
from donjon.games.ys.nouns import (
    CHARACTERS,
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    FIRST_NEUTRAL,
    FIRST_THRONE,
    GEMS,
    NEUTRAL_SLOTS,
    NONE,
    PLACES,
    QUARTERS,
    ROUNDS,
    ROWS,
    VALUES,
    Character,
    District,
    Gem,
)
from donjon.games.ys.pieces import colour_rank
from donjon.kernel.bot_settings import names_of, read_policy
from donjon.kernel.compiling import compilable
from donjon.kernel.nouns import at_hand
from donjon.kernel.records import Floats, Grid, Ints

# The policy: numbers in points, found by self-play (`bench.playout_policy`); float64[POLICY_SIZE].
# `SHIPPED_POLICY` is the one in use, of `playout_policy.toml`.


class Weight(IntEnum):
    """The numbers of a policy; after them come the weights of the cards, one for each."""

    BASE = 0  # what standing in a contest weighs, beside the sum there
    OPEN = 1  # what may still come to a contest while all turns are left
    SHUT = 2  # and when none is left
    RIVALS = 3  # how much the part of the rivals counts, beside the own one
    HIDDEN = 4  # what a rival's broker lying face down is guessed to be
    NEUTRAL_HIDDEN = 5  # and a neutral one
    NEUTRAL_PLACED = 6  # the assumed value of a neutral broker not placed yet
    NEUTRAL_FIRST = 7  # placing it before the own ones
    COST = 8  # what a broker of 0 would be worth elsewhere; those of 1 to 4 are the next numbers
    EARLY_COST = 13  # a point of a broker more while all turns are left
    UP = 14  # placing the broker first that lies face up
    HIDE = 15  # a point of a broker lying face down
    FRONT = 16  # what taking a broker from the front costs
    SHIP = 17  # the gems of a quarter, all of them
    GEM = 18  # any gem
    GEM_RANK = 19  # a step in the order of the values of colours
    GEM_GAIN = 20  # a point that it would bring if scored now
    GEM_MORE = 21  # a gem of the same colour that one has
    HARBOUR = 22  # any black gem
    HARBOUR_GAIN = 23  # a point that it brings
    PALACE = 24  # a card that can be played in two rounds or more
    LATE_PALACE = 25  # in one
    CELL = 26  # a place in the market
    ROW = 27  # the gem of a row
    BEST_BIDDER = 28
    COLUMN = 29  # a point of a broker in the column of a colour, for each gem more than the others have
    BID = 30  # the usual bid
    BID_MISS = 31  # a point of a bid more or less than that
    BID_ZERO = 32  # a broker of 0 in a bid
    BID_FOUR = 33  # a broker of 4
    LATE_ORDER = 34  # a place later in the order
    LOOK = 35  # choosing a broker for Spy, Wizard or Messenger
    SOLDIER = 36  # a point less of the broker that the Soldier makes 5
    MESSENGER = 37  # a point of the place to which the Messenger moves


at_hand(Weight)
CARD_NAMES = Character.ids()[:CHARACTERS]
_NUMBERS = names_of(Weight, {Weight.COST: [f"cost_{value}" for value in range(VALUES)]})
WEIGHTS = len(_NUMBERS)
NAMES = (*_NUMBERS, *(f"cards.{name}" for name in CARD_NAMES))
POLICY_SIZE = len(NAMES)
SHIPPED_POLICY = read_policy("donjon.games.ys.bots", "playout_policy.toml", NAMES)


# Contests

FIRST_QUARTER = FIRST_CELL  # contests
FIRST_ROW_CONTEST = FIRST_QUARTER + QUARTERS
MARKET = FIRST_ROW_CONTEST + ROWS
CONTESTS = MARKET + 1
# Behind the contests two rows of a board hold what brokers of each value bring.
WIDE, NARROW = CONTESTS, CONTESTS + 1
# The strength in a contest is always more than this. As a lower bound it shows the reader and the compiler,
# which would check every time, that nothing is divided by 0.
LEAST = 0.01
# The contests that a place belongs to: district or row, and quarter or the whole market.
NARROW_CONTEST: Ints = np.array(
    [*range(FIRST_CELL), *(FIRST_ROW_CONTEST + cell // COLOURS for cell in range(ROWS * COLOURS))], np.int64
)
WIDE_CONTEST: Ints = np.array(
    [*(FIRST_QUARTER + place // DISTRICTS for place in range(FIRST_CELL)), *[MARKET] * (ROWS * COLOURS)],
    np.int64,
)


@compilable
def look_at_board(state: State, seat: int, policy: Floats) -> Grid:
    """Return the estimated strength of each party in each contest: float64[CONTESTS + 2, VALUES].

    The strength is 0 where a party has no broker; else BASE plus the sum of its brokers, guessed where the
    seat does not see them.
    """
    board = np.zeros((CONTESTS + 2, VALUES), np.float64)
    base = float(policy[Weight.BASE])
    for slot in range(FIRST_NEUTRAL + 2 * NEUTRAL_SLOTS if state.players == 2 else FIRST_THRONE):
        place = int(state.place[slot])
        if 0 <= place < PLACES:
            party = int(state.owner[slot])
            value = seeming_value(state, seat, slot, party, policy)
            stand_in(board, int(NARROW_CONTEST[place]), party, value, base)
            stand_in(board, int(WIDE_CONTEST[place]), party, value, base)
    return board


@compilable
def seeming_value(state: State, seat: int, slot: int, party: int, policy: Floats) -> float:
    """Return a quick guess of a broker's value as a seat sees it."""
    if state.marked[slot]:
        return float(SOLDIER_VALUE)
    if state.face[slot] or party == seat:
        return float(state.value[slot])
    return float(policy[Weight.NEUTRAL_HIDDEN] if is_neutral(state, party) else policy[Weight.HIDDEN])


@compilable
def stand_in(board: Grid, contest: int, party: int, value: float, base: float) -> None:
    """Add a broker of a party to a contest."""
    own_sum = float(board[contest, party])
    board[contest, party] = value + (own_sum if own_sum > 0 else base)


@compilable
def add_gains(
    state: State, seat: int, contest: int, prize: float, open: float, board: Grid, row: int, policy: Floats
) -> float:
    """Add to board[row, value] the gain of a broker of the seat with each value in a contest.

    `open` is the strength that may still be added to the contest. Return the gain of a neutral broker
    there.
    """
    base, mine, neutral = float(policy[Weight.BASE]), float(board[contest, seat]), 0.0
    rivals, others = 0.0, open
    for party in range(party_count(state)):
        if party != seat:
            strength = float(board[contest, party])
            others += strength * strength
            if is_neutral(state, party):
                neutral = strength
            else:
                rivals += strength * strength
    rivals *= float(policy[Weight.RIVALS])
    before = own_part(mine, rivals, others)
    joined = mine if mine > 0 else base
    for value in range(VALUES):
        board[row, value] += prize * (own_part(joined + value, rivals, others) - before)
    more = float(policy[Weight.NEUTRAL_PLACED]) + (neutral if neutral > 0 else base)
    return prize * (own_part(mine, rivals, others + more * more - neutral * neutral) - before)


@compilable
def own_part(mine: float, rivals: float, others: float) -> float:
    """Return the share of a contest that strength `mine` wins, less the share of the rivals."""
    weight = mine * mine
    total = weight + others
    return (weight - rivals) / (total if total > LEAST else LEAST)


@compilable
def wipe(board: Grid, row: int) -> None:
    """Set the gains in a row of the board to 0."""
    for value in range(VALUES):
        board[row, value] = 0.0


@compilable
def best_gain(screen: Ints, board: Grid, cost: float, policy: Floats) -> float:
    """Return the most that a broker behind the screen gains, less `cost` for each point of its value."""
    best = -1e9
    for value in range(VALUES):
        if screen[value]:
            gain = float(board[WIDE, value] + board[NARROW, value])
            best = max(best, gain - cost * value - float(policy[Weight.COST + value]))
    return best


MIDDLE_RANK = (COLOURS - 1) / 2
MANY_GEMS = 5  # of a colour: more of them make the next one no more welcome


@compilable
def gem_worths(state: State, seat: int, policy: Floats) -> Floats:
    """Return the worth of one more gem of each kind, float64[GEMS]; white counts as the best colour."""
    worths = np.zeros(GEMS, np.float64)
    worths[Gem.BLACK] = black_worth(state, seat, policy)
    for colour in range(COLOURS):
        worths[colour] = gem_worth(state, seat, colour, policy)
        worths[Gem.WHITE] = max(worths[Gem.WHITE], worths[colour])
    return worths


@compilable
def black_worth(state: State, seat: int, policy: Floats) -> float:
    """Return the worth of one more black gem (YS-7.7)."""
    own = min(int(state.seats[seat].gems[Gem.BLACK]), BLACK_TABLE.shape[0] - 2)
    gain = int(BLACK_TABLE[own + 1]) - int(BLACK_TABLE[own])
    return float(policy[Weight.HARBOUR] + policy[Weight.HARBOUR_GAIN] * gain)


@compilable
def gem_worth(state: State, seat: int, colour: int, policy: Floats) -> float:
    """Return the worth of one more gem of a colour, by its value, its points and those in hand."""
    own, rank = int(state.seats[seat].gems[colour]), colour_rank(state, colour)
    worth = policy[Weight.GEM] + policy[Weight.GEM_RANK] * (MIDDLE_RANK - rank)
    gain = place_points(state, seat, own + 1, colour, rank) - place_points(state, seat, own, colour, rank)
    return float(worth + policy[Weight.GEM_GAIN] * gain + policy[Weight.GEM_MORE] * min(own, MANY_GEMS))


@compilable
def place_points(state: State, seat: int, count: int, colour: int, rank: int) -> int:
    """Return the points for `count` gems of a colour (YS-7.2 to YS-7.5)."""
    if count == 0:
        return 0
    place = 0
    for other in range(party_count(state)):
        place += other != seat and state.seats[other].gems[colour] >= count
    return int(GEM_TABLE[rank, place])


@compilable
def ship_worth(state: State, quarter: int, worths: Floats, policy: Floats) -> float:
    """Return the worth of the gems of a quarter's ship, 0 without a ship."""
    ship = int(state.ship[quarter])
    if ship == NONE:
        return 0.0
    large = LARGE_COUNT[state.players] * worths[SHIP_LARGE[ship]]
    return float(policy[Weight.SHIP] * (large + worths[SHIP_SMALL[ship, 0]] + worths[SHIP_SMALL[ship, 1]]))


@compilable
def district_worth(state: State, quarter: int, district: int, worths: Floats, policy: Floats) -> float:
    """Return the worth of winning a district."""
    if district == District.MERCHANTS:
        return float(MERCHANTS_WORTH)
    if district == District.PALACE:
        return palace_worth(state, quarter, worths, policy)
    return float(worths[Gem.BLACK])


@compilable
def palace_worth(state: State, quarter: int, worths: Floats, policy: Floats) -> float:
    """Return the worth of the card of a palace."""
    card = int(state.character[quarter])
    if card == NONE:
        return 0.0
    if COURT_WORTH[card] > 0:
        return float(COURT_WORTH[card])
    if card == Character.WHITE_GEM:
        return float(worths[Gem.WHITE])
    return float(policy[Weight.PALACE] if state.round < ROUNDS - 1 else policy[Weight.LATE_PALACE])
