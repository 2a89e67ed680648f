"""What one more settlement on a hex would bring a seat: quick marginal gold for bots.

What the gains of all hexes share is looked up once, as a `Glance`; the rest is kept with the settlements (see
`groups`). The gold itself is defined in `scoring`; this is a guess that also counts progress towards gold,
and never decides a rule.
"""

from __future__ import annotations

from typing import NamedTuple

from donjon.kernel.bits import count_bits, is_several
from donjon.kernel.compiling import compilable
from donjon.kingdom_builder import hexes, scoring
from donjon.kingdom_builder.groups import CASTLES_FROM, FISHERMEN, MINERS, WORKERS, group_on
from donjon.kingdom_builder.nouns import NONE, SLOTS, TERRAINS, Card
from donjon.kingdom_builder.state import Seat, State
from donjon.kingdom_builder.tables import COLUMNS, NEIGHBOURS, SLOT_OF

MERCHANTS, HERMITS, CITIZENS = 1 << Card.MERCHANTS, 1 << Card.HERMITS, 1 << Card.CITIZENS
DISCOVERERS, KNIGHTS = 1 << Card.DISCOVERERS, 1 << Card.KNIGHTS
LORDS, FARMERS = 1 << Card.LORDS, 1 << Card.FARMERS
BY_PRINT, BY_ROW, BY_SLOT = FISHERMEN | MINERS | WORKERS, DISCOVERERS | KNIGHTS, LORDS | FARMERS
BY_GROUP = HERMITS | CITIZENS | MERCHANTS


class Glance(NamedTuple):
    """What the gains of all hexes share."""

    wanted: int  # bit set of the Kingdom Builder cards in use
    castles: int  # bit set of the castles that no own settlement touches
    locations: int  # bit set of the locations that would give a token
    promise: float  # what taking a token is worth
    freedom: float  # what it costs to come to touch one more terrain
    untouched: int  # bit set of the terrains of which no free hex touches an own settlement
    top: int  # settlements in the fullest row
    slots: tuple[float, float, float, float]  # what a settlement brings by its slot


@compilable
def glance(state: State, seat: int, promise: float, freedom: float) -> Glance:
    """Look up what the gains of all hexes share; `promise` and `freedom` as in `Glance`."""
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
    """Bit set of the locations that would give this player a token."""
    found = 0
    for place in range(state.place_count):
        if state.places[place].left > 0 and not me.taken[place] and not int(me.touched) >> place & 1:
            found |= 1 << place
    return found


@compilable
def terrains_untouched(state: State, me: Seat) -> int:
    """Bit set of the terrains on which this player may build wherever there is room (KB-5.7)."""
    found = 0
    for terrain in range(TERRAINS):
        if not hexes.meet(me.near, state.land[terrain]):
            found |= 1 << terrain
    return found


@compilable
def gain(state: State, seat: int, hex: int, seen: Glance) -> float:
    """The gold, and progress towards gold, of one more settlement of `seat` on `hex`."""
    beside = int(state.beside[hex])
    worth = float(count_bits(int(state.pays[hex]) & seen.wanted))
    if seen.freedom > 0:
        worth -= seen.freedom * count_bits(int(state.terrains[hex]) & seen.untouched)
    if beside:
        worth += scoring.CASTLE_GOLD * count_bits(beside & seen.castles)
        worth += seen.promise * count_bits(beside & seen.locations)
    if seen.wanted & BY_ROW:
        worth += gain_row(hexes.count_row(state.seats[seat].own, hex // COLUMNS), seen)
    if seen.wanted & BY_SLOT:
        worth += seen.slots[SLOT_OF[hex]]
    if seen.wanted & BY_GROUP:
        worth += gain_groups(state, seat, hex, beside, seen.wanted)
    return worth


@compilable
def gain_row(standing: int, seen: Glance) -> float:
    """Discoverers: a new row. Knights: the fullest row grows, or another comes nearer to it."""
    worth = 0.0
    if seen.wanted & DISCOVERERS and standing == 0:
        worth += 1.0
    if seen.wanted & KNIGHTS:
        worth += float(scoring.KNIGHTS_GOLD) if standing == seen.top else 0.5 * standing / seen.top
    return worth


@compilable
def gain_slot(state: State, seat: int, slot: int, own: tuple[int, int, int, int]) -> float:
    """What a settlement brings in one sector of the board; `own` are those that stand in each."""
    worth = 0.0
    if state.wanted & FARMERS:
        worth += gain_farmers(slot, own)
    if state.wanted & LORDS:
        worth += gain_lords(state, seat, slot, own[slot])
    return worth


@compilable
def gain_farmers(slot: int, own: tuple[int, int, int, int]) -> float:
    """The sector with the fewest grows; several such sectors share the worth."""
    if own[slot] > min(own[0], own[1], own[2], own[3]):
        return 0.0
    ties = 0
    for other in range(SLOTS):
        ties += own[other] == own[slot]
    return scoring.FARMERS_GOLD / ties


@compilable
def gain_lords(state: State, seat: int, slot: int, own: int) -> float:
    """A place won in the sector, and a little for coming nearer to the next."""
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
    """Hermits, citizens and merchants: which groups the settlement would join."""
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
