"""The pages of the puzzles: found, tried, judged by the coach's figures, and remembered by a cookie."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

import donjon
from donjon.coach import puzzles_of
from donjon.drawing.protocol import drawing_of
from donjon.kernel.games import games
from donjon.table.learn import boards, daily, hints, puzzles, sandbox, why
from donjon.table.learn.progress import cookie_of
from donjon.table.learn.puzzles import COOKIE, Attempt, solution_of, solved_in
from donjon.table.learn.sandbox import BadPlay
from donjon.table.live import coaching, wording
from donjon.table.web.rendering import say
from tests.table.people import person
from tests.table.test_book import words

GAMES = ["caylus", "kingdom-builder", "ys"]

english = say("en")


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
    assert 'href="/puzzles"' in solver.get("/").text
    assert f'id="puzzles-{game}"' in solver.get("/puzzles").text
    assert solver.get(f"/puzzles/{game}/1").status_code == 200


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("game", GAMES)
def test_the_solution_is_called_the_best_and_explained(solver, game, language):
    solver.headers["accept-language"] = language
    for number, puzzle in list(enumerate(puzzles_of(game), 1))[:3]:
        text = solver.get(f"/puzzles/{game}/{number}?did={solution_of(puzzle)[0]}").text
        assert 'class="try-after verdict solved"' in text
        # Every decision that was compared is there with its letter and the games that it wins.
        assert text.count('class="puzzle-letter"') == len(puzzle.choices)
        for choice in puzzle.choices:
            share = round(100 * choice.shares[puzzle.seat])
            assert f'style="width:{share}%"' in text
            assert str(share) in words(text)
        assert 'id="show-me"' not in text


@pytest.mark.parametrize("game", GAMES)
def test_another_decision_is_told_by_what_it_costs(solver, game):
    puzzle = puzzles_of(game)[0]
    for choice in puzzle.choices[1:]:
        text = shown(solver, f"/puzzles/{game}/1", did=did(choice))
        assert "There is a better move." in text
        mine, best = (round(100 * one.shares[puzzle.seat]) for one in (choice, puzzle.choices[0]))
        assert f"Your move wins {mine} of 100 games, the best one {best}." in text
        assert "Why not another?" not in text, "the solution is not given away"


@pytest.mark.parametrize(("language", "shows"), [("ru", "Показать решение"), ("hu", "Megoldás")])
def test_the_way_to_the_solution_is_in_every_language(solver, language, shows):
    solver.headers["accept-language"] = language
    assert shows in shown(solver, "/puzzles/ys/1")


@pytest.mark.parametrize("game", GAMES)
def test_before_the_decision_nothing_is_said_of_it(solver, game):
    text = shown(solver, f"/puzzles/{game}/1")
    assert "% to win" not in text
    assert "Show solution" in text


@pytest.fixture
def instead(monkeypatch):
    """Make the puzzles of a game have another solution: their last compared decision."""

    def change() -> None:
        def changed(name: str):
            return tuple(turned(puzzle) for puzzle in puzzles_of(name))

        for module in (puzzles, daily):
            monkeypatch.setattr(module, "puzzles_of", changed)
        puzzles._ends.cache_clear()

    yield change
    puzzles._ends.cache_clear()


def turned(puzzle):
    """A puzzle whose compared decisions are ranked the other way round, with all their figures."""
    best, *others = reversed(puzzle.choices)
    best = replace(best, reason=puzzle.choices[0].reason)
    shares = sorted((choice.shares for choice in puzzle.choices), reverse=True)
    choices = tuple(replace(one, shares=share) for one, share in zip([best, *others], shares, strict=True))
    return replace(puzzle, choices=choices)


def before_the_answer(client, game: str) -> dict[str, bytes]:
    """Everything that a visitor gets of a game's first puzzles before a decision."""
    pages = ["/puzzles", f"/puzzles/{game}"]
    for number, puzzle in list(enumerate(puzzles_of(game), 1))[:6]:
        page = f"/puzzles/{game}/{number}"
        pages += [
            page,
            f"{page}?ask=x",
            *(f"{page}?consider={choice.actions[0]}" for choice in puzzle.choices),
        ]
        # A decision of several actions, until the last of them.
        steps = {choice.actions[:step] for choice in puzzle.choices for step in range(1, len(choice.actions))}
        pages += [f"{page}?did={'.'.join(map(str, step))}" for step in sorted(steps)]
    pages += [
        f"/puzzles/{game}?theme={id}" for id, _ in why.topics(games[game], puzzles_of(game)[0].position)
    ]
    parts = {f"{page} part": client.get(page, headers={"x-frame": "0"}).content for page in pages}
    return {page: client.get(page).content for page in pages} | parts


@pytest.mark.parametrize("game", GAMES)
def test_until_the_answer_nothing_depends_on_what_is_best(solver, instead, game):
    told = before_the_answer(solver, game)
    instead()
    assert puzzles.puzzles_of(game)[0].solution != puzzles_of(game)[0].solution
    again = before_the_answer(solver, game)
    assert [page for page in told if told[page] != again[page]] == []
    solution = did(puzzles.puzzles_of(game)[0].choices[0])
    assert "This is the best move." in shown(solver, f"/puzzles/{game}/1", did=solution), (
        "another is best now"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_solution_is_shown_on_demand_and_is_in_no_link_before(solver, game):
    for number, puzzle in list(enumerate(puzzles_of(game), 1))[:4]:
        page = f"/puzzles/{game}/{number}"
        text = solver.get(page).text
        assert f'href="{page}?show=1"' in text
        assert f"did={solution_of(puzzle)[0]}" not in text
        shown_page = solver.get(f"{page}?show=1").text
        assert "This is the best move." in words(shown_page)
        assert f'data-did="{solution_of(puzzle)[0]}"' in shown_page
    assert COOKIE not in solver.cookies


@pytest.mark.parametrize("game", GAMES)
def test_a_theme_lists_the_puzzles_whose_position_has_it(solver, game):
    drawing = drawing_of(games[game])
    about = {
        number: dict(drawing.topics(puzzle.position)) for number, puzzle in enumerate(puzzles_of(game), 1)
    }
    themes = {id for one in about.values() for id in one}
    assert len(themes) > 3
    for theme in themes:
        text = solver.get(f"/puzzles/{game}?theme={theme}").text
        listed = re.findall(rf'href="/puzzles/{game}/(\d+)"><span class="spoken">', text)
        assert listed == [str(number) for number, one in about.items() if theme in one]
        assert f'?theme={theme}" aria-current="page"' in text
    everything = re.findall(
        rf'href="/puzzles/{game}/(\d+)"><span class="spoken">', solver.get(f"/puzzles/{game}?theme=x").text
    )
    assert len(everything) == len(puzzles_of(game))


@pytest.fixture
def on_day(monkeypatch):
    """Make it a day."""

    def at(day: date) -> tuple[str, int]:
        monkeypatch.setattr(daily, "today", lambda: day)
        return daily.of_day(day)

    return at


DAY = date(2026, 11, 25)


def solve(client, game: str, number: int) -> str:
    solution = solution_of(puzzles_of(game)[number - 1])[0]
    before, _, last = solution.rpartition(".")
    return shown(client, f"/puzzles/{game}/{number}", did=before, action=last)


def test_the_puzzle_of_the_day_is_led_to_and_changes_at_midnight(solver, on_day):
    for day in (DAY, DAY + timedelta(1)):
        game, number = on_day(day)
        answer = solver.get("/puzzles/today", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/puzzles/{game}/{number}")
        assert answer.headers["cache-control"] == "no-store"
        assert "Puzzle of the day" in shown(solver, f"/puzzles/{game}/{number}")
    game, number = daily.of_day(DAY)
    text = solver.get(f"/puzzles/{game}/{number}").text
    assert "<b>Puzzle of the day</b>" not in text, "it was yesterday's"
    assert "00:00 UTC" in text


def test_days_in_a_row_are_shown_and_a_day_left_out_ends_them(solver, on_day):
    for count in (1, 2):
        game, number = on_day(DAY + timedelta(count))
        text = solve(solver, game, number)
        assert (f"{count} day in a row" if count == 1 else f"{count} days in a row") in text
        assert "Solved at the first try." in text
    listed = solver.get("/puzzles").text
    assert "2 days in a row" in words(listed)
    assert len(re.findall(r'<a class="found', listed)) == 2
    on_day(DAY + timedelta(4))
    assert "in a row" not in shown(solver, "/puzzles")


def test_another_puzzle_than_the_one_of_the_day_starts_no_row(solver, on_day):
    game, number = on_day(DAY)
    other = number % len(puzzles_of(game)) + 1
    assert "in a row" not in solve(solver, game, other)
    assert daily.COOKIE not in solver.cookies


def test_a_first_try_is_praised_only_if_it_was_the_first(solver, on_day):
    game, number = on_day(DAY)
    shown(solver, f"/puzzles/{game}/{number}", action=did(puzzles_of(game)[number - 1].choices[1]))
    text = solve(solver, game, number)
    assert "Solved at the first try." not in text
    assert "1 day in a row" in text


def test_a_solution_that_was_shown_does_not_count_for_the_day(solver, on_day):
    game, number = on_day(DAY)
    shown(solver, f"/puzzles/{game}/{number}", show="1")
    assert "in a row" not in solve(solver, game, number)


def test_the_next_puzzle_is_the_next_one_that_is_not_solved(solver):
    solve(solver, "ys", 2)
    text = solver.get("/puzzles/ys/1?show=1").text
    assert 'id="next-puzzle" class="btn primary" href="/puzzles/ys/3"' in text
    last = len(puzzles_of("ys"))
    assert 'href="/puzzles/ys/1"' in solver.get(f"/puzzles/ys/{last}?show=1").text, (
        "from the last to the first"
    )
    every = cookie_of({"ys": (1 << last) - 1})
    solver.cookies.clear()
    solver.cookies.set(COOKIE, every)
    assert 'class="btn primary" href="/puzzles"' in solver.get("/puzzles/ys/1?show=1").text


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
    assert solved_in(cookie_of(solved)) == solved
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


@pytest.mark.parametrize("game", GAMES)
def test_hints_narrow_the_moves_and_never_say_which_is_the_best(solver, game):
    for number, puzzle in list(enumerate(puzzles_of(game), 1))[:5]:
        address, start = f"/puzzles/{game}/{number}", Attempt(game, number)
        assert f'href="{address}?hint=1"' in solver.get(address).text
        seen = wording.names(start.table_game.seats, english)
        named = [
            coaching.in_words(start.table_game.game, start.table_game.state, one, puzzle.seat, english, seen)
            for one in puzzle.choices
        ]
        left = hints.narrowed(start.table_game, puzzle)
        for step, listed in enumerate([[], *(named[:count] for count in left)], 1):
            hint = hints.hint(start.table_game, puzzle, step, english)
            assert sorted(one.words for one in hint.candidates) == sorted(listed)
            text = solver.get(address, params={"hint": step}).text
            assert html.escape(hint.says, quote=False) in html.unescape(text)
            assert ('id="hint"' in text) == (step < 1 + len(left))
            assert "verdict" not in text
            by_action = sorted(range(len(listed)), key=lambda one: puzzle.choices[one].actions)
            order = [named.index(one.words) for one in hint.candidates]
            assert order == by_action, "the order says nothing of the worth"


def test_a_hint_never_names_all_moves_that_there_are():
    for game in GAMES:
        for number, puzzle in enumerate(puzzles_of(game), 1):
            start = Attempt(game, number).table_game
            left = hints.narrowed(start, puzzle)
            assert left == sorted(set(left), reverse=True)
            if all(len(choice.actions) == 1 for choice in puzzle.choices):
                assert all(count < len(start.legal(puzzle.seat)) for count in left)
            assert left, "there is more than what to look at"


def test_a_hint_is_shown_for_every_puzzle_in_every_language():
    for game in GAMES:
        for number, puzzle in enumerate(puzzles_of(game), 1):
            start = Attempt(game, number).table_game
            for step in range(1, hints.steps(start, puzzle) + 1):
                for language in ("en", "ru", "hu"):
                    hint = hints.hint(start, puzzle, step, say(language))
                    assert hint.says
                    assert "{" not in hint.says
                    assert len({one.words for one in hint.candidates}) == len(hint.candidates)


def test_a_hint_stays_while_the_puzzle_is_played_and_goes_with_the_decision(solver):
    number, puzzle = next(
        (number, puzzle)
        for number, puzzle in enumerate(puzzles_of("kingdom-builder"), 1)
        if len(puzzle.choices[0].actions) > 1
    )
    address, first = f"/puzzles/kingdom-builder/{number}", puzzle.choices[0].actions[0]
    text = solver.get(address, params={"hint": 1, "action": first}).text
    assert 'id="hint-words"' in text
    assert 'name="hint" value="1"' in text
    assert f'href="{address}?hint=1"' in text, "starting over keeps it"
    decided = solver.get(address, params={"hint": 1, "did": did(puzzle.choices[0])}).text
    assert 'id="hint-words"' not in decided
    assert 'id="hint"' not in decided


def test_a_puzzle_solved_with_a_hint_is_marked_as_that(solver, on_day):
    game, number = on_day(DAY)
    shown(solver, f"/puzzles/{game}/{number}", hint="2")
    text = solve(solver, game, number)
    assert "Solved with a hint." in text
    assert "Solved at the first try." not in text
    assert "1 day in a row" in text, "it counts for the row"
    listed = solver.get("/puzzles")
    assert re.findall(r'class="solved helped" href="([^"]*)"', listed.text) == [f"/puzzles/{game}/{number}"]
    assert "With a hint: 1." in words(listed.text)
    assert re.findall(r'<a class="found helped now" href="([^"]*)"', listed.text) == [
        f"/puzzles/{game}/{number}"
    ]


def test_a_hint_that_is_read_after_the_puzzle_was_solved_changes_nothing(solver, on_day):
    game, number = on_day(DAY)
    solve(solver, game, number)
    shown(solver, f"/puzzles/{game}/{number}", hint="1")
    assert "Solved at the first try." in solve(solver, game, number)
    assert "helped" not in solver.get("/puzzles").text


@pytest.mark.parametrize("step", ["", "x", "-1", "99999999999", "9"])
def test_a_hint_that_there_is_not_is_no_error(solver, step):
    text = solver.get("/puzzles/ys/1", params={"hint": step}).text
    assert ('id="hint-words"' in text) == (step == "9"), "the last hint is shown instead of a later one"


def text_to_share(page: str) -> str:
    return html.unescape(re.search(r'data-message="([^"]*)"', page)[1])


def test_the_shared_text_says_how_it_went_and_not_what_was_played(solver, on_day):
    game, number = on_day(DAY)
    address, puzzle = f"/puzzles/{game}/{number}", puzzles_of(game)[number - 1]
    assert "data-share" not in solver.get(address).text
    shown(solver, address, action=did(puzzle.choices[1]))
    shown(solver, address, hint="1")
    *before, last = puzzle.choices[0].actions
    page = solver.get(address, params={"did": ".".join(map(str, before)), "action": last}).text
    title = f"Donjon, puzzle of the day, 25 November: {games[game].title} {number}"
    assert text_to_share(page) == f"{title}\n🟥🟨🟩 Solved at try 2, with a hint."
    assert f'data-share="http://testserver{address}"' in page
    assert f"http://testserver{address}</textarea>" in page, "without scripts it is copied by hand"


def test_a_solution_that_was_shown_is_shared_as_a_question(solver, on_day):
    game, number = on_day(DAY)
    for other in (number, number % len(puzzles_of(game)) + 1):
        page = solver.get(f"/puzzles/{game}/{other}", params={"show": 1}).text
        assert text_to_share(page).endswith("\nCan you find the best move?")
    assert "🟩" not in text_to_share(page)


def test_another_puzzle_than_the_one_of_the_day_is_shared_without_a_number_of_tries(solver):
    game, number = daily.of_day(daily.today())
    other = number % len(puzzles_of(game)) + 1
    *before, last = puzzles_of(game)[other - 1].choices[0].actions
    asked = {"did": ".".join(map(str, before)), "action": last}
    page = solver.get(f"/puzzles/{game}/{other}", params=asked).text
    assert text_to_share(page) == f"Donjon: {games[game].title}, puzzle {other}\n🟩 Solved."


def test_a_game_is_offered_to_learn_until_one_of_its_boards_is_done(solver):
    offer = 'href="/learn/ys">New to it?'
    assert offer in solver.get("/puzzles").text
    assert offer in solver.get("/puzzles/ys/1").text
    solver.cookies.set(boards.COOKIE, cookie_of({"ys": 1}))
    assert offer not in solver.get("/puzzles").text
    assert offer not in solver.get("/puzzles/ys/1").text
    assert 'href="/learn/caylus">New to it?' in solver.get("/puzzles").text
