"""A quick guess of what a position is worth to a seat, for greedy play and the leaves of a search."""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import FloatGrid, Floats, Ints
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.bots.gains import gain, survey
from donjon.kingdom_builder.information.knowledge import unseen
from donjon.kingdom_builder.nouns import NONE, TERRAINS, TokenState
from donjon.kingdom_builder.scoring import total
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tables import HEXES, MANDATORY, SETTLEMENTS

# Gold that a token of each kind brings per round still to come, in the order of KB-8.1 to KB-8.8.
TOKEN_PER_ROUND: Floats = np.array([0.45, 0.45, 0.45, 0.45, 0.4, 0.45, 0.4, 0.45])
# Settlements that a seat builds in a round, tokens included, about.
PER_ROUND = 4.0
# How much of what the best hexes of the next card would bring counts now.
OUTLOOK = 0.5
PROMISE_OF_A_TOKEN = 3.0


@compilable
def rounds_left(state: State) -> float:
    """About how many rounds the game still has: until the first supply is empty."""
    least = SETTLEMENTS
    for seat in range(state.players):
        least = min(least, int(state.seats[seat].supply))
    return least / PER_ROUND


@compilable
def estimate(state: State, seat: int) -> float:
    """Gold if scored now, the promise of the tokens owned, and the outlook for the next terrain card."""
    worth = float(total(state, seat))
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
    """What the three best hexes of the next terrain card bring, averaged over the cards it may be."""
    best = np.zeros((TERRAINS, MANDATORY + 1))
    count = np.zeros(TERRAINS, np.int64)
    look_around(state, seat, best, count)
    chances = np.zeros(TERRAINS)
    expect_cards(state, seat, chances)
    worth = 0.0
    for terrain in range(TERRAINS):
        for rank in range(MANDATORY):
            worth += chances[terrain] * best[terrain, rank]
    return worth


@compilable
def look_around(state: State, seat: int, best: FloatGrid, count: Ints) -> None:
    """Fill best[terrain] with the best gains, best first, of the hexes where that card could build."""
    me = state.seats[seat]
    found = survey(state, seat)
    for hex in range(HEXES):
        kind = state.kind[hex]
        if kind < TERRAINS and state.owner[hex] == NONE and hexes.holds(me.near, hex):
            count[kind] += 1
            insert(best[kind], gain(state, seat, hex, found, PROMISE_OF_A_TOKEN))
    for hex in range(HEXES):
        kind = state.kind[hex]
        if kind < TERRAINS and state.owner[hex] == NONE and count[kind] == 0:
            insert(best[kind], gain(state, seat, hex, found, PROMISE_OF_A_TOKEN))


@compilable
def insert(ranking: Floats, worth: float) -> None:
    """Put a number into a short list of the greatest, greatest first; the last place is scratch."""
    place = ranking.shape[0] - 1
    while place > 0 and ranking[place - 1] < worth:
        ranking[place] = ranking[place - 1]
        place -= 1
    ranking[place] = worth


@compilable
def expect_cards(state: State, seat: int, chances: Floats) -> None:
    """Fill float64 chances[TERRAINS] with how likely each card is for the seat's next turn.

    Uses only what the seat knows: its own hand, or all cards it has not seen.
    """
    me = state.seats[seat]
    if me.hand != NONE:
        chances[me.hand] = 1.0
        return
    cards = 0.0
    for terrain in range(TERRAINS):
        chances[terrain] = unseen(state, seat, terrain)
        cards += chances[terrain]
    for terrain in range(TERRAINS):
        chances[terrain] = chances[terrain] / cards if cards > 0 else 1.0 / TERRAINS
