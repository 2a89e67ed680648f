"""The names of tiles, spaces and cubes: in texts of actions, and as words to be translated."""

from __future__ import annotations

from typing import Any

from donjon.caylus.terms import INN_RIGHT, NONE, ROAD, SPECIAL_NAMES, TILE_NAMES, Space
from donjon.kernel.message import Message, Term

# How a tile is written in the text of an action, by terms.Tile.
TILE_TEXTS = (
    "neutral-farm",
    "forest",
    "neutral-sawmill",
    "neutral-quarry",
    "neutral-market",
    "neutral-carpenter",
    "peddler",
    "carpenter",
    "gold-mine",
    "food-farm",
    "cloth-farm",
    "wood-quarry",
    "wood-sawmill",
    "wood-market",
    "wood-peddler",
    "mason",
    "lawyer",
    "stone-farm",
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
SPACE_TEXTS = tuple(name.replace("_", "-") for name in (*SPECIAL_NAMES, "castle"))

# Written out, so that they are found for translation; in the order of terms.Tile.
TILE_TERMS = (
    Term("neutral farm"),
    Term("forest"),
    Term("neutral sawmill"),
    Term("neutral quarry"),
    Term("neutral marketplace"),
    Term("neutral carpenter"),
    Term("fixed peddler"),
    Term("fixed carpenter"),
    Term("gold mine"),
    Term("food farm"),
    Term("cloth farm"),
    Term("wood quarry"),
    Term("wood sawmill"),
    Term("wood marketplace"),
    Term("wood peddler"),
    Term("mason"),
    Term("lawyer"),
    Term("stone farm"),
    Term("park"),
    Term("workshop"),
    Term("architect"),
    Term("bank tile"),
    Term("alchemist"),
    Term("church"),
    Term("tailor"),
    Term("residence"),
    Term("statue"),
    Term("theatre"),
    Term("university"),
    Term("monument"),
    Term("granary"),
    Term("weaver"),
    Term("library"),
    Term("hotel"),
    Term("cathedral"),
)
CUBE_TERMS = (Term("food"), Term("wood"), Term("stone"), Term("cloth"), Term("gold"))
ANY_CUBE = Message("{count} × {cube}", count=1, cube=Term("any cube"))
SPACE_TERMS = (
    Term("gate"),
    Term("trading post"),
    Term("merchants' guild"),
    Term("joust field"),
    Term("stables"),
    Term("inn"),
    Term("castle"),
)
SECTION_TERMS = (Term("dungeon"), Term("walls"), Term("towers"))
ROW_TERMS = (Term("prestige points"), Term("deniers"), Term("cubes"), Term("build"))
CLASS_TERMS = (
    Term("neutral tile"),
    Term("fixed building"),
    Term("wood tile"),
    Term("stone tile"),
    Term("residential tile"),
    Term("prestige tile"),
)
PHASE_TERMS = (
    Term("set-up"),
    Term("income"),
    Term("placing workers"),
    Term("special spaces"),
    Term("provost"),
    Term("road buildings"),
    Term("castle"),
    Term("end of the round"),
    Term("end of the game"),
)


def tile_term(tile: Any) -> Term:
    """The word for a tile."""
    return TILE_TERMS[int(tile)]


def cube_term(cube: Any) -> Term:
    """The word for a kind of cube."""
    return CUBE_TERMS[int(cube)]


def space_word(space: Any, tile: Any) -> Term | Message:
    """The words for a space (terms.Space, or CASTLE + road space) with the tile that lies there."""
    space, tile = int(space), int(tile)
    if space == INN_RIGHT:
        return SPACE_TERMS[Space.INN]
    if space <= Space.CASTLE:
        return SPACE_TERMS[space]
    if tile == NONE:
        return Message("unbuilt space {number}", number=space - Space.CASTLE)
    return Message("{tile}, space {number}", tile=tile_term(tile), number=space - Space.CASTLE)


def amounts(cubes: Any) -> list[Message]:
    """Cubes by kind as words: "2 × wood", "1 × gold"."""
    return [
        Message("{count} × {cube}", count=int(count), cube=cube_term(cube))
        for cube, count in enumerate(cubes)
        if count
    ]


def space_text(state: Any, space: int) -> str:
    """How a space is written in the text of an action: its name, its number if the name is not enough."""
    if space <= Space.CASTLE:
        return SPACE_TEXTS[space]
    number = space - Space.CASTLE
    tile = int(state.tile[number])
    if tile == NONE:
        return str(number)
    alike = [other for other in range(1, ROAD + 1) if state.tile[other] == tile]
    return TILE_TEXTS[tile] if len(alike) == 1 else f"{TILE_TEXTS[tile]} {number}"


def tiles_called(word: str, among: list[int]) -> list[int]:
    """The tiles among some that a word may mean: by text or id exactly, else by the end of the text."""
    exact = [tile for tile in among if word in (TILE_TEXTS[tile], TILE_NAMES[tile].replace("_", "-"))]
    return exact or [tile for tile in among if TILE_TEXTS[tile].endswith("-" + word)]
