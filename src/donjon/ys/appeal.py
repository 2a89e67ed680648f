"""How attractive each legal action looks at a glance: the hands of a quick player in playouts."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints
from donjon.ys.brokers import quarter_of
from donjon.ys.estimate import BLACK_WORTH, GEM_WORTH, USUAL_BID, advantage, palace_worth
from donjon.ys.neutral import colour_rank
from donjon.ys.nouns import (
    BID,
    BROKER,
    CARD,
    COLOURS,
    DISTRICTS,
    DOWN,
    FIRST_CELL,
    FRONT,
    GEM,
    LOWER,
    NONE,
    ORDER,
    OWN_SLOTS,
    PASS,
    PLACE,
    PLACES,
    QUARTER,
    RAISE,
    TAKE_TWO,
    UP,
    VALUE,
    VALUES,
    District,
    Gem,
    Phase,
)
from donjon.ys.state import State, party_count
from donjon.ys.tables import CELL_BONUS, GEM_HIGH, GEM_LOW, MERCHANTS_WORTH, VALUE_HIGH, VALUE_LOW

PLAY_CARD = 0.8
LOOK = 0.4
PER_BID_MISS = 0.15
PER_ORDER = 0.1
PER_MISS = 0.35
PER_THRONE_VALUE = 0.5


@compilable
def appeal(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points they bring."""
    phase = state.phase
    if phase == Phase.PLACE:
        out[CARD:UP] = PLAY_CARD
        appeal_of_places(state, seat, mask, out)
    elif phase == Phase.MESSENGER_TO:
        appeal_of_places(state, seat, mask, out)
    elif phase == Phase.VALUE or phase == Phase.REFILL or phase == Phase.THRONE:
        appeal_of_values(state, seat, out)
    elif phase == Phase.BID:
        for pair in range(ORDER - BID):
            bid = int(VALUE_LOW[pair]) + int(VALUE_HIGH[pair])
            out[BID + pair] = -PER_BID_MISS * abs(bid - USUAL_BID)
    elif phase == Phase.ORDER:
        for card in range(CARD - ORDER):
            out[ORDER + card] = PER_ORDER * card
    elif phase >= Phase.PICK and phase < Phase.THRONE:
        appeal_of_gems(state, seat, mask, out)
    else:
        out[CARD:PASS] = 0
        out[CARD:UP] = PLAY_CARD
        out[BROKER:QUARTER] = LOOK
    out[PASS] = 0


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
def appeal_of_places(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """A place is attractive for what it brings, and less so the more others, or one itself, stand there."""
    for place in range(PLACES):
        if mask[UP + place] or mask[DOWN + place] or mask[PLACE + place]:
            others, own = 0, int(state.count[place, seat])
            for party in range(party_count(state)):
                if party != seat:
                    others += int(state.count[place, party])
            worth = place_worth(state, place) / (1.0 + 0.4 * others + 0.7 * own)
            out[UP + place] = worth
            out[DOWN + place] = worth
            out[PLACE + place] = -worth


@compilable
def appeal_of_values(state: State, seat: int, out: Floats) -> None:
    """The smallest broker that wins the place, as far as brokers lying face up tell; else a small one."""
    if state.phase == Phase.THRONE:
        for value in range(VALUES):
            out[VALUE + value] = PER_THRONE_VALUE * value
        return
    if state.phase == Phase.REFILL:
        for value in range(VALUES):
            out[VALUE + value] = -PER_MISS * value
        return
    place, best = int(state.target), 0
    for party in range(party_count(state)):
        if party != seat:
            best = max(best, visible_sum(state, place, party))
    wanted = max(best + 1 - int(state.sums[place, seat]), 0)
    for value in range(VALUES):
        miss = value - wanted if value >= wanted else 2 * value
        out[VALUE + value] = -PER_MISS * miss
        out[FRONT + value] = -PER_MISS * miss - PER_MISS


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
def appeal_of_gems(state: State, seat: int, mask: Ints, out: Floats) -> None:
    """Gems, columns, values: what serves the gems one has."""
    out[CARD:UP] = PLAY_CARD
    giving = state.phase == Phase.ALCHEMIST
    for pair in range(GEM - TAKE_TWO):
        if mask[TAKE_TWO + pair]:
            low, high = int(GEM_LOW[pair]), int(GEM_HIGH[pair])
            out[TAKE_TWO + pair] = gem_appeal(state, seat, low) + gem_appeal(state, seat, high)
    for kind in range(RAISE - GEM):
        if mask[GEM + kind]:
            if state.phase == Phase.COLUMN:
                out[GEM + kind] = advantage(state, seat, kind)
            else:
                worth = gem_appeal(state, seat, kind)
                out[GEM + kind] = 1.0 - worth if giving else worth
    for colour in range(COLOURS):
        if mask[RAISE + colour] or mask[LOWER + colour]:
            own = advantage(state, seat, colour)
            out[RAISE + colour] = own
            out[LOWER + colour] = -own
