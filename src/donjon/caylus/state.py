"""A position of Caylus, field by field. Everything is public (CAY-3.3)."""

from __future__ import annotations

from typing import Any

from donjon.caylus.nouns import (
    CASTLE_SPACES,
    CIRCLES,
    COLUMNS,
    CUBES,
    MAX_SEATS,
    NEUTRALS,
    PARTS,
    ROAD,
    ROWS,
    ROWS_CALLED,
    SECTIONS,
    SOURCE_COUNT,
    SOURCES,
    SPACES,
    TILES,
    WORKERS,
    Cube,
    Decision,
    Phase,
    Row,
    Space,
)
from donjon.caylus.tables import START_SPACE
from donjon.kernel.fields import FLAG, SEAT, Codec, by_name, maybe, name, number, row, those
from donjon.kernel.records import Ints, Record, Records, field, layout


def _most_scored(state: Any) -> int:
    """Return how many sections can be scored: with the last one the game is over (CAY-12.1)."""
    return SECTIONS if state.phase == Phase.OVER else SECTIONS - 1


MOST = 9999  # of deniers, cubes or points in a stated position
MOST_ROUNDS = 18  # CAY-15.1
LAST_BAILIFF = 25  # CAY-15.1
MOST_OWED = 9  # favours at once in a stated position
STAGES = 3  # of a space or a phase: castle.py, nouns.py and round_end.py say which
SPACE_IDS = (*Space.ids(), *(f"road {space}" for space in range(1, ROAD + 1)))
_DECISION = name(Decision.ids())
_COUNT = number(0, MOST)


class Seat(Record):
    """What one seat has."""

    deniers: int = field("i4", json=_COUNT)
    cubes: Ints = field("i2", CUBES, json=by_name(Cube.ids(), _COUNT, stays=True))
    vp: int = field("i4", json=_COUNT)  # prestige points held
    # the same by nouns.Source; their sum is vp
    sources: Ints = field(
        "i2", SOURCE_COUNT, json=by_name(SOURCES, number(-MOST, MOST), stays=True), key="points"
    )
    workers: Ints = field("i1", WORKERS)  # where each worker stands: HOME, a space, or INN_RIGHT
    home: int = field("i4")  # workers at home
    residences: int = field("i4")  # own residences on the road
    # own markers in the favour table, 0 the start
    columns: Ints = field(
        "i1", ROWS, json=by_name(Row.ids(), number(0, COLUMNS), stays=True, also=ROWS_CALLED)
    )
    # 1 for a row used in this phase
    rows: Ints = field("u1", ROWS, json=those(Row.ids(), ROWS_CALLED))
    houses: Ints = field("i1", SECTIONS)  # own houses in each section of the castle
    batches: int = field("i4", json=number(0, PARTS))  # given in this castle phase
    passed: int = field("i4")  # 1 once passed in this round


class State(Record):
    """A position."""

    players: int = field("i4")
    simplified: int = field("i4")  # 1 for the variant of CAY-14
    values: int = field("i4")  # 1 for tile_values "revised"
    round: int = field("i4", json=number(1, MOST_ROUNDS))  # rounds begun
    phase: int = field("i4", json=name(Phase.ids()))
    cursor: int = field("i4")  # how far the phase is: place in an order, special space, or road space
    stage: int = field("i4", json=number(0, STAGES - 1))  # how far the thing at the cursor is
    # what is decided now
    decision: int = field(
        "i4", json=Codec(_DECISION.write, maybe(_DECISION, Decision.NOTHING).read), key="ask"
    )
    actor: int = field("i4", json=maybe(SEAT))  # by whom, -1 nobody
    chosen: int = field("i4")  # tile to build or cube to give, the first half of a decision, -1 none
    by_favour: int = field("i4", json=FLAG)  # 1 while the build or conversion decided on comes from a favour
    owed: int = field("i4", json=number(0, MOST_OWED))  # favours still to be resolved
    favoured: int = field("i4", json=maybe(SEAT))  # by which seat, -1 none
    scored: int = field("i4", json=number(0, _most_scored))  # sections; the next one is current
    scoring: int = field("i4")  # 1 while a section is being scored
    provost: int = field("i4", json=number(1, ROAD))  # road space
    bailiff: int = field("i4", json=number(START_SPACE, LAST_BAILIFF))  # road space
    order: Ints = field("i1", MAX_SEATS)  # turn order, -1 until known
    # seats on the passing scale, in order
    passing: Ints = field("i1", MAX_SEATS, json=row(SEAT, MAX_SEATS, packed=True), key="passed")
    passed: int = field("i4")  # how many
    neutral: Ints = field("i1", NEUTRALS)  # neutral tile of spaces 1 to 6 at the start, -1 until known
    tile: Ints = field("i1", ROAD + 1)  # on each road space, -1 unbuilt; 0 is no space
    owner: Ints = field("i1", ROAD + 1)  # seat whose house stands there, -1 nobody
    pending: Ints = field("i1", ROAD + 1)  # seat that has paid for converting it, -1 nobody
    worker: Ints = field("i1", SPACES + 1)  # seat whose worker stands on a space with one circle; INN_RIGHT
    stables: Ints = field("i1", CIRCLES)
    castle: Ints = field("i1", CASTLE_SPACES)
    parts: Ints = field("i1", PARTS)  # seat whose house is in each part of the castle
    stock: Ints = field("i1", TILES)  # copies of a tile in the bank
    free: int = field("i4")  # the unbuilt road space with the lowest number, 0 without one
    # the space last placed on, built on or converted, -1 none; only shown
    last: int = field("i4", json=maybe(name(SPACE_IDS)))
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
