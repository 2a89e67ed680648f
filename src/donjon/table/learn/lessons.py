"""Show the lessons, and create the table of a lesson."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from donjon.kernel.games import games
from donjon.rulebook.lessons import LEARNER, Lesson, lesson_of, taught
from donjon.table.host.addresses import household
from donjon.table.host.limits import TooMany
from donjon.table.live import presentation
from donjon.table.store.rows import BOT, PERSON, Seat
from donjon.table.web.rendering import page, say
from donjon.table.web.sessions import guest_for, remember_guest


async def every(request: Request) -> Response:
    """Show the lessons of all games."""
    return _offered(request, taught())


async def offer(request: Request) -> Response:
    """Show one lesson; its button starts it."""
    return _offered(request, [_asked(request)])


async def begin(request: Request) -> Response:
    """Create the table of a lesson for the guest, and redirect to it."""
    lesson, guest = _asked(request), guest_for(request)
    seats = [
        Seat(seat, PERSON, guest, "") if seat == LEARNER else Seat(seat, BOT, "", "", lesson.level)
        for seat in range(lesson.players)
    ]
    try:
        async with request.app.state.quotas.new_game(request, guest):
            table_game = await request.app.state.tables.create(
                lesson.game, dict(lesson.options), seats, guest, lesson.seed
            )
    except TooMany as error:
        return _offered(request, [lesson], error.message.say(say(request.state.language)), 429)
    request.app.state.lanes.note(table_game.id, household(request.scope))
    return remember_guest(request, RedirectResponse(f"/t/{table_game.id}", 303))


def _asked(request: Request) -> Lesson:
    lesson = lesson_of(request.path_params["game"])
    if lesson is None:
        raise HTTPException(404)
    return lesson


def _offered(request: Request, lessons: list[Lesson], error: str = "", status: int = 200) -> Response:
    translate = say(request.state.language)
    shown = [
        {
            "game": games[lesson.game],
            "about": translate(lesson.about),
            "picture": presentation.sample(games[lesson.game], translate),
        }
        for lesson in lessons
    ]
    played = tuple(games[lesson.game] for lesson in lessons)
    return page(request, "learn.html.jinja", status, played, entries=shown, error=error)
