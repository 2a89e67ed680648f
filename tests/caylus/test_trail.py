"""Every event of random games has a place on the board, or is one of those that have none."""

from __future__ import annotations

import random

import pytest

import donjon
from donjon.caylus.tales import TALE_NAMES
from donjon.caylus.trail import subject

# Of the round, of a player's holdings, of the end: nothing on the board to point at.
NOWHERE = {
    "place_in_order",
    "round_began",
    "phase_began",
    "income",
    "paid_any",
    "exchanged_two",
    "exchanged_four",
    "columns_open",
    "favour_lost",
    "favour_vp",
    "favour_cube",
    "swapped",
    "order_swapped",
    "game_over",
    "counted_gold",
    "counted_cubes",
    "counted_deniers",
    "won",
}
FIXED = {"bridge", "castle", "provost", "bailiff", "dungeon", "walls", "towers", "gate", "trading_post"}
FIXED |= {"merchants_guild", "joust_field", "stables", "inn"}


@pytest.mark.parametrize("seed", range(4))
def test_events_have_a_place(seed: int) -> None:
    chance = random.Random(seed)
    match = donjon.new("caylus", players=2 + seed, seed=seed)
    while not match.over:
        for event in match.play(chance.choice(match.legal)):
            found = subject(event, match.view(None))
            assert event.kind in TALE_NAMES
            if event.kind in NOWHERE:
                assert found is None
            elif found is not None:
                assert found in FIXED or found.startswith(("road-", "favour-")), (event, found)
            else:
                # Only what a building did that has been converted since.
                assert event.kind in ("produced", "owner_took", "sold", "bought", "bought_two", "traded")
