"""How bots rate what can be done, and random games to rate."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

import donjon
from donjon.kernel import rules
from tests.games.caylus.stage import GAME, NAME, Stage


def ratings(stage: Stage) -> dict[str, float]:
    """The appeal of every legal action by its text."""
    state, seat = stage.match.state, stage.match.waiting[0]
    mask = np.zeros(GAME.ACTIONS, np.uint8)
    worth = np.full(GAME.ACTIONS, np.nan, np.float32)
    rules.legal(state, seat, mask)
    rules.rollout_score(state, seat, mask, worth)
    return {GAME.action_text(state, seat, action): float(worth[action]) for action in np.flatnonzero(mask)}


def favourite(stage: Stage) -> str:
    """The action with most appeal."""
    rated = ratings(stage)
    return max(rated, key=lambda text: rated[text])


def worth(stage: Stage, seat: int = 0) -> float:
    """The estimate of the position for a seat."""
    return float(rules.estimate(stage.match.state, seat))


def decisions(players: int, seed: int) -> Iterator[donjon.Match]:
    """A random game of players who rather do something than nothing, before each decision and at its end."""
    chance = random.Random(f"{players} {seed}")
    match = donjon.new(NAME, players=players, seed=seed)
    while not match.over:
        yield match
        eager = [text for text in match.legal if text not in ("pass", "decline", "take back")]
        match.play(chance.choice(eager if eager and chance.random() < 0.8 else match.legal))
    yield match
