"""The nouns of Caylus: their numbers, their ids, their texts in actions, their words for people."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from donjon.caylus.game_data import SPECIALS_BY_ID, TABLES
from donjon.kernel.actions import ALONE, Kind, Use
from donjon.kernel.book import Book
from donjon.kernel.message import Message, Term
from donjon.kernel.nouns import Noun
from donjon.kernel.rule_ids import number

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
    BUILD = 3, "build"


ROWS = len(Row)
# Other names of the rows, which actions and positions read as well ("vp", "deniers" stand in old positions).
ROWS_CALLED = {"points": "prestige", "vp": "prestige", "deniers": "money", "building": "build"}
COLUMNS = len(TABLES["favour"]["prestige"]["columns"])


class Phase(Noun):
    """The set-up by nature, the seven phases of a round (CAY-3.1), the end."""

    SETUP = 0, "set-up"
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
    """What the player to act decides now (the decisions D-01 to D-20 of the rules)."""

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
    """Which printing the numbers on the tiles are of."""

    RULEBOOK = 0, "as in the rulebook"
    REVISED = 1, "revised tile values"


class Source(Noun):
    """Where prestige points come from."""

    BUILDINGS = 0, "buildings"  # tiles and residences when built
    VISITS = 1, "visits"  # others' workers in own buildings
    TRADES = 2, "trades"  # church and tailor
    CASTLE = 3, "castle"  # batches
    FAVOURS = 4, "favours"
    PENALTIES = 5, "penalties"  # no batch, no house in a section
    FINAL = 6, "final count"  # gold, other cubes and deniers


SOURCES = tuple(source.word for source in Source)  # as positions and tables of points name them
SOURCE_COUNT = len(Source)

# Words for people

ANY_CUBE = Message("{count} × {cube}", count=1, cube=Term("any cube"))


def amounts(cubes: Any) -> list[Message]:
    """Cubes by kind as words: "2 × wood", "1 × gold"."""
    return [
        Message("{count} × {cube}", count=int(count), cube=Cube(cube).term)
        for cube, count in enumerate(cubes)
        if count
    ]


def offer_message(terms: Any) -> Message:
    """An offer of the church, the tailor or the bank tile; `terms` as in tables.TRADES."""
    deniers, cloth, vp, gold = map(int, terms)
    if gold:
        return Message("{gold} gold for {deniers} deniers", gold=gold, deniers=deniers)
    if cloth:
        return Message("{vp} prestige points for {cloth} cloth", vp=vp, cloth=cloth)
    return Message("{vp} prestige points for {deniers} deniers", vp=vp, deniers=deniers)


# What the chapters declare

_NOUNS: dict[str, type[Noun]] = {"cube": Cube, "phase": Phase, "row": Row, "section": Section, "tile": Tile}


def _word(noun: type[Noun]) -> Callable[[int], Any]:
    """Return the function that says a number as a word of the noun; NONE stays a number."""
    return lambda number: number if number == NONE else noun(number).term


WORDS = {name: _word(noun) for name, noun in _NOUNS.items()}
BOOK = Book(WORDS)
NOT_OF_PHASE = number("CAY-3.1")  # forbids what is no choice of the present phase

# "No" to what is asked: each chapter says what that means at its decisions.
UNUSED = Message("Do not use it")
DECLINE = Kind(
    ALONE,
    Use("decline", (), None, button=UNUSED, aliases=("stay", "stop", "provost 0", "provost +0")),
)
