"""Scores of the legal actions at a glance: the policy of quick play in playouts.

One function for each meaning of a kind of actions, (state, seat, first, mask, out, policy): it fills
out[first + argument], float32, for the actions set in `mask`, with a guess of the points that they bring, by
the numbers of a policy. Kinds without one count 0. `rate_at` joins the functions to the actions, because
chapters do not know bots.
"""

from __future__ import annotations

from collections.abc import Callable

from donjon.games.ys.bidding import BID, ORDER
from donjon.games.ys.bots.contests import (
    FIRST_QUARTER,
    FIRST_ROW_CONTEST,
    MARKET,
    NARROW,
    NARROW_CONTEST,
    SHIPPED_POLICY,
    WEIGHTS,
    WIDE,
    WIDE_CONTEST,
    Weight,
    add_gains,
    best_gain,
    district_worth,
    gem_worths,
    look_at_board,
    ship_worth,
    wipe,
)
from donjon.games.ys.bots.estimate import advantage
from donjon.games.ys.cards import CARD, WINDOW_PHASES
from donjon.games.ys.counting import GEM, TAKE_TWO
from donjon.games.ys.decisions import ACTIONS, legal
from donjon.games.ys.market import LOWER, RAISE
from donjon.games.ys.model import FIRST_ROW, GEM_HIGH, GEM_LOW, VALUE_HIGH, VALUE_LOW, State, party_count
from donjon.games.ys.moving import BROKER
from donjon.games.ys.nouns import (
    CHARACTERS,
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    GEM_PAIRS,
    GEMS,
    MAX_SEATS,
    NONE,
    PLACES,
    ROWS,
    SLOTS,
    VALUE_PAIRS,
    VALUES,
    Gem,
    Phase,
)
from donjon.games.ys.pieces import quarter_of
from donjon.games.ys.placing import PLACE, UP, VALUE
from donjon.kernel import rng
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Grid, Ints
from donjon.kernel.rng import Rng

BIDS, PAIRS = len(VALUE_PAIRS), len(GEM_PAIRS)
HIGHEST_VALUE = VALUES - 1
TURNS = 4.0  # of each seat in a round
SOLDIER = 0.4
PER_MISS = 0.35
PER_THRONE_VALUE = 0.5
# Each broker of another party, or of the seat itself, makes a place worth less to the Messenger.
PER_OTHER, PER_OWN = 0.4, 0.7


@compilable
def bids(_state: State, _seat: int, first: int, _mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with scores that prefer a bid of the usual sum without very low or very high brokers."""
    for pair in range(BIDS):
        low, high = int(VALUE_LOW[pair]), int(VALUE_HIGH[pair])
        zeros = int(low == 0) + int(high == 0)
        fours = int(low == HIGHEST_VALUE) + int(high == HIGHEST_VALUE)
        miss = abs(low + high - policy[Weight.BID])
        out[first + pair] = (
            policy[Weight.BID_ZERO] * zeros + policy[Weight.BID_FOUR] * fours - policy[Weight.BID_MISS] * miss
        )


@compilable
def orders(_state: State, _seat: int, first: int, _mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with scores that prefer to place late."""
    for index in range(MAX_SEATS):
        out[first + index] = policy[Weight.LATE_ORDER] * index


@compilable
def cards(_state: State, _seat: int, first: int, _mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with the weight of each card in the policy."""
    for card in range(CHARACTERS):
        out[first + card] = policy[WEIGHTS + card]


@compilable
def turns_left(state: State) -> float:
    """Return the part of the turns of the round that is left."""
    return max(0.0, 1.0 - int(state.turn) / (TURNS * int(state.players)))


@compilable
def openness(state: State, policy: Floats) -> float:
    """Return the strength that may still be added to a contest."""
    return float(policy[Weight.SHUT] + policy[Weight.OPEN] * turns_left(state))


@compilable
def places(state: State, seat: int, first: int, mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with scores of the places: with the best broker for each, and with a neutral one.

    The actions that place a broker face up, face down and a neutral one lie one after the other.
    """
    board, worths = look_at_board(state, seat, policy), gem_worths(state, seat, policy)
    open = openness(state, policy)
    for quarter in range(state.quarters):
        prize = ship_worth(state, quarter, worths, policy)
        wipe(board, WIDE)
        harm = add_gains(state, seat, FIRST_QUARTER + quarter, prize, open, board, WIDE, policy)
        for district in range(DISTRICTS):
            place = quarter * DISTRICTS + district
            prize = district_worth(state, quarter, district, worths, policy)
            wipe(board, NARROW)
            gain = harm + add_gains(state, seat, place, prize, open, board, NARROW, policy)
            put_scores(state, seat, first + place, 0.0, 0.0, gain, board, out, policy)
    wipe(board, WIDE)
    harm = add_gains(state, seat, MARKET, float(policy[Weight.BEST_BIDDER]), open, board, WIDE, policy)
    for row in range(int(FIRST_ROW[state.players]), ROWS):
        wipe(board, NARROW)
        prize = row_worth(state, row, worths, policy)
        gain = harm + add_gains(state, seat, FIRST_ROW_CONTEST + row, prize, open, board, NARROW, policy)
        for colour in range(COLOURS):
            cell = first + FIRST_CELL + row * COLOURS + colour
            if mask[cell] or mask[cell + PLACES] or mask[cell + 2 * PLACES]:
                push = float(policy[Weight.COLUMN]) * advantage(state, seat, colour)
                put_scores(state, seat, cell, float(policy[Weight.CELL]), push, gain, board, out, policy)


@compilable
def put_scores(
    state: State,
    seat: int,
    place: int,
    bonus: float,
    push: float,
    gain: float,
    board: Grid,
    out: Floats,
    policy: Floats,
) -> None:
    """Fill `out` with the scores of a place.

    `bonus` counts for any broker of the seat's own, `push` for each point of its value.
    """
    cost = float(policy[Weight.EARLY_COST]) * turns_left(state) - push
    best = bonus + best_gain(state.seats[seat].screen, board, cost, policy)
    out[place] = best + policy[Weight.UP]
    out[place + PLACES] = best
    out[place + 2 * PLACES] = gain + push * policy[Weight.NEUTRAL_PLACED] + policy[Weight.NEUTRAL_FIRST]


@compilable
def row_worth(state: State, row: int, worths: Floats, policy: Floats) -> float:
    """Return the worth of the gem of a market row."""
    kind = int(state.market[row])
    return float(policy[Weight.ROW] * worths[kind]) if kind != NONE else 0.0


@compilable
def values(state: State, seat: int, first: int, _mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with what each value gains in the place chosen.

    The actions that take a broker from the front follow those for the screen; they score a little less.
    """
    board, worths = look_at_board(state, seat, policy), gem_worths(state, seat, policy)
    open, place, push = openness(state, policy), int(state.target), 0.0
    if place < FIRST_CELL:
        quarter = quarter_of(place)
        narrow = district_worth(state, quarter, place - quarter * DISTRICTS, worths, policy)
        wide = ship_worth(state, quarter, worths, policy)
    else:
        row = (place - FIRST_CELL) // COLOURS
        push = float(policy[Weight.COLUMN]) * advantage(state, seat, place - FIRST_CELL - row * COLOURS)
        narrow, wide = row_worth(state, row, worths, policy), float(policy[Weight.BEST_BIDDER])
    add_gains(state, seat, int(NARROW_CONTEST[place]), narrow, open, board, WIDE, policy)
    add_gains(state, seat, int(WIDE_CONTEST[place]), wide, open, board, WIDE, policy)
    if not state.facing:
        push += float(policy[Weight.HIDE])
    cost = float(policy[Weight.EARLY_COST]) * turns_left(state) - push
    for value in range(VALUES):
        gain = board[WIDE, value] - cost * value - policy[Weight.COST + value]
        out[first + value] = gain
        out[first + VALUES + value] = gain - policy[Weight.FRONT]


@compilable
def destinations(state: State, seat: int, first: int, mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with scores of the Messenger's places: best where much is to win and few brokers stand."""
    worths = gem_worths(state, seat, policy)
    for place in range(PLACES):
        if mask[first + place]:
            worth = float(policy[Weight.CELL])
            if place < FIRST_CELL:
                quarter = quarter_of(place)
                worth = district_worth(state, quarter, place - quarter * DISTRICTS, worths, policy)
            out[first + place] = policy[Weight.MESSENGER] * worth / crowd(state, seat, place)


@compilable
def crowd(state: State, seat: int, place: int) -> float:
    """Return the divisor of a place's worth to the Messenger, by the brokers that stand there."""
    others, own = 0, int(state.count[place, seat])
    for party in range(party_count(state)):
        if party != seat:
            others += int(state.count[place, party])
    return 1.0 + PER_OTHER * others + PER_OWN * own


@compilable
def looks(_state: State, _seat: int, first: int, _mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with one score for all brokers to look at, to swap or to move."""
    for slot in range(SLOTS):
        out[first + slot] = policy[Weight.LOOK]


@compilable
def marks(state: State, _seat: int, first: int, mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with scores that prefer a small broker for the Soldier."""
    for slot in range(SLOTS):
        if mask[first + slot]:
            out[first + slot] = SOLDIER - policy[Weight.SOLDIER] * int(state.value[slot])


@compilable
def throne(_state: State, _seat: int, first: int, _mask: Ints, out: Floats, _policy: Floats) -> None:
    """Fill `out` with scores that prefer a large broker."""
    for value in range(VALUES):
        out[first + value] = PER_THRONE_VALUE * value


@compilable
def refills(_state: State, _seat: int, first: int, _mask: Ints, out: Floats, _policy: Floats) -> None:
    """Fill `out` with scores that prefer a small broker."""
    for value in range(VALUES):
        out[first + value] = -PER_MISS * value


@compilable
def pairs(state: State, seat: int, first: int, mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with the worth of two gems."""
    worths = gem_worths(state, seat, policy)
    for pair in range(PAIRS):
        if mask[first + pair]:
            out[first + pair] = worths[GEM_LOW[pair]] + worths[GEM_HIGH[pair]]


@compilable
def gems(state: State, seat: int, first: int, mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with the worth of a gem."""
    worths = gem_worths(state, seat, policy)
    for kind in range(GEMS):
        if mask[first + kind]:
            out[first + kind] = worths[kind]


@compilable
def offers(state: State, seat: int, first: int, mask: Ints, out: Floats, policy: Floats) -> None:
    """Fill `out` with how much less a gem to give away is worth than the best colour."""
    worths = gem_worths(state, seat, policy)
    for kind in range(GEMS):
        if mask[first + kind]:
            out[first + kind] = worths[Gem.WHITE] - worths[kind]


@compilable
def columns(state: State, seat: int, first: int, mask: Ints, out: Floats, _policy: Floats) -> None:
    """Fill `out` with the seat's advantage in the colour of each column."""
    for colour in range(COLOURS):
        if mask[first + colour]:
            out[first + colour] = advantage(state, seat, colour)


@compilable
def raises(state: State, seat: int, first: int, mask: Ints, out: Floats, _policy: Floats) -> None:
    """Fill `out` with the seat's advantage in each colour to raise, then its negative for each to lower."""
    for colour in range(COLOURS):
        up, down = first + colour, first + COLOURS + colour
        if mask[up] or mask[down]:
            out[up] = advantage(state, seat, colour)
            out[down] = -out[up]


@compilable
def lowers(state: State, seat: int, first: int, mask: Ints, out: Floats, _policy: Floats) -> None:
    """Fill `out` with how many fewer gems of each colour the seat has than the others on average."""
    for colour in range(COLOURS):
        if mask[first + colour]:
            out[first + colour] = -advantage(state, seat, colour)


BID.rate_at(Phase.BID, score=bids)
ORDER.rate_at(Phase.ORDER, score=orders)
CARD.rate_at(*WINDOW_PHASES, Phase.PLACE, Phase.AFTER, score=cards)
UP.rate_at(Phase.PLACE, score=places)
PLACE.rate_at(Phase.MESSENGER_TO, score=destinations)
VALUE.rate_at(Phase.VALUE, score=values)
VALUE.rate_at(Phase.REFILL, score=refills)
VALUE.rate_at(Phase.THRONE, score=throne)
BROKER.rate_at(Phase.SPY, Phase.AFTER, score=looks)
BROKER.rate_at(Phase.WIZARD, score=looks)
BROKER.rate_at(Phase.WIZARD_WITH, score=looks)
BROKER.rate_at(Phase.SOLDIER, score=marks)
BROKER.rate_at(Phase.MESSENGER, score=looks)
TAKE_TWO.rate_at(Phase.PICK, score=pairs)
TAKE_TWO.rate_at(Phase.JEWELLER, score=pairs)
GEM.rate_at(Phase.PICK, score=gems)
GEM.rate_at(Phase.COLOUR, score=gems)
GEM.rate_at(Phase.COLUMN, score=columns)
GEM.rate_at(Phase.ALCHEMIST, score=offers)
GEM.rate_at(Phase.ALCHEMIST_TAKE, score=gems)
RAISE.rate_at(Phase.BEST, score=raises)
RAISE.rate_at(Phase.BANKER, score=raises)
LOWER.rate_at(Phase.BANKER_LOWER, score=lowers)

# A linear congruential generator of 32 bits: Steele and Vigna, "Computationally easy, spectrally good
# multipliers for congruential pseudorandom number generators" (2021).
SPREAD, WORD = 0x915F77F5, 0xFFFFFFFF
BOUNDS = ACTIONS.bounds
MOST_KINDS = BOUNDS.shape[1]
# score_by_policy(state, seat, mask, out, policy): float32 out[ACTIONS], for the actions set in `mask`, with a
# guess of the points that they bring.
score_by_policy: Callable[[State, int, Ints, Floats, Floats], None] = ACTIONS.each(
    "rollout_score", "(state, seat, first, mask, out, policy)", "out[{action}] = {value}"
)


@compilable
def rollout_score(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points they bring."""
    score_by_policy(state, seat, mask, out, SHIPPED_POLICY)


@compilable
def attractive_action(state: State, seat: int, random: Rng, noise: float, mask: Ints, out: Floats) -> int:
    """Return the legal action best by the shipped policy, up to `noise` random points added to each."""
    return best_by_policy(state, seat, random, noise, mask, out, SHIPPED_POLICY)


@compilable
def best_by_policy(
    state: State, seat: int, random: Rng, noise: float, mask: Ints, out: Floats, policy: Floats
) -> int:
    """Return the best legal action by a given policy; one random word serves all actions, for speed."""
    legal(state, seat, mask)
    score_by_policy(state, seat, mask, out, policy)
    word = rng.word(random)
    best, most = -1, 0.0
    for index in range(MOST_KINDS):
        for action in range(BOUNDS[state.phase, index, 0], BOUNDS[state.phase, index, 1]):
            if mask[action]:
                word = (word * SPREAD + 1) & WORD
                worth = out[action] + noise / WORD * word
                if best < 0 or worth > most:
                    best, most = action, worth
    return best
