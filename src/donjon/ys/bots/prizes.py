"""What a quick player thinks that gems, districts and cards are worth to a seat."""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats
from donjon.ys.bots.playout_policy import Weight
from donjon.ys.gems import colour_rank
from donjon.ys.nouns import COLOURS, GEMS, NONE, ROUNDS, Character, District, Gem
from donjon.ys.state import State, party_count
from donjon.ys.tables import (
    BLACK_TABLE,
    COURT_WORTH,
    GEM_TABLE,
    LARGE_COUNT,
    MERCHANTS_WORTH,
    SHIP_LARGE,
    SHIP_SMALL,
)

MIDDLE_RANK = (COLOURS - 1) / 2
MANY_GEMS = 5  # of a colour: more of them make the next one no more welcome


@compilable
def gem_worths(state: State, seat: int, policy: Floats) -> Floats:
    """What one more gem of each kind is worth, float64[GEMS]: white as much as the best colour."""
    worths = np.zeros(GEMS, np.float64)
    worths[Gem.BLACK] = black_worth(state, seat, policy)
    for colour in range(COLOURS):
        worths[colour] = gem_worth(state, seat, colour, policy)
        worths[Gem.WHITE] = max(worths[Gem.WHITE], worths[colour])
    return worths


@compilable
def black_worth(state: State, seat: int, policy: Floats) -> float:
    """What one more black gem is worth (YS-7.7)."""
    own = min(int(state.seats[seat].gems[Gem.BLACK]), BLACK_TABLE.shape[0] - 2)
    gain = int(BLACK_TABLE[own + 1]) - int(BLACK_TABLE[own])
    return float(policy[Weight.HARBOUR] + policy[Weight.HARBOUR_GAIN] * gain)


@compilable
def gem_worth(state: State, seat: int, colour: int, policy: Floats) -> float:
    """What one more gem of a colour is worth: by its value, by what it would score, by those one has."""
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
    """What the gems of a quarter's ship are worth, 0 without a ship."""
    ship = int(state.ship[quarter])
    if ship == NONE:
        return 0.0
    large = LARGE_COUNT[state.players] * worths[SHIP_LARGE[ship]]
    return float(policy[Weight.SHIP] * (large + worths[SHIP_SMALL[ship, 0]] + worths[SHIP_SMALL[ship, 1]]))


@compilable
def district_worth(state: State, quarter: int, district: int, worths: Floats, policy: Floats) -> float:
    """What winning a district is worth."""
    if district == District.MERCHANTS:
        return float(MERCHANTS_WORTH)
    if district == District.PALACE:
        return palace_worth(state, quarter, worths, policy)
    return float(worths[Gem.BLACK])


@compilable
def palace_worth(state: State, quarter: int, worths: Floats, policy: Floats) -> float:
    """What the card of a palace is worth."""
    card = int(state.character[quarter])
    if card == NONE:
        return 0.0
    if COURT_WORTH[card] > 0:
        return float(COURT_WORTH[card])
    if card == Character.WHITE_GEM:
        return float(worths[Gem.WHITE])
    return float(policy[Weight.PALACE] if state.round < ROUNDS - 1 else policy[Weight.LATE_PALACE])
