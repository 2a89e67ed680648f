"""Identify requests: guests by signed cookies, seats by signed links, pages by signed keys."""

from __future__ import annotations

import hmac
import secrets

from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from donjon.kernel.labels import Label, derive
from donjon.table.web import i18n
from donjon.table.web.errors import unexpected

COOKIE = "donjon_guest"


class Identity:
    """Signed cookies, links and keys, which cannot be made without the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._guests = URLSafeSerializer(secret, salt=Label.GUEST)
        self._links = URLSafeSerializer(secret, salt=Label.SEAT_LINK)

    def new_guest(self) -> str:
        """Return the id of a new guest, 128 random bits."""
        return secrets.token_urlsafe(16)

    def guest_cookie(self, guest: str) -> str:
        """Return the signed value of a guest's cookie."""
        return str(self._guests.dumps(guest))

    def guest_of(self, cookie: str | None) -> str | None:
        """Return the guest that a cookie names; None without a cookie or a valid signature."""
        if not cookie:
            return None
        try:
            guest = self._guests.loads(cookie)
        except BadData:
            return None
        return guest if isinstance(guest, str) and guest else None

    def seat_link(self, table: str, seat: int) -> str:
        """Return the signed token of the link that offers an open seat."""
        return str(self._links.dumps([table, seat]))

    def seat_of(self, table: str, token: str) -> int | None:
        """Return the seat that a token offers at a table; None if it is for another table or not valid."""
        try:
            named, seat = self._links.loads(token)
        except (BadData, TypeError, ValueError):
            return None
        return seat if named == table and isinstance(seat, int) else None

    def page_key(self, table: str, guest: str | None, seq: int) -> str:
        """Return the key for the forms of a page: with it a repeated request is harmless, a forged one fails.

        It depends only on the secret, the table, the guest and the number of actions, so it reveals nothing
        about the game.
        """
        return derive(self._secret, Label.PAGE_KEY, table, guest or "", seq)[:32]

    def owns_key(self, key: str, table: str, guest: str | None, seq: int) -> bool:
        """Return whether a key was made for the guest's page of the table after `seq` actions."""
        return hmac.compare_digest(key.encode(), self.page_key(table, guest, seq).encode())

    def deal_seed(self, day: str) -> str:
        """Return the seed of the deal of a day ("2026-11-27"), which nobody can know before."""
        return derive(self._secret, Label.DEAL, day)[:32]

    def table_key(self, table: str) -> str:
        """Return a table's own key, from which its bots, hints and previews get their random numbers."""
        return derive(self._secret, Label.TABLE, table)


YEAR = 365 * 24 * 3600


class Sessions:
    """Middleware that sets request.state.guest (None for a new visitor) and request.state.language."""

    def __init__(self, app: ASGIApp, identity: Identity) -> None:
        self.app = app
        self.identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; an unexpected exception before the response becomes an error page."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        request.state.guest = self.identity.guest_of(request.cookies.get(COOKIE))
        request.state.language = i18n.choose(request.cookies, request.headers.get("accept-language", ""))
        begun = False

        async def send_on(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_on)
        except Exception as error:
            if begun or isinstance(error, ClientDisconnect):
                raise
            await (await unexpected(request, error))(scope, receive, send)


def guest_for(request: Request) -> str:
    """Return the guest of a request; create one for a new visitor (see `remember_guest`)."""
    if request.state.guest is None:
        request.state.guest = request.app.state.identity.new_guest()
        request.state.fresh = True
    guest: str = request.state.guest
    return guest


def remember_guest(request: Request, response: Response) -> Response:
    """Set the cookie of a guest that `guest_for` has created; return the response."""
    if getattr(request.state, "fresh", False):
        set_cookie(request, response, COOKIE, request.app.state.identity.guest_cookie(request.state.guest))
    return response


def set_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """Set a cookie for a year, for this site only, hidden from scripts."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
