"""What grows and rises on the land: motifs on single hexes, and features that run over several of them.

Everything follows from the map alone, so the same board always has the same trees on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from donjon.kingdom_builder.drawing.grid import BEYOND, SIDES, chance, hex_centre
from donjon.kingdom_builder.drawing.regions import written
from donjon.kingdom_builder.tables import COLUMNS, HEXES

HEX = "hex"  # the outline of a hex
BARE = "bare"  # the drawing of a hex with nothing on it
# The middles of the sides of a hex round its centre, in the order of SIDES.
MIDDLES = ((13, -23), (26, 0), (13, 23), (-13, 23), (-26, 0), (-13, -23))


class Use(NamedTuple):
    """A drawing, where its centre lies, and its hex, None for what stands between hexes."""

    drawing: str
    x: int
    y: int
    hex: int | None = None

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of its hex."""
        return divmod(self.hex or 0, COLUMNS)


class Land(NamedTuple):
    """What is drawn on a terrain: a path that runs over several hexes, then drawings, the farther first."""

    path: str
    uses: list[Use]


class Map:
    """What is painted and printed on every hex, and questions about it."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.kinds = kinds

    def sown(self, kind: str, variants: int) -> list[Use]:
        """For every hex of a terrain a drawing that its left neighbour has not, so that fields look grown."""
        uses = []
        for hex in range(HEXES):
            if self.kinds[hex] == kind:
                row, column = divmod(hex, COLUMNS)
                variant = 1 + (column + 2 * row + row // 3) % variants
                uses.append(Use(f"{kind}-{variant}", *hex_centre(row, column), hex))
        return uses

    def like(self, hex: int) -> list[int]:
        """The sides of a hex beyond which its own terrain goes on."""
        return [
            side
            for side, other in enumerate(BEYOND[hex])
            if other is not None and self.kinds[other] == self.kinds[hex]
        ]

    def between(self, uses: Sequence[Use], kind: str, beside: int, below: int) -> Iterator[Use]:
        """The fourth or fifth drawing of a terrain on many of the sides between two of its hexes.

        So many of 1024 of the sides: `beside` where the hexes lie in a row, else `below`.
        """
        for use in uses:
            for side in self.like(use.hex or 0):
                x, y = use.x + MIDDLES[side][0], use.y + MIDDLES[side][1]
                often = {"E": beside, "SE": below, "SW": below}.get(SIDES[side], 0)
                if chance(x, y, 1) < often:
                    yield Use(f"{kind}-{4 + chance(x, y) % 2}", x, y)


def features(kinds: Sequence[str]) -> dict[str, Land]:
    """What is drawn on each terrain that is on the map."""
    land = Map(kinds)
    return {kind: draw(land) for kind, draw in _DRAWN.items() if kind in kinds}


def _farther_first(uses: list[Use]) -> list[Use]:
    return sorted(uses, key=lambda use: (use.y, use.x))


def _few(land: Map, uses: list[Use], other: str, most: int) -> list[Use]:
    """Another drawing instead on a few hexes with their own terrain on all sides but one, as lots fall."""
    wide = [use for use in uses if len(land.like(use.hex or 0)) >= 5]
    drawn = sorted(wide, key=lambda use: chance(use.x, use.y, 5))[:most]
    return [use._replace(drawing=other) if use in drawn else use for use in uses]


def _grass(land: Map) -> Land:
    """Tufts, and a sheep or two on the wide meadows."""
    return Land("", _few(land, land.sown("grass", 4), "grass-5", 2))


def _flower_field(land: Map) -> Land:
    return Land("", land.sown("flower_field", 3))


def _forest(land: Map) -> Land:
    """A wood: clumps of trees, and single ones that close the gaps between them."""
    clumps = land.sown("forest", 3)
    return Land("", _farther_first([*clumps, *land.between(clumps, "forest", 800, 420)]))


def _mountain(land: Map) -> Land:
    """A ridge: a peak on every hex, and lower ones on the sides between them."""
    peaks = land.sown("mountain", 3)
    return Land("", _farther_first([*peaks, *land.between(peaks, "mountain", 1024, 700)]))


def _canyon(land: Map) -> Land:
    """A wall of rock: its rim goes on from hex to hex."""
    return Land("", land.sown("canyon", 3))


def _desert(land: Map) -> Land:
    """Dunes: their crests go on from hex to hex; here and there a thorn bush stands."""
    dunes = land.sown("desert", 3)
    return Land("", [use._replace(drawing="desert-4") if chance(*use[1:3]) < 110 else use for use in dunes])


def _water(land: Map) -> Land:
    """Rivers flow through the hexes that have water on two sides; wider water has waves, and a monster."""
    flow, uses = [], []
    for use in land.sown("water", 4):
        sides = land.like(use.hex or 0)
        if len(sides) == 2 and (sides[1] - sides[0]) % 6 not in (1, 5):
            flow.append(_current(use.x, use.y, *sides))
            uses.append(use._replace(drawing=BARE))
        else:
            uses.append(use)
    return Land("".join(flow), _few(land, uses, "water-5", 1))


def _current(x: int, y: int, one: int, other: int) -> str:
    """Two lines of a current from a side to another."""
    (ax, ay), (bx, by) = MIDDLES[one], MIDDLES[other]
    is_level = ay == by == 0
    found = ""
    for shift in (-5, 5):
        start = (x + ax, y + ay + shift) if is_level else (x + ax + shift, y + ay)
        found += written([("M", start), ("q", (-ax, -ay, bx - ax, by - ay))])
    return found


_DRAWN = {
    "grass": _grass,
    "flower_field": _flower_field,
    "forest": _forest,
    "canyon": _canyon,
    "desert": _desert,
    "water": _water,
    "mountain": _mountain,
}
