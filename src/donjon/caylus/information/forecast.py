"""The road forecast: which buildings will run where the provost stands, and where it can still be moved."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from donjon.caylus import placing, road
from donjon.caylus.castle import is_complete
from donjon.caylus.choices import STEPS
from donjon.caylus.nouns import NONE, ROAD, SECTIONS, Cube, Decision, Phase, Row, Space, Tile
from donjon.caylus.state import STATE
from donjon.caylus.tables import FIRST_PASS_BONUS, POST_DENIERS, SECTION_SPACE

# Positions of which is kept how far the provost can come.
MOST_KEPT = 64
FARTHEST = max(STEPS)  # spaces that one move takes the provost at most (CAY-6.4.1, CAY-7.2)
# Where the worker of the gate can help to move the provost.
_TARGETS = (Space.TRADING_POST, Space.MERCHANTS_GUILD, Space.JOUST_FIELD)


def forecast(state: Any) -> dict[str, Any]:
    """For each space in reach of the provost: what starts or stops running there, as all may know it.

    Rows only while the provost can still be moved in this round (phases 2 to 4); see `for_viewer`.
    """
    provost = int(state.provost)
    free = _free_steps(state, Space.MERCHANTS_GUILD)
    lowest, highest = reach(state)
    whole_road = running(state, ROAD)
    now = [run for run in whole_road if road.runs(run["space"], provost)]
    rows = []
    for space in range(lowest, highest + 1) if _is_open(state) else ():
        there = [run for run in whole_road if road.runs(run["space"], space)]
        rows.append(
            {
                "space": space,
                "steps": space - provost,
                "cost": None,
                "least": max(0, abs(space - provost) - free),
                "runs": there,
                "starts": [run for run in there if run not in now],
                "stops": [run for run in now if run not in there],
            }
        )
    return {
        "provost": provost,
        "reach": [lowest, highest],
        "mine": None,
        "later": _later_steps(state),
        "rows": rows,
    }


def for_viewer(common: dict[str, Any], state: Any, viewer: int | None) -> dict[str, Any]:
    """The forecast with what the viewer, or else who decides, would pay for each space."""
    mine = viewer if viewer is not None else None if state.actor == NONE else int(state.actor)
    rows = common["rows"]
    own = (
        max(_paid_steps(state, mine, target) for target in _targets(state))
        if rows and mine is not None
        else 0
    )
    for row in rows:
        row["cost"] = abs(row["steps"]) if abs(row["steps"]) <= own else None
    return common | {"mine": mine}


def _later_steps(state: Any) -> int:
    """CAY-7.1: how far the provost can still be moved once who decides about it now has done so."""
    if state.decision == Decision.GUILD:
        return sum(_paid_steps(state, seat, Space.MERCHANTS_GUILD) for seat in range(state.players))
    if state.decision == Decision.PROVOST:
        return sum(min(FARTHEST, int(state.seats[seat].deniers)) for seat in _after(state))
    return 0


def _after(state: Any) -> list[int]:
    """CAY-7.1: who decides about the provost after the one who does now."""
    return [int(seat) for seat in state.passing[state.cursor + 1 : state.players]]


def _is_open(state: Any) -> bool:
    """Can the provost still be moved in this round?"""
    return bool(Phase.PLACING <= state.phase <= Phase.PROVOST)


def reach(state: Any) -> tuple[int, int]:
    """CAY-7.4: the lowest and the highest space that the provost can still come to in this round."""
    return _reached(state.tobytes())


@lru_cache(MOST_KEPT)
def _reached(position: bytes) -> tuple[int, int]:
    """The same from the bytes of a position: it is asked for by the view and by each thing on the road."""
    state = np.frombuffer(position, STATE)[0]
    provost = int(state.provost)
    steps = max(_steps(state, target) for target in _targets(state)) if _is_open(state) else 0
    return max(1, provost - steps), min(ROAD, provost + steps)


def _targets(state: Any) -> tuple[int, ...]:
    """CAY-6.2.2: the special spaces to try for the worker of the gate; one will do when there is none."""
    return _TARGETS if state.worker[Space.GATE] != NONE else _TARGETS[:1]


def _steps(state: Any, target: int) -> int:
    """How far all together can move the provost if the worker of the gate goes on to this special space."""
    paid = sum(_paid_steps(state, seat, target) for seat in range(state.players))
    return _free_steps(state, target) + paid


def running(state: Any, provost: int) -> list[dict[str, Any]]:
    """CAY-8.1.1: the buildings with a worker that are activated if the provost stands there."""
    return [
        {
            "space": space,
            "tile": Tile(state.tile[space]).id,
            "seat": worker,
            "owner_gains": owner_gains(state, space),
        }
        for space, worker in enumerate(state.worker[Space.CASTLE + 1 :][:provost].tolist(), 1)
        if worker != NONE
    ]


def owner_gains(state: Any, space: int) -> int | None:
    """CAY-8.2.6: the owner of a stone production building takes a cube when another's worker runs it."""
    owner = int(state.owner[space])
    if not Tile.FARM_STONE <= state.tile[space] <= Tile.WORKSHOP:
        return None
    return owner if owner != state.worker[Space.CASTLE + space] else None


def _free_steps(state: Any, target: int) -> int:
    """CAY-6.4.1: what the merchants' guild can still move the provost in this round."""
    guild = Space.MERCHANTS_GUILD
    return FARTHEST if any(_may_work(state, seat, guild, target) for seat in range(state.players)) else 0


def _paid_steps(state: Any, seat: int, target: int) -> int:
    """CAY-7.1 to CAY-7.3: how far a player can still move the provost in phase 4."""
    me = state.seats[seat]
    deniers = int(me.deniers)
    if state.phase == Phase.PROVOST:
        return min(FARTHEST, deniers) if seat in state.passing[state.cursor :] else 0
    if state.phase == Phase.PLACING and state.passed == 0:
        deniers += FIRST_PASS_BONUS
    if _may_work(state, seat, Space.TRADING_POST, target):
        deniers += POST_DENIERS
    return FARTHEST if _may_gain_deniers(state, seat, target) else min(FARTHEST, deniers)


def _may_gain_deniers(state: Any, seat: int, target: int) -> bool:
    """CAY-6.5, CAY-11.5.2: may a favour of the joust field bring the seat 3 deniers or more?"""
    me = state.seats[seat]
    if state.simplified or me.rows[Row.MONEY] or not _may_work(state, seat, Space.JOUST_FIELD, target):
        return False
    if state.phase == Phase.SPECIAL and state.cursor == Space.JOUST_FIELD and state.stage > 0:
        return bool(state.owed > 0 or state.by_favour)  # what a favour builds may bring another one
    pays = me.deniers > 0 or _may_work(state, seat, Space.TRADING_POST, target)
    return bool(pays and me.cubes[Cube.CLOTH] > 0)


def _may_work(state: Any, seat: int, space: int, target: int) -> bool:
    """CAY-5.1, CAY-6.2.1: stands a worker of the seat on a special space, or can one still come there?

    `target`: the space that the worker of the gate would go on to.
    """
    if state.phase > Phase.SPECIAL or (state.phase == Phase.SPECIAL and state.cursor > space):
        return False
    if state.worker[space] != NONE:
        return bool(state.worker[space] == seat)
    is_placing = state.phase == Phase.PLACING
    if state.worker[Space.GATE] == seat and target == space and (is_placing or state.cursor == Space.GATE):
        return True
    is_able = is_placing and not state.seats[seat].passed
    return bool(is_able and placing.forbids_placing(state, seat, space) == 0)


def deadlines(state: Any) -> list[tuple[int | None, int | None]]:
    """CAY-10.1.1, CAY-10.2.1: for each section the rounds until it is scored, at the slowest and the fastest.

    1 is the end of this round; None for a section that is scored already. Completing it may be faster.
    """
    slow, fast = _bailiff_steps(state)
    found: list[tuple[int | None, int | None]] = [(None, None)] * int(state.scored)
    for section in range(int(state.scored), SECTIONS):
        spaces = 0 if is_complete(state, section) else int(SECTION_SPACE[section]) - int(state.bailiff)
        found.append((1 + max(0, spaces - slow), 1 + max(0, (spaces - fast + 1) // 2)))
    return found


def _bailiff_steps(state: Any) -> tuple[int, int]:
    """CAY-10.1.1: how far the bailiff goes at the end of this round, at least and at most."""
    if state.phase == Phase.END:
        return 0, 0
    if state.phase < Phase.PLACING:
        return 1, 2
    lowest, highest = reach(state)
    bailiff = int(state.bailiff)
    return 1 + (lowest > bailiff), 1 + (highest > bailiff)
