"""Every decision of random games offers what the second implementation finds from the view alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import donjon
from tests.caylus import by_hand

GAMES = 8
BUILT = ("mason", "lawyer", "peddler_wood", "bank", "church", "tailor", "alchemist", "architect", "park")
RARE = {"lawyer", "favour_build", "favour_cubes", "trade", "exchange", "pay", "site", "swap_for", "bonus"}
COMMON = {"place", "gate", "guild", "inn", "provost", "produce", "build", "row", "sell", "buy", "batch"}


def rich(players: int, seed: int) -> donjon.Match:
    """A match of players who can pay for everything, with special buildings on the road and columns open."""
    cubes = dict.fromkeys(by_hand.KINDS, 9)
    columns = dict.fromkeys(by_hand.ROWS, 3)
    residences = {str(space): {"tile": "residence", "owner": space % 2} for space in range(19, 23)}
    return donjon.from_position(
        {
            "game": "caylus",
            "players": players,
            "seed": seed,
            "neutral_tiles": list(by_hand.TILES)[:6],
            "turn_order": list(range(players)),
            "road": {
                str(space): {"tile": tile, "owner": space % players}
                for space, tile in zip(by_hand.DATA["road"]["build_order"], BUILT, strict=False)
            }
            | residences,
            "provost": 20,
            "bailiff": 18,
            "scored": 2,
            "seats": [{"deniers": 40, "cubes": cubes, "columns": columns} for _ in range(players)],
        }
    )


def play_and_compare(match: donjon.Match, chance: random.Random, asked: Counter[str]) -> None:
    """Play to the end; at every decision both implementations must offer the same."""
    while not match.over:
        view = match.view(None)
        legal, expected = set(match.legal), by_hand.legal_texts(view)
        assert legal == expected, (view["ask"], legal ^ expected)
        asked[view["ask"]] += 1
        # Random players hardly build: let these use what they can.
        eager = [text for text in match.legal if text not in ("pass", "decline", "take back")]
        match.play(chance.choice(eager if eager and chance.random() < 0.8 else match.legal))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_legal_actions_are_those_found_by_hand(players: int) -> None:
    """D-01 to D-20, by CAY-5.3 to CAY-5.6, CAY-6.2.1, CAY-7.2, CAY-8, CAY-9.2, CAY-11.2.3, CAY-13."""
    asked: Counter[str] = Counter()
    for seed in range(GAMES):
        values = "revised" if seed % 2 else "rulebook"
        match = donjon.new("caylus", players=players, seed=seed, tile_values=values)
        play_and_compare(match, random.Random(seed), asked)
    assert set(asked) >= COMMON - {"guild"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_so_they_are_for_rich_players(players: int) -> None:
    """The decisions that poor players seldom come to: CAY-8.3.3, CAY-8.3.7, CAY-8.4, CAY-8.5, CAY-11.5."""
    asked: Counter[str] = Counter()
    for seed in range(GAMES):
        play_and_compare(rich(players, seed), random.Random(seed), asked)
    assert set(asked) >= RARE
