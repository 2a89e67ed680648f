"""The board of Caylus as SVG: castle, special buildings, favour table, bridge and road."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.drawing.facts import Facts, Shapes, is_showing, showing
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing import places
from donjon.games.caylus.drawing.facts import board_facts
from donjon.games.caylus.drawing.fates import fates
from donjon.games.caylus.drawing.rims import lit, marked
from donjon.games.caylus.drawing.saying import label
from donjon.games.caylus.drawing.tiles import favour_face, section_face, special_face
from donjon.games.caylus.drawing.writing import PIECES, THEME, linked_in, shapes, tile_on_road, written
from donjon.games.caylus.model import (
    CASTLE_SPACES,
    COLUMNS,
    MAX_SEATS,
    ROAD,
    SPECIAL_IDS,
    Row,
    Section,
    Tile,
    Values,
)
from donjon.games.caylus.tables import HOUSE_VP, SECTION_PARTS, SECTION_SPACE
from donjon.kernel.message import Message, Translate

ROW_SIGNS = {"prestige": "prestige", "money": "deniers", "cubes": "cubes", "build": "house"}
# Cached boards without their pieces, one for each language, number of seats and variant: some 40 KB each.
MOST_BOARDS = 32
# What a board is drawn from beside facts: the number of seats, whether favours are simplified, revised tiles.
Ground = tuple[int, bool, bool]
# Where a plaque's lines and the touched ground of a section are.
_PLAQUES = {
    "towers": {"height": 92, "now": 42, "later": 72, "touch": "M44 44H504V188H44z"},
    "walls": {"height": 78, "now": 38, "later": 62, "touch": "M44 188H504V270H44z"},
    "dungeon": {"height": 78, "now": 38, "later": 62, "touch": "M44 270H504V352H44z"},
}
# The provost on every space, unseen until a line of the forecast is looked at.
_GHOSTS = tuple(places.figure("provost", space) for space in range(1, ROAD + 1))
_PENNANTS = {int(space): Section(section).id for section, space in enumerate(SECTION_SPACE)}


def draw(
    view: Mapping[str, Any],
    *,
    legal: Iterable[int] = (),
    translate: Translate = str,
    standalone: bool = False,
    labels: bool = True,
    highlights: Iterable[str] = (),
    names: Sequence[str] | None = None,
) -> str:
    """Return the board as SVG text.

    `legal` are actions; those that are a place on the board are lit in gold leaf. `highlights` are subjects
    framed like those that the last action changed. Without `labels` the words and the numbers of the road
    are left out. With `standalone` the style is inside and the light look is used. `names` are those of the
    seats.
    """
    words, look = Words(translate, None if names is None else tuple(names)), (labels, standalone)
    if is_showing() and not standalone:
        return _draw(view, words, look)
    with showing(*_shown(view, words, look, legal, highlights)):
        svg = _draw(view, words, look)
    return THEME.standalone(svg) if standalone else svg


def _draw(view: Mapping[str, Any], words: Words, look: house.Look) -> str:
    """Return the board from the facts that are shown now."""
    macros = PIECES.macros(look)
    body = macros.body({**_places(look, words, ground(view)), "ghosts": _ghosts(view, look)})
    defs = _defs(look, words, ground(view)) if not look[1] else _own_defs(look, body, view["seats"])
    return str(macros.svg(words.say(Message("Caylus board")), defs, body).strip())


def _shown(
    view: Mapping[str, Any],
    words: Words,
    look: house.Look,
    legal: Iterable[int],
    highlights: Iterable[str],
) -> tuple[Facts, Shapes]:
    """Return the facts of a picture, and the shapes of its pieces."""
    light = {f"*{family}": pieces for family, pieces in lit(view, sorted(set(legal))).items()}
    shown = {
        **board_facts(view, words, look),
        **marked("last", highlights),
        **light,
        "#cay-fates": fates(view, look),
        "?choosing": any(light.values()),
    }
    return shown, shapes(words, look)


def ground(view: Mapping[str, Any]) -> Ground:
    """Return what the board is drawn from beside facts: seats and variants."""
    return view["seats"], view["simplified"], view["tile_values"] == Values.REVISED.id


def _ghosts(view: Mapping[str, Any], look: house.Look) -> tuple[house.Point, ...]:
    """Return the places of the unseen provosts; a picture that stands alone has them only as needed."""
    return _GHOSTS if view["forecast"]["rows"] or not look[1] else ()


@functools.lru_cache(maxsize=MOST_BOARDS)
def _places(look: house.Look, words: Words, ground: Ground) -> dict[str, Any]:
    """Return the pictures of all places on the board, which do not change."""
    seats, simplified, _revised = ground
    write = functools.partial(written, look)
    return {
        "simplified": simplified,
        "page": write("page_of"),
        "castle": write("castle"),
        "road": write("road"),
        "sections": [_section(look, words, index, name) for index, name in enumerate(Section.ids())],
        "yard": write(
            "yard",
            label(words, "castle", 128, 24),
            tuple(places.circle(f"castle-{number}") for number in range(1, CASTLE_SPACES + 1)),
        ),
        "specials": [_special(look, words, index, name) for index, name in enumerate(SPECIAL_IDS)],
        "heading": write("heading", label(words, "favours", 220, 25), simplified),
        "ribbons": [_ribbon(look, row, name) for row, name in enumerate(Row.ids())],
        "bridge": write("arches", tuple(places.passed_place(index) for index in range(MAX_SEATS))),
        "offices": [
            {"name": name, "inside": write("office", name), **places.office(name)._asdict()}
            for name in ("provost", "bailiff")
        ],
        "camps": [{"inside": write("camp", seat), **places.camp(seat)._asdict()} for seat in range(seats)],
        "lots": [
            {
                "pennant": write("pennant", _PENNANTS[space]) if space in _PENNANTS else "",
                **places.lot(space)._asdict(),
            }
            for space in range(1, ROAD + 1)
        ],
    }


def _section(look: house.Look, words: Words, index: int, name: str) -> dict[str, Any]:
    items, steps = section_face(index, int(HOUSE_VP[index]))
    parts = tuple(places.part(name, number) for number in range(SECTION_PARTS[index]))
    return {
        "id": name,
        "top": places.PLAQUE_TOPS[name],
        **_PLAQUES[name],
        "windows": written(look, "windows", parts),
        "words": written(look, "plaque_words", label(words, name, 80, 24)),
        "items": written(look, "items", tuple(items)),
        "steps": written(look, "items", tuple(steps)),
    }


def _special(look: house.Look, words: Words, index: int, name: str) -> dict[str, Any]:
    left, top = places.special(index)
    spots = [spot for spot in places.CIRCLES if spot.partition("-")[0] == name]
    circles = tuple(
        (places.circle(spot).x - left, places.circle(spot).y - top, spot[-1] if name == "stables" else "")
        for spot in spots
    )
    shown = tuple(special_face(name))
    inside = written(look, "special", name, label(words, name, 116, 24, 14), shown, circles)
    return {"id": name, "inside": inside, "x": left, "y": top}


def _ribbon(look: house.Look, row: int, name: str) -> dict[str, Any]:
    return {
        "id": name,
        "head": written(look, "ribbon_head", ROW_SIGNS[name]),
        "cells": [
            {
                "x": places.CELL * column,
                "items": written(look, "items", tuple(favour_face(name, column))),
            }
            for column in range(1, COLUMNS + 1)
        ],
        **places.ribbon(row)._asdict(),
    }


@functools.lru_cache(maxsize=MOST_BOARDS)
def _defs(look: house.Look, words: Words, ground: Ground) -> Markup:
    """Return the drawings that any board of a game may link to: those of all tiles, too."""
    seats, _simplified, revised = ground
    board = _places(look, words, ground)
    ribbons = board["ribbons"]
    texts = [
        board["heading"],
        *(tile_on_road(look, words, name, revised) for name in Tile.ids()),
        *(part for section in board["sections"] for part in (section["items"], section["steps"])),
        *(place["inside"] for name in ("specials", "offices") for place in board[name]),
        *(part for row in ribbons for part in (row["head"], *(cell["items"] for cell in row["cells"]))),
        *(lot["pennant"] for lot in board["lots"]),
        written(look, "plot", 1, None, True),
        written(look, "standing", 1, 0, 0, 0, "", 0, False),
    ]
    return _own_defs(look, "".join(texts), seats)


def _own_defs(look: house.Look, body: str, seats: int) -> Markup:
    """Return the drawings that a text of a board links to."""
    art, icons = linked_in(body, "cay")
    used = {"art": sorted({*art, "fleur"}), "icons": icons, "seats": seats}
    return Markup(PIECES.macros(look).defs(used))
