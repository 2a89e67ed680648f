"""A hint, asked for on a table's page or on its text board."""

from __future__ import annotations

from starlette.requests import Request

from donjon.errors import DonjonError
from donjon.table.host.security import household
from donjon.table.live.answers import Answer, Answers
from donjon.table.live.viewers import Viewer
from donjon.table.store.table_game import TableGame


async def answer(request: Request, table_game: TableGame, viewer: Viewer) -> Answer:
    """What the coach would do, or why it says nothing."""
    answers = Answers(table_game, viewer)
    try:
        found = await request.app.state.coach.hint(table_game, viewer, household(request.scope))
    except DonjonError as error:
        return answers.not_advised(error)
    return answers.advised(found)
