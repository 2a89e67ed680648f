"""Compiling ahead: calls every entry point of bots and arena once, so that they come from the disk cache."""

from __future__ import annotations

from typing import Any

from donjon.bots.choosing import choose
from donjon.kernel import nature, playout, rules
from donjon.kernel.decisions import decisions_and_points
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.perft import perft


def warm_bots() -> None:
    """Compile the bots for all games, or load them."""
    for name in games:
        state = _first_decision(games[name])
        choose(games[name], state, int(rules.moving_seat(state)), "search:1", 0)


def warm() -> None:
    """Compile all entry points for all games into the disk cache, or load them from there."""
    warm_bots()
    for name in games:
        game = games[name]
        playout.random_totals(game, min(game.seats), 1, 0)
        playout.signature(game, min(game.seats), 1)
        perft(game, min(game.seats), 1)
        state = _first_decision(game)
        decisions_and_points(state, int(rules.moving_seat(state)))


def _first_decision(game: Game) -> Any:
    state = playout.start_states(game, min(game.seats))[0]
    nature.decide(state, 0)
    return state
