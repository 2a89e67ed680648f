"""Serve a table's page, its stream, and everything a seat can do."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from donjon.errors import DonjonError
from donjon.kernel.message import Message
from donjon.table.host import monitoring
from donjon.table.host.addresses import household
from donjon.table.host.limits import TOKEN
from donjon.table.live import (
    answers,
    crowds,
    forms,
    gathering,
    levels,
    pages,
    posters,
    presentation,
    text_board,
    updates,
    verbs,
    viewers,
    wording,
)
from donjon.table.live.answers import Answer, Answers, Notice
from donjon.table.live.coaching import may_hint
from donjon.table.live.forms import own_name, remember_name
from donjon.table.live.lobby import LOBBY
from donjon.table.live.tables import Tables
from donjon.table.live.viewers import Viewer
from donjon.table.store import seating
from donjon.table.store.rows import OPEN, NoTable, NotStored, Seat, Stale, Unplayable
from donjon.table.store.seating import Private
from donjon.table.store.table_game import CannotUndo, Change, TableGame
from donjon.table.web import rendering
from donjon.table.web.errors import message_page
from donjon.table.web.rendering import page, render, rule_url, say
from donjon.table.web.sessions import Identity, guest_for, remember_guest
from donjon.table.wire.streams import Stream

LONGEST_FRAME = 80
# Stands for the frame of a game that a guest may not see.
PRIVATE = "private"
# Tables that one stream watches at most.
MOST_TABLES = 100
# What a person does beside moves: tables, the table's id, the person's seat, the form, which has a key.
Verb = Callable[[Tables, str, int, Mapping[str, str]], Awaitable[TableGame]]
_FRESH = {"cache-control": "no-store", "vary": "Cookie, X-Frame, X-Stream"}


async def show(request: Request) -> Response:
    """Show the whole page of a table.

    ?ask=build 4,8 (or a number) asks why that is not legal, ?consider=5 what an action would do,
    ?about=road-3 what a thing is, and ?hint=1 what the coach would do.
    """
    table_game, viewer = await viewers.look(request, gathering=True)
    if table_game.is_gathering:
        return await gathering.show(request, table_game, viewer)
    if table_game.over and table_game.reviewed is None:
        # Another process may have reviewed the game, or this one before it started again.
        await request.app.state.reviews.known(table_game)
    notice, reply = pages.asked(request, table_game, viewer), await _answered(request, table_game, viewer)
    return _full(request, table_game, viewer, notice, reply)


def _full(
    request: Request,
    table_game: TableGame,
    viewer: Viewer,
    notice: Notice | None = None,
    reply: Answer | None = None,
    status: int = 200,
) -> Response:
    identity = request.app.state.identity
    shown = {
        "id": table_game.id,
        "title": pages.title(table_game, viewer),
        "own": " ".join(map(str, viewer.seats)),
    }
    now = _time(request, table_game)
    shown |= {"frame": pages.frame_id(table_game, viewer), **pages.tab(table_game, viewer)}
    seat = posters.asked_seat(request, table_game) if table_game.over else None
    preview = posters.preview(table_game, viewer, rendering.base(request), seat=seat)
    text = updates.page(table_game, viewer, identity, {"notice": notice, "answer": reply})
    shown["shapes"] = Markup(updates.patterns(table_game, viewer.language))
    live = Markup(pages.based(text, rendering.base(request)))
    return page(
        request, "table.html.jinja", status, (table_game.game,), live=live, preview=preview, now=now, **shown
    )


async def live(request: Request) -> Response:
    """Send the changes since the page that the header `x-frame` names, to a page that is open."""
    table_game, viewer = await viewers.look(request, gathering=True)
    return _update(request, table_game, viewer)


def _update(
    request: Request, table_game: TableGame, viewer: Viewer, notice: Notice | None = None, status: int = 200
) -> Response:
    since = request.headers.get("x-frame", "")
    now = _time(request, table_game)
    more: dict[str, Any] = {"now": now} if now else {}
    if notice is not None:
        rule = {"rule": notice.rule, "href": rule_url(notice.rule)} if notice.rule else {}
        more["notice"] = {"text": notice.text, **rule}
    text = changes_since(table_game, viewer, request.app.state.identity, since[:LONGEST_FRAME], more)
    return Response(pages.based(text, rendering.base(request)), status, _FRESH, "application/json")


def _time(request: Request, table_game: TableGame) -> int:
    """Return the server's time in milliseconds for a page with clocks, 0 for others."""
    if not table_game.clocks.pace.ticks:
        return 0
    now: float = request.app.state.tables.now()
    return round(1000 * now)


def changes_since(
    table_game: TableGame, viewer: Viewer, identity: Identity, since: str, more: Mapping[str, Any]
) -> str:
    """Return the update from the page `since` as JSON, with more fields.

    Before the start it only names the current page, which is fetched anew.
    """
    if table_game.is_gathering:
        return _encoded({"to": pages.frame_id(table_game, viewer), **more})
    text = updates.update(table_game, viewer, identity, since)
    return f"{text[:-1]},{_encoded(more)[1:]}" if more else text


def _encoded(update: Mapping[str, Any]) -> str:
    return json.dumps(update, ensure_ascii=False, separators=(",", ":"))


async def _answered(request: Request, table_game: TableGame, viewer: Viewer) -> Answer | None:
    """Return the answer to ?hint=, ?consider= or ?about=; None without a question."""
    query = request.query_params
    if "hint" in query:
        return await answers.hint(request, table_game, viewer)
    if "consider" in query:
        return Answers(table_game, viewer).consider(query["consider"])
    return Answers(table_game, viewer).about(query["about"]) if "about" in query else None


async def answer(request: Request) -> Response:
    """Send an answer alone, to a page that is open; ?at= asks about an earlier position."""
    table_game, viewer = await viewers.look(request)
    query = request.query_params
    at = forms.number(query.get("at"))
    if "x-frame" not in request.headers:
        where = "/replay" if at >= 0 else ""
        return RedirectResponse(f"/t/{table_game.id}{where}?{request.url.query}", 303)
    if 0 <= at <= len(table_game.steps):
        reply: Answer | None = Answers(table_game, viewer, table_game.state_at(at)).about(
            query.get("about", "")
        )
    else:
        reply = await _answered(request, table_game, viewer)
    context = {
        "answer": reply,
        "notice": pages.asked(request, table_game, viewer),
        "back": f"/t/{table_game.id}",
    }
    text = render(viewer.language, "answer.html.jinja", context)
    return HTMLResponse(text, headers=_FRESH)


async def begin(
    request: Request,
    game: str,
    options: Mapping[str, Any],
    seats: Sequence[Seat],
    seed: str | None = None,
    is_listed: bool = False,
    is_private: bool = False,
) -> Response:
    """Create a table for the guest of a request, and redirect to it. Raises TooMany and BadOption."""
    guest, state = guest_for(request), request.app.state
    async with state.quotas.new_game(request, guest):
        table_game = await state.tables.create(
            game, dict(options), seats, guest, seed, is_listed=is_listed, is_private=is_private
        )
    state.lanes.note(table_game.id, household(request.scope))
    return remember_guest(request, RedirectResponse(f"/t/{table_game.id}", 303))


async def stream(request: Request) -> Any:
    """Stream the changes of one table while its page is open."""
    table_game, _ = await viewers.look(request, gathering=True)
    since = request.headers.get("last-event-id") or request.query_params.get("seen", "")
    return _stream(request, {table_game.id: since})


async def streams(request: Request) -> Any:
    """Stream the changes of several tables, and of the lobby: one stream for all tabs of a browser.

    ?seen=TABLE:FRAME for each. Tables that cannot be shown are left out: their own pages explain why.
    """
    frames = {}
    for watched in request.query_params.getlist("seen")[:MOST_TABLES]:
        table, _, frame = watched.partition(":")
        with suppress(NoTable, Unplayable, Private):
            if table != LOBBY:
                await viewers.opened(request, table)
            frames[table] = frame[:LONGEST_FRAME]
    # The first table of a stream is free, as its page was paid for; each further one costs a token.
    request.state.visit.charge(TOKEN * max(0, len(frames) - 1))
    return _stream(request, frames)


def _stream(request: Request, frames: Mapping[str, str]) -> Stream:
    """Return the stream of some tables; `frames`: the frame id that the viewer has of each."""
    base, app = rendering.base(request), request.app

    async def render(table: str, since: str) -> tuple[str, str]:
        if table == LOBBY:
            frame = (await app.state.lobby.rows()).frame
            return frame, "" if frame == since else _encoded({"table": LOBBY, "to": frame})
        now = await app.state.tables.get(table)
        if not viewers.may_see(now, request.state.guest):
            # The game has started without this guest: the page is fetched anew, which says so.
            return PRIVATE, "" if since == PRIVATE else _encoded({"table": table, "to": PRIVATE})
        viewer = viewers.of(request, now)
        # The stream is shared by all tabs of a browser; each keeps the language of its page.
        viewer = replace(viewer, language=pages.language_of(since) or viewer.language)
        frame = pages.frame_id(now, viewer)
        if frame == since:
            return frame, ""
        time = _time(request, now)
        more = {"table": table, "now": time} if time else {"table": table}
        return frame, pages.based(changes_since(now, viewer, app.state.identity, since, more), base)

    who = crowds.person_of(request)

    async def crowd(table: str, since: str) -> str | None:
        if table == LOBBY or since == PRIVATE:
            return None
        now, language = await app.state.tables.get(table), pages.language_of(since) or request.state.language
        words: str | None = app.state.crowds.words(now, who, say(language))
        return words

    return Stream(app.state.hub, render, frames, app.state.stream_settings, request.state.visit, who, crowd)


async def move(request: Request) -> Response:
    """Play an action for a seat."""
    return await _act(request, "action", lambda tables: tables.act)


async def undo(request: Request) -> Response:
    """Undo a choice of a seat, and what followed it."""
    table_game, viewer = await viewers.look(request)
    # In a review the coach shows what would have been better.
    reviewed = request.app.state.reviews.peek(table_game) is not None
    if table_game.over and reviewed and not may_hint(table_game, viewer):
        error = CannotUndo(Message("Can't undo: the review of this game has been opened."))
        return _refused(request, table_game, error, await forms.received(request))
    return await _act(request, "count", lambda tables: tables.undo)


async def redo(request: Request) -> Response:
    """Repeat a choice that was undone."""
    return await _act(request, "action", lambda tables: tables.redo)


async def leave(request: Request) -> Response:
    """Let a bot play for the person in a seat."""
    return await change_seat(
        request,
        lambda tables, table, seat, form: verbs.leave(tables, table, seat, form["key"], levels.usual()),
    )


async def come_back(request: Request) -> Response:
    """Let the owner of a seat play it again."""
    return await change_seat(
        request, lambda tables, table, seat, form: verbs.come_back(tables, table, seat, form["key"])
    )


async def again(request: Request) -> Response:
    """Take a seat at the table where the people of a finished game play again; the first opens it."""
    table_game, viewer = await viewers.look(request)
    tables, guest = request.app.state.tables, viewer.guest
    if not viewer.seats or guest is None:
        return _not_yours(request, table_game)
    if not table_game.rematch:
        # Of two who press at once, one names the table.
        name = tables.new_id()
        table_game = await tables.rearrange(
            table_game.id, lambda now, at: None if now.rematch else seating.plan_again(now, name, at)
        )
    try:
        next_game = await tables.get(table_game.rematch)
    except NoTable:
        header = table_game.header
        async with request.app.state.quotas.new_game(request, guest):
            seats = seating.turned(table_game.seats)
            next_game = await tables.create(
                header.game,
                json.loads(header.options),
                seats,
                guest,
                table=table_game.rematch,
                is_private=seating.is_private(table_game),
                pace=table_game.pace_name,
            )
    own = [(seat - 1) % len(table_game.seats) for seat in viewer.seats]

    def sit(now: TableGame, at: float) -> Change | None:
        free = [seat for seat in own if now.seats[seat].kind == OPEN]
        if not now.is_gathering or not free:
            return None
        name = forms.own_name(request) if len(own) == 1 else ""
        return seating.plan_sit(now, free[0], guest, now.seats[free[0]].name or name, at)

    for _ in own:
        await tables.rearrange(next_game.id, sit)
    return RedirectResponse(f"/t/{next_game.id}", 303)


async def change_seat(request: Request, verb: Verb) -> Response:
    """Check the form of what a person does beside moves, carry it out, and answer with the changes."""
    table_game, viewer = await viewers.look(request)
    form = await forms.received(request)
    seat, seq = forms.number(form.get("seat")), forms.number(form.get("seq"))
    if seat not in viewer.seats:
        return _not_yours(request, table_game)
    if not request.app.state.identity.owns_key(form.get("key", ""), table_game.id, viewer.guest, seq):
        return _refused(request, table_game, Stale(), form)
    try:
        request.app.state.quotas.charge_moves(request)
        table_game = await verb(request.app.state.tables, table_game.id, seat, form)
    except DonjonError as error:
        monitoring.REFUSALS.labels(type(error).__name__).inc()
        return _refused(request, await request.app.state.tables.get(table_game.id), error, form)
    return _done(request, table_game, form)


async def _act(request: Request, field: str, verb: Any) -> Response:
    """Check the form of a move, undo or redo, carry it out, and answer with the changes.

    `field` names the form's number, `verb` picks the method of `Tables`.
    """
    table_game, viewer = await viewers.look(request, fresh=False)
    form = await forms.received(request)
    seat, seq, number = (forms.number(form.get(name)) for name in ("seat", "seq", field))
    key = form.get("key", "")
    if seat not in viewer.seats or seq > table_game.seq:
        # Another process may have made the page.
        table_game, viewer = await viewers.look(request)
    if seat not in viewer.seats:
        return _not_yours(request, table_game)
    if not request.app.state.identity.owns_key(key, table_game.id, viewer.guest, seq):
        return _refused(request, table_game, Stale(), form)
    what = [number] if field == "action" else number
    request.app.state.lanes.note(table_game.id, household(request.scope))
    try:
        request.app.state.quotas.charge_moves(request)
        table_game = await verb(request.app.state.tables)(table_game.id, seat, seq, key, what)
    except DonjonError as error:
        monitoring.REFUSALS.labels(type(error).__name__).inc()
        return _refused(request, await request.app.state.tables.get(table_game.id), error, form)
    holder = request.app.state.screens.holder(table_game.id, viewer.guest)
    expected = viewer.pass_to if viewer.acts is None else viewer.acts
    # The player who is asked for may undo a choice of another seat at this screen, and must not see its hand.
    if (holder is not None and holder != seat) or expected not in (seat, None):
        request.app.state.screens.leave(table_game.id, viewer.guest)
    return _done(request, table_game, form)


def _done(request: Request, table_game: TableGame, form: Mapping[str, str]) -> Response:
    """Answer a form that was carried out: with the changes, or a redirect to the page of the form.

    A page with a stream (`x-stream`) gets the changes there, and here only the frame id to wait for.
    """
    if "x-frame" in request.headers:
        viewer = viewers.of(request, table_game)
        if "x-stream" in request.headers:
            awaited = {"to": pages.frame_id(table_game, viewer)}
            return Response(_encoded(awaited), 200, _FRESH, "application/json")
        return _update(request, table_game, viewer)
    where = "/text" if form.get("page") == text_board.NAME else ""
    return RedirectResponse(f"/t/{table_game.id}{where}", 303)


def _refused(
    request: Request, table_game: TableGame, error: DonjonError, form: Mapping[str, str]
) -> Response:
    """Answer a refused form with the current page and the reason on it."""
    viewer = viewers.of(request, table_game)
    notice = Answers(table_game, viewer).notice(error)
    status = 503 if isinstance(error, NotStored) else 409
    if "x-frame" in request.headers:
        return _update(request, table_game, viewer, notice, status)
    if form.get("page") == text_board.NAME:
        return text_board.whole(request, table_game, viewer, notice, status)
    return _full(request, table_game, viewer, notice, status=status)


def _not_yours(request: Request, table_game: TableGame) -> Response:
    translate = say(request.state.language)
    words = translate(Message("Only the player in a seat can move for it.").text)
    ways = [{"href": f"/t/{table_game.id}", "label": translate(Message("Back to the table").text)}]
    heading = translate(Message("That isn't your seat").text)
    return message_page(request, 403, heading, [words], ways)


async def screen(request: Request) -> Response:
    """Note which seat holds the screen that several seats share."""
    table_game, viewer = await viewers.look(request)
    form = await forms.received(request)
    seat = forms.number(form.get("seat"))
    if viewer.guest is None or seat not in viewer.seats:
        return _not_yours(request, table_game)
    request.app.state.screens.take(table_game.id, viewer.guest, seat)
    request.app.state.hub.notify(table_game.id)
    return _done(request, table_game, form)


async def sit_form(request: Request) -> Response:
    """Show the page of a seat's link, with a button: a GET request must change nothing."""
    table_game, viewer = await viewers.look(request)
    seat = request.app.state.identity.seat_of(table_game.id, request.path_params["token"])
    if seat is None or not 0 <= seat < len(table_game.seats):
        return _bad_link(request, table_game)
    if seat in viewer.seats:
        return RedirectResponse(f"/t/{table_game.id}", 303)
    if table_game.seats[seat].kind != OPEN:
        return _taken(request, table_game)
    # Set the guest now: if the answer to the form is lost, the same guest can send it again.
    guest_for(request)
    name = "" if forms.name_refused(own_name(request), seat, table_game.seats) else own_name(request)
    return remember_guest(request, _invitation(request, table_game, viewer, seat, name))


def _invitation(
    request: Request, table_game: TableGame, viewer: Viewer, seat: int, name: str, error: str = ""
) -> Response:
    """Return the page of a seat's link with a name in its field; `error`: why that was refused."""
    names = wording.names(table_game.seats, say(request.state.language))
    return page(
        request,
        "sit.html.jinja",
        422 if error else 200,
        game=table_game.game,
        crop=presentation.crops(table_game.game)["wide"],
        host=_host_name(table_game),
        names=[name for other, name in enumerate(names) if other != seat],
        seats=list(enumerate(names)),
        seat=seat,
        own_name=name,
        error=error,
        table=table_game.id,
        action=request.url.path,
        preview={"picture": posters.preview(table_game, viewer, rendering.base(request))["picture"]},
    )


def _host_name(table_game: TableGame) -> str:
    """Return the name of the person who created the table, "" if none was given."""
    creator = table_game.header.creator
    return next((seat.name for seat in table_game.seats if seat.owner == creator and seat.name), "")


async def sit(request: Request) -> Response:
    """Take the seat that a link offers."""
    table_game, viewer = await viewers.look(request)
    seat = request.app.state.identity.seat_of(table_game.id, request.path_params["token"])
    if seat is None or not 0 <= seat < len(table_game.seats):
        return _bad_link(request, table_game)
    guest, response = guest_for(request), RedirectResponse(f"/t/{table_game.id}", 303)
    if table_game.seats[seat].owner != guest:
        name = forms.clean_name((await forms.received(request)).get("name", ""))
        check = partial(forms.check_name, name, seat)
        try:
            seated = await request.app.state.tables.sit(table_game.id, seat, guest, name, check)
        except forms.BadForm as refused:
            words = refused.message.say(say(request.state.language))
            return remember_guest(request, _invitation(request, table_game, viewer, seat, name, words))
        if not seated:
            return _taken(request, table_game)
        if name:
            remember_name(request, response, name)
    return remember_guest(request, response)


def _bad_link(request: Request, table_game: TableGame) -> Response:
    translate = say(request.state.language)
    words = translate(Message("The link is incomplete or belongs to another table. Ask for it again.").text)
    return message_page(request, 404, translate(Message("This link doesn't work").text), [words])


def _taken(request: Request, table_game: TableGame) -> Response:
    translate = say(request.state.language)
    words = translate(Message("You can watch the game.").text)
    ways = [{"href": f"/t/{table_game.id}", "label": translate(Message("Watch").text)}]
    return message_page(request, 409, translate(Message("This seat is taken").text), [words], ways)
