"""How attractive each legal action looks at a glance: the hands of a quick player in playouts.

One function for each meaning of a kind of actions, (state, seat, first, mask, out): it fills
out[first + argument], float32, for the actions set in `mask`, with a guess of the points that they bring.
Other kinds count a number, 0 if none is said.
"""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints
from donjon.ys.bots.estimate import BLACK_WORTH, GEM_WORTH, USUAL_BID, advantage, palace_worth
from donjon.ys.brokers import quarter_of
from donjon.ys.neutral import colour_rank
from donjon.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    GEM_PAIRS,
    GEMS,
    MAX_SEATS,
    NONE,
    OWN_SLOTS,
    PLACES,
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
def crowd(state: State, seat: int, place: int) -> float:
    """By how much a place is worth less the more others, or one itself, stand there."""
    others, own = 0, int(state.count[place, seat])
    for party in range(party_count(state)):
        if party != seat:
            others += int(state.count[place, party])
    return 1.0 + 0.4 * others + 0.7 * own


@compilable
def places(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """Places for own brokers, and where a neutral one wins least.

    The actions that place a broker face up, face down and a neutral one lie one after the other.
    """
    for place in range(PLACES):
        up, down, other = first + place, first + PLACES + place, first + 2 * PLACES + place
        if mask[up] or mask[down] or mask[other]:
            worth = place_worth(state, place) / crowd(state, seat, place)
            out[up] = worth
            out[down] = worth
            out[other] = -worth


@compilable
def destinations(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """Where the Messenger moves a broker."""
    for place in range(PLACES):
        if mask[first + place]:
            out[first + place] = -place_worth(state, place) / crowd(state, seat, place)


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
    """The smallest broker that wins the place, as far as brokers lying face up tell; else a small one.

    The actions that take one from the front, a little dearer, lie behind those for one of the screen.
    """
    place, best = int(state.target), 0
    for party in range(party_count(state)):
        if party != seat:
            best = max(best, visible_sum(state, place, party))
    wanted = max(best + 1 - int(state.sums[place, seat]), 0)
    for value in range(VALUES):
        miss = value - wanted if value >= wanted else 2 * value
        out[first + value] = -PER_MISS * miss
        out[first + VALUES + value] = -PER_MISS * miss - PER_MISS


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
def gem_score(state: State, seat: int, kind: int) -> float:
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
            out[first + pair] = gem_score(state, seat, low) + gem_score(state, seat, high)


@compilable
def gems(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """An attractive gem."""
    for kind in range(GEMS):
        if mask[first + kind]:
            out[first + kind] = gem_score(state, seat, kind)


@compilable
def offers(state: State, seat: int, first: int, mask: Ints, out: Floats) -> None:
    """To give away what is not attractive."""
    for kind in range(GEMS):
        if mask[first + kind]:
            out[first + kind] = 1.0 - gem_score(state, seat, kind)


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
