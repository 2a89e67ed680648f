"""Measure how often a seat's turn begins, and write `turns.json`, from which clocks get their times.

Run it after a change of the rules of a game: `python -m scripts.turns`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from statistics import mean

import numpy as np

from donjon.kernel import rng, rules
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.playout import attractive_action, nature_step
from donjon.kernel.rules import NATURE
from donjon.table.store.paces import TURNS

# Games played for each number of players.
GAMES = 6


def turns(game: Game, players: int, seed: str) -> Iterator[int]:
    """Yield for each seat the number of its turns at a clock in one game, played plausibly."""
    state = game.blank()
    rules.setup(state, game.read_options(players, {}))
    chance = rng.new(seed, 0)
    mask, worths = np.zeros(game.ACTIONS, np.uint8), np.zeros(game.ACTIONS)
    weights = np.zeros(game.ACTIONS, np.int64)
    counts, before = [0] * players, set[int]()
    while not rules.over(state):
        while rules.seats_waiting(state) == (NATURE,):
            nature_step(state, chance, weights)
        waiting = set(rules.seats_waiting(state)) - {NATURE}
        for seat in waiting - before:
            counts[seat] += 1
        before = waiting
        if waiting:
            seat = min(waiting)
            action = attractive_action(state, seat, chance, 1.0, mask, worths)
            rules.apply(state, seat, int(action), None)
    yield from counts


def measured(game: Game, players: int, label: str = "turns", number: int = GAMES) -> float:
    """Return the mean number of a seat's turns in some games."""
    return mean(count for one in range(number) for count in turns(game, players, f"{label} {one}"))


def main() -> None:
    """Measure all games, and write the file."""
    found = {
        name: {str(players): round(measured(game, players)) for players in game.seats}
        for name, game in games.items()
    }
    TURNS.write_text(json.dumps(found, indent=1) + "\n")
    print(TURNS.read_text())


if __name__ == "__main__":
    main()
