"""Terrains as regions: hexes of one terrain that touch are painted as one, with one outline drawn by hand.

An outline follows the sides of the hexes. Where two regions meet it is round and wavers a little, the same on
both sides, so that regions lie edge to edge; where three meet, and on the edge of the board, it keeps to
the corner of the hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from donjon.kingdom_builder.drawing.grid import BEYOND, Corner, chance, corners
from donjon.kingdom_builder.tables import HEXES

WAVER = 4  # how far an outline may stray from a corner, in units of the viewBox


def grounds(kinds: Sequence[str], special: Sequence[str]) -> list[str]:
    """The terrain that is painted on each hex; under a special one it is that of most of its neighbours."""
    painted = list(kinds)
    for hex in range(HEXES):
        if kinds[hex] in special:
            around = [kinds[one] for one in BEYOND[hex] if one is not None and kinds[one] not in special]
            painted[hex] = max(sorted(set(around)), key=around.count, default=kinds[hex])
    return painted


def outlines(painted: Sequence[str]) -> dict[str, str]:
    """By terrain the path that goes round all its regions."""
    meeting = _meeting(painted)
    found = {}
    for kind in sorted(set(painted)):
        following = {
            here: there
            for hex in range(HEXES)
            if painted[hex] == kind
            for here, there in _sides(painted, hex)
        }
        found[kind] = "".join(_path(loop, meeting) for loop in _loops(following))
    return found


def _sides(painted: Sequence[str], hex: int) -> list[tuple[Corner, Corner]]:
    """The sides of a hex beyond which another terrain lies, each from its first corner to its next."""
    around = corners(hex)
    return [
        (around[side], around[(side + 1) % 6])
        for side, other in enumerate(BEYOND[hex])
        if other is None or painted[other] != painted[hex]
    ]


def _loops(following: dict[Corner, Corner]) -> list[list[Corner]]:
    """The rings that the sides make; at no corner do two of one terrain begin, as three hexes meet there."""
    loops, left = [], dict(following)
    while left:
        loop, here = [], min(left)
        while here in left:
            loop.append(here)
            here = left.pop(here)
        loops.append(loop)
    return loops


def _meeting(painted: Sequence[str]) -> dict[Corner, int]:
    """How many regions meet at each corner; on the edge of the board three, so that it is kept to."""
    kinds: dict[Corner, list[str]] = {}
    for hex in range(HEXES):
        for corner in corners(hex):
            kinds.setdefault(corner, []).append(painted[hex])
    return {corner: len(set(around)) if len(around) == 3 else 3 for corner, around in kinds.items()}


def _path(loop: Sequence[Corner], meeting: Mapping[Corner, int]) -> str:
    """A ring as a path: round over the corners where two regions meet, straight to the others."""
    is_round = [meeting[corner] < 3 for corner in loop]
    x, y = _middle(loop[-1], loop[0]) if is_round[0] or is_round[-1] else loop[-1]
    steps: list[tuple[str, tuple[int, ...]]] = [("M", (x, y))]
    for n, corner in enumerate(loop):
        after = (n + 1) % len(loop)
        end = _middle(corner, loop[after]) if is_round[n] or is_round[after] else corner
        if is_round[n]:
            over_x, over_y = _strayed(corner)
            steps.append(("q", (over_x - x, over_y - y, end[0] - x, end[1] - y)))
        else:
            steps += [_line(x, y, corner), _line(*corner, end)]
        x, y = end
    return written(steps) + "z"


def _line(x: int, y: int, end: Corner) -> tuple[str, tuple[int, ...]]:
    """The step of a path straight to a corner, in its shortest form."""
    across, down = end[0] - x, end[1] - y
    if across and down:
        return "l", (across, down)
    return ("v", (down,)) if down else ("h", (across,)) if across else ("", ())


def written(steps: Iterable[tuple[str, tuple[int, ...]]]) -> str:
    """A path of such steps, as short as it can be written: no letter twice, no blank before a minus."""
    text, last = "", ""
    for letter, numbers in steps:
        said = "".join(str(number) if number < 0 else f" {number}" for number in numbers)
        if letter:
            text += said if letter == last else letter + said.removeprefix(" ")
            last = letter
    return text


def _middle(here: Corner, there: Corner) -> Corner:
    return (here[0] + there[0]) // 2, (here[1] + there[1]) // 2


def _strayed(corner: Corner) -> Corner:
    x, y = corner
    return x + chance(x, y) % (2 * WAVER + 1) - WAVER, y + chance(x, y, 1) % (2 * WAVER + 1) - WAVER
