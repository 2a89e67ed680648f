"""What a broker brings to whoever places it, in every contest that it enters: district, quarter, row, market.

A contest is what places are won by together: the districts have the numbers of their places, the quarters,
rows and the whole market those behind them. Its prize is thought to be shared out by the squares of what
the parties have there; what a broker brings is the prize times how much that moves the own part, and that of
the rivals the other way.
"""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Grid, Ints
from donjon.ys.bots.playout_policy import Weight
from donjon.ys.gems import colour_rank
from donjon.ys.nouns import (
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
from donjon.ys.state import State, is_neutral, party_count
from donjon.ys.tables import (
    BLACK_TABLE,
    COURT_WORTH,
    GEM_TABLE,
    LARGE_COUNT,
    MERCHANTS_WORTH,
    SHIP_LARGE,
    SHIP_SMALL,
    SOLDIER_VALUE,
)

FIRST_QUARTER = FIRST_CELL  # contests
FIRST_ROW_CONTEST = FIRST_QUARTER + QUARTERS
MARKET = FIRST_ROW_CONTEST + ROWS
CONTESTS = MARKET + 1
# Behind the contests two rows of a board hold what brokers of each value bring.
WIDE, NARROW = CONTESTS, CONTESTS + 1
# All that is in a contest together is more than that; who reads it knows that nothing is divided by 0, and
# the compiler, which would else ask each time.
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
    """What a seat takes every party to have in every contest: float64[CONTESTS + 2, VALUES], by party.

    0 where a party does not stand; else the sum of its brokers, as far as the seat sees them, and BASE.
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
    """What a seat takes a broker for at a glance."""
    if state.marked[slot]:
        return float(SOLDIER_VALUE)
    if state.face[slot] or party == seat:
        return float(state.value[slot])
    return float(policy[Weight.NEUTRAL_HIDDEN] if is_neutral(state, party) else policy[Weight.HIDDEN])


@compilable
def stand_in(board: Grid, contest: int, party: int, value: float, base: float) -> None:
    """A broker more of a party in a contest."""
    there = float(board[contest, party])
    board[contest, party] = value + (there if there > 0 else base)


@compilable
def add_gains(
    state: State, seat: int, contest: int, prize: float, open: float, board: Grid, row: int, policy: Floats
) -> float:
    """Add to board[row, value] what an own broker of each value brings in a contest.

    `open` is what may still come to it. Returns what a neutral broker brings there.
    """
    base, mine, neutral = float(policy[Weight.BASE]), float(board[contest, seat]), 0.0
    rivals, others = 0.0, open
    for party in range(party_count(state)):
        if party != seat:
            there = float(board[contest, party])
            others += there * there
            if is_neutral(state, party):
                neutral = there
            else:
                rivals += there * there
    rivals *= float(policy[Weight.RIVALS])
    before = own_part(mine, rivals, others)
    joined = mine if mine > 0 else base
    for value in range(VALUES):
        board[row, value] += prize * (own_part(joined + value, rivals, others) - before)
    more = float(policy[Weight.NEUTRAL_PLACED]) + (neutral if neutral > 0 else base)
    return prize * (own_part(mine, rivals, others + more * more - neutral * neutral) - before)


@compilable
def own_part(mine: float, rivals: float, others: float) -> float:
    """The part of a contest that who has so much gets, less what the rivals get."""
    weight = mine * mine
    whole = weight + others
    return (weight - rivals) / (whole if whole > LEAST else LEAST)


@compilable
def wipe(board: Grid, row: int) -> None:
    """Forget what brokers bring."""
    for value in range(VALUES):
        board[row, value] = 0.0


@compilable
def best_gain(screen: Ints, board: Grid, cost: float, policy: Floats) -> float:
    """What the broker behind the screen brings that brings most, where a point of it costs so much more."""
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
    """YS-7.2 to YS-7.5: what so many gems of a colour score."""
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
