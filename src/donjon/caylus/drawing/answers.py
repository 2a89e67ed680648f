"""What the table's answers need: which thing an action is about, and what a seat would have after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.caylus.decisions import ACTIONS
from donjon.caylus.nouns import Cube
from donjon.kernel.message import Message, Term


def subjects() -> dict[int, str]:
    """For actions that are no places on the board: the thing whose explanation offers them."""
    return ACTIONS.places("about")


def changes(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> list[Message]:
    """What a seat holds before and after, of what an action changes: deniers, cubes, points."""
    old, new = before["players"][seat], after["players"][seat]
    held: list[tuple[Term, int, int]] = [(Term("deniers"), old["deniers"], new["deniers"])]
    for cube, name in enumerate(Cube.ids()):
        held.append((Cube(cube).term, old["cubes"][name], new["cubes"][name]))
    held.append((Term("prestige points"), old["vp"], new["vp"]))
    return [
        Message("{what}: {before} → {after}", what=what, before=was, after=is_now)
        for what, was, is_now in held
        if was != is_now
    ]
