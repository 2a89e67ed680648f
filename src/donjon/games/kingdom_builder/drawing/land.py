"""The land of a board: hexes, terrains as regions, and drawings on them; painted once for each map.

Everything follows from the map alone, so the same board always has the same trees on it. An outline of a
region follows the sides of the hexes. Where two regions meet it is round and wavers a little, the same on
both sides, so that regions lie edge to edge; where three meet, and on the edge of the board, it keeps to the
corner of the hexes.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from donjon import drawing as house
from donjon.games.kingdom_builder.hexes import DIRECTIONS, NEIGHBOURS
from donjon.games.kingdom_builder.model import COLUMNS, HEXES, LETTERS, OFF_BOARD, ROWS, HexKind

# Where hexes lie on the page, in units of the viewBox

MARGIN = 56
HALF_WIDTH = 26  # from a hex's centre to its left and right side
SIDE = 30  # from a hex's centre to its upper and lower corner
STEP = 45  # from one row of hexes to the next
WIDTH = 2 * MARGIN + 2 * HALF_WIDTH * COLUMNS + HALF_WIDTH
HEIGHT = 2 * MARGIN + STEP * (ROWS - 1) + 2 * SIDE
VIEWBOX = (0, 0, WIDTH, HEIGHT)

# The corners of a hex round its centre, clockwise from the upper one; side n goes from corner n to the next.
CORNERS = (
    (0, -SIDE),
    (HALF_WIDTH, -SIDE // 2),
    (HALF_WIDTH, SIDE // 2),
    (0, SIDE),
    (-HALF_WIDTH, SIDE // 2),
    (-HALF_WIDTH, -SIDE // 2),
)
SIDES = ("NE", "E", "SE", "SW", "W", "NW")  # the hex beyond each side

KINDS = {letter: kind.id for letter, kind in zip(LETTERS, HexKind)} | {"?": "unknown"}

Place = int | Sequence[int]
Corner = tuple[int, int]


class Spot(NamedTuple):
    """A hex and where its centre is drawn, in units of the viewBox."""

    row: int
    column: int
    x: int
    y: int


def hex_centre(row: int, column: int) -> tuple[int, int]:
    """Return the centre of a hex in units of the viewBox; odd rows are shifted to the right (KB-2.2)."""
    x = MARGIN + HALF_WIDTH * (1 + 2 * column + row % 2)
    return x, MARGIN + SIDE + STEP * row


def spot(place: Place) -> Spot:
    """Return the spot of a hex given as its action number or as (row, column)."""
    row, column = divmod(place, COLUMNS) if isinstance(place, int) else place
    return Spot(row, column, *hex_centre(row, column))


def corners(hex: int) -> list[Corner]:
    """Return the six corners of a hex, clockwise from the upper one."""
    x, y = hex_centre(*divmod(hex, COLUMNS))
    return [(x + dx, y + dy) for dx, dy in CORNERS]


# BEYOND[hex][side]: the hex beyond each of its sides, None beyond the edge of the board.
BEYOND: list[list[int | None]] = [
    [
        None if NEIGHBOURS[hex, DIRECTIONS.index(side)] == OFF_BOARD
        else int(NEIGHBOURS[hex, DIRECTIONS.index(side)])
        for side in SIDES
    ]
    for hex in range(HEXES)
]  # fmt: skip


def chance(x: int, y: int, use: int = 0) -> int:
    """Return a number 0 to 1023 that looks random and is always the same for a point and a use of it."""
    mixed = (x * 73_856_093 ^ y * 19_349_663 ^ (use + 1) * 83_492_791) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return (mixed ^ mixed >> 13) & 1023


# Terrains as regions

WAVER = 4  # how far an outline may stray from a corner, in units of the viewBox


def grounds(kinds: Sequence[str], special: Sequence[str]) -> list[str]:
    """Return the terrain to paint on each hex; a special hex has the terrain of most of its neighbours."""
    painted = list(kinds)
    for hex in range(HEXES):
        if kinds[hex] in special:
            around = [kinds[one] for one in BEYOND[hex] if one is not None and kinds[one] not in special]
            painted[hex] = max(sorted(set(around)), key=around.count, default=kinds[hex])
    return painted


def outlines(painted: Sequence[str]) -> dict[str, str]:
    """Return by terrain the path that goes round all its regions."""
    meeting = _meeting(painted)
    paths = {}
    for kind in sorted(set(painted)):
        following = {
            here: there
            for hex in range(HEXES)
            if painted[hex] == kind
            for here, there in _sides(painted, hex)
        }
        paths[kind] = "".join(_path(loop, meeting) for loop in _loops(following))
    return paths


def _sides(painted: Sequence[str], hex: int) -> list[tuple[Corner, Corner]]:
    """Return the sides of a hex with another terrain beyond, each from its first corner to its next."""
    around = corners(hex)
    return [
        (around[side], around[(side + 1) % 6])
        for side, other in enumerate(BEYOND[hex])
        if other is None or painted[other] != painted[hex]
    ]


def _loops(following: dict[Corner, Corner]) -> list[list[Corner]]:
    """Return the rings that the sides make; three hexes meet at a corner, so none starts two sides."""
    loops, left = [], dict(following)
    while left:
        loop, corner = [], min(left)
        while corner in left:
            loop.append(corner)
            corner = left.pop(corner)
        loops.append(loop)
    return loops


def _meeting(painted: Sequence[str]) -> dict[Corner, int]:
    """Return how many regions meet at each corner; 3 on the edge of the board, so that it is kept to."""
    kinds: dict[Corner, list[str]] = {}
    for hex in range(HEXES):
        for corner in corners(hex):
            kinds.setdefault(corner, []).append(painted[hex])
    return {corner: len(set(around)) if len(around) == 3 else 3 for corner, around in kinds.items()}


def _path(loop: Sequence[Corner], meeting: Mapping[Corner, int]) -> str:
    """Return a ring as a path: round over the corners where two regions meet, straight to the others."""
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
    """Return the step of a path straight to a corner, in its shortest form."""
    across, down = end[0] - x, end[1] - y
    if across and down:
        return "l", (across, down)
    return ("v", (down,)) if down else ("h", (across,)) if across else ("", ())


def written(steps: Iterable[tuple[str, tuple[int, ...]]]) -> str:
    """Return a path of such steps as short as possible: no letter twice, no blank before a minus."""
    text, last = "", ""
    for letter, numbers in steps:
        digits = "".join(str(number) if number < 0 else f" {number}" for number in numbers)
        if letter:
            text += digits if letter == last else letter + digits.removeprefix(" ")
            last = letter
    return text


def _middle(start: Corner, end: Corner) -> Corner:
    return (start[0] + end[0]) // 2, (start[1] + end[1]) // 2


def _strayed(corner: Corner) -> Corner:
    x, y = corner
    return x + chance(x, y) % (2 * WAVER + 1) - WAVER, y + chance(x, y, 1) % (2 * WAVER + 1) - WAVER


# Plants, mountains and other drawings on the land

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
        """Return row and column of its hex."""
        return divmod(self.hex or 0, COLUMNS)


class Land(NamedTuple):
    """The drawing of a terrain: a path over several hexes, then single drawings, the farther first."""

    path: str
    uses: list[Use]


class Map:
    """The terrain painted on every hex of a board, and the places for drawings on it."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.kinds = kinds

    def sown(self, kind: str, variants: int) -> list[Use]:
        """Return for every hex of a terrain a drawing that its left neighbour does not have."""
        uses = []
        for hex in range(HEXES):
            if self.kinds[hex] == kind:
                row, column = divmod(hex, COLUMNS)
                variant = 1 + (column + 2 * row + row // 3) % variants
                uses.append(Use(f"{kind}-{variant}", *hex_centre(row, column), hex))
        return uses

    def like(self, hex: int) -> list[int]:
        """Return the sides of a hex beyond which its own terrain goes on."""
        return [
            side
            for side, other in enumerate(BEYOND[hex])
            if other is not None and self.kinds[other] == self.kinds[hex]
        ]

    def between(self, uses: Sequence[Use], kind: str, beside: int, below: int) -> Iterator[Use]:
        """Yield the fourth or fifth drawing of a terrain on many of the sides between two of its hexes.

        Of 1024 sides, `beside` have one where the hexes are in a row, else `below`.
        """
        for use in uses:
            for side in self.like(use.hex or 0):
                x, y = use.x + MIDDLES[side][0], use.y + MIDDLES[side][1]
                often = {"E": beside, "SE": below, "SW": below}.get(SIDES[side], 0)
                if chance(x, y, 1) < often:
                    yield Use(f"{kind}-{4 + chance(x, y) % 2}", x, y)


def features(kinds: Sequence[str]) -> dict[str, Land]:
    """Return the drawings for each terrain that is on the map."""
    land = Map(kinds)
    return {kind: draw(land) for kind, draw in _DRAWN.items() if kind in kinds}


def _farther_first(uses: list[Use]) -> list[Use]:
    """Return the drawings in the order in which they are drawn."""
    return sorted(uses, key=lambda use: (use.y, use.x))


def _few(land: Map, uses: list[Use], other: str, most: int) -> list[Use]:
    """Return the drawings with another one on a few random hexes inside their own terrain."""
    wide = [use for use in uses if len(land.like(use.hex or 0)) >= 5]
    drawn = sorted(wide, key=lambda use: chance(use.x, use.y, 5))[:most]
    return [use._replace(drawing=other) if use in drawn else use for use in uses]


def _grass(land: Map) -> Land:
    """Draw tufts, and a sheep or two on the wide meadows."""
    return Land("", _few(land, land.sown("grass", 4), "grass-5", 2))


def _flower_field(land: Map) -> Land:
    return Land("", land.sown("flower_field", 3))


def _forest(land: Map) -> Land:
    """Draw clumps of trees, and single ones that close the gaps between them."""
    clumps = land.sown("forest", 3)
    return Land("", _farther_first([*clumps, *land.between(clumps, "forest", 800, 420)]))


def _mountain(land: Map) -> Land:
    """Draw a peak on every hex, and lower ones on the sides between them."""
    peaks = land.sown("mountain", 3)
    return Land("", _farther_first([*peaks, *land.between(peaks, "mountain", 1024, 700)]))


def _canyon(land: Map) -> Land:
    """Draw a wall of rock, whose rim goes on from hex to hex."""
    return Land("", land.sown("canyon", 3))


def _desert(land: Map) -> Land:
    """Draw dunes, whose crests go on from hex to hex, and a few thorn bushes."""
    dunes = land.sown("desert", 3)
    return Land("", [use._replace(drawing="desert-4") if chance(*use[1:3]) < 110 else use for use in dunes])


def _water(land: Map) -> Land:
    """Draw rivers through hexes with water on two sides, else waves, and a monster."""
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
    """Return two lines of a current from one side to another."""
    (ax, ay), (bx, by) = MIDDLES[one], MIDDLES[other]
    is_level = ay == by == 0
    path = ""
    for shift in (-5, 5):
        start = (x + ax, y + ay + shift) if is_level else (x + ax + shift, y + ay)
        path += written([("M", start), ("q", (-ax, -ay, bx - ax, by - ay))])
    return path


_DRAWN = {
    "grass": _grass,
    "flower_field": _flower_field,
    "forest": _forest,
    "canyon": _canyon,
    "desert": _desert,
    "water": _water,
    "mountain": _mountain,
}


# The whole

SPECIAL = ("castle", "location")
UNKNOWN = "unknown"

_TEMPLATE = "kingdom_builder/drawing/land.svg.jinja"
# The number of painted maps in the cache, some 55 KB each: usually more than the tables in play.
MOST_MAPS = 64


class Painted(NamedTuple):
    """The land as SVG; the drawings on its hexes, and those that stand between hexes."""

    svg: Markup
    drawings: frozenset[str]
    between: frozenset[str]


@functools.lru_cache(maxsize=MOST_MAPS)
def painted(rows: tuple[str, ...]) -> Painted:
    """Return the land of a map, given by its rows of letters."""
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
    """Return the path between the four sectors (KB-2.6): a zigzag down the middle and one across it."""
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
