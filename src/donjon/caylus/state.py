"""A position of Caylus, field by field. Everything is public (CAY-3.3)."""

from __future__ import annotations

from donjon.caylus.terms import (
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
from donjon.kernel.records import record_type

SEAT = record_type(
    "CaylusSeat",
    [
        ("deniers", "i4"),
        ("cubes", "i2", CUBES),  # by terms.Cube
        ("vp", "i4"),  # prestige points held
        ("sources", "i2", SOURCE_COUNT),  # the same by terms.Source; their sum is vp
        ("workers", "i1", WORKERS),  # where each worker stands: HOME, a space, or INN_RIGHT
        ("home", "i4"),  # workers at home
        ("residences", "i4"),  # own residences on the road
        ("columns", "i1", ROWS),  # own markers in the favour table, 0 the start
        ("rows", "u1", ROWS),  # 1 for a row used in this phase (CAY-11.4.1)
        ("houses", "i1", SECTIONS),  # own houses in each section of the castle
        ("batches", "i4"),  # given in this castle phase (CAY-9.6.1)
        ("passed", "i4"),  # 1 once passed in this round
    ],
)

STATE = record_type(
    "CaylusState",
    [
        ("players", "i4"),
        ("simplified", "i4"),  # 1 for the variant of CAY-14
        ("values", "i4"),  # 1 for tile_values "revised"
        ("round", "i4"),  # rounds begun
        ("phase", "i4"),  # terms.Phase
        ("cursor", "i4"),  # how far the phase is: place in an order, special space, or road space
        ("stage", "i4"),  # how far the thing at the cursor is
        ("ask", "i4"),  # terms.Ask: what is decided now
        ("actor", "i4"),  # by whom, -1 nobody
        ("chosen", "i4"),  # tile to build or cube to give, chosen in the first half of a decision, -1 none
        ("by_favour", "i4"),  # 1 while the build or conversion decided on comes from a favour
        ("owed", "i4"),  # favours still to be resolved
        ("favoured", "i4"),  # by which seat, -1 none
        ("scored", "i4"),  # sections scored; the next one is current (CAY-9.3.1)
        ("scoring", "i4"),  # 1 while a section is being scored
        ("provost", "i4"),  # road space
        ("bailiff", "i4"),  # road space
        ("order", "i1", MAX_SEATS),  # turn order, -1 until known
        ("passing", "i1", MAX_SEATS),  # seats on the passing scale, in order
        ("passed", "i4"),  # how many
        ("neutral", "i1", NEUTRALS),  # neutral tile of spaces 1 to 6 at the start, -1 until known
        ("tile", "i1", ROAD + 1),  # on each road space, -1 unbuilt; 0 is no space
        ("owner", "i1", ROAD + 1),  # seat whose house stands there, -1 nobody
        ("pending", "i1", ROAD + 1),  # seat that has paid for converting it, -1 nobody (CAY-8.4.7)
        ("worker", "i1", SPACES + 1),  # seat whose worker stands on a space with one circle; INN_RIGHT
        ("stables", "i1", CIRCLES),
        ("castle", "i1", CASTLE_SPACES),
        ("parts", "i1", PARTS),  # seat whose house is in each part of the castle
        ("stock", "i1", TILES),  # copies of a tile in the bank
        ("free", "i4"),  # the unbuilt road space with the lowest number, 0 without one (CAY-8.3.4)
        ("last", "i4"),  # the space last placed on, built on or converted, -1 none; for the eye only
        ("seats", SEAT, MAX_SEATS),
    ],
)

# What is chosen before the start; -1 leaves it to nature.
OPTIONS = record_type(
    "CaylusOptions",
    [
        ("players", "i4"),
        ("neutral", "i1", NEUTRALS),
        ("order", "i1", MAX_SEATS),
        ("simplified", "i4"),
        ("values", "i4"),
    ],
)


@compilable
def seat_count(state):  # type: ignore[no-untyped-def]
    """How many seats play."""
    return int(state.players)
