"""The board of Caylus as SVG: castle, special buildings, favour table, bridge and road."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from donjon import drawing as house
from donjon.caylus.drawing import places
from donjon.caylus.drawing.pieces import all_pieces
from donjon.caylus.drawing.saying import Saying
from donjon.caylus.drawing.tiles import CLASS_COLOUR, SIGN, face, favour_face, section_face, special_face
from donjon.caylus.nouns import CASTLE_SPACES, COLUMNS, MAX_SEATS, ROAD, SPECIALS, Class, Row, Space
from donjon.kernel.message import Message, Translate

_BOARD = "caylus/drawing/board.svg.jinja"

# The strips of tiles and the small cards in the class_colour of their class, what stands on them in its own.
_CLASS_STYLES = "".join(
    f".cay-lot.{name} .cay-strip,.cay-stock.{name} .cay-strip,.cay-{name}-card"
    f"{{fill:var(--cay-{name})}}\n"
    f".cay-lot.{name} :is(.cay-name,.cay-strip-sign),.cay-stock.{name} :is(.cay-name,.cay-strip-sign),"
    f".cay-{name}-card .cay-card-sign{{fill:var(--cay-on-{name})}}\n"
    for name in CLASS_COLOUR.values()
)
THEME = house.Theme("caylus/drawing", "cay", _CLASS_STYLES)
ART, ICONS, COLOURS = THEME.art, THEME.icons, THEME.colours

ROW_SIGNS = {"vp": "prestige", "deniers": "deniers", "cubes": "cubes", "build": "house"}


class Rim(NamedTuple):
    """A frame round a place: its shape is drawn once for each size."""

    shape: str
    width: float
    height: float


RIMS = (
    Rim("lot", *places.TILE),
    Rim("special", *places.SPECIAL),
    Rim("favour", places.RIBBON[0] - 8, places.RIBBON[1]),
    Rim("yard", 456, 46),
    Rim("section", 108, 60),
    Rim("bridge", 424, 66),
    Rim("office", 78, 72),
)


def rim_of(subject: str) -> dict[str, Any] | None:
    """Where a subject of the board is framed; None for what is not on the board."""
    if subject not in places.BOXES:
        return None
    left, top, _width, _height = places.BOXES[subject]
    if subject.startswith("road-"):
        shape, (left, top) = "lot", places.tile(int(subject.removeprefix("road-")))
    elif subject.startswith("favour-"):
        shape = "favour"
    elif subject in ("dungeon", "walls", "towers"):
        shape, left, top = "section", left + 9, top + 6
    elif subject == "castle":
        shape, left, top = "yard", left + 4, top + 3
    elif subject in ("provost", "bailiff"):
        shape = "office"
    elif subject == "bridge":
        shape, left, top = "bridge", left + 2, top + 3
    else:
        shape = "special"
    return {"subject": subject, "shape": shape, "x": left, "y": top}


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
    """The board as SVG text.

    `legal` are actions; those that are a place on the board are lit in gold leaf. `highlights` are subjects
    framed like those that the last action changed. Without `labels` the words and the numbers of the road
    are left out. With `standalone` the style is inside and the light look is used. `names` are those of the
    seats.
    """
    said = Saying(view, translate, names)
    context = _context(view, said) | {
        "lit": _lit(legal),
        "last": _rims([*view["last"], *highlights]),
        "labels": labels,
        "standalone": standalone,
        "linked": "cay",
        "width": places.WIDTH,
        "height": places.HEIGHT,
        "art": ART,
        "icons": ICONS,
        "class_colours": CLASS_COLOUR,
        "signs": SIGN,
        "rims": RIMS,
        "title": said.say(Message("Board of Caylus")),
        "description": said.description(),
    }
    body = house.call(_BOARD, "body", **context)
    art, icons = linked_in(body, "cay")
    defs = house.call(_BOARD, "defs", sorted({*art, "fleur"}), icons, view["seats"], **context)
    svg = house.call(_BOARD, "svg", defs, body, **context)
    return (THEME.standalone(svg) if standalone else str(svg)).strip()


def linked_in(text: str, linked: str) -> tuple[list[str], list[str]]:
    """The drawings and the icons that a text refers to with `linked`, see face.svg.jinja."""
    art, icons = (sorted(set(re.findall(rf'href="#{linked}-{kind}-([\w-]+)"', text))) for kind in ("a", "i"))
    return art, icons


def _lit(legal: Iterable[int]) -> list[dict[str, Any]]:
    subjects = {places.ON_BOARD[action] for action in legal if action in places.ON_BOARD}
    return _rims(subject for subject in places.BOXES if subject in subjects)


def _rims(subjects: Iterable[str]) -> list[dict[str, Any]]:
    return [rim for subject in dict.fromkeys(subjects) if (rim := rim_of(subject)) is not None]


def _context(view: Mapping[str, Any], said: Saying) -> dict[str, Any]:
    return {
        "simplified": view["simplified"],
        "sections": [_section(view, said, index) for index in range(len(view["castle"]["sections"]))],
        "yard": {
            "label": said.label("castle", 128, 22),
            "title": said.castle(),
            "circles": [places.circle(f"castle-{number}") for number in range(1, CASTLE_SPACES + 1)],
        },
        "specials": [_special(view, said, index) for index in range(SPECIALS)],
        "heading": said.label("favours", 220, 25),
        "ribbons": [_ribbon(view, said, row) for row in range(len(Row))],
        "bridge": {
            "title": said.bridge(),
            "arches": [places.passed_place(index) for index in range(MAX_SEATS)],
        },
        "offices": [_office(view, said, name) for name in ("provost", "bailiff")],
        "camps": [_camp(view, said, seat) for seat in range(view["seats"])],
        "lots": [_lot(view, said, lot) for lot in view["road"]],
        "ghosts": _GHOSTS if view["forecast"]["rows"] else (),
        "pieces": all_pieces(view, said),
    }


# The provost on every space, unseen until a line of the forecast is looked at.
_GHOSTS = tuple(places.figure("provost", space) for space in range(1, ROAD + 1))


def _office(view: Mapping[str, Any], said: Saying, name: str) -> dict[str, Any]:
    return {"name": name, "space": view[name], "title": said.office(name), **places.office(name)._asdict()}


def _camp(view: Mapping[str, Any], said: Saying, seat: int) -> dict[str, Any]:
    turn = seat == view["actor"]
    return {"seat": seat, "turn": turn, "title": said.camp(seat), **places.camp(seat)._asdict()}


# Where a plaque's lines and the touched ground of a section are.
_PLAQUES = {
    "towers": {"top": 50, "height": 92, "now": 42, "later": 72, "touch": "M44 44H504V194H44z"},
    "walls": {"top": 198, "height": 78, "now": 38, "later": 62, "touch": "M44 194H504V280H44z"},
    "dungeon": {"top": 284, "height": 64, "now": 35, "later": 54, "touch": "M44 280H504V352H44z"},
}


def _section(view: Mapping[str, Any], said: Saying, index: int) -> dict[str, Any]:
    section = view["castle"]["sections"][index]
    name = section["id"]
    items, steps = section_face(index, section["vp"])
    parts = [places.part(name, number) for number in range(len(section["parts"]))]
    return {
        "id": name,
        "label": said.label(name, 76, 20),
        **_PLAQUES[name],
        "items": items,
        "steps": steps,
        "space": section["space"],
        "scored": section["scored"],
        "current": view["castle"]["current"] == name,
        "title": said.section(section),
        "parts": parts,
        "houses": [
            {
                "id": f"c-{name}-{number}",
                "seat": seat,
                "fresh": name in view["last"],
                "title": said.house(seat, name),
                **parts[number]._asdict(),
            }
            for number, seat in enumerate(section["parts"])
            if seat is not None
        ],
    }


def _special(view: Mapping[str, Any], said: Saying, index: int) -> dict[str, Any]:
    name = Space(index).id
    circles = [spot for spot in places.CIRCLES if spot.partition("-")[0] == name]
    return {
        "id": name,
        "label": said.label(name, 112, 19, 13),
        "title": said.special(name),
        "now": view["at"] == name,
        "items": special_face(name),
        "circles": [
            {**places.circle(spot)._asdict(), "text": spot[-1] if name == "stables" else ""}
            for spot in circles
        ],
        **places.special(index)._asdict(),
    }


def _ribbon(view: Mapping[str, Any], said: Saying, row: int) -> dict[str, Any]:
    name = Row(row).id
    return {
        "id": name,
        "sign": ROW_SIGNS[name],
        "title": said.favour(name),
        "cells": [
            {
                "x": places.CELL * column,
                "open": column <= view["favour"]["open"],
                "items": favour_face(name, column),
            }
            for column in range(1, COLUMNS + 1)
        ],
        **places.ribbon(row)._asdict(),
    }


# What lives on unbuilt land, as in the margin of a manuscript.
_WILD_SPACES = {"oak": (11, 13, 18, 22, 26), "hare": (15, 24), "snail": (20, 28)}
_WILD = {space: name for name, spaces in _WILD_SPACES.items() for space in spaces}


def _lot(view: Mapping[str, Any], said: Saying, lot: Mapping[str, Any]) -> dict[str, Any]:
    space, tile = lot["space"], lot["tile"]
    shown = face(tile, view["tile_values"] == "revised") if tile else None
    low, high = view["forecast"]["reach"] if view["forecast"]["rows"] else (1, 0)
    subject = f"road-{space}"
    return {
        **places.lot(space)._asdict(),
        "space": space,
        "face": shown,
        "named": said.label(shown["term"], 108, 19, 13) if shown else None,
        "class_colour": CLASS_COLOUR[lot["class"]] if lot["class"] in Class.ids() else None,
        "beyond": not lot["runs"],
        "now": view["at"] == subject,
        "next": lot["next"],
        "wild": None if lot["next"] else _WILD.get(space),
        "reached": low <= space <= high,
        "section": lot["section"],
        "owner": lot["owner"],
        "fresh": subject in view["last"],
        "pending": lot["pending"],
        "pending_title": said.pending(lot),
        "title": said.lot(lot),
    }
