"""How attractive each legal action looks at a glance: the hands of a quick player in playouts."""

from __future__ import annotations

from donjon.kernel import rng
from donjon.kernel.bits import count_bits, lowest
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints
from donjon.kernel.rng import Rng
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.actions import END, USE
from donjon.kingdom_builder.bots.gains import (
    BY_SLOT,
    CITIZENS,
    DISCOVERERS,
    HERMITS,
    KNIGHTS,
    MERCHANTS,
    Glance,
    gain,
    glance,
)
from donjon.kingdom_builder.decisions import hexes_now, others_now
from donjon.kingdom_builder.extra_actions import jumps, targets
from donjon.kingdom_builder.groups import CASTLES_FROM
from donjon.kingdom_builder.hexes import AROUND, HexSet
from donjon.kingdom_builder.nouns import FIRST_MOVE, NONE, Phase, Token
from donjon.kingdom_builder.scoring import CASTLE_GOLD
from donjon.kingdom_builder.state import Seat, State
from donjon.kingdom_builder.tables import COLUMNS, HEXES, OFF_BOARD, SETTLEMENTS

TOKEN_WORTH = 4.0
# Who touches a terrain must build there when its card comes (KB-5.6): so much less is a hex worth that
# touches one more, as long as there are so many settlements to build.
FREEDOM, ENOUGH = 2.5, 20
# A quick player does the mandatory action first: what tokens bring is asked once, after it.
TOO_EARLY = -50.0
END_WORTH = -0.25
MOVE_COST = 0.5  # a move that brings nothing is not worth the trouble


@compilable
def token_worth(state: State, seat: int) -> float:
    """What taking a token is worth: less as the game goes on."""
    if state.ending:
        return 0.0
    return TOKEN_WORTH * state.seats[seat].supply / SETTLEMENTS + 0.5


@compilable
def freedom(state: State, seat: int) -> float:
    """What it costs to touch one more terrain."""
    return FREEDOM * min(1.0, state.seats[seat].supply / ENOUGH)


@compilable
def rollout_score(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[COUNT], for the actions set in `mask`, with a guess of the points they bring."""
    seen = glance(state, seat, token_worth(state, seat), freedom(state, seat))
    lifting = state.phase == Phase.LIFT
    if state.phase != Phase.AFTER:
        for hex in range(HEXES):
            if mask[hex]:
                out[hex] = score_of_hex(state, seat, hex, lifting, seen)
    for action in range(USE, END + 1):
        if mask[action]:
            out[action] = score_of_other(state, seat, action, seen)


@compilable
def attractive_action(state: State, seat: int, random: Rng, noise: float, _mask: Ints, _out: Floats) -> int:
    """The legal action with most appeal, chance adding up to `noise` points to that of each."""
    found, others = hexes_now(state, seat), others_now(state, seat)
    if others == 1 << END - USE:  # nothing is left but to end the turn
        rng.unit(random)
        return END
    seen = glance(state, seat, token_worth(state, seat), freedom(state, seat))
    lifting = state.phase == Phase.LIFT
    best, best_worth = NONE, -1e9
    hex = hexes.following(found, -1)
    while hex != OFF_BOARD:
        worth = score_of_hex(state, seat, hex, lifting, seen) + noise * rng.unit(random)
        if worth > best_worth:
            best, best_worth = hex, worth
        hex = hexes.following(found, hex)
    while others:
        action = USE + lowest(others)
        others &= others - 1
        worth = score_of_other(state, seat, action, seen) + noise * rng.unit(random)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@compilable
def score_of_other(state: State, seat: int, action: int, seen: Glance) -> float:
    """The appeal of using a token, or of ending the turn."""
    if action == END:
        return END_WORTH
    if state.phase == Phase.START:
        return TOO_EARLY
    return score_of_token(state, seat, action - USE, seen)


@compilable
def score_of_hex(state: State, seat: int, hex: int, lifting: bool, seen: Glance) -> float:
    """The appeal of a hex: to lift the settlement there, else to put one there."""
    if lifting:
        return score_of_lift(state, seat, hex, int(state.using), seen)
    return gain(state, seat, hex, seen)


@compilable
def score_of_token(state: State, seat: int, token: int, seen: Glance) -> float:
    """The appeal of using a token: that of the best it could do, about."""
    if token < FIRST_MOVE:
        return best_gain(state, seat, targets(state, seat, token, OFF_BOARD), seen)
    return score_of_move(state, seat, token, seen)


@compilable
def best_gain(state: State, seat: int, found: HexSet, seen: Glance) -> float:
    """The best gain of the hexes in a set."""
    best = -100.0
    hex = hexes.following(found, -1)
    while hex != OFF_BOARD:
        best = max(best, gain(state, seat, hex, seen))
        hex = hexes.following(found, hex)
    return best


@compilable
def loss(state: State, seat: int, hex: int, seen: Glance) -> float:
    """What lifting a settlement costs, about."""
    me, wanted = state.seats[seat], seen.wanted
    beside = int(state.beside[hex])
    cost = float(count_bits(int(state.pays[hex]) & wanted))
    special = beside
    while special:
        number = lowest(special)
        special &= special - 1
        if is_only_one(state, me, number):
            cost += CASTLE_GOLD if number >= CASTLES_FROM else seen.promise
    if wanted & MERCHANTS and beside:
        cost += 2.0
    if wanted & HERMITS and not hexes.holds(me.near, hex):
        cost += 1.0
    if wanted & CITIZENS:
        cost += 0.5
    in_row = hexes.count_row(me.own, hex // COLUMNS)
    if wanted & DISCOVERERS and in_row == 1:
        cost += 1.0
    if wanted & KNIGHTS and in_row == seen.top:
        cost += 2.0
    return cost + count_bits(wanted & BY_SLOT)


@compilable
def is_only_one(state: State, me: Seat, special: int) -> bool:
    """Does one own settlement alone touch this special hex?"""
    is_castle = special >= CASTLES_FROM
    hex = state.castles[special - CASTLES_FROM] if is_castle else state.places[special].hex
    return hexes.count(hexes.both(AROUND[hex], me.own)) == 1


@compilable
def score_of_lift(state: State, seat: int, hex: int, token: int, seen: Glance) -> float:
    """The appeal of lifting one settlement for the move of a token."""
    worth = -loss(state, seat, hex, seen)
    if token == Token.PADDOCK:
        worth += best_gain(state, seat, jumps(state, hex), seen)
    return worth


@compilable
def score_of_move(state: State, seat: int, token: int, seen: Glance) -> float:
    """The gain of the best target less the loss of the settlement moved."""
    me = state.seats[seat]
    best = -100.0
    for piece in range(me.standing):
        best = max(best, score_of_lift(state, seat, int(me.settlements[piece]), token, seen))
    if token != Token.PADDOCK:
        best += best_gain(state, seat, targets(state, seat, token, OFF_BOARD), seen)
    return best - MOVE_COST
