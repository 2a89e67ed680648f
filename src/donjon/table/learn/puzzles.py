"""Show the puzzles: a position, one whole decision of one seat, and the coach's verdict.

Nothing is stored: the address holds the actions played, one cookie the puzzles that a visitor has solved,
another the days on which the puzzle of the day was solved (see `daily`). What follows from the solution is in
a page only after a decision: see `verdict`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property, lru_cache, partial
from typing import Any

from babel.dates import format_date, format_skeleton
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from donjon.coach.puzzles import Puzzle, puzzles_of
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Message, Translate
from donjon.table.learn import daily, progress, sandbox
from donjon.table.learn.daily import Days
from donjon.table.learn.one_decision import OneDecision, did
from donjon.table.learn.sandbox import BadPlay
from donjon.table.learn.why import Why, goals, topics, why
from donjon.table.live import coaching, forms, levels, presentation, wording
from donjon.table.web.errors import gettext
from donjon.table.web.rendering import LOCALES, page, say
from donjon.table.web.sessions import set_cookie

COOKIE = "donjon_solved"
_KEPT = 200


class Attempt(OneDecision):
    """A puzzle with an attempt: its seat makes one whole decision, then the game stops."""

    ONLY_ONE = Message("In a puzzle, only one player moves.")

    def __init__(self, game: str, number: int, did: str = "") -> None:
        """Start the puzzle `number` of a game, from 1 on, and play `did`. Raises BadPlay."""
        self.number = number
        self.puzzle = puzzle = puzzles_of(game)[number - 1]
        super().__init__(puzzle.position, puzzle.seat, did)

    @cached_property
    def start(self) -> Attempt:
        """Return the puzzle before anything was played."""
        return Attempt(self.puzzle.game, self.number)

    @property
    def played(self) -> int | None:
        """Return the index of the decision among those that the coach compared, 0 for the best.

        None for any other decision, and before the decision is made.
        """
        ends = _ends(self.puzzle.game, self.number)
        return ends.index(self.end) if self.decided and self.end in ends else None


@lru_cache(maxsize=_KEPT)
def _ends(game: str, number: int) -> list[str]:
    """Return the position, as text, after each decision that the coach compared."""
    choices = puzzles_of(game)[number - 1].choices
    return [Attempt(game, number, did(choice.actions)).end for choice in choices]


def solution_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the steps to the solution, as `did` has them: there is one."""
    return (did(puzzle.choices[0].actions),)


@dataclass(frozen=True)
class Verdict:
    """The coach's verdict on a decision.

    solved: the decision is the best. words: the decision, "" if the coach did not compare it; share: the
    games of a hundred that it wins; best: those that the best wins.
    why: what is shown once the puzzle is solved, else None.
    """

    solved: bool
    words: str
    share: int
    best: int
    why: Why | None


def verdict(attempt: Attempt, translate: Translate) -> Verdict | None:
    """Return the coach's verdict on an attempt; None before its decision is complete."""
    if not attempt.decided:
        return None
    puzzle, played = attempt.puzzle, attempt.played
    if played is None:
        return Verdict(False, "", 0, 0, None)
    start, names = attempt.start.table_game, wording.names(attempt.table_game.seats, translate)
    choice = puzzle.choices[played]
    return Verdict(
        played == 0,
        coaching.in_words(start.game, start.state, choice, puzzle.seat, translate, names),
        round(100 * choice.shares[puzzle.seat]),
        round(100 * puzzle.choices[0].shares[puzzle.seat]),
        why(start, attempt.table_game, puzzle, translate) if played == 0 else None,
    )


# Pages


def with_puzzles() -> list[Game]:
    """Return the games that have puzzles."""
    return [games[name] for name in games if puzzles_of(name)]


async def every(request: Request) -> Response:
    """List the puzzles of all games, the puzzle of the day first."""
    return _listed(request, with_puzzles())


async def of_game(request: Request) -> Response:
    """List the puzzles of one game, only those about ?theme= if it is given."""
    return _listed(request, [_game(request)], request.query_params.get("theme", ""))


async def of_today(request: Request) -> Response:
    """Lead to the puzzle of the day."""
    name, number = daily.of_day(daily.today())
    return RedirectResponse(address_of(name, number), 303, {"cache-control": "no-store"})


def address_of(name: str, number: int) -> str:
    """Return the address of a puzzle."""
    return f"/puzzles/{name}/{number}"


def _listed(request: Request, shown: list[Game], theme: str = "") -> Response:
    translate = say(request.state.language)
    solved = solved_in(request.cookies.get(COOKIE, ""))
    entries = [_entry(game, solved.get(game.name, 0), theme, translate) for game in shown]
    days = daily.read(request.cookies.get(daily.COOKIE, ""))
    around = {
        "entries": entries,
        "theme": theme,
        "week": _week_with(request, days),
        "today": day_entry(request),
    }
    return page(request, "puzzles.html.jinja", 200, tuple(shown), **around)


def _entry(game: Game, solved: int, theme: str, translate: Translate) -> dict[str, Any]:
    """Return the entry of a game: its themes, its puzzles about `theme`, and the first unsolved one.

    theme: the id of a topic; all puzzles are listed if none of the game has it.
    """
    about = {
        number: dict(topics(game, puzzle.position)) for number, puzzle in enumerate(puzzles_of(game.name), 1)
    }
    named = {id: _capital(words.say(translate)) for one in about.values() for id, words in one.items()}
    chosen = theme if theme in named else ""
    listed = [number for number, one in about.items() if not chosen or chosen in one]
    marks = [(number, bool(solved >> number - 1 & 1)) for number in listed]
    return {
        "game": game,
        "marks": marks,
        "done": sum(done for _, done in marks),
        "next": next((number for number, done in marks if not done), None),
        "themes": sorted(named.items(), key=lambda one: one[1]),
        "theme": chosen,
    }


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def day_entry(request: Request) -> dict[str, Any]:
    """Return the puzzle of the day, the date in words, and the visitor's days in a row."""
    day, translate = daily.today(), say(request.state.language)
    name, number = daily.of_day(day)
    puzzle, days = puzzles_of(name)[number - 1], daily.read(request.cookies.get(daily.COOKIE, ""))
    table_game = Attempt(name, number).table_game
    names, view = wording.names(table_game.seats, translate), table_game.view(puzzle.seat)
    return {
        "game": games[name],
        "number": number,
        "date": format_skeleton("MMMMd", day, locale=LOCALES[request.state.language]),
        "seat": puzzle.seat,
        "seat_name": names[puzzle.seat],
        "players": puzzle.players,
        "picture": presentation.board(games[name], view, translate, names),
        "found": days.found(day),
        "streak": days.streak(day),
    }


def _week_with(request: Request, days: Days) -> list[dict[str, Any]]:
    """Return the last seven days, today last: its short name, its puzzle, whether it was found on its day."""
    day = daily.today()
    week = [day - timedelta(before) for before in reversed(range(daily.WEEK))]
    return [
        {
            "name": format_date(one, "EEE", locale=LOCALES[request.state.language]),
            "date": format_skeleton("MMMMd", one, locale=LOCALES[request.state.language]),
            "href": address_of(*daily.of_day(one)),
            "found": days.found(one),
            "now": one == day,
        }
        for one in week
    ]


async def one(request: Request) -> Response:
    """Show a puzzle after the actions in the address; store in cookies that it was solved, and when."""
    game, _ = _game(request), gettext(request)
    number = forms.number(request.path_params["number"])
    if not 1 <= number <= len(puzzles_of(game.name)):
        raise HTTPException(404)
    address = address_of(game.name, number)
    try:
        attempt = Attempt(game.name, number, _did_of(request, puzzles_of(game.name)[number - 1]))
    except BadPlay as error:
        words = _("This link contains a move that isn't possible in this puzzle.")
        return sandbox.unplayable(request, error, address, words)
    solved = solved_in(request.cookies.get(COOKIE, ""))
    is_own = "action" in request.query_params and "show" not in request.query_params
    solves = is_own and attempt.played == 0
    is_found = solves or bool(solved.get(game.name, 0) >> number - 1 & 1)
    days = daily.read(request.cookies.get(daily.COOKIE, ""))
    now = _after(days, attempt, is_own)
    ways = sandbox.ways(attempt, solution_of(attempt.puzzle))
    # The way to the solution is asked for by name: its moves are not in the page before.
    ways = replace(ways, next=None if attempt.played == 0 else "")
    more = partial(_around, request, attempt, solved, is_found, now)
    response = sandbox.show(
        request, attempt, address, ways, "puzzle.html.jinja", more, "puzzle_part.html.jinja"
    )
    if solves:
        solved[game.name] = solved.get(game.name, 0) | 1 << number - 1
        set_cookie(request, response, COOKIE, progress.cookie_of(solved))
    if now != days:
        set_cookie(request, response, daily.COOKIE, now.cookie)
    return response


def _did_of(request: Request, puzzle: Puzzle) -> str:
    """Return the actions of a request; those of the solution if it is to be shown."""
    return solution_of(puzzle)[0] if "show" in request.query_params else sandbox.did_of(request)


def _after(days: Days, attempt: Attempt, is_own: bool) -> Days:
    """Return a visitor's days after an attempt; is_own: the visitor played, and was not shown, the end."""
    day = daily.today()
    if not attempt.decided or daily.of_day(day) != (attempt.puzzle.game, attempt.number):
        return days
    if attempt.played == 0:
        return days.with_found(day) if is_own else days.with_tried(day, shown=True)
    return days.with_tried(day)


def _around(
    request: Request, attempt: Attempt, solved: dict[str, int], is_found: bool, days: Days
) -> dict[str, Any]:
    """Return what the page of a puzzle has in addition to any sandbox.

    solved: the solved puzzles, as bits, before this one. is_found: the visitor has found the solution, and
    was not only shown it.
    """
    _, translate, puzzle, day = gettext(request), say(request.state.language), attempt.puzzle, daily.today()
    is_today = daily.of_day(day) == (puzzle.game, attempt.number)
    more = {
        "number": attempt.number,
        "count": len(puzzles_of(puzzle.game)),
        "puzzle": puzzle,
        "levels": [levels.name(level).say(translate) for level in puzzle.found_by],
        "goals": goals(attempt.start.table_game, attempt.table_game, puzzle, translate, attempt.played == 0),
        "verdict": verdict(attempt, translate),
        "is_found": is_found,
        "is_today": is_today,
        "first_try": is_today and is_found and days.found(day) and days.is_first_try(day),
        "date": format_skeleton("MMMMd", day, locale=LOCALES[request.state.language]),
        "streak": days.streak(day),
        "week": _week_with(request, days),
        "following": _following(attempt, solved),
        "show_words": _("Show solution"),
    }
    if attempt.decided and attempt.played != 0:
        more["prompt"] = _("There is a better move.")
    elif attempt.decided:
        found, shown = _("Solved: this is the best move."), _("This is the best move.")
        more["prompt"] = found if is_found else shown
    return more


def _following(attempt: Attempt, solved: dict[str, int]) -> str:
    """Return the address of the next unsolved puzzle of the game; of all puzzles if there is none."""
    name, count = attempt.puzzle.game, len(puzzles_of(attempt.puzzle.game))
    after = [(attempt.number + step - 1) % count + 1 for step in range(1, count)]
    unsolved = (number for number in after if not solved.get(name, 0) >> number - 1 & 1)
    number = next(unsolved, None)
    return "/puzzles" if number is None else address_of(name, number)


def _game(request: Request) -> Game:
    name = request.path_params["game"]
    if name not in games or not puzzles_of(name):
        raise HTTPException(404)
    return games[name]


def solved_in(cookie: str) -> dict[str, int]:
    """Return the solved puzzles of a cookie by game, as bits; anything else in it is ignored."""
    return progress.done_in(cookie, lambda game: len(puzzles_of(game)) if game in games else 0)
