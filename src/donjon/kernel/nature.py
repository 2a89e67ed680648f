"""Make nature's choices in a match with the frozen generator, keyed by the match's seed.

Draw number n of a match is made from stream n of the seed's key, so that it depends only on the seed, its
place in the match and the weights. Anyone can check it after the game.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import numpy as np

from donjon.errors import BadPosition
from donjon.kernel import rng, rules
from donjon.kernel.labels import Label, digest


def fresh_seed() -> str:
    """Return a new secret seed: 128 random bits in hex."""
    return secrets.token_hex(16)


def commitment(seed: str | int) -> str:
    """Return the value published before a game: the SHA-256 of a label and the seed's text, in hex.

    It reveals nothing about the key of the draws. Raises BadOption for an invalid seed.
    """
    return digest(Label.COMMITMENT, rng.seed_text(seed))


def seed_hash(seed: str | int) -> str:
    """Return the SHA-256 of the seed's text alone, in hex, which old records contain.

    All draws can be computed from it, so show it only if it has been published already, or after the end of
    the game. Raises BadOption for an invalid seed.
    """
    return hashlib.sha256(rng.seed_text(seed).encode()).hexdigest()


def choose(state: Any, seed: str | int, draw: int) -> int:
    """Return nature's action at a state in which it is her turn, as draw `draw` (from 0) of the match.

    Raises BadPosition if there is nothing to choose from; only a stated position can lead there.
    """
    game = rules.game_of(state)
    weights = np.zeros(game.ACTIONS, np.int64)
    total = int(rules.chances(state, weights))
    if total <= 0:
        raise BadPosition("The position is impossible: a random draw is due, but nothing can be drawn.")
    return int(rng.weighted(rng.new(seed, draw), weights, total))


def decide(state: Any, seed: str | int) -> None:
    """Play nature's choices from the start of a match to the first turn of a seat."""
    draw = 0
    while int(rules.waiting(state)) == 1 << rules.NATURE:
        rules.apply(state, rules.NATURE, choose(state, seed, draw), None)
        draw += 1
