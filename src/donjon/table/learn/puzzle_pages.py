"""The pages of the puzzles: all of them, those of a game, and one to play."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from donjon.coach.puzzle_files import puzzles_of
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.table.learn import examples, puzzles
from donjon.table.learn.example_pages import FRESH, answered_alone, asked_of, did_of, not_played
from donjon.table.learn.examples import BadPlay, Ways
from donjon.table.learn.puzzles import COOKIE, Attempt
from donjon.table.live import forms, levels, presentation
from donjon.table.web.errors import gettext
from donjon.table.web.rendering import page, prose, render, say
from donjon.table.web.sessions import set_cookie


def with_puzzles() -> list[Game]:
    """The games that have puzzles."""
    return [games[name] for name in games if puzzles_of(name)]


async def every(request: Request) -> Response:
    """The puzzles of all games."""
    return _listed(request, with_puzzles())


async def of_game(request: Request) -> Response:
    """The puzzles of one game."""
    return _listed(request, [_game(request)])


def _listed(request: Request, shown: list[Game]) -> Response:
    solved, translate = _solved(request), say(request.state.language)
    entries = [_entry(game, solved.get(game.name, 0), presentation.sample(game, translate)) for game in shown]
    return page(request, "puzzles.html.jinja", 200, tuple(shown), entries=entries)


def _entry(game: Game, solved: int, picture: Any) -> dict[str, Any]:
    """A game with its puzzles: which are solved, and the first that is not (None: all are)."""
    marks = [bool(solved >> number & 1) for number in range(len(puzzles_of(game.name)))]
    following = next((number for number, done in enumerate(marks, 1) if not done), None)
    return {"game": game, "marks": marks, "next": following, "picture": picture}


async def one(request: Request) -> Response:
    """A puzzle as it stands after ?did=, a page or (x-frame) the part of it that changes.

    ?action= is played besides; ?ask=, ?about= and ?consider= are answered as at a table.
    """
    game, number = _game(request), _number(request)
    address = f"/puzzles/{game.name}/{number}"
    try:
        attempt = Attempt(game.name, number, did_of(request))
    except BadPlay as error:
        return _not_played(request, error, address)
    asked, viewer = asked_of(request), examples.viewer_of(attempt, request.state.language)
    if asked and "x-frame" in request.headers:
        return answered_alone(attempt, viewer, asked, address)
    made = examples.context(
        attempt, viewer, request.app.state.identity, address, asked, puzzles.solution_of(attempt.puzzle)
    )
    solves = "action" in request.query_params and attempt.played == 0
    found = solves or bool(_solved(request).get(game.name, 0) >> number - 1 & 1)
    judged = _judged(request, attempt, made["ways"], found)
    context = {**made, **_around(request, attempt, number), **judged}
    if "x-frame" in request.headers:
        text = render(viewer.language, "example_part.html.jinja", context)
        response: Response = HTMLResponse(text, headers=FRESH)
    else:
        response = page(request, "puzzle.html.jinja", 200, (game,), **context)
    if solves:
        _remember(request, response, game, number)
    return response


def _around(request: Request, attempt: Attempt, number: int) -> dict[str, Any]:
    """What stands on the page of a puzzle besides what an example has."""
    _, translate, game = gettext(request), say(request.state.language), attempt.table_game.game
    count = len(puzzles_of(game.name))
    return {
        "number": number,
        "puzzle": attempt.puzzle,
        "levels": [levels.name(level).say(translate) for level in attempt.puzzle.found_by],
        "verdict": puzzles.verdict(attempt, translate, puzzles.names_in(attempt, translate)),
        "earlier": number - 1 if number > 1 else None,
        "later": number + 1 if number < count else None,
        "prose": partial(prose, rules=frozenset[str]()),
        "show_words": _("Show the solution"),
    }


def _judged(request: Request, attempt: Attempt, ways: Ways, found: bool) -> dict[str, Any]:
    """What stands there in other words when it is decided; the solution may be `found` or only shown."""
    if not attempt.decided:
        return {}
    _ = gettext(request)
    if attempt.played == 0:
        words = _("Solved: this is the best decision.") if found else _("This is the best decision.")
        return {"prompt": words, "ways": replace(ways, next=None)}
    return {"prompt": _("There is a better decision.")}


def _remember(request: Request, response: Response, game: Game, number: int) -> None:
    solved = _solved(request)
    solved[game.name] = solved.get(game.name, 0) | 1 << number - 1
    set_cookie(request, response, COOKIE, puzzles.solved_cookie(solved))


def _solved(request: Request) -> dict[str, int]:
    return puzzles.solved_in(request.cookies.get(COOKIE, ""))


def _not_played(request: Request, error: BadPlay, address: str) -> Response:
    _ = gettext(request)
    words = _(
        "The address says what was played in this puzzle, and one of its actions cannot be played there."
    )
    return not_played(request, error, address, words)


def _game(request: Request) -> Game:
    name = request.path_params["game"]
    if name not in games or not puzzles_of(name):
        raise HTTPException(404)
    return games[name]


def _number(request: Request) -> int:
    number = forms.number(request.path_params["number"])
    if not 1 <= number <= len(puzzles_of(_game(request).name)):
        raise HTTPException(404)
    return number
