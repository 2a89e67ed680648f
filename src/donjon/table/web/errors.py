"""Answer errors with pages that say what happened and what to do, without a traceback."""

from __future__ import annotations

import logging
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from donjon.errors import DonjonError
from donjon.kernel.games import games
from donjon.kernel.message import Translate
from donjon.table.host.limits import Overdrawn
from donjon.table.host.monitoring import RequestLog
from donjon.table.host.security import too_many
from donjon.table.store.rows import Damaged, NoTable, NotStored, OtherRules
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
    ways = ways or [{"href": "/", "label": _("To the first page")}]
    return page(
        request, "message.html.jinja", status, heading=heading, paragraphs=paragraphs, ways=ways, code=code
    )


def gettext(request: Request) -> Translate:
    """Return the translation into the visitor's language."""
    return say(getattr(request.state, "language", "en"))


async def no_table(request: Request, _error: Exception) -> Response:
    """Answer a request for a table that does not exist (404)."""
    _ = gettext(request)
    words = _("Check the address: it may have been cut off. A table that was never begun has no page.")
    ways = [{"href": "/", "label": _("To the first page")}, {"href": "/new", "label": _("New game")}]
    return message_page(request, 404, _("There is no such table"), [words], ways)


async def damaged(request: Request, error: Exception) -> Response:
    """Answer a request for a table whose record is damaged (500); other tables are not affected."""
    _ = gettext(request)
    assert isinstance(error, Damaged)
    heading = _("This table's record is damaged")
    paragraphs = [
        _("The record is sound up to move {move}; what follows cannot be trusted: {reason}.").format(
            move=error.move, reason=error.reason
        ),
        _("Nothing has been changed, and no other table is touched."),
        _(
            "The operator can put back a copy of the database, or cut this table back to its sound moves "
            "(what is cut off is kept in a file) with:"
        ),
    ]
    code = f"donjon archive repair {error.table}"
    ways = [{"href": "/", "label": _("To the first page")}, {"href": "/new", "label": _("New game")}]
    return message_page(request, 500, heading, paragraphs, ways, code)


async def other_rules(request: Request, error: Exception) -> Response:
    """Answer a request for a table that was started with rules that this server does not have (501)."""
    _ = gettext(request)
    assert isinstance(error, OtherRules)
    logger.warning("%s", error)
    title = games[error.game].title if error.game in games else error.game
    began = _("This table was begun with version {version} of the rules of {game}.")
    has = _("This server has version {version}.") if error.ours else _("This server does not have the game.")
    paragraphs = [
        f"{began.format(version=error.rules, game=title)} {has.format(version=error.ours)}",
        _("Nothing is lost: every move is stored, and a server that has those rules opens the table."),
    ]
    if "+" in error.rules + error.ours:
        paragraphs.append(
            _("The part after the + stands for data of the host's own: with that file the table opens again.")
        )
    ways = [{"href": "/", "label": _("To the first page")}, {"href": "/new", "label": _("New game")}]
    heading = _("This table follows other rules")
    return message_page(request, 501, heading, paragraphs, ways)


async def not_stored(request: Request, error: Exception) -> Response:
    """Answer a request whose change could not be stored (503)."""
    _ = gettext(request)
    assert isinstance(error, NotStored)
    logger.error("something could not be stored: %s", error.cause)
    paragraphs = [
        _(str(error)),
        _("Try again in a moment. If it stays so, tell the operator: the server's log says more."),
    ]
    return message_page(request, 503, _("That could not be stored"), paragraphs)


async def http_error(request: Request, error: Exception) -> Response:
    """Answer an HTTP error: an unknown page (404), a wrong method (405), or another status."""
    _ = gettext(request)
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        words = _("Check the address, or begin at the first page.")
        return message_page(request, 404, _("There is no such page"), [words])
    if error.status_code == 405:
        words = _("This address only carries out what a form of a table's page asks for.")
        return message_page(request, 405, _("Nothing to show here"), [words])
    return message_page(request, error.status_code, _("That did not work"), [str(error.detail)])


async def database_error(request: Request, error: Exception) -> Response:
    """Answer a request during which the database failed (503)."""
    _ = gettext(request)
    # Log the cause alone: the whole error holds the parameters of the statement.
    logger.error("the database failed: %s", getattr(error, "orig", None) or type(error).__name__)
    paragraphs = [
        _("Nothing that was acknowledged is lost; what you just did was not stored."),
        _("Try again in a moment. If it stays so, tell the operator: the server's log says more."),
    ]
    return message_page(request, 503, _("The database does not answer"), paragraphs)


async def own_error(request: Request, error: Exception) -> Response:
    """Answer a refusal that no page handles (400), with its own message."""
    _ = gettext(request)
    return message_page(request, 400, _("That did not work"), [str(error)])


async def unexpected(request: Request, error: Exception) -> Response:
    """Answer an unexpected exception (500), and log it."""
    _ = gettext(request)
    logger.error("a page failed: %s", RequestLog(request.scope).path, exc_info=error)
    paragraphs = [
        _("This is a mistake in the program. The game itself is safe: it is stored move by move."),
        _("Go back and try again; if it stays so, tell the operator what you did."),
    ]
    return message_page(request, 500, _("Something went wrong here"), paragraphs)


async def overdrawn(_request: Request, _error: Exception) -> Response:
    """Answer a request of an address without tokens (429)."""
    return too_many()


HANDLERS: dict[Any, Any] = {
    Overdrawn: overdrawn,
    NoTable: no_table,
    Damaged: damaged,
    OtherRules: other_rules,
    NotStored: not_stored,
    DonjonError: own_error,
    HTTPException: http_error,
    SQLAlchemyError: database_error,
}
