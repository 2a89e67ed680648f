"""Print how long it takes to draw a game that is played move by move, in milliseconds."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from donjon.drawing.protocol import drawing_of
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.play.match import Match

PANELS = ("hand", "seats", "cards", "piles", "scores")
MOVES = 80


def positions(game: Game, moves: int) -> list[Any]:
    """Return positions of a random game, one after another, from its middle on, when the table is full."""
    random, match = Random(1), Match(game, game.read_options(game.seats.start, {}), seed="drawing")
    found = []
    while not match.over:
        found.append(match.state.copy())
        seat = match.waiting[0]
        match.play(random.choice(match.legal_actions(seat)), seat=seat)
    middle = len(found) // 2
    return found[middle : middle + moves]


def measure(game: Game, moves: int) -> dict[str, float]:
    """Return the milliseconds that each part takes for a position, by the name of the part.

    Templates are compiled before.
    """
    drawing, names = drawing_of(game), ["Ann", "Bob", "Cleo", "Dan", "Eve"][: game.seats.start]
    fresh = Match(game, game.read_options(game.seats.start, {}), seed="fresh").view(None)
    for part in ("draw", *PANELS):
        getattr(drawing, part)(fresh)
    spent = dict.fromkeys(("view", "draw", *PANELS), 0.0)

    def timed(part: str, do: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        done = do()
        spent[part] += 1000 * (time.perf_counter() - began)
        return done

    states = positions(game, moves)
    for state in states:
        for seat in (None, 0):
            view = timed("view", lambda state=state, seat=seat: game.view(state, seat))
            for part in ("draw", *PANELS):
                draw = getattr(drawing, part)
                timed(part, lambda draw=draw, view=view: draw(view, names=names))
    return {part: all_of_it / len(states) / 2 for part, all_of_it in spent.items()}


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.drawing", description=__doc__)
    parser.add_argument("--game", action="append", choices=list(games), help="only this game")
    parser.add_argument("--moves", type=int, default=MOVES, help="so many positions of a game")
    options = parser.parse_args()
    table = Table("ms a drawing", "view", "draw", *PANELS, "all")
    for name in options.game or games:
        found = measure(games[name], options.moves)
        table.add_row(name, *(f"{ms:.2f}" for ms in (*found.values(), sum(found.values()))))
    Console().print(table)


if __name__ == "__main__":
    main()
