"""What pages of examples and of puzzles share: what was played and what is asked stands in the address."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from donjon.table.learn import examples
from donjon.table.learn.examples import Asked, BadPlay, Play
from donjon.table.live.viewers import Viewer
from donjon.table.web.errors import gettext, message_page
from donjon.table.web.rendering import render

FRESH = {"cache-control": "no-store", "vary": "Cookie, X-Frame"}


def did_of(request: Request) -> str:
    """What was played: ?did=, and ?action= besides."""
    query = request.query_params
    return ".".join(part for part in (query.get("did", ""), query.get("action", "")) if part)


def asked_of(request: Request) -> Asked:
    """What ?ask=, ?about= and ?consider= ask."""
    query = request.query_params
    return Asked(query.get("ask"), query.get("about"), query.get("consider"))


def answered_alone(play: Play, viewer: Viewer, asked: Asked, address: str) -> Response:
    """The answer without the page on which it stands."""
    notice, answer = examples.answered(play, viewer, asked)
    given = {"notice": notice, "answer": answer, "back": examples.here_of(play, address)}
    return HTMLResponse(render(viewer.language, "answer.html.jinja", given), headers=FRESH)


def not_played(request: Request, error: BadPlay, address: str, words: str) -> Response:
    """What the address says was played cannot be; `words` say where."""
    _ = gettext(request)
    ways = [{"href": address, "label": _("Begin again")}]
    return message_page(request, 422, _("That cannot be played here"), [error.message.say(_), words], ways)
