"""Start a game from the home page: against bots, with friends, as a lesson, or the deal of the day."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Message
from donjon.rulebook.boards import boards_of
from donjon.rulebook.lessons import lesson_of
from donjon.table.host.limits import TooMany
from donjon.table.learn import lessons
from donjon.table.live import forms, levels, play, presentation, strengths, todays_deal
from donjon.table.live.strengths import Strength
from donjon.table.web.rendering import page, say
from donjon.table.web.sessions import guest_for


async def start(request: Request) -> Response:
    """Go the way that was chosen for a game: play now, with friends, or learn it.

    "Play now" asks how well the guest knows the game, unless this browser has an answer. The answer "new"
    starts the lesson of the game, but only when it is given.
    """
    form = await forms.received(request)
    game = _chosen(form.get("game", ""))
    way = form.get("way", "")
    if way == "friends":
        return RedirectResponse(f"/new?game={game.name}&with=friends", 303)
    if way == "learn":
        is_taught = boards_of(game.name) or lesson_of(game.name)
        return RedirectResponse(f"/{'learn' if is_taught else 'rules'}/{game.name}", 303)
    asked_now = strengths.BY_KEY.get(form.get("strength", ""))
    answer = asked_now or strengths.answers(request).get(game.name)
    if answer is None:
        return RedirectResponse(f"/play?game={game.name}", 303)
    try:
        response = await _begun(request, game, answer, guided=asked_now == strengths.NEW)
    except TooMany as error:
        return _ask(request, game, error.message.say(say(request.state.language)), 429)
    if asked_now is not None:
        strengths.remember(request, response, game.name, asked_now)
    return response


async def _begun(request: Request, game: Game, answer: Strength, guided: bool) -> Response:
    lesson = lesson_of(game.name)
    if guided and lesson is not None:
        return await lessons.start(request, lesson)
    guest = guest_for(request)
    wanted = forms.quick(guest, forms.own_name(request), game.seats.start - 1, strengths.opponent(answer))
    return await play.begin(request, game.name, {}, wanted.seats)


async def ask(request: Request) -> Response:
    """Ask how well the guest knows a game; the answer starts it. Raises HTTPException (404)."""
    return _ask(request, _chosen(request.query_params.get("game", "")))


def _ask(request: Request, game: Game, error: str = "", status: int = 200) -> Response:
    translate = say(request.state.language)
    known = strengths.answers(request).get(game.name)
    answers = [
        {
            "key": answer.key,
            "icon": answer.icon,
            "words": answer.words.say(translate),
            "level": levels.name(strengths.opponent(answer)).say(translate),
            "guided": answer == strengths.NEW and lesson_of(game.name) is not None,
        }
        for answer in strengths.ANSWERS
    ]
    return page(
        request,
        "play_now.html.jinja",
        status,
        game=game,
        crop=presentation.crops(game)["wide"],
        answers=answers,
        known=known.key if known else strengths.NEW.key,
        error=error,
    )


async def deal(request: Request) -> Response:
    """Start the deal of the day, or go to the guest's game of it if there is one."""
    day = todays_deal.today()
    game, guest = todays_deal.game_of(day), guest_for(request)
    seed = request.app.state.identity.deal_seed(day)
    begun = await asyncio.to_thread(request.app.state.storage.begun_with, guest, seed)
    if begun is not None:
        return RedirectResponse(f"/t/{begun}", 303)
    wanted = forms.quick(guest, forms.own_name(request), todays_deal.opponents(game), levels.usual())
    try:
        return await play.begin(request, game.name, {}, wanted.seats, seed)
    except TooMany as error:
        return _ask(request, game, error.message.say(say(request.state.language)), 429)


def _chosen(name: str) -> Game:
    if name not in games:
        raise HTTPException(404, Message("Choose one of the games listed here.").text)
    return games[name]
