"""The printed data of Ys for the referee, typed a second time, so that a slip in the engine's shows.

Colours, places and cards are plain names; a broker's value is a number.
"""

from __future__ import annotations

# YS-0.4: left to right; it orders columns, values and every tie between values.
COLOURS = ["blue", "green", "yellow", "red"]
# The order in which the texts of decisions name gems.
KINDS = [*COLOURS, "black", "white"]

# YS-2.2, YS-9.5.1, YS-9.4.1
BASE_SET = [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4]
EXPRESS_SET = [0, 0, 1, 1, 2, 3, 3, 4, 4]
EXTRA_VALUE = 2
EXTRAS = 3
# YS-9.3.2, YS-9.3.20
NEUTRAL_SETS = {"normal": [0, 1, 2, 4], "harder": [0, 1, 3, 4]}

# YS-1.4: the large gem, then the two small ones.
_SHIPS = """
S01 blue green yellow
S02 blue green red
S03 blue yellow red
S04 green blue yellow
S05 green blue red
S06 green yellow red
S07 yellow blue green
S08 yellow blue red
S09 yellow green red
S10 red blue green
S11 red blue yellow
S12 red green yellow
S13 blue green yellow
S14 blue yellow red
S15 green yellow red
S16 green blue red
S17 yellow blue red
S18 yellow blue green
S19 red blue green
S20 red green yellow
S21 blue white red
S22 green white blue
S23 yellow white green
S24 red white yellow
"""
SHIPS = {line.split()[0]: line.split()[1:] for line in _SHIPS.strip().splitlines()}

# YS-1.5: the fifteen yellow cards, in the order of the rules' data; YS-8.19: the blue ones.
CARDS = [
    "alchemist", "banker", "captain", "bishop", "spy", "messenger", "magician", "intriguer",
    "jeweller", "wizard", "merchant", "soldier", "queen", "prince", "king",
]  # fmt: skip
BLUE_CARD = "white_gem"
# YS-8.18.1
COURT = {"prince": 4, "king": 5}
# YS-8.1.4: the cards of the windows in which everybody is asked.
FIRST = ["bishop", "spy", "magician"]
BEFORE = ["messenger", "captain", "intriguer", "merchant"]
AFTER = ["alchemist", "banker", "jeweller"]
CARDS_A_ROUND = 2
LOOKS = 3
SOLDIER = 5

# YS-1.1, YS-5.5, YS-9.2.5
DISTRICTS = {"harbour": "h", "merchants": "m", "palace": "p"}
ROWS = {4: [1, 2, 3], 3: [2, 3], 2: [2, 3]}
THRONE = "t"

# YS-3.5, YS-9.2.3: how often the large gem counts; YS-6.2.3, YS-9.2.4: picks by rank.
LARGE = {4: 2, 3: 1, 2: 1}
AWARD = {4: [2, 1, 1], 3: [2, 1], 2: [2, 1]}

# YS-2.6, YS-6.5.5, YS-6.5.7
LOWEST, START, HIGHEST = 1, 8, 15
COLUMN_MOVES = [2, 1, -1, -2]

# YS-6.3.3, YS-8.15.1
MERCHANTS, MERCHANTS_WITH_CARD = 3, 5
# YS-7.2, YS-7.7, YS-9.4.9
GEM_TABLE = [[24, 18, 12, 6], [20, 15, 10, 5], [16, 12, 8, 4], [12, 9, 6, 3]]
BLACK_TABLE = [0, 1, 4, 8, 12, 16, 20, 24]
THRONE_TABLE = [12, 7, 3, 0]


def districts(quarter: int) -> list[str]:
    """The places of a quarter: ["q1.h", "q1.m", "q1.p"]."""
    return [f"q{quarter}.{letter}" for letter in DISTRICTS.values()]


def cells(rows: list[int]) -> list[str]:
    """The cells of the market rows in use, ["1b", "1g", ...]."""
    return [f"{row}{colour[0]}" for row in rows for colour in COLOURS]


def offer(ship: str, players: int) -> list[str]:
    """YS-3.5, YS-9.2.3: the gems that a ship in a harbour offers, in the order of KINDS."""
    large, *small = SHIPS[ship]
    return sorted([large] * LARGE[players] + small, key=KINDS.index)


def market_gems(ship: str, players: int) -> dict[int, str]:
    """YS-3.6, YS-3.7, YS-9.2.5, YS-9.2.6: the gem of each row; white lowest, the rest in colour order."""
    large, *small = SHIPS[ship]
    gems = [large, *small] if players == 4 else small
    gems = sorted(gems, key=["white", *COLOURS].index)
    return dict(zip(ROWS[players], gems, strict=True))
