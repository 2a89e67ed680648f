"""Chapter 7: points by source, and ranks."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Grid
from donjon.ys.gems import colour_rank, gem_count
from donjon.ys.nouns import COLOURS, TRACK_SOURCES, Gem, Phase, Source
from donjon.ys.state import State, is_neutral, party_count
from donjon.ys.tables import BLACK_TABLE, GEM_TABLE, NEUTRAL_PLACE, THRONE_TABLE
from donjon.ys.throne import throne_sum


@compilable
def colour_points(state: State, party: int, colour: int) -> int:
    """YS-7.2 to YS-7.5: points of a colour; tied players score the lowest place they occupy together."""
    own = int(state.seats[party].gems[colour])
    rank = colour_rank(state, colour)
    if own == 0:  # YS-7.3, YS-9.3.16
        return int(GEM_TABLE[rank, NEUTRAL_PLACE - 1]) if is_neutral(state, party) else 0
    place = 0
    for other in range(party_count(state)):
        place += state.seats[other].gems[colour] >= own
    return int(GEM_TABLE[rank, place - 1])


@compilable
def black_points(state: State, party: int) -> int:
    """YS-7.7: points for black gems."""
    return int(BLACK_TABLE[min(int(state.seats[party].gems[Gem.BLACK]), BLACK_TABLE.shape[0] - 1)])


@compilable
def throne_points(state: State, seat: int) -> int:
    """YS-9.4.9, YS-9.4.10: the throne room counts at the end only, when all of it is shown."""
    if not state.royal or state.phase != Phase.OVER:
        return 0
    own = throne_sum(state, seat)
    above, tied = 0, 0
    for other in range(state.players):
        theirs = throne_sum(state, other)
        above += theirs > own
        tied += theirs == own
    shared = 0
    for place in range(above, above + tied):
        shared += int(THRONE_TABLE[place])
    return shared // tied


@compilable
def points(state: State, out: Grid) -> None:
    """Fill int32 out[seats, SOURCES] with the points by source, as if scored now."""
    for seat in range(state.players):
        for source in range(TRACK_SOURCES):
            out[seat, source] = state.seats[seat].points[source]
        for colour in range(COLOURS):
            out[seat, Source.BLUE + colour] = colour_points(state, seat, colour)
        out[seat, Source.BLACK] = black_points(state, seat)
        out[seat, Source.THRONE] = throne_points(state, seat)


@compilable
def total_of(state: State, party: int) -> int:
    """The points of a party, as if scored now; the neutral player's too."""
    gold = black_points(state, party)
    for source in range(TRACK_SOURCES):
        gold += int(state.seats[party].points[source])
    for colour in range(COLOURS):
        gold += colour_points(state, party, colour)
    return gold


@compilable
def total(state: State, seat: int) -> int:
    """The points of one seat, as if scored now."""
    return total_of(state, seat) + throne_points(state, seat)


@compilable
def standing(state: State, seat: int) -> int:
    """YS-7.8, YS-7.9, YS-9.3.18: by points, then by the number of gems; what is equal shares the rank."""
    return total(state, seat) * 256 + gem_count(state.seats[seat])
