"""Show the pages before a game: home, the guest's games, new game, about."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import quote, urlsplit

from babel.dates import format_timedelta
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from donjon.errors import BadOption
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Message, Translate
from donjon.rulebook.lessons import lesson_of
from donjon.table.host.addresses import address, network, within
from donjon.table.host.limits import TooMany
from donjon.table.host.monitoring import metrics_text
from donjon.table.learn import daily, puzzles
from donjon.table.live import forms, levels, play, presentation, strengths, todays_deal, wording
from donjon.table.live.forms import BadForm, ListEntry, own_name, remember_name
from donjon.table.live.strengths import Strength
from donjon.table.store.rows import BOT, GATHER, LATEST, OPEN, OVER, PERSON, TO_MOVE, Listed
from donjon.table.store.storage import now
from donjon.table.web import i18n
from donjon.table.web.rendering import page, say
from donjon.table.web.sessions import guest_for, set_cookie

# Other games of a guest that the home page lists at most; "My games" has all of them.
MOST_OTHERS = 3


def _every_game() -> tuple[Game, ...]:
    return tuple(games[name] for name in games)


async def home(request: Request) -> Response:
    """Show the home page: the guest's games in play, then every game and the ways to start one."""
    translate = say(request.state.language)
    running = [line for line in await _own_tables(request) if not line["over"]]
    day = todays_deal.today()
    known = strengths.answers(request)
    shown = [
        {
            "game": game,
            "glance": _glance(game, translate),
            "crops": presentation.crops(game),
            "known": _opponent(known.get(game.name), translate),
        }
        for game in _every_game()
    ]
    return page(
        request,
        "home.html.jinja",
        shown=shown,
        first=running[:1],
        others=running[1 : 1 + MOST_OTHERS],
        count=len(running),
        waiting=_waiting(running),
        puzzle=_puzzle(request),
        tables=(await request.app.state.lobby.shown(request))[0][:MOST_OTHERS],
        deal=await _deal(request, day),
    )


def _opponent(answer: Strength | None, translate: Translate) -> str:
    """Return the level that "Play now" leads to, "" if it asks first."""
    return levels.name(strengths.opponent(answer)).say(translate) if answer else ""


def _glance(game: Game, translate: Translate) -> dict[str, Any] | None:
    """Return what a person who chooses a game wants to know first, None if the game does not say it."""
    glance = game.glance
    if glance is None:
        return None
    return {
        "pitch": glance.pitch.say(translate),
        "line": glance.line.say(translate),
        "minutes": glance.minutes,
        "weight": glance.weight,
    }


def _puzzle(request: Request) -> dict[str, Any] | None:
    """Return the entry of the puzzle of the day, None if there are no puzzles."""
    if not puzzles.with_puzzles():
        return None
    day, days = daily.today(), daily.read(request.cookies.get(daily.COOKIE, ""))
    game = games[daily.of_day(day)[0]]
    crop = presentation.crops(game)["square"]
    return {"game": game, "crop": crop, "found": days.found(day), "streak": days.streak(day)}


async def _deal(request: Request, day: str) -> dict[str, Any]:
    """Return the entry of the deal of the day; `table`: the guest's game of it, None if there is none."""
    game, guest, table = todays_deal.game_of(day), request.state.guest, None
    crop = presentation.crops(game)["square"]
    if guest is not None:
        seed = request.app.state.identity.deal_seed(day)
        table = await asyncio.to_thread(request.app.state.storage.begun_with, guest, seed)
    return {
        "game": game,
        "bots": todays_deal.opponents(game),
        "crop": crop,
        "table": table,
    }


async def own_games(request: Request) -> Response:
    """Show the guest's games: their turn first, then those that wait, then finished ones."""
    lines = await _own_tables(request)
    running = [line for line in lines if not line["over"]]
    return page(
        request,
        "games.html.jinja",
        yours=[line for line in running if line["yours"]],
        theirs=[line for line in running if not line["yours"]],
        over=[line for line in lines if line["over"]],
        waiting=_waiting(running),
    )


def _waiting(lines: list[dict[str, Any]]) -> int:
    return sum(line["yours"] for line in lines)


async def _own_tables(request: Request) -> list[dict[str, Any]]:
    """Return the entries of the guest's tables: those first where it is their turn, by the time left."""
    guest = request.state.guest
    if guest is None:
        return []
    rows = await asyncio.to_thread(request.app.state.storage.tables_of, guest)
    rows = sorted(rows, key=lambda row: (row.state, row.due or LATEST * 1000))
    return [_shown(row, guest, request.state.language) for row in rows if row.game in games]


def _shown(row: Listed, guest: str, language: str) -> dict[str, Any]:
    """Return the entry of a table in the guest's list.

    Points are left out when the stored totals do not fit the seats; the table's own page shows them.
    """
    translate, standing = say(language), row.standing
    names = wording.names(row.seats, translate)
    gathers = row.waits == GATHER
    points = standing.totals if len(standing.totals) == len(row.seats) and not gathers else ()
    own = [seat.seat for seat in row.seats if seat.owner == guest]
    ago = ""
    if row.touched is not None:
        ago = format_timedelta(timedelta(seconds=row.touched - now()), add_direction=True, locale=language)
    return {
        "id": row.id,
        "title": games[row.game].title,
        "game": row.game,
        "crop": presentation.crops(games[row.game])["square"],
        "wide": presentation.crops(games[row.game])["wide"],
        "when": ago,
        "over": row.waits == OVER,
        "won": row.waits == OVER and len(own) == 1 and _leads(points, own[0]),
        "bots": row.waits == BOT,
        "gathers": gathers,
        "person": row.waits == PERSON,
        "yours": row.state == TO_MOVE,
        "round": 0 if gathers else standing.round,
        "turns": [names[seat] for seat in standing.to_move if seat < len(names) and not gathers],
        "others": [name for at, name in enumerate(names) if at not in own],
        "seats": [
            {
                "seat": at,
                "name": translate("free") if row.seats[at].kind == OPEN else name,
                "you": at in own,
                "points": points[at] if points else None,
            }
            for at, name in enumerate(names)
        ],
    }


def _leads(points: Sequence[int], seat: int) -> bool:
    """Return whether a seat has more points than every other one."""
    return bool(points) and all(points[seat] > other for at, other in enumerate(points) if at != seat)


def _opponents(game: Game) -> list[int]:
    """Return the numbers of bots that one person can play against, the smallest first."""
    return [seats - 1 for seats in game.seats if seats > 1]


async def new_form(request: Request) -> Response:
    """Show the form of a new game, filled in from the query."""
    return _form(request, dict(request.query_params))


def _form(
    request: Request, form: dict[str, str], error: str = "", status: int = 200, field: str = ""
) -> Response:
    """Return the page of a new game; `error`: what is wrong, with the value of `field` if it is not ""."""
    name = form.get("game", "")
    game = games[name] if name in games else _every_game()[0]
    translate = say(request.state.language)
    news = request.app.state.preparing.about(game.name)
    kept = {key: form[key] for key in ("with", "listed") if key in form}
    return page(
        request,
        "new.html.jinja",
        status,
        (game,),
        news=news.words.say(translate) if news.words and news.stands_in else "",
        game=game,
        glance=_glance(game, translate),
        crops=presentation.crops(game),
        every=[(other, presentation.crops(other)["wide"]) for other in _every_game()],
        kept="".join(f"&{key}={quote(value)}" for key, value in kept.items()),
        groups=forms.option_groups(game, form, translate),
        seats=_seat_choices(game, form, own_name(request), translate),
        levels=[(name.say(translate), description.say(translate)) for name, description in levels.told(game)],
        error=error,
        wrong=field,
        is_listed=form.get("listed") == "1",
        is_private=form.get("private") == "1",
        taught=lesson_of(game.name) is not None,
    )


def _seat_choices(
    game: Game, form: dict[str, str], own_name: str, translate: Translate
) -> list[dict[str, Any]]:
    offered = [
        (forms.ME, translate(Message("Me").text)),
        (OPEN, translate(Message("A friend, by link").text)),
        (PERSON, translate(Message("A friend on this device").text)),
        *((f"{BOT}:{key}", f"{translate('Bot')}: {label.say(translate)}") for key, label in levels.offered()),
        (forms.NOBODY, translate(Message("Empty").text)),
    ]
    colours = wording.colour_names(translate)
    others = range(1, max(2, game.seats.start))
    # "Play with friends" offers seats by link.
    other = OPEN if form.get("with") == "friends" else f"{BOT}:{levels.usual()}"
    usual = {0: forms.ME, **dict.fromkeys(others, other)}
    seats = []
    for number in range(game.seats.stop - 1):
        wanted = form.get(f"seat.{number}", usual.get(number, forms.NOBODY))
        shown = [ListEntry(value, label, value == wanted) for value, label in offered]
        usual_name = own_name if wanted == forms.ME else ""
        name = forms.clean_name(form.get(f"name.{number}", usual_name))
        seats.append({"choices": shown, "name": name, "colour": colours[number]})
    return seats


async def new_game(request: Request) -> Response:
    """Start a game: the quick one against bots, or the one that the form describes."""
    form = await forms.received(request)
    if form.get("game") not in games:
        return _form(request, form, _no_game(request), 422)
    game = games[form["game"]]
    guest = guest_for(request)
    try:
        if "quick" in form:
            possible = _opponents(game)
            requested = forms.number(form["quick"])
            opponents = max(possible[0], min(requested, possible[-1]))
            wanted = forms.quick(guest, own_name(request), opponents, levels.usual())
        else:
            wanted = forms.read(game, form, guest, {key for key, _ in levels.offered()})
        response = await play.begin(
            request,
            game.name,
            wanted.options,
            wanted.seats,
            is_listed=form.get("listed") == "1",
            is_private=form.get("private") == "1",
        )
    except (BadForm, BadOption, TooMany) as error:
        status = 429 if isinstance(error, TooMany) else 422
        field = error.field if isinstance(error, BadForm) else ""
        return _form(request, form, error.message.say(say(request.state.language)), status, field)
    name = forms.my_name(form)
    if name is not None:
        remember_name(request, response, name)
    return response


def _no_game(request: Request) -> str:
    return Message("Choose one of the games listed here.").say(say(request.state.language))


async def choose_language(request: Request) -> Response:
    """Remember the language chosen in the header, and redirect to the page where it was chosen."""
    form = await forms.received(request)
    response = RedirectResponse(_here(form.get("next", "/")), 303)
    language = form.get("language", "")
    if language in i18n.LANGUAGES:
        set_cookie(request, response, i18n.COOKIE, language)
    return response


def _here(address: str) -> str:
    """Return path and query of an address, so that a redirect stays here; "/" if it has no plain path."""
    try:
        target = urlsplit(address)
    except ValueError:
        return "/"
    if not target.path.startswith("/") or target.path.startswith(("//", "/\\")):
        return "/"
    return target.path + (f"?{target.query}" if target.query else "")


async def about(request: Request) -> Response:
    """Show the page about this site and the owners of the games' names."""
    return page(request, "about.html.jinja")


async def metrics(request: Request) -> Response:
    """Return the metrics for Prometheus. Raises HTTPException (404) for an address that may not read them."""
    allowed = map(network, request.app.state.settings.metrics)
    if not within(address(request.scope), allowed):
        raise HTTPException(404)
    return PlainTextResponse(metrics_text(), media_type="text/plain; version=0.0.4")
