"""The recorded games: how each begins, and who looks at it.

The records lie in `records/`. They were played by `recorded`, half at random and half by `greedy`, and are
not played anew when bots change: their actions are what the texts are made from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import donjon
from donjon.bots import choose
from donjon.play.match import Match
from donjon.testing.sample import EAGER

HERE = Path(__file__).parent
RECORDS, TEXTS = HERE / "records", HERE / "texts"
SPECTATOR, EVERYTHING = "spectator", "everything"


@dataclass(frozen=True)
class Case:
    """A recorded game. `name` is that of its files, `options` are those of `donjon.new`."""

    name: str
    game: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name

    @property
    def record(self) -> Path:
        """The file of the record."""
        return RECORDS / f"{self.name}.donjon"

    @property
    def viewers(self) -> Sequence[str]:
        """The texts that are made of it: all that is so, what a spectator sees, what the last seat sees."""
        return EVERYTHING, SPECTATOR, f"seat-{self.players - 1}"

    def text(self, viewer: str) -> Path:
        """The file of a text."""
        return TEXTS / f"{self.name}-{viewer}.txt"


CASES = (
    Case("kingdom-builder-2-first-game", "kingdom-builder", 2, {"board": "first-game"}),
    Case("kingdom-builder-2", "kingdom-builder", 2),
    Case("kingdom-builder-3", "kingdom-builder", 3),
    Case("kingdom-builder-3-lords", "kingdom-builder", 3, {"cards": ["lords", "citizens", "farmers"]}),
    Case(
        "kingdom-builder-4",
        "kingdom-builder",
        4,
        {"cards": ["miners", "workers", "knights"], "sectors": ["barn", "paddock", "tavern", "tower"]},
    ),
    Case(
        "kingdom-builder-4-merchants",
        "kingdom-builder",
        4,
        {"cards": ["merchants", "hermits", "discoverers"], "sectors": ["harbor", "oasis", "farm", "oracle"]},
    ),
    Case("caylus-2", "caylus", 2),
    Case("caylus-3", "caylus", 3),
    Case("caylus-4", "caylus", 4),
    Case("caylus-5", "caylus", 5),
    Case("caylus-2-simplified", "caylus", 2, {"favours": "simplified"}),
    Case("caylus-3-revised", "caylus", 3, {"tile_values": "revised"}),
    Case("ys-2", "ys", 2),
    Case("ys-2-harder-open", "ys", 2, {"neutral": "harder", "open_placement": "yes"}),
    Case("ys-3", "ys", 3),
    Case("ys-3-royal-quarters", "ys", 3, {"royal_favour": "yes", "quarters": 3}),
    Case("ys-4", "ys", 4),
    Case("ys-4-royal", "ys", 4, {"royal_favour": "yes"}),
    Case("ys-4-express-open", "ys", 4, {"express": "yes", "open_placement": "yes"}),
    Case("ys-3-royal-express", "ys", 3, {"royal_favour": "yes", "express": "yes"}),
)


def recorded(case: Case, seed: int) -> Match:
    """Play a new game of a case to its end; half of the decisions are `greedy`'s, the others random."""
    match = donjon.new(case.game, case.players, seed, **case.options)
    random = Random(f"{case.name} {seed}")
    while not match.over:
        seat = match.waiting[int(random.random() * len(match.waiting))]
        if random.random() < 0.5:
            actions = choose(match.game, match.state, seat, "greedy", len(match.moves))
        else:
            actions = [_at_random(match, seat, random)]
        for action in actions:
            match.play(action, seat)
    return match


def _at_random(match: Match, seat: int, random: Random) -> int:
    """Return a random legal action; those that end a seat's turn are rare, so that much happens."""
    legal = match.legal_actions(seat)
    others = [action for action in legal if action not in match.game.FINISHING]
    among = others if others and random.random() < EAGER else legal
    return among[int(random.random() * len(among))]
