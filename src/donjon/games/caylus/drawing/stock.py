"""The stock of tiles: the words of a tile, and what is left of each."""

from __future__ import annotations

import functools

from donjon.drawing.facts import Facts
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing.tiles import cost, face
from donjon.games.caylus.drawing.writing import MACROS
from donjon.games.caylus.model import ANY_CUBE, Class, Cube, Tile, amount
from donjon.games.caylus.tables import CLASS
from donjon.kernel.message import Message

# Cached facts of a stock, for all tables together: some 10 KB each.
MOST_STOCKS = 256
MOST_TITLES = 1024


@functools.lru_cache(maxsize=MOST_TITLES)
def tile_title(words: Words, name: str, revised: bool, left: int) -> str:
    """Return a sentence about a tile of the stock: its cost, what it gives, how many are left."""
    tile, shown = Tile[name.upper()], face(name, revised)
    paid = [
        ANY_CUBE if cube == "any" else amount(Cube.ids().index(cube), count) for cube, count in cost(tile)
    ]
    message = Message(
        "{tile}: costs {cost}; {vp:point|points}; {favours:favour|favours}; {left} left",
        tile=tile.term,
        cost=paid,
        vp=shown["vp"],
        favours=shown["favours"],
        left=left,
    )
    return words.say(message)


@functools.lru_cache(maxsize=MOST_STOCKS)
def stock_facts(words: Words, stock: tuple[tuple[str, int], ...], revised: bool) -> Facts:
    """Return what is left of each tile, of each class, and in all; `stock`: the number left of each tile."""
    facts: Facts = {".stock": sum(left for _, left in stock)}
    for name, left in stock:
        kind, shown = f".stock-{Class(CLASS[Tile[name.upper()]]).id}", face(name, revised)
        facts[kind] = facts.get(kind, 0) + left
        facts[f".tile-{name}"] = facts[f"@title:tile-{name}"] = tile_title(words, name, revised, left)
        facts[f"@class:stock-{name}"] = f"cay-stock {shown['class_colour']}{'' if left else ' gone'}"
        facts[f"#cay-left-{name}"] = MACROS.write(words, "left", left) if left != 1 else ""
    return facts
