"""The worth of things held, in prestige points: guesses for bots, shrinking to the final count.

Guesses use the numbers of a policy. `ESTIMATE_POLICY[0]` is for the estimate, fitted to how games end
(`bench.estimate_policy`; `estimate_policy.toml`). `SHIPPED_POLICY[0]` is for playouts, found by self-play
(`bench.playout_policy`; `playout_policy.toml`).

The figures are averages of sensible play: what a cube, a denier, a favour or a tile usually brings in the
rounds still to come. They never decide a rule.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from donjon.games.caylus import tables
from donjon.games.caylus.castle import free_part
from donjon.games.caylus.favours import next_column
from donjon.games.caylus.model import (
    COLUMNS,
    CUBES,
    NONE,
    PARTS,
    ROWS,
    SECTIONS,
    TILES,
    Class,
    Cube,
    Effect,
    Phase,
    Row,
    Seat,
    Section,
    State,
    Tile,
)
from donjon.games.caylus.round_end import MOVE, count_cubes, count_deniers, count_gold
from donjon.games.caylus.tables import CLASS
from donjon.kernel.bot_settings import names_of, read_policy
from donjon.kernel.compiling import compilable
from donjon.kernel.nouns import at_hand
from donjon.kernel.records import FloatGrid, Floats, Ints, Record, Records, field, layout

# The numbers of the guesses


class Weight(IntEnum):
    """The numbers of a policy; where there are several of a kind, the first of them."""

    ONE_MORE = 0  # times the worth of one more cube or denier (donjon.games.caylus.bots.holdings)
    NEW_KIND = 6  # a cube of a kind that the seat has none of
    HALF_TIME = 7  # rounds after which half of what things held could bring is still to come
    USE = 8  # times what tiles bring their owner in the rounds to come, by class
    BUILD = 12  # a tile built, beside its points and its use, by class
    ROOM = 16  # the first residence, which lets its owner build prestige tiles
    ROOM_BY_GOLD = 17  # the same for each gold
    ROW = 18  # a favour used on a row, beside what it brings
    COLUMN = 22  # times what a marker's column brings the favours to come, by row
    SECTION_FAVOUR = 26  # a favour that houses in a section promise
    THREAT = 27  # the more spaces the bailiff has to go, the less a section without a house threatens
    HOUSE = 28  # a house, beside its points and the favours it promises, by section
    BEHIND = 31  # times the probability that a building up to the provost is activated
    AHEAD = 32  # the same beyond the provost
    LIKELY = 33  # the probability from which the cubes of a building are relied on
    VISIT = 34  # weight of the point that another seat gets for a visit
    HARM = 35  # weight of the yields of others' workers
    DENY = 36  # of what a building brings others who could have taken it
    GATE = 37
    POST = 38  # the trading post, beside its deniers
    GUILD = 39
    JOUST = 40  # the joust field while the seat cannot joust
    STABLES = 41  # beside the better place in the order
    INN = 42
    PLACE_IN_ORDER = 43  # a place earlier in the turn order
    NO_BATCH_YET = 44  # the cost of standing in the castle without a batch
    CASTLE = 45  # standing there with a batch, beside its gain
    RIVAL_HOUSES = 46  # how much rivals in the castle make the favour for most houses less likely
    FREE_RIVALS = 47  # the part of a rival that may still come there
    CASTLE_FIRST = 48  # how much likelier it is for the seat that stands first
    USED = 49  # a worker on a useful building, beside its gain, by effect
    OWN = 56  # a worker on a building of its own
    TEMPO = 57  # a denier that a placement leaves over may be wanted later in the round
    PASS = 58
    BY_GUILD = 59  # the part of a guild move of the provost that lasts, as others move it, too
    BEFORE_OTHERS = 60  # the same where others may still move it in phase 4
    STEP = 61  # a step of the provost onwards
    PRESS_STEP = 62  # the same for each ten points ahead
    PRESS_HOUSE = 63  # a house for each ten points ahead
    WORKER_AT_HOME = 64  # rather than in the inn


at_hand(Weight)
_CLASSES = ("wood", "stone", "residence", "prestige")
# The names of numbers of which there are several, in the order of their model.
_SEVERAL: dict[Weight, list[str]] = {
    Weight.ONE_MORE: [*Cube.ids(), "denier"],
    Weight.USE: [f"use_{name}" for name in _CLASSES],
    Weight.BUILD: [f"build_{name}" for name in _CLASSES],
    Weight.ROW: [f"row_{name}" for name in Row.ids()],
    Weight.COLUMN: [f"column_{name}" for name in Row.ids()],
    Weight.HOUSE: [f"house_{name}" for name in Section.ids()],
    Weight.USED: [f"to_{effect.name.lower()}" for effect in Effect if effect != Effect.NOTHING],
}
NAMES = names_of(Weight, _SEVERAL)
POLICY_SIZE = len(NAMES)


class Policy(Record):
    """The numbers of a policy, by Weight; compiled code hands a record on as one word, an array as seven."""

    numbers: Floats = field("f8", POLICY_SIZE)


POLICY = layout(Policy)


def _read(file: str) -> Any:
    return read_policy("donjon.games.caylus.bots", file, NAMES).view(POLICY)  # type: ignore[attr-defined]


ESTIMATE_POLICY: Records[Policy] = _read("estimate_policy.toml")
SHIPPED_POLICY: Records[Policy] = _read("playout_policy.toml")
# IN_CLASS[tile]: how far the number of its class is behind the first of a block by class.
IN_CLASS: Ints = np.maximum(np.asarray(CLASS, np.int64) - Class.WOOD, 0)


# Guesses


# Spaces that the bailiff goes in a round, about; houses that a player gives in a round, about.
PACE = 1.5
HOUSES_BY_ALL, HOUSES_EACH = 0.5, 0.6
# The rest of a round from each phase on, as a part of a round.
REST_OF_ROUND: Floats = np.array([0.5, 0.5, 0.5, 0.25, 0.2, 0.15, 0.05, 0.0, 0.0])

MOST = 16  # number of a kind from which one more is worth as much as the one before
# Of each kind of cube (model.Cube): what the first is worth, and how much of that the following are.
FIRST_CUBE = (1.5, 1.3, 1.7, 1.7, 4.2)
FURTHER_CUBES = (1.0, 0.95, 0.85, 0.7, 0.55, 0.45, 0.4)
FURTHER_GOLD = (1.0, 1.0, 0.95, 0.9, 0.82, 0.76, 0.72)
FURTHER_DENIERS = (0.9, 0.85, 0.8, 0.7, 0.65, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3)
DENIERS = CUBES  # the row of deniers in ONE_MORE and HELD
FINAL: Floats = np.array([1 / tables.CUBES_PER_VP] * 4 + [tables.VP_PER_GOLD, 1 / tables.DENIERS_PER_VP])


def _one_more() -> np.ndarray:
    table = np.zeros((CUBES + 1, MOST + 1))
    for count in range(MOST + 1):
        for cube in range(CUBES):
            fade = FURTHER_GOLD if cube == Cube.GOLD else FURTHER_CUBES
            table[cube, count] = FIRST_CUBE[cube] * fade[min(count, len(fade) - 1)]
        table[DENIERS, count] = FURTHER_DENIERS[min(count, len(FURTHER_DENIERS) - 1)]
    return table


# ONE_MORE[kind, held]: what one more is worth while much is to come; HELD[kind, held]: all of them.
ONE_MORE: FloatGrid = _one_more()
HELD: FloatGrid = np.concatenate(
    [np.zeros((CUBES + 1, 1)), np.cumsum(np.asarray(ONE_MORE), axis=1)[:, :-1]], axis=1
)

# What a tile owned brings its owner in a round to come: visits of others, a cheap place for own workers.
_USE = {
    Tile.FARM_FOOD: 0.35,
    Tile.FARM_CLOTH: 0.4,
    Tile.QUARRY_WOOD: 0.45,
    Tile.SAWMILL_WOOD: 0.35,
    Tile.MARKET_WOOD: 0.35,
    Tile.PEDDLER_WOOD: 0.3,
    Tile.MASON: 0.5,
    Tile.LAWYER: 0.35,
    Tile.FARM_STONE: 0.8,
    Tile.PARK: 0.7,
    Tile.WORKSHOP: 0.8,
    Tile.ARCHITECT: 0.4,
    Tile.BANK: 0.4,
    Tile.ALCHEMIST: 0.35,
    Tile.CHURCH: 0.35,
    Tile.TAILOR: 0.3,
    Tile.RESIDENCE: 0.6,
    Tile.LIBRARY: 0.6,
    Tile.HOTEL: 1.2,
}
USE: Floats = np.array([_USE.get(Tile(tile), 0.0) for tile in range(TILES)])
# Rounds in which a tile is of use, at most: others build too, and the road grows longer than the provost.
USEFUL = 6.0
MOST_GOLD = 3  # the most that the first residence is worth more

# AMBITION[tile]: what a prestige tile brings beyond its cubes and gold, about; 0 for other tiles.
_GIVEN: Floats = np.array([1.35, 1.2, 1.5, 1.5, 3.3])
AMBITION: Floats = np.where(
    np.asarray(tables.CLASS) == Class.PRESTIGE,
    np.asarray(tables.VP[0])
    + 2.4 * np.asarray(tables.FAVOURS)
    - np.asarray(tables.COST) @ np.asarray(_GIVEN),
    0.0,
)
# How much of it counts with all cubes there, and what is left of that for each cube missing; without a
# residence, and without an architect on the road.
READY, EACH_MISSING, NO_ROOM, NO_ARCHITECT = 0.6, 0.6, 0.5, 0.4

# The part of a section's favours that a number of houses promises, with progress towards the next.
PROGRESS = 0.4
FAVOURS_A_ROUND = 0.6
MOST_FAVOURS = 4.0
# COLUMN[row, column]: what the column brings a favour to come beyond column 1, about.
COLUMN: FloatGrid = np.array(
    [
        [0.0, 0.2, 0.45, 0.7, 0.95, 1.2],
        [0.0, 0.2, 0.35, 0.5, 0.65, 0.8],
        [0.0, 0.1, 0.25, 0.4, 0.5, 0.9],
        [0.0, 0.25, 0.6, 1.0, 1.1, 1.4],
    ]
)
# BUILD_EFFECT[column]: the use of the build row's best column when nothing is known of the cubes to pay.
BUILD_EFFECT: Floats = np.array([0.0, 0.0, 1.2, 2.2, 2.3, 3.2])


def _progress() -> np.ndarray:
    table = tables.SECTION_FAVOURS.astype(np.float64)
    for section in range(SECTIONS):
        for houses in range(1, table.shape[1] - 1):
            if tables.SECTION_FAVOURS[section, houses + 1] > tables.SECTION_FAVOURS[section, houses]:
                table[section, houses] += PROGRESS
            elif 2 * houses < table.shape[1]:
                table[section, houses] += PROGRESS / 2
    return table


# PROMISE[section, own houses]: favours, and progress towards the next.
PROMISE: FloatGrid = _progress()


@compilable
def rounds_left(state: State) -> float:
    """Return about how many rounds follow the present one; 0 in the last."""
    if state.scored == SECTIONS:
        return 0.0
    bailiff = int(state.bailiff)
    if state.phase < Phase.END or state.stage == MOVE:
        bailiff += 2 if state.provost > bailiff else 1
    spaces = int(tables.SECTION_SPACE[SECTIONS - 1]) - bailiff
    part = free_part(state)
    if spaces <= 0 or part == NONE:
        return 0.0
    by_castle = (PARTS - part) / (HOUSES_BY_ALL + HOUSES_EACH * state.players)
    return max(0.5, min(spaces / PACE, by_castle))


@compilable
def liveliness(state: State, rounds: float, policy: Policy) -> float:
    """Return the part of what things held could bring that is still to come, from 1 down to 0."""
    ahead = rounds + REST_OF_ROUND[state.phase]
    return float(ahead / (ahead + policy.numbers[Weight.HALF_TIME]))


@compilable
def one_more(kind: int, held: int, live: float, policy: Policy) -> float:
    """Return the worth of one more cube of a kind, or denier, to a seat that holds `held` of them."""
    worth = policy.numbers[Weight.ONE_MORE + kind] * ONE_MORE[kind, max(0, min(int(held), MOST))]
    if held <= 0 and kind != DENIERS:
        worth += policy.numbers[Weight.NEW_KIND]
    return float(FINAL[kind] + live * (worth - FINAL[kind]))


@compilable
def all_held(kind: int, held: int, live: float, policy: Policy) -> float:
    """Return the worth of a number of cubes of a kind, or of deniers."""
    held = int(held)
    worth = HELD[kind, min(held, MOST)] + max(0, held - MOST) * ONE_MORE[kind, MOST]
    return float(
        FINAL[kind] * held + live * (policy.numbers[Weight.ONE_MORE + kind] * worth - FINAL[kind] * held)
    )


@compilable
def holdings(state: State, seat: int, live: float, policy: Policy) -> float:
    """Return the worth of the cubes and deniers of a seat; at the end the final count."""
    me = state.seats[seat]
    if live == 0.0:
        return float(count_gold(me) + count_cubes(me) + count_deniers(me))
    worth = all_held(DENIERS, me.deniers, live, policy)
    for cube in range(CUBES):
        worth += all_held(cube, me.cubes[cube], live, policy)
    return worth


@compilable
def row_worth(state: State, me: Seat, row: int, live: float, rounds: float, policy: Policy) -> float:
    """Return the worth of a favour on a row: its effect, and its marker one column on."""
    before = int(me.columns[row])
    column = next_column(state, me, row)
    worth = column_worth(row, column, rounds, policy) - column_worth(row, before, rounds, policy)
    worth += policy.numbers[Weight.ROW + row]
    if row == Row.PRESTIGE:
        return worth + float(tables.ROW_GAIN[row, column])
    if row == Row.MONEY:
        return (
            worth
            + all_held(DENIERS, me.deniers + tables.ROW_GAIN[row, column], live, policy)
            - all_held(DENIERS, me.deniers, live, policy)
        )
    if row == Row.CUBES:
        return worth + cube_effect(me, column, live, policy)
    return worth + live * BUILD_EFFECT[column]


@compilable
def column_worth(row: int, column: int, rounds: float, policy: Policy) -> float:
    """Return the worth of a marker's column for the favours to come."""
    times = policy.numbers[Weight.COLUMN + row] * COLUMN[row, column]
    return float(times * min(MOST_FAVOURS, rounds * FAVOURS_A_ROUND))


@compilable
def cube_effect(me: Seat, column: int, live: float, policy: Policy) -> float:
    """Return the best that the row of cubes gives a marker in this column."""
    if column == COLUMNS:
        return one_more(Cube.GOLD, me.cubes[Cube.GOLD], live, policy)
    best = 0.0
    if column >= 1:
        best = one_more(Cube.FOOD, me.cubes[Cube.FOOD], live, policy)
    if column >= 2:
        best = max(best, one_more(Cube.WOOD, me.cubes[Cube.WOOD], live, policy))
        best = max(best, one_more(Cube.STONE, me.cubes[Cube.STONE], live, policy))
    if column >= 3:
        best = max(best, one_more(Cube.CLOTH, me.cubes[Cube.CLOTH], live, policy))
    return best


@compilable
def favour_worth(state: State, me: Seat, live: float, rounds: float, policy: Policy) -> float:
    """Return the worth of a favour gained now: the best of the rows not used in this phase."""
    if state.simplified:
        return float(tables.SIMPLIFIED_VP)
    best = 0.0
    for row in range(ROWS):
        if me.rows[row] == 0:
            best = max(best, row_worth(state, me, row, live, rounds, policy))
    return best


@compilable
def tile_use(tile: int, rounds: float, policy: Policy) -> float:
    """Return the worth of a tile to its owner in the rounds to come."""
    return float(policy.numbers[Weight.USE + IN_CLASS[tile]] * USE[tile] * min(rounds, USEFUL))


@compilable
def room_worth(me: Seat, rounds: float, policy: Policy) -> float:
    """Return the worth of the first residence: prestige tiles need one (CAY-8.3.7)."""
    if rounds == 0:
        return 0.0
    gold = min(MOST_GOLD, int(me.cubes[Cube.GOLD]))
    return float(policy.numbers[Weight.ROOM] + policy.numbers[Weight.ROOM_BY_GOLD] * gold)


@compilable
def section_worth(state: State, section: int, houses: int, policy: Policy) -> float:
    """Return the worth of the favours for a number of houses; the threatening loss without any (CAY-10.3)."""
    if houses > 0:
        return float(PROMISE[section, houses] * policy.numbers[Weight.SECTION_FAVOUR])
    spaces = max(0, int(tables.SECTION_SPACE[section]) - int(state.bailiff) - 1)
    return float(-float(tables.SECTION_LOSS[section, 0]) / (1.0 + policy.numbers[Weight.THREAT] * spaces))
