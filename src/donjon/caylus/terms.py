"""The nouns of Caylus as numbers."""

from __future__ import annotations

from enum import IntEnum

NONE = -1
MAX_SEATS = 5
WORKERS = 6  # of each player (CAY-1.2)


class Cube(IntEnum):
    """The five kinds of cubes (CAY-1.4); gold is the last."""

    FOOD = 0
    WOOD = 1
    STONE = 2
    CLOTH = 3
    GOLD = 4


CUBES = 5
PLAIN_CUBES = 4  # the kinds other than gold
CUBE_NAMES = ("food", "wood", "stone", "cloth", "gold")


class Tile(IntEnum):
    """All tiles, in the order of `tables.toml`: neutral, fixed, wood, stone, residential, prestige."""

    FARM_NEUTRAL = 0
    FOREST = 1
    SAWMILL_NEUTRAL = 2
    QUARRY_NEUTRAL = 3
    MARKET_NEUTRAL = 4
    CARPENTER_NEUTRAL = 5
    PEDDLER_FIXED = 6
    CARPENTER_FIXED = 7
    GOLD_MINE = 8
    FARM_FOOD = 9
    FARM_CLOTH = 10
    QUARRY_WOOD = 11
    SAWMILL_WOOD = 12
    MARKET_WOOD = 13
    PEDDLER_WOOD = 14
    MASON = 15
    LAWYER = 16
    FARM_STONE = 17
    PARK = 18
    WORKSHOP = 19
    ARCHITECT = 20
    BANK = 21
    ALCHEMIST = 22
    CHURCH = 23
    TAILOR = 24
    RESIDENCE = 25
    STATUE = 26
    THEATRE = 27
    UNIVERSITY = 28
    MONUMENT = 29
    GRANARY = 30
    WEAVER = 31
    LIBRARY = 32
    HOTEL = 33
    CATHEDRAL = 34


TILES = 35
TILE_NAMES = (
    "farm_neutral",
    "forest",
    "sawmill_neutral",
    "quarry_neutral",
    "market_neutral",
    "carpenter_neutral",
    "peddler_fixed",
    "carpenter_fixed",
    "gold_mine",
    "farm_food",
    "farm_cloth",
    "quarry_wood",
    "sawmill_wood",
    "market_wood",
    "peddler_wood",
    "mason",
    "lawyer",
    "farm_stone",
    "park",
    "workshop",
    "architect",
    "bank",
    "alchemist",
    "church",
    "tailor",
    "residence",
    "statue",
    "theatre",
    "university",
    "monument",
    "granary",
    "weaver",
    "library",
    "hotel",
    "cathedral",
)
NEUTRALS = 6


class Class(IntEnum):
    """The classes of tiles (CAY-1.6) and the fixed buildings (CAY-1.9)."""

    NEUTRAL = 0
    FIXED = 1
    WOOD = 2
    STONE = 3
    RESIDENTIAL = 4
    PRESTIGE = 5


CLASS_NAMES = ("neutral", "fixed", "wood", "stone", "residential", "prestige")


class Effect(IntEnum):
    """What a worker on a tile can do."""

    NOTHING = 0
    PRODUCE = 1  # CAY-8.2
    CONSTRUCT = 2  # CAY-8.3
    CONVERT = 3  # CAY-8.4
    SELL = 4  # CAY-8.5.1
    BUY = 5  # CAY-8.5.2, CAY-8.5.3
    TRADE = 6  # CAY-8.5.5 to CAY-8.5.7: two offers
    EXCHANGE = 7  # CAY-8.5.8


# Where workers stand: the special spaces in their order (CAY-1.8), the castle, then the road.
class Space(IntEnum):
    """The spaces before the road; road space n is CASTLE + n."""

    GATE = 0
    TRADING_POST = 1
    MERCHANTS_GUILD = 2
    JOUST_FIELD = 3
    STABLES = 4
    INN = 5
    CASTLE = 6


SPECIALS = 6
SPECIAL_NAMES = ("gate", "trading_post", "merchants_guild", "joust_field", "stables", "inn")
ROAD = 28  # spaces after the bridge (CAY-1.9)
SPACES = Space.CASTLE + ROAD + 1
INN_RIGHT = SPACES  # where the worker stands that has moved on in the inn (CAY-6.7.1)
HOME = NONE  # a worker at home
CIRCLES = 3  # of the stables (CAY-5.6.1)
CASTLE_SPACES = 5


class Section(IntEnum):
    """The sections of the castle (CAY-1.11)."""

    DUNGEON = 0
    WALLS = 1
    TOWERS = 2


SECTIONS = 3
SECTION_NAMES = ("dungeon", "walls", "towers")
PARTS = 30  # of all sections together


class Row(IntEnum):
    """The rows of the favour table (CAY-11.5)."""

    VP = 0
    DENIERS = 1
    CUBES = 2
    BUILD = 3


ROWS = 4
ROW_NAMES = ("vp", "deniers", "cubes", "build")
COLUMNS = 5


class Phase(IntEnum):
    """The set-up by nature, the seven phases of a round (CAY-3.1), the end."""

    SETUP = 0
    INCOME = 1
    PLACING = 2
    SPECIAL = 3
    PROVOST = 4
    ROAD = 5
    CASTLE = 6
    END = 7
    OVER = 8


PHASES = 9
PHASE_NAMES = ("setup", "income", "placing", "special", "provost", "road", "castle", "end", "over")


class Ask(IntEnum):
    """What the player to act decides now (the decisions D-01 to D-20 of the rules)."""

    NOTHING = 0
    PLACE = 1  # D-01
    GATE = 2  # D-02
    GUILD = 3  # D-03
    JOUST = 4  # D-04
    INN = 5  # D-05
    PROVOST = 6  # D-06
    PRODUCE = 7  # D-07
    BONUS = 8  # D-08: the owner's cube
    BUILD = 9  # D-09, D-10 on a construction building
    LAWYER = 10  # D-11
    ROW = 11  # D-12
    FAVOUR_CUBES = 12  # D-12b
    FAVOUR_BUILD = 13  # D-12c
    SELL = 14  # D-13
    BUY = 15  # D-14, D-15
    TRADE = 16  # D-16 to D-18
    EXCHANGE = 17  # D-19
    BATCH = 18  # D-20
    PAY = 19  # the second half of a build: which cube pays for "any"
    SITE = 20  # the second half of a prestige build: which residence goes
    SWAP_FOR = 21  # the second half of the favour's exchange: which two cubes


ASKS = 22
ASK_NAMES = (
    "nothing",
    "place",
    "gate",
    "guild",
    "joust",
    "inn",
    "provost",
    "produce",
    "bonus",
    "build",
    "lawyer",
    "row",
    "favour_cubes",
    "favour_build",
    "sell",
    "buy",
    "trade",
    "exchange",
    "batch",
    "pay",
    "site",
    "swap_for",
)

FAVOUR_MODES = ("table", "simplified")
TILE_VALUES = ("rulebook", "revised")


class Source(IntEnum):
    """Where prestige points come from."""

    BUILDINGS = 0  # tiles and residences when built (CAY-8.3.6, CAY-8.4.4)
    VISITS = 1  # others' workers in own buildings (CAY-5.5.1)
    TRADES = 2  # church and tailor (CAY-8.5.5, CAY-8.5.6)
    CASTLE = 3  # batches (CAY-9.4)
    FAVOURS = 4  # CAY-11.5.1, CAY-14.2
    PENALTIES = 5  # CAY-9.5.1, CAY-10.3
    FINAL = 6  # the final count (CAY-12.2 to CAY-12.4)


SOURCES = ("buildings", "visits", "trades", "castle", "favours", "penalties", "final count")
SOURCE_COUNT = 7
