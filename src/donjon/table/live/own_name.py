"""The name that a person used last: kept by the browser, so that nobody types it for every game."""

from __future__ import annotations

from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from donjon.table.live.forms import clean_name
from donjon.table.web.sessions import set_cookie

COOKIE = "donjon_name"


def own_name(request: Request) -> str:
    """Return the name that this browser used last, "" if it used none."""
    return clean_name(unquote(request.cookies.get(COOKIE, ""), errors="replace"))


def remember_name(request: Request, response: Response, name: str) -> None:
    """Keep a cleaned name in the browser, "" in place of an earlier one, too."""
    if name != own_name(request):
        set_cookie(request, response, COOKIE, quote(name))
