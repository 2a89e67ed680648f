"""Files of puzzles: how they are written and read, and those that ship with the games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from donjon.coach.puzzling import FORMAT, LEVELS, Bounds, Puzzle, puzzle_from
from donjon.errors import DonjonError
from donjon.kernel.game import Game
from donjon.kernel.games import games

FILE = "puzzles.json"
DECIMALS = 4


class BadPuzzles(DonjonError):
    """A file of puzzles that cannot be read."""


def written(game: Game, seed: str, bounds: Bounds, found: Sequence[Puzzle]) -> str:
    """The text of a file of puzzles: how they were found, then one on a line. Figures have four decimals."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.rules_version,
        "seed": seed,
        "levels": LEVELS,
        "bounds": vars(bounds),
    }
    lines = ",\n".join(_line(puzzle) for puzzle in found)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "puzzles": [\n{lines}\n]}}\n'


def _line(puzzle: Puzzle) -> str:
    exact = json.dumps(puzzle.as_dict(), ensure_ascii=False)
    return json.dumps(
        json.loads(exact, parse_float=lambda figure: round(float(figure), DECIMALS)), ensure_ascii=False
    )


def read(text: str, rules: str | None = None) -> list[Puzzle]:
    """The puzzles of a file; none if they are for another version of the `rules`. Raises BadPuzzles."""
    try:
        given = json.loads(text)
        if given["format"] != FORMAT:
            raise BadPuzzles(f"These puzzles have format {given['format']}, not {FORMAT}: find them again.")
        fits = rules in (None, given["rules"])
        return [puzzle_from(one) for one in given["puzzles"]] if fits else []
    except (ValueError, KeyError, TypeError) as error:
        raise BadPuzzles(f"This is no file of puzzles: {error!r}") from None


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that ship with a game, the clearest first; there may be none. Raises BadPuzzles.

    There are none under other rules, such as a host's own data: the solutions might not be right there.
    """
    package = games[game].drawing_module.rpartition(".")[0] if game in games else ""
    file = resources.files(package) / FILE if package else None
    if file is None or not file.is_file():
        return ()
    return tuple(read(file.read_text("utf-8"), games[game].rules_version))
