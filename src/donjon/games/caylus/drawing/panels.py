"""What lies beside the board of Caylus: purse, phases, seats, forecast, deadline, stock, scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from donjon.drawing.panels import Panels
from donjon.games.caylus import tables
from donjon.games.caylus.drawing.board import THEME, linked_in
from donjon.games.caylus.drawing.saying import Saying, place_term, tile_term
from donjon.games.caylus.drawing.tiles import (
    CLASS_COLOUR,
    EMBLEMS,
    SIGN,
    cost,
    effect,
    face,
    gist,
    lay,
    row_width,
)
from donjon.games.caylus.drawing.tiles import Row as Pictures
from donjon.games.caylus.model import (
    ANY_CUBE,
    PLAIN_CUBES,
    SOURCES,
    Class,
    Cube,
    Phase,
    Row,
    Tile,
    Values,
    amount,
    offer_message,
)
from donjon.kernel.message import Message, Term, Translate

# Things that the hand offers beside those that its seat owns


_OFFER_HEIGHT = 27
Shelf = dict[str, Any]


def shelves(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    """Return the things that can be taken, in rows; nothing while another seat decides."""
    if view["seat"] is None or view["seat"] != view["actor"]:
        return []
    filled = _SHELVES[view["ask"]](view, words) if view["ask"] in _SHELVES else []
    return [shelf for shelf in filled if shelf["things"]]


def card(tile: Mapping[str, Any], revised: bool, words: Saying) -> dict[str, Any]:
    """Return a tile of the stock with its face and a sentence."""
    shown = face(tile["tile"], revised)
    return {
        "id": tile["tile"],
        "left": tile["left"],
        "face": shown,
        "named": words.label(shown["term"], 112, 24, 14),
        "title": words.say(_tile_words(tile)),
    }


def _tile_words(tile: Mapping[str, Any]) -> Message:
    paid = [
        ANY_CUBE if name == "any" else amount(Cube.ids().index(name), count)
        for name, count in cost(Tile.ids().index(tile["tile"]))
    ]
    return Message(
        "{tile}: costs {cost}; {vp:point|points}; {favours:favour|favours}; {left} left",
        tile=Tile[tile["tile"].upper()].term,
        cost=paid,
        vp=tile["vp"],
        favours=tile["favours"],
        left=tile["left"],
    )


def _tiles(view: Mapping[str, Any], words: Saying, classes: Iterable[int]) -> list[Shelf]:
    wanted, revised = {Class(kind).id for kind in classes}, view["tile_values"] == "revised"
    cards = [card(tile, revised, words) for tile in view["stock"] if tile["class"] in wanted and tile["left"]]
    return [_shelf("tiles", Term("Tiles to build"), cards)]


def _shelf(kind: str, term: Term, things: list[dict[str, Any]], price: int | None = None) -> Shelf:
    return {"kind": kind, "term": term.word, "price": price, "things": things}


def _cubes(name: str, cubes: Iterable[int], words: Saying, counts: Mapping[int, int] | None = None) -> Any:
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


def _building(view: Mapping[str, Any]) -> int:
    """Return the tile of the building that is run now."""
    name = view["road"][int(view["at"].removeprefix("road-")) - 1]["tile"]
    return Tile.ids().index(name)


def _to_build(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    return _tiles(view, words, [int(tables.BUILDS[_building(view)])])


def _by_favour(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    column = view["favour"]["columns"][Row.BUILD.id][view["seat"]]
    return _tiles(view, words, [kind for kind in Class if 0 < tables.BUILD_COLUMN[kind] <= column])


def _produced(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    most = tables.YIELD[_building(view)].max(axis=0)
    counts = {cube: int(count) for cube, count in enumerate(most) if count}
    return [_shelf("cubes", _SUPPLY, _cubes("supply", counts, words, counts))]


def _owners(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    cubes = [cube for cube in Cube if tables.OWNER_BONUS[_building(view), cube]]
    return [_shelf("cubes", _SUPPLY, _cubes("supply", cubes, words))]


def _of_favour(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    column = view["favour"]["columns"][Row.CUBES.id][view["seat"]]
    cubes = [cube for cube in Cube if tables.CUBE_COLUMN[cube] <= column]
    return [_shelf("cubes", _SUPPLY, _cubes("supply", cubes, words))]


def _swapped(_view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    return [_shelf("cubes", _SUPPLY, _cubes("supply", range(PLAIN_CUBES), words))]


def _sold(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    one, two = (int(tables.BUY_PRICE[_building(view), count]) for count in (1, 2))
    deniers = view["players"][view["seat"]]["deniers"]
    shelves_shown = [_shelf("cubes", Term("One cube for"), _cubes("supply", range(PLAIN_CUBES), words), one)]
    if two and two <= deniers:
        shelves_shown.append(
            _shelf("cubes", Term("Two cubes for"), _cubes("pair", range(PLAIN_CUBES), words), two)
        )
    return shelves_shown


def _offers(view: Mapping[str, Any], words: Callable[[int], str]) -> list[Shelf]:
    rows = effect(_building(view), view["tile_values"] == "revised")
    things = [
        {"piece": f"offer-{number}", **_picture(row), "title": words(number)}
        for number, row in enumerate(rows)
    ]
    return [_shelf("offers", Term("Offers"), things)]


def _picture(row: Pictures) -> dict[str, Any]:
    width = row_width(row)
    return {"width": width, "items": lay([row], (width / 2, 13.5), (width + 1, _OFFER_HEIGHT), 1.0)[0]}


def _traded(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    terms = tables.TRADES[Values.ids().index(view["tile_values"]), _building(view)]
    return _offers(view, lambda number: words.say(offer_message(terms[number])))


def _exchanged(view: Mapping[str, Any], words: Saying) -> list[Shelf]:
    text = Message("{gold} gold for {count:cube|cubes}").text
    return _offers(view, lambda number: words.say(Message(text, gold=number + 1, count=2 * (number + 1))))


_SHELVES: dict[str, Callable[[Mapping[str, Any], Saying], list[Shelf]]] = {
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


# The panels


# A round's phases with the icon of each.
PHASE_ICONS = {
    "income": "income",
    "placing": "worker",
    "special": "gate",
    "provost": "provost",
    "road": "milestone",
    "castle": "castle",
    "end": "bailiff",
}
SOURCE_ICONS = dict(
    zip(
        SOURCES,
        ("house", "worker", "merchants_guild", "castle", "favour", "penalties", "deniers"),
        strict=True,
    )
)
_PHASES = [(name, icon, Phase[name.upper()].term.word) for name, icon in PHASE_ICONS.items()]
_CUBE_TERMS = dict(zip(Cube.ids(), Cube.terms(), strict=True))

STOCK_TERMS = {
    "wood": Term("wood tiles"),
    "stone": Term("stone tiles"),
    "prestige": Term("prestige tiles"),
}


def forecast_lines(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the forecast, with neighbouring spaces for which the same buildings run in one line."""
    lines: list[dict[str, Any]] = []
    for row in view["forecast"]["rows"]:
        if not lines or lines[-1]["runs"] != row["runs"]:
            lines.append({"runs": row["runs"], "starts": row["starts"], "stops": row["stops"], "rows": []})
        lines[-1]["rows"].append(row)
    return [line | _summary(line["rows"]) for line in lines]


def _summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the spaces of a line, the nearest of them, what it costs, and whether one seat can pay it."""
    nearest = min(rows, key=lambda row: abs(row["steps"]))
    steps = sorted({row["steps"] for row in rows}, key=abs)
    return {
        "low": rows[0]["space"],
        "high": rows[-1]["space"],
        "nearest": nearest["space"],
        "now": 0 in steps,
        "near": any(row["cost"] is not None for row in rows),
        "steps": nearest["steps"],
        "cost": nearest["cost"],
        "least": nearest["least"],
    }


def stock(view: Mapping[str, Any], words: Saying) -> list[dict[str, Any]]:
    """Return the tiles of the stock by class, each with its face and a sentence."""
    groups: dict[str, list[dict[str, Any]]] = {}
    revised = view["tile_values"] == "revised"
    for tile in view["stock"]:
        groups.setdefault(tile["class"], []).append(card(tile, revised, words))
    return [
        {
            "class": name,
            "term": STOCK_TERMS[name].word,
            "class_colour": CLASS_COLOUR[name],
            "left": sum(tile["left"] for tile in tiles),
            "tiles": tiles,
        }
        for name, tiles in groups.items()
    ]


def _values(view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> dict[str, Any]:
    return {
        "linked": "",
        "class_colours": CLASS_COLOUR,
        "signs": SIGN,
        "cubes": Cube.ids(),
        "cube_terms": _CUBE_TERMS,
        "emblems": EMBLEMS,
        "gist": gist,
        "number": lambda count: str(count).replace("-", "−"),
        "phases": _PHASES,
        "phase": phase_word,
        "sources": [(name, SOURCE_ICONS[name], name) for name in SOURCES],
        "tile_term": lambda name: translate(tile_term(name).word),
        "term": lambda name: translate(place_term(name).word),
        "forecast_lines": forecast_lines,
        "stock": stock,
        "shelves": shelves,
        "linked_in": linked_in,
        "words": Saying(view, translate, names),
    }


def phase_word(name: str) -> str:
    """Return the word for a phase."""
    return Phase[name.upper()].term.word


_CHOICES = ("seat", "players", "ask", "actor", "at", "road", "stock", "tile_values", "favour")
_READS = {
    "choices": _CHOICES,
    "goods": (),
    "owned": (),
    "phase_list": (),
    "seat": ("over",),
    "deadline": ("castle",),
    "forecast": ("forecast", "provost"),
    "piles": ("stock", "tile_values"),
    "seats": ("seat", "players", "waiting", "ranks", "over"),
    "cards": ("castle", "forecast", "over", "provost"),
}
PANELS = Panels(THEME, _values, _READS, lasting=True)
panel, hand, seats = PANELS.panel, PANELS.hand, PANELS.seats
cards, piles, scores = PANELS.cards, PANELS.piles, PANELS.scores
