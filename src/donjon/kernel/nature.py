"""Who makes nature's choices in a match: the frozen generator, keyed by the match's seed.

Draw number n of a match is made from stream n of the seed's key, so that it depends on nothing but
the seed, its place in the match and the weights; anybody can check it afterwards.
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
    """A seed that nobody can guess: 128 random bits in hex."""
    return secrets.token_hex(16)


def commitment(seed: str | int) -> str:
    """Return what is published before a game: the SHA-256 of a label and the seed's text, in hex.

    Nothing follows from it about the key of the draws. Raises BadOption for an invalid seed.
    """
    return digest(Label.COMMITMENT, rng.seed_text(seed))


def seed_hash(seed: str | int) -> str:
    """Return the SHA-256 of the seed's text alone, in hex, which old records carry.

    Every draw follows from it, so it is shown only where it was published already, and after the end.
    Raises BadOption for an invalid seed.
    """
    return hashlib.sha256(rng.seed_text(seed).encode()).hexdigest()


def choose(state: Any, seed: str | int, draw: int) -> int:
    """Nature's action at a state that waits for her, as draw number `draw` (from 0) of the match.

    Raises BadPosition where there is nothing to choose from: only a stated position can lead there.
    """
    game = rules.game_of(state)
    weights = np.zeros(game.ACTIONS, np.int64)
    total = int(rules.chances(state, weights))
    if total <= 0:
        raise BadPosition("The position is impossible: chance is to decide, but has nothing to choose from.")
    return int(rng.weighted(rng.new(seed, draw), weights, total))


def decide(state: Any, seed: str | int) -> None:
    """Play nature's choices from the start of a match until a seat is to decide."""
    draw = 0
    while int(rules.waiting(state)) == 1 << rules.NATURE:
        rules.apply(state, rules.NATURE, choose(state, seed, draw), None)
        draw += 1
