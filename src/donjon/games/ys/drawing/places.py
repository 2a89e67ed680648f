"""The places of everything on the board of Ys, in units of the viewBox; nothing here knows a view."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping

from donjon import drawing as house
from donjon.drawing import Box, Point
from donjon.games.ys.bidding import ORDER
from donjon.games.ys.characters import QUARTER
from donjon.games.ys.market import LOWER, RAISE
from donjon.games.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    MAX_SEATS,
    NEUTRAL,
    PLACE_TEXTS,
    QUARTERS,
    ROUNDS,
    ROWS,
    District,
    Gem,
)
from donjon.games.ys.placing import DOWN, PLACE, UP
from donjon.kernel.message import Message

THEME = house.Theme("ys/drawing", "ys")

WIDTH, HEIGHT = 1280, 1104
VIEWBOX = (0, 0, WIDTH, HEIGHT)

BROKER = 20  # radius of a broker


# The town: quarters 1 and 2 above, 3 and 4 below; in each the palace inside, the harbour at the sea.
CENTRE = Point(462, 462)
SEA = 436  # half of the side of the square of sea round the town
STREET = 13  # half of the width of the streets between the quarters
PLAZA = 44
BANDS = {"palace": (PLAZA, 224), "merchants": (244, 314), "harbour": (336, 402)}
RINGS = {"palace": (224, 244), "merchants": (314, 336), "harbour": (402, 424)}  # they carry the names
LANES = {"palace": 202, "merchants": 279, "harbour": 369}  # on which brokers stand
CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def turned(quarter: int, radius: float, degrees: float) -> Point:
    """Return a point of a quarter; 0 degrees is towards the left or right, 90 up or down."""
    right, down = CORNERS[quarter]
    angle = math.radians(degrees)
    return Point(
        round(CENTRE.x + right * radius * math.cos(angle), 1),
        round(CENTRE.y + down * radius * math.sin(angle), 1),
    )


def edge(radius: float, gap: float = STREET) -> float:
    """Return how many degrees of a circle lie within a gap beside the street."""
    return math.degrees(math.asin(min(1, gap / radius)))


def band(quarter: int, inner: float, outer: float) -> str:
    """Return the path of the part of a ring that lies in a quarter."""
    right, down = CORNERS[quarter]
    low, high = edge(inner), edge(outer)
    start, out = turned(quarter, inner, low), turned(quarter, outer, high)
    far, back = turned(quarter, outer, 90 - high), turned(quarter, inner, 90 - low)
    sweep = int(right * down > 0)
    return (
        f"M{start.x} {start.y}L{out.x} {out.y}A{outer} {outer} 0 0 {sweep} {far.x} {far.y}"
        f"L{back.x} {back.y}A{inner} {inner} 0 0 {1 - sweep} {start.x} {start.y}z"
    )


def arc(quarter: int, radius: float) -> str:
    """Return the path of the part of a circle that lies in a quarter."""
    ends = turned(quarter, radius, edge(radius)), turned(quarter, radius, 90 - edge(radius))
    sweep = int(CORNERS[quarter][0] * CORNERS[quarter][1] > 0)
    return f"M{ends[0].x} {ends[0].y}A{radius} {radius} 0 0 {sweep} {ends[1].x} {ends[1].y}"


def inscription(quarter: int, radius: float) -> str:
    """Return the path of the arc under a name, from left to right."""
    ends = turned(quarter, radius, 4), turned(quarter, radius, 86)
    left, right = sorted(ends)
    sweep = 1 if CORNERS[quarter][1] < 0 else 0
    return f"M{left.x} {left.y}A{radius} {radius} 0 0 {sweep} {right.x} {right.y}"


def base_line(quarter: int, district: str) -> float:
    """Return the radius of the base line of a district's name."""
    inner, outer = RINGS[district]
    return inner + 5 if CORNERS[quarter][1] < 0 else outer - 5


def _lane_radius(place: int) -> float:
    return LANES[District(place % DISTRICTS).id]


# The targets of brokers: seals at the end of each lane; smaller in a cell, which may have three.
_SEAL_BOX = 44
SEAL_IN_CELL = 0.85


def seal(place: int, which: int) -> Point:
    """Return the middle of a seal: 0 for placing face down, 1 face up, 2 for a neutral or a moved broker."""
    if place >= FIRST_CELL:
        x, y = cell(place)
        return (Point(x + 16.5, y - 14.5), Point(x - 16.5, y - 14.5), Point(x, y + 15))[which]
    radius = _lane_radius(place)
    return turned(
        place // DISTRICTS, radius, edge(radius, STREET + 23) + which * math.degrees(_SEAL_BOX / radius)
    )


CARD_SIZE = (84, 108)
_CARD_OFFSET = 32


def card(quarter: int) -> Point:
    """Return the upper left corner of the character card in the palace of a quarter."""
    right, down = CORNERS[quarter]
    width, height = CARD_SIZE
    x = CENTRE.x + (_CARD_OFFSET if right > 0 else -_CARD_OFFSET - width)
    y = CENTRE.y + (_CARD_OFFSET if down > 0 else -_CARD_OFFSET - height)
    return Point(x, y)


def quarter_number(quarter: int) -> Point:
    """Return the middle of the number of a quarter in the plaza."""
    right, down = CORNERS[quarter]
    return Point(CENTRE.x + right * 19, CENTRE.y + down * 19)


SHIP_BOX = (146, 140)


def ship(quarter: int) -> Point:
    """Return the middle of a ship at the quay."""
    right, down = CORNERS[quarter]
    return Point(CENTRE.x + right * 362, CENTRE.y + down * 362)


# The column at the right: round and order cards, throne room, value table, market.
LEFT, RIGHT = 920, 1256
ROUND_Y, ORDER_TOP = 68, 40
ORDER_SIZE = (40, 54)


def round_place(number: int) -> Point:
    """Return the middle of a place of the round track, 1 to 4."""
    return Point(LEFT + 16 + 33 * (number - 1), ROUND_Y)


def order_card(number: int, of: int = MAX_SEATS) -> Point:
    """Return the upper left corner of an order card, 1 to 4, in the display."""
    return Point(RIGHT - ORDER_SIZE[0] - 46 * (MAX_SEATS - number), ORDER_TOP)


THRONE_BOX = (LEFT, 106, RIGHT - LEFT, 84)


def in_throne(index: int) -> Point:
    """Return the middle of a broker in the throne room."""
    down, along = divmod(index, 8)
    return Point(LEFT + 92 + 31 * along, 131 + 34 * down)


CELL = 72
MARKET_LEFT = RIGHT - CELL * COLOURS
STEP, STEPS = 20, 15
SHAFT_TOP = 222
SHAFT_FOOT = SHAFT_TOP + STEP * STEPS
SHAFT_WIDTH = 46
MARKET_TOP = 640  # of row 1
ROW_ZERO = 24  # height of row 0, which is never used with up to four players
MARKET_FOOT = MARKET_TOP + 3 * CELL


def shaft(colour: int) -> float:
    """Return the middle of a shaft of the value table, above its column of the market."""
    return MARKET_LEFT + CELL * colour + CELL / 2


def step(colour: int, value: int) -> Point:
    """Return the middle of a step of the value table, 1 to 15."""
    return Point(shaft(colour), SHAFT_FOOT - STEP * (value - 0.5))


@functools.cache
def cell(place: int) -> Point:
    """Return the middle of a cell of the market."""
    row, column = divmod(place - FIRST_CELL, COLOURS)
    x = MARKET_LEFT + CELL * column + CELL / 2
    if row == 0:
        return Point(x, MARKET_TOP - ROW_ZERO / 2)
    return Point(x, MARKET_TOP + CELL * (row - 1) + CELL / 2)


def row_gem(row: int) -> Point:
    """Return the middle of the gem of a row."""
    return Point(LEFT + 23, cell(FIRST_CELL + row * COLOURS).y)


# The sums of the counting: in a district at the end of its lane that brokers leave free, of a quarter in the
# sea beside its ship, of a row between its brokers and those of the next row, of the whole market above it.
_TALLY_STEP = 27
_TALLY_OUT = {"palace": 190}  # not on the short lane of the palace, but beside it


def tally(where: str, rank: int, of: int) -> Point:
    """Return the middle of one of several sums; 0 is the highest, which is drawn above the others.

    Quarters and rows are named by their numbers: "q1", "row-1"; districts: "q1-h"; and "market".
    """
    if where == "market":
        return Point(MARKET_LEFT + 33 + 64 * rank, MARKET_TOP - 13)
    if where.startswith("row"):
        return Point(MARKET_LEFT + 48 + 64 * rank, MARKET_TOP + CELL * int(where[-1]) - 3)
    right, down = CORNERS[int(where[1]) - 1]
    away = _TALLY_STEP * (rank if down > 0 else of - 1 - rank)  # from the street
    if len(where) == 2:
        top = 190 if down > 0 else 271 - _TALLY_STEP * (of - 1)
        return Point(CENTRE.x + right * 405, CENTRE.y + down * (top + away))
    name = next(name for name in LANES if name[0] == where[-1])
    away += STREET + 14
    across = _TALLY_OUT.get(name) or math.sqrt(LANES[name] ** 2 - away**2)
    return Point(CENTRE.x + right * round(across, 1), CENTRE.y + down * away)


# The screens along the foot of the board.
SCREENS_TOP, SCREENS_WIDTH, SCREENS_HEIGHT, _GAP = 912, 300, 160, 10


def screen(index: int) -> Box:
    """Return the box of a screen: left, top, width, height; there is room for four."""
    return (26 + index * (SCREENS_WIDTH + _GAP), SCREENS_TOP, SCREENS_WIDTH, SCREENS_HEIGHT)


def front(box: Box, index: int) -> Point:
    """Return the middle of a broker in front of a screen."""
    return Point(box[0] + 88 + 43 * index, box[1] + 80)


def gem_kept(box: Box, kind: int) -> Point:
    """Return the middle of the gems of a kind before a screen; their number is drawn to the right."""
    return Point(box[0] + 70 + 46 * kind, box[1] + 46)


def behind(box: Box, index: int, of: int) -> Point:
    """Return the middle of a broker behind a screen."""
    room = box[2] - 44
    return Point(round(box[0] + 27 + index * min(28, room / max(1, of - 1)), 1), box[1] + 132)


_ABREAST = 14  # how far from the lane the two rows of a crowd stand


def _room(radius: float) -> float:
    """Return how many degrees of a lane brokers may take: without its ends and the seals."""
    return 90 - 2 * edge(radius, STREET + 23) - math.degrees(2.5 * _SEAL_BOX / radius)


@functools.lru_cache(maxsize=1024)
def is_crowded(place: int, of: int) -> bool:
    """Return whether this number of brokers in a district must be drawn small, in two rows, to be seen."""
    if place >= FIRST_CELL:
        return False
    radius = _lane_radius(place)
    return math.radians(_room(radius)) * radius < 31 * (of - 1)


@functools.lru_cache(maxsize=1024)
def lane(place: int, index: int, of: int) -> Point:
    """Return the middle of a broker on the lane of a district, counted from the seals; many stand closer."""
    radius = _lane_radius(place)
    step, across, wide = index, 0, 42
    if is_crowded(place, of):
        step, across, of, wide = index // 2, _ABREAST if index % 2 else -_ABREAST, (of + 1) // 2, 28
    spread = min(math.degrees(wide / radius), _room(radius) / max(1, of - 1))
    end = edge(radius, STREET + 23)
    first = min(end + math.degrees(3 * _SEAL_BOX / radius), 90 - end - (of - 1) * spread)
    return turned(place // DISTRICTS, radius + across, first + step * spread)


def _around(point: Point, width: float, height: float) -> Box:
    return (point.x - width / 2, point.y - height / 2, width, height)


# Which seal of a place an action is: face down, face up, a neutral or a moved broker.
SEALS = (DOWN, UP, PLACE)


def _place_boxes(place: int) -> dict[int, Box]:
    if place < FIRST_CELL:
        size = (_SEAL_BOX - 2, _SEAL_BOX - 2)
        return {kind.action(place): _around(seal(place, which), *size) for which, kind in enumerate(SEALS)}
    x, y = cell(place)
    half = CELL / 2
    return {
        UP.action(place): (x - half, y - half, half, 42),
        DOWN.action(place): (x, y - half, half, 42),
        PLACE.action(place): (x - half, y + 6, CELL, half - 6),
    }


@functools.cache
def action_boxes() -> Mapping[int, Box]:
    """Return the box around each action that is a place on the board, in units of the viewBox."""
    boxes: dict[int, Box] = {}
    for index in range(MAX_SEATS):
        boxes[ORDER.action(index)] = (*order_card(index + 1), *ORDER_SIZE)
    for place in range(len(PLACE_TEXTS)):
        boxes |= _place_boxes(place)
    for quarter in range(QUARTERS):
        boxes[QUARTER.action(quarter)] = (*card(quarter), *CARD_SIZE)
    half = STEP * STEPS / 2
    for colour in range(COLOURS):
        left = shaft(colour) - SHAFT_WIDTH / 2
        boxes[RAISE.action(colour)] = (left, SHAFT_TOP, SHAFT_WIDTH, half)
        boxes[LOWER.action(colour)] = (left, SHAFT_TOP + half, SHAFT_WIDTH, half)
    return boxes


def column_box(colour: int) -> Box:
    """Return the box of a column of the market with its sum."""
    return (shaft(colour) - CELL / 2, MARKET_TOP, CELL, MARKET_FOOT - MARKET_TOP + 34)


def _seals_box(place: int) -> Box:
    """Return the box of the seals: the end of a lane that brokers leave free."""
    seals = [seal(place, which) for which in range(3)]
    left, top = min(one.x for one in seals), min(one.y for one in seals)
    right, low = max(one.x for one in seals), max(one.y for one in seals)
    half = _SEAL_BOX / 2
    return (left - half, top - half, right - left + _SEAL_BOX, low - top + _SEAL_BOX)


def subject_boxes() -> dict[str, Box]:
    """Return the boxes of all things on the board that can be asked about, by subject."""
    boxes: dict[str, Box] = {
        "round": (LEFT, ROUND_Y - 17, 33 * ROUNDS, 34),
        "order": (order_card(1).x, ORDER_TOP, RIGHT - order_card(1).x, ORDER_SIZE[1]),
        "throne": THRONE_BOX,
        "values": (LEFT, SHAFT_TOP - 20, RIGHT - LEFT, SHAFT_FOOT - SHAFT_TOP + 70),
        "market": (MARKET_LEFT, MARKET_TOP - ROW_ZERO, CELL * COLOURS, ROW_ZERO),
    }
    for quarter in range(QUARTERS):
        boxes[f"card-{quarter + 1}"] = (*card(quarter), *CARD_SIZE)
        boxes[f"ship-{quarter + 1}"] = _around(ship(quarter), *SHIP_BOX)
        boxes[f"quarter-{quarter + 1}"] = _around(quarter_number(quarter), 36, 36)
    for place, name in enumerate(PLACE_TEXTS):
        if place < FIRST_CELL:
            boxes[name] = _seals_box(place)
        elif place >= FIRST_CELL + COLOURS:
            boxes[name] = _around(cell(place), CELL, CELL)
    for seat in range(MAX_SEATS):
        boxes[f"screen-{seat}"] = screen(seat)
    boxes["neutral"] = screen(NEUTRAL)
    for row in range(1, ROWS):
        boxes[f"row-{row}"] = _around(row_gem(row), 44, CELL)
    for colour in range(COLOURS):
        left = shaft(colour) - SHAFT_WIDTH / 2
        boxes[f"value-{Gem(colour).id}"] = (left, SHAFT_TOP - 20, SHAFT_WIDTH, STEP * STEPS + 20)
        boxes[f"column-{Gem(colour).id}"] = (shaft(colour) - CELL / 2, MARKET_FOOT, CELL, 34)
    return boxes


def percent(box: Box) -> Box:
    """Return a box in percent of the board."""
    return house.percent(box, VIEWBOX)


def boxes() -> dict[int, Box]:
    """Return the box (left, top, width, height) of each action that is a place, in percent of the board."""
    return {action: percent(box) for action, box in action_boxes().items()}


def spots() -> dict[str, Box]:
    """Return the box around each subject on the board, in percent."""
    return {subject: percent(box) for subject, box in subject_boxes().items()}


def views() -> list[tuple[Message, Box]]:
    """Return the parts beside the town that can be shown alone: the market and the value table."""
    market = (
        LEFT - 8,
        MARKET_TOP - ROW_ZERO - 8,
        RIGHT - LEFT + 16,
        MARKET_FOOT - MARKET_TOP + ROW_ZERO + 50,
    )
    values = (LEFT - 8, SHAFT_TOP - 40, RIGHT - LEFT + 16, SHAFT_FOOT - SHAFT_TOP + 100)
    return [(Message("Market"), percent(market)), (Message("Gem values"), percent(values))]
