"""Render pages: templates in a language, texts of rulebooks, and the common parts of all pages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from donjon import drawing, rulebook
from donjon.coach.puzzles import puzzles_of
from donjon.drawing.templates import FROM_FACTS
from donjon.errors import DonjonError
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import signed
from donjon.rulebook import Panel
from donjon.table.host.addresses import base_of
from donjon.table.web import table_rules
from donjon.table.web.assets import FOLDER, fonts_of, static_url
from donjon.table.web.i18n import LANGUAGES, catalogue


@cache
def environment(language: str) -> Environment:
    """Return the templates in a language. In them an undefined name is an error, not an empty string."""
    made = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        loader=FileSystemLoader(FOLDER / "templates"),
        extensions=["jinja2.ext.i18n"],
    )
    texts = catalogue(language)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        texts.gettext, texts.ngettext, newstyle=True
    )
    made.globals |= {
        "language": language,
        "languages": LANGUAGES,
        "static": static_url,
        "shield": drawing.shield,
        "icon": drawing.icon,
        "rule_url": rule_url,
        "rules_of": rules_of,
        "story_of": story_of,
        "puzzles_at": puzzles_at,
        "signed": signed,
        "log_lines": partial(_log_lines, language),
        "links_to": partial(_links_to, language),
        **FROM_FACTS,
    }
    return made


def _log_lines(language: str, lines: Iterable[Hashable], jump: str, ids: bool = False) -> Markup:
    """Render lines of a log; `jump`: the table whose replay they link to, or "".

    With `ids` each names the rules that it follows from; otherwise a sign leads to them.
    """
    return Markup("".join(_log_line(language, line, jump, ids) for line in lines))


@lru_cache(maxsize=8192)
def _log_line(language: str, line: Hashable, jump: str, ids: bool) -> str:
    """Render a line of a log, cached."""
    return render(language, "log_line.html.jinja", {"line": line, "jump": jump, "ids": ids})


def _links_to(language: str, things: Iterable[Hashable], asks_at: str) -> Markup:
    """Render the links to things on a board; `asks_at`: their address up to the question."""
    links = "\n".join(_link_to(language, thing) for thing in things)
    # The address is inserted into the cached links: it differs from page to page.
    return Markup(links.replace('href="?', f'href="{escape(asks_at)}'))


@lru_cache(maxsize=8192)
def _link_to(language: str, thing: Hashable) -> str:
    """Render a link to a thing, relative to the current address, cached."""
    return render(language, "thing.html.jinja", {"thing": thing})


def say(language: str) -> Callable[[str], str]:
    """Return the function that translates single texts into a language."""
    return catalogue(language).gettext


def render(language: str, template: str, context: Mapping[str, Any]) -> str:
    """Render a template in a language."""
    return _template(language, template).render(context)


@cache
def macros(language: str, template: str) -> Any:
    """Return the macros of a template in a language, as attributes."""
    return _template(language, template).make_module()


@cache
def _template(language: str, name: str) -> Template:
    """Return a template. Jinja caches templates, too, but its look-up is slow."""
    return environment(language).get_template(name)


# Pages of a table: they have no main menu, and their title says whose turn it is there.
AT_TABLE = ("table.html.jinja", "text_board.html.jinja", "replay.html.jinja")


def page(
    request: Request, template: str, status: int = 200, games_shown: tuple[Game, ...] = (), **context: Any
) -> Response:
    """Render a whole page as a response.

    `games_shown`: the games whose style sheets the page needs; a single one also gives the link to the rules.
    """
    language = request.state.language
    query = f"?{request.url.query}" if request.url.query else ""
    address = request.url.path + query if request.method == "GET" else "/"
    rules_at = (rules_of(games_shown[0].name) if len(games_shown) == 1 else "") or "/rules"
    sheets = ["vendor/fonts.css", "donjon.css", *(f"{game.name}.css" for game in games_shown)]
    # An error page needs no preview: it is not a page to send to anyone.
    preview = link_preview(request, games_shown, context.get("preview", {})) if status < 400 else None
    names = {
        "waiting": 0,
        "fonts": fonts_of(language),
        "here": address,
        "sheets": sheets,
        "rules_at": rules_at,
        **context,
        "preview": preview,
    }
    counts = "waiting" not in context and template not in AT_TABLE and status < 400
    if counts and request.state.guest is not None:
        return _CountedPage(request, template, status, names)
    return HTMLResponse(render(language, template, names), status, HEADERS)


HEADERS = {"cache-control": "no-store", "vary": "Cookie, Accept-Language"}


class _CountedPage(HTMLResponse):
    """A page that is rendered when it is sent, with the number of games that wait for the guest.

    The number is read outside the event loop, which handlers would have to wait for.
    """

    def __init__(self, request: Request, template: str, status: int, names: Mapping[str, Any]) -> None:
        super().__init__("", status, HEADERS)
        self._request = request
        self._template = template
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count, render and send."""
        names = {**self._names, "waiting": await _count_waiting(self._request)}
        self.body = self.render(render(self._request.state.language, self._template, names))
        self.headers["content-length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


async def _count_waiting(request: Request) -> int:
    """Return the number of games where it is the guest's turn; 0 if the database cannot be asked."""
    # A page that needs no database is shown without it, too.
    with suppress(DonjonError, SQLAlchemyError):
        return len(await asyncio.to_thread(request.app.state.storage.to_move, request.state.guest))
    return 0


def rules_of(game: str) -> str:
    """Return the address of a game's rulebook, "" if it has none."""
    return f"/rules/{game}" if game in _books(tuple(games)) else ""


@cache
def _books(_installed: tuple[str, ...]) -> frozenset[str]:
    """Return the games with rulebooks; the files are searched once for each set of installed games."""
    return frozenset(rulebook.games())


def panels_of(game: str, language: str = rulebook.ORIGINAL) -> tuple[Panel, ...]:
    """Return the panels of a game's story in a language, else in English; () if it has no story."""
    if not rules_of(game):
        return ()
    book = rulebook.book(game, rulebook.nearest_language(game, language))
    return () if book is None else book.panels


def story_of(game: str) -> str:
    """Return the address of a game's story in pictures, "" if it has none."""
    return f"/rules/{game}/story" if panels_of(game) else ""


def puzzles_at(game: str) -> str:
    """Return the address of a game's puzzles, "" if it has none."""
    return f"/puzzles/{game}" if puzzles_of(game) else ""


def rule_url(rule: str) -> str:
    """Return the address of a rule by its id; of all rulebooks if no game has the prefix."""
    prefix = rule.partition("-")[0]
    if prefix == table_rules.PREFIX:
        return f"/rules/table#{rule}"
    return next((f"/rules/{name}#{rule}" for name in games if games[name].prefix == prefix), "/rules")


WIDTH, HEIGHT = 1200, 630  # pixels, as previews of links expect
LOCALES = {"en": "en_GB", "ru": "ru_RU", "hu": "hu_HU"}
# The name of the picture for pages that belong to no game or to several.
HOUSE = "donjon"


def base(request: Request) -> str:
    """Return the base address of this server for a request."""
    return base_of(request.scope, request.app.state.settings.base_url)


def link_preview(request: Request, games_shown: tuple[Game, ...], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a page's meta elements; `own` values replace the defaults.

    `title` and `description` are "" if the template's own are used.
    """
    language, start = request.state.language, base(request)
    name = games_shown[0].name if len(games_shown) == 1 else HOUSE
    return {
        "title": "",
        "description": "",
        "url": start + quote(request.url.path),
        "locale": LOCALES[language],
        "picture": f"{start}/preview/{language}/{name}.png",
        "width": WIDTH,
        "height": HEIGHT,
        **own,
    }


_STRONG = re.compile(r"\*\*(.+?)\*\*")
_ID = re.compile(r"(?<![\w-])[A-Z]+-\d+(?:\.\d+)*(?![\w-])")


def prose(text: str, rules: Container[str]) -> Markup:
    """Render a text of a rulebook, with bold words and links to the rules whose ids are in `rules`."""

    def link(match: re.Match[str]) -> str:
        return (
            f'<a class="rule" href="{rule_url(match[0])}">{match[0]}</a>' if match[0] in rules else match[0]
        )

    return Markup(_ID.sub(link, _STRONG.sub(r"<strong>\1</strong>", str(escape(text)))))
