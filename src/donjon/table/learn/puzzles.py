"""Show the puzzles: a position, one whole decision of one seat, and the coach's verdict.

Nothing is stored: the address holds the actions played, one cookie the puzzles that a visitor has solved, one
those at which hints were given, and one the days on which the puzzle of the day was solved (see `daily`).
What follows from the solution is in a page only after a decision (see `verdict`), or in a hint.
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
from donjon.table.learn import boards, daily, hints, progress, results, sandbox
from donjon.table.learn.daily import Days
from donjon.table.learn.one_decision import OneDecision, did
from donjon.table.learn.sandbox import BadPlay
from donjon.table.learn.why import Why, goals, topics, why
from donjon.table.live import coaching, forms, levels, presentation, wording
from donjon.table.web.errors import gettext
from donjon.table.web.rendering import LOCALES, base, page, say
from donjon.table.web.sessions import set_cookie

COOKIE = "donjon_solved"
HINTED_COOKIE = "donjon_hinted"
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
    solved, hinted = (done_in(request, cookie) for cookie in (COOKIE, HINTED_COOKIE))
    learnt = boards.learnt_in(request)
    entries = [
        _entry(game, solved.get(game.name, 0), hinted.get(game.name, 0), theme, translate)
        | {"is_new": boards.is_new(game.name, learnt)}
        for game in shown
    ]
    days = daily.read(request.cookies.get(daily.COOKIE, ""))
    around = {
        "entries": entries,
        "theme": theme,
        "week": _week_with(request, days),
        "today": day_entry(request),
    }
    return page(request, "puzzles.html.jinja", 200, tuple(shown), **around)


def _entry(game: Game, solved: int, hinted: int, theme: str, translate: Translate) -> dict[str, Any]:
    """Return the entry of a game: its themes, its puzzles about `theme`, and the first unsolved one.

    solved, hinted: its puzzles that are solved, and those at which hints were given, as bits.
    theme: the id of a topic; all puzzles are listed if none of the game has it.
    """
    about = {
        number: dict(topics(game, puzzle.position)) for number, puzzle in enumerate(puzzles_of(game.name), 1)
    }
    named = {id: _capital(words.say(translate)) for one in about.values() for id, words in one.items()}
    chosen = theme if theme in named else ""
    listed = [number for number, one in about.items() if not chosen or chosen in one]
    helped = solved & hinted
    marks = [(number, _has(solved, number), _has(helped, number)) for number in listed]
    return {
        "game": game,
        "marks": marks,
        "done": sum(done for _, done, _ in marks),
        "helped": sum(helped for *_, helped in marks),
        "next": next((number for number, done, _ in marks if not done), None),
        "themes": sorted(named.items(), key=lambda one: one[1]),
        "theme": chosen,
    }


def _has(bits: int, number: int) -> bool:
    """Return whether a puzzle, from 1 on, is among those of the bits."""
    return bool(bits >> number - 1 & 1)


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
    day, hinted = daily.today(), done_in(request, HINTED_COOKIE)
    week = [day - timedelta(before) for before in reversed(range(daily.WEEK))]
    return [
        {
            "name": format_date(one, "EEE", locale=LOCALES[request.state.language]),
            "date": format_skeleton("MMMMd", one, locale=LOCALES[request.state.language]),
            "href": address_of(*puzzle),
            "found": days.found(one),
            "helped": days.found(one) and _has(hinted.get(puzzle[0], 0), puzzle[1]),
            "now": one == day,
        }
        for one, puzzle in ((one, daily.of_day(one)) for one in week)
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
    visit = _visit(request, attempt)
    ways = sandbox.ways(attempt, solution_of(attempt.puzzle))
    # The way to the solution is asked for by name: its moves are not in the page before.
    ways = replace(ways, next=None if attempt.played == 0 else "")
    more = partial(_around, request, attempt, visit)
    kept = f"&hint={visit.step}" if visit.step else ""
    response = sandbox.show(
        request, attempt, address, ways, "puzzle.html.jinja", more, "puzzle_part.html.jinja", kept
    )
    for cookie, done in ((COOKIE, visit.solved), (HINTED_COOKIE, visit.hinted)):
        if done != done_in(request, cookie):
            set_cookie(request, response, cookie, progress.cookie_of(done))
    if visit.days.cookie != request.cookies.get(daily.COOKIE, Days().cookie):
        set_cookie(request, response, daily.COOKIE, visit.days.cookie)
    return response


@dataclass(frozen=True)
class Visit:
    """What a visitor has done, this request included.

    solved, hinted: the puzzles solved, and those at which hints were given before, by game, as bits; days: of
    the puzzle of the day; step: of the hint that is shown, 0 for none.
    """

    solved: dict[str, int]
    hinted: dict[str, int]
    days: Days
    step: int

    def has_found(self, attempt: Attempt) -> bool:
        """Return whether the visitor has found the solution, and was not only shown it."""
        return _has(self.solved.get(attempt.puzzle.game, 0), attempt.number)

    def was_helped(self, attempt: Attempt) -> bool:
        """Return whether a hint was given before the solution was found."""
        return _has(self.hinted.get(attempt.puzzle.game, 0), attempt.number)


def _visit(request: Request, attempt: Attempt) -> Visit:
    """Return what a visitor has done after a request."""
    name, bit = attempt.puzzle.game, 1 << attempt.number - 1
    solved, hinted = (done_in(request, cookie) for cookie in (COOKIE, HINTED_COOKIE))
    is_own = "action" in request.query_params and "show" not in request.query_params
    step = min(
        forms.number(request.query_params.get("hint", "")),
        hints.steps(attempt.start.table_game, attempt.puzzle),
    )
    if step > 0 and not solved.get(name, 0) & bit:
        hinted[name] = hinted.get(name, 0) | bit
    if is_own and attempt.played == 0:
        solved[name] = solved.get(name, 0) | bit
    days = _after(daily.read(request.cookies.get(daily.COOKIE, "")), attempt, is_own, step)
    return Visit(solved, hinted, days, max(0, step))


def _did_of(request: Request, puzzle: Puzzle) -> str:
    """Return the actions of a request; those of the solution if it is to be shown."""
    return solution_of(puzzle)[0] if "show" in request.query_params else sandbox.did_of(request)


def _after(days: Days, attempt: Attempt, is_own: bool, step: int) -> Days:
    """Return a visitor's days after an attempt.

    is_own: the visitor played, and was not shown, the end; step: of the hint that is given.
    """
    day = daily.today()
    if daily.of_day(day) != (attempt.puzzle.game, attempt.number):
        return days
    while days.before(day).count(daily.HINTED) < step and (more := days.with_mark(day, daily.HINTED)) != days:
        days = more
    if not attempt.decided:
        return days
    if attempt.played == 0:
        return days.with_found(day) if is_own else days.with_mark(day, daily.SHOWN)
    return days.with_mark(day, daily.MISSED) if is_own or not days.before(day) else days


def _around(request: Request, attempt: Attempt, visit: Visit) -> dict[str, Any]:
    """Return what the page of a puzzle has in addition to any sandbox."""
    _, translate, puzzle, day = gettext(request), say(request.state.language), attempt.puzzle, daily.today()
    is_today, is_found = daily.of_day(day) == (puzzle.game, attempt.number), visit.has_found(attempt)
    date = format_skeleton("MMMMd", day, locale=LOCALES[request.state.language])
    is_known = is_today and visit.days.found(day)
    helped = daily.HINTED * visit.was_helped(attempt)
    before = visit.days.before(day) if is_known or (is_today and visit.days.was_shown(day)) else helped
    is_own = is_found and daily.SHOWN not in before
    title, number = games[puzzle.game].title, attempt.number
    named = (
        _("Donjon, puzzle of the day, %(date)s: %(game)s %(number)s")
        if is_today
        else _("Donjon: %(game)s, puzzle %(number)s")
    ) % {"date": date, "game": title, "number": number}
    more = {
        "number": number,
        "count": len(puzzles_of(puzzle.game)),
        "puzzle": puzzle,
        "levels": [levels.name(level).say(translate) for level in puzzle.found_by],
        "goals": goals(attempt.start.table_game, attempt.table_game, puzzle, translate, attempt.played == 0),
        "verdict": verdict(attempt, translate),
        "is_found": is_found,
        "is_today": is_today,
        "result": results.in_words(_, before, is_known) if is_own and (is_known or before) else "",
        "share_text": results.shared(_, named, before, is_own, is_known),
        "share_url": base(request) + address_of(puzzle.game, number),
        "date": date,
        "streak": visit.days.streak(day),
        "week": _week_with(request, visit.days),
        "following": _following(attempt, visit.solved),
        "show_words": _("Show solution"),
        "is_new": boards.is_new(puzzle.game, boards.learnt_in(request)),
        "step": visit.step,
        "hint": None,
        "hints_left": not attempt.decided and visit.step < hints.steps(attempt.start.table_game, puzzle),
    }
    if visit.step and not attempt.decided:
        more["hint"] = hints.hint(attempt.start.table_game, puzzle, visit.step, translate)
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


def done_in(request: Request, cookie: str) -> dict[str, int]:
    """Return the puzzles in one of the cookies of a request by game, as bits."""
    return solved_in(request.cookies.get(cookie, ""))


def solved_in(cookie: str) -> dict[str, int]:
    """Return the solved puzzles of a cookie by game, as bits; anything else in it is ignored."""
    return progress.done_in(cookie, lambda game: len(puzzles_of(game)) if game in games else 0)
