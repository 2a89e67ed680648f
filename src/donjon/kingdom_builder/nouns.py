"""The nouns of Kingdom Builder, each said once: number, id, text in actions, word for people."""

from __future__ import annotations

from donjon.kernel.nouns import Noun

NONE = -1


class HexKind(Noun):
    """What is printed on a hex (KB-1.2); the first five are the buildable terrains."""

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
    HARBOR = 6, "harbor"
    PADDOCK = 7, "paddock"


TOKENS = len(Token)
FIRST_MOVE = Token.BARN  # tokens from here on move a settlement, those before build one


class TokenState(Noun):
    """How a token lies before its owner (KB-7.16)."""

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
