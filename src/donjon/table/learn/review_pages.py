"""Show the review of a finished game: the viewer's own turning points first, curves, exact figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from donjon.coach.analysis import Choice
from donjon.coach.reviewing import TURNING_POINTS, Moment, Review, percent, smoothed
from donjon.drawing import Box, figures
from donjon.drawing.figures import Mark, win_curves, with_signs
from donjon.drawing.protocol import drawing_of
from donjon.kernel.message import Message, SeatName, Translate
from donjon.table.host.addresses import household
from donjon.table.learn.examples import cut_out, part_of
from donjon.table.learn.review import ReviewJob, Reviews, review_of
from donjon.table.live import coaching, forms, pages, presentation, timeline, viewers, wording
from donjon.table.live.coaching import NoAdvice
from donjon.table.live.posters import POLICY, preview_of_part
from donjon.table.live.viewers import Viewer
from donjon.table.store.table_game import TableGame
from donjon.table.web.errors import gettext, message_page
from donjon.table.web.rendering import page, say

# Signs in the manner of chess notation: the better decision, and the one that was played.
BETTER, PLAYED = "!", "?"
SIGNS = {"better": BETTER, "played": PLAYED}
# The most turning points of the viewer's own seats; those of all others together are TURNING_POINTS.
OWN_TURNING_POINTS = 5
# Seconds after which the script of a page asks again for a review that is not done.
RELOAD_AFTER = 3


@dataclass(frozen=True)
class Weighed:
    """A decision in words, its chance to win in percent, and its expected result in a sentence."""

    words: str
    share: int
    expected: str


@dataclass(frozen=True)
class Turn:
    """A turning point: its number on the page, seat, step and move, what was played, what was better, why.

    move: the number of its first move, as the replay counts them.
    """

    number: int
    seat: int
    at: int
    move: int
    played: Weighed
    better: Weighed
    reason: str


@dataclass(frozen=True)
class Row:
    """The row of a seat: the key of its curve, the number of its decisions, their accuracy (0 to 100).

    The accuracy is None for a seat without decisions.
    """

    seat: int
    key: Markup
    decisions: int
    accuracy: int | None


@dataclass(frozen=True)
class Figures:
    """A decision in the table of exact figures: step, move, seat, win chances by seat, what it cost."""

    at: int
    move: int
    seat: int
    shares: tuple[int, ...]
    lost: int


async def review(request: Request) -> Response:
    """Show curves, accuracy and turning points as far as they are known; a script asks for the rest."""
    table_game, viewer = await viewers.look(request)
    _ = gettext(request)
    back = [{"href": f"/t/{table_game.id}", "label": _("Back to the table")}]
    if not table_game.over:
        words = _("When it ends, everyone can review each decision with the coach.")
        return message_page(request, 404, _("The game isn't over yet"), [words], back)
    reviews = request.app.state.reviews
    try:
        job = reviews.of(table_game, household(request.scope))
    except NoAdvice as error:
        return message_page(request, 503, _("No review right now"), [error.message.say(_)], back)
    failed = reviews.failed(job)
    progress = {"failed": failed, "place": reviews.place(job), "going": not (job.done or failed)}
    context = _context(table_game, viewer, job)
    context["preview"] = preview_of_part(request, table_game, viewer)
    return page(request, "review.html.jinja", **progress, **context)


def _context(table_game: TableGame, viewer: Viewer, job: ReviewJob) -> dict[str, Any]:
    translate = say(viewer.language)
    names = wording.names(table_game.seats, translate)
    result = review_of(job, table_game)
    turns = [
        turn_of(table_game, moment, number, translate, names)
        for number, moment in enumerate(turning_points(result, viewer), 1)
    ]
    return {
        "id": table_game.id,
        "title": f"{table_game.game.title}: {', '.join(names)}",
        "names": names,
        "result": pages.ending(table_game).say(translate, names),
        "looked": len(job.moments),
        "count": len(job.decisions),
        "done": job.done,
        "again": RELOAD_AFTER,
        "curves": _drawn(result, viewer, names, translate, len(job.decisions)) if result.moments else "",
        "rows": _rows(result, viewer),
        "figures": _figures(table_game, result) if job.done else [],
        "seats": viewer.seats,
        "own": [turn for turn in turns if turn.seat in viewer.seats],
        "others": [turn for turn in turns if turn.seat not in viewer.seats],
        "signs": SIGNS,
        "opening": table_game.opening,
        "ratio": presentation.ratio(table_game.game),
    }


def turning_points(review: Review, viewer: Viewer) -> list[Moment]:
    """Return the turning points that a viewer is shown: of the own seats, then of the others."""
    others = set(range(review.players)).difference(viewer.seats)
    own = review.turning_points_of(viewer.seats, OWN_TURNING_POINTS)
    return own + review.turning_points_of(others, TURNING_POINTS)


def _drawn(result: Review, viewer: Viewer, names: list[str], say: Translate, count: int) -> Any:
    """Return the smoothed curves; a value at the end of the game is exact."""
    curves = []
    for seat in range(result.players):
        shares = [share for _number, share in result.curve(seat)]
        analysed = len(result.moments)
        curves.append(smoothed(shares[:analysed]) + shares[analysed:])
    marks = [
        Mark(number, moment.decision.seat, result.moments.index(moment))
        for number, moment in enumerate(turning_points(result, viewer), 1)
    ]
    ends = [
        Message("{seat} {share}%", seat=SeatName(seat), share=percent(curve[-1]))
        for seat, curve in enumerate(curves)
    ]
    label = Message("Win chances by decision; at the end: {shares}", shares=ends)
    return win_curves(curves, names, label.say(say, names), marks, count)


def _rows(result: Review, viewer: Viewer) -> list[Row]:
    """Return the rows of the seats, the viewer's own first."""
    made = []
    for seat in sorted(range(result.players), key=lambda seat: (seat not in viewer.seats, seat)):
        accuracy = result.accuracy(seat)
        shown = None if accuracy is None else round(accuracy)
        made.append(Row(seat, figures.key(seat), len(result.decisions_of(seat)), shown))
    return made


def _figures(table_game: TableGame, result: Review) -> list[Figures]:
    """Return the exact figures of every decision, in order."""
    return [
        Figures(
            moment.decision.number,
            timeline.moves_after(table_game, moment.decision.number) + 1,
            moment.decision.seat,
            tuple(percent(share) for share in moment.shares),
            percent(moment.loss),
        )
        for moment in result.moments
    ]


@dataclass(frozen=True)
class Marked:
    """A turning point in a replay: the analysed decision, and the step after its last action."""

    moment: Moment
    last: int

    def holds(self, at: int) -> bool:
        """Return whether the decision is before its seat or under way after `at` steps."""
        return self.moment.decision.number <= at <= self.last


async def marked(request: Request, table_game: TableGame, viewer: Viewer) -> list[Marked]:
    """Return the turning points of a game that a viewer is shown, in order; [] before its review."""
    job = await _known(request, table_game)
    if job is None:
        return []
    turns = turning_points(review_of(job, table_game), viewer)
    made = [
        Marked(turn, timeline.end_of(table_game, turn.decision.number, len(turn.decision.actions)))
        for turn in turns
    ]
    return sorted(made, key=lambda one: one.moment.decision.number)


def turn_of(table_game: TableGame, moment: Moment, number: int, say: Translate, names: list[str]) -> Turn:
    """Return a turning point in words, with the number that the page gives it."""
    seat = moment.decision.seat
    reason = moment.played.reason
    return Turn(
        number,
        seat,
        moment.decision.number,
        timeline.moves_after(table_game, moment.decision.number) + 1,
        weighed(table_game, moment, moment.played, say, names),
        weighed(table_game, moment, moment.best, say, names),
        reason.message.say(say, names) if reason is not None else "",
    )


def weighed(
    table_game: TableGame, moment: Moment, choice: Choice, say: Translate, names: list[str]
) -> Weighed:
    """Return a decision at a moment of a game in words."""
    game, seat = table_game.game, moment.decision.seat
    state = table_game.state_at(moment.decision.number)
    words = coaching.in_words(game, state, choice, seat, say, names)
    return Weighed(words, percent(choice.shares[seat]), coaching.expected(choice, seat).say(say, names))


async def moment_at(request: Request, table_game: TableGame, number: int) -> Moment:
    """Return the analysed decision of a finished game before which `number` steps were played.

    Raises HTTPException (404) if there is none.
    """
    job = await _known(request, table_game)
    moments = job.moments if job is not None else []
    moment = next((moment for moment in moments if moment.decision.number == number), None)
    if moment is None:
        raise HTTPException(404)
    return moment


async def _known(request: Request, table_game: TableGame) -> ReviewJob | None:
    """Return the review of a finished game as far as it was found; None before that."""
    reviews: Reviews = request.app.state.reviews
    return await reviews.known(table_game) if table_game.over else None


async def picture(request: Request) -> Response:
    """Draw the board before an analysed decision, with a sign on what was played; ?better=1 adds the better.

    It does so for every analysed decision: the page of a running review may link to a turning point that has
    stopped being one. Raises HTTPException (404) for any other decision.
    """
    table_game, viewer = await viewers.look(request)
    moment = await moment_at(request, table_game, forms.number(request.path_params["number"]))
    signs = signs_of(moment, request.query_params.get("better") == "1")
    headers = {"content-security-policy": POLICY, "cache-control": "no-store", "vary": "Cookie"}
    text = _picture(table_game, moment, signs, say(viewer.language))
    # Without the page's fonts, which would be most of its weight: a page has several such pictures.
    return Response(text, headers=headers, media_type="image/svg+xml")


def _picture(table_game: TableGame, moment: Moment, signs: Mapping[int, str], translate: Translate) -> str:
    game, state = table_game.game, table_game.state_at(moment.decision.number)
    view = presentation.looked_back(game, state, moment.decision.seat, True)
    drawing, names = drawing_of(game), wording.names(table_game.seats, translate)
    board = drawing.draw(view, standalone=True, labels=False, translate=translate, names=names)
    boxes = presentation.boxes_now(game, view)
    whole = with_signs(str(board), signs, boxes, drawing.VIEWBOX)
    # In so small a picture a part, with all that stands on the board, shows more than the whole.
    return cut_out(whole, part_of(game, view, [boxes[action] for action in signs if action in boxes]))


def signs_of(moment: Moment, better: bool = True) -> dict[int, str]:
    """Return the sign of each action, played or (if `better`) better, of an analysed decision."""
    played = dict.fromkeys(moment.played.actions, PLAYED)
    return played | dict.fromkeys(moment.best.actions, BETTER) if better else played


def placed_signs(table_game: TableGame, moment: Moment, view: Mapping[str, Any]) -> list[tuple[str, Box]]:
    """Return the signs of a turning point with their boxes in percent of the board."""
    boxes = presentation.boxes_now(table_game.game, view)
    return [(sign, boxes[action]) for action, sign in signs_of(moment).items() if action in boxes]
