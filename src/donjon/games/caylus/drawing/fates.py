"""What every building would come to if the provost were moved: signs for the seat that moves it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from donjon.drawing import Look
from donjon.games.caylus.drawing import places
from donjon.games.caylus.drawing.places import DECIDES_PROVOST, STEP_ACTIONS
from donjon.games.caylus.drawing.writing import PIECES
from donjon.games.caylus.model import ROAD
from donjon.games.caylus.road import runs

# (space, owner of the worker there) of the buildings.
Buildings = tuple[tuple[int, int | None], ...]
_CORNER = (138, 28)  # of a lot: where the sign of a tile is, on the road above its title
# Cached drawings, for all tables together: some 10 KB each.
MOST_DRAWN = 64


def fates(view: Mapping[str, Any], look: Look) -> str:
    """Return the signs as markup, "" unless the viewer moves the provost now."""
    if view["ask"] not in DECIDES_PROVOST or view["seat"] != view["actor"]:
        return ""
    deniers = view["players"][view["actor"]]["deniers"] if view["ask"] == "provost" else ROAD
    buildings = tuple((lot["space"], lot["worker"]) for lot in view["road"] if lot["tile"])
    return _drawn(look, view["provost"], deniers, view["forecast"]["later"], buildings)


@functools.lru_cache(maxsize=MOST_DRAWN)
def _drawn(look: Look, provost: int, deniers: int, later: int, buildings: Buildings) -> Markup:
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
    return Markup(PIECES.macros(look).fates(steps_drawn).strip())


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
