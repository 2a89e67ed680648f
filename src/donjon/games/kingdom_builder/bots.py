"""Guesses for bots: the gain of a settlement, the worth of a position, the scores of playouts.

Gold itself is defined in `scoring`; the guesses here are quick, count progress towards gold, too, and never
decide a rule.
"""

from __future__ import annotations

from typing import NamedTuple

from donjon.games.kingdom_builder import hexes, scoring
from donjon.games.kingdom_builder.building import preferred
from donjon.games.kingdom_builder.decisions import END, USE, hexes_now, others_now
from donjon.games.kingdom_builder.groups import group_on, keep_groups
from donjon.games.kingdom_builder.hexes import AROUND, NEIGHBOURS, PER_WORD, SLOT_OF, HexSet
from donjon.games.kingdom_builder.model import (
    COLUMNS,
    FIRST_MOVE,
    HEXES,
    NONE,
    OFF_BOARD,
    SETTLEMENTS,
    SLOTS,
    TERRAINS,
    WORDS,
    Card,
    Phase,
    Seat,
    State,
    Token,
    TokenState,
)
from donjon.games.kingdom_builder.powers import jumps, targets
from donjon.games.kingdom_builder.scoring import CASTLE_GOLD
from donjon.games.kingdom_builder.sectors import CASTLES_FROM, FISHERMEN, MINERS, WORKERS
from donjon.games.kingdom_builder.terrain_cards import unseen
from donjon.kernel import rng
from donjon.kernel.bits import count_bits, is_several, lowest
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints, table
from donjon.kernel.rng import Rng

# The gain of one more settlement on a hex. The values that the gains of all hexes share are looked up once,
# as a `Glance`; the rest is kept with the settlements (see `groups`).

MERCHANTS, HERMITS, CITIZENS = 1 << Card.MERCHANTS, 1 << Card.HERMITS, 1 << Card.CITIZENS
DISCOVERERS, KNIGHTS = 1 << Card.DISCOVERERS, 1 << Card.KNIGHTS
LORDS, FARMERS = 1 << Card.LORDS, 1 << Card.FARMERS
BY_PRINT, BY_ROW, BY_SLOT = FISHERMEN | MINERS | WORKERS, DISCOVERERS | KNIGHTS, LORDS | FARMERS
BY_GROUP = HERMITS | CITIZENS | MERCHANTS


class Glance(NamedTuple):
    """The values that the gains of all hexes share."""

    wanted: int  # bit set of the Kingdom Builder cards in use
    castles: int  # bit set of the castles that no own settlement touches
    locations: int  # bit set of the locations that would give a token
    promise: float  # the worth of taking a token
    freedom: float  # the cost of touching one more terrain
    untouched: int  # bit set of the terrains of which no free hex touches an own settlement
    top: int  # settlements in the fullest row
    slots: tuple[float, float, float, float]  # the gain of a settlement by its slot


@compilable
def glance(state: State, seat: int, promise: float, freedom: float) -> Glance:
    """Look up the values that the gains of all hexes share; `promise` and `freedom` as in `Glance`."""
    keep_groups(state)
    me = state.seats[seat]
    wanted = int(state.wanted)
    castles = ((1 << int(state.castle_count)) - 1 << CASTLES_FROM) & ~int(me.touched)
    top = hexes.count_row(me.own, scoring.fullest_row(me)) if wanted & KNIGHTS else 0
    slots = (0.0, 0.0, 0.0, 0.0)
    if wanted & BY_SLOT:
        own = (
            scoring.in_slot(state, seat, 0),
            scoring.in_slot(state, seat, 1),
            scoring.in_slot(state, seat, 2),
            scoring.in_slot(state, seat, 3),
        )
        slots = (
            gain_slot(state, seat, 0, own),
            gain_slot(state, seat, 1, own),
            gain_slot(state, seat, 2, own),
            gain_slot(state, seat, 3, own),
        )
    untouched = terrains_untouched(state, me) if freedom > 0 else 0
    return Glance(wanted, castles, locations_open(state, me), promise, freedom, untouched, top, slots)


@compilable
def locations_open(state: State, me: Seat) -> int:
    """Return the locations that would give this player a token, as a bit set."""
    places = 0
    for place in range(state.place_count):
        if state.places[place].left > 0 and not me.taken[place] and not int(me.touched) >> place & 1:
            places |= 1 << place
    return places


@compilable
def terrains_untouched(state: State, me: Seat) -> int:
    """Return the terrains that no own settlement touches, as a bit set (KB-5.7)."""
    terrains = 0
    for terrain in range(TERRAINS):
        if not hexes.meet(me.near, state.land[terrain]):
            terrains |= 1 << terrain
    return terrains


@compilable
def gain(state: State, seat: int, hex: int, summary: Glance) -> float:
    """Return the gold, and progress towards gold, of one more settlement of `seat` on `hex`."""
    beside = int(state.beside[hex])
    worth = float(count_bits(int(state.pays[hex]) & summary.wanted))
    if summary.freedom > 0:
        worth -= summary.freedom * count_bits(int(state.terrains[hex]) & summary.untouched)
    if beside:
        worth += scoring.CASTLE_GOLD * count_bits(beside & summary.castles)
        worth += summary.promise * count_bits(beside & summary.locations)
    if summary.wanted & BY_ROW:
        worth += gain_row(hexes.count_row(state.seats[seat].own, hex // COLUMNS), summary)
    if summary.wanted & BY_SLOT:
        worth += summary.slots[SLOT_OF[hex]]
    if summary.wanted & BY_GROUP:
        worth += gain_groups(state, seat, hex, beside, summary.wanted)
    return worth


@compilable
def gain_row(standing: int, summary: Glance) -> float:
    """Return the worth of a new row (discoverers), and of a fuller row (knights)."""
    worth = 0.0
    if summary.wanted & DISCOVERERS and standing == 0:
        worth += 1.0
    if summary.wanted & KNIGHTS:
        worth += float(scoring.KNIGHTS_GOLD) if standing == summary.top else 0.5 * standing / summary.top
    return worth


@compilable
def gain_slot(state: State, seat: int, slot: int, own: tuple[int, int, int, int]) -> float:
    """Return the gain of a settlement in one sector of the board; `own` are the counts of all four."""
    worth = 0.0
    if state.wanted & FARMERS:
        worth += gain_farmers(slot, own)
    if state.wanted & LORDS:
        worth += gain_lords(state, seat, slot, own[slot])
    return worth


@compilable
def gain_farmers(slot: int, own: tuple[int, int, int, int]) -> float:
    """Return the worth of a settlement in the sector with the fewest, shared among equal sectors."""
    if own[slot] > min(own[0], own[1], own[2], own[3]):
        return 0.0
    ties = 0
    for other in range(SLOTS):
        ties += own[other] == own[slot]
    return scoring.FARMERS_GOLD / ties


@compilable
def gain_lords(state: State, seat: int, slot: int, own: int) -> float:
    """Return the worth of a place won in the sector, and a little for coming nearer to the next."""
    worth = 0.0
    for other in range(state.players):
        if other != seat:
            behind = scoring.in_slot(state, other, slot) - own
            if behind >= 0:
                worth += 4.0 / (1 + behind)
            else:
                worth += 0.5 / (1 - behind)
    return worth / (state.players - 1)


@compilable
def gain_groups(state: State, seat: int, hex: int, beside: int, wanted: int) -> float:
    """Return the worth of the groups that the settlement would join: hermits, citizens, merchants."""
    me = state.seats[seat]
    size, special, met = 1, beside, 0
    if hexes.holds(me.near, hex):
        for direction in range(6):
            group = group_on(state, seat, NEIGHBOURS[hex, direction])
            if group != NONE and not met >> group & 1:
                met |= 1 << group
                size += int(me.sizes[group])
                special |= int(me.joined[group])
    worth = 0.0
    if wanted & HERMITS:
        worth += 1.0 - count_bits(met)
    if wanted & CITIZENS and size > me.largest:
        worth += 0.5 * (size - int(me.largest))
    if wanted & MERCHANTS and is_several(special):
        worth += scoring.MERCHANTS_GOLD * count_bits(special & ~int(me.connected))
    return worth


# The worth of a position


@compilable
def gold(state: State, seat: int) -> int:
    """Return all gold of one seat, as `scoring` does, from the data kept with its settlements (KB-10.0.1)."""
    keep_groups(state)
    me, wanted = state.seats[seat], int(state.wanted)
    worth = scoring.CASTLE_GOLD * count_bits(int(me.touched) >> CASTLES_FROM)
    if wanted & BY_PRINT:
        for piece in range(me.standing):
            worth += count_bits(int(state.pays[me.settlements[piece]]) & wanted)
    if wanted & MERCHANTS:
        worth += scoring.MERCHANTS_GOLD * count_bits(me.connected)
    if wanted & HERMITS:
        worth += int(me.groups)
    if wanted & CITIZENS:
        worth += int(me.largest) // scoring.CITIZENS_PER_GOLD
    if wanted & DISCOVERERS:
        worth += scoring.discoverers(state, seat, None)
    if wanted & KNIGHTS:
        worth += scoring.knights(state, seat, None)
    if wanted & LORDS:
        worth += scoring.lords(state, seat, None)
    if wanted & FARMERS:
        worth += scoring.farmers(state, seat, None)
    return worth


# Gold that a token of each kind brings per round still to come, in the order of KB-8.1 to KB-8.8.
TOKEN_PER_ROUND: Floats = table([0.45, 0.45, 0.45, 0.45, 0.4, 0.45, 0.4, 0.45], float)
# About how many settlements a seat builds in a round, those by tokens included.
PER_ROUND = 4.0
# The part of what the best hexes of the next card would bring that counts now.
OUTLOOK = 0.5
PROMISE_OF_A_TOKEN = 3.0


@compilable
def rounds_left(state: State) -> float:
    """Return about how many rounds the game still has, until the first supply is empty."""
    least = SETTLEMENTS
    for seat in range(state.players):
        least = min(least, int(state.seats[seat].supply))
    return least / PER_ROUND


@compilable
def estimate(state: State, seat: int) -> float:
    """Return the gold if scored now, the worth of the tokens owned, and the outlook for the next card."""
    worth = float(gold(state, seat))
    if state.ending:
        return worth
    rounds = rounds_left(state)
    me = state.seats[seat]
    for place in range(state.place_count):
        if me.tokens[place] != TokenState.NOT_OWNED:
            worth += rounds * TOKEN_PER_ROUND[state.places[place].token]
    return worth + OUTLOOK * min(1.0, rounds) * outlook(state, seat)


@compilable
def outlook(state: State, seat: int) -> float:
    """Return the gain of the three best hexes of the next terrain card, averaged over the possible cards.

    Uses only what the seat knows: its own hand, or all cards it has not seen.
    """
    me = state.seats[seat]
    summary = glance(state, seat, PROMISE_OF_A_TOKEN, 0.0)
    if me.hand != NONE:
        return best_three(state, seat, int(me.hand), summary)
    cards, worth, either = 0, 0.0, 0.0
    for terrain in range(TERRAINS):
        chances = unseen(state, seat, terrain)
        best = best_three(state, seat, terrain, summary)
        cards += chances
        worth += chances * best
        either += best
    return worth / cards if cards > 0 else either / TERRAINS


@compilable
def best_three(state: State, seat: int, terrain: int, summary: Glance) -> float:
    """Return the sum of the best gains of the hexes where this card could build."""
    options = preferred(hexes.whole(state.land[terrain]), state.seats[seat])
    first, second, third = 0.0, 0.0, 0.0
    for number in range(WORDS):
        rest = options[number]
        while rest:
            worth = gain(state, seat, PER_WORD * number + lowest(rest), summary)
            rest &= rest - 1
            if worth > first:
                first, second, third = worth, first, second
            elif worth > second:
                second, third = worth, second
            elif worth > third:
                third = worth
    return first + second + third


# Scores of actions in playouts

TOKEN_WORTH = 4.0
# A player who touches a terrain must build there when its card comes (KB-5.6). So a hex that touches one more
# terrain is worth FREEDOM less, as long as ENOUGH settlements are left to build.
FREEDOM, ENOUGH = 2.5, 20
# Playouts do the mandatory action first, so that the gain of tokens is computed only once, after it.
TOO_EARLY = -50.0
END_WORTH = -0.25
MOVE_COST = 0.5  # a move that brings nothing is not worth the trouble


@compilable
def token_worth(state: State, seat: int) -> float:
    """Return the worth of taking a token: less as the game goes on."""
    if state.ending:
        return 0.0
    return TOKEN_WORTH * state.seats[seat].supply / SETTLEMENTS + 0.5


@compilable
def freedom(state: State, seat: int) -> float:
    """Return the cost of touching one more terrain."""
    return FREEDOM * min(1.0, state.seats[seat].supply / ENOUGH)


@compilable
def rollout_score(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[COUNT], for the actions set in `mask`, with a guess of the points they bring."""
    summary = glance(state, seat, token_worth(state, seat), freedom(state, seat))
    lifting = state.phase == Phase.LIFT
    if state.phase != Phase.AFTER:
        for hex in range(HEXES):
            if mask[hex]:
                out[hex] = score_of_hex(state, seat, hex, lifting, summary)
    for action in range(USE, END + 1):
        if mask[action]:
            out[action] = score_of_other(state, seat, action, summary)


@compilable
def attractive_action(state: State, seat: int, random: Rng, noise: float, _mask: Ints, _out: Floats) -> int:
    """Return the legal action with the highest score, each with up to `noise` random points more."""
    options, others = hexes_now(state, seat), others_now(state, seat)
    if others == 1 << END - USE:  # only the end of the turn is left
        rng.unit(random)
        return END
    summary = glance(state, seat, token_worth(state, seat), freedom(state, seat))
    lifting = state.phase == Phase.LIFT
    best, best_worth = NONE, -1e9
    for number in range(WORDS):
        rest = options[number]
        while rest:
            hex = PER_WORD * number + lowest(rest)
            rest &= rest - 1
            worth = score_of_hex(state, seat, hex, lifting, summary) + noise * rng.unit(random)
            if worth > best_worth:
                best, best_worth = hex, worth
    while others:
        action = USE + lowest(others)
        others &= others - 1
        worth = score_of_other(state, seat, action, summary) + noise * rng.unit(random)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@compilable
def score_of_other(state: State, seat: int, action: int, summary: Glance) -> float:
    """Return the score of using a token, or of ending the turn."""
    if action == END:
        return END_WORTH
    if state.phase == Phase.START:
        return TOO_EARLY
    return score_of_token(state, seat, action - USE, summary)


@compilable
def score_of_hex(state: State, seat: int, hex: int, lifting: bool, summary: Glance) -> float:
    """Return the score of a hex: to lift the settlement there, else to put one there."""
    if lifting:
        return score_of_lift(state, seat, hex, int(state.using), summary)
    return gain(state, seat, hex, summary)


@compilable
def score_of_token(state: State, seat: int, token: int, summary: Glance) -> float:
    """Return the score of using a token: about the score of its best use."""
    if token < FIRST_MOVE:
        return best_gain(state, seat, targets(state, seat, token, OFF_BOARD), summary)
    return score_of_move(state, seat, token, summary)


@compilable
def best_gain(state: State, seat: int, options: HexSet, summary: Glance) -> float:
    """Return the best gain of the hexes in a set."""
    best = -100.0
    for number in range(WORDS):
        rest = options[number]
        while rest:
            best = max(best, gain(state, seat, PER_WORD * number + lowest(rest), summary))
            rest &= rest - 1
    return best


@compilable
def loss(state: State, seat: int, hex: int, summary: Glance) -> float:
    """Return the approximate cost of lifting a settlement."""
    me, wanted = state.seats[seat], summary.wanted
    beside = int(state.beside[hex])
    cost = float(count_bits(int(state.pays[hex]) & wanted))
    special = beside
    while special:
        number = lowest(special)
        special &= special - 1
        if is_only_one(state, me, number):
            cost += CASTLE_GOLD if number >= CASTLES_FROM else summary.promise
    if wanted & MERCHANTS and beside:
        cost += 2.0
    if wanted & HERMITS and not hexes.holds(me.near, hex):
        cost += 1.0
    in_row = hexes.count_row(me.own, hex // COLUMNS)
    if wanted & DISCOVERERS and in_row == 1:
        cost += 1.0
    if wanted & KNIGHTS and in_row == summary.top:
        cost += 2.0
    return cost + least_loss(wanted)


@compilable
def least_loss(wanted: int) -> float:
    """Return the cost of lifting a settlement that all settlements share."""
    return (0.5 if wanted & CITIZENS else 0.0) + count_bits(wanted & BY_SLOT)


@compilable
def is_only_one(state: State, me: Seat, special: int) -> bool:
    """Return whether a single own settlement touches this special hex."""
    is_castle = special >= CASTLES_FROM
    hex = state.castles[special - CASTLES_FROM] if is_castle else state.places[special].hex
    return hexes.count(hexes.both(AROUND[hex], me.own)) == 1


@compilable
def score_of_lift(state: State, seat: int, hex: int, token: int, summary: Glance) -> float:
    """Return the score of lifting one settlement for the move of a token."""
    worth = -loss(state, seat, hex, summary)
    if token == Token.PADDOCK:
        worth += best_gain(state, seat, jumps(state, hex), summary)
    return worth


@compilable
def score_of_move(state: State, seat: int, token: int, summary: Glance) -> float:
    """Return the gain of the best hex less the loss of the settlement moved."""
    me = state.seats[seat]
    best, piece = -100.0, 0
    # Of the other tokens' moves none is better than one that loses the least possible.
    enough = 100.0 if token == Token.PADDOCK else -least_loss(summary.wanted)
    while piece < me.standing and best < enough:
        best = max(best, score_of_lift(state, seat, int(me.settlements[piece]), token, summary))
        piece += 1
    if token != Token.PADDOCK:
        best += best_gain(state, seat, targets(state, seat, token, OFF_BOARD), summary)
    return best - MOVE_COST
