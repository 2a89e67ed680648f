"""Who makes nature's choices in a match: the frozen generator, keyed by the match's seed.

Draw number n of a match is made from stream n of the seed's key, so that it depends on nothing but
the seed, its place in the match and the weights; anybody can check it afterwards.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import numpy as np

from donjon.kernel import generic, rng


def fresh_seed() -> str:
    """A seed that nobody can guess: 128 random bits in hex."""
    return secrets.token_hex(16)


def seed_hash(seed: str | int) -> str:
    """What is published before a game: the SHA-256 of the seed's text, in hex."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def choose(state: Any, seed: str | int, draw: int) -> int:
    """Nature's action at a state that waits for her, as draw number `draw` (from 0) of the match."""
    game = generic.game_of(state)
    weights = np.zeros(game.ACTIONS, np.int64)
    total = generic.chances(state, weights)
    return int(rng.weighted(rng.new(seed, draw), weights, int(total)))
