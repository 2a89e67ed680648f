"""Every decision of random games offers what the second implementation finds from the view alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import donjon
from tests.caylus import by_hand

GAMES = 12


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_legal_actions_are_those_found_by_hand(players: int) -> None:
    """D-01 to D-20, by CAY-5.3 to CAY-5.6, CAY-6.2.1, CAY-7.2, CAY-8, CAY-9.2, CAY-11.2.3, CAY-13."""
    asked: Counter[str] = Counter()
    for seed in range(GAMES):
        chance = random.Random(seed)
        values = "revised" if seed % 2 else "rulebook"
        match = donjon.new("caylus", players=players, seed=seed, tile_values=values)
        while not match.over:
            view = match.view(None)
            expected = by_hand.legal_texts(view)
            legal = set(match.legal)
            assert legal == expected, (seed, view["ask"], legal ^ expected)
            asked[view["ask"]] += 1
            # Random players hardly build: let these use what they can.
            eager = [text for text in match.legal if text not in ("pass", "decline", "take back")]
            match.play(chance.choice(eager if eager and chance.random() < 0.8 else match.legal))
    assert {"place", "gate", "provost", "produce", "build", "row", "sell", "buy", "batch"} <= set(asked)
