"""Puzzles: one decision is clearly best, bots miss it, and all of it can be checked again."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import donjon
from donjon.coach import (
    BadPuzzles,
    Bounds,
    Puzzle,
    analyse,
    find,
    puzzle_from,
    puzzle_of,
    puzzles_of,
)
from donjon.coach import puzzles as puzzles_module
from donjon.coach.analysis import Analysis
from donjon.coach.puzzles import ASKED, DECIMALS, read, written
from donjon.kernel import rules
from tests.coach.conftest import EASY, SEED
from tests.coach.test_reviewing import choice
from tests.toy.installing import install, installed_here


def with_lead(share: float, behind: float, error: float, lead: float) -> Analysis:
    """Two decisions that differ so."""
    best, other = replace(choice(share), lead=lead), choice(share - behind, behind, error)
    return Analysis("ys", 0, (best, other), None)


@pytest.mark.parametrize(
    ("behind", "error", "lead", "sure", "is_clear"),
    [
        (0.3, 0.1, 5.0, 1.0, True),
        (0.3, 0.1, 5.0, 3.0, False),  # not sure enough
        (0.05, 0.0, 5.0, 1.0, False),  # too little of a win
        (0.3, 0.1, 1.0, 1.0, False),  # too few points
    ],
)
def test_what_is_clearly_best(behind: float, error: float, lead: float, sure: float, is_clear: bool) -> None:
    bounds = Bounds(share=0.1, points=2.0, fewest=2)
    weighed = with_lead(0.8, behind, error, lead)
    assert bounds.met(weighed, sure) == is_clear
    assert not replace(bounds, fewest=3).met(weighed, sure), "too few decisions to be worth asking"
    assert not bounds.met(Analysis("ys", 0, (choice(0.8),), None), 0)


def test_a_puzzle_can_be_set_up_and_its_solution_played(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        match = donjon.from_position(puzzle.position)
        assert match.waiting == (puzzle.seat,)
        assert rules.decision_complete(match.state)
        match.play(puzzle.solution)
        assert puzzle.share >= 0
        assert puzzle.reason.message.english()


def test_a_puzzle_comes_back_from_its_data(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        assert puzzle_from(json.loads(json.dumps(puzzle.as_dict()))) == puzzle


def test_the_same_seed_gives_the_same_puzzles(puzzles: list[Puzzle]) -> None:
    again = find(donjon.games[puzzles[0].game], seed=SEED, bounds=EASY, levels=())
    assert list(islice(again, 1)) == puzzles[:1]
    assert len({puzzle.source[0] for puzzle in puzzles}) == len(puzzles)


def test_a_game_in_which_all_choose_at_the_same_time_has_no_puzzles(tmp_path: Path) -> None:
    with installed_here(install(tmp_path)) as game:
        assert list(find(game, seed=SEED, bounds=EASY, levels=())) == []


def test_the_solution_is_what_a_seat_finds_in_the_position(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        match = donjon.from_position(puzzle.position)
        found = analyse(match.game, match.state, puzzle.seat, playouts=4, seed="last", count=2)
        assert found.choices == puzzle.choices


@pytest.mark.parametrize(("found", "is_puzzle"), [(0, True), (1, True), (2, False), (3, False)])
def test_what_a_level_mostly_finds_is_no_puzzle(
    found: int, is_puzzle: bool, puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = donjon.from_position(puzzles[0].position)
    anything = replace(EASY, share=-1, points=-1000)
    alone = puzzle_of(match, anything, ())
    assert alone is not None
    solution = match.read(alone.solution)
    tries = iter([solution] * found + [[-1]] * (ASKED - found))
    monkeypatch.setattr(puzzles_module, "choose", lambda *_asked: next(tries))
    puzzle = puzzle_of(match, anything, ("greedy",))
    assert puzzle == (replace(alone, found_by={"greedy": found}) if is_puzzle else None)


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
    [
        ("{", "not a puzzle file"),
        ("[]", "not a puzzle file"),
        ("{}", "not a puzzle file"),
        ('{"format": 1}', "format 1, not 2"),
    ],
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
        for other in puzzle.choices[1:]:
            assert other.behind >= bounds.share
            assert puzzle.choices[0].lead - other.lead >= bounds.points
        assert all(2 * found <= ASKED for found in puzzle.found_by.values())
