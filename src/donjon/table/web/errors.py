"""Answer errors with pages that say what happened and what to do, without a traceback."""

from __future__ import annotations

import logging
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from donjon.errors import DonjonError
from donjon.kernel.games import games
from donjon.kernel.message import Translate
from donjon.table.host.limits import Overdrawn
from donjon.table.host.monitoring import RequestLog
from donjon.table.host.security import too_many
from donjon.table.store.rows import (
    Damaged,
    NewerVersion,
    NoTable,
    NotStored,
    OtherRules,
    StillGathering,
)
from donjon.table.store.seating import Private
from donjon.table.web.rendering import page, say

logger = logging.getLogger("donjon.table")


def message_page(
    request: Request,
    status: int,
    heading: str,
    paragraphs: list[str],
    ways: list[dict[str, str]] | None = None,
    code: str = "",
) -> Response:
    """Return a page with a message and links to other pages.

    `ways`: the links, each a href and a label; the home page by default. `code`: a command to show.
    """
    _ = gettext(request)
    ways = ways or [{"href": "/", "label": _("Home")}]
    return page(
        request, "message.html.jinja", status, heading=heading, paragraphs=paragraphs, ways=ways, code=code
    )


def gettext(request: Request) -> Translate:
    """Return the translation into the visitor's language."""
    return say(getattr(request.state, "language", "en"))


async def no_table(request: Request, _error: Exception) -> Response:
    """Answer a request for a table that does not exist (404)."""
    _ = gettext(request)
    words = _("Check the link: part of it may be missing.")
    ways = [{"href": "/", "label": _("Home")}, {"href": "/new", "label": _("New game")}]
    return message_page(request, 404, _("Table not found"), [words], ways)


async def damaged(request: Request, error: Exception) -> Response:
    """Answer a request for a table whose record is damaged (500); other tables are not affected."""
    _ = gettext(request)
    assert isinstance(error, Damaged)
    heading = _("This table's data is damaged")
    paragraphs = [
        _("The game is intact up to move {move}; the rest is damaged: {reason}.").format(
            move=error.move, reason=error.reason
        ),
        _("Nothing was changed. Other tables are fine."),
        _(
            "The site owner can restore a backup, or cut this table back to its last intact move (the "
            "rest is kept in a file) with:"
        ),
    ]
    code = f"donjon archive repair {error.table}"
    ways = [{"href": "/", "label": _("Home")}, {"href": "/new", "label": _("New game")}]
    return message_page(request, 500, heading, paragraphs, ways, code)


async def other_rules(request: Request, error: Exception) -> Response:
    """Answer a request for a table that was started with rules that this server does not have (501)."""
    _ = gettext(request)
    assert isinstance(error, OtherRules)
    logger.warning("%s", error)
    title = games[error.game].title if error.game in games else error.game
    began = _("This table was started with version {version} of the {game} rules.")
    has = _("This server has version {version}.") if error.ours else _("This server doesn't have this game.")
    paragraphs = [
        f"{began.format(version=error.rules, game=title)} {has.format(version=error.ours)}",
        _("Nothing is lost: every move is saved, and a server with those rules can open the table."),
    ]
    if "+" in error.rules + error.ours:
        paragraphs.append(
            _(
                "The part after the + stands for the site owner's own data: with that file, the table "
                "opens again."
            )
        )
    ways = [{"href": "/", "label": _("Home")}, {"href": "/new", "label": _("New game")}]
    heading = _("This table uses other rules")
    return message_page(request, 501, heading, paragraphs, ways)


async def newer_version(request: Request, error: Exception) -> Response:
    """Answer a request for a table that a newer version of the program continued (501)."""
    _ = gettext(request)
    logger.warning("%s", error)
    paragraphs = [
        _("Nothing is lost: every move is saved, and the site owner can open the table after an update."),
    ]
    return message_page(request, 501, _("A newer version continued this table"), paragraphs)


async def not_stored(request: Request, error: Exception) -> Response:
    """Answer a request whose change could not be stored (503)."""
    _ = gettext(request)
    assert isinstance(error, NotStored)
    logger.error("could not save: %s", error.cause)
    paragraphs = [
        _(str(error)),
        _("Try again in a minute. If this happens again, tell the site owner: the server log says more."),
    ]
    return message_page(request, 503, _("Couldn't save that"), paragraphs)


async def still_gathering(_request: Request, error: Exception) -> Response:
    """Lead to the page of a table whose game has not started."""
    assert isinstance(error, StillGathering)
    return RedirectResponse(f"/t/{error.table}", 303)


async def private(request: Request, _error: Exception) -> Response:
    """Answer a guest who may not see the game of a table (403), with nothing about the game."""
    _ = gettext(request)
    words = _("Only the players can see this game. If you play in it, open it in the browser where you play.")
    ways = [{"href": "/lobby", "label": _("Lobby")}, {"href": "/", "label": _("Home")}]
    return message_page(request, 403, _("This table is private"), [words], ways)


async def http_error(request: Request, error: Exception) -> Response:
    """Answer an HTTP error: an unknown page (404), a wrong method (405), or another status."""
    _ = gettext(request)
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        words = _("Check the address, or go to the home page.")
        return message_page(request, 404, _("Page not found"), [words])
    if error.status_code == 405:
        words = _("This address only accepts moves sent from a table's page.")
        return message_page(request, 405, _("Nothing to show here"), [words])
    return message_page(request, error.status_code, _("That didn't work"), [str(error.detail)])


async def database_error(request: Request, error: Exception) -> Response:
    """Answer a request during which the database failed (503)."""
    _ = gettext(request)
    # Log the cause alone: the whole error holds the parameters of the statement.
    logger.error("database error: %s", getattr(error, "orig", None) or type(error).__name__)
    paragraphs = [
        _("Your earlier moves are safe. What you just did was not saved."),
        _("Try again in a minute. If this happens again, tell the site owner: the server log says more."),
    ]
    return message_page(request, 503, _("The database isn't responding"), paragraphs)


async def own_error(request: Request, error: Exception) -> Response:
    """Answer a refusal that no page handles (400), with its own message."""
    _ = gettext(request)
    return message_page(request, 400, _("That didn't work"), [str(error)])


async def unexpected(request: Request, error: Exception) -> Response:
    """Answer an unexpected exception (500), and log it."""
    _ = gettext(request)
    logger.error("request failed: %s", RequestLog(request.scope).path, exc_info=error)
    paragraphs = [
        _("This is a bug. Your game is safe: every move is saved."),
        _("Go back and try again. If this happens again, tell the site owner what you did."),
    ]
    return message_page(request, 500, _("Something went wrong"), paragraphs)


async def overdrawn(_request: Request, _error: Exception) -> Response:
    """Answer a request of an address without tokens (429)."""
    return too_many()


HANDLERS: dict[Any, Any] = {
    Overdrawn: overdrawn,
    NoTable: no_table,
    Damaged: damaged,
    OtherRules: other_rules,
    NewerVersion: newer_version,
    NotStored: not_stored,
    StillGathering: still_gathering,
    Private: private,
    DonjonError: own_error,
    HTTPException: http_error,
    SQLAlchemyError: database_error,
}
