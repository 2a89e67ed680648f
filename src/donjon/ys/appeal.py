"""How attractive each legal action looks at a glance: the hands of a quick player in playouts.

One function for each meaning of a kind of actions, (state, seat, first, mask, out): it fills
out[first + argument], float32, for the actions set in `mask`, with a guess of the points that they bring.
Kinds without one count 0.
"""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints
from donjon.ys.brokers import quarter_of
from donjon.ys.estimate import BLACK_WORTH, GEM_WORTH, USUAL_BID, advantage, palace_worth
from donjon.ys.neutral import colour_rank
from donjon.ys.nouns import (
    CHARACTERS,
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    GEM_PAIRS,
    GEMS,
    MAX_SEATS,
    NONE,
    OWN_SLOTS,
    PLACES,
    SLOTS,
    VALUE_PAIRS,
    VALUES,
    District,
    Gem,
)
from donjon.ys.state import State, party_count
from donjon.ys.tables import CELL_BONUS, GEM_HIGH, GEM_LOW, MERCHANTS_WORTH, VALUE_HIGH, VALUE_LOW

BIDS, PAIRS = len(VALUE_PAIRS), len(GEM_PAIRS)
PLAY_CARD = 0.8
LOOK = 0.4
PER_BID_MISS = 0.15
PER_ORDER = 0.1
PER_MISS = 0.35
PER_THRONE_VALUE = 0.5


@compilable
def bids(_state: State, _seat: int, first: int, _mask: Ints, out: Floats) -> None:
    """A usual bid."""
    for pair in range(BIDS):
        bid = int(VALUE_LOW[pair]) + int(VALUE_HIGH[pair])
        out[first + pair] = -PER_BID_MISS * abs(bid - USUAL_BID)


@compilable
def orders(_state: State, _seat: int, first: int, _mask: Ints, out: Floats) -> None:
    """To place late."""
    for index in range(MAX_SEATS):
        out[first + index] = PER_ORDER * index


@compilable
def playing(_state: State, _seat: int, first: int, _mask: Ints, out: Floats) -> None:
    """To play a card."""
    out[first : first + CHARACTERS] = PLAY_CARD


@compilable
def brokers(_state: State, _seat: int, first: int, _mask: Ints, out: Floats) -> None:
    """Any broker that can be looked at, swapped, marked or moved."""
    out[first : first + SLOTS] = LOOK


@compilable
def place_worth(state: State, place: int) -> float:
    """What winning a place brings, about."""
    if place >= FIRST_CELL:
        return CELL_BONUS + 0.3 * GEM_WORTH
    quarter = quarter_of(place)
    gems = 0.3 * GEM_WORTH if state.ship[quarter] != NONE else 0.0
    district = place - quarter * DISTRICTS
    if district == District.HARBOUR:
        return BLACK_WORTH + gems
    return MERCHANTS_WORTH + gems if district == District.MERCHANTS else palace_worth(state, quarter) + gems


@compilable
def place_appeal(state: State, seat: int, place: int) -> float:
    """A place is attractive for what it brings, and less so the more others, or one itself, stand there."""
    others, own = 0, int(state.count[place, seat])
    for party in range(party_count(state)):
        if party != seat:
            others += int(state.count[place, party])
    return place_worth(state, place) / (1.0 + 0.4 * others + 0.7 * own)


@compilable
def up_or_down(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """Own brokers: the actions that place them face down lie behind those that place them face up."""
    for place in range(PLACES):
        up, down = first + place, first + PLACES + place
        if mask[up] or mask[down]:
            out[up] = place_appeal(state, seat, place)
            out[down] = out[up]


@compilable
def places_of_others(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """A broker that does not win for oneself stands where there is least to win."""
    for place in range(PLACES):
        if mask[first + place]:
            out[first + place] = -place_appeal(state, seat, place)


@compilable
def throne(_state: State, _seat: int, first: int, _mask: Ints, out: Floats) -> None:
    """A large broker."""
    for value in range(VALUES):
        out[first + value] = PER_THRONE_VALUE * value


@compilable
def refills(_state: State, _seat: int, first: int, _mask: Ints, out: Floats) -> None:
    """A small broker."""
    for value in range(VALUES):
        out[first + value] = -PER_MISS * value


@compilable
def values(state: State, seat: int, first: int, _mask: Ints, out: Floats) -> None:
    """The smallest broker that wins the place, as far as brokers lying face up tell; else a small one."""
    wanted = wanted_value(state, seat)
    for value in range(VALUES):
        out[first + value] = -PER_MISS * miss(value, wanted)


@compilable
def fronts(state: State, seat: int, first: int, _mask: Ints, out: Floats) -> None:
    """The same from the front, which is a little dearer; the Magician alone places those."""
    if state.magician == seat:
        wanted = wanted_value(state, seat)
        for value in range(VALUES):
            out[first + value] = -PER_MISS * miss(value, wanted) - PER_MISS


@compilable
def miss(value: int, wanted: int) -> int:
    """By how much a broker misses what is wanted: what loses anyway loses by its size."""
    return value - wanted if value >= wanted else 2 * value


@compilable
def wanted_value(state: State, seat: int) -> int:
    """What it takes to win the chosen place from what is seen there."""
    place, best = int(state.target), 0
    for party in range(party_count(state)):
        if party != seat:
            best = max(best, visible_sum(state, place, party))
    return max(best + 1 - int(state.sums[place, seat]), 0)


@compilable
def visible_sum(state: State, place: int, party: int) -> int:
    """About what a party shows in a place: its sum, hidden brokers guessed at 2."""
    hidden, shown = 0, 0
    for slot in range(OWN_SLOTS * party, OWN_SLOTS * (party + 1)):
        if state.place[slot] == place and state.owner[slot] == party:
            if state.face[slot]:
                shown += int(state.value[slot])
            else:
                hidden += 1
    return shown + 2 * hidden


@compilable
def gem_appeal(state: State, seat: int, kind: int) -> float:
    """A gem of a valuable colour, of one that the seat collects; white is what one likes best."""
    if kind == Gem.WHITE:
        return 3.0
    if kind == Gem.BLACK:
        return 0.0
    return 2.0 - 0.4 * colour_rank(state, kind) + 0.1 * min(int(state.seats[seat].gems[kind]), 5)


@compilable
def pairs(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """Two attractive gems."""
    for pair in range(PAIRS):
        if mask[first + pair]:
            low, high = int(GEM_LOW[pair]), int(GEM_HIGH[pair])
            out[first + pair] = gem_appeal(state, seat, low) + gem_appeal(state, seat, high)


@compilable
def gems(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """An attractive gem."""
    for kind in range(GEMS):
        if mask[first + kind]:
            out[first + kind] = gem_appeal(state, seat, kind)


@compilable
def offers(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """To give away what is not attractive."""
    for kind in range(GEMS):
        if mask[first + kind]:
            out[first + kind] = 1.0 - gem_appeal(state, seat, kind)


@compilable
def columns(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """The column of a colour that one has more of than others."""
    for colour in range(COLOURS):
        if mask[first + colour]:
            out[first + colour] = advantage(state, seat, colour)


@compilable
def raises(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """A colour that one has more of than others rises, or another falls: the actions behind these lower."""
    for colour in range(COLOURS):
        up, down = first + colour, first + COLOURS + colour
        if mask[up] or mask[down]:
            out[up] = advantage(state, seat, colour)
            out[down] = -out[up]


@compilable
def lowers(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """A colour that others have more of falls."""
    for colour in range(COLOURS):
        if mask[first + colour]:
            out[first + colour] = -advantage(state, seat, colour)
