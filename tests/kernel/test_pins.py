"""Numbers that pin behaviour: a change of a rule shows here as a changed number, on purpose."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import donjon
from donjon.kernel import playout

GAME = donjon.games["kingdom-builder"]

# Sequences of 1, 2, … actions from the first decision, nature's included, by (players, seed).
PERFT = {
    (2, 0): [58, 142, 408, 408, 2040, 122400],
    (3, 1): [56, 160, 542, 542, 2710, 151760],
    (4, 2): [54, 128, 466, 466, 2330, 130480],
}
# Over 1,000 random games of seed 0, by players.
SIGNATURES = {2: "fda63c26", 3: "bb602d00", 4: "5220aa66"}


@pytest.mark.parametrize(("players", "seed"), PERFT)
def test_perft(players: int, seed: int) -> None:
    counts = PERFT[players, seed]
    assert [playout.perft(GAME, players, depth, seed) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("players", SIGNATURES)
def test_signature_over_a_thousand_games(players: int) -> None:
    assert playout.signature(GAME, players) == SIGNATURES[players]


@pytest.mark.parametrize("block", range(1000 // playout.BLOCK_GAMES))
def test_interpreted_rules_give_the_same_signature(block: int) -> None:
    """The ten blocks of the two-player signature, played by the plain Python functions."""
    interpreted = playout.block_digest(GAME, 2, block, interpreted=True)
    assert interpreted == playout.block_digest(GAME, 2, block)


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_signature_does_not_depend_on_python_hashes(hash_seed: str) -> None:
    script = (
        "import donjon; from donjon.kernel import playout; "
        "print(playout.signature(donjon.games['kingdom-builder'], 2))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == SIGNATURES[2]
