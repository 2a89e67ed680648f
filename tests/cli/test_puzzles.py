"""`donjon puzzles`."""

import json
from pathlib import Path

import donjon as library
from donjon.coach import puzzle_from
from tests.cli.command import donjon, refused

QUICK = ("--share", 0, "--points", 0, "--playouts", 4, "--seed", 3)


def test_puzzles_are_written_into_a_file(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.json"
    result = donjon("puzzles", "ys", "--count", 1, "--out", out, *QUICK)
    assert (result.exit_code, result.stdout) == (0, ""), result.output
    data = json.loads(out.read_text())
    assert (data["game"], data["seed"], data["bounds"]["long"]) == ("ys", "3", 4)
    puzzle = puzzle_from(data["puzzles"][0])
    match = library.from_position(puzzle.position)
    assert match.waiting == (puzzle.seat,)
    assert match.read(puzzle.solution)
    assert donjon("puzzles", "ys", "--count", 1, *QUICK).stdout == out.read_text()


def test_a_game_or_number_of_players_that_there_is_not() -> None:
    assert "no-game" in refused("puzzles", "no-game")
    assert "not 9" in refused("puzzles", "ys", "--players", 9)
