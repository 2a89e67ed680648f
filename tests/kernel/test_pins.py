"""Numbers that pin behaviour: a change of a rule shows here as a changed number, on purpose.

They are what `donjon perft GAME --players P --seed S --depth D` and `donjon signature GAME` print.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import donjon
from donjon.kernel import playout
from donjon.kernel.playout import perft, sequences
from tests.cli.command import FIXTURES

# Sequences of 1, 2, … actions from the first decision, nature's included, by (game, players, seed).
PERFT = {
    ("kingdom-builder", 2, 0): [58, 142, 408, 408, 2040, 122400],
    ("kingdom-builder", 3, 1): [56, 160, 542, 542, 2710, 151760],
    ("kingdom-builder", 4, 2): [54, 128, 466, 466, 2330, 130480],
    ("caylus", 2, 0): [16, 242, 3426, 44095, 515045],
    ("caylus", 3, 1): [17, 275, 4227, 61057, 831817],
    ("caylus", 4, 2): [17, 275, 4227, 61652, 843132],
    ("caylus", 5, 3): [17, 275, 4227, 61652, 852132],
    ("ys", 2, 0): [14, 196, 392, 19992, 281232],
    ("ys", 3, 1): [14, 196, 2744, 8232, 16464],
    ("ys", 4, 2): [14, 196, 2744, 38416, 153664],
}
# The same from within a recorded game: sequences of two actions after each 20 actions of it, together.
WITHIN = {
    "kingdom-builder/4-search": 1204,
    "caylus/2-greedy-revised": 653,
    "caylus/3-greedy": 2969,
    "caylus/5-greedy-simplified": 2912,
}
# Over 1,000 random games of seed 0, by (game, players).
SIGNATURES = {
    ("kingdom-builder", 2): "fda63c26",
    ("kingdom-builder", 3): "bb602d00",
    ("kingdom-builder", 4): "5220aa66",
    ("caylus", 2): "69826da0",
    ("caylus", 3): "f431361e",
    ("caylus", 4): "37d79870",
    ("caylus", 5): "ff38ee4b",
    ("ys", 2): "a888c16f",
    ("ys", 3): "c622bb4a",
    ("ys", 4): "385e0174",
}


@pytest.mark.parametrize(("game", "players", "seed"), PERFT)
def test_perft(game: str, players: int, seed: int) -> None:
    counts = PERFT[game, players, seed]
    assert [perft(donjon.games[game], players, depth, seed) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", WITHIN)
def test_perft_within_a_game(name: str) -> None:
    match = donjon.load((FIXTURES / f"{name}.record").read_text())
    starts = range(0, len(match.moves), 20)
    assert sum(sequences(match.state_at(number), 2) for number in starts) == WITHIN[name]


@pytest.mark.parametrize("game", donjon.games)
def test_every_number_of_players_is_pinned(game: str) -> None:
    seats = list(donjon.games[game].seats)
    assert [players for name, players, _ in PERFT if name == game] == seats
    assert [players for name, players in SIGNATURES if name == game] == seats


@pytest.mark.parametrize(("game", "players"), SIGNATURES)
def test_signature_over_a_thousand_games(game: str, players: int) -> None:
    assert playout.signature(donjon.games[game], players) == SIGNATURES[game, players]


@pytest.mark.parametrize(("game", "players"), SIGNATURES)
def test_interpreted_rules_give_the_same_signature(game: str, players: int) -> None:
    """The first block of a signature, played by the plain Python functions."""
    rules = donjon.games[game]
    interpreted = playout.block_digest(rules, players, 0, interpreted=True)
    assert interpreted == playout.block_digest(rules, players, 0)


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_signature_does_not_depend_on_python_hashes(hash_seed: str) -> None:
    script = (
        "import donjon; from donjon.kernel import playout; "
        "print(*(playout.signature(game, 2) for game in donjon.games.values()))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [SIGNATURES[game, 2] for game in donjon.games]
