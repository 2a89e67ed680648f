"""Compiling ahead: opens every door of bots and arena once, so that they come from the disk cache."""

from __future__ import annotations

import donjon
from donjon.bots.choosing import choose
from donjon.kernel import playout
from donjon.kernel.game import games


def warm_bots() -> None:
    """Compile the bots for all games, or load them."""
    for name in games:
        match = donjon.new(name, players=min(games[name].seats), seed=0)
        choose(match.game, match.state, match.waiting[0], "search:1", 0)


def warm() -> None:
    """Compile all doors for all games into the disk cache, or load them from there."""
    warm_bots()
    for name in games:
        game = games[name]
        playout.random_totals(game, min(game.seats), 1, 0)
        playout.signature(game, min(game.seats), 1)
        playout.perft(game, min(game.seats), 1)
