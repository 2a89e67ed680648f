"""The printed data of Caylus once more, copied from the rules by hand; nothing is shared with the engine."""

from __future__ import annotations

KINDS = ("food", "wood", "stone", "cloth", "gold")
PLAIN = KINDS[:4]
LETTERS = "FWSCG"
WORKERS = 6
# Deniers at the start by place in the first turn order.
START_DENIERS = {2: (5, 5), 3: (5, 6, 6), 4: (5, 6, 6, 7), 5: (5, 6, 6, 7, 7)}
START_CUBES = ("food", "food", "wood")
# Road spaces, and where bailiff and provost start.
ROAD = range(1, 29)
LAST_NEUTRAL = 6
# Tile: class, cost as letters (F W S C G, ? for any kind), prestige points, favours, copies.
TILES = {
    "farm_neutral": ("neutral", "", 0, 0, 1),
    "forest": ("neutral", "", 0, 0, 1),
    "sawmill_neutral": ("neutral", "", 0, 0, 1),
    "quarry_neutral": ("neutral", "", 0, 0, 1),
    "market_neutral": ("neutral", "", 0, 0, 1),
    "carpenter_neutral": ("neutral", "", 0, 0, 1),
    "farm_food": ("wood", "FW", 2, 0, 1),
    "farm_cloth": ("wood", "FW", 2, 0, 1),
    "quarry_wood": ("wood", "FW", 2, 0, 1),
    "sawmill_wood": ("wood", "FW", 2, 0, 1),
    "market_wood": ("wood", "W?", 4, 0, 1),
    "peddler_wood": ("wood", "W?", 4, 0, 1),
    "mason": ("wood", "FW", 4, 0, 1),
    "lawyer": ("wood", "WC", 4, 0, 1),
    "farm_stone": ("stone", "FS", 3, 0, 1),
    "park": ("stone", "FS", 3, 0, 1),
    "workshop": ("stone", "FS", 3, 0, 1),
    "architect": ("stone", "FS", 6, 0, 2),
    "bank": ("stone", "WS", 6, 0, 1),
    "alchemist": ("stone", "FS", 6, 0, 1),
    "church": ("stone", "SC", 4, 1, 1),
    "tailor": ("stone", "WS", 6, 0, 1),
    "statue": ("prestige", "SSG", 7, 1, 1),
    "theatre": ("prestige", "WWWGG", 14, 1, 1),
    "university": ("prestige", "SSSGG", 14, 1, 1),
    "monument": ("prestige", "SSSSGG", 14, 2, 1),
    "granary": ("prestige", "FFFG", 10, 0, 1),
    "weaver": ("prestige", "CCCG", 12, 0, 1),
    "library": ("prestige", "WWWG", 10, 0, 1),
    "hotel": ("prestige", "SSSGG", 16, 0, 1),
    "cathedral": ("prestige", "SSSSSGGG", 25, 0, 1),
}
NEUTRAL = [tile for tile, (kind, *_) in TILES.items() if kind == "neutral"]
# What a worker's owner takes: each alternative as letters.
YIELDS = {
    "farm_neutral": ("F", "C"),
    "forest": ("F", "W"),
    "sawmill_neutral": ("W",),
    "quarry_neutral": ("S",),
    "gold_mine": ("G",),
    "farm_food": ("FF", "C"),
    "farm_cloth": ("F", "CC"),
    "quarry_wood": ("SS",),
    "sawmill_wood": ("WW",),
    "farm_stone": ("FFC",),
    "park": ("FWW",),
    "workshop": ("SSC",),
}
# The kinds among which the owner of a stone production building chooses.
OWNERS_CUBE = {"farm_stone": "FC", "park": "FW", "workshop": "SC"}
FIXED = {7: "peddler_fixed", 8: "carpenter_fixed", 16: "gold_mine"}
# Sections: parts, prestige points for a house, road space, and by own houses the loss and the favours.
SECTIONS = {
    "dungeon": (6, 5, 12, [-2, 0, 1, 1, 1, 1, 1]),
    "walls": (10, 4, 18, [-3, 0, 1, 2, 2, 3, 3, 3, 3, 3, 3]),
    "towers": (14, 3, 24, [-4, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3]),
}
NO_BATCH = 2
STABLES = ("stables 1", "stables 2", "stables 3")
CASTLE = ("castle 1", "castle 2", "castle 3", "castle 4", "castle 5")
SPECIALS = ("gate", "trading_post", "merchants_guild", "joust_field", "stables", "inn")
# Revised values; those of the tailor are among the offers.
REVISED_CHURCH = 3
# What is decided in a building that trades.
TRADES = {
    "market_neutral": "sell",
    "market_wood": "sell",
    "peddler_fixed": "buy",
    "peddler_wood": "buy",
    "church": "trade",
    "bank": "trade",
    "tailor": "trade",
    "alchemist": "exchange",
}
BUILDS = {
    "carpenter_neutral": "wood",
    "carpenter_fixed": "wood",
    "mason": "stone",
    "architect": "prestige",
}
# The rows of the favour table, and the columns open by sections scored.
ROWS = ("prestige", "money", "cubes", "build")
OPEN = (2, 4, 5, 5)
SOURCES = ("buildings", "visits", "trades", "castle", "favours", "penalties", "final count")
