"""Finds out, for every request, who asks and in which language; says so when a page fails."""

from __future__ import annotations

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from donjon.table.web import i18n
from donjon.table.web.errors import unexpected
from donjon.table.web.identity import COOKIE, Identity

YEAR = 365 * 24 * 3600


class Sessions:
    """Sets request.state.guest (None for a stranger) and request.state.language."""

    def __init__(self, app: ASGIApp, identity: Identity) -> None:
        self.app = app
        self.identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
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
    """The guest who asks; a stranger becomes one (`remember_guest` in the answer)."""
    if request.state.guest is None:
        request.state.guest = request.app.state.identity.new_guest()
        request.state.fresh = True
    guest: str = request.state.guest
    return guest


def remember_guest(request: Request, response: Response) -> Response:
    """Give a new guest the cookie."""
    if getattr(request.state, "fresh", False):
        set_cookie(request, response, COOKIE, request.app.state.identity.guest_cookie(request.state.guest))
    return response


def set_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """A cookie for a year, for this site only, out of reach of scripts."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
