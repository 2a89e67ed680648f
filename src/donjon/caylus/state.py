"""A position of Caylus, field by field. Everything is public (CAY-3.3)."""

from __future__ import annotations

from donjon.caylus.nouns import (
    CASTLE_SPACES,
    CIRCLES,
    CUBES,
    MAX_SEATS,
    NEUTRALS,
    PARTS,
    ROAD,
    ROWS,
    SECTIONS,
    SOURCE_COUNT,
    SPACES,
    TILES,
    WORKERS,
)
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints, Record, Records, field, layout


class Seat(Record):
    """What one seat has."""

    deniers: int = field("i4")
    cubes: Ints = field("i2", CUBES)  # by nouns.Cube
    vp: int = field("i4")  # prestige points held
    sources: Ints = field("i2", SOURCE_COUNT)  # the same by nouns.Source; their sum is vp
    workers: Ints = field("i1", WORKERS)  # where each worker stands: HOME, a space, or INN_RIGHT
    home: int = field("i4")  # workers at home
    residences: int = field("i4")  # own residences on the road
    columns: Ints = field("i1", ROWS)  # own markers in the favour table, 0 the start
    rows: Ints = field("u1", ROWS)  # 1 for a row used in this phase (CAY-11.4.1)
    houses: Ints = field("i1", SECTIONS)  # own houses in each section of the castle
    batches: int = field("i4")  # given in this castle phase (CAY-9.6.1)
    passed: int = field("i4")  # 1 once passed in this round


class State(Record):
    """A position."""

    players: int = field("i4")
    simplified: int = field("i4")  # 1 for the variant of CAY-14
    values: int = field("i4")  # 1 for tile_values "revised"
    round: int = field("i4")  # rounds begun
    phase: int = field("i4")  # nouns.Phase
    cursor: int = field("i4")  # how far the phase is: place in an order, special space, or road space
    stage: int = field("i4")  # how far the thing at the cursor is
    ask: int = field("i4")  # nouns.Ask: what is decided now
    actor: int = field("i4")  # by whom, -1 nobody
    chosen: int = field(
        "i4"
    )  # tile to build or cube to give, chosen in the first half of a decision, -1 none
    by_favour: int = field("i4")  # 1 while the build or conversion decided on comes from a favour
    owed: int = field("i4")  # favours still to be resolved
    favoured: int = field("i4")  # by which seat, -1 none
    scored: int = field("i4")  # sections scored; the next one is current (CAY-9.3.1)
    scoring: int = field("i4")  # 1 while a section is being scored
    provost: int = field("i4")  # road space
    bailiff: int = field("i4")  # road space
    order: Ints = field("i1", MAX_SEATS)  # turn order, -1 until known
    passing: Ints = field("i1", MAX_SEATS)  # seats on the passing scale, in order
    passed: int = field("i4")  # how many
    neutral: Ints = field("i1", NEUTRALS)  # neutral tile of spaces 1 to 6 at the start, -1 until known
    tile: Ints = field("i1", ROAD + 1)  # on each road space, -1 unbuilt; 0 is no space
    owner: Ints = field("i1", ROAD + 1)  # seat whose house stands there, -1 nobody
    pending: Ints = field("i1", ROAD + 1)  # seat that has paid for converting it, -1 nobody (CAY-8.4.7)
    worker: Ints = field("i1", SPACES + 1)  # seat whose worker stands on a space with one circle; INN_RIGHT
    stables: Ints = field("i1", CIRCLES)
    castle: Ints = field("i1", CASTLE_SPACES)
    parts: Ints = field("i1", PARTS)  # seat whose house is in each part of the castle
    stock: Ints = field("i1", TILES)  # copies of a tile in the bank
    free: int = field("i4")  # the unbuilt road space with the lowest number, 0 without one (CAY-8.3.4)
    last: int = field("i4")  # the space last placed on, built on or converted, -1 none; for the eye only
    seats: Records[Seat] = field(Seat, MAX_SEATS)


STATE = layout(State)


class Options(Record):
    """What is chosen before the start; -1 leaves it to nature."""

    players: int = field("i4")
    neutral: Ints = field("i1", NEUTRALS)
    order: Ints = field("i1", MAX_SEATS)
    simplified: int = field("i4")
    values: int = field("i4")


OPTIONS = layout(Options)


@compilable
def seat_count(state: State) -> int:
    """How many seats play."""
    return int(state.players)
