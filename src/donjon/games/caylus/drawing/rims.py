"""Frames round places of the board: gold round legal places, red corners round what has changed."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from donjon.drawing.facts import Piece, plain
from donjon.games.caylus.drawing import places
from donjon.games.caylus.favours import ROW
from donjon.games.caylus.model import Row


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


def lit(view: Mapping[str, Any], actions: Iterable[int]) -> dict[str, dict[str, Piece]]:
    """Return the pieces that highlight the places of legal actions, by family."""
    rims: dict[str, Piece] = {}
    moving = places.subjects(view)
    for action in actions:
        if action in places.ON_BOARD:
            rims |= marked("legal", [places.ON_BOARD[action]])
        if action in moving:
            subject = moving[action]
            rims[f"legal-{subject}"] = ("legal", *_moving(subject))
        if view["ask"] == "row" and action in ROW:
            row = action - ROW.first
            rims[f"legal-cell-{Row(row).id}"] = ("legal", "cell", *_cell(view, row))
    return {"legal": rims}


def marked(kind: str, subjects: Iterable[str]) -> dict[str, Piece]:
    """Return the frames of those subjects that are on the board, by id."""
    return {f"{kind}-{subject}": (kind, *_rim(subject)) for subject in subjects if subject in places.BOXES}


@functools.cache
def _rim(subject: str) -> Piece:
    """Return the shape, x and y of the frame of a subject of the board."""
    left, top, _width, _height = places.BOXES[subject]
    shape = "special"
    if subject.startswith("road-"):
        shape, (left, top) = "lot", places.tile(int(subject.removeprefix("road-")))
    elif subject.startswith("favour-"):
        shape = "favour"
    elif subject in places.PLAQUE_TOPS:
        shape, left, top = "section", left + 11, places.PLAQUE_TOPS[subject] + 3
    elif subject == "castle":
        shape, left, top = "yard", left + 4, top + 3
    elif subject in ("provost", "bailiff"):
        shape = "office"
    elif subject == "bridge":
        shape, left, top = "bridge", left + 2, top + 3
    return shape, plain(left), plain(top)


@functools.cache
def _moving(subject: str) -> Piece:
    """Return the frame of an action that moves with the pieces: a step lies above its lot."""
    name = subject.partition("-")[0]
    left, top, _width, _height = places.box_of(subject)
    shape = name if name in ("step", "camp") else "special"
    right, down = {"step": (4, 2), "camp": (2, 0)}.get(name, (0, 0))
    return shape, plain(left + right), plain(top + down)


def _cell(view: Mapping[str, Any], row: int) -> Piece:
    """Return where the marker of a row would come to (CAY-11.2.2)."""
    column = view["favour"]["columns"][Row(row).id][view["actor"]]
    reached = max(column, min(column + 1, view["favour"]["open"]))
    left, top = places.ribbon(row)
    return plain(left + places.CELL * reached + 3), plain(top + 4)
