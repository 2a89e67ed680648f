"""The places of everything on the board, in units of the viewBox; nothing here depends on the language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.drawing import Box, Point, percent
from donjon.games.caylus import model
from donjon.games.caylus.decisions import ACTIONS
from donjon.games.caylus.model import CASTLE_SPACES, COLUMNS, DECLINE, ROAD, SPECIAL_IDS, WORKERS, Row, Space
from donjon.games.caylus.provost import PROVOST, STEPS
from donjon.games.caylus.special import LEAVE, TAKE_BACK

# Things that do not move


WIDTH, HEIGHT = 1200, 1180
VIEWBOX = (0, 0, WIDTH, HEIGHT)

# The road: rows of seven lots; above each lot its piece of the road. Odd rows run from right to left.
ACROSS = 7
LOT = (150, 164)
ROAD_LEFT, ROAD_TOP = 75, 490
BAND = 44  # height of the road above a lot
TILE = (142, 116)
CARD = (-2, -2, 146, 120)  # the viewBox of a tile in the hand or the stock


def lot(space: int) -> Point:
    """Return the upper left corner of a road space 1..28 with its piece of the road."""
    row, step = divmod(space - 1, ACROSS)
    column = ACROSS - 1 - step if row % 2 else step
    return Point(ROAD_LEFT + column * LOT[0], ROAD_TOP + row * LOT[1])


def tile(space: int) -> Point:
    """Return the upper left corner of the tile on a road space."""
    return Point(lot(space).x, lot(space).y + BAND)


SPECIAL = (146, 113)
_SPECIAL_LEFT, _SPECIAL_TOP, _SPECIAL_STEP = 514, 46, (152, 119)


def special(index: int) -> Point:
    """Return the upper left corner of a special building (model.Space), two in a row."""
    down, right = divmod(index, 2)
    return Point(_SPECIAL_LEFT + right * _SPECIAL_STEP[0], _SPECIAL_TOP + down * _SPECIAL_STEP[1])


RIBBON_LEFT, RIBBON_TOP, RIBBON_STEP, CELL = 826, 70, 84, 55
RIBBON = (CELL * (COLUMNS + 1), 79)


def ribbon(row: int) -> Point:
    """Return the upper left corner of a row of the favour table."""
    return Point(RIBBON_LEFT, RIBBON_TOP + row * RIBBON_STEP)


# The castle: its boxes, and where the houses of each section stand.
_CASTLE_LEFT, _CASTLE_WIDTH = 42, 464
_SECTION_TOPS = {"towers": (44, 144), "walls": (188, 82), "dungeon": (270, 80), "castle": (350, 52)}
PLAQUE_TOPS = {"towers": 50, "walls": 188, "dungeon": 270}  # of the words beside each section
YARD = 376  # the ground on which workers of the castle stand


def part(section: str, index: int) -> Point:
    """Return the middle of a part of a section of the castle."""
    if section == "dungeon":
        return Point(196 + 50 * index, 318)
    if section == "walls":
        return Point(204 + 62 * (index % 5), 220 + 38 * (index // 5))
    tower = 0 if index < 4 else 1 if index < 10 else 2
    step, wide, left = ((index, 2, 189), (index - 4, 3, 292), (index - 10, 2, 431))[tower]
    return Point(left + 36 * (step % wide), 130 + 38 * (step // wide))


BRIDGE_TOP, BRIDGE_STEP = 410, 70


def order_place(index: int) -> Point:
    """Return the middle of a place in the turn order, on the parapet of the bridge."""
    return Point(98 + BRIDGE_STEP * index, BRIDGE_TOP + 16)


def passed_place(index: int) -> Point:
    """Return the middle of a circle of the passing scale, in the arches of the bridge."""
    return Point(98 + BRIDGE_STEP * index, BRIDGE_TOP + 53)


_OFFICES = {"provost": (478, 410, 78, 72), "bailiff": (560, 410, 78, 72)}


def office(name: str) -> Point:
    """Return the upper left corner of the plaque of the provost or the bailiff beside the bridge."""
    return Point(*_OFFICES[name][:2])


def figure(name: str, space: int) -> Point:
    """Return the feet of the provost or the bailiff on a road space; both may share it."""
    left, top = lot(space)
    return Point(left + (56 if name == "provost" else 94), top + BAND - 6)


def marker(row: int, column: int, seat: int) -> Point:
    """Return the middle of a seat's marker on the favour table; up to five share a cell."""
    left, top = ribbon(row)
    right, down = ((10, 47), (27.5, 47), (45, 47), (18.5, 65), (36.5, 65))[seat]
    tip = 4 if column == COLUMNS else 0  # the last cell is cut by the tip of the ribbon
    return Point(left + column * CELL + right - tip, top + down)


CAMP_LEFT, CAMP_WIDTH = 646, 104


def camp(seat: int) -> Point:
    """Return the upper left corner of the place where a seat's workers are at home."""
    return Point(CAMP_LEFT + CAMP_WIDTH * seat, BRIDGE_TOP)


def at_home(seat: int, number: int) -> Point:
    """Return the feet of a worker at home: two rows of three."""
    left, top = camp(seat)
    down, right = divmod(number % WORKERS, 3)
    return Point(left + 37 + 25 * right, top + 35 + 35 * down)


def standing(place: str) -> Point:
    """Return the feet of a worker at a place of the board ("gate", "inn-left", "castle-2", "road-9")."""
    name, _, number = place.partition("-")
    if name == "road":
        left, top = tile(int(number))
        return Point(left + TILE[0] - 21, top + TILE[1] - 6)
    return Point(circle(place).x, circle(place).y + 9)


def circle(place: str) -> Point:
    """Return the middle of a circle for a worker on a special building or in the castle."""
    name, _, number = place.partition("-")
    if name == "castle":
        return Point(204 + 62 * (int(number) - 1), YARD)
    left, top = special(SPECIAL_IDS.index(name))
    shift = {"stables": -82 + 41 * int(number) if number.isdigit() else 0, "inn": 26}.get(name, 0)
    if number == "left":
        shift = -30
    return Point(left + SPECIAL[0] / 2 + shift, top + 86)


CIRCLES = (
    *SPECIAL_IDS[: Space.STABLES],
    *(f"stables-{number}" for number in range(1, model.CIRCLES + 1)),
    *("inn-left", "inn-right"),
    *(f"castle-{number}" for number in range(1, CASTLE_SPACES + 1)),
)


def _boxes() -> dict[str, Box]:
    by_subject: dict[str, Box] = {name: (*special(index), *SPECIAL) for index, name in enumerate(SPECIAL_IDS)}
    by_subject |= {
        name: (_CASTLE_LEFT, top, _CASTLE_WIDTH, height) for name, (top, height) in _SECTION_TOPS.items()
    }
    by_subject["bridge"] = (42, BRIDGE_TOP, 428, 72)
    by_subject |= _OFFICES
    by_subject |= {f"favour-{name}": (*ribbon(row), *RIBBON) for row, name in enumerate(Row.ids())}
    by_subject |= {f"road-{space}": (lot(space).x - 4, lot(space).y, *LOT) for space in range(1, ROAD + 1)}
    return by_subject


BOXES = _boxes()


def spots() -> dict[str, Box]:
    """Return the box (left, top, width, height) of every subject in percent of the drawing."""
    return {subject: percent(box, VIEWBOX) for subject, box in BOXES.items()}


ON_BOARD = ACTIONS.places("place")  # the subjects of the actions that are places


def boxes() -> dict[int, Box]:
    """Return the box of every action that is a place on the board, in percent of the drawing."""
    boxes_of = spots()
    return {action: boxes_of[subject] for action, subject in ON_BOARD.items()}


# Actions that move with the pieces: the steps of the provost on the road, the way home of a worker


DECIDES_PROVOST = ("guild", "provost")  # the decisions in which the provost can be moved
_DECIDES_WORKER = ("gate", "inn")
# The action of a number of steps; staying is one too.
STEP_ACTIONS = {0: DECLINE.first} | {step: PROVOST.action(index) for index, step in enumerate(STEPS)}


def subjects(view: Mapping[str, Any]) -> dict[int, str]:
    """Return the subject of each such action now: "step-16", "camp-0", "inn"."""
    if view["ask"] in DECIDES_PROVOST:
        spaces = {action: view["provost"] + step for step, action in STEP_ACTIONS.items()}
        return {action: f"step-{space}" for action, space in spaces.items() if 1 <= space <= ROAD}
    if view["ask"] in _DECIDES_WORKER:
        home = {TAKE_BACK.first: f"camp-{view['actor']}"}
        return {**home, LEAVE.first: "inn"} if view["ask"] == "inn" else home
    return {}


def moving_boxes(view: Mapping[str, Any]) -> dict[int, Box]:
    """Return the box of every such action in percent of the drawing."""
    return {action: percent(box_of(subject), VIEWBOX) for action, subject in subjects(view).items()}


def box_of(subject: str) -> Box:
    """Return the box of such a subject."""
    name, _, number = subject.partition("-")
    if name == "step":
        return BOXES[f"road-{number}"]
    if name == "camp":
        return (*camp(int(number)), 97, 72)
    return BOXES[subject]
