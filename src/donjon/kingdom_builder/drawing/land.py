"""The land of a board: painted once for a map, and kept, as it stays the same all through a game."""

from __future__ import annotations

import functools
from typing import NamedTuple

from markupsafe import Markup

from donjon import drawing as house
from donjon.kingdom_builder.drawing.features import HEX, Use, features
from donjon.kingdom_builder.drawing.grid import HALF_WIDTH, KINDS, SIDE, hex_centre
from donjon.kingdom_builder.drawing.regions import grounds, outlines
from donjon.kingdom_builder.tables import COLUMNS, ROWS

SPECIAL = ("castle", "location")
UNKNOWN = "unknown"

_TEMPLATE = "kingdom_builder/drawing/land.svg.jinja"
# So many maps stay painted, some 55 KB each: more than tables that are played at one time, mostly.
MOST_MAPS = 64


class Painted(NamedTuple):
    """The land as SVG; the drawings on its hexes, and those that stand between hexes."""

    svg: Markup
    drawings: frozenset[str]
    between: frozenset[str]


@functools.lru_cache(maxsize=MOST_MAPS)
def painted(rows: tuple[str, ...]) -> Painted:
    """The land of a map, given by its rows of letters."""
    kinds = [KINDS[letter] for letter in "".join(rows)]
    regions = {kind: path for kind, path in outlines(grounds(kinds, SPECIAL)).items() if kind != UNKNOWN}
    grown = features(kinds)
    others: dict[str, list[Use]] = {}
    for hex, kind in enumerate(kinds):
        if kind not in grown:
            others.setdefault(kind, []).append(Use(HEX, *hex_centre(*divmod(hex, COLUMNS)), hex))
    svg = house.call(
        _TEMPLATE, "land", list(regions.items()), list(grown.items()), others.items(), _seams(), ROWS
    )
    uses = [use for land in grown.values() for use in land.uses]
    return Painted(
        svg,
        frozenset(use.drawing for use in uses if use.hex is not None),
        frozenset(use.drawing for use in uses if use.hex is None),
    )


def _seams() -> str:
    """The path between the four sectors (KB-2.6): a zigzag down the middle and one across it."""
    down = "".join(
        f"{'L' if row else 'M'}{x - HALF_WIDTH} {y - SIDE // 2}V{y + SIDE // 2}"
        for row in range(ROWS)
        for x, y in [hex_centre(row, COLUMNS // 2)]
    )
    x, y = hex_centre(ROWS // 2, 0)
    across = (
        f"M{x - HALF_WIDTH} {y - SIDE // 2}"
        + f"l{HALF_WIDTH} {-SIDE // 2} {HALF_WIDTH} {SIDE // 2}" * COLUMNS
    )
    return down + across
