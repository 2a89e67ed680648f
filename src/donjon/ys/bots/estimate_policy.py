"""What the estimate goes by: numbers in points where nothing else is said, fitted to how games end.

`ESTIMATE_POLICY[0]` is in use (`estimate_policy.toml`, found by `bench.estimate_policy`).
"""

from __future__ import annotations

from enum import IntEnum

from donjon.kernel.nouns import at_hand
from donjon.kernel.policies import names_of, read_policy
from donjon.kernel.records import Floats, Record, Records, field, layout
from donjon.ys.nouns import ROUNDS


class Weight(IntEnum):
    """The numbers of a policy; of those for each round the first one."""

    GEM_NOW = 0  # of what a colour would bring if scored now
    GEM_HOPE = 4  # of its first place's points, by the share of squares that the own gems are
    GEM_OPEN = 8  # what may still come to a colour, in squares of gems
    GEM_EACH = 12  # any gem held
    BLACK_NOW = 16  # of what black gems would bring if scored now
    BLACK_EACH = 20  # each of the first three black gems
    SHIP = 24  # a gem of a quarter or row to come
    HARBOUR = 28  # the black gem of a harbour to come
    MERCHANTS = 32  # times the points of merchants to come
    COURT_TO_COME = 33  # times those of Prince and King
    CARD_TO_COME = 34  # a card of a palace
    BEST_BIDDER = 35
    COLUMN = 36  # a step of a colour's value, for each gem more than the others have
    COURT = 37  # times the points of Prince and King that are had
    CARD = 38  # held
    LATE_CARD = 39  # held in the last round
    QUIET_CARD = 40  # Spy, Bishop or Magician: not more than having them in play
    IN_PLAY = 41
    INTRIGUER = 42
    QUEEN = 43
    TO_PLACE = 44  # a point of a broker still to be placed
    FRONT = 45  # and of one that stands in the front, for ties
    LATE_ORDER = 46  # a place later in the order
    THRONE = 47  # a point of a broker in the throne room
    PRESENT = 48  # what a broker of 0 still weighs in a contest
    OPEN = 49  # what may come to a contest of everybody while all turns are left
    LAST = 50  # and when none is left
    UNSETTLED = 51  # times what contests seem to bring while brokers are still placed


at_hand(Weight)
_BY_ROUND = (
    Weight.GEM_NOW,
    Weight.GEM_HOPE,
    Weight.GEM_OPEN,
    Weight.GEM_EACH,
    Weight.BLACK_NOW,
    Weight.BLACK_EACH,
    Weight.SHIP,
    Weight.HARBOUR,
)
NAMES = names_of(
    Weight,
    {weight: [f"{weight.name.lower()}_{number}" for number in range(1, ROUNDS + 1)] for weight in _BY_ROUND},
)
POLICY_SIZE = len(NAMES)


class Policy(Record):
    """The numbers of a policy, by Weight."""

    numbers: Floats = field("f8", POLICY_SIZE)


POLICY = layout(Policy)
ESTIMATE_POLICY: Records[Policy] = read_policy("donjon.ys.bots", "estimate_policy.toml", NAMES).view(POLICY)  # type: ignore[attr-defined]
