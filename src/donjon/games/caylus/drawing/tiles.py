"""The picture of a tile or special building: its strip, cost, and effect as rows of small pictures."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from donjon.games.caylus import tables
from donjon.games.caylus.model import CIRCLES, Class, Cube, Effect, Tile
from donjon.games.caylus.provost import FARTHEST
from donjon.kernel.message import Term

# The class_colour and the sign of each class; a strip is never told by its colour alone.
CLASS_COLOUR = dict(
    zip(Class.ids(), ("neutral", "fixed", "wooden", "stony", "residential", "royal"), strict=True)
)
SIGN = dict(zip(Class.ids(), ("neutral", "fixed", "wood", "stone", "residential", "crown"), strict=True))

# The short name on the tile, by the first word of its id; the strip tells the class.
_SHORT_NAMES = {
    "farm": Term("farm"),
    "sawmill": Term("sawmill"),
    "quarry": Term("quarry"),
    "market": Term("marketplace"),
    "carpenter": Term("carpenter"),
    "peddler": Term("peddler"),
    "bank": Term("bank"),
}
EMBLEMS = {name: name if name == "gold_mine" else name.split("_")[0] for name in Tile.ids()}


class Item(NamedTuple):
    """A small picture in a row; `text` is the number written on or beside it."""

    kind: str  # "art", "icon", "card", "coin", "vp" or "word"
    name: str
    text: str = ""


class Row(NamedTuple):
    """Pictures side by side; `other` says that this is another choice than the row above."""

    items: tuple[Item, ...]
    other: bool = False
    size: float = 1.0


SMALLEST = 24.0  # letters that can be read on every screen wider than a phone
# Their sizes at scale 1, as board.css has them.
_LETTERS = {"word": 24.0, "coin": 24.0, "vp": 24.0}
_LONG_NUMBER = 20.7


class Placed(NamedTuple):
    """An item with its middle and scale."""

    kind: str
    name: str
    text: str
    x: float
    y: float
    scale: float

    @property
    def letters(self) -> float:
        """Return how much the letters beside a picture grow, so that they can be read in a small row."""
        size = _LONG_NUMBER if self.kind == "vp" and len(self.text) > 1 else _LETTERS.get(self.kind, SMALLEST)
        return math.ceil(max(1.0, SMALLEST / (size * self.scale)) * 100) / 100


WIDTHS = {"art": 24.0, "icon": 26.0, "card": 21.0, "coin": 24.0, "vp": 29.0}
_NARROW = {"arrow": 14.0, "fleur": 21.0, "provost": 30.0}
_GAP = 1.5
ARROW = Item("icon", "arrow")


def width_of(item: Item | Placed) -> float:
    """Return how wide an item is at scale 1."""
    if item.kind == "word":
        return sum(5 if letter in ":·." else 11.4 for letter in item.text) + 3
    return _NARROW.get(item.name, WIDTHS[item.kind])


def _gap(row: Row, index: int) -> float:
    """Return the room between an item and the next; lilies overlap, as do cubes of one kind in a trade."""
    alike = row.items[index : index + 2]
    is_twin = len(alike) == 2 and alike[0] == alike[1]
    if is_twin and alike[0].name == "fleur":
        return -8.0
    return -7.0 if is_twin and ARROW in row.items else 0.0 if index + 1 == len(row.items) else _GAP


def row_width(row: Row) -> float:
    """Return how wide a row of items is at scale 1."""
    return sum(width_of(item) + _gap(row, index) for index, item in enumerate(row.items))


def lay(
    rows: Sequence[Row], middle: tuple[float, float], room: tuple[float, float], largest: float = 1.35
) -> tuple[list[Placed], list[float]]:
    """Return the items of rows about a point in a room (width, height), as large as they can be.

    Also the heights of the lines between rows that are other choices.
    """
    tall = sum(27 * row.size for row in rows) or 1
    scale = min(largest, room[1] / tall, *(room[0] / (row_width(row) * row.size) for row in rows))
    y = middle[1] - tall * scale / 2
    placed, lines = [], []
    for row in rows:
        own = scale * row.size
        if row.other:
            lines.append(round(y, 1))
        y += 27 * own / 2
        x = middle[0] - row_width(row) * own / 2
        for index, item in enumerate(row.items):
            half = width_of(item) * own / 2
            placed.append(Placed(*item, round(x + half, 1), round(y, 1), round(own, 3)))
            x += 2 * half + _gap(row, index) * own
        y += 27 * own / 2
    return placed, lines


def _cubes(counts: Iterable[int]) -> tuple[Item, ...]:
    """Return a picture for each cube."""
    return tuple(Item("art", Cube(cube).id) for cube, count in enumerate(counts) for _ in range(int(count)))


def _production(tile: int) -> list[Row]:
    if tables.ALTERNATIVES[tile] > 1:
        return [
            Row(_cubes(tables.YIELD[tile, way]), other=way > 0)
            for way in range(int(tables.ALTERNATIVES[tile]))
        ]
    rows = [
        Row(_cubes([count if cube == kind else 0 for cube, count in enumerate(tables.YIELD[tile, 0])]))
        for kind in range(len(Cube))
        if tables.YIELD[tile, 0, kind]
    ]
    if any(tables.OWNER_BONUS[tile]):
        rows.append(Row((Item("icon", "house"), Item("word", "", "+1")), size=0.66))
    return rows


def _buying(tile: int) -> list[Row]:
    return [
        Row((Item("coin", "coin", str(price)), ARROW, *(Item("art", "any"),) * cubes), other=cubes > 1)
        for cubes, price in enumerate(tables.BUY_PRICE[tile])
        if price
    ]


def _trading(tile: int, revised: bool) -> list[Row]:
    rows = []
    for index, offer in enumerate(tables.TRADES[int(revised), tile]):
        paid: tuple[Item, ...] = ()
        if offer[tables.TRADE_DENIERS]:
            paid = (Item("coin", "coin", str(offer[tables.TRADE_DENIERS])),)
        if offer[tables.TRADE_CLOTH]:
            paid = (Item("word", "", str(offer[tables.TRADE_CLOTH])), Item("art", "cloth"))
        got: tuple[Item, ...] = (Item("art", "gold"),) * int(offer[tables.TRADE_GOLD])
        if offer[tables.TRADE_VP]:
            got = (Item("vp", "laurel", str(offer[tables.TRADE_VP])),)
        rows.append(Row((*paid, ARROW, *got), other=index > 0))
    return rows


def _exchanging() -> list[Row]:
    return [
        Row(
            (Item("word", "", str(paid)), Item("art", "any"), ARROW, *(Item("art", "gold"),) * (paid // 2)),
            other=paid > 2,
        )
        for paid in (2, 4)
    ]


def effect(tile: int, revised: bool) -> list[Row]:
    """Return the effect of a tile, as rows of pictures."""
    kind = int(tables.EFFECT[tile])
    if kind == Effect.PRODUCE:
        return _production(tile)
    if kind == Effect.CONSTRUCT:
        built = Class(tables.BUILDS[tile]).id
        return [Row((Item("icon", EMBLEMS[Tile(tile).id]), ARROW, Item("card", built)))]
    if kind == Effect.CONVERT:
        paid = (Item("art", "cloth"), Item("coin", "coin", str(tables.CONVERT_DENIERS)))
        return [Row(paid), Row((ARROW, Item("card", "residential")))]
    if kind == Effect.SELL:
        return [Row((Item("art", "any"), ARROW, Item("coin", "coin", str(tables.SELL_PRICE[tile]))))]
    if kind == Effect.BUY:
        return _buying(tile)
    if kind == Effect.TRADE:
        return _trading(tile, revised)
    if kind == Effect.EXCHANGE:
        return _exchanging()
    rows = [Row((Item("icon", EMBLEMS[Tile(tile).id]),), size=1.7)]
    income = 1 if tile == Tile.RESIDENCE else int(tables.INCOME[tile])
    if income:
        rows.append(Row((Item("coin", "coin", f"+{income}"),)))
    return rows


def cost(tile: int) -> list[tuple[str, int]]:
    """Return the kinds of cubes that a tile costs, and how many of each ("any" is of any kind)."""
    paid = [(Cube(cube).id, int(count)) for cube, count in enumerate(tables.COST[tile]) if count]
    return [*paid, *([("any", int(tables.ANY[tile]))] if tables.ANY[tile] else [])]


@functools.lru_cache(maxsize=128)
def face(name: str, revised: bool) -> dict[str, Any]:
    """Return all that the picture of a tile shows, in a card 142 wide and 116 high."""
    tile = Tile.ids().index(name)
    kind = Class(tables.CLASS[tile]).id
    paid = cost(tile)
    vp = int(tables.VP[int(revised), tile])
    bare = not paid and not vp
    room = (94, 84) if bare else (72, 86)
    items, lines = lay(effect(tile, revised), (60 if bare else 70, 69.5), room)
    return {
        "name": name,
        "term": _SHORT_NAMES.get(EMBLEMS[name], Term(name.replace("_", " "))).word,
        "class_colour": CLASS_COLOUR[kind],
        "sign": SIGN[kind],
        "cost": paid,
        "vp": vp,
        "favours": int(tables.FAVOURS[tile]),
        "items": items,
        "lines": lines,
        "middle": 60 if bare else 70,
        "half": 40 if bare else 32,
    }


def _gist(tile: int) -> tuple[Item, ...]:
    kind = int(tables.EFFECT[tile])
    if kind == Effect.PRODUCE:
        items: list[Item] = []
        for way in range(int(tables.ALTERNATIVES[tile])):
            items += [*([Item("word", "", "/")] if way else []), *_cubes(tables.YIELD[tile, way])]
        return tuple(items)
    if kind == Effect.CONSTRUCT:
        return (Item("card", Class(tables.BUILDS[tile]).id),)
    if kind == Effect.CONVERT:
        return (Item("card", "residential"),)
    if kind == Effect.SELL:
        return (Item("coin", "coin", str(tables.SELL_PRICE[tile])),)
    if kind == Effect.BUY:
        return (Item("art", "any"),)
    if tables.TRADES[0, tile, 0, tables.TRADE_VP]:
        return (Item("vp", "laurel"),)
    return (Item("art", "gold"),) if kind in (Effect.TRADE, Effect.EXCHANGE) else ()


@functools.cache
def gist(name: str) -> dict[str, Any]:
    """Return the effect of a tile in one short row 27 high, without its price."""
    row = Row(_gist(Tile.ids().index(name)))
    width = row_width(row) if row.items else 0
    return {"items": lay([row], (width / 2, 13.5), (width + 1, 27), 1.0)[0] if width else [], "width": width}


_SPECIAL_ROWS = {
    "gate": (Item("icon", "worker"), ARROW, Item("word", "", "?")),
    "trading_post": (Item("coin", "coin", str(tables.POST_DENIERS)),),
    "merchants_guild": (
        Item("word", "", f"−{FARTHEST}"),
        Item("art", "provost"),
        Item("word", "", f"+{FARTHEST}"),
    ),
    "joust_field": (
        Item("coin", "coin", str(tables.JOUST_DENIERS)),
        Item("art", "cloth"),
        ARROW,
        Item("art", "fleur"),
    ),
    "stables": (Item("icon", "stables"), ARROW, Item("word", "", "·".join(map(str, range(1, CIRCLES + 1))))),
    "inn": (Item("icon", "worker"), ARROW, Item("coin", "coin", str(tables.INN_COST))),
}


@functools.cache
def special_face(name: str) -> list[Placed]:
    """Return the effect of a special building, in a card 146 wide and 113 high."""
    return lay([Row(_SPECIAL_ROWS[name])], (73, 44), (134, 34), 1.15)[0]


@functools.cache
def section_face(section: int, vp: int) -> tuple[list[Placed], list[Placed]]:
    """Return the effects of a section: of a house at once, and of few and many houses when it is scored."""
    lost = Item("word", "", f" 0:−{int(tables.SECTION_LOSS[section, 0])}")
    now = Row((Item("vp", "laurel", str(vp)), lost, Item("vp", "laurel")))
    gains = tables.SECTION_FAVOURS[section]
    # Each of these numbers of houses brings one favour more.
    steps = [houses for houses in range(1, len(gains)) if gains[houses] > gains[houses - 1]]
    brings = Row((Item("word", "", "·".join(map(str, steps)) + ":"), Item("art", "fleur")))
    return lay([now], (59, 0), (110, 27), 1.0)[0], lay([brings], (59, 0), (110, 26), 0.96)[0]


# The five columns of each row of the favour table (CAY-11.5).
FAVOUR_COLUMNS: dict[str, tuple[tuple[Item, ...], ...]] = {
    "prestige": tuple((Item("vp", "laurel", str(column)),) for column in range(1, 6)),
    "money": tuple((Item("coin", "coin", str(column + 2)),) for column in range(1, 6)),
    "cubes": (
        (Item("art", "food"),),
        (Item("art", "wood"), Item("art", "stone")),
        (Item("art", "cloth"),),
        (Item("art", "any"), ARROW, Item("word", "", "2")),
        (Item("art", "gold"),),
    ),
    "build": (
        (Item("word", "", "–"),),
        (Item("icon", "carpenter"), Item("card", "wood")),
        (Item("icon", "mason"), Item("card", "stone")),
        (Item("icon", "lawyer"), Item("card", "residential")),
        (Item("icon", "architect"), Item("card", "prestige")),
    ),
}


@functools.cache
def favour_face(row: str, column: int) -> list[Placed]:
    """Return the effect of column 1..5 of a row of the favour table, in a cell 55 wide."""
    return lay([Row(FAVOUR_COLUMNS[row][column - 1])], (27.5, 21), (49, 30), 1.0)[0]
