"""The printed data of `tables.toml`: sizes as numbers; sectors, neighbours and the edge as arrays."""

from __future__ import annotations

import numpy as np

from donjon.kernel.game_data import read_tables
from donjon.kernel.records import Grid, Ints
from donjon.kingdom_builder.nouns import SLOTS, TERRAIN_IDS, HexKind, Slot, Token

TABLES = read_tables("donjon.kingdom_builder")

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
# The letter of each kind of hex, by its number; "?" for what is not laid yet.
_LEGEND = {HexKind[name.upper()]: letter for letter, name in TABLES["legend"].items()}
LETTERS = "".join(_LEGEND.get(kind, "?") for kind in HexKind)

DIRECTIONS = ("W", "E", "NW", "NE", "SW", "SE")  # KB-2.4
OPPOSITE: Ints = np.array([1, 0, 5, 4, 3, 2], np.int8)


def _step(hex: int, row_steps: dict[str, list[int]], direction: str) -> int:
    row, column = divmod(hex, COLUMNS)
    d_row, d_column = row_steps[direction]
    row, column = row + d_row, column + d_column
    return row * COLUMNS + column if 0 <= row < ROWS and 0 <= column < COLUMNS else OFF_BOARD


def _neighbours() -> np.ndarray:
    steps = TABLES["geometry"]["neighbours"]
    table = np.full((HEXES + 1, 6), OFF_BOARD, np.int16)
    for hex in range(HEXES):
        parity = "odd_row" if hex // COLUMNS % 2 else "even_row"
        table[hex] = [_step(hex, steps[parity], direction) for direction in DIRECTIONS]
    return table


def _two_steps() -> np.ndarray:
    steps = TABLES["geometry"]["two_step"]
    table = np.full((HEXES + 1, 6), OFF_BOARD, np.int16)
    for hex in range(HEXES):
        table[hex] = [_step(hex, steps, direction) for direction in DIRECTIONS]
    return table


def _sector_kinds() -> np.ndarray:
    """KB-2.7: kinds[sector, orientation, sector hex]; turning sends (r, c) to (9 - r, 9 - c)."""
    kinds = np.zeros((SECTORS, len(ORIENTATIONS), SECTOR_ROWS * SECTOR_COLUMNS), np.uint8)
    for sector, name in enumerate(SECTOR_IDS):
        letters = "".join(TABLES["sectors"][name]["rows"])
        kinds[sector, 0] = [LETTERS.index(letter) for letter in letters]
        kinds[sector, 1] = kinds[sector, 0, ::-1]
    return kinds


def _slot_hexes() -> np.ndarray:
    table = np.zeros((SLOTS, SECTOR_ROWS * SECTOR_COLUMNS), np.int16)
    for slot in TABLES["geometry"]["slots"]:
        rows, columns = (np.arange(SECTOR_ROWS) + slot["row"], np.arange(SECTOR_COLUMNS) + slot["col"])
        table[Slot[slot["name"].upper()]] = (rows[:, None] * COLUMNS + columns).ravel()
    return table


# NEIGHBOURS[hex, direction] (KB-2.3) and TWO_STEPS[hex, direction] (KB-2.5); OFF_BOARD outside.
NEIGHBOURS: Grid = _neighbours()
TWO_STEPS: Grid = _two_steps()
SECTOR_KINDS: Grid = _sector_kinds()
# SLOT_HEX[slot, sector hex]: where the hexes of a slot lie on the board (KB-2.6).
SLOT_HEX: Grid = _slot_hexes()
# SLOT_OF[hex]: the slot a hex lies in, -1 off the board.
SLOT_OF: Ints = np.full(HEXES + 1, -1, np.int8)
for _slot, _hexes in enumerate(SLOT_HEX):
    SLOT_OF[_hexes] = _slot
# The token that a sector's location gives (KB-1.3).
TOKEN_OF_SECTOR: Ints = np.array([Token[name.upper()] for name in SECTOR_IDS], np.int8)
# KB-2.10: the hexes on the edge of the board.
EDGE: Ints = np.array(
    [hex for hex in range(HEXES) if hex // COLUMNS in (0, ROWS - 1) or hex % COLUMNS in (0, COLUMNS - 1)],
    np.int16,
)
ON_EDGE: Ints = np.isin(np.arange(HEXES + 1), np.asarray(EDGE)).astype(np.uint8)
