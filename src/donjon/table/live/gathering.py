"""The page of a table whose players are still to come: invite, sit down, fill seats with bots, start."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from functools import lru_cache

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from donjon.errors import DonjonError, Spoken
from donjon.kernel.message import Message, Translate
from donjon.table.host import monitoring
from donjon.table.live import consent, forms, levels, pages, presentation, viewers, wording
from donjon.table.live.tables import Plan
from donjon.table.live.viewers import Viewer
from donjon.table.store import seating
from donjon.table.store.paces import choice_of
from donjon.table.store.rows import BOT, OPEN, PERSON, NotStored, Stale
from donjon.table.store.table_game import Change, TableGame
from donjon.table.web import rendering
from donjon.table.web.rendering import page, say
from donjon.table.web.sessions import guest_for, remember_guest

# What may be done with a seat, in the field `who`: take it, free it, or put a bot of a level there.
ME, NOBODY = forms.ME, forms.NOBODY
# Controls of the page, see `Refusal`.
NAME, SIT, LISTING, START, PACE = "name", "sit", "listing", "start", "pace"


@dataclass(frozen=True)
class Refusal:
    """Why something did not happen, in words, and where: at a seat, the name, a button of the page.

    `name`: the name that was typed, "" for none.
    """

    words: str = ""
    where: str = ""
    name: str = ""


async def show(
    request: Request,
    table_game: TableGame,
    viewer: Viewer,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Response:
    """Return the page as a viewer sees it."""
    if not viewer.seats:
        # Set the guest now: if the answer to the form is lost, the same guest can send it again.
        guest_for(request)
    refusal = refusal or Refusal()
    translate = say(viewer.language)
    game, names = table_game.game, wording.names(table_game.seats, translate)
    link = f"{rendering.base(request)}/t/{table_game.id}"
    storage = request.app.state.storage
    code = await asyncio.to_thread(storage.code_of, table_game.id) if viewer.seats else ""
    free = sum(seat.kind == OPEN for seat in table_game.seats)
    since, host = seating.sat_down(table_game), seating.host(table_game)
    shown = page(
        request,
        "gathering.html.jinja",
        status,
        (game,),
        id=table_game.id,
        game=game,
        frame=pages.frame_id(table_game, viewer),
        crop=presentation.crops(game)["wide"],
        seats=[
            {
                "seat": seat.seat,
                "name": name,
                "is_free": seat.kind == OPEN,
                "is_bot": seat.kind == BOT,
                "is_own": seat.seat in viewer.seats,
                "is_host": seat.seat == host,
                "level": levels.name(seat.level).say(translate) if seat.kind == BOT else "",
                "since": since.get(seat.seat, 0),
            }
            for seat, name in zip(table_game.seats, names, strict=True)
        ],
        free=free,
        is_host=is_host(table_game, viewer),
        is_listed=table_game.is_listed,
        host_name=table_game.seats[host].name or names[host] if host is not None else "",
        own=viewer.seats,
        own_name=refusal.name or forms.own_name(request),
        link=link,
        code=code,
        qr=_qr(link) if viewer.seats else "",
        options=_options(table_game, translate),
        is_private=seating.is_private(table_game),
        paces=consent.paces(table_game, translate),
        levels=[(key, label.say(translate), key == levels.usual()) for key, label in levels.offered()],
        notice=refusal.words,
        where=_where(refusal, table_game, viewer),
        preview={},
    )
    return remember_guest(request, shown)


def _where(refusal: Refusal, table_game: TableGame, viewer: Viewer) -> str:
    """Return where the page says why something did not happen; "" for its top, if it has no such control."""
    places, hosts = set[str](), is_host(table_game, viewer)
    if viewer.seats or hosts:
        places |= {_place(seat.seat) for seat in table_game.seats}
    if hosts:
        places |= {START, LISTING, PACE} if viewer.seats else {START}
    if not viewer.seats and any(seat.kind == OPEN for seat in table_game.seats):
        places |= {NAME, SIT}
    return refusal.where if refusal.where in places else ""


def _place(seat: int) -> str:
    return f"seat.{seat}"


def _options(table_game: TableGame, translate: Translate) -> list[str]:
    """Return the options that were chosen, each with its value in words."""
    options = json.loads(table_game.header.options)
    chosen = forms.again(table_game.game.name, [], (), options)
    lines = []
    for group in forms.option_groups(table_game.game, chosen, translate):
        values = [entry.label for field in group.fields for entry in field.choices if entry.chosen]
        if any(f"option.{group.name}" == key or key.startswith(f"option.{group.name}.") for key in chosen):
            lines.append(f"{group.label}: {', '.join(values)}")
    return lines


@lru_cache(256)
def _qr(link: str) -> Markup:
    return qr_code(link)


def qr_code(link: str) -> Markup:
    """Return a link as a QR code, an SVG that is dark on light."""
    code = segno.make(link, error="m", micro=False)
    drawn = code.svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True)
    return Markup(drawn)


def is_host(table_game: TableGame, viewer: Viewer) -> bool:
    """Return whether a viewer may fill and free seats and start: who has sat longest, or opened the table."""
    host = seating.host(table_game)
    return host in viewer.seats if host is not None else viewer.guest == table_game.header.creator


async def by_code(request: Request) -> Response:
    """Lead from a code to its table, or ask for it again. Wrong codes are limited by address."""
    request.app.state.quotas.check_guesses(request)
    code = "".join(filter(str.isalpha, request.path_params["code"])).upper()
    table = await asyncio.to_thread(request.app.state.storage.with_code, code)
    if table is None:
        request.app.state.quotas.charge_guess(request)
        words = Message("No table waits under this code. Check it, or ask for the link.")
        return page(
            request, "code.html.jinja", 404, code=code[:12], error=words.say(say(request.state.language))
        )
    return RedirectResponse(f"/t/{table}", 303)


async def ask_code(request: Request) -> Response:
    """Lead from the form for a code to the code's address."""
    code = "".join(filter(str.isalnum, request.query_params.get("code", "")))[:12]
    return RedirectResponse(f"/j/{code}" if code.isascii() and code else "/", 303)


async def sit(request: Request) -> Response:
    """Take a free seat: the one that the form names, or the first."""
    table_game, _ = await viewers.look(request, gathering=True)
    form = await forms.received(request)
    guest, name = guest_for(request), forms.clean_name(form.get("name", ""))
    wanted = forms.number(form.get("seat"))

    def plan(now: TableGame, at: float) -> Change | None:
        if not now.is_gathering:
            raise Stale
        if any(seat.owner == guest for seat in now.seats):
            return None
        free = [seat.seat for seat in now.seats if seat.kind == OPEN]
        if not free:
            raise seating.NotSeated(Message("All seats are taken."))
        seat = wanted if wanted in free else free[0]
        forms.check_name(name, seat, now.seats)
        return seating.plan_sit(now, seat, guest, name, at)

    response = await _carry_out(request, table_game, plan, SIT, name)
    if name and response.status_code == 303:
        forms.remember_name(request, response, name)
    return remember_guest(request, response)


async def change_seat(request: Request) -> Response:
    """Carry out what `who` says about a seat: move there, free it, or put a bot there.

    A person does this with the own seat and with free ones, the host with all. `since` names the row with
    which the person to be shown out sat down, so that nobody else is.
    """
    table_game, viewer = await viewers.look(request, gathering=True)
    form = await forms.received(request)
    seat, who, since = forms.number(form.get("seat")), form.get("who", ""), forms.number(form.get("since"))
    kind, _, level = who.partition(":")
    guest = viewer.guest

    def plan(now: TableGame, at: float) -> Change | None:
        current = viewers.of(request, now)
        if not now.is_gathering:
            raise Stale
        if not 0 <= seat < len(now.seats) or not (current.seats or is_host(now, current)):
            raise seating.NotSeated(Message("Sit down first."))
        chair = now.seats[seat]
        if who == ME and current.seats:
            return seating.plan_move(now, current.seats[0], seat, at)
        if chair.owner == guest and who == NOBODY:
            return seating.plan_free(now, seat, at)
        if not is_host(now, current):
            raise seating.NotSeated(Message("Only the host can do that."))
        if who == NOBODY and chair.kind == OPEN:
            return None
        if who == NOBODY and chair.kind == PERSON and seating.sat_down(now).get(seat) != since:
            raise Stale
        if who == NOBODY:
            return seating.plan_free(now, seat, at)
        if kind == BOT and level in dict(levels.offered()):
            return seating.plan_bot(now, seat, level, at)
        raise seating.NotSeated(Message("Choose who sits there."))

    return await _carry_out(request, table_game, plan, _place(seat))


async def list_it(request: Request) -> Response:
    """Show the table in the lobby, or no longer, as its host wants."""
    table_game, _ = await viewers.look(request, gathering=True)
    is_listed = (await forms.received(request)).get("listed") == "1"

    def plan(now: TableGame, at: float) -> Change | None:
        if not now.is_gathering or now.is_listed == is_listed:
            return None
        if not is_host(now, viewers.of(request, now)):
            raise seating.NotSeated(Message("Only the host can do that."))
        return seating.plan_listing(now, is_listed, at)

    return await _carry_out(request, table_game, plan, LISTING)


async def pace(request: Request) -> Response:
    """Choose the pace of the game, as its host wants."""
    table_game, _ = await viewers.look(request, gathering=True)
    name = (await forms.received(request)).get("pace", "")

    def plan(now: TableGame, at: float) -> Change | None:
        if not now.is_gathering or now.pace_name == name:
            return None
        if not is_host(now, viewers.of(request, now)):
            raise seating.NotSeated(Message("Only the host can do that."))
        if choice_of(name) is None:
            raise seating.NotSeated(Message("Choose a pace."))
        return seating.plan_pace(now, name, at)

    return await _carry_out(request, table_game, plan, PACE)


async def start(request: Request) -> Response:
    """Start the game with bots in the free seats, as its host wants."""
    table_game, _ = await viewers.look(request, gathering=True)
    form = await forms.received(request)
    level = form.get("level", "")
    level = level if level in dict(levels.offered()) else levels.usual()

    def plan(now: TableGame, at: float) -> Change | None:
        if not now.is_gathering:
            return None
        if not is_host(now, viewers.of(request, now)):
            raise seating.NotSeated(Message("Only the host can start the game."))
        return seating.plan_start(now, level, at)

    return await _carry_out(request, table_game, plan, START)


async def _carry_out(
    request: Request, table_game: TableGame, plan: Plan, where: str, name: str = ""
) -> Response:
    """Carry out a change of the seats; answer with the table, or with its page and why it was refused.

    where, name: see `Refusal`.
    """
    tables = request.app.state.tables
    try:
        request.app.state.quotas.charge_moves(request)
        await tables.rearrange(table_game.id, plan)
    except DonjonError as error:
        monitoring.REFUSALS.labels(type(error).__name__).inc()
        table_game = await tables.get(table_game.id)
        if not table_game.is_gathering:
            return RedirectResponse(f"/t/{table_game.id}", 303)
        translate = say(request.state.language)
        words = error.message.say(translate) if isinstance(error, Spoken) else translate(str(error))
        status = 503 if isinstance(error, NotStored) else 409
        where = NAME if isinstance(error, forms.BadForm) else where
        refusal = Refusal(words, where, name)
        return await show(request, table_game, viewers.of(request, table_game), refusal, status)
    return RedirectResponse(f"/t/{table_game.id}", 303)
