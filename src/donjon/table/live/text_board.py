"""The text board: a table's page in words alone, for screen readers and people who prefer to read.

It shows the same position, choices and rules as the drawn page, by another template: first the prompt, then
the log, the seats, and every thing on the board in a sentence.
"""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from donjon.drawing.protocol import drawing_of
from donjon.table.host.addresses import base_of
from donjon.table.live import answers, pages, posters, viewers, wording
from donjon.table.live.answers import Answer, Answers, Notice
from donjon.table.live.guide import guide
from donjon.table.live.viewers import Viewer
from donjon.table.store.table_game import TableGame
from donjon.table.web.rendering import page, say

# The value of the field `page` in the forms of the text board.
NAME = "text"
LINES = 12


async def show(request: Request) -> Response:
    """Show the text board of a table; ?ask= asks why an action is not legal, ?hint= for a hint."""
    table_game, viewer = await viewers.look(request)
    notice = pages.asked(request, table_game, viewer)
    hint = await answers.hint(request, table_game, viewer) if "hint" in request.query_params else None
    return whole(request, table_game, viewer, notice, hint=hint)


def whole(
    request: Request,
    table_game: TableGame,
    viewer: Viewer,
    notice: Notice | None = None,
    status: int = 200,
    hint: Answer | None = None,
) -> Response:
    """Return the page of the text board, with a notice and a hint if there are any."""
    context = {**_context(request, table_game, viewer), "notice": notice, "hint": hint}
    context["preview"] = posters.preview_of_part(request, table_game, viewer)
    return page(request, "text_board.html.jinja", status, (table_game.game,), page_name=NAME, **context)


def _context(request: Request, table_game: TableGame, viewer: Viewer) -> dict[str, Any]:
    translate = say(viewer.language)
    names = wording.names(table_game.seats, translate)
    view, drawing = table_game.view(viewer.viewpoint), drawing_of(table_game.game)
    tags = pages.tags(table_game, viewer, translate)
    choices = wording.choices(table_game, viewer.acts, translate, names) if viewer.acts is not None else []
    lines = pages.first_lines(table_game, viewer, translate, names, LINES)
    identity, base = request.app.state.identity, base_of(request.scope, request.app.state.settings.base_url)
    links = pages.links(table_game, viewer, identity, names)
    return {
        **pages.who(table_game, viewer, identity),
        "links": [{**link, "url": link["url"].replace(pages.BASE, base)} for link in links],
        "frame": pages.frame_id(table_game, viewer),
        "title": pages.title(table_game, viewer),
        **pages.tab(table_game, viewer),
        "names": names,
        "guide": guide(table_game, viewer, translate, names),
        "prompt": pages.prompt(table_game, viewer).say(translate, names),
        "choices": choices,
        "example": choices[0].text if choices else "",
        "lines": lines,
        "seats": drawing.seats(view, tags=tags, translate=translate, names=names),
        "hand": drawing.hand(view, translate=translate, names=names),
        "scores": drawing.scores(view, translate=translate, names=names) if table_game.over else Markup(),
        "things": Answers(table_game, viewer).described(),
    }
