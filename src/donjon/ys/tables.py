"""The printed data of `tables.toml` as arrays: brokers, ships, characters, scores."""

from __future__ import annotations

import numpy as np

from donjon.kernel import game_data
from donjon.kernel.records import Grid, Ints
from donjon.ys import own_data
from donjon.ys.nouns import (
    CHARACTERS,
    COLOURS,
    GEM_PAIRS,
    MAX_SEATS,
    QUARTER_PAIRS,
    SHIPS,
    VALUE_PAIRS,
    VALUES,
    Character,
    Gem,
)

# OWN_DATA: "" or a tag that tells a host's own data from the printed one.
TABLES, OWN_DATA = game_data.load("ys", "donjon.ys", own_data.REPLACEABLE, own_data.check)
_BROKERS, _SCORING, _TRACK = TABLES["brokers"], TABLES["scoring"], TABLES["value_track"]
_PLACEMENT = TABLES["placement"]
_COUNTS = {table["players"]: table for table in TABLES["player_count"]}
_BY_NAME = {card["id"]: card for card in TABLES["character"]}


def _counts(values: list[int]) -> np.ndarray:
    return np.bincount(values, minlength=VALUES).astype(np.int8)


def _by_players(field: str, width: int) -> np.ndarray:
    """A list of every number of players, from 0 (unused) to 4, filled up with -1."""
    table = np.full((MAX_SEATS + 1, width), -1, np.int8)
    for players, row in _COUNTS.items():
        table[players, : len(row[field])] = row[field]
    return table


# Brokers by value: SET[value] (YS-2.2), with Express (YS-9.5.1); NEUTRAL_SETS[harder, value] (YS-9.3.2,
# YS-9.3.20).
BASE_SET: Ints = (_counts(_BROKERS["full_set"]) - _counts(_BROKERS["left_in_box"])).astype(np.int8)
EXPRESS_SET: Ints = (BASE_SET - _counts(TABLES["express"]["remove_brokers"])).astype(np.int8)
NEUTRAL_SETS: Grid = np.array(
    [_counts(_BROKERS["neutral_set"]), _counts(_BROKERS["neutral_set_hard"])], np.int8
)
# Has no host made the harder neutral brokers others than those printed?
HARDER_AS_PRINTED = _BROKERS["neutral_set_hard"] == _BROKERS["neutral_set_hard_printed"]
EXTRA_VALUE = int(_BROKERS["royal_favour_extra"][0])
EXTRAS = len(_BROKERS["royal_favour_extra"])

# Ship cards: their large gem, their two small ones, and 1 for a white gem (YS-1.4).
SHIP_NAMES = tuple(card["id"] for card in TABLES["ship_card"])
SHIP_LARGE: Ints = np.array([Gem[card["large"].upper()] for card in TABLES["ship_card"]], np.int8)
SHIP_SMALL: Grid = np.array(
    [[Gem[gem.upper()] for gem in card["small"]] for card in TABLES["ship_card"]], np.int8
)
SHIP_WHITE: Ints = np.array([int("white" in card["small"]) for card in TABLES["ship_card"]], np.int8)
assert len(SHIP_NAMES) == SHIPS

# By number of players: first market row in use, gems for the places in a quarter, size of the large gem.
FIRST_ROW: Ints = np.array([0, 0, *(_COUNTS[players]["first_market_row"] for players in (2, 3, 4))], np.int8)
SHIP_AWARD: Grid = _by_players("ship_award", 3)
MARKET_LARGE: Ints = np.array(
    [0, 0, *(int(_COUNTS[players]["market_takes_large"]) for players in (2, 3, 4))], np.int8
)
LARGE_COUNT: Ints = np.array(
    [0, 0, *(_COUNTS[players]["gems_per_ship"] - 2 for players in (2, 3, 4))], np.int8
)
# Quarters that may be in play, the usual number first (YS-2.4, YS-9.2.2, YS-9.3.1).
QUARTERS_ALLOWED = {players: tuple(row["quarters_allowed"]) for players, row in _COUNTS.items()}
OWN_TURN = int(_PLACEMENT["own_brokers_per_turn"])
PLACEMENT_TURNS = int(_PLACEMENT["turns"])
EXPRESS_TURNS = int(_PLACEMENT["turns_of_express"])

# The value table (YS-2.6, YS-6.5.5, YS-6.5.7).
LOWEST, HIGHEST = int(_TRACK["min"]), int(_TRACK["max"])
START: Ints = np.array([_TRACK["start"][name] for name in Gem.ids()[:COLOURS]], np.int8)
COLUMN_MOVES: Ints = np.array(_SCORING["column_moves"], np.int8)

# Points (chapters 6 and 7).
MERCHANTS_WORTH = int(_SCORING["merchants"])
MERCHANTS_WITH_CARD = int(_SCORING["merchants_with_merchant_card"])
CELL_BONUS = int(_SCORING["market_bonus_per_broker"])
GEM_TABLE: Grid = np.array(_SCORING["gem_table"], np.int32)
BLACK_TABLE: Ints = np.array(_SCORING["black_table"], np.int32)
COURT_POINTS = {"prince": int(_SCORING["prince"]), "king": int(_SCORING["king"])}
THRONE_TABLE: Ints = np.array(_SCORING["throne_table"], np.int32)
NEUTRAL_PLACE = int(_SCORING["neutral_without_gem"])

# Characters: their windows as bits (1 W1, 2 W2a, 4 W2b, 8 W3, 16 W4), the limit, the Spy and the Soldier.
WINDOW_BITS = {"W1": 1, "W2a": 2, "W2b": 4, "W3": 8, "W4": 16}
WINDOWS: Ints = np.array(
    [
        sum(WINDOW_BITS[window] for window in _BY_NAME[name]["windows"])
        for name in Character.ids()[:CHARACTERS]
    ],
    np.int32,
)
CARDS_PER_QUARTER = int(TABLES["cards"]["dealt_per_quarter"])
CARD_LIMIT = int(TABLES["cards"]["limit_per_player_per_round"])
LOOKS = int(_BY_NAME["spy"]["uses"])
SOLDIER_VALUE = int(_BY_NAME["soldier"]["value"])
COURT_WORTH: Ints = np.array([COURT_POINTS.get(name, 0) for name in Character.ids()], np.int32)

# Pairs of an action as two arrays each.
VALUE_LOW: Ints = np.array([pair[0] for pair in VALUE_PAIRS], np.int8)
VALUE_HIGH: Ints = np.array([pair[1] for pair in VALUE_PAIRS], np.int8)
GEM_LOW: Ints = np.array([pair[0] for pair in GEM_PAIRS], np.int8)
GEM_HIGH: Ints = np.array([pair[1] for pair in GEM_PAIRS], np.int8)
QUARTER_LOW: Ints = np.array([pair[0] for pair in QUARTER_PAIRS], np.int8)
QUARTER_HIGH: Ints = np.array([pair[1] for pair in QUARTER_PAIRS], np.int8)
