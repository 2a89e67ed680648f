"""A position of Kingdom Builder, field by field (chapter 13 of the rules)."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import record_type
from donjon.kingdom_builder.terms import (
    CARDS_IN_USE,
    HEXES,
    KIND_NAMES,
    MAX_SEATS,
    PLACES,
    SETTLEMENTS,
    SLOTS,
    TERRAINS,
)

KINDS = len(KIND_NAMES) + 1
LAST = 12  # three settlements of the mandatory action and up to eight tokens

SEAT = record_type(
    "Seat",
    [
        ("hand", "i4"),  # terrain of the card in hand, -1 none; only this seat knows it (KB-11.2.2)
        ("hand_era", "i4"),  # reshuffles that had happened when it was drawn (KB-11.2.6)
        ("supply", "i4"),  # settlements not built yet
        ("standing", "i4"),  # settlements on the board: pieces 0 .. standing - 1
        ("settlements", "i2", SETTLEMENTS),  # hex of each piece on the board, in order of building
        ("near", "u1", HEXES + 1),  # own settlements adjacent to a hex
        ("tokens", "u1", PLACES),  # TokenState of the token from each location hex
        ("taken", "u1", PLACES),  # 1 if a token was ever taken from that location hex (KB-7.3)
    ],
)

PLACE = record_type(
    "Place",
    [
        ("hex", "i4"),  # the location hex
        ("token", "i4"),  # the kind of token it gives
        ("left", "i4"),  # tokens still lying there
    ],
)

STATE = record_type(
    "State",
    [
        ("players", "i4"),
        ("phase", "i4"),
        ("actor", "i4"),  # whose turn it is; while dealing: who gets the card
        ("first", "i4"),  # first player, -1 until known
        ("turn", "i4"),  # turns begun so far
        ("sectors", "i1", SLOTS),  # sector of each slot, -1 until known
        ("orientations", "i1", SLOTS),  # 0, or 1 for turned by 180 degrees, -1 until known
        ("cards", "i1", CARDS_IN_USE),  # Kingdom Builder cards in ascending order, -1 until known
        ("kind", "u1", HEXES + 1),  # what is printed on each hex
        ("owner", "i1", HEXES + 1),  # seat whose settlement stands there, -1 nobody
        ("free", "i2", KINDS),  # unoccupied hexes of each kind
        ("places", PLACE, PLACES),  # the location hexes
        ("place_count", "i4"),
        ("deck", "i1", TERRAINS),  # cards by terrain; what no seat has seen has no order
        ("discard", "i1", TERRAINS),
        ("removed", "i1", TERRAINS),  # out of the game (KB-6.3)
        ("era", "i4"),  # reshuffles so far
        ("played", "i4"),  # terrain of the card in play, -1 none
        ("built", "i4"),  # settlements the mandatory action has built this turn
        ("halted", "i4"),  # 1 if KB-6.8 ended the mandatory action of this turn
        ("using", "i4"),  # token in use, -1 none
        ("lifted", "i4"),  # piece in the air, -1 none; it lies OFF_BOARD meanwhile
        ("origin", "i4"),  # the hex it was lifted from, -1 none
        ("ending", "i4"),  # 1 once a supply became empty (KB-9.1)
        ("last", "i2", LAST),  # hexes last built on or moved to, for the eye only
        ("last_count", "i4"),
        ("last_turn", "i4"),  # the turn those belong to
        ("seats", SEAT, MAX_SEATS),
    ],
)

# What is chosen before the start; -1 leaves it to nature.
OPTIONS = record_type(
    "Options",
    [
        ("players", "i4"),
        ("sectors", "i1", SLOTS),
        ("orientations", "i1", SLOTS),
        ("cards", "i1", CARDS_IN_USE),
        ("first", "i4"),
    ],
)


@compilable
def seat_count(state):  # type: ignore[no-untyped-def]
    """How many seats play."""
    return int(state.players)
