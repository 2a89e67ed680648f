"""Compiling ahead: calls every entry point of bots and arena once, so that they come from the disk cache.

A file beside the machine code of a game's bots says that it is there, so that a look does not need the
compiler.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from donjon.bots import deciding
from donjon.bots.choosing import choose
from donjon.kernel import compiling, nature, playout, rules
from donjon.kernel.decisions import decisions_and_points
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.perft import perft


def warm_bots(name: str) -> None:
    """Compile the bots of a game, or load them.

    One process compiles a game at a time; the others wait, and load what it has made.
    """
    if is_ready(name):
        _think_once(name)
        return
    # It imports Numba at once.
    from donjon.kernel.saving import alone

    mark = _mark(name)
    with alone(mark.with_suffix(".lock")):
        _think_once(name)
        mark.touch()


def is_ready(name: str) -> bool:
    """Are the bots of a game compiled, or is nothing to be compiled here?"""
    return compiling.is_interpreted() or _mark(name).exists()


def _think_once(name: str) -> None:
    state = _first_decision(games[name])
    choose(games[name], state, int(rules.moving_seat(state)), "search:1", 0)


def warm() -> None:
    """Compile all entry points for all games into the disk cache, or load them from there."""
    for name in games:
        warm_game(name)


def warm_game(name: str) -> None:
    """Compile all entry points for a game, or load them."""
    game = games[name]
    warm_bots(name)
    playout.random_results(game, min(game.seats), 1, 0)
    playout.signature(game, min(game.seats), 1)
    perft(game, min(game.seats), 1)
    state = _first_decision(game)
    decisions_and_points(state, int(rules.moving_seat(state)))


def _mark(name: str) -> Path:
    """The file that is there when the bots of a game are compiled, for this copy of the program.

    Numba keeps machine code by place and age of the file that the entry point is in.
    """
    source = Path(deciding.__file__)
    facts = source.stat()
    told = f"{name}\n{source}\n{facts.st_mtime_ns}\n{facts.st_size}"
    folder = compiling.cache_home() / compiling.source_digest()
    return folder / f"bots-{hashlib.sha256(told.encode()).hexdigest()[:16]}.ready"


def _first_decision(game: Game) -> Any:
    state = playout.start_states(game, min(game.seats))[0]
    nature.decide(state, 0)
    return state
