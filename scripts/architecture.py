"""Draw the rooms of Donjon and what they import: `python scripts/architecture.py` writes the picture.

All is taken from the imports themselves and from the first sentence of each room's docstring. The rooms of
the table stand on the left, in the layers that pyproject.toml lists; those of the library on the right, each
above all that it imports. An arrow means "imports"; where a longer way of arrows leads to the same room there
is none.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "donjon"
PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"
TABLE, COMMANDS = "table", "cli"
# Packages that only start the program, pass names on or hold no code.
NO_ROOMS = {"__main__", "arena", "locale"}
# Every room may raise these errors: arrows to them would say nothing.
EVERYWHERE = "errors"

HEIGHT, ROW, GAP, MARGIN = 66, 100, 16, 20
LANE = 16  # beside the rows, for arrows
LEFT, RIGHT, WIDTH = 440, 520, 1180  # the end of the table, the beginning of the library, the whole
STYLE = """
svg { font: 13px system-ui, sans-serif; --ink: #2b2118; --faint: #6b6053; --room: #fffdf8; --line: #a98f63;
  --within: #f3ead8; --page: #faf6ec; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #eadfc8; --faint: #b3a58d; --room: #2c261f; --line: #8d774f; --within: #231e18;
    --page: #1b1713; } }
rect { fill: var(--room); stroke: var(--line); }
.page { fill: var(--page); stroke: none; }
.within { fill: var(--within); stroke-dasharray: 4 4; }
path { fill: none; stroke: var(--line); stroke-width: 1.5; }
marker path { fill: var(--line); stroke: none; }
text { fill: var(--ink); }
.name { font-weight: 600; font-size: 14px; }
.words { fill: var(--faint); font-size: 11.5px; }
"""
HEAD = (
    '<marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
    ' orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker>'
)


@dataclass(frozen=True)
class Box:
    """The place of a room in the picture."""

    left: float
    top: float
    width: float
    height: float = HEIGHT

    @property
    def middle(self) -> float:
        """Return the middle of its width."""
        return self.left + self.width / 2


def table_rows() -> list[list[str]]:
    """Return the rooms of the table in the layers of the contract in pyproject.toml, from the top."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (one["layers"] for one in contracts if one.get("containers") == ["donjon.table"])
    return [[f"{TABLE}.{room}" for room in re.split(r"\s*[|:]\s*", layer)] for layer in layers]


def rooms() -> list[str]:
    """Return all rooms: the packages and modules of `donjon`, with those of the table and the lab."""
    found = [path.parent.name for path in sorted(SOURCE.glob("*/__init__.py"))]
    found += [path.stem for path in sorted(SOURCE.glob("*.py")) if path.stem != "__init__"]
    found = [room for room in found if room not in {*NO_ROOMS, TABLE, "lab"}]
    lab = [f"lab.{path.parent.name}" for path in sorted(SOURCE.glob("lab/*/__init__.py"))]
    return [*found, *lab, *(room for row in table_rows() for room in row)]


@cache
def imported() -> dict[str, set[str]]:
    """Return the rooms that each room imports."""
    graph = grimp.build_graph("donjon", cache_dir=None)
    known = set(rooms())
    found: dict[str, set[str]] = {room: set() for room in known}
    for module in graph.modules:
        one = _room_of(module, known)
        for other in graph.find_modules_directly_imported_by(module):
            two = _room_of(other, known)
            if one and two and one != two and two != EVERYWHERE:
                found[one].add(two)
    return found


def _room_of(module: str, known: set[str]) -> str | None:
    names = module.split(".")[1:]
    return next((room for n in (2, 1) if (room := ".".join(names[:n])) in known), None)


@cache
def reached(room: str) -> frozenset[str]:
    """Return all rooms that a room imports, directly or through others."""
    found: set[str] = set()
    left = [room]
    while left:
        new = imported()[left.pop()] - found
        found |= new
        left += new
    return frozenset(found)


def arrows(known: set[str], within: set[str]) -> Iterator[tuple[str, str]]:
    """Yield which of some rooms imports which others, except where a longer way leads there."""
    for room in sorted(known):
        # Rooms that import each other are one where ways through others are looked for.
        same = {room, *(other for other in reached(room) if room in reached(other))}
        ways = {way for one in same for way in imported()[one]} - same
        for other in sorted(imported()[room] & within):
            if other in same or not any(other in reached(way) for way in ways - {other}):
                yield room, other


def library_rows() -> list[list[str]]:
    """Return the rooms of the library in rows from the top, each room above all that it imports."""
    library = [room for room in rooms() if room != COMMANDS and not room.startswith(TABLE)]
    level = dict.fromkeys(library, 0)
    for _ in library:
        for room in library:
            # Rooms that import each other stand side by side.
            below = {other for other in imported()[room] if room not in reached(other)}
            beside = {other for other in imported()[room] if room in reached(other)}
            level[room] = max([0, *(level[one] + 1 for one in below), *(level[one] for one in beside)])
    rows = [[room for room in library if level[room] == number] for number in sorted(set(level.values()))]
    # Each stands as near as can be above what it imports.
    place = {EVERYWHERE: 1.0, "kernel": 0.0}
    for row in rows:
        row.sort(
            key=lambda room: _mean([place[one] for one in imported()[room] if one in place], place.get(room))
        )
        place |= {room: (number + 0.5) / len(row) for number, room in enumerate(row)}
    return rows[::-1]


def _mean(numbers: list[float], otherwise: float | None) -> float:
    return otherwise if otherwise is not None else sum(numbers) / len(numbers) if numbers else 0.5


def words(room: str) -> str:
    """Return the first sentence of a room's docstring."""
    path = SOURCE.joinpath(*room.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").replace("`", "").split(". ")[0].rstrip(".")


def placed() -> dict[str, Box]:
    """Return where each room is drawn."""
    table, library = table_rows(), library_rows()
    boxes = {COMMANDS: Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 20)}
    top = MARGIN + HEIGHT + 16
    for number, row in enumerate(table):
        boxes |= _across(row, MARGIN + LANE, LEFT - LANE, top + number * ROW)
    # The rows of the library are spread over the same height.
    step = ROW * (len(table) - 1) / max(1, len(library) - 1)
    for number, row in enumerate(library):
        boxes |= _across(row, RIGHT, WIDTH - MARGIN - LANE, top + number * step)
    return boxes


def _across(row: list[str], left: float, right: float, top: float) -> dict[str, Box]:
    width = (right - left - GAP * (len(row) - 1)) / len(row)
    return {room: Box(left + number * (width + GAP), top, width) for number, room in enumerate(row)}


def drawn() -> str:
    """Return the picture as SVG."""
    boxes = placed()
    table = {room for room in boxes if room.startswith(TABLE)}
    library = set(boxes) - table - {COMMANDS}
    top, bottom = min(boxes[room].top for room in table), max(boxes[room].top for room in table) + HEIGHT
    frame = Box(MARGIN, top - 14, LEFT - MARGIN, bottom - top + 28)
    commands = Box(RIGHT, MARGIN, WIDTH - MARGIN - LANE - RIGHT, HEIGHT - 20)
    lines = [
        *(_arrow(boxes[one], boxes[other], _rows_of(boxes, table)) for one, other in arrows(table, table)),
        *(
            _arrow(boxes[one], boxes[other], _rows_of(boxes, library))
            for one, other in arrows(library, library)
        ),
        *_from_frame(frame, {room: boxes[room] for room in _used_by(table, library)}),
        _arrow(boxes[COMMANDS], Box(frame.left, frame.top, frame.width)),
        *(
            _arrow(replace(commands, left=box.left, width=box.width), box, _rows_of(boxes, library))
            for box in _top(boxes)
        ),
    ]
    height = bottom + 14 + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img">',
            "<title>The rooms of Donjon and what they import</title>",
            f"<style>{STYLE}</style>{HEAD}",
            f'<rect class="page" width="{WIDTH}" height="{height:g}"/>',
            f'<rect class="within" x="{frame.left:g}" y="{frame.top:g}" width="{frame.width:g}"'
            f' height="{frame.height:g}" rx="12"/>',
            *lines,
            *(line for room, box in boxes.items() for line in _box(room, box)),
            "</svg>\n",
        ]
    )


def _used_by(table: set[str], library: set[str]) -> list[str]:
    """Return the rooms of the library that those of the table import, but for those below others of them."""
    used = {other for room in table for other in imported()[room]} & library
    return [
        room
        for room in sorted(used)
        if not any(room in reached(way) and way not in reached(room) for way in used - {room})
    ]


def _top(boxes: dict[str, Box]) -> list[Box]:
    """Return where the rooms of the library are that the commands import and that nothing else leads to."""
    used = imported()[COMMANDS] - {room for room in imported() if room.startswith(TABLE)}
    beneath = {other for room in imported() if room != COMMANDS for other in imported()[room]}
    return [boxes[room] for room in sorted(used - beneath)]


def _rows_of(boxes: dict[str, Box], known: set[str]) -> list[list[Box]]:
    """Return the boxes of some rooms by row, from the top, those of a row from the left."""
    tops = sorted({boxes[room].top for room in known})
    return [
        sorted((boxes[r] for r in known if boxes[r].top == top), key=lambda box: box.left) for top in tops
    ]


def _from_frame(frame: Box, targets: dict[str, Box]) -> Iterator[str]:
    """Yield arrows from the table as a whole: out to the right, then down."""
    first = min((box.left for box in targets.values()), default=0)
    for box in targets.values():
        right = frame.left + frame.width
        if box.left == first:
            y = box.top + HEIGHT / 2
            yield f'<path d="M{right:g} {y:g}H{box.left - 2:g}" marker-end="url(#end)"/>'
        else:
            y = box.top - 14
            yield f'<path d="M{right:g} {y:g}H{box.middle:g}V{box.top - 2:g}" marker-end="url(#end)"/>'


def _arrow(upper: Box, lower: Box, rows: Sequence[Sequence[Box]] = ()) -> str:
    """Return an arrow from one box to another, which passes the rows between them in their gaps."""
    if upper.top == lower.top:
        is_left = upper.left < lower.left
        start = upper.left + upper.width if is_left else upper.left
        end = lower.left - 2 if is_left else lower.left + lower.width + 2
        return f'<path d="M{start:g} {upper.top + HEIGHT / 2:g}H{end:g}" marker-end="url(#end)"/>'
    # Arrows leave and arrive towards each other.
    lean = max(-1.0, min(1.0, (lower.middle - upper.middle) / 300))
    x, y = upper.middle + lean * upper.width * 0.3, upper.top + upper.height
    last = lower.middle - lean * lower.width * 0.3
    path = f"M{x:.1f} {y:g}"
    for row in rows:
        if upper.top < row[0].top < lower.top:
            share = (row[0].top - y) / (lower.top - y)
            gap = min(_gaps(row), key=lambda gap: abs(gap - x - share * (last - x)))
            path += _curve(x, y, gap, row[0].top) + f"V{row[0].top + HEIGHT:g}"
            x, y = gap, row[0].top + HEIGHT
    return f'<path d="{path}{_curve(x, y, last, lower.top - 2)}" marker-end="url(#end)"/>'


def _gaps(row: Sequence[Box]) -> list[float]:
    """Return where a line can pass between the boxes of a row, or beside them."""
    between = [(one.left + one.width + other.left) / 2 for one, other in pairwise(row)]
    return [row[0].left - LANE / 2, *between, row[-1].left + row[-1].width + LANE / 2]


def _curve(x: float, y: float, to_x: float, to_y: float) -> str:
    bend = min(40.0, (to_y - y) / 2)
    return f"C{x:.1f} {y + bend:g} {to_x:.1f} {to_y - bend:g} {to_x:.1f} {to_y:g}"


def _box(room: str, box: Box) -> Iterator[str]:
    yield f'<rect x="{box.left:g}" y="{box.top:g}" width="{box.width:g}" height="{box.height:g}" rx="8"/>'
    name = room.replace(".", "/")
    yield f'<text class="name" x="{box.left + 10:g}" y="{box.top + 19:g}">{escape(name)}</text>'
    lines = textwrap.wrap(words(room), int((box.width - 18) / 6.4), max_lines=3, placeholder=" …")
    for number, line in enumerate(lines):
        y = box.top + 34 + number * 13.5
        yield f'<text class="words" x="{box.left + 10:g}" y="{y:g}">{escape(line)}</text>'


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit("usage: python scripts/architecture.py (writes docs/pictures/architecture.svg)")
    PICTURE.write_text(drawn(), encoding="utf-8")
