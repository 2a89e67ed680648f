"""Go on at another device: a link and a QR code, good once and for some minutes, for the same guest.

A guest is known by a cookie alone. The link leads to a page that says who would go on here; only its form
takes the pass, so that the preview of a messenger uses nothing up.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from donjon.kernel.message import Message
from donjon.table.host.addresses import LOOPBACK
from donjon.table.live import forms, gathering, pages, viewers
from donjon.table.store import passes
from donjon.table.store.passes import Pass
from donjon.table.store.rows import NoTable, Unplayable
from donjon.table.store.seating import Private
from donjon.table.store.storage import now
from donjon.table.store.table_game import TableGame
from donjon.table.web import rendering
from donjon.table.web.errors import message_page
from donjon.table.web.rendering import page, say
from donjon.table.web.sessions import COOKIE, set_cookie

# The longest secret that is looked for.
LONGEST = 100
# The fewest letters by which a page names itself when it takes a pass.
SHORTEST_PAGE = 16
MINUTES = round(passes.LASTS / 60)
# A page whose address is a secret names only the server to the pages that it leads to. (With less, browsers
# would not say either where a form comes from.)
REFERRER_POLICY = "strict-origin"
_SECRET = {"referrer-policy": REFERRER_POLICY, "x-robots-tag": "noindex"}


async def offer(request: Request) -> Response:
    """Show what a link to another device is for, with the button that makes one; ?table= leads there."""
    table_game = await _own_table(request, request.query_params.get("table", ""))
    return _page(request, table_game)


async def make(request: Request) -> Response:
    """Make a link for the guest, and show it with its QR code. Raises TooMany and NotStored."""
    table_game = await _own_table(request, (await forms.received(request)).get("table", ""))
    guest = request.state.guest
    if guest is None:
        return _page(request, table_game)
    request.app.state.quotas.charge_moves(request)
    name = forms.own_name(request)
    if table_game is not None:
        name = next((seat.name for seat in table_game.seats if seat.owner == guest and seat.name), name)
    given = Pass(guest, name, "" if table_game is None else table_game.id)
    secret = await asyncio.to_thread(passes.issue, request.app.state.storage, given, now())
    return _page(request, table_game, f"{rendering.base(request)}/device/{secret}")


def _page(request: Request, table_game: TableGame | None, link: str = "") -> Response:
    table = "" if table_game is None else table_game.id
    return page(
        request,
        "device.html.jinja",
        knows_guest=request.state.guest is not None,
        table=table,
        link=link,
        qr=gathering.qr_code(link) if link else "",
        is_here_only=request.url.hostname in LOOPBACK,
        minutes=MINUTES,
        here=f"/device?table={table}" if table else "/device",
    )


async def _own_table(request: Request, table: str) -> TableGame | None:
    """Return a table where the guest sits; None for any other."""
    if not table or request.state.guest is None:
        return None
    with suppress(NoTable, Unplayable, Private):
        table_game = await viewers.opened(request, table)
        if viewers.of(request, table_game).seats:
            return table_game
    return None


async def show(request: Request) -> Response:
    """Show who would go on at this device. It takes nothing: programs that show previews ask, too."""
    quotas, secret = request.app.state.quotas, request.path_params["token"]
    quotas.check_guesses(request)
    given = await _look(request, secret)
    if given is None:
        quotas.charge_guess(request)
        return _void(request)
    if given.guest == request.state.guest:
        return _known(request, given)
    shown = page(
        request,
        "device_here.html.jinja",
        name=given.name,
        title=await _title(request, given),
        others=await _others(request),
        action=f"/device/{secret}",
        key=secrets.token_urlsafe(16),
        minutes=MINUTES,
        preview={"url": f"{rendering.base(request)}/device"},
    )
    shown.headers.update(_SECRET)
    return shown


async def take(request: Request) -> Response:
    """Make this browser the guest of a pass, and lead to the table or to the guest's games."""
    quotas, secret = request.app.state.quotas, request.path_params["token"]
    quotas.check_guesses(request)
    name = (await forms.received(request)).get("key", "")
    if len(name) < SHORTEST_PAGE:
        return RedirectResponse("/device", 303)  # not from a form of ours
    given = None
    if len(secret) <= LONGEST:
        given = await asyncio.to_thread(passes.take, request.app.state.storage, secret, name, now())
    if given is None:
        quotas.charge_guess(request)
        return _void(request)
    response = RedirectResponse(_way(given), 303, _SECRET)
    set_cookie(request, response, COOKIE, request.app.state.identity.guest_cookie(given.guest))
    if given.name:
        forms.remember_name(request, response, given.name)
    return response


async def _look(request: Request, secret: str) -> Pass | None:
    if len(secret) > LONGEST:
        return None
    return await asyncio.to_thread(passes.look, request.app.state.storage, secret, now())


def _way(given: Pass) -> str:
    return f"/t/{given.table}" if given.table else "/games"


async def _title(request: Request, given: Pass) -> str:
    """Return the game and the players of the table that a pass leads to, "" without one."""
    if given.table:
        with suppress(NoTable, Unplayable, Private):
            table_game = await viewers.opened(request, given.table)
            return pages.title(table_game, viewers.of(request, table_game))
    return ""


async def _others(request: Request) -> int:
    """Return the number of games of the guest that this browser is now."""
    if request.state.guest is None:
        return 0
    return len(await asyncio.to_thread(request.app.state.storage.tables_of, request.state.guest))


def _void(request: Request) -> Response:
    """Answer a secret that opens nothing: it is wrong, has expired, or was used."""
    translate = say(request.state.language)
    words = [
        Message("It was already used, or it is older than {minutes} minutes.", minutes=MINUTES).say(
            translate
        ),
        Message("On the device where you play, press “Play on another device” to get a new link.").say(
            translate
        ),
    ]
    ways = _ways(request)
    answer = message_page(request, 410, Message("This link no longer works").say(translate), words, ways)
    answer.headers.update(_SECRET)
    return answer


def _known(request: Request, given: Pass) -> Response:
    """Answer the guest who opens the own link: there is nothing to do here."""
    translate = say(request.state.language)
    words = Message("Your games are already in this browser. Open the link on the other device.")
    ways: list[dict[str, Any]] = [{"href": _way(given), "label": Message("Continue").say(translate)}]
    heading = Message("You are already here").say(translate)
    answer = message_page(request, 200, heading, [words.say(translate)], ways)
    answer.headers.update(_SECRET)
    return answer


def _ways(request: Request) -> list[dict[str, str]]:
    translate = say(request.state.language)
    return [
        {"href": "/games", "label": Message("My games").say(translate)},
        {"href": "/", "label": Message("Home").say(translate)},
    ]
