"""What the leaves of a search think of a bid: neither the least nor the most (YS-4.1)."""

from __future__ import annotations

import pytest

import donjon
from donjon.kernel import copy, rules
from donjon.ys.actions import BID
from donjon.ys.bots.estimate import USUAL_BID
from donjon.ys.tables import VALUE_HIGH, VALUE_LOW


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_middling_bid_looks_best(players: int) -> None:
    match = donjon.new("ys", players=players, seed=1)
    seat = match.waiting[0]
    bids = [action for action in match.legal_actions(seat) if action in BID]
    sums = {
        action: int(VALUE_LOW[action - BID.first]) + int(VALUE_HIGH[action - BID.first]) for action in bids
    }
    worth = {}
    for action in bids:
        after = copy(match.state)
        rules.apply(after, seat, action, None)
        worth[action] = rules.estimate(after, seat)
    assert min(sums.values()) < USUAL_BID < max(sums.values())
    assert sums[max(bids, key=lambda action: worth[action])] == USUAL_BID
