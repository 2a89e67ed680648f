"""What quick guesses about Caylus go by: numbers in prestige points where nothing else is said.

`ESTIMATE_POLICY[0]` is what the estimate goes by, fitted to how games end (`bench.estimate_policy`;
`estimate_policy.toml`). `SHIPPED_POLICY[0]` is what the quick player of playouts goes by, found by self-play
(`bench.playout_policy`; `playout_policy.toml`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from donjon.caylus.nouns import Class, Cube, Effect, Row, Section
from donjon.caylus.tables import CLASS
from donjon.kernel.nouns import at_hand
from donjon.kernel.policies import names_of, read_policy
from donjon.kernel.records import Floats, Ints, Record, Records, field, layout


class Weight(IntEnum):
    """The numbers of a policy; where there are several of a kind, the first of them."""

    ONE_MORE = 0  # times what one more cube or denier is worth (donjon.caylus.bots.holdings)
    NEW_KIND = 6  # a cube of a kind that one has none of
    HALF_TIME = 7  # after so many rounds half of what things held could bring is still to come
    USE = 8  # times what tiles bring their owner in the rounds to come, by class
    BUILD = 12  # a tile built, beside its points and its use, by class
    ROOM = 16  # the first residence, which lets its owner build prestige tiles
    ROOM_BY_GOLD = 17  # the same for each gold
    ROW = 18  # a favour used on a row, beside what it brings
    COLUMN = 22  # times what a marker's column brings the favours to come, by row
    SECTION_FAVOUR = 26  # a favour that houses in a section promise
    THREAT = 27  # the more spaces the bailiff has to go, the less a section without a house threatens
    HOUSE = 28  # a house, beside its points and the favours it promises, by section
    BEHIND = 31  # times the chance that a building up to the provost runs
    AHEAD = 32  # the same beyond the provost
    LIKELY = 33  # from which chance on the cubes of a building are counted on
    VISIT = 34  # how much the point of another for a visit matters here
    HARM = 35  # how much it matters what others get from their workers
    DENY = 36  # of what a building brings others who could have taken it
    GATE = 37
    POST = 38  # the trading post, beside its deniers
    GUILD = 39
    JOUST = 40  # the joust field while one cannot joust
    STABLES = 41  # beside the better place in the order
    INN = 42
    PLACE_IN_ORDER = 43  # a place earlier in the turn order
    NO_BATCH_YET = 44  # what standing in the castle without a batch costs
    CASTLE = 45  # standing there with one, beside what it brings
    RIVAL_HOUSES = 46  # how much rivals in the castle make the favour for most houses less likely
    FREE_RIVALS = 47  # the part of a rival that one who may still come there is
    CASTLE_FIRST = 48  # how much likelier it is for who stands first
    USED = 49  # a worker on a building of use, beside what that brings, by effect
    OWN = 56  # a worker on an own building
    TEMPO = 57  # a denier that a placement leaves over may be wanted later in the round
    PASS = 58
    BY_GUILD = 59  # how much of a move of the provost by the guild lasts, for others move it, too
    BEFORE_OTHERS = 60  # the same where others may still move it in phase 4
    STEP = 61  # a step of the provost onwards
    PRESS_STEP = 62  # the same for each ten points ahead
    PRESS_HOUSE = 63  # a house for each ten points ahead
    WORKER_AT_HOME = 64  # rather than in the inn


at_hand(Weight)
_CLASSES = ("wood", "stone", "residence", "prestige")
# The names of those of which there are several, in the order of their nouns.
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
    return read_policy("donjon.caylus.bots", file, NAMES).view(POLICY)  # type: ignore[attr-defined]


ESTIMATE_POLICY: Records[Policy] = _read("estimate_policy.toml")
SHIPPED_POLICY: Records[Policy] = _read("playout_policy.toml")
# IN_CLASS[tile]: how far the number of its class is behind the first of a block by class.
IN_CLASS: Ints = np.maximum(np.asarray(CLASS, np.int64) - Class.WOOD, 0)
