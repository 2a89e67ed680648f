"""The one flat space of actions, and the kinds of events."""

from __future__ import annotations

from enum import IntEnum

from donjon.kingdom_builder.nouns import CARDS, TERRAINS, TOKENS
from donjon.kingdom_builder.tables import HEXES, MAX_SEATS, SECTORS

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
