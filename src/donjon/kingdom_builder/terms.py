"""The nouns of Kingdom Builder as numbers, and the one flat space of its actions."""

from __future__ import annotations

from enum import IntEnum

ROWS = 20
COLUMNS = 20
HEXES = ROWS * COLUMNS
OFF_BOARD = HEXES  # the index that stands for everything outside the board
NONE = -1


class Kind(IntEnum):
    """What is printed on a hex (KB-1.2); the first five are the buildable terrains."""

    GRASS = 0
    FLOWER_FIELD = 1
    FOREST = 2
    CANYON = 3
    DESERT = 4
    WATER = 5
    MOUNTAIN = 6
    CASTLE = 7
    LOCATION = 8
    OFF = 9  # off the board, or on a sector that is not placed yet


TERRAINS = 5
KIND_NAMES = (
    "grass",
    "flower_field",
    "forest",
    "canyon",
    "desert",
    "water",
    "mountain",
    "castle",
    "location",
)
KIND_LETTERS = "GFTCDWMKL?"
KIND_OF_LETTER = {letter: kind for kind, letter in enumerate(KIND_LETTERS)}


class Token(IntEnum):
    """The eight kinds of location tokens, in the order of KB-8.1 to KB-8.8."""

    ORACLE = 0
    FARM = 1
    OASIS = 2
    TOWER = 3
    TAVERN = 4
    BARN = 5
    HARBOR = 6
    PADDOCK = 7


TOKENS = 8
TOKEN_NAMES = ("oracle", "farm", "oasis", "tower", "tavern", "barn", "harbor", "paddock")
FIRST_MOVE = Token.BARN  # tokens from here on move a settlement, those before build one


class TokenState(IntEnum):
    """How a token lies before its owner (KB-7.16)."""

    NOT_OWNED = 0
    NEW = 1
    SPENT = 2
    USABLE = 3


TOKEN_STATE_NAMES = ("", "new", "spent", "usable")

# The sectors by the name of their location (KB-1.3), in alphabetical order but for the data's own.
SECTOR_NAMES = ("barn", "farm", "oracle", "harbor", "tower", "oasis", "paddock", "tavern")
SECTORS = 8
SLOTS = 4
SLOT_NAMES = ("top_left", "top_right", "bottom_left", "bottom_right")


class Card(IntEnum):
    """The Kingdom Builder cards, in the order of KB-1.8."""

    FISHERMEN = 0
    MERCHANTS = 1
    DISCOVERERS = 2
    HERMITS = 3
    CITIZENS = 4
    MINERS = 5
    WORKERS = 6
    KNIGHTS = 7
    LORDS = 8
    FARMERS = 9


CARDS = 10
CARDS_IN_USE = 3
CARD_NAMES = (
    "fishermen",
    "merchants",
    "discoverers",
    "hermits",
    "citizens",
    "miners",
    "workers",
    "knights",
    "lords",
    "farmers",
)
SOURCES = ("castles", *CARD_NAMES)

MAX_SEATS = 4
SETTLEMENTS = 40
MANDATORY = 3
PLACES = 8  # location hexes on a board: six to eight (KB-12.37)


class Phase(IntEnum):
    """What the position waits for; the first six wait for nature."""

    SECTOR = 0
    KINGDOM_CARD = 1
    FIRST = 2
    DEAL = 3
    DRAW = 4
    REDRAW = 5
    START = 6  # KB-11.1.1
    MANDATORY = 7  # KB-11.1.2
    AFTER = 8  # KB-11.1.3
    TARGET = 9  # a build token is in use: where?
    LIFT = 10  # a move token is in use: which settlement?
    PUT = 11  # where does the lifted settlement go?
    OVER = 12


PHASES = len(Phase)
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)

# One flat space of actions.
USE = HEXES  # + token
END_TURN = USE + TOKENS
DRAW = END_TURN + 1  # + terrain
PLACE_SECTOR = DRAW + TERRAINS  # + sector * 2 + (1 if turned by 180 degrees)
DRAW_CARD = PLACE_SECTOR + SECTORS * 2  # + card
FIRST_SEAT = DRAW_CARD + CARDS  # + seat
ACTIONS = FIRST_SEAT + MAX_SEATS


class Tale(IntEnum):
    """The kinds of events; what their arguments are."""

    SECTOR_PLACED = 0  # slot, sector, orientation (0 or 1)
    CARD_OPENED = 1  # card
    FIRST_PLAYER = 2  # -
    DEALT = 3  # terrain (secret)
    REVEALED = 4  # terrain
    BUILT = 5  # hex, token or NONE
    MOVED = 6  # from, to, token
    TOKEN_TAKEN = 7  # token, location hex
    TOKEN_LOST = 8  # token, location hex
    TOKEN_SWAPPED = 9  # token, location hex it now belongs to
    CARD_REMOVED = 10  # terrain
    REDRAWN = 11  # terrain
    CARD_KEPT = 12  # terrain
    RESHUFFLED = 13  # number of cards
    DISCARDED = 14  # terrain
    DREW = 15  # terrain (secret)
    END_TRIGGERED = 16  # -
    GAME_OVER = 17  # -
    SCORED = 18  # source, gold
    WON = 19  # gold


TALE_NAMES = tuple(tale.name.lower() for tale in Tale)
# Events that show a player something that was hidden: what led there cannot be taken back.
REVEALING = ("revealed",)
