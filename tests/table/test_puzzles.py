"""The pages of the puzzles: found, tried, judged by the coach's figures, and remembered by a cookie."""

from __future__ import annotations

import re

import pytest

import donjon
from donjon.coach import puzzles_of
from donjon.table.learn import sandbox
from donjon.table.learn.puzzles import COOKIE, Attempt, solution_of, solved_cookie, solved_in
from donjon.table.learn.sandbox import BadPlay
from donjon.table.live import wording
from tests.table.people import person
from tests.table.test_book import words

GAMES = ["caylus", "kingdom-builder", "ys"]


@pytest.fixture
def solver(app):
    """Somebody without cookies."""
    with person(app) as client:
        client.headers["accept-encoding"] = "identity"
        yield client


def did(choice) -> str:
    return ".".join(map(str, choice.actions))


def shown(client, where: str, **asked: str) -> str:
    answer = client.get(where, params=asked)
    assert answer.status_code == 200
    return words(answer.text)


@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_are_listed_and_open(solver, game):
    text = solver.get(f"/puzzles/{game}").text
    for number, puzzle in enumerate(puzzles_of(game), 1):
        assert f'href="/puzzles/{game}/{number}"' in text
        assert Attempt(game, number).actor == puzzle.seat
    assert f"/puzzles/{game}" in solver.get("/").text
    assert f'id="puzzles-{game}"' in solver.get("/puzzles").text
    assert solver.get(f"/puzzles/{game}/1").status_code == 200


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("game", GAMES)
def test_the_solution_is_called_the_best_and_explained(solver, game, language):
    solver.headers["accept-language"] = language
    for number, puzzle in list(enumerate(puzzles_of(game), 1))[:3]:
        text = solver.get(f"/puzzles/{game}/{number}?did={solution_of(puzzle)[0]}").text
        assert 'class="try-after verdict solved"' in text
        # Every decision that was compared stands there with what it brings.
        assert text.count('<span class="faded">') >= len(puzzle.choices) - 1
        assert str(round(100 * puzzle.choices[0].shares[puzzle.seat])) in words(text)
        assert 'id="show-me"' not in text


@pytest.mark.parametrize("game", GAMES)
def test_another_decision_is_told_by_what_it_costs(solver, game):
    puzzle = puzzles_of(game)[0]
    for choice in puzzle.choices[1:]:
        text = shown(solver, f"/puzzles/{game}/1", did=did(choice))
        assert "There is a better move." in text
        assert f"The best move adds {round(100 * choice.behind)}% to your win chance." in text
        assert "Other moves compared" not in text, "the solution is not given away"


@pytest.mark.parametrize(("language", "shows"), [("ru", "Показать решение"), ("hu", "Megoldás")])
def test_the_way_to_the_solution_is_in_every_language(solver, language, shows):
    solver.headers["accept-language"] = language
    assert shows in shown(solver, "/puzzles/ys/1")


@pytest.mark.parametrize("game", GAMES)
def test_before_the_decision_nothing_is_said_of_it(solver, game):
    text = shown(solver, f"/puzzles/{game}/1")
    assert "% to win" not in text
    assert "Show solution" in text


def test_a_decision_that_was_not_compared_is_said_to_be_none_of_the_best(solver):
    for game in GAMES:
        for number, puzzle in enumerate(puzzles_of(game), 1):
            compared = {choice.actions for choice in puzzle.choices}
            for action in Attempt(game, number).table_game.legal(puzzle.seat):
                attempt = Attempt(game, number, str(action))
                if attempt.decided and (action,) not in compared and attempt.played is None:
                    text = shown(solver, f"/puzzles/{game}/{number}", did=str(action))
                    assert "Not quite: the coach prefers other moves." in text
                    return
    pytest.fail("every decision of every puzzle is compared")


def test_nobody_goes_on_when_it_is_decided_and_the_view_stays_that_of_the_seat():
    for game in GAMES:
        puzzle = puzzles_of(game)[0]
        attempt = Attempt(game, 1, did(puzzle.choices[0]))
        assert (attempt.actor, attempt.viewpoint) == (None, puzzle.seat)
        for seat in range(puzzle.players):
            for action in attempt.table_game.legal(seat)[:2]:
                with pytest.raises(BadPlay):
                    attempt.do(action, seat)


@pytest.mark.parametrize("did", ["x", "999999", "9-1", "-", "1." * 99])
def test_what_cannot_be_played_is_told(solver, did):
    answer = solver.get("/puzzles/caylus/1", params={"did": did})
    assert answer.status_code == 422
    assert 'href="/puzzles/caylus/1"' in answer.text


@pytest.mark.parametrize("where", ["caylus/0", "caylus/999", "caylus/x", "caylus/-1", "nothing/1", "nothing"])
def test_what_is_no_puzzle_is_not_there(solver, where):
    assert solver.get(f"/puzzles/{where}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_who_finds_the_solution_is_remembered_and_who_looks_it_up_is_not(solver, game):
    solution = solution_of(puzzles_of(game)[0])[0]
    before, _, last = solution.rpartition(".")
    assert "This is the best move." in shown(solver, f"/puzzles/{game}/1", did=solution)
    assert COOKIE not in solver.cookies
    played = solver.get(
        f"/puzzles/{game}/1", params={"did": before, "action": last}, headers={"x-frame": "0"}
    )
    assert "Solved: this is the best move." in words(played.text)
    assert solved_in(solver.cookies[COOKIE]) == {game: 1}
    assert "Solved: this is" in shown(solver, f"/puzzles/{game}/1", did=solution), "it stays solved"
    listed = solver.get(f"/puzzles/{game}").text
    assert re.findall(r'class="solved" href="([^"]*)"', listed) == [f"/puzzles/{game}/1"]
    assert f"Solved: 1 of {len(puzzles_of(game))}." in words(listed)


def test_the_cookie_goes_both_ways_and_holds_only_what_there_is():
    solved = {"caylus": 0b101, "ys": 0b10}
    assert solved_in(solved_cookie(solved)) == solved
    for odd in ("", "x", "caylus.", "caylus.0", "nothing.ff", "caylus.zz", "9" * 5000, "caylus.g_ys"):
        assert solved_in(odd) == {}
    every = solved_in("caylus." + "f" * 900)["caylus"]
    assert every == (1 << len(puzzles_of("caylus"))) - 1


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_answered_as_at_a_table(solver, game):
    for asked in ({"about": "x"}, {"ask": "x"}, {"consider": "0"}):
        for headers in ({}, {"x-frame": "0"}):
            answer = solver.get(f"/puzzles/{game}/1", params=asked, headers=headers)
            assert answer.status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_that_is_asked_for_again_is_neither_laid_nor_weighed_again(solver, monkeypatch, game):
    """Whatever is asked about it: its position is stated and checked once, and its gold counted once."""
    laid, counted = [], []
    lay, get = donjon.from_position, wording.WORTH.get
    monkeypatch.setattr(donjon, "from_position", lambda given: (laid.append(given), lay(given))[1])

    def counting(key, make):
        return get(key, lambda: (counted.append(key), make())[1])

    monkeypatch.setattr(wording.WORTH, "get", counting)
    sandbox._match.cache_clear()
    wording.WORTH.clear()
    shown(solver, f"/puzzles/{game}/1")
    once = len(counted)
    assert bool(once) == (game == "kingdom-builder")
    for question in ("ask", "about", "consider"):
        shown(solver, f"/puzzles/{game}/1", **{question: "1"})
    assert len(laid) == 1
    assert len(counted) == once


def test_what_is_played_at_a_puzzle_stays_out_of_the_position_that_is_kept():
    """Everybody plays on a copy."""
    before = Attempt("caylus", 1).end
    Attempt("caylus", 1, solution_of(puzzles_of("caylus")[0])[0])
    assert Attempt("caylus", 1).end == before
