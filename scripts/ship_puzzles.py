"""Find the puzzles that ship with the games, and write them to the games' files, the clearest first.

`python scripts/ship_puzzles.py [GAME ...]`. Bots that have become better may see what others did not before:
so positions that ship already are judged anew, and then more are searched for. The file is written after each
puzzle, so that an interrupted run continues when it is started again.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from itertools import islice
from pathlib import Path

from donjon.coach import Bounds, Puzzle, find
from donjon.coach.puzzles import FILE, puzzle_of, read, written
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.notation.position import from_position

# The seed of the games that are searched; change it when bots have become better.
SEED = "shipped 2"
# The least number of puzzles, by number of players.
WANTED = {2: 24, 3: 16, 4: 10}


def file_of(game: Game) -> Path:
    """Return the path of a game's puzzles."""
    return Path(str(resources.files(game.drawing_module.rpartition(".")[0])), FILE)


def still_clear(old: list[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles whose positions still make a puzzle for today's bots, judged anew."""
    bounds = Bounds()
    patient = replace(bounds, glance=bounds.long)  # a first look would save no time
    for puzzle in old:
        found = puzzle_of(from_position(puzzle.position), patient)
        if found is not None:
            yield replace(found, source=puzzle.source)


def fresh(game: Game, known: list[Puzzle]) -> Iterator[Puzzle]:
    """Yield puzzles from games not used yet, until there are enough for each number of players."""
    enough = Counter(puzzle.players for puzzle in known)
    games_known = {(puzzle.players, puzzle.source[0]) for puzzle in known}
    for players, count in WANTED.items():
        new = (one for one in find(game, players, SEED) if (players, one.source[0]) not in games_known)
        yield from islice(new, max(0, count - enough[players]))


def renew(game: Game) -> None:
    """Write the file of a game anew."""
    file = file_of(game)
    old = read(file.read_text("utf-8")) if file.is_file() else []
    kept = list(still_clear(old))
    print(f"{game.name}: {len(kept)} of {len(old)} are puzzles still", flush=True)
    for puzzle in fresh(game, list(kept)):
        kept.append(puzzle)
        print(f"{game.name}: {len(kept)}", flush=True)
        write(game, kept)
    write(game, kept)


def write(game: Game, puzzles: list[Puzzle]) -> None:
    """Write puzzles to the file of a game, the clearest first."""
    ordered = sorted(puzzles, key=lambda puzzle: -puzzle.share)
    file_of(game).write_text(written(game, SEED, Bounds(), ordered), encoding="utf-8")


def main() -> None:
    """Write the file of each game, or of the games named as arguments."""
    for name in sys.argv[1:] or games:
        renew(games[name])


if __name__ == "__main__":
    main()
