"""A digest of how a game ended, so that other rules, or another program, can be held against it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from donjon.kernel import rules
from donjon.kernel.game import Game


def digest(game: Game, state: Any, actions: int) -> str:
    """SHA-256, in hex, of a final position after this many stored actions.

    Made from plain data with names (points by source, ranks, position), not from the bytes of the state, so
    that it stays the same when the state is laid out anew.
    """
    players = int(rules.seats(state))
    points = np.zeros((players, len(game.SOURCES)), np.int32)
    rules.points(state, points)
    told = {
        "game": game.name,
        "actions": actions,
        "points": [dict(zip(game.SOURCES, map(int, row), strict=True)) for row in points],
        "ranks": rules.ranking(state),
        "position": game.position(state),
    }
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
