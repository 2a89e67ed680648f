"""A hint, asked for on a table's page or on its text board."""

from __future__ import annotations

from starlette.requests import Request

from donjon.errors import DonjonError
from donjon.table.answers import Answer, Answers
from donjon.table.security import household
from donjon.table.table_game import TableGame
from donjon.table.viewers import Viewer


async def answer(request: Request, table_game: TableGame, viewer: Viewer) -> Answer:
    """What the coach would do, or why it says nothing."""
    answers = Answers(table_game, viewer)
    try:
        found = await request.app.state.coach.hint(table_game, viewer, household(request.scope))
    except DonjonError as error:
        return answers.not_advised(error)
    return answers.advised(found)
