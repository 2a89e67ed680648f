"""Numbers that pin behaviour: a change of a rule of Ys shows here as a changed number, on purpose."""

from __future__ import annotations

import pytest

from donjon.kernel import playout
from donjon.kernel.playout import perft
from tests.games.ys.stage import GAME

# Sequences of 1, 2, … actions from the first decision, nature's included, by (players, seed).
PERFT = {
    (2, 0): [14, 196, 392, 19992, 281232, 3021312],
    (3, 1): [14, 196, 2744, 8232, 16464],
    (4, 2): [14, 196, 2744, 38416, 153664],
}
# Over 1,000 random games of seed 0, by players.
SIGNATURES = {2: "a888c16f", 3: "c622bb4a", 4: "385e0174"}


@pytest.mark.parametrize(("players", "seed"), PERFT)
def test_perft(players: int, seed: int) -> None:
    """All pairs of a bid but 2+2, seat after seat; then the choice of order cards, and placement."""
    counts = PERFT[players, seed]
    assert [perft(GAME, players, depth, seed) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("players", SIGNATURES)
def test_signature_over_a_thousand_games(players: int) -> None:
    assert playout.signature(GAME, players) == SIGNATURES[players]


@pytest.mark.parametrize("players", SIGNATURES)
def test_interpreted_rules_give_the_same_digest(players: int) -> None:
    """The first games of the signature, played by the plain Python functions."""
    interpreted = playout.block_digest(GAME, players, 0, interpreted=True, games=15)
    assert interpreted == playout.block_digest(GAME, players, 0, games=15)
