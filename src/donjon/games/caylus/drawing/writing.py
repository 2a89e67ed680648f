"""The theme of Caylus, and the macros that write its pieces and parts of board and panels."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.drawing.facts import Shape, Shapes
from donjon.drawing.panels import Macros
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing import places
from donjon.games.caylus.drawing.points import point_groups
from donjon.games.caylus.drawing.rims import RIMS
from donjon.games.caylus.drawing.saying import Label, label, place_term, tile_term
from donjon.games.caylus.drawing.tiles import CLASS_COLOUR, EMBLEMS, SIGN, face, gist
from donjon.games.caylus.model import MAX_SEATS, SOURCES, Class, Cube, Phase, Tile
from donjon.games.caylus.provost import PROVOST, STEPS
from donjon.kernel.message import Term, Translate, plain

_LINK = re.compile(r'href="#([\w-]+)"')
# Cached markup of the board, for all tables together: most is below 2 KB.
MOST_WRITTEN = 2048

# The strips of tiles and the small cards in the class_colour of their class, what stands on them in its own.
# In plain selectors: the renderer of posters does not know ":is".
_CLASS_STYLES = "".join(
    f".cay-lot.{name} .cay-strip,.cay-stock.{name} .cay-strip,.cay-{name}-card"
    f"{{fill:var(--cay-{name})}}\n"
    f".cay-lot.{name} .cay-name,.cay-lot.{name} .cay-strip-sign,"
    f".cay-stock.{name} .cay-name,.cay-stock.{name} .cay-strip-sign,"
    f".cay-{name}-card .cay-card-sign{{fill:var(--cay-on-{name})}}\n"
    for name in CLASS_COLOUR.values()
)
THEME = house.Theme("caylus/drawing", "cay", _CLASS_STYLES)
ART, ICONS, COLOURS = THEME.art, THEME.icons, THEME.colours

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
    Class.WOOD.id: Term("wood tiles"),
    Class.STONE.id: Term("stone tiles"),
    Class.PRESTIGE.id: Term("prestige tiles"),
}


def values(_view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> dict[str, Any]:
    """Return the names that the game adds for its macros of panels."""
    words = Words(translate, None if names is None else tuple(names))
    return {
        "linked": "",
        "class_colours": CLASS_COLOUR,
        "signs": SIGN,
        "cubes": Cube.ids(),
        "cube_terms": _CUBE_TERMS,
        "emblems": EMBLEMS,
        "number": plain,
        "phases": _PHASES,
        "source_icons": SOURCE_ICONS,
        "sum_of": lambda points, sources: sum(points[source] for source in sources),
        "groups": lambda view: [
            (one.term.say(translate), one.icon, one.sources) for one in point_groups(view)
        ],
        "tile_term": lambda name: translate(tile_term(name).word),
        "term": lambda name: translate(place_term(name).word),
        "stock": stock,
        "stock_terms": STOCK_TERMS,
        "stock_drawings": lambda revised: stock_drawings(words, revised),
        "tile_card": lambda name, revised: tile_card(words, name, revised),
    }


def stock(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the tiles of the stock by class."""
    groups: dict[str, list[str]] = {}
    for tile in view["stock"]:
        groups.setdefault(tile["class"], []).append(tile["tile"])
    return groups


@functools.lru_cache(maxsize=MOST_WRITTEN)
def tile_card(words: Words, name: str, revised: bool) -> Markup:
    """Return the face of a tile that lies in the stock or the hand, with links to `stock_drawings`."""
    shown = face(name, revised)
    return Markup(MACROS.of(words).tile_face(shown, _named(words, shown)).strip())


def _named(words: Words, shown: Mapping[str, Any]) -> Label:
    return label(words, shown["term"], 112, 24, 14)


@functools.lru_cache(maxsize=16)
def stock_drawings(words: Words, revised: bool) -> Markup:
    """Return the drawings that the tiles beside the board link to: each is defined once."""
    beside = MACROS.of(words)
    cards = [tile_card(words, name, revised) for name in Tile.ids()]
    effects = [beside.effect(name, gist(name)).strip() for name in Tile.ids() if gist(name)["width"]]
    emblems = [beside.emblem(name) for name in sorted({*EMBLEMS.values()})]
    linked = beside.drawings(*linked_in("".join([*cards, *effects]), "cays")).strip()
    return Markup("\n".join([linked, *effects, *emblems]))


def linked_in(text: str, linked: str) -> tuple[list[str], list[str]]:
    """Return the drawings and icons that a text refers to with `linked`, see face.svg.jinja."""
    used = set(_LINK.findall(text))
    art, icons = (
        sorted(link.removeprefix(begin) for link in used if link.startswith(begin))
        for begin in (f"{linked}-a-", f"{linked}-i-")
    )
    return art, icons


PIECES = house.Pieces(
    "caylus/drawing/board.svg.jinja",
    {
        "linked": "cay",
        "width": places.WIDTH,
        "height": places.HEIGHT,
        "art": ART,
        "icons": ICONS,
        "class_colours": CLASS_COLOUR,
        "signs": SIGN,
        "rims": RIMS,
        # The steps of the provost, who can be dragged along the road.
        "steps": " ".join(str(PROVOST.action(index)) for index in range(len(STEPS))),
    },
)
MACROS = Macros(THEME, values, MAX_SEATS)


@functools.lru_cache(maxsize=MOST_WRITTEN)
def written(look: house.Look, macro: str, *args: Any) -> Markup:
    """Return what a macro of the board writes from its arguments alone; they are hashable."""
    return Markup(getattr(PIECES.macros(look), macro)(*args).strip())


@functools.lru_cache(maxsize=MOST_WRITTEN)
def tile_on_road(look: house.Look, words: Words, name: str, revised: bool) -> Markup:
    """Return the face of a tile on the road."""
    shown = face(name, revised)
    return Markup(PIECES.macros(look).built(shown, _named(words, shown)).strip())


@functools.lru_cache(maxsize=64)
def shapes(words: Words, look: house.Look = (True, False)) -> Shapes:
    """Return the shapes of the pieces of a page, by name."""
    board, beside = PIECES.macros(look), MACROS.of(words)
    return {
        "worker": Shape(board.worker, 5),
        "order": Shape(board.order, 4),
        "passing": Shape(board.passing, 5),
        "marker": Shape(functools.partial(_marker, board, False), 5),
        "used": Shape(functools.partial(_marker, board, True), 5),
        "provost": Shape(board.provost, 3),
        "bailiff": Shape(board.bailiff, 3),
        "house": Shape(board.house, 6),
        "last": Shape(board.last, 3),
        "legal": Shape(board.legal, 3),
        "reach": Shape(beside.reach, 5),
        "here": Shape(beside.here, 0),
        "steps": Shape(beside.steps, 2),
        "price": Shape(beside.price, 2),
        "free": Shape(beside.free, 0),
        "together": Shape(beside.together, 2),
        "runs": Shape(beside.runs, 1),
        "starts": Shape(beside.starts, 1),
        "stops": Shape(beside.stops, 1),
        "nothing": Shape(beside.nothing, 0),
        "sign": Shape(beside.sign, 1),
        "gist": Shape(beside.gist, 3),
        **{
            f"run{seat}": Shape(functools.partial(_of_seat, beside.run, seat), 6) for seat in range(MAX_SEATS)
        },
        **{
            f"gains{seat}": Shape(functools.partial(_of_seat, beside.gains, seat), 1)
            for seat in range(MAX_SEATS)
        },
    }


def _of_seat(macro: Any, seat: int, id: str, *values: Any) -> str:
    return str(macro(seat, id, *values))


def _marker(board: Any, is_used: bool, id: str, *values: Any) -> str:
    return str(board.marker(is_used, id, *values))
