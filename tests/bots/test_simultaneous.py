"""Where several seats decide at once, a bot decides for its own seat, whoever else is still to decide."""

from __future__ import annotations

import numpy as np
import pytest

import donjon
from donjon.bots import Bot, choose, plan, running
from donjon.bots.workspace import new_workspace
from donjon.kernel import NATURE, NOBODY, rng, rules
from donjon.kernel.game import copy

GAME = donjon.games["ys"]
BOTS = (
    Bot("random", plan.RANDOM),
    Bot("greedy", plan.GREEDY),
    Bot("short flat", plan.FLAT, playouts=8, depth=4),
    Bot("tree", plan.TREE, playouts=4),
)


@pytest.mark.parametrize("bot", BOTS, ids=[bot.name for bot in BOTS])
@pytest.mark.parametrize("first", [(), (0,), (0, 1), (1, 3)])
def test_a_bid_of_any_seat(bot: Bot, first: tuple[int, ...]) -> None:
    match = donjon.new("ys", players=4, seed=2)
    for seat in first:
        match.play("bid 3+4", seat=seat)
    for seat in match.waiting:
        chosen = choose(GAME, match.state, seat, bot, "x", interpreted=True)
        assert len(chosen) == 1
        assert chosen[0] in match.legal_actions(seat)


def test_a_bid_does_not_depend_on_bids_that_are_hidden() -> None:
    chosen = set()
    for bid in ("bid 0+0", "bid 4+4", "bid 1+2"):
        match = donjon.new("ys", players=4, seed=2)
        match.play(bid, seat=1)
        chosen.add(tuple(choose(GAME, match.state, 2, BOTS[1], "same", interpreted=True)))
    assert len(chosen) == 1


def test_bots_do_not_wait_for_people() -> None:
    """Bots at seats 1 and 3 bid; then only people are left, and play_on stops."""
    match = donjon.new("ys", players=4, seed=2)
    states = np.zeros(1, GAME.STATE)
    states[0] = copy(match.state)
    plans = np.zeros(4, plan.PLAN)
    plans["kind"][[1, 3]] = plan.RANDOM
    assert running.deciding_seat(states[0], plans) == 1
    luck = np.array([rng.new("luck")], rng.RNG)
    log = np.zeros(50, np.int64)
    played = running.play_on.interpreted(states, plans, luck, luck.copy(), 50, log, new_workspace(GAME))  # type: ignore[attr-defined]
    assert played == 2
    assert int(rules.waiting(states[0])) == 0b0101
    assert running.deciding_seat(states[0], plans) == NOBODY
    start = donjon.new("ys", players=4, seed=2, nature="imposed")
    assert running.deciding_seat(start.state, plans) == NATURE
