"""What would run after each step of the provost: drawn on every building while somebody decides about it.

A building runs, is at risk (whoever moves the provost after that can change it), or is off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.caylus.drawing import places
from donjon.caylus.drawing.moving import DECIDES_PROVOST, STEP_ACTIONS
from donjon.caylus.drawing.saying import Saying
from donjon.caylus.nouns import ROAD
from donjon.caylus.road import runs

# (space, whose worker stands there) of the buildings.
Buildings = tuple[tuple[int, int | None], ...]
_CORNER = (138, 43)  # of a lot: where a tile's sign is


def is_decided(view: Mapping[str, Any]) -> bool:
    """Does the viewer decide about the provost now?"""
    return view["ask"] in DECIDES_PROVOST and view["seat"] == view["actor"]


def seen(view: Mapping[str, Any]) -> tuple[Any, ...]:
    """The part of a view from which the fates are drawn, and the arguments of `fates`."""
    deniers = view["players"][view["actor"]]["deniers"] if view["ask"] == "provost" else ROAD
    buildings = tuple((lot["space"], lot["worker"]) for lot in view["road"] if lot["tile"])
    return {}, view["provost"], deniers, view["forecast"]["later"], buildings


def fates(
    _said: Saying, provost: int, deniers: int, later: int, buildings: Buildings
) -> list[dict[str, Any]]:
    """For every step that can be paid, the sign of each building and what becomes of each worker."""
    found = []
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
        found.append({"step": step, "marks": marks, "workers": workers, "figure": figure})
    return found


def fate(space: int, provost: int, later: int) -> str:
    """What becomes of a building if the provost may later still go `later` spaces either way."""
    if runs(space, provost - later):
        return "runs"
    return "off" if not runs(space, provost + later) else "risk" if runs(space, provost) else "chance"


def _turns(space: int, provost: int, then: int) -> str:
    """Does a building start or stop running if the provost goes from one place to another?"""
    if runs(space, provost) == runs(space, then):
        return ""
    return "starts" if runs(space, then) else "stops"


def _point(space: int, right: int, down: int) -> dict[str, float]:
    left, top = places.lot(space)
    return {"x": left + right, "y": top + down}


def fates_css() -> str:
    """Rules that show the fates of the step under the pointer or the focus, or of the one to be confirmed."""
    looked = {
        step: f':is(#spot-{action},#list-{action}):is(:hover,:focus-visible,.over),#confirm[value="{action}"]'
        for step, action in STEP_ACTIONS.items()
    }
    shown = [f"body:has({looked[step]}) .cay-fate.step{step}" for step in looked if step]
    others = ",".join(looked[step] for step in looked if step)
    return ",\n".join(shown) + f"{{display:inline}}\nbody:has({others}) .cay-fate.step0{{display:none}}\n"
