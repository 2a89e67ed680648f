"""The road forecast: which buildings will run where the provost stands, and where it can still be moved."""

from __future__ import annotations

from typing import Any

from donjon.caylus.terms import NONE, ROAD, TILE_NAMES, Phase, Space, Tile

FARTHEST = 3  # spaces that one move takes the provost at most (CAY-6.4.1, CAY-7.2)


def forecast(state: Any, viewer: int | None) -> dict[str, Any]:
    """For each space in reach of the provost: what starts or stops running there, and what that costs.

    Rows only while the provost can still be moved in this round (phases 2 to 4).
    """
    provost = int(state.provost)
    mine = viewer if viewer is not None else None if state.actor == NONE else int(state.actor)
    free, paid = _free_steps(state), _paid_steps(state)
    is_open = Phase.PLACING <= state.phase <= Phase.PROVOST
    reach = free + sum(paid.values()) if is_open else 0
    lowest, highest = max(1, provost - reach), min(ROAD, provost + reach)
    own = paid.get(mine, 0) if mine is not None else 0
    now = running(state, provost)
    rows = []
    for space in range(lowest, highest + 1) if is_open else ():
        steps = space - provost
        there = running(state, space)
        rows.append(
            {
                "space": space,
                "steps": steps,
                "cost": abs(steps) if abs(steps) <= own else None,
                "least": max(0, abs(steps) - free),
                "runs": there,
                "starts": [run for run in there if run not in now],
                "stops": [run for run in now if run not in there],
            }
        )
    return {"provost": provost, "reach": [lowest, highest], "mine": mine, "rows": rows}


def running(state: Any, provost: int) -> list[dict[str, Any]]:
    """CAY-8.1.1: the buildings with a worker that are activated if the provost stands there."""
    return [
        {
            "space": space,
            "tile": TILE_NAMES[state.tile[space]],
            "seat": int(state.worker[Space.CASTLE + space]),
            "owner_gains": owner_gains(state, space),
        }
        for space in range(1, provost + 1)
        if state.worker[Space.CASTLE + space] != NONE
    ]


def owner_gains(state: Any, space: int) -> int | None:
    """CAY-8.2.6: the owner of a stone production building takes a cube when another's worker runs it."""
    owner = int(state.owner[space])
    if not Tile.FARM_STONE <= state.tile[space] <= Tile.WORKSHOP:
        return None
    return owner if owner != state.worker[Space.CASTLE + space] else None


def _free_steps(state: Any) -> int:
    """CAY-6.4.1: what the merchants' guild can still move the provost in this round."""
    if state.phase == Phase.PLACING:
        return FARTHEST
    if state.phase != Phase.SPECIAL or state.cursor > Space.MERCHANTS_GUILD:
        return 0
    is_manned = state.worker[Space.MERCHANTS_GUILD] != NONE
    is_possible = state.cursor == Space.GATE and state.worker[Space.GATE] != NONE
    return FARTHEST if is_manned or is_possible else 0


def _paid_steps(state: Any) -> dict[int, int]:
    """CAY-7.1 to CAY-7.3: how far each player who has not yet acted in phase 4 can move the provost."""
    first = int(state.cursor) if state.phase == Phase.PROVOST else 0
    seats = state.passing[first:] if state.phase == Phase.PROVOST else range(int(state.players))
    return {int(seat): min(FARTHEST, int(state.seats[seat].deniers)) for seat in seats if seat != NONE}


def deadline(state: Any, section: int, space: int, is_complete: bool) -> tuple[int | None, int | None]:
    """CAY-10.1.1, CAY-10.2.1: rounds until a section is scored, at the slowest and at the fastest.

    1 is the end of this round; None for a section that is scored already. Completing it may be faster.
    """
    if section < state.scored:
        return None, None
    spaces = space - int(state.bailiff)
    if is_complete or spaces <= 0:
        return 1, 1
    return spaces, (spaces + 1) // 2
