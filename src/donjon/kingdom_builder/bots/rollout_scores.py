"""How attractive each legal action looks at a glance: the hands of a quick player in playouts."""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.actions import END, USE
from donjon.kingdom_builder.bots.gains import Survey, gain, survey
from donjon.kingdom_builder.building import is_free
from donjon.kingdom_builder.extra_actions import targets
from donjon.kingdom_builder.hexes import AROUND
from donjon.kingdom_builder.nouns import FIRST_MOVE, TOKENS, Card, HexKind, Phase, Token
from donjon.kingdom_builder.scoring import CASTLE_GOLD
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tables import COLUMNS, HEXES, NEIGHBOURS, OFF_BOARD, SETTLEMENTS, TWO_STEPS

TOKEN_WORTH = 4.0
TOO_EARLY = -50.0
MOVE_COST = 0.5  # a move that brings nothing is not worth the trouble


@compilable
def token_worth(state: State, seat: int) -> float:
    """What taking a token is worth: less as the game goes on."""
    if state.ending:
        return 0.0
    return TOKEN_WORTH * state.seats[seat].supply / SETTLEMENTS + 0.5


@compilable
def rollout_score(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[COUNT], for the actions set in `mask`, with a guess of the points they bring."""
    found = survey(state, seat)
    promise = token_worth(state, seat)
    lifting = state.phase == Phase.LIFT
    for hex in range(HEXES):
        if mask[hex]:
            if lifting:
                out[hex] = score_of_lift(state, seat, hex, int(state.using), found, promise)
            else:
                out[hex] = gain(state, seat, hex, found, promise)
    out[END] = -0.25
    if state.phase == Phase.START:
        # A quick player does the mandatory action first: what tokens bring is asked once, after it.
        out[USE:END] = TOO_EARLY
    elif state.phase == Phase.AFTER:
        score_of_tokens(state, seat, mask, found, promise, out)


@compilable
def score_of_tokens(state: State, seat: int, mask: Ints, found: Survey, promise: float, out: Floats) -> None:
    """The appeal of using each token: that of the best it could do, about."""
    scratch = np.zeros(HEXES, np.uint8)
    for token in range(TOKENS):
        if mask[USE + token]:
            scratch[:] = 0
            if token < FIRST_MOVE:
                hexes.mark(targets(state, seat, token, OFF_BOARD), scratch)
                out[USE + token] = best_gain(state, seat, scratch, found, promise)
            else:
                out[USE + token] = score_of_move(state, seat, token, scratch, found, promise)


@compilable
def best_gain(state: State, seat: int, mask: Ints, found: Survey, promise: float) -> float:
    """The best gain of the hexes in a mask."""
    best = -100.0
    for hex in range(HEXES):
        if mask[hex]:
            best = max(best, gain(state, seat, hex, found, promise))
    return best


@compilable
def loss(state: State, seat: int, hex: int, found: Survey, promise: float) -> float:
    """What lifting a settlement costs, about."""
    me = state.seats[seat]
    cost = 0.0
    water, mountain, special = False, False, False
    for direction in range(6):
        neighbour = NEIGHBOURS[hex, direction]
        kind = state.kind[neighbour]
        if kind == HexKind.CASTLE:
            special = True
            if hexes.count(hexes.both(AROUND[neighbour], me.own)) == 1:
                cost += CASTLE_GOLD
        elif kind == HexKind.LOCATION:
            special = True
            if hexes.count(hexes.both(AROUND[neighbour], me.own)) == 1:
                cost += promise
        water = water or kind == HexKind.WATER
        mountain = mountain or kind == HexKind.MOUNTAIN
    wanted = found.wanted
    cost += wanted[Card.FISHERMEN] * (water and state.kind[hex] != HexKind.WATER)
    cost += wanted[Card.MINERS] * mountain
    cost += wanted[Card.WORKERS] * special
    cost += wanted[Card.MERCHANTS] * special * 2.0
    cost += wanted[Card.HERMITS] * (not hexes.holds(me.near, hex))
    cost += wanted[Card.CITIZENS] * 0.5
    row = hex // COLUMNS
    cost += wanted[Card.DISCOVERERS] * (found.rows[row] == 1)
    cost += wanted[Card.KNIGHTS] * 2.0 * (found.rows[row] == found.tops[0])
    cost += wanted[Card.FARMERS] + wanted[Card.LORDS]
    return float(cost)


@compilable
def score_of_lift(state: State, seat: int, hex: int, token: int, found: Survey, promise: float) -> float:
    """The appeal of lifting one settlement for the move of a token."""
    worth = -loss(state, seat, hex, found, promise)
    if token == Token.PADDOCK:
        worth += best_jump(state, seat, hex, found, promise)
    return worth


@compilable
def best_jump(state: State, seat: int, hex: int, found: Survey, promise: float) -> float:
    """The best gain two steps away in a straight line."""
    best = -100.0
    for direction in range(6):
        target = TWO_STEPS[hex, direction]
        if is_free(state, target):
            best = max(best, gain(state, seat, target, found, promise))
    return best


@compilable
def score_of_move(state: State, seat: int, token: int, scratch: Ints, found: Survey, promise: float) -> float:
    """The gain of the best target less the loss of the settlement moved."""
    me = state.seats[seat]
    best = -100.0
    for piece in range(me.standing):
        best = max(best, score_of_lift(state, seat, me.settlements[piece], token, found, promise))
    if token != Token.PADDOCK:
        hexes.mark(targets(state, seat, token, OFF_BOARD), scratch)
        best += best_gain(state, seat, scratch, found, promise)
    return best - MOVE_COST
