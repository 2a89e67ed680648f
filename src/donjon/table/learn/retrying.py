"""Try another decision at a moment of a finished game, and compare it with the coach's and the one played.

The position is the one that the coach has looked at: what the seat could not know then has been dealt anew.
So a try shows nothing of what was hidden from its seat, although everything is open once a game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from donjon.coach.analysis import Choice
from donjon.coach.reviewing import LEAST_LOSS, Moment, percent
from donjon.drawing import Box
from donjon.kernel.message import Message, Translate
from donjon.table.host.addresses import household
from donjon.table.learn import review_pages, sandbox
from donjon.table.learn.one_decision import OneDecision, did
from donjon.table.learn.review import ReviewJob, before, review_of
from donjon.table.learn.sandbox import BadPlay
from donjon.table.live import forms, presentation, viewers, wording
from donjon.table.live.coaching import NoAdvice
from donjon.table.live.posters import preview_of_part
from donjon.table.live.viewers import Viewer
from donjon.table.store.table_game import TableGame
from donjon.table.web.errors import gettext
from donjon.table.web.rendering import say

# How a try compares: it is the coach's, as good as that, better than what was played, the same, no better.
BEST, AS_GOOD, BETTER, SAME, NO_BETTER = "best", "as-good", "better", "same", "no-better"
# The coach's decision is shown with these: there is nothing left to find.
FOUND = (BEST, AS_GOOD)
_SAYS = {
    BEST: Message("Found: this is the coach's move."),
    AS_GOOD: Message("As good as the coach's move."),
    BETTER: Message("Better than in the game. The coach knows an even better move."),
    SAME: Message("The same move as in the game."),
    NO_BETTER: Message("No better than in the game."),
}
SHOWN = Message("This is the coach's move.")


class Retry(OneDecision):
    """A moment of a game where its seat decides once more."""

    def __init__(self, table_game: TableGame, moment: Moment, did: str = "") -> None:
        """Play `did` before an analysed decision of a finished game. Raises BadPlay."""
        self.played_in, self.moment = table_game, moment
        game, decision = table_game.game, moment.decision
        world = before(table_game, decision)
        position = {"game": game.name, "players": table_game.header.players, **game.position(world)}
        super().__init__(position, decision.seat, did, [seat.name for seat in table_game.seats])

    def same_as(self, choice: Choice) -> bool:
        """Return whether a choice leads to the position of the try."""
        return Retry(self.played_in, self.moment, did(choice.actions)).end == self.end


@dataclass(frozen=True)
class Bar:
    """A decision among those compared: title, words, win chance in percent, whether it is the best."""

    title: str
    words: str
    share: int
    is_best: bool


@dataclass(frozen=True)
class Verdict:
    """The coach's comparison of a try; `kind` is one of the above, "" if the coach could not be asked.

    news: why the coach could not be asked. bars: what is compared, only the try and the game's decision while
    the coach's is still to be found. reason: why the coach's is better than the other, "" if it is not shown.
    """

    kind: str
    says: str
    bars: tuple[Bar, ...]
    reason: str
    news: str = ""

    @property
    def found(self) -> bool:
        """Return whether nothing better is left to be found."""
        return self.kind in FOUND


async def page(request: Request) -> Response:
    """Show the position before an analysed decision; after another decision, the coach's comparison."""
    table_game, viewer = await viewers.look(request)
    number = forms.number(request.path_params["number"])
    moment = await review_pages.moment_at(request, table_game, number)
    address, _ = f"/t/{table_game.id}/review/{number}", gettext(request)
    try:
        attempt = Retry(table_game, moment, sandbox.did_of(request))
    except BadPlay as error:
        words = _("This link contains a move that isn't possible in this position.")
        return sandbox.unplayable(request, error, address, words)
    best = did(moment.best.actions)
    ways = sandbox.ways(attempt, (best,))
    verdict = await _verdict(request, attempt, viewer) if attempt.decided else None
    if verdict is not None and verdict.found:
        ways = replace(ways, next=None)
    elif verdict is not None:
        ways = replace(ways, next=best)
    job = await request.app.state.reviews.known(table_game)
    more = partial(_around, request, attempt, verdict, job, viewer)
    return sandbox.show(request, attempt, address, ways, "retry.html.jinja", more, "retry_part.html.jinja")


async def _verdict(request: Request, attempt: Retry, viewer: Viewer) -> Verdict:
    """Return the comparison of a try; the coach thinks about one that it has not looked at."""
    moment, translate = attempt.moment, say(viewer.language)
    if attempt.same_as(moment.best):
        return _compared(attempt, BEST, moment.best, translate)
    if attempt.same_as(moment.played):
        return _compared(attempt, SAME, moment.played, translate)
    actions = tuple(int(action.rpartition("-")[2]) for action in attempt.actions)
    reviews, lane = request.app.state.reviews, household(request.scope)
    try:
        analysis = await reviews.tried(attempt.played_in, moment.decision, actions, lane)
    except NoAdvice as error:
        return Verdict("", "", (), "", error.message.say(translate))
    assert analysis.played is not None
    return _compared(attempt, kind_of(analysis.played, moment), analysis.played, translate)


def kind_of(tried: Choice, moment: Moment) -> str:
    """Return how a decision that is neither the best nor the one played compares with both."""
    seat = moment.decision.seat
    if tried.behind - tried.behind_error < LEAST_LOSS:
        return AS_GOOD
    better = percent(tried.shares[seat]) > percent(moment.played.shares[seat])
    return BETTER if better else NO_BETTER


def _compared(attempt: Retry, kind: str, tried: Choice, translate: Translate) -> Verdict:
    table_game, moment = attempt.played_in, attempt.moment
    names = wording.names(table_game.seats, translate)

    def bar(title: Message, choice: Choice) -> Bar:
        weighed = review_pages.weighed(table_game, moment, choice, translate, names)
        return Bar(title.say(translate), weighed.words, weighed.share, choice is moment.best)

    in_game, coachs = bar(Message("In the game"), moment.played), bar(Message("Coach"), moment.best)
    yours = bar(Message("Your try"), tried)
    if kind == BEST:
        bars: tuple[Bar, ...] = (coachs, in_game)
    elif kind == AS_GOOD:
        bars = (coachs, yours, in_game)
    else:
        bars = (in_game,) if kind == SAME else (yours, in_game)
    worse = moment.played if kind == BEST else tried
    reason = "" if worse.reason is None or kind not in FOUND else worse.reason.message.say(translate, names)
    return Verdict(kind, _SAYS[kind].say(translate), bars, reason)


def _around(
    request: Request, attempt: Retry, verdict: Verdict | None, job: ReviewJob, viewer: Viewer
) -> Mapping[str, Any]:
    """Return what the page of a try has in addition to any sandbox."""
    table_game, moment, translate = attempt.played_in, attempt.moment, say(viewer.language)
    names, _ = wording.names(table_game.seats, translate), gettext(request)
    turns = review_pages.turning_points(review_of(job, table_game), viewer)
    later = [turn for turn in turns if turn.decision.number > moment.decision.number and _alike(turn, moment)]
    shown = verdict is not None and verdict.found
    is_shown = shown and request.query_params.get("shown") == "1"
    more: dict[str, Any] = {
        "id": "example",
        "table": table_game.id,
        "at": moment.decision.number,
        "turn": review_pages.turn_of(table_game, moment, 0, translate, names),
        "verdict": verdict,
        "is_shown": is_shown,
        "board_signs": _signs(attempt, shown),
        "signs": review_pages.SIGNS,
        "better_sign": review_pages.BETTER,
        "next_turn": later[0].decision.number if later else None,
        "preview": preview_of_part(request, table_game, viewer),
    }
    if verdict is not None and not verdict.news:
        more["prompt"] = SHOWN.say(translate) if is_shown else verdict.says
    elif verdict is not None:
        more["prompt"] = _("Your move is made.")
    return more


def _alike(turn: Moment, moment: Moment) -> bool:
    return turn.decision.seat == moment.decision.seat


def _signs(attempt: Retry, shown: bool) -> list[tuple[str, Box]]:
    """Return the signs on the board: on what was played, and on the coach's decision once it is shown."""
    view = attempt.table_game.view(attempt.decider)
    boxes = presentation.boxes_now(attempt.table_game.game, view)
    signs = review_pages.signs_of(attempt.moment, shown)
    return [(sign, boxes[action]) for action, sign in signs.items() if action in boxes]
