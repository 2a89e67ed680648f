"""The things of Caylus, the record of a position, and the book that its chapters declare in.

Everything is public (CAY-3.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from donjon.kernel import rule_ids
from donjon.kernel.actions import ALONE, Kind, Use
from donjon.kernel.book import Book
from donjon.kernel.fields import FLAG, SEAT, Codec, by_name, maybe, name, number, row, those
from donjon.kernel.game_data import read_tables
from donjon.kernel.message import Message
from donjon.kernel.nouns import Noun
from donjon.kernel.observing import one_of, scaled, seat_of
from donjon.kernel.records import BY_SEAT, NOT_SEEN, Ints, Record, Records, field, layout

# Nouns

TABLES = read_tables("donjon.games.caylus")
SPECIALS_BY_ID: dict[str, dict[str, Any]] = {space["id"]: space for space in TABLES["special"]}

NONE = -1
MIN_SEATS = int(TABLES["game"]["players_min"])
MAX_SEATS = int(TABLES["game"]["players_max"])
WORKERS = int(TABLES["game"]["workers_per_player"])  # of each player (CAY-1.2)


class Cube(Noun):
    """The five kinds of cubes (CAY-1.4); gold is the last."""

    FOOD = 0, "food"
    WOOD = 1, "wood"
    STONE = 2, "stone"
    CLOTH = 3, "cloth"
    GOLD = 4, "gold"


CUBES = len(Cube)
PLAIN_CUBES = 4  # the kinds other than gold


class Tile(Noun):
    """All tiles, in the order of `tables.toml`: neutral, fixed, wood, stone, residential, prestige."""

    FARM_NEUTRAL = 0, "neutral farm", "neutral-farm"
    FOREST = 1, "forest"
    SAWMILL_NEUTRAL = 2, "neutral sawmill", "neutral-sawmill"
    QUARRY_NEUTRAL = 3, "neutral quarry", "neutral-quarry"
    MARKET_NEUTRAL = 4, "neutral marketplace", "neutral-market"
    CARPENTER_NEUTRAL = 5, "neutral carpenter", "neutral-carpenter"
    PEDDLER_FIXED = 6, "fixed peddler", "peddler"
    CARPENTER_FIXED = 7, "fixed carpenter", "carpenter"
    GOLD_MINE = 8, "gold mine"
    FARM_FOOD = 9, "food farm", "food-farm"
    FARM_CLOTH = 10, "cloth farm", "cloth-farm"
    QUARRY_WOOD = 11, "wood quarry", "wood-quarry"
    SAWMILL_WOOD = 12, "wood sawmill", "wood-sawmill"
    MARKET_WOOD = 13, "wood marketplace", "wood-market"
    PEDDLER_WOOD = 14, "wood peddler", "wood-peddler"
    MASON = 15, "mason"
    LAWYER = 16, "lawyer"
    FARM_STONE = 17, "stone farm", "stone-farm"
    PARK = 18, "park"
    WORKSHOP = 19, "workshop"
    ARCHITECT = 20, "architect"
    BANK = 21, "bank tile"
    ALCHEMIST = 22, "alchemist"
    CHURCH = 23, "church"
    TAILOR = 24, "tailor"
    RESIDENCE = 25, "residence"
    STATUE = 26, "statue"
    THEATRE = 27, "theatre"
    UNIVERSITY = 28, "university"
    MONUMENT = 29, "monument"
    GRANARY = 30, "granary"
    WEAVER = 31, "weaver"
    LIBRARY = 32, "library"
    HOTEL = 33, "hotel"
    CATHEDRAL = 34, "cathedral"


TILES = len(Tile)
NEUTRALS = int(TABLES["road"]["layout"].count("neutral"))


class Class(Noun):
    """The classes of tiles (CAY-1.6) and the fixed buildings (CAY-1.9)."""

    NEUTRAL = 0, "neutral tile"
    FIXED = 1, "fixed building"
    WOOD = 2, "wood tile"
    STONE = 3, "stone tile"
    RESIDENTIAL = 4, "residential tile"
    PRESTIGE = 5, "prestige tile"


class Effect(IntEnum):
    """What a worker on a tile can do."""

    NOTHING = 0
    PRODUCE = 1
    CONSTRUCT = 2  # carpenter, mason, architect
    CONVERT = 3  # the lawyer
    SELL = 4  # marketplaces
    BUY = 5  # peddlers
    TRADE = 6  # church, tailor and bank tile: two offers
    EXCHANGE = 7  # the alchemist


# The stages of a building that is activated: its effect, the owner's cube, the worker leaves.
EFFECT_STAGE, OWNER_STAGE, LEAVE_STAGE = 0, 1, 2


# Where workers stand: the special spaces in their order (CAY-1.8), the castle, then the road.
class Space(Noun):
    """The spaces before the road; road space n is CASTLE + n."""

    GATE = 0, "gate"
    TRADING_POST = 1, "trading post"
    MERCHANTS_GUILD = 2, "merchants' guild"
    JOUST_FIELD = 3, "joust field"
    STABLES = 4, "stables"
    INN = 5, "inn"
    CASTLE = 6, "castle"


SPECIALS = 6
SPECIAL_IDS = Space.ids()[:SPECIALS]
ROAD = len(TABLES["road"]["layout"])  # spaces after the bridge (CAY-1.9)
SPACES = Space.CASTLE + ROAD + 1
INN_RIGHT = SPACES  # where the worker stands that has moved on in the inn
HOME = NONE  # a worker at home
CIRCLES = int(SPECIALS_BY_ID["stables"]["circles"])  # of the stables
CASTLE_SPACES = int(TABLES["castle"]["spaces"])
START_SPACE = int(TABLES["setup"]["provost_and_bailiff"])  # road space


class Section(Noun):
    """The sections of the castle (CAY-1.11)."""

    DUNGEON = 0, "dungeon"
    WALLS = 1, "walls"
    TOWERS = 2, "towers"


SECTIONS = len(Section)
PARTS = sum(int(section["parts"]) for section in TABLES["castle"]["section"])  # of all sections together


class Row(Noun):
    """The rows of the favour table (CAY-11.5)."""

    PRESTIGE = 0, "prestige points", "prestige"
    MONEY = 1, "deniers", "money"
    CUBES = 2, "cubes"
    BUILD = 3, "building", "build"


ROWS = len(Row)
# Other names of the rows, which actions and positions read as well ("vp", "deniers" stand in old positions).
ROWS_CALLED = {"points": "prestige", "vp": "prestige", "deniers": "money", "building": "build"}
COLUMNS = len(TABLES["favour"]["prestige"]["columns"])


class Phase(Noun):
    """The setup by nature, the seven phases of a round (CAY-3.1), the end."""

    SETUP = 0, "setup"
    INCOME = 1, "income"
    PLACING = 2, "placing workers"
    SPECIAL = 3, "special spaces"
    PROVOST = 4, "provost"
    ROAD = 5, "road buildings"
    CASTLE = 6, "castle"
    END = 7, "end of the round"
    OVER = 8, "end of the game"


PHASES = len(Phase)


class Decision(Noun):
    """The kinds of decisions (D-01 to D-20 of the rules)."""

    NOTHING = 0, "nothing"
    PLACE = 1, "placing workers"  # D-01
    GATE = 2, "gate"  # D-02
    GUILD = 3, "merchants' guild"  # D-03
    JOUST = 4, "joust field"  # D-04
    INN = 5, "inn"  # D-05
    PROVOST = 6, "provost"  # D-06
    PRODUCE = 7, "production"  # D-07
    BONUS = 8, "the owner's cube"  # D-08: the owner's cube
    BUILD = 9, "building"  # D-09, D-10 on a construction building
    LAWYER = 10, "lawyer"  # D-11
    ROW = 11, "favour"  # D-12
    FAVOUR_CUBES = 12, "favour"  # D-12b
    FAVOUR_BUILD = 13, "favour"  # D-12c
    SELL = 14, "marketplace"  # D-13
    BUY = 15, "peddler"  # D-14, D-15
    TRADE = 16, "trade"  # D-16 to D-18
    EXCHANGE = 17, "alchemist"  # D-19
    BATCH = 18, "castle"  # D-20
    PAY = 19, "building"  # the second half of a build: which cube pays for "any"
    SITE = 20, "building"  # the second half of a prestige build: which residence goes
    SWAP_FOR = 21, "favour"  # the second half of the favour's exchange: which two cubes


DECISIONS = len(Decision)


class Favours(Noun):
    """How favours of the king work (CAY-11, CAY-14)."""

    TABLE = 0, "favour table"
    SIMPLIFIED = 1, "simplified favours"


class Values(Noun):
    """The printings whose numbers the tiles can have."""

    RULEBOOK = 0, "as in the rulebook"
    REVISED = 1, "revised tile values"


class Source(Noun):
    """The sources of prestige points."""

    BUILDINGS = 0, "buildings"  # tiles and residences when built
    VISITS = 1, "visits"  # others' workers in own buildings
    TRADES = 2, "trades"  # church and tailor
    CASTLE = 3, "castle"  # batches
    FAVOURS = 4, "favours"
    PENALTIES = 5, "penalties"  # no batch, no house in a section
    FINAL = 6, "final count"  # gold, other cubes and deniers


SOURCES = tuple(source.word for source in Source)  # as positions and tables of points name them
SOURCE_COUNT = len(Source)


# The record of a position


def _most_scored(state: Any) -> int:
    """Return how many sections can be scored: with the last one the game is over (CAY-12.1)."""
    return SECTIONS if state.phase == Phase.OVER else SECTIONS - 1


MOST = 9999  # of deniers, cubes or points in a stated position
LAST_BAILIFF = 25  # CAY-15.1
MOST_OWED = 9  # favours at once in a stated position
STAGES = 3  # of a space or a phase: castle.py, round_end.py and the stages of a building above say which
SPACE_IDS = (*Space.ids(), *(f"road {space}" for space in range(1, ROAD + 1)))
_DECISION = name(Decision.ids())
_COUNT = number(0, MOST)


class Seat(Record):
    """The pieces, cubes and points of one seat."""

    deniers: int = field("i4", json=_COUNT, observe=scaled(20))
    cubes: Ints = field("i2", CUBES, json=by_name(Cube.ids(), _COUNT, stays=True), observe=scaled(10))
    vp: int = field("i4", json=_COUNT, observe=scaled(100))  # prestige points held
    # the same by Source; their sum is vp
    sources: Ints = field(
        "i2",
        SOURCE_COUNT,
        json=by_name(SOURCES, number(-MOST, MOST), stays=True),
        key="points",
        observe=scaled(50),
    )
    # where each worker stands: HOME, a space, or INN_RIGHT
    workers: Ints = field("i1", WORKERS, observe=NOT_SEEN)
    home: int = field("i4", observe=scaled(WORKERS))  # workers at home
    residences: int = field("i4", observe=scaled(8))  # own residences on the road
    # own markers in the favour table, 0 the start
    columns: Ints = field(
        "i1",
        ROWS,
        json=by_name(Row.ids(), number(0, COLUMNS), stays=True, also=ROWS_CALLED),
        observe=scaled(COLUMNS),
    )
    # 1 for a row used in this phase
    rows: Ints = field("u1", ROWS, json=those(Row.ids(), ROWS_CALLED))
    houses: Ints = field("i1", SECTIONS, observe=scaled(10))  # own houses in each section of the castle
    batches: int = field("i4", json=number(0, PARTS), observe=scaled(5))  # given in this castle phase
    passed: int = field("i4")  # 1 once passed in this round


class State(Record):
    """A position."""

    players: int = field("i4", observe=scaled(MAX_SEATS))
    simplified: int = field("i4")  # 1 for the variant of CAY-14
    values: int = field("i4")  # 1 for tile_values "revised"
    round: int = field("i4", json=number(1, MOST), observe=scaled(18))  # rounds started
    phase: int = field("i4", json=name(Phase.ids()), observe=one_of(PHASES))
    # how far the phase is: place in an order, special space, or road space
    cursor: int = field("i4", observe=scaled(ROAD))
    # how far the thing at the cursor is
    stage: int = field("i4", json=number(0, STAGES - 1), observe=scaled(2))
    # the current decision
    decision: int = field(
        "i4",
        json=Codec(_DECISION.write, maybe(_DECISION, Decision.NOTHING).read),
        key="ask",
        observe=one_of(DECISIONS),
    )
    actor: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))  # the seat to move, -1 none
    # tile to build or cube to give, the first half of a decision, -1 none
    chosen: int = field("i4", observe=one_of(TILES))
    by_favour: int = field("i4", json=FLAG)  # 1 while the build or conversion decided on comes from a favour
    owed: int = field("i4", json=number(0, MOST_OWED), observe=scaled(4))  # favours not resolved yet
    favoured: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))  # by which seat, -1 none
    # sections; the next one is current
    scored: int = field("i4", json=number(0, _most_scored), observe=scaled(SECTIONS))
    scoring: int = field("i4")  # 1 while a section is being scored
    provost: int = field("i4", json=number(1, ROAD), observe=scaled(ROAD))  # road space
    bailiff: int = field("i4", json=number(START_SPACE, LAST_BAILIFF), observe=scaled(ROAD))  # road space
    order: Ints = field("i1", MAX_SEATS, observe=seat_of(MAX_SEATS))  # turn order, -1 until known
    # seats on the passing scale, in order
    passing: Ints = field(
        "i1", MAX_SEATS, json=row(SEAT, MAX_SEATS, packed=True), key="passed", observe=seat_of(MAX_SEATS)
    )
    passed: int = field("i4", observe=scaled(MAX_SEATS))  # how many
    # neutral tile of spaces 1 to 6 at the start, -1 until known
    neutral: Ints = field("i1", NEUTRALS, observe=scaled(TILES))
    # on each road space, -1 unbuilt; there is no space 0
    tile: Ints = field("i1", ROAD + 1, observe=one_of(TILES))
    # seat whose house stands there, -1 none
    owner: Ints = field("i1", ROAD + 1, observe=seat_of(MAX_SEATS))
    # seat that has paid for converting it, -1 none
    pending: Ints = field("i1", ROAD + 1, observe=seat_of(MAX_SEATS))
    # seat whose worker stands on a space with one circle; INN_RIGHT
    worker: Ints = field("i1", SPACES + 1, observe=seat_of(MAX_SEATS))
    stables: Ints = field("i1", CIRCLES, observe=seat_of(MAX_SEATS))
    castle: Ints = field("i1", CASTLE_SPACES, observe=seat_of(MAX_SEATS))
    # seat whose house is in each part of the castle
    parts: Ints = field("i1", PARTS, observe=seat_of(MAX_SEATS))
    stock: Ints = field("i1", TILES, observe=scaled(2))  # copies of a tile in the stock
    # the unbuilt road space with the lowest number, 0 without one
    free: int = field("i4", observe=scaled(ROAD))
    # the space last placed on, built on or converted, -1 none; only shown
    last: int = field("i4", json=maybe(name(SPACE_IDS)), observe=scaled(SPACES))
    seats: Records[Seat] = field(Seat, MAX_SEATS, observe=BY_SEAT)


STATE = layout(State)


class Options(Record):
    """The options chosen before the start; -1 leaves one to nature."""

    players: int = field("i4")
    neutral: Ints = field("i1", NEUTRALS)
    order: Ints = field("i1", MAX_SEATS)
    simplified: int = field("i4")
    values: int = field("i4")


OPTIONS = layout(Options)


# Words for people

ANY_CUBE = Message("1 cube of any kind")
# One text for each kind: other languages decline the kind after the number.
_AMOUNTS = (
    Message("{amount} food").text,
    Message("{amount} wood").text,
    Message("{amount} stone").text,
    Message("{amount} cloth").text,
    Message("{amount} gold").text,
)


def amount(cube: int, count: int) -> Message:
    """Return a number of cubes of a kind as words: "2 wood"."""
    return Message(_AMOUNTS[cube], amount=count)


def amounts(cubes: Any) -> list[Message]:
    """Return cubes by kind as words: "2 wood", "1 gold"."""
    return [amount(cube, int(count)) for cube, count in enumerate(cubes) if count]


def offer_message(terms: Any) -> Message:
    """Return an offer of church, tailor or bank tile in words; `terms` as in tables.TRADES."""
    deniers, cloth, vp, gold = map(int, terms)
    if gold:
        return Message("{gold} gold for {deniers:denier|deniers}", gold=gold, deniers=deniers)
    if cloth:
        return Message("{vp:point|points} for {cloth} cloth", vp=vp, cloth=cloth)
    return Message("{vp:point|points} for {deniers:denier|deniers}", vp=vp, deniers=deniers)


# What the chapters declare

_NOUNS: dict[str, type[Noun]] = {"cube": Cube, "phase": Phase, "row": Row, "section": Section, "tile": Tile}


def _word(noun: type[Noun]) -> Callable[[int], Any]:
    """Return the function that says a number as a word of the noun; NONE stays a number."""
    return lambda number: number if number == NONE else noun(number).term


WORDS = {name: _word(noun) for name, noun in _NOUNS.items()}


def _variants(view: Mapping[str, Any]) -> Sequence[str]:
    """Return the variants of a game in which other rules hold for things: two players, the favours."""
    players = "two" if view["seats"] == 2 else "more"
    return players, "simplified" if view["simplified"] else "usual"


BOOK = Book(WORDS, variants=_variants)
NOT_OF_PHASE = rule_ids.number("CAY-3.1")  # forbids an action of another phase

# "No" to an optional effect: each chapter declares its meaning at its decisions.
UNUSED = Message("Skip")
DECLINE = Kind(
    ALONE,
    Use("decline", (), None, button=UNUSED, aliases=("stay", "stop", "provost 0", "provost +0")),
)
