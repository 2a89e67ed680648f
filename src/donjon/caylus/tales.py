"""The kinds of events that a game of Caylus tells; what their three arguments are."""

from __future__ import annotations

from enum import IntEnum


class Tale(IntEnum):
    """Arguments follow each kind; "space" is a nouns.Space or CASTLE + road space."""

    NEUTRAL_LAID = 0  # road space, tile
    PLACE_IN_ORDER = 1  # place in the turn order from 0, deniers at the start
    ROUND_BEGAN = 2  # round
    PHASE_BEGAN = 3  # phase
    INCOME = 4  # deniers
    PASSED = 5  # circle of the passing scale from 1
    FIRST_TO_PASS = 6  # deniers
    PLACED = 7  # space, deniers paid, tile or NONE
    VISITED = 8  # space, VP, tile; told of the owner
    MOVED_FROM_GATE = 9  # space, 0, tile or NONE
    TAKEN_BACK = 10  # space
    TRADING_POST = 11  # deniers
    PROVOST_MOVED = 12  # from, to, deniers paid
    PROVOST_STAYED = 13  # road space
    JOUSTED = 14  # -
    NOT_USED = 15  # space, 0, tile or NONE
    NEW_PLACE = 16  # place in the turn order from 0
    INN_MOVED = 17  # -
    INN_LEFT = 18  # -
    INN_STAYED = 19  # -
    PRODUCED = 20  # cube, how many, tile
    OWNER_TOOK = 21  # cube, 1, tile
    NOT_REACHED = 22  # road space, 0, tile
    PAID_ANY = 23  # cube
    BUILT = 24  # tile, road space, VP
    TO_CONVERT = 25  # road space, deniers paid, tile
    CONVERTED = 26  # road space, VP, tile
    SOLD = 27  # cube, deniers, tile
    BOUGHT = 28  # cube, deniers, tile
    TRADED = 29  # tile, offer, tile_values
    EXCHANGED_TWO = 30  # pair, gold
    EXCHANGED_FOUR = 31  # four, gold
    BATCH = 32  # batch, section, VP
    NO_BATCH = 33  # VP lost
    NO_ROOM = 34  # -
    MOST_HOUSES = 35  # houses
    BAILIFF_MOVED = 36  # from, to
    PROVOST_TO_BAILIFF = 37  # from, to
    SECTION_SCORED = 38  # section
    SECTION_RESULT = 39  # section, houses, favours or minus the VP lost
    COLUMNS_OPEN = 40  # how many columns are open now
    FAVOUR_LOST = 41  # -
    FAVOUR_VP = 42  # VP; the simplified variant
    ROW_CHOSEN = 43  # row, column before, column now
    ROW_GAIN = 44  # row, how much
    FAVOUR_CUBE = 45  # cube
    SWAPPED = 46  # cube given, pair
    FAVOUR_NOT_USED = 47  # row
    ORDER_SWAPPED = 48  # -; told of the new first player
    GAME_OVER = 49  # -
    COUNTED_GOLD = 50  # gold, VP
    COUNTED_CUBES = 51  # cubes, VP
    COUNTED_DENIERS = 52  # deniers, VP
    WON = 53  # VP
    BOUGHT_TWO = 54  # pair, deniers, tile


TALE_NAMES = tuple(tale.name.lower() for tale in Tale)
