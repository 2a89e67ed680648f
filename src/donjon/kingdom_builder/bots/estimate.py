"""A quick guess of what a position is worth to a seat, for greedy play and the leaves of a search."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, table
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.bots.gains import Glance, gain, glance
from donjon.kingdom_builder.bots.gold import gold
from donjon.kingdom_builder.building import preferred
from donjon.kingdom_builder.information.knowledge import unseen
from donjon.kingdom_builder.nouns import NONE, TERRAINS, TokenState
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tables import OFF_BOARD, SETTLEMENTS

# Gold that a token of each kind brings per round still to come, in the order of KB-8.1 to KB-8.8.
TOKEN_PER_ROUND: Floats = table([0.45, 0.45, 0.45, 0.45, 0.4, 0.45, 0.4, 0.45], float)
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
    """What the three best hexes of the next terrain card bring, averaged over the cards it may be.

    Uses only what the seat knows: its own hand, or all cards it has not seen.
    """
    me = state.seats[seat]
    seen = glance(state, seat, PROMISE_OF_A_TOKEN, 0.0)
    if me.hand != NONE:
        return best_three(state, seat, int(me.hand), seen)
    cards, worth, either = 0, 0.0, 0.0
    for terrain in range(TERRAINS):
        chances = unseen(state, seat, terrain)
        best = best_three(state, seat, terrain, seen)
        cards += chances
        worth += chances * best
        either += best
    return worth / cards if cards > 0 else either / TERRAINS


@compilable
def best_three(state: State, seat: int, terrain: int, seen: Glance) -> float:
    """The sum of the best gains of the hexes where this card could build."""
    found = preferred(hexes.whole(state.land[terrain]), state.seats[seat])
    first, second, third = 0.0, 0.0, 0.0
    hex = hexes.following(found, -1)
    while hex != OFF_BOARD:
        worth = gain(state, seat, hex, seen)
        if worth > first:
            first, second, third = worth, first, second
        elif worth > second:
            second, third = worth, second
        elif worth > third:
            third = worth
        hex = hexes.following(found, hex)
    return first + second + third
