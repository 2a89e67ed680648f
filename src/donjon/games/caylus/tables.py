"""The printed data of `tables.toml` as arrays: tiles, the road, the castle, the favour table."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.games.caylus.model import (
    COLUMNS,
    CUBES,
    MAX_SEATS,
    NONE,
    ROAD,
    SECTIONS,
    SPECIAL_IDS,
    SPECIALS_BY_ID,
    TABLES,
    TILES,
    Class,
    Cube,
    Effect,
    Row,
    Section,
    Tile,
)
from donjon.kernel.records import Grid, Ints

_TILES: list[dict[str, Any]] = TABLES["tile"]
if tuple(tile["id"] for tile in _TILES) != Tile.ids():
    raise ValueError("tables.toml lists other tiles than model.Tile, or in another order.")
if tuple(SPECIALS_BY_ID) != SPECIAL_IDS:
    raise ValueError("tables.toml lists other special spaces than model.Space, or in another order.")


def _cubes(counts: dict[str, int]) -> list[int]:
    return [counts.get(name, 0) for name in Cube.ids()]


_EFFECTS = {
    "production": Effect.PRODUCE,
    "construction": Effect.CONSTRUCT,
    "lawyer": Effect.CONVERT,
    "market": Effect.SELL,
    "peddler": Effect.BUY,
    "exchange": Effect.TRADE,
    "alchemist": Effect.EXCHANGE,
    "none": Effect.NOTHING,
}

CLASS: Ints = np.array([Class.ids().index(tile["class"]) for tile in _TILES], np.int8)
EFFECT: Ints = np.array([_EFFECTS[tile["type"]] for tile in _TILES], np.int8)
# COUNT[tile]: copies in the stock at the start (CAY-2.2); residences are unlimited (CAY-3.8).
COUNT: Ints = np.array([tile.get("count", 0) for tile in _TILES], np.int8)
COST: Grid = np.array([_cubes(tile.get("cost", {})) for tile in _TILES], np.int8)
# ANY[tile]: further cubes of any kind in the cost (CAY-8.3.3).
ANY: Ints = np.array([tile.get("cost", {}).get("any", 0) for tile in _TILES], np.int8)
# VP[tile_values, tile] when built (CAY-8.3.6); tile_values 1 is "revised".
VP: Grid = np.array([[tile["vp"] for tile in _TILES]] * 2, np.int8)
VP[1, Tile.CHURCH] = TABLES["options"]["revised"]["church_vp"]
FAVOURS: Ints = np.array([tile["favours"] for tile in _TILES], np.int8)
INCOME: Ints = np.array([tile.get("income", 0) for tile in _TILES], np.int8)
CONVERTIBLE: Ints = np.array([tile["convertible"] for tile in _TILES], np.uint8)
TAKES_WORKERS: Ints = np.array([tile["workers_allowed"] for tile in _TILES], np.uint8)
# BUILDS[tile]: the class that a construction building builds, NONE elsewhere (CAY-8.3.1).
BUILDS: Ints = np.array(
    [Class.ids().index(tile["builds"]) if "builds" in tile else NONE for tile in _TILES], np.int8
)


def _yields() -> np.ndarray:
    table = np.zeros((TILES, 2, CUBES), np.int8)
    for number, tile in enumerate(_TILES):
        for index, cubes in enumerate(tile.get("produce", [])):
            table[number, index] = _cubes(cubes)
    return table


# YIELD[tile, alternative]: cubes produced; ALTERNATIVES[tile]: how many there are (CAY-8.2).
YIELD = _yields()
ALTERNATIVES: Ints = np.array([len(tile.get("produce", [])) for tile in _TILES], np.int8)
# OWNER_BONUS[tile, cube]: 1 if the owner may take it when another's worker activates the tile (CAY-8.2.6).
OWNER_BONUS: Grid = np.array(
    [[name in tile.get("owner_bonus", []) for name in Cube.ids()] for tile in _TILES], np.uint8
)
# SELL_PRICE[tile] in deniers, 0 for tiles other than marketplaces (CAY-8.5.1).
SELL_PRICE: Ints = np.array([tile.get("sell_price", 0) for tile in _TILES], np.int8)


def _buy_prices() -> np.ndarray:
    table = np.zeros((TILES, 3), np.int8)
    for number, tile in enumerate(_TILES):
        for offer in tile.get("buy", []):
            table[number, offer["cubes"]] = offer["pay_deniers"]
    return table


# BUY_PRICE[tile, cubes] in deniers, 0 where that many are not sold (CAY-8.5.2, CAY-8.5.3).
BUY_PRICE: Grid = _buy_prices()

# TRADES[tile_values, tile, offer] = deniers and cloth paid, VP and gold gained (CAY-8.5.5 to CAY-8.5.7).
TRADE_DENIERS, TRADE_CLOTH, TRADE_VP, TRADE_GOLD = range(4)


def _offer(offer: dict[str, Any]) -> list[int]:
    return [
        offer.get("pay_deniers", 0),
        offer.get("pay", {}).get("cloth", 0),
        offer.get("vp", 0),
        offer.get("gain", {}).get("gold", 0),
    ]


def _trades() -> np.ndarray:
    table = np.zeros((2, TILES, 2, 4), np.int8)
    for number, tile in enumerate(_TILES):
        if EFFECT[number] == Effect.TRADE:
            table[:, number] = [_offer(offer) for offer in tile["exchange"]]
    table[1, Tile.TAILOR] = [_offer(offer) for offer in TABLES["options"]["revised"]["tailor_exchange"]]
    return table


TRADES = _trades()


# START_TILE[road space]: what lies there before nature lays the neutral tiles, NONE for nothing (CAY-1.9).
def _start_road() -> np.ndarray:
    road = np.full(ROAD + 1, NONE, np.int8)
    for space, kind in enumerate(TABLES["road"]["layout"], 1):
        if kind.startswith("fixed:"):
            road[space] = Tile.ids().index(kind.removeprefix("fixed:"))
    return road


START_TILE: Ints = _start_road()
SECTION_SPACE: Ints = np.array([TABLES["road"]["section_spaces"][name] for name in Section.ids()], np.int8)

_SECTIONS: list[dict[str, Any]] = TABLES["castle"]["section"]
if tuple(section["id"] for section in _SECTIONS) != Section.ids():
    raise ValueError("tables.toml lists other sections than model.Section, or in another order.")
# The parts of the castle are numbered through: section s has FIRST_PART[s] .. FIRST_PART[s + 1] - 1.
SECTION_PARTS: Ints = np.array([section["parts"] for section in _SECTIONS], np.int8)
FIRST_PART: Ints = np.array([sum(SECTION_PARTS[:index]) for index in range(SECTIONS + 1)], np.int8)
HOUSE_VP: Ints = np.array([section["vp_per_batch"] for section in _SECTIONS], np.int8)


def _section_scores() -> tuple[np.ndarray, np.ndarray]:
    losses = np.zeros((SECTIONS, max(SECTION_PARTS) + 1), np.int8)
    favours = np.zeros_like(losses)
    for number, section in enumerate(_SECTIONS):
        for line in section["score"]:
            losses[number, line["houses_min"] : line["houses_max"] + 1] = -line["vp"]
            favours[number, line["houses_min"] : line["houses_max"] + 1] = line["favours"]
    return losses, favours


# SECTION_LOSS[section, own houses] in VP and SECTION_FAVOURS[section, own houses] (CAY-10.3).
SECTION_LOSS, SECTION_FAVOURS = _section_scores()
NO_BATCH_LOSS = -int(TABLES["castle"]["no_batch_vp"])

_FAVOUR = TABLES["favour"]
# OPEN_COLUMNS[sections scored] (CAY-11.3); the last section ends the game.
OPEN_COLUMNS: Ints = np.array([*_FAVOUR["open_columns_by_sections_scored"], COLUMNS], np.int8)
ROW_GAIN: Grid = np.array([[0, *_FAVOUR[row]["columns"]] for row in Row.ids()[:2]], np.int8)
SIMPLIFIED_VP = int(_FAVOUR["simplified_vp"])


_CUBES, _BUILD = _FAVOUR["cubes"]["columns"], _FAVOUR["build"]["columns"]
_BUILDS = {column["builds"]: at for at, column in enumerate(_BUILD, 1) if "builds" in column}


def _column(columns: list[dict[str, Any]], what: str) -> int:
    """Return the first column that gives something."""
    return next(at for at, column in enumerate(columns, 1) if column.get(what))


# CUBE_COLUMN[cube]: the column of the cubes row that gives it; SWAP_COLUMN exchanges (CAY-11.5.3).
CUBE_COLUMN: Ints = np.array([_column(_CUBES, name) for name in Cube.ids()], np.int8)
SWAP_COLUMN = _column(_CUBES, "exchange")
# BUILD_COLUMN[class]: the column of the build row that builds it; LAWYER_COLUMN converts (CAY-11.5.4).
BUILD_COLUMN: Ints = np.array([_BUILDS.get(name, 0) for name in Class.ids()], np.int8)
LAWYER_COLUMN = _column(_BUILD, "converts")


# DISCOUNT[class, cube]: cubes that a tile costs less when it is built by a favour (CAY-11.5.4).
def _discounts() -> np.ndarray:
    table = np.zeros((len(Class), CUBES), np.int8)
    for column in _BUILD:
        if "builds" in column:
            table[Class.ids().index(column["builds"])] = _cubes(column.get("discount", {}))
    return table


DISCOUNT: Grid = _discounts()


# START_DENIERS[players, place in the first turn order] (CAY-2.5, CAY-13.1).
def _start_deniers() -> np.ndarray:
    table = np.zeros((MAX_SEATS + 1, MAX_SEATS), np.int8)
    for players, deniers in TABLES["setup"]["start_deniers"].items():
        table[int(players), : len(deniers)] = deniers
    return table


START_DENIERS: Grid = _start_deniers()
START_CUBES: Ints = np.array(_cubes(TABLES["setup"]["start_cubes"]), np.int8)

_PLACEMENT = TABLES["placement"]
# PLACE_COST[two players, players who have passed] in deniers (CAY-5.4.1, CAY-13.4).
PLACE_COST: Grid = np.zeros((2, MAX_SEATS), np.int8)
PLACE_COST[0] = _PLACEMENT["by_number_already_passed"]
PLACE_COST[1, :2] = _PLACEMENT["two_player_by_number_already_passed"]
OWN_COST = int(_PLACEMENT["own_building"])
INN_COST = int(_PLACEMENT["inn_right_circle"])
FIRST_PASS_BONUS = int(_PLACEMENT["first_pass_bonus"])
VISIT_VP = int(_PLACEMENT["owner_vp_per_foreign_worker"])
BASE_INCOME = int(TABLES["income"]["base"])
POST_DENIERS = int(SPECIALS_BY_ID["trading_post"]["deniers"])
JOUST_DENIERS = int(SPECIALS_BY_ID["joust_field"]["pay_deniers"])
JOUST_CLOTH = int(SPECIALS_BY_ID["joust_field"]["pay"]["cloth"])
CONVERT_DENIERS = int(_TILES[Tile.LAWYER]["pay_deniers"])
CONVERT_CLOTH = int(_TILES[Tile.LAWYER]["pay"]["cloth"])
VP_PER_GOLD = int(TABLES["final"]["vp_per_gold"])
CUBES_PER_VP = int(TABLES["final"]["cubes_per_vp"])
DENIERS_PER_VP = int(TABLES["final"]["deniers_per_vp"])
