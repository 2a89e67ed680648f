"""Files of puzzles, and those that ship: each stands, its solution is legal, its figures keep the bounds."""

from __future__ import annotations

import pytest

import donjon
from donjon.coach import BadPuzzles, Bounds, Puzzle, puzzles_of
from donjon.coach.puzzle_files import DECIMALS, read, written
from donjon.coach.puzzling import ASKED
from donjon.kernel import rules
from tests.coach.conftest import EASY


def test_what_is_written_is_read(puzzles: list[Puzzle]) -> None:
    found = puzzles[0]
    again = read(written(donjon.games[found.game], "3", EASY, puzzles))
    assert len(again) == len(puzzles)
    assert (again[0].position, again[0].seat) == (found.position, found.seat)
    assert [choice.actions for choice in again[0].choices] == [choice.actions for choice in found.choices]
    assert again[0].share == pytest.approx(found.share, abs=10**-DECIMALS)
    assert again[0].reason.message.english() == found.reason.message.english()


def test_puzzles_of_other_rules_are_none(puzzles: list[Puzzle]) -> None:
    game = donjon.games[puzzles[0].game]
    text = written(game, "3", EASY, puzzles)
    assert len(read(text, game.rules_version)) == len(puzzles)
    assert read(text, f"{game.rules_version}+own") == []


@pytest.mark.parametrize(
    ("text", "says"),
    [("{", "no file of puzzles"), ("[]", "no file"), ("{}", "no file"), ('{"format": 1}', "format 1, not 2")],
)
def test_what_is_no_file_of_puzzles_is_said(text: str, says: str) -> None:
    with pytest.raises(BadPuzzles, match=says):
        read(text)


def test_a_game_without_puzzles_has_none() -> None:
    assert puzzles_of("nothing") == ()


# Enough to come back for: at least so many of each game.
SHIPPED = 50


@pytest.mark.parametrize("game", ["caylus", "kingdom-builder", "ys"])
def test_what_ships_can_be_played(game: str) -> None:
    bounds, puzzles = Bounds(), puzzles_of(game)
    assert len(puzzles) >= SHIPPED
    assert len({(puzzle.players, puzzle.source[0]) for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        match = donjon.from_position(puzzle.position)
        assert (match.game.name, match.players, match.waiting) == (game, puzzle.players, (puzzle.seat,))
        assert rules.decision_complete(match.state)
        assert tuple(match.read(puzzle.solution)) == puzzle.choices[0].actions
        assert len(puzzle.choices) >= bounds.fewest
        for choice in puzzle.choices[1:]:
            assert choice.behind >= bounds.share
            assert puzzle.choices[0].lead - choice.lead >= bounds.points
        assert all(2 * found <= ASKED for found in puzzle.found_by.values())
