"""Things that the hand offers to the seat that decides, beside those that it owns."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from donjon.drawing.saying import Words
from donjon.games.caylus import tables
from donjon.games.caylus.drawing.stock import tile_title
from donjon.games.caylus.drawing.tiles import Row as Pictures
from donjon.games.caylus.drawing.tiles import effect, face, lay, row_width
from donjon.games.caylus.drawing.writing import MACROS, tile_card
from donjon.games.caylus.model import PLAIN_CUBES, Class, Cube, Row, Tile, Values, offer_message
from donjon.kernel.message import Message, Term

_OFFER_HEIGHT = 27
Shelf = dict[str, Any]
# Cached rows of things, for all tables together: with tiles some 20 KB each.
MOST_SHELVES = 256


class Situation(NamedTuple):
    """What a seat decides, and all that the things on offer depend on."""

    ask: str
    building: int
    revised: bool
    build_column: int
    cubes_column: int
    deniers: int
    stock: tuple[tuple[str, int], ...]


def shelves(view: Mapping[str, Any], words: Words) -> Markup | str:
    """Return the things that the seat to decide can take, as markup; "" if there are none."""
    ask, seat = view["ask"], view["seat"]
    if ask not in _SHELVES:
        return ""
    columns = view["favour"]["columns"]
    situation = Situation(
        ask,
        _building(view) if ask in _OF_BUILDINGS else -1,
        view["tile_values"] == Values.REVISED.id,
        columns[Row.BUILD.id][seat] if ask == "favour_build" else 0,
        columns[Row.CUBES.id][seat] if ask == "favour_cubes" else 0,
        view["players"][seat]["deniers"] if ask == "buy" else 0,
        tuple((tile["tile"], tile["left"]) for tile in view["stock"]) if ask in _OF_TILES else (),
    )
    return _written(situation, words)


@functools.lru_cache(maxsize=MOST_SHELVES)
def _written(now: Situation, words: Words) -> Markup | str:
    filled = [shelf for shelf in _SHELVES[now.ask](now, words) if shelf["things"]]
    return Markup(MACROS.of(words).shelves(filled).strip()) if filled else ""


def _building(view: Mapping[str, Any]) -> int:
    """Return the tile of the building that is run now."""
    name = view["road"][int(view["at"].removeprefix("road-")) - 1]["tile"]
    return Tile.ids().index(name)


def _tiles(now: Situation, words: Words, classes: Iterable[int]) -> list[Shelf]:
    wanted = set(classes)
    cards = [
        {
            "id": name,
            "class_colour": face(name, now.revised)["class_colour"],
            "card": tile_card(words, name, now.revised),
            "title": tile_title(words, name, now.revised, left),
        }
        for name, left in now.stock
        if left and int(tables.CLASS[Tile.ids().index(name)]) in wanted
    ]
    return [_shelf("tiles", Term("Tiles to build"), cards)]


def _shelf(kind: str, term: Term, things: list[dict[str, Any]], price: int | None = None) -> Shelf:
    return {"kind": kind, "term": term.word, "price": price, "things": things}


def _cubes(name: str, cubes: Iterable[int], words: Words, counts: Mapping[int, int] | None = None) -> Any:
    """Return cubes that can be had as things with these names; `counts` where one is several cubes."""
    return [
        {
            "piece": f"{name}-{Cube(cube).id}",
            "cube": Cube(cube).id,
            "count": counts[cube] if counts else 1,
            "title": words.say(Message("Take {cubes}", cubes=Cube(cube).term)),
        }
        for cube in cubes
    ]


_SUPPLY = Term("Cubes to take")


def _to_build(now: Situation, words: Words) -> list[Shelf]:
    return _tiles(now, words, [int(tables.BUILDS[now.building])])


def _by_favour(now: Situation, words: Words) -> list[Shelf]:
    kinds = [int(kind) for kind in Class if 0 < tables.BUILD_COLUMN[kind] <= now.build_column]
    return _tiles(now, words, kinds)


def _produced(now: Situation, words: Words) -> list[Shelf]:
    most = tables.YIELD[now.building].max(axis=0)
    counts = {cube: int(count) for cube, count in enumerate(most) if count}
    return [_shelf("cubes", _SUPPLY, _cubes("supply", counts, words, counts))]


def _owners(now: Situation, words: Words) -> list[Shelf]:
    cubes = [cube for cube in Cube if tables.OWNER_BONUS[now.building, cube]]
    return [_shelf("cubes", _SUPPLY, _cubes("supply", cubes, words))]


def _of_favour(now: Situation, words: Words) -> list[Shelf]:
    cubes = [cube for cube in Cube if tables.CUBE_COLUMN[cube] <= now.cubes_column]
    return [_shelf("cubes", _SUPPLY, _cubes("supply", cubes, words))]


def _swapped(_now: Situation, words: Words) -> list[Shelf]:
    return [_shelf("cubes", _SUPPLY, _cubes("supply", range(PLAIN_CUBES), words))]


def _sold(now: Situation, words: Words) -> list[Shelf]:
    one, two = (int(tables.BUY_PRICE[now.building, count]) for count in (1, 2))
    shelves_shown = [_shelf("cubes", Term("One cube for"), _cubes("supply", range(PLAIN_CUBES), words), one)]
    if two and two <= now.deniers:
        shelves_shown.append(
            _shelf("cubes", Term("Two cubes for"), _cubes("pair", range(PLAIN_CUBES), words), two)
        )
    return shelves_shown


def _offers(now: Situation, words: Callable[[int], str]) -> list[Shelf]:
    rows = effect(now.building, now.revised)
    things = [
        {"piece": f"offer-{number}", **_picture(row), "title": words(number)}
        for number, row in enumerate(rows)
    ]
    return [_shelf("offers", Term("Offers"), things)]


def _picture(row: Pictures) -> dict[str, Any]:
    width = row_width(row)
    return {"width": width, "items": lay([row], (width / 2, 13.5), (width + 1, _OFFER_HEIGHT), 1.0)[0]}


def _traded(now: Situation, words: Words) -> list[Shelf]:
    terms = tables.TRADES[int(now.revised), now.building]
    return _offers(now, lambda number: words.say(offer_message(terms[number])))


def _exchanged(now: Situation, words: Words) -> list[Shelf]:
    text = Message("{gold} gold for {count:cube|cubes}").text
    return _offers(now, lambda number: words.say(Message(text, gold=number + 1, count=2 * (number + 1))))


_SHELVES: dict[str, Callable[[Situation, Words], list[Shelf]]] = {
    "build": _to_build,
    "favour_build": _by_favour,
    "produce": _produced,
    "bonus": _owners,
    "favour_cubes": _of_favour,
    "swap_for": _swapped,
    "buy": _sold,
    "trade": _traded,
    "exchange": _exchanged,
}
# The decisions about the building that is run now, and those about tiles of the stock.
_OF_BUILDINGS = ("build", "produce", "bonus", "buy", "trade", "exchange")
_OF_TILES = ("build", "favour_build")
