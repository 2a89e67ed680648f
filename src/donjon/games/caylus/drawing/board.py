"""The board of Caylus as SVG: castle, special buildings, favour table, bridge and road."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from donjon import drawing as house
from donjon.drawing.saying import fields
from donjon.drawing.weaving import links
from donjon.games.caylus.drawing import places
from donjon.games.caylus.drawing.places import DECIDES_PROVOST, STEP_ACTIONS, group, groups
from donjon.games.caylus.drawing.saying import Saying
from donjon.games.caylus.drawing.tiles import (
    CLASS_COLOUR,
    SIGN,
    face,
    favour_face,
    section_face,
    special_face,
)
from donjon.games.caylus.model import CASTLE_SPACES, COLUMNS, MAX_SEATS, ROAD, SPECIAL_IDS, Class, Row, Space
from donjon.games.caylus.road import runs
from donjon.kernel.message import Message, Translate

# The fates of buildings


# (space, owner of the worker there) of the buildings.
Buildings = tuple[tuple[int, int | None], ...]
_CORNER = (138, 43)  # of a lot: where a tile's sign is


def is_decided(view: Mapping[str, Any]) -> bool:
    """Return whether the viewer moves the provost now."""
    return view["ask"] in DECIDES_PROVOST and view["seat"] == view["actor"]


def seen(view: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the part of a view from which the fates are drawn, and the arguments of `fates`."""
    deniers = view["players"][view["actor"]]["deniers"] if view["ask"] == "provost" else ROAD
    buildings = tuple((lot["space"], lot["worker"]) for lot in view["road"] if lot["tile"])
    return {}, view["provost"], deniers, view["forecast"]["later"], buildings


def fates(
    _words: Saying, provost: int, deniers: int, later: int, buildings: Buildings
) -> list[dict[str, Any]]:
    """Return the sign of each building and the fate of each worker, for every step that can be paid."""
    steps_drawn = []
    for step in STEP_ACTIONS:
        space = provost + step
        if abs(step) > deniers or not 1 <= space <= ROAD:
            continue
        marks = [
            {"fate": fate(one, space, later), **_point(one, *_CORNER)}
            for one, worker in buildings
            if worker is None
        ]
        workers = [
            {"fate": fate(one, space, later), "turns": _turns(one, provost, space), **_point(one, 0, 0)}
            for one, worker in buildings
            if worker is not None
        ]
        figure = places.figure("provost", space)
        steps_drawn.append({"step": step, "marks": marks, "workers": workers, "figure": figure})
    return steps_drawn


def fate(space: int, provost: int, later: int) -> str:
    """Return the fate of a building if the provost may later still go `later` spaces either way."""
    if runs(space, provost - later):
        return "runs"
    return "off" if not runs(space, provost + later) else "risk" if runs(space, provost) else "chance"


def _turns(space: int, provost: int, then: int) -> str:
    """Return whether a building is activated or stopped if the provost goes from one place to another."""
    if runs(space, provost) == runs(space, then):
        return ""
    return "starts" if runs(space, then) else "stops"


def _point(space: int, right: int, down: int) -> dict[str, float]:
    left, top = places.lot(space)
    return {"x": left + right, "y": top + down}


def fates_css() -> str:
    """Return rules that show the fates of the step that the pointer is on, or that waits for confirmation."""
    looked = {
        step: f':is(#spot-{action},#list-{action}):is(:hover,:focus-visible,.over),#confirm[value="{action}"]'
        for step, action in STEP_ACTIONS.items()
    }
    shown = [f"body:has({looked[step]}) .cay-fate.step{step}" for step in looked if step]
    others = ",".join(looked[step] for step in looked if step)
    return ",\n".join(shown) + f"{{display:inline}}\nbody:has({others}) .cay-fate.step0{{display:none}}\n"


# The board


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

ROW_SIGNS = {"prestige": "prestige", "money": "deniers", "cubes": "cubes", "build": "house"}


class Rim(NamedTuple):
    """A frame round a place: its shape is drawn once for each size; `out`: how far it lies outside."""

    shape: str
    width: float
    height: float
    out: float = 2


RIMS = (
    # Round what has its name at its upper edge: a frame covers no accent.
    Rim("lot", *places.TILE, 4),
    Rim("special", *places.SPECIAL, 4),
    Rim("favour", places.RIBBON[0] - 8, places.RIBBON[1]),
    Rim("yard", 456, 46),
    Rim("section", 108, 71),
    Rim("bridge", 424, 66),
    Rim("office", 78, 72),
    Rim("camp", 97, 72),
    Rim("step", 142, 38),
    Rim("cell", 43, 71),
)


def rim_of(subject: str) -> dict[str, Any] | None:
    """Return the frame of a subject of the board; None for what is not on the board."""
    if subject not in places.BOXES:
        return None
    left, top, _width, _height = places.BOXES[subject]
    if subject.startswith("road-"):
        shape, (left, top) = "lot", places.tile(int(subject.removeprefix("road-")))
    elif subject.startswith("favour-"):
        shape = "favour"
    elif subject in ("dungeon", "walls", "towers"):
        shape, left, top = "section", left + 11, places.PLAQUE_TOPS[subject] + 3
    elif subject == "castle":
        shape, left, top = "yard", left + 4, top + 3
    elif subject in ("provost", "bailiff"):
        shape = "office"
    elif subject == "bridge":
        shape, left, top = "bridge", left + 2, top + 3
    else:
        shape = "special"
    return {"subject": subject, "shape": shape, "x": left, "y": top}


_READS = (
    *("seats", "simplified", "tile_values", "ask", "at", "actor", "order", "passed", "provost", "bailiff"),
    *("special", "castle", "road", "workers", "favour", "last"),
    *("players.seat", "players.deniers", "players.home", "players.vp"),
)


def board_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a view that the board is drawn from.

    Of the forecast this is the part that all viewers share; the seat is set only while it moves the provost.
    """
    forecast, decides = view["forecast"], is_decided(view)
    known = {"rows": bool(forecast["rows"]), "reach": forecast["reach"], "later": forecast["later"]}
    return {**fields(view, _READS), "forecast": known, "seat": view["seat"] if decides else None}


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
    words, look = Saying(view, translate, names), (labels, standalone)
    macros = PIECES.macros(look)
    last = _rims([*view["last"], *highlights])
    board = _pieces(view, words, look) | {"lit": _lit(view, legal), "last": last}
    body = macros.body(board)
    defs = PIECES.kept(words, look, "defs", {}, *linked_in(body, "cay"), view["seats"])
    title = words.say(Message("Caylus board"))
    svg = macros.svg(bool(board["lit"]), title, words.description(), defs, body).strip()
    return THEME.standalone(svg) if standalone else str(svg)


def linked_in(text: str, linked: str) -> tuple[list[str], list[str]]:
    """Return the drawings and icons that a text refers to with `linked`, see face.svg.jinja."""
    used = links(text)
    art, icons = (
        sorted(link.removeprefix(begin) for link in used if link.startswith(begin))
        for begin in (f"{linked}-a-", f"{linked}-i-")
    )
    return art, icons


def _lit(view: Mapping[str, Any], legal: Iterable[int]) -> list[dict[str, Any]]:
    """Return the frames of legal actions that are places, those that do not move first."""
    chosen = list(legal)
    subjects = {places.ON_BOARD[action] for action in chosen if action in places.ON_BOARD}
    return [
        *_rims(subject for subject in places.BOXES if subject in subjects),
        *places.rims(view, chosen),
    ]


def _rims(subjects: Iterable[str]) -> list[dict[str, Any]]:
    return [rim for subject in dict.fromkeys(subjects) if (rim := rim_of(subject)) is not None]


def _pieces(view: Mapping[str, Any], words: Saying, look: house.Look) -> dict[str, Any]:
    """Return the text of every piece, each with all that it is drawn from."""
    kept, last = partial(PIECES.kept, words, look), view["last"]
    castle, favour, simplified = view["castle"], view["favour"], view["simplified"]
    return {
        "simplified": simplified,
        "sections": [
            kept("section", {}, index, section, section["id"] == castle["current"], section["id"] in last)
            for index, section in enumerate(castle["sections"])
        ],
        "yard": kept("yard", {"castle": {"workers": castle["workers"]}}),
        "specials": [
            kept("special", {"special": {name: view["special"][name]}}, index, view["at"] == name)
            for index, name in enumerate(SPECIAL_IDS)
        ],
        "heading": kept("heading", {}),
        "ribbons": [
            kept(
                "ribbon",
                {"favour": {"columns": {name: favour["columns"][name]}}},
                row,
                favour["open"],
                simplified,
            )
            for row, name in enumerate(Row.ids())
        ],
        "bridge": kept("crossing", {"order": view["order"], "passed": view["passed"]}),
        "offices": [kept("office", {name: view[name]}, name) for name in ("provost", "bailiff")],
        "camps": [
            kept("camp", {}, player["seat"], player["home"], player["seat"] == view["actor"])
            for player in view["players"]
        ],
        "lots": [kept("lot", {}, lot, *_about(view, lot["space"])) for lot in view["road"]],
        "ghosts": _GHOSTS if view["forecast"]["rows"] else (),
        "fates": kept("fates", *seen(view)) if is_decided(view) else "",
        "pieces": [kept("pieces", *one) for one in groups(view)],
    }


# The provost on every space, unseen until a line of the forecast is looked at.
_GHOSTS = tuple(places.figure("provost", space) for space in range(1, ROAD + 1))


def _heading(words: Saying) -> Any:
    return words.label("favours", 220, 25)


def _yard(words: Saying) -> dict[str, Any]:
    return {
        "label": words.label("castle", 128, 24),
        "title": words.castle(),
        "circles": [places.circle(f"castle-{number}") for number in range(1, CASTLE_SPACES + 1)],
    }


def _crossing(words: Saying) -> dict[str, Any]:
    return {"title": words.bridge(), "arches": [places.passed_place(index) for index in range(MAX_SEATS)]}


def _office(words: Saying, name: str) -> dict[str, Any]:
    space = words.view[name]
    return {"name": name, "space": space, "title": words.office(name), **places.office(name)._asdict()}


def _camp(words: Saying, seat: int, home: int, turn: bool) -> dict[str, Any]:
    return {"seat": seat, "turn": turn, "title": words.camp(seat, home), **places.camp(seat)._asdict()}


# Where a plaque's lines and the touched ground of a section are.
_PLAQUES = {
    "towers": {"height": 92, "now": 42, "later": 72, "touch": "M44 44H504V188H44z"},
    "walls": {"height": 78, "now": 38, "later": 62, "touch": "M44 188H504V270H44z"},
    "dungeon": {"height": 78, "now": 38, "later": 62, "touch": "M44 270H504V352H44z"},
}


def _section(
    words: Saying, index: int, section: Mapping[str, Any], current: bool, fresh: bool
) -> dict[str, Any]:
    name = section["id"]
    items, steps = section_face(index, section["vp"])
    parts = [places.part(name, number) for number in range(len(section["parts"]))]
    return {
        "id": name,
        "label": words.label(name, 80, 24),
        "top": places.PLAQUE_TOPS[name],
        **_PLAQUES[name],
        "items": items,
        "steps": steps,
        "space": section["space"],
        "scored": section["scored"],
        "current": current,
        "title": words.section(section),
        "parts": parts,
        "houses": [
            {
                "id": f"c-{name}-{number}",
                "seat": seat,
                "fresh": fresh,
                "title": words.house(seat, name),
                **parts[number]._asdict(),
            }
            for number, seat in enumerate(section["parts"])
            if seat is not None
        ],
    }


def _special(words: Saying, index: int, now: bool) -> dict[str, Any]:
    name = Space(index).id
    circles = [spot for spot in places.CIRCLES if spot.partition("-")[0] == name]
    return {
        "id": name,
        "label": words.label(name, 116, 24, 14),
        "title": words.special(name),
        "now": now,
        "items": special_face(name),
        "circles": [
            {**places.circle(spot)._asdict(), "text": spot[-1] if name == "stables" else ""}
            for spot in circles
        ],
        **places.special(index)._asdict(),
    }


def _ribbon(words: Saying, row: int, columns_open: int, unused: bool) -> dict[str, Any]:
    name = Row(row).id
    return {
        "id": name,
        "sign": ROW_SIGNS[name],
        "unused": unused,
        "title": words.favour(name),
        "cells": [
            {
                "x": places.CELL * column,
                "open": column <= columns_open,
                "items": favour_face(name, column),
            }
            for column in range(1, COLUMNS + 1)
        ],
        **places.ribbon(row)._asdict(),
    }


# Creatures on unbuilt land, as in the margin of a manuscript.
_WILD_SPACES = {"oak": (11, 13, 18, 22, 26), "hare": (15, 24), "snail": (20, 28)}
_WILD = {space: name for name, spaces in _WILD_SPACES.items() for space in spaces}


def _about(view: Mapping[str, Any], space: int) -> tuple[str, bool, bool, bool]:
    """Return the values of tiles, and whether a road space is the matter and in the provost's reach."""
    low, high = view["forecast"]["reach"] if view["forecast"]["rows"] else (1, 0)
    subject = f"road-{space}"
    return view["tile_values"], view["at"] == subject, subject in view["last"], low <= space <= high


def _lot(
    words: Saying, lot: Mapping[str, Any], tile_values: str, now: bool, fresh: bool, reached: bool
) -> dict[str, Any]:
    space, tile = lot["space"], lot["tile"]
    shown = face(tile, tile_values == "revised") if tile else None
    return {
        **places.lot(space)._asdict(),
        "space": space,
        "face": shown,
        "named": words.label(shown["term"], 112, 24, 14) if shown else None,
        "class_colour": CLASS_COLOUR[lot["class"]] if lot["class"] in Class.ids() else None,
        "beyond": not lot["runs"],
        "now": now,
        "next": lot["next"],
        "wild": None if lot["next"] else _WILD.get(space),
        "reached": reached,
        "section": lot["section"],
        "owner": lot["owner"],
        "fresh": fresh,
        "pending": lot["pending"],
        "pending_title": words.pending(lot),
        "title": words.lot(lot),
    }


def _defs(_words: Saying, art: list[str], icons: list[str], seats: int) -> dict[str, Any]:
    return {"art": sorted({*art, "fleur"}), "icons": icons, "seats": seats}


PIECES = house.Pieces(
    "caylus/drawing/board.svg.jinja",
    {
        "section": _section,
        "yard": _yard,
        "special": _special,
        "heading": _heading,
        "ribbon": _ribbon,
        "crossing": _crossing,
        "office": _office,
        "camp": _camp,
        "lot": _lot,
        "pieces": group,
        "fates": fates,
        "defs": _defs,
    },
    {
        "linked": "cay",
        "width": places.WIDTH,
        "height": places.HEIGHT,
        "art": ART,
        "icons": ICONS,
        "class_colours": CLASS_COLOUR,
        "signs": SIGN,
        "rims": RIMS,
    },
)
