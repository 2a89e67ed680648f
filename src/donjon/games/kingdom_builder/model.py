"""Chapters 1 and 13: the things of the game, printed sizes, and the record of a position."""

from __future__ import annotations

from dataclasses import dataclass

from donjon.kernel.book import Book
from donjon.kernel.fields import FLAG, SEAT, by_name, maybe, name, number
from donjon.kernel.game_data import read_tables
from donjon.kernel.message import Term
from donjon.kernel.nouns import Noun
from donjon.kernel.observing import one_of, scaled, seat_of
from donjon.kernel.records import (
    BY_SEAT,
    NOT_SEEN,
    OWNER,
    SOME,
    Grid,
    Ints,
    Record,
    Records,
    field,
    layout,
)

NONE = -1

# Nouns


class HexKind(Noun):
    """The kinds of printed hexes (KB-1.2); the first five are the buildable terrains."""

    GRASS = 0, "grass"
    FLOWER_FIELD = 1, "flower field", "flower_field"
    FOREST = 2, "forest"
    CANYON = 3, "canyon"
    DESERT = 4, "desert"
    WATER = 5, "water"
    MOUNTAIN = 6, "mountain"
    CASTLE = 7, "castle"
    LOCATION = 8, "location"
    OFF = 9  # off the board, or on a sector that is not placed yet


TERRAINS = 5
TERRAIN_IDS = HexKind.ids()[:TERRAINS]


class Token(Noun):
    """The eight kinds of location tokens, in the order of KB-8.1 to KB-8.8."""

    ORACLE = 0, "oracle"
    FARM = 1, "farm"
    OASIS = 2, "oasis"
    TOWER = 3, "tower"
    TAVERN = 4, "tavern"
    BARN = 5, "barn"
    HARBOR = 6, "harbour"
    PADDOCK = 7, "paddock"


TOKENS = len(Token)
FIRST_MOVE = Token.BARN  # tokens from here on move a settlement, those before build one


class TokenState(Noun):
    """The state of a token of a seat (KB-7.16)."""

    NOT_OWNED = 0
    NEW = 1
    SPENT = 2
    USABLE = 3


class Slot(Noun):
    """The quarters of the board (KB-2.6)."""

    TOP_LEFT = 0, "top left"
    TOP_RIGHT = 1, "top right"
    BOTTOM_LEFT = 2, "bottom left"
    BOTTOM_RIGHT = 3, "bottom right"


SLOTS = len(Slot)


class Card(Noun):
    """The Kingdom Builder cards, in the order of KB-1.8."""

    FISHERMEN = 0, "fishermen"
    MERCHANTS = 1, "merchants"
    DISCOVERERS = 2, "discoverers"
    HERMITS = 3, "hermits"
    CITIZENS = 4, "citizens"
    MINERS = 5, "miners"
    WORKERS = 6, "workers"
    KNIGHTS = 7, "knights"
    LORDS = 8, "lords"
    FARMERS = 9, "farmers"


CARDS = len(Card)
SOURCES = ("castles", *Card.ids())


class Phase(Noun):
    """The decisions; the first six are random draws."""

    SECTOR = 0
    KINGDOM_CARD = 1
    FIRST = 2
    DEAL = 3
    DRAW = 4
    REDRAW = 5
    START = 6  # KB-11.1.1
    MANDATORY = 7  # KB-11.1.2
    AFTER = 8  # KB-11.1.3
    TARGET = 9  # a token that builds is in use: its hex is chosen
    LIFT = 10  # a token that moves is in use: the settlement is chosen
    PUT = 11  # the hex for the lifted settlement is chosen
    OVER = 12


PHASES = len(Phase)

# Printed sizes

TABLES = read_tables("donjon.games.kingdom_builder")
MIN_SEATS: int = TABLES["min_players"]
MAX_SEATS: int = TABLES["max_players"]
ROWS: int = TABLES["geometry"]["board_rows"]
COLUMNS: int = TABLES["geometry"]["board_cols"]
SECTOR_ROWS: int = TABLES["geometry"]["sector_rows"]
SECTOR_COLUMNS: int = TABLES["geometry"]["sector_cols"]
ORIENTATIONS = tuple(int(angle) for angle in TABLES["geometry"]["orientations"])  # KB-2.7
HEXES = ROWS * COLUMNS
OFF_BOARD = HEXES  # the index that stands for everything outside the board
SECTOR_IDS = tuple(TABLES["sectors"])  # by number; each is named after its location (KB-1.3)
SECTOR_WORDS = tuple(Token[id.upper()].word for id in SECTOR_IDS)
SECTORS = len(SECTOR_IDS)
SETTLEMENTS: int = TABLES["setup"]["settlements_per_player"]
CARDS_IN_USE: int = TABLES["setup"]["kingdom_cards_used"]
TOKENS_PER_LOCATION: int = TABLES["setup"]["tokens_per_location_hex"]
DECK = tuple(int(TABLES["terrain_deck"][id]) for id in TERRAIN_IDS)  # cards by terrain (KB-1.7)
FIRST_GAME = dict(TABLES["setup"]["first_game"].items())  # KB-3.10
GOLD = {name: int(gold) for name, gold in TABLES["scoring"].items()}
MANDATORY: int = TABLES["turn"]["mandatory_settlements"]
PLACES = 8  # location hexes on a board: six to eight (KB-12.37)
CASTLES = 8  # castle hexes on a board, at most two a sector
# The letter of each kind of hex, by its number; "?" for hexes not laid yet.
_LEGEND = {HexKind[name.upper()]: letter for letter, name in TABLES["legend"].items()}
LETTERS = "".join(_LEGEND.get(kind, "?") for kind in HexKind)
KINDS = len(HexKind)
WORDS = 7  # a set of hexes (see hexes.py)

# Records

UNGROUPED = 255  # in place of the number of a group: no settlement stands there
LAST = 12  # three settlements of the mandatory action and up to eight tokens


TURN = number(0, 10_000)
_ERA = number(0, 100)
_TERRAIN = maybe(name(TERRAIN_IDS))
_PILE = by_name(TERRAIN_IDS, number(0, max(DECK)))


class Seat(Record):
    """The pieces, tokens and cards of one seat."""

    # terrain of the card in hand, -1 none; only this seat knows it (KB-11.2.2)
    hand: int = field("i4", json=_TERRAIN, key="hands", known=OWNER, observe=one_of(TERRAINS))
    # reshuffles that had happened when it was drawn (KB-11.2.6)
    hand_era: int = field("i4", json=_ERA, key="hand_eras", observe=scaled(10))
    # settlements not built yet
    supply: int = field("i4", json=number(0, SETTLEMENTS), observe=scaled(SETTLEMENTS))
    standing: int = field("i4", observe=NOT_SEEN)  # settlements on the board: pieces 0 .. standing - 1
    # hex of each piece on the board, in order of building
    settlements: Ints = field("i2", SETTLEMENTS, observe=NOT_SEEN)
    own: Ints = field("i8", WORDS, observe=NOT_SEEN)  # set of the hexes of own settlements
    near: Ints = field("i8", WORDS, observe=NOT_SEEN)  # set of the hexes next to own settlements
    # Values that follow from the settlements, kept for bots (see groups.py).
    groups: int = field("i4", observe=NOT_SEEN)  # how many there are (KB-10.0.4)
    largest: int = field("i4", observe=NOT_SEEN)  # settlements of the largest
    # settlements of each, by the number of its first piece
    sizes: Ints = field("u1", SETTLEMENTS, observe=NOT_SEEN)
    # bit set of the special hexes that each touches
    joined: Ints = field("i2", SETTLEMENTS, observe=NOT_SEEN)
    touched: int = field("i4", observe=NOT_SEEN)  # bit set of the special hexes that any touches
    # bit set of those that a group connects with another (KB-10.3)
    connected: int = field("i4", observe=NOT_SEEN)
    # TokenState of the token from each location hex
    tokens: Ints = field("u1", PLACES, observe=one_of(len(TokenState)))
    taken: Ints = field("u1", PLACES)  # 1 if a token was ever taken from that location hex (KB-7.3)


class Place(Record):
    """A location on the board."""

    hex: int = field("i4", observe=scaled(HEXES))  # the location hex
    token: int = field("i4", observe=one_of(TOKENS))  # the kind of token it gives
    left: int = field("i4", observe=scaled(2))  # tokens still lying there


class State(Record):
    """A position."""

    players: int = field("i4", observe=scaled(MAX_SEATS))
    phase: int = field("i4", json=name(Phase.ids()), observe=one_of(PHASES))
    # the seat whose turn it is; while dealing: the seat that gets the card
    actor: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))
    first: int = field("i4", observe=seat_of(MAX_SEATS))  # first player, -1 until known
    turn: int = field("i4", json=TURN, observe=scaled(100))  # turns started so far
    sectors: Ints = field("i1", SLOTS, observe=one_of(len(SECTOR_IDS)))  # sector of each slot, -1 until known
    orientations: Ints = field("i1", SLOTS)  # 0, or 1 for turned by 180 degrees, -1 until known
    # Kingdom Builder cards in ascending order, -1 until known
    cards: Ints = field("i1", CARDS_IN_USE, observe=one_of(CARDS))
    kind: Ints = field("u1", HEXES + 1, observe=one_of(KINDS - 1, only=HEXES))  # the printed kind of each hex
    # seat whose settlement stands there, -1 none
    owner: Ints = field("i1", HEXES + 1, observe=seat_of(MAX_SEATS, only=HEXES))
    land: Grid = field("i8", KINDS, WORDS, observe=NOT_SEEN)  # set of the unoccupied hexes of each kind
    # Values that follow from the print, kept for bots (see groups.py).
    wanted: int = field("i4", observe=NOT_SEEN)  # bit set of the Kingdom Builder cards, by number
    # bit set of the cards that pay for what lies beside a hex
    pays: Ints = field("u1", HEXES + 1, observe=NOT_SEEN)
    beside: Ints = field("i2", HEXES + 1, observe=NOT_SEEN)  # bit set of the special hexes beside a hex
    terrains: Ints = field("u1", HEXES + 1, observe=NOT_SEEN)  # bit set of the terrains beside a hex
    # the castles' hexes; their bits come after those of the locations
    castles: Ints = field("i2", CASTLES, observe=NOT_SEEN)
    castle_count: int = field("i4", observe=NOT_SEEN)
    grouped: int = field("i4", observe=NOT_SEEN)  # 1 once the groups are kept
    # the seat and number of the group there (see group_on)
    group: Ints = field("u1", HEXES + 1, observe=NOT_SEEN)
    places: Records[Place] = field(Place, PLACES)  # the location hexes
    place_count: int = field("i4")
    # cards by terrain; cards that no seat has seen have no order
    deck: Ints = field("i1", TERRAINS, json=_PILE, known=SOME)
    discard: Ints = field("i1", TERRAINS, json=_PILE, observe=scaled(5))
    removed: Ints = field("i1", TERRAINS, json=_PILE, observe=scaled(5))  # out of the game (KB-6.3)
    era: int = field("i4", json=_ERA, observe=scaled(10))  # reshuffles so far
    # terrain of the card in play, -1 none
    played: int = field("i4", json=_TERRAIN, key="card", observe=one_of(TERRAINS))
    # by the mandatory action of this turn
    built: int = field("i4", json=number(0, MANDATORY), observe=scaled(MANDATORY))
    halted: int = field("i4", json=number(0, 1))  # 1 if KB-6.8 ended the mandatory action of this turn
    using: int = field("i4", json=maybe(name(Token.ids())), observe=one_of(TOKENS))  # token in use, -1 none
    lifted: int = field("i4", observe=NOT_SEEN)  # piece in the air, -1 none; it lies OFF_BOARD meanwhile
    origin: int = field("i4", observe=one_of(HEXES))  # the hex it was lifted from, -1 none
    ending: int = field("i4", json=FLAG)  # 1 once a supply became empty (KB-9.1)
    # hexes last built on or moved to, for the drawing only
    last: Ints = field("i2", LAST, observe=scaled(HEXES))
    last_count: int = field("i4")
    last_turn: int = field("i4", observe=scaled(100))  # the turn those belong to
    seats: Records[Seat] = field(Seat, MAX_SEATS, observe=BY_SEAT)


STATE = layout(State)


class Options(Record):
    """The options chosen before the start; -1 leaves one to nature."""

    players: int = field("i4")
    sectors: Ints = field("i1", SLOTS)
    orientations: Ints = field("i1", SLOTS)
    cards: Ints = field("i1", CARDS_IN_USE)
    first: int = field("i4")


OPTIONS = layout(Options)

# The book of the chapters, and how numbers are said to people


@dataclass(frozen=True)
class HexName:
    """A hex by its coordinates, said as "row,column"."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row},{self.column}"


def hex_name(hex: int) -> HexName:
    """Return a hex for a message."""
    return HexName(*divmod(int(hex), COLUMNS))


BOOK = Book(
    {
        "slot": lambda slot: Slot(slot).term,
        "sector": lambda sector: Term(SECTOR_WORDS[sector]),
        "card": lambda card: Card(card).term,
        "terrain": lambda kind: HexKind(kind).term,
        "token": lambda token: Token(token).term,
        "source": lambda source: Term(SOURCES[source]),
        "hex": hex_name,
        "origin": hex_name,
    },
)
