"""What a quick player of playouts goes by: numbers in points, found by self-play (`bench.playout_policy`).

A policy is float64[POLICY_SIZE]; `SHIPPED_POLICY` is the one in use, of `playout_policy.toml`.
"""

from __future__ import annotations

from enum import IntEnum

from donjon.kernel.nouns import at_hand
from donjon.kernel.policies import names_of, read_policy
from donjon.ys.nouns import CHARACTERS, VALUES, Character


class Weight(IntEnum):
    """The numbers of a policy, but for how gladly it plays each card, which stand behind them."""

    BASE = 0  # what standing in a contest weighs, beside the sum there
    OPEN = 1  # what may still come to a contest while all turns are left
    SHUT = 2  # and when none is left
    RIVALS = 3  # how much the part of the rivals counts, beside the own one
    HIDDEN = 4  # what a rival's broker lying face down is guessed to be
    NEUTRAL_HIDDEN = 5  # and a neutral one
    NEUTRAL_PLACED = 6  # what a neutral broker that is to be placed is taken for
    NEUTRAL_FIRST = 7  # placing it before the own ones
    COST = 8  # what a broker of 0 would be worth elsewhere; those of 1 to 4 are the next numbers
    EARLY_COST = 13  # a point of a broker more while all turns are left
    UP = 14  # placing the broker first that lies face up
    HIDE = 15  # a point of a broker lying face down
    FRONT = 16  # what taking a broker from the front costs
    SHIP = 17  # the gems of a quarter, all of them
    GEM = 18  # any gem
    GEM_RANK = 19  # a step in the order of the values of colours
    GEM_GAIN = 20  # a point that it would bring if scored now
    GEM_MORE = 21  # a gem of the same colour that one has
    HARBOUR = 22  # any black gem
    HARBOUR_GAIN = 23  # a point that it brings
    PALACE = 24  # a card that can be played in two rounds or more
    LATE_PALACE = 25  # in one
    CELL = 26  # a place in the market
    ROW = 27  # the gem of a row
    BEST_BIDDER = 28
    COLUMN = 29  # a point of a broker in the column of a colour, for each gem more than the others have
    BID = 30  # the usual bid
    BID_MISS = 31  # a point of a bid more or less than that
    BID_ZERO = 32  # a broker of 0 in a bid
    BID_FOUR = 33  # a broker of 4
    LATE_ORDER = 34  # a place later in the order
    LOOK = 35  # choosing a broker for Spy, Wizard or Messenger
    SOLDIER = 36  # a point less of the broker that the Soldier makes 5
    MESSENGER = 37  # a point of the place to which the Messenger moves


at_hand(Weight)
CARD_NAMES = Character.ids()[:CHARACTERS]
_NUMBERS = names_of(Weight, {Weight.COST: [f"cost_{value}" for value in range(VALUES)]})
WEIGHTS = len(_NUMBERS)
NAMES = (*_NUMBERS, *(f"cards.{name}" for name in CARD_NAMES))
POLICY_SIZE = len(NAMES)
SHIPPED_POLICY = read_policy("donjon.ys.bots", "playout_policy.toml", NAMES)
