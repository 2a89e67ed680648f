"""A position of Kingdom Builder, field by field (chapter 13 of the rules)."""

from __future__ import annotations

from donjon.kernel.fields import FLAG, SEAT, by_name, maybe, name, number
from donjon.kernel.records import OWNER, SOME, Grid, Ints, Record, Records, field, layout
from donjon.kingdom_builder.hexes import WORDS
from donjon.kingdom_builder.nouns import SLOTS, TERRAIN_IDS, TERRAINS, HexKind, Phase, Token
from donjon.kingdom_builder.tables import (
    CARDS_IN_USE,
    CASTLES,
    DECK,
    HEXES,
    MANDATORY,
    MAX_SEATS,
    PLACES,
    SETTLEMENTS,
)

KINDS = len(HexKind)
UNGROUPED = 255  # in place of the number of a group: no settlement stands there
LAST = 12  # three settlements of the mandatory action and up to eight tokens


TURN = number(0, 10_000)
_ERA = number(0, 100)
_TERRAIN = maybe(name(TERRAIN_IDS))
_PILE = by_name(TERRAIN_IDS, number(0, max(DECK)))


class Seat(Record):
    """What one seat has."""

    # terrain of the card in hand, -1 none; only this seat knows it (KB-11.2.2)
    hand: int = field("i4", json=_TERRAIN, key="hands", known=OWNER)
    # reshuffles that had happened when it was drawn (KB-11.2.6)
    hand_era: int = field("i4", json=_ERA, key="hand_eras")
    supply: int = field("i4", json=number(0, SETTLEMENTS))  # settlements not built yet
    standing: int = field("i4")  # settlements on the board: pieces 0 .. standing - 1
    settlements: Ints = field("i2", SETTLEMENTS)  # hex of each piece on the board, in order of building
    own: Ints = field("i8", WORDS)  # set of the hexes of own settlements
    near: Ints = field("i8", WORDS)  # set of the hexes next to own settlements
    # What follows from the settlements, kept for bots (see groups.py).
    groups: int = field("i4")  # how many there are (KB-10.0.4)
    largest: int = field("i4")  # settlements of the largest
    sizes: Ints = field("u1", SETTLEMENTS)  # settlements of each, by the number of its first piece
    joined: Ints = field("i2", SETTLEMENTS)  # bit set of the special hexes that each touches
    touched: int = field("i4")  # bit set of the special hexes that any touches
    connected: int = field("i4")  # of those, the ones that some group connects (KB-10.3)
    tokens: Ints = field("u1", PLACES)  # TokenState of the token from each location hex
    taken: Ints = field("u1", PLACES)  # 1 if a token was ever taken from that location hex (KB-7.3)


class Place(Record):
    """A location on the board."""

    hex: int = field("i4")  # the location hex
    token: int = field("i4")  # the kind of token it gives
    left: int = field("i4")  # tokens still lying there


class State(Record):
    """A position."""

    players: int = field("i4")
    phase: int = field("i4", json=name(Phase.ids()))
    actor: int = field("i4", json=maybe(SEAT))  # whose turn it is; while dealing: who gets the card
    first: int = field("i4")  # first player, -1 until known
    turn: int = field("i4", json=TURN)  # turns begun so far
    sectors: Ints = field("i1", SLOTS)  # sector of each slot, -1 until known
    orientations: Ints = field("i1", SLOTS)  # 0, or 1 for turned by 180 degrees, -1 until known
    cards: Ints = field("i1", CARDS_IN_USE)  # Kingdom Builder cards in ascending order, -1 until known
    kind: Ints = field("u1", HEXES + 1)  # what is printed on each hex
    owner: Ints = field("i1", HEXES + 1)  # seat whose settlement stands there, -1 nobody
    free: Ints = field("i2", KINDS)  # unoccupied hexes of each kind
    land: Grid = field("i8", KINDS, WORDS)  # set of the unoccupied hexes of each kind
    # What follows from the print, kept for bots (see groups.py).
    wanted: int = field("i4")  # bit set of the Kingdom Builder cards, by number
    pays: Ints = field("u1", HEXES + 1)  # bit set of the cards that pay for what lies beside a hex
    beside: Ints = field("i2", HEXES + 1)  # bit set of the special hexes beside a hex
    terrains: Ints = field("u1", HEXES + 1)  # bit set of the terrains beside a hex
    castles: Ints = field("i2", CASTLES)  # the castles' hexes; their bits come after those of the locations
    castle_count: int = field("i4")
    group: Ints = field("u1", HEXES + 1)  # whose group stands there, and which (see group_on)
    places: Records[Place] = field(Place, PLACES)  # the location hexes
    place_count: int = field("i4")
    # cards by terrain; what no seat has seen has no order, and nobody knows which of it is in a hand
    deck: Ints = field("i1", TERRAINS, json=_PILE, known=SOME)
    discard: Ints = field("i1", TERRAINS, json=_PILE)
    removed: Ints = field("i1", TERRAINS, json=_PILE)  # out of the game (KB-6.3)
    era: int = field("i4", json=_ERA)  # reshuffles so far
    played: int = field("i4", json=_TERRAIN, key="card")  # terrain of the card in play, -1 none
    built: int = field("i4", json=number(0, MANDATORY))  # by the mandatory action of this turn
    halted: int = field("i4", json=number(0, 1))  # 1 if KB-6.8 ended the mandatory action of this turn
    using: int = field("i4", json=maybe(name(Token.ids())))  # token in use, -1 none
    lifted: int = field("i4")  # piece in the air, -1 none; it lies OFF_BOARD meanwhile
    origin: int = field("i4")  # the hex it was lifted from, -1 none
    ending: int = field("i4", json=FLAG)  # 1 once a supply became empty (KB-9.1)
    last: Ints = field("i2", LAST)  # hexes last built on or moved to, for the eye only
    last_count: int = field("i4")
    last_turn: int = field("i4")  # the turn those belong to
    seats: Records[Seat] = field(Seat, MAX_SEATS)


STATE = layout(State)


class Options(Record):
    """What is chosen before the start; -1 leaves it to nature."""

    players: int = field("i4")
    sectors: Ints = field("i1", SLOTS)
    orientations: Ints = field("i1", SLOTS)
    cards: Ints = field("i1", CARDS_IN_USE)
    first: int = field("i4")


OPTIONS = layout(Options)
