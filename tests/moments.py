"""Random games, action by action, for tests that look at what happens within an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import donjon
from donjon import Game
from donjon.play.moments import Happening, happen
from donjon.testing import Played

__all__ = ["Happening", "World", "happen"]


class World:
    """A random game; `seed` names it."""

    def __init__(self, game: Game, players: int, options: dict[str, Any], seed: str) -> None:
        self.game = game
        self.played = Played(donjon.new(game.name, players, seed, "imposed", **options), seed)

    def play(self) -> Iterator[tuple[Any, int, int, Happening]]:
        """For each action the position before, whose it was, the action, what happened."""
        for step in self.played.steps:
            happening = happen(self.game, step.before, step.seat, step.action)
            yield step.before, step.seat, step.action, happening
