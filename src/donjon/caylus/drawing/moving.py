"""Where actions lie that move with the pieces: the provost's steps on the road, the way home of a worker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from donjon.caylus.drawing import places
from donjon.caylus.favours import ROW
from donjon.caylus.nouns import DECLINE, ROAD, Row
from donjon.caylus.provost import PROVOST, STEPS
from donjon.caylus.special import LEAVE, TAKE_BACK
from donjon.drawing import Box, percent

DECIDES_PROVOST = ("guild", "provost")  # what is asked when the provost can be moved
_DECIDES_WORKER = ("gate", "inn")
# The action of a number of steps; staying is one too.
STEP_ACTIONS = {0: DECLINE.first} | {step: PROVOST.action(index) for index, step in enumerate(STEPS)}


def subjects(view: Mapping[str, Any]) -> dict[int, str]:
    """The thing on the board where such an action lies now: "step-16", "camp-0", "inn"."""
    if view["ask"] in DECIDES_PROVOST:
        spaces = {action: view["provost"] + step for step, action in STEP_ACTIONS.items()}
        return {action: f"step-{space}" for action, space in spaces.items() if 1 <= space <= ROAD}
    if view["ask"] in _DECIDES_WORKER:
        home = {TAKE_BACK.first: f"camp-{view['actor']}"}
        return {**home, LEAVE.first: "inn"} if view["ask"] == "inn" else home
    return {}


def moving_boxes(view: Mapping[str, Any]) -> dict[int, Box]:
    """For every such action its box in percent of the drawing."""
    return {action: percent(_box(subject), places.VIEWBOX) for action, subject in subjects(view).items()}


def _box(subject: str) -> Box:
    name, _, number = subject.partition("-")
    if name == "step":
        return places.BOXES[f"road-{number}"]
    if name == "camp":
        return (*places.camp(int(number)), 97, 72)
    return places.BOXES[subject]


def rims(view: Mapping[str, Any], legal: Iterable[int]) -> list[dict[str, Any]]:
    """The frames of such actions: a step on the road above its lot, a favour where its marker would come."""
    here, chosen = subjects(view), sorted(legal)
    cells = [_cell(view, action) for action in chosen if view["ask"] == "row" and action in ROW]
    return [_rim(here[action]) for action in chosen if action in here] + cells


def _cell(view: Mapping[str, Any], action: int) -> dict[str, Any]:
    """The frame of the cell that the marker of a row would come to (CAY-11.2.2)."""
    row = action - ROW.first
    column = view["favour"]["columns"][Row(row).id][view["actor"]]
    reached = max(column, min(column + 1, view["favour"]["open"]))
    left, top = places.ribbon(row)
    place = {"x": left + places.CELL * reached + 3, "y": top + 4}
    return {"subject": f"cell-{Row(row).id}", "shape": "cell", **place}


def _rim(subject: str) -> dict[str, Any]:
    name = subject.partition("-")[0]
    left, top, _width, _height = _box(subject)
    shape = name if name in ("step", "camp") else "special"
    shift = {"step": (4, 2), "camp": (2, 0)}.get(name, (0, 0))
    return {"subject": subject, "shape": shape, "x": left + shift[0], "y": top + shift[1]}
