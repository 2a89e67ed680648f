"""The page on which a game that is over is looked at again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from donjon.coach.analysis import Choice
from donjon.coach.reviewing import Moment, Review, percent
from donjon.drawing import Box
from donjon.drawing.figures import Mark, key, win_curves, with_signs
from donjon.drawing.protocol import drawing_of
from donjon.kernel.message import Message, Translate
from donjon.table.host.addresses import household
from donjon.table.learn.reviewing import Looking, review_of
from donjon.table.live import advice, forms, presentation, viewers, wording
from donjon.table.live.coaching import NoAdvice
from donjon.table.live.posters import POLICY, preview_of_part, with_fonts
from donjon.table.store.table_game import TableGame
from donjon.table.web.errors import gettext, message_page
from donjon.table.web.rendering import page, say

# Signs as chess players set them: the better decision, and the one that was played.
BETTER, PLAYED = "!", "?"
SIGNS = {"better": BETTER, "played": PLAYED}
# Seconds after which the script of a page asks again for a review that is not done.
AGAIN = 3


@dataclass(frozen=True)
class Weighed:
    """A decision in words, and what was to be expected of it."""

    words: str
    expected: str


@dataclass(frozen=True)
class Turn:
    """A turning point: its number, who decided, at which step, what was played, what was better, and why."""

    number: int
    seat: int
    at: int
    lost: int
    played: Weighed
    better: Weighed
    reason: str


@dataclass(frozen=True)
class Row:
    """What is said of a seat: its curve, its decisions, how accurate they were (0 to 100; None: none)."""

    seat: int
    key: Markup
    decisions: int
    accuracy: int | None


async def review(request: Request) -> Response:
    """Curves, accuracy and turning points, as far as they are known; the script of the page asks for more."""
    table_game, viewer = await viewers.look(request)
    _ = gettext(request)
    back = [{"href": f"/t/{table_game.id}", "label": _("Back to the table")}]
    if not table_game.over:
        words = _("When it is over, everybody may look at every decision again, with the coach.")
        return message_page(request, 404, _("The game is not over yet"), [words], back)
    try:
        looking = request.app.state.reviews.of(table_game, household(request.scope))
    except NoAdvice as error:
        return message_page(request, 503, _("No review now"), [error.message.say(_)], back)
    names = wording.names(table_game.seats, say(viewer.language))
    reviews = request.app.state.reviews
    failed = reviews.failed(looking)
    progress = {"failed": failed, "place": reviews.place(looking), "going": not (looking.done or failed)}
    context = _context(table_game, looking, say(viewer.language), names)
    context["preview"] = preview_of_part(request, table_game, viewer)
    return page(request, "review.html.jinja", **progress, **context)


def _context(table_game: TableGame, looking: Looking, say: Translate, names: list[str]) -> dict[str, Any]:
    found = review_of(looking, table_game)
    turns = [
        turn_of(table_game, moment, number, say, names)
        for number, moment in enumerate(found.turning_points, 1)
    ]
    return {
        "id": table_game.id,
        "title": f"{table_game.game.title}: {', '.join(names)}",
        "names": names,
        "looked": len(looking.moments),
        "count": len(looking.decisions),
        "done": looking.done,
        "again": AGAIN,
        "curves": _drawn(found, names, say, len(looking.decisions)) if found.moments else "",
        "rows": [_row(found, seat) for seat in range(found.players)],
        "turns": turns,
        "signs": SIGNS,
        "opening": table_game.opening,
    }


def _drawn(found: Review, names: list[str], say: Translate, count: int) -> Any:
    curves = [[share for _number, share in found.curve(seat)] for seat in range(found.players)]
    marks = [
        Mark(number, moment.decision.seat, found.moments.index(moment))
        for number, moment in enumerate(found.turning_points, 1)
    ]
    now = [f"{names[seat]} {percent(curve[-1])} %" for seat, curve in enumerate(curves)]
    label = Message("Who was likely to win, decision by decision; at last: {shares}", shares=", ".join(now))
    return win_curves(curves, names, label.say(say), marks, count)


def _row(found: Review, seat: int) -> Row:
    accuracy = found.accuracy(seat)
    return Row(seat, key(seat), len(found.decisions_of(seat)), None if accuracy is None else round(accuracy))


def turn_of(table_game: TableGame, moment: Moment, number: int, say: Translate, names: list[str]) -> Turn:
    """Return a turning point, the one of this number, in words."""
    seat = moment.decision.seat
    reason = moment.played.reason
    return Turn(
        number,
        seat,
        moment.decision.number,
        percent(moment.best.shares[seat]) - percent(moment.played.shares[seat]),
        _weighed(table_game, moment, moment.played, say, names),
        _weighed(table_game, moment, moment.best, say, names),
        reason.message.say(say, names) if reason is not None else "",
    )


def _weighed(
    table_game: TableGame, moment: Moment, choice: Choice, say: Translate, names: list[str]
) -> Weighed:
    game, seat = table_game.game, moment.decision.seat
    state = table_game.state_at(moment.decision.number)
    words = advice.in_words(game, state, choice, seat, say, names)
    return Weighed(words, advice.expected(choice, seat).say(say, names))


async def picture(request: Request) -> Response:
    """The board before a decision that was looked at, with what was played and what was better.

    Not only before turning points: a page of a review that goes on may name one that no longer is.
    """
    table_game, viewer = await viewers.look(request)
    number = forms.number(request.path_params["number"])
    looking = request.app.state.reviews.peek(table_game) if table_game.over else None
    moments = looking.moments if looking is not None else []
    moment = next((moment for moment in moments if moment.decision.number == number), None)
    if moment is None:
        raise HTTPException(404)
    headers = {"content-security-policy": POLICY, "cache-control": "no-store", "vary": "Cookie"}
    text = _picture(table_game, moment, say(viewer.language))
    return Response(with_fonts(text), headers=headers, media_type="image/svg+xml")


def _picture(table_game: TableGame, moment: Moment, translate: Translate) -> str:
    game, state = table_game.game, table_game.state_at(moment.decision.number)
    view = presentation.looked_back(game, state, moment.decision.seat, True)
    drawing, names = drawing_of(game), wording.names(table_game.seats, translate)
    board = drawing.draw(view, standalone=True, labels=False, translate=translate, names=names)
    return with_signs(str(board), _signs(moment), presentation.boxes_now(game, view), drawing.VIEWBOX)


def _signs(moment: Moment) -> dict[int, str]:
    """The signs of the actions at a turning point."""
    return dict.fromkeys(moment.played.actions, PLAYED) | dict.fromkeys(moment.best.actions, BETTER)


def turning_point(request: Request, table_game: TableGame, number: int) -> Moment | None:
    """Return the turning point after so many steps, None if no review has found one there."""
    looking = request.app.state.reviews.peek(table_game) if table_game.over else None
    found = review_of(looking, table_game).turning_points if looking is not None else []
    return next((moment for moment in found if moment.decision.number == number), None)


def placed_signs(table_game: TableGame, moment: Moment, view: Mapping[str, Any]) -> list[tuple[str, Box]]:
    """Return the signs of a turning point with their places on the board, in percent of it."""
    boxes = presentation.boxes_now(table_game.game, view)
    return [(sign, boxes[action]) for action, sign in _signs(moment).items() if action in boxes]
