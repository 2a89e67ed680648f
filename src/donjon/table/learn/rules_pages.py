"""Show the rules: the rulebook for people with its story and its examples, and the exact rules."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from donjon import rulebook
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.rulebook import Book, BookChapter, Example, Panel, Rulebook
from donjon.rulebook.lessons import lesson_of
from donjon.rulebook.matching import LONGEST
from donjon.table.learn import examples, sandbox
from donjon.table.learn.sandbox import BadPlay
from donjon.table.learn.search import search
from donjon.table.live import presentation
from donjon.table.live.posters import POLICY
from donjon.table.web import table_rules
from donjon.table.web.errors import gettext
from donjon.table.web.rendering import page, prose, say

_LONGEST = 80  # of a name in an address
# Browsers may keep a picture for an hour: it changes with the program only.
_KEPT = {
    "content-security-policy": POLICY,
    "cache-control": "private, max-age=3600",
    "vary": "Cookie, Accept-Language",
}


async def rules(request: Request) -> Response:
    """Show all rulebooks."""
    books = [games[name] for name in games if name in rulebook.games()]
    return page(request, "rules.html.jinja", books=books)


async def rules_of(request: Request) -> Response:
    """Show one rulebook with its exact rules, or the rules of the table itself; ?q= searches a rulebook."""
    name = request.path_params["game"]
    if name == "table":
        translate = say(request.state.language)
        own = [(rule, text.say(translate)) for rule, text in table_rules.RULES.items()]
        return page(request, "house_rules.html.jinja", rules=own)
    game = _game(request)
    language, query = request.state.language, request.query_params.get("q")
    context = {
        **_common(game, presentation.rulebook(name, language), presentation.book(name, language)),
        "query": None if query is None else query.strip()[:LONGEST],
        "found": [] if query is None else search(name, language, query),
        "panels": [] if query else _panels(game, language),
        "own_data": "+" in game.rules_version,
        "taught": lesson_of(name) is not None,
    }
    return page(request, "rulebook.html.jinja", 200, (game,), **context)


async def story(request: Request) -> Response:
    """Show the story in pictures alone."""
    game, exact, book = _book(request)
    panels = _panels(game, request.state.language)
    if not panels:
        raise HTTPException(404)
    return page(request, "story.html.jinja", 200, (game,), panels=panels, **_common(game, exact, book))


async def chapter(request: Request) -> Response:
    """Show a chapter with its pictures and examples."""
    game, exact, book = _book(request)
    shown = _chapter(request, book)
    number = book.chapters.index(shown)
    context = {
        **_common(game, exact, book),
        "chapter": shown,
        "examples": {id: _boxed(game, book, id) for id in shown.examples},
        "exact": [exact.rule(id) for id in shown.rules],
        "before": book.chapters[number - 1] if number else None,
        "after": book.chapters[number + 1] if number + 1 < len(book.chapters) else None,
    }
    return page(request, "chapter.html.jinja", 200, (game,), **context)


async def example(request: Request) -> Response:
    """Show an example after the actions in the address."""
    game, exact, book = _book(request)
    shown_in, shown = _chapter(request, book), _example(request, book)
    address = f"/rules/{game.name}/{shown_in.id}/{shown.id}"
    try:
        play = examples.sandbox_of(shown, sandbox.did_of(request))
    except BadPlay as error:
        _ = gettext(request)
        words = _("This link contains a move that isn't possible in this example.")
        return sandbox.unplayable(request, error, address, words)
    ways = sandbox.ways(play, examples.steps_of(game.name, shown.id))

    def more() -> dict[str, Any]:
        every = [id for chapter in book.chapters for id in chapter.examples]
        at = every.index(shown.id)
        later = _link(game, book, every[at + 1]) if at + 1 < len(every) else None
        return {
            **_common(game, exact, book),
            "chapter": shown_in,
            "example": shown,
            "targets": examples.next_targets(game, shown, play.did),
            "following": later,
            "is_other": ways.anew and not ways.finished,
            "wrongs": [] if play.did else examples.refusals(play, shown, say(request.state.language)),
            "earlier": _link(game, book, every[at - 1]) if at else None,
            "later": later,
        }

    return sandbox.show(request, play, address, ways, "example.html.jinja", more)


async def panel_picture(request: Request) -> Response:
    """Draw the board of a panel of the story."""
    game, _exact, book = _book(request)
    panel = book.panel(request.path_params["panel"])
    if panel is None:
        raise HTTPException(404)
    return _svg(examples.panel_picture(game, panel.id, request.state.language))


async def example_picture(request: Request) -> Response:
    """Draw the board at the start of an example."""
    game, _exact, book = _book(request)
    return _svg(examples.example_picture(game, _example(request, book).id, request.state.language))


def _svg(picture: examples.Picture) -> Response:
    return Response(picture.svg, headers=_KEPT, media_type="image/svg+xml")


# Games, chapters and examples named by an address


def _game(request: Request) -> Game:
    name = request.path_params["game"]
    if name not in games or name not in rulebook.games():
        raise HTTPException(404)
    return games[name]


def _book(request: Request) -> tuple[Game, Rulebook, Book]:
    game, language = _game(request), request.state.language
    book = presentation.book(game.name, language)
    if book is None:
        raise HTTPException(404)
    return game, presentation.rulebook(game.name, language), book


def _chapter(request: Request, book: Book) -> BookChapter:
    chapter = book.chapter(request.path_params["chapter"][:_LONGEST])
    if chapter is None:
        raise HTTPException(404)
    return chapter


def _example(request: Request, book: Book) -> Example:
    example = book.example(request.path_params["example"][:_LONGEST])
    if example is None or example.id not in _chapter(request, book).examples:
        raise HTTPException(404)
    return example


# Contents of the pages


def _common(game: Game, exact: Rulebook, book: Book | None) -> dict[str, Any]:
    """Return the names that all pages of a book use."""
    return {
        "game": game,
        "book": book,
        "rulebook": exact,
        "chapters_by_rule": book.chapters_by_rule if book is not None else {},
        "examples_by_rule": book.examples_by_rule if book is not None else {},
        "prose": partial(prose, rules=exact.ids()),
        "rules_at": "/rules",
    }


def _boxed(game: Game, book: Book, id: str) -> dict[str, Any]:
    """Return an example for its chapter: with the places on the picture of its start, and its address."""
    return {
        "example": book.example(id),
        "address": f"/rules/{game.name}/{book.chapter_with(id).id}/{id}",
        "ratio": presentation.ratio(game),
        "targets": examples.example_picture(game, id, book.language).boxes,
    }


def _link(game: Game, book: Book, id: str) -> dict[str, str]:
    """Return the title, the id and the address of an example."""
    example = book.example(id)
    assert example is not None, "a chapter holds examples of its book"
    return {"title": example.title, "id": id, "href": f"/rules/{game.name}/{book.chapter_with(id).id}/{id}"}


def _panels(game: Game, language: str) -> list[dict[str, Any]]:
    """Return the panels of the story, with their rings."""
    book = presentation.book(game.name, language)
    return [] if book is None else [_shown_panel(game, panel, language) for panel in book.panels]


def _shown_panel(game: Game, panel: Panel, language: str) -> dict[str, Any]:
    picture = examples.panel_picture(game, panel.id, language)
    return {
        "panel": panel,
        "picture": f"/rules/{game.name}/story/{panel.id}.svg",
        "ratio": presentation.ratio(game),
        "boxes": [box for _name, box in picture.boxes],
        "names": [name for name, _box in picture.marks],
    }
