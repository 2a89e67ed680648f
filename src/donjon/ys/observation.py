"""Numbers for a learner: all that a seat may know, itself first."""

from __future__ import annotations

import numpy as np

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats
from donjon.ys.knowledge import are_screens_open, fill_unplaced, knows
from donjon.ys.model import SHIP_LARGE, SHIP_SMALL, SOLDIER_VALUE, State, party_count
from donjon.ys.nouns import (
    CHARACTERS,
    COLOURS,
    GEMS,
    NEUTRAL,
    NONE,
    PARTIES,
    PHASES,
    PLACES,
    QUARTERS,
    ROWS,
    SHIPS,
    SLOTS,
    TRACK_SOURCES,
    VALUES,
)
from donjon.ys.pieces import pile_size, worth

PLACE_NUMBERS = 3  # for each place and party: brokers known, their sum, brokers unknown
SEAT_NUMBERS = 3 * VALUES + GEMS + TRACK_SOURCES + CHARACTERS + 14
QUARTER_NUMBERS = GEMS + CHARACTERS + 2
TABLE_NUMBERS = PHASES + COLOURS + GEMS + ROWS * GEMS + CHARACTERS + SHIPS + COLOURS + 12
AT_SEATS = (PLACES + 1) * PARTIES * PLACE_NUMBERS
AT_QUARTERS = AT_SEATS + PARTIES * SEAT_NUMBERS
AT_TABLE = AT_QUARTERS + QUARTERS * QUARTER_NUMBERS
OBSERVATION = AT_TABLE + TABLE_NUMBERS


@compilable
def party_at(state: State, seat: int, relative: int) -> int:
    """The party that many seats after the viewer; the neutral player comes last."""
    if relative >= state.players:
        return NEUTRAL
    return (max(seat, 0) + relative) % state.players


@compilable
def observe(state: State, seat: int, out: Floats) -> None:
    """Fill float32 out[OBSERVATION] with what `seat` (NOBODY: a spectator, from seat 0 on) may know.

    Layout: brokers by place and party; parties from the viewer on; quarters; the table (docs/ys.md).
    """
    out[:] = 0
    for relative in range(party_count(state)):
        party = party_at(state, seat, relative)
        observe_brokers(state, seat, party, relative, out)
        observe_party(state, seat, party, out, AT_SEATS + relative * SEAT_NUMBERS)
    for quarter in range(state.quarters):
        observe_quarter(state, quarter, out, AT_QUARTERS + quarter * QUARTER_NUMBERS)
    observe_table(state, seat, out, AT_TABLE)


@compilable
def observe_brokers(state: State, seat: int, party: int, relative: int, out: Floats) -> None:
    """The brokers of a party: how many known ones, their sum, how many unknown ones, by place."""
    for slot in range(SLOTS):
        if state.place[slot] != NONE and state.owner[slot] == party:
            at = (int(state.place[slot]) * PARTIES + relative) * PLACE_NUMBERS
            if knows(state, seat, slot):
                out[at] += 0.25
                out[at + 1] += worth(state, slot)
            else:
                out[at + 2] += 0.25
                out[at + 1] += SOLDIER_VALUE if state.marked[slot] else 0


@compilable
def observe_party(state: State, seat: int, party: int, out: Floats, at: int) -> None:
    """Front, own screen, what cannot be placed, gems, points, hand and what is in play; from out[at] on."""
    me = state.seats[party]
    human = party < state.players
    if human:
        pool = np.zeros(VALUES, np.int64)
        fill_unplaced(state, seat, party, pool)
        for value in range(VALUES):
            out[at + value] = me.front[value] / 4
            if party == seat or are_screens_open(state):
                out[at + VALUES + value] = me.screen[value] / 4
            if party != seat:
                out[at + 2 * VALUES + value] = pool[value] / 4
    at += 3 * VALUES
    for kind in range(GEMS):
        out[at + kind] = me.gems[kind] / 8
    at += GEMS
    for source in range(TRACK_SOURCES):
        out[at + source] = me.points[source] / 20
    at += TRACK_SOURCES
    for card in range(CHARACTERS):
        if me.hand[card]:
            out[at + card] = 0.5 if me.hand[card] == state.round else 1
    at += CHARACTERS
    out[at] = me.order / PARTIES
    out[at + 1] = me.chosen / PARTIES
    out[at + 2] = me.played / 2
    out[at + 3] = me.court / 10
    out[at + 4] = me.extras / 3
    out[at + 5] = pile_size(me.screen) / 12
    out[at + 6] = state.actor == party
    out[at + 7] = me.choice != NONE
    out[at + 8] = state.spy == party and human
    out[at + 9] = state.bishop == party and human
    out[at + 10] = state.magician == party and human
    out[at + 11] = state.intriguer == party and human
    out[at + 12] = state.queen == party and human
    out[at + 13] = not human


@compilable
def observe_quarter(state: State, quarter: int, out: Floats, at: int) -> None:
    """The ship's gems, the card, closed, being counted; from out[at] on."""
    ship = int(state.ship[quarter])
    if ship != NONE:
        out[at + int(SHIP_LARGE[ship])] += 0.5
        for index in range(2):
            out[at + int(SHIP_SMALL[ship, index])] += 0.25
    at += GEMS
    card = int(state.character[quarter])
    if 0 <= card < CHARACTERS:
        out[at + card] = 1
    at += CHARACTERS
    out[at] = state.closed == quarter
    out[at + 1] = state.quarter == quarter


@compilable
def observe_table(state: State, seat: int, out: Floats, at: int) -> None:
    """Phase, gem values, offer, market, what has not been seen, and the rest; from out[at] on."""
    out[at + state.phase] = 1
    at += PHASES
    for colour in range(COLOURS):
        out[at + colour] = state.values[colour] / 15
    at += COLOURS
    for kind in range(GEMS):
        out[at + kind] = state.offer[kind] / 2
    at += GEMS
    for row in range(ROWS):
        if state.market[row] != NONE:
            out[at + row * GEMS + int(state.market[row])] = 1
    at += ROWS * GEMS
    for card in range(CHARACTERS):
        out[at + card] = state.unseen[card]
    at += CHARACTERS
    for ship in range(SHIPS):
        out[at + ship] = state.deck[ship]
    at += SHIPS
    for rank in range(COLOURS):
        if state.columns[rank] != NONE:
            out[at + int(state.columns[rank])] = 1 - rank / COLOURS
    at += COLOURS
    observe_rest(state, seat, out, at)


@compilable
def observe_rest(state: State, seat: int, out: Floats, at: int) -> None:
    """Twelve numbers on the course of the game; from out[at] on."""
    out[at] = state.round / 4
    out[at + 1] = state.turn / 16
    out[at + 2] = state.put_up / 2
    out[at + 3] = state.put_down / 2
    out[at + 4] = state.put_neutral
    out[at + 5] = (state.target + 1) / SLOTS
    out[at + 6] = state.facing
    out[at + 7] = state.looks / 3
    out[at + 8] = state.merchant
    out[at + 9] = state.rank / 4
    out[at + 10] = state.players / PARTIES
    if seat != NONE and state.seats[seat].choice != NONE:
        out[at + 11] = (state.seats[seat].choice + 1) / 16
