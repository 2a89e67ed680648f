"""Numbers for a learner: all that a seat may know, itself first."""

from __future__ import annotations

import numpy as np

from donjon.games.ys.knowledge import are_screens_open, fill_unplaced, knows
from donjon.games.ys.model import SOLDIER_VALUE, State
from donjon.games.ys.nouns import CHARACTERS, MAX_SEATS, NONE, PARTIES, PLACES, SLOTS, VALUES
from donjon.games.ys.pieces import pile_size, worth
from donjon.kernel.compiling import compilable
from donjon.kernel.observing import Observation
from donjon.kernel.records import Floats

PLACE_NUMBERS = 3  # for each place and party: brokers known, their sum, brokers unknown
# The fields of the records; then, by what a seat may know: brokers by place, party and PLACE_NUMBERS; the
# values of brokers by slot, 0 for one that it does not know; by seat and value what is behind a screen where
# that is open, and what cannot be placed; by seat how many brokers are behind the screen, and whether it has
# made its secret choice; by seat and card 1 for one in hand that is playable, a half for one that is not yet.
SEEN = Observation(
    State,
    brokers=(PLACES + 1) * PARTIES * PLACE_NUMBERS,
    known_values=SLOTS,
    screens=MAX_SEATS * VALUES,
    unplaced=MAX_SEATS * VALUES,
    behind=MAX_SEATS,
    has_chosen=MAX_SEATS,
    cards=MAX_SEATS * CHARACTERS,
)
_FIELDS = SEEN.fill
_BROKERS, _VALUES = SEEN.at("brokers"), SEEN.at("known_values")
_SCREENS, _UNPLACED = SEEN.at("screens"), SEEN.at("unplaced")
_BEHIND, _HAS_CHOSEN, _CARDS = SEEN.at("behind"), SEEN.at("has_chosen"), SEEN.at("cards")


@compilable
def observe(state: State, seat: int, out: Floats) -> None:
    """Fill float32 out[SEEN.size] with what `seat` (NOBODY: a spectator, from seat 0 on) may know."""
    _FIELDS(state, seat, out)
    for slot in range(SLOTS):
        if state.place[slot] != NONE:
            observe_broker(state, seat, slot, out)
    for relative in range(state.players):
        observe_seat(state, seat, (max(seat, 0) + relative) % state.players, relative, out)


@compilable
def observe_broker(state: State, seat: int, slot: int, out: Floats) -> None:
    """Count a broker among those of its place and party: known ones, their sum, unknown ones."""
    party = int(state.owner[slot])
    nearest = max(seat, 0)
    relative = party - nearest if party < state.players else party
    if relative < 0:
        relative += state.players
    at = _BROKERS + (int(state.place[slot]) * PARTIES + relative) * PLACE_NUMBERS
    if knows(state, seat, slot):
        out[at] += 0.25
        out[at + 1] += worth(state, slot)
        out[_VALUES + slot] = (state.value[slot] + 1) / VALUES
    else:
        out[at + 2] += 0.25
        out[at + 1] += SOLDIER_VALUE if state.marked[slot] else 0


@compilable
def observe_seat(state: State, seat: int, party: int, relative: int, out: Floats) -> None:
    """Fill what a seat has behind its screen and in hand, as far as the viewer knows it."""
    me = state.seats[party]
    if party == seat or are_screens_open(state):
        for value in range(VALUES):
            out[_SCREENS + relative * VALUES + value] = me.screen[value] / 4
    if party != seat:
        pool = np.zeros(VALUES, np.int64)
        fill_unplaced(state, seat, party, pool)
        for value in range(VALUES):
            out[_UNPLACED + relative * VALUES + value] = pool[value] / 4
    out[_BEHIND + relative] = pile_size(me.screen) / 12
    out[_HAS_CHOSEN + relative] = me.choice != NONE
    for card in range(CHARACTERS):
        if me.hand[card]:
            out[_CARDS + relative * CHARACTERS + card] = 0.5 if me.hand[card] == state.round else 1
