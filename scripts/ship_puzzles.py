"""Find the puzzles that ship with the games, and write them where they are read from, the clearest first."""

from __future__ import annotations

from importlib import resources
from itertools import islice
from pathlib import Path

from donjon.coach import Bounds, Puzzle, find
from donjon.coach.puzzle_files import FILE, written
from donjon.kernel.games import games

SEED = "shipped"
# By number of players.
WANTED = {2: 34, 3: 16}


def found(name: str) -> list[Puzzle]:
    """The puzzles of a game, said as they come."""
    puzzles = []
    for players, count in WANTED.items():
        for puzzle in islice(find(games[name], players, SEED), count):
            puzzles.append(puzzle)
            print(f"{name}: {len(puzzles)} of {sum(WANTED.values())}", flush=True)
    return sorted(puzzles, key=lambda puzzle: -puzzle.share)


def main() -> None:
    """Write the file of each game."""
    for name, game in games.items():
        package = str(resources.files(game.drawing_module.rpartition(".")[0]))
        Path(package, FILE).write_text(written(game, SEED, Bounds(), found(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
