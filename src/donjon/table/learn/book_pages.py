"""The pages of the rules: the rulebook for people with its story and its examples, and the exact rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from donjon import rulebook
from donjon.drawing import Box
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.rulebook import Book, BookChapter, Example, Panel, Rulebook
from donjon.rulebook.lessons import lesson_of
from donjon.rulebook.matching import LONGEST
from donjon.table.learn import close_ups, examples, searching
from donjon.table.learn.example_pages import FRESH, answered_alone, asked_of, did_of, not_played
from donjon.table.learn.examples import BadPlay, Play
from donjon.table.learn.searching import Found
from donjon.table.live import presentation, wording
from donjon.table.live.posters import POLICY
from donjon.table.web import table_rules
from donjon.table.web.errors import gettext
from donjon.table.web.rendering import page, prose, render, say

_PICTURES = 200  # some 80 KB each
_LONGEST = 80  # of a name in an address
# A picture may be kept for a while: it changes with the program only.
_KEPT = {
    "content-security-policy": POLICY,
    "cache-control": "private, max-age=3600",
    "vary": "Cookie, Accept-Language",
}


async def rules(request: Request) -> Response:
    """All rulebooks."""
    books = [games[name] for name in games if name in rulebook.games()]
    return page(request, "rules.html.jinja", books=books)


async def rules_of(request: Request) -> Response:
    """One rulebook: what it tells, then the exact rules; or the rules of the table itself.

    ?q= searches it.
    """
    name = request.path_params["game"]
    if name == "table":
        translate = say(request.state.language)
        own = [(rule, text.say(translate)) for rule, text in table_rules.RULES.items()]
        return page(request, "house_rules.html.jinja", rules=own)
    game = _game(request)
    language, query = request.state.language, request.query_params.get("q")
    exact = presentation.rulebook(name, language)
    context = {
        **_common(game, exact, presentation.book(name, language)),
        "query": None if query is None else query.strip()[:LONGEST],
        "found": [] if query is None else _searched(request, name, query),
        "panels": [] if query else _panels(game, language),
        "own_data": "+" in game.rules_version,
        "taught": lesson_of(name) is not None,
    }
    return page(request, "rulebook.html.jinja", 200, (game,), **context)


def _searched(request: Request, game: str, query: str) -> Sequence[Found]:
    return searching.search(game, request.state.language, query)


async def story(request: Request) -> Response:
    """The story in pictures alone."""
    game, exact, book = _book(request)
    panels = _panels(game, request.state.language)
    if not panels:
        raise HTTPException(404)
    return page(request, "story.html.jinja", 200, (game,), panels=panels, **_common(game, exact, book))


async def chapter(request: Request) -> Response:
    """A chapter with its pictures and examples."""
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
    """An example as it stands after ?did=, a page or (x-frame) the part of it that changes.

    ?action= is played besides; ?ask=, ?about= and ?consider= are answered as at a table.
    """
    game, exact, book = _book(request)
    shown_in, shown = _chapter(request, book), _example(request, book)
    address = f"/rules/{game.name}/{shown_in.id}/{shown.id}"
    try:
        play = Play(shown, did_of(request))
    except BadPlay as error:
        return _not_played(request, error, address)
    asked, viewer = asked_of(request), examples.viewer_of(play, request.state.language)
    if asked and "x-frame" in request.headers:
        return answered_alone(play, viewer, asked, address)
    steps = examples.line_of(game.name, shown.id)
    context = examples.context(play, viewer, request.app.state.identity, address, asked, steps)
    context |= {
        "prose": partial(prose, rules=exact.ids()),
        "targets": examples.next_targets(play, steps),
        "following": _following(game, book, shown),
        "is_other": context["ways"].anew and not context["ways"].finished,
    }
    if "x-frame" in request.headers:
        return HTMLResponse(render(viewer.language, "example_part.html.jinja", context), headers=FRESH)
    around = {**_common(game, exact, book), "chapter": shown_in, **_neighbours(book, shown)}
    return page(request, "example.html.jinja", 200, (game,), **{**context, **around})


async def panel_picture(request: Request) -> Response:
    """The board of a picture of the story."""
    game, _exact, book = _book(request)
    panel = book.panel(request.path_params["panel"])
    if panel is None:
        raise HTTPException(404)
    return _svg(_drawn_panel(game, panel.id, request.state.language))


async def example_picture(request: Request) -> Response:
    """The board at the start of an example."""
    game, _exact, book = _book(request)
    _chapter(request, book)
    return _svg(_drawn_example(game, _example(request, book).id, request.state.language))


def _svg(text: str) -> Response:
    return Response(text, headers=_KEPT, media_type="image/svg+xml")


def _not_played(request: Request, error: BadPlay, address: str) -> Response:
    _ = gettext(request)
    words = _(
        "The address says what was played in this example, and one of its actions cannot be played there."
    )
    return not_played(request, error, address, words)


# What the addresses name


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
    found = book.chapter(request.path_params["chapter"][:_LONGEST])
    if found is None:
        raise HTTPException(404)
    return found


def _example(request: Request, book: Book) -> Example:
    found = book.example(request.path_params["example"][:_LONGEST])
    if found is None or found.id not in _chapter(request, book).examples:
        raise HTTPException(404)
    return found


# What stands on the pages


def _common(game: Game, exact: Rulebook, book: Book | None) -> dict[str, Any]:
    """The names that all pages of a book use. `told` is where a rule is explained: chapters and examples."""
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
    """An example as a chapter shows it: with a picture of its start, and where it is played."""
    found, chapter = book.example(id), book.chapter_with(id)
    assert found is not None, "a chapter holds examples of its book"
    part = _part_of_example(game, id, book.language)
    targets = [target for step in examples.targets_of(game, found) for target in step]
    return {
        "example": found,
        "address": f"/rules/{game.name}/{chapter.id}/{id}",
        "ratio": presentation.ratio(game),
        "targets": [(close_ups.seen_in(target.box, part), target.name) for target in targets],
    }


def _following(game: Game, book: Book, shown: Example) -> dict[str, str] | None:
    """Return the title of the next example of the book and where its chapter shows it."""
    later = _neighbours(book, shown)["later"]
    if later is None:
        return None
    chapter = book.chapter_with(later.id)
    return {"title": later.title, "href": f"/rules/{game.name}/{chapter.id}#example-{later.id}"}


def _neighbours(book: Book, shown: Example) -> dict[str, Example | None]:
    """The examples before and after one, over the whole book."""
    every = [book.example(id) for chapter in book.chapters for id in chapter.examples]
    number = every.index(shown)
    return {
        "earlier": every[number - 1] if number else None,
        "later": every[number + 1] if number + 1 < len(every) else None,
    }


def _panels(game: Game, language: str) -> list[dict[str, Any]]:
    """The pictures of the story, with what they ring."""
    book = presentation.book(game.name, language)
    return [] if book is None else [_shown_panel(game, panel, language) for panel in book.panels]


def _shown_panel(game: Game, panel: Panel, language: str) -> dict[str, Any]:
    rings, part = _rings(game, panel.id, language), _part_of_panel(game, panel.id, language)
    return {
        "panel": panel,
        "picture": f"/rules/{game.name}/story/{panel.id}.svg",
        "ratio": presentation.ratio(game),
        "boxes": [close_ups.seen_in(box, part) for _name, box in rings if box is not None],
        "names": [name for name, _box in rings],
    }


def _at_panel(game: Game, id: str, language: str) -> tuple[Panel, Play, int | None]:
    """A picture of the story, what was played there, and whose view is drawn."""
    book = presentation.book(game.name, language)
    panel = book.panel(id) if book is not None else None
    assert panel is not None, "who asks has the panel"
    play = Play(_as_example(panel))
    for act in panel.line:
        play.decide(act)
    return panel, play, panel.seat if panel.seat is not None else play.first


def _as_example(panel: Panel) -> Example:
    return Example(panel.id, panel.title, panel.text, "", (), panel.position, panel.line, panel.seat)


@lru_cache(maxsize=_PICTURES)
def _rings(game: Game, id: str, language: str) -> list[tuple[str, Any]]:
    """What a picture of the story rings: how it is called, and its box if it lies on the board."""
    panel, play, seat = _at_panel(game, id, language)
    table_game, translate = play.table_game, say(language)
    view = table_game.view(seat)
    names = wording.names(table_game.seats, translate)
    explain = game.explain or (lambda *_asked: [])
    found = []
    for subject in panel.points:
        lines = explain(table_game.state, view, subject)
        if lines:
            found.append((lines[0][1].say(translate, names), presentation.box_of(game, view, subject)))
    return found


@lru_cache(maxsize=_PICTURES)
def _part_of_panel(game: Game, id: str, language: str) -> Box:
    """The part of the board that a picture of the story shows."""
    panel, play, seat = _at_panel(game, id, language)
    if panel.part:
        left, top, share = panel.part
        return left, top, share, share
    rings = _rings(game, id, language)
    return close_ups.part_of(
        game, play.table_game.view(seat), [box for _name, box in rings if box is not None], is_all=True
    )


@lru_cache(maxsize=_PICTURES)
def _drawn_panel(game: Game, id: str, language: str) -> str:
    _panel, play, seat = _at_panel(game, id, language)
    return close_ups.cut_out(_picture(game, play, seat, language), _part_of_panel(game, id, language))


def _at_example(game: Game, id: str, language: str) -> Play:
    """Return an example as it starts."""
    book = presentation.book(game.name, language)
    found = book.example(id) if book is not None else None
    assert found is not None, "who asks has the example"
    return Play(found)


@lru_cache(maxsize=_PICTURES)
def _drawn_example(game: Game, id: str, language: str) -> str:
    play = _at_example(game, id, language)
    part = _part_of_example(game, id, language)
    return close_ups.cut_out(_picture(game, play, play.viewpoint, language), part)


@lru_cache(maxsize=_PICTURES)
def _part_of_example(game: Game, id: str, language: str) -> Box:
    """Return the part of the board that the picture of an example shows."""
    play = _at_example(game, id, language)
    return close_ups.part_of(game, play.table_game.view(play.viewpoint), examples.places_of(game, id))


def _picture(game: Game, play: Play, seat: int | None, language: str) -> str:
    translate = say(language)
    view: Mapping[str, Any] = play.table_game.view(seat)
    return presentation.picture(game, view, translate, wording.names(play.table_game.seats, translate))
