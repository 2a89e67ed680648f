"""Show the paths of boards and the lessons, and create the table of a lesson."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Translate
from donjon.rulebook.boards import boards_of, with_boards
from donjon.rulebook.lessons import LEARNER, Lesson, lesson_of, taught
from donjon.table.host.limits import TooMany
from donjon.table.learn import boards
from donjon.table.live import play
from donjon.table.store.rows import BOT, PERSON, Seat
from donjon.table.web.rendering import page, say
from donjon.table.web.sessions import guest_for


async def every(request: Request) -> Response:
    """Show the paths of all games."""
    names = {*with_boards(), *(lesson.game for lesson in taught())}
    return _offered(request, [games[name] for name in games if name in names])


async def offer(request: Request) -> Response:
    """Show the path of one game."""
    name = request.path_params["game"]
    if name not in games or not (boards_of(name) or lesson_of(name)):
        raise HTTPException(404)
    return _offered(request, [games[name]])


async def begin(request: Request) -> Response:
    """Create the table of a lesson for the guest, and redirect to it."""
    lesson = _asked(request)
    try:
        return await start(request, lesson)
    except TooMany as error:
        return _offered(request, [games[lesson.game]], error.message.say(say(request.state.language)), 429)


async def start(request: Request, lesson: Lesson) -> Response:
    """Create the table of a lesson, and redirect to it. Raises TooMany."""
    guest = guest_for(request)
    seats = [
        Seat(seat, PERSON, guest, "") if seat == LEARNER else Seat(seat, BOT, "", "", lesson.level)
        for seat in range(lesson.players)
    ]
    return await play.begin(request, lesson.game, lesson.options, seats, lesson.seed)


def _asked(request: Request) -> Lesson:
    lesson = lesson_of(request.path_params["game"])
    if lesson is None:
        raise HTTPException(404)
    return lesson


def _offered(request: Request, shown: list[Game], error: str = "", status: int = 200) -> Response:
    translate, done = say(request.state.language), boards.learnt_in(request)
    paths = [
        {**boards.path(game, done.get(game.name, 0), translate), "lesson": _told(game, translate)}
        for game in shown
    ]
    following = boards.continued(paths, translate)
    return page(
        request, "learn.html.jinja", status, tuple(shown), paths=paths, following=following, error=error
    )


def _told(game: Game, translate: Translate) -> dict[str, str] | None:
    """Return what a game's lesson is about, None if it has none."""
    lesson = lesson_of(game.name)
    return None if lesson is None else {"about": translate(lesson.about)}
