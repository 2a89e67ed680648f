"""Review finished games with the coach, in the background while somebody waits, and show the result."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from donjon.coach import reviewing
from donjon.coach.analysis import Analysis, Choice
from donjon.coach.pool import CoachPool
from donjon.coach.reviewing import Decision, Moment, Review, percent
from donjon.drawing import Box, figures
from donjon.drawing.figures import Mark, win_curves, with_signs
from donjon.drawing.keeping import Kept
from donjon.drawing.protocol import drawing_of
from donjon.errors import DonjonError
from donjon.kernel import rules
from donjon.kernel.labels import Label, digest, generator
from donjon.kernel.message import Message, Translate
from donjon.table.host.addresses import household
from donjon.table.live import coaching, forms, presentation, viewers, wording
from donjon.table.live.coaching import PATIENCE, NoAdvice, news_of
from donjon.table.live.levels import Preparing
from donjon.table.live.posters import POLICY, preview_of_part, with_fonts
from donjon.table.store.table_game import TableGame
from donjon.table.web.errors import gettext, message_page
from donjon.table.web.rendering import page, say

logger = logging.getLogger("donjon.table")

# Games of which the review is kept, under 1 MB each, and how many are looked at at one time.
MOST_KEPT, MOST_AT_ONCE = 32, 8
# One address has one game looked at at a time; so many more may wait.
MOST_WAITING = 4
# It goes on while somebody has asked for it within this many seconds.
INTEREST = 30.0
# After a failure it is not begun again for this many seconds.
REST = 5.0


class Looking:
    """A game that is reviewed: its decisions, and the analyses of those that were looked at.

    lane: the address that asked for it first.
    """

    def __init__(self, lane: str) -> None:
        self.lane = lane
        self.decisions: list[Decision] = []
        self.moments: list[Moment] = []
        self.task: asyncio.Task[None] | None = None
        self.asked = 0.0
        self.failed = -math.inf

    @property
    def begun(self) -> bool:
        """Whether the number of decisions is known."""
        return bool(self.decisions)

    @property
    def done(self) -> bool:
        """Whether every decision has been analysed."""
        return self.begun and len(self.moments) == len(self.decisions)

    @property
    def running(self) -> bool:
        """Whether it is being worked on."""
        return self.task is not None and not self.task.done()


class Reviews:
    """The reviews of a server."""

    def __init__(
        self,
        pool: CoachPool | None = None,
        preparing: Preparing | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pool = pool
        self._preparing = preparing or Preparing()
        self._clock = clock
        self._kept = Kept[Looking](MOST_KEPT)
        # In work and waiting for it, in order; these are not dropped while somebody asks for them.
        self._running = dict[Hashable, Looking]()
        self._waiting = dict[Hashable, tuple[Looking, TableGame]]()

    def of(self, table_game: TableGame, lane: str) -> Looking:
        """Return the review of a game that is over, as far as it is; it goes on in turn. Raises NoAdvice."""
        key = _key(table_game)
        looking = self.peek(table_game) or Looking(lane)
        looking.asked = self._clock()
        if looking.done or looking.running or self.failed(looking):
            return looking
        if self._pool is None:
            raise NoAdvice(Message("This server has no coach."))
        news = news_of(self._preparing, table_game.game.name)
        if news is not None:
            raise NoAdvice(news)
        if key not in self._waiting:
            self._forget_those_nobody_asks_for()
            if [one.lane for one, _ in self._waiting.values()].count(lane) >= MOST_WAITING:
                raise NoAdvice(Message("Many games are being looked at just now: come back in a while."))
            looking.lane = lane
            self._waiting[key] = looking, table_game
        self._begin(self._pool)
        return looking

    def place(self, looking: Looking) -> int:
        """Return the place in the queue of a review that waits for others, from 1; 0 if it does not wait."""
        waiting = [one for one, _ in self._waiting.values()]
        return waiting.index(looking) + 1 if looking in waiting else 0

    def _begin(self, pool: CoachPool) -> None:
        """Start those that wait and may: one of each address."""
        self._forget_those_nobody_asks_for()
        for key, (looking, table_game) in list(self._waiting.items()):
            lanes = [running.lane for running in self._running.values()]
            if len(lanes) < MOST_AT_ONCE and looking.lane not in lanes:
                del self._waiting[key]
                self._running[key] = looking
                looking.task = asyncio.ensure_future(self._look(looking, table_game, pool))
                looking.task.add_done_callback(partial(self._ended, key, pool))

    def _ended(self, key: Hashable, pool: CoachPool, task: asyncio.Task[None]) -> None:
        looking = self._running.pop(key)
        self._kept.get(key, lambda: looking)
        if not task.cancelled():
            self._begin(pool)

    def _forget_those_nobody_asks_for(self) -> None:
        late = self._clock() - INTEREST
        self._waiting = {key: one for key, one in self._waiting.items() if one[0].asked >= late}

    def failed(self, looking: Looking) -> bool:
        """Tell whether it was interrupted just now."""
        return self._clock() - looking.failed < REST

    def peek(self, table_game: TableGame) -> Looking | None:
        """Return the review as far as it is, None if nobody has asked for it."""
        key = _key(table_game)
        waiting = self._waiting[key][0] if key in self._waiting else None
        return self._running.get(key) or waiting or self._kept.peek(key)

    async def close(self) -> None:
        """Stop all reviews; what was found is forgotten."""
        tasks = [looking.task for looking in self._running.values() if looking.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, looking: Looking, table_game: TableGame, pool: CoachPool) -> None:
        try:
            if not looking.begun:
                looking.decisions = await asyncio.to_thread(reviewing.decisions, table_game.history)
            for decision in looking.decisions[len(looking.moments) :]:
                if self._clock() - looking.asked > INTEREST:
                    return
                looking.moments.append(await _look_at(table_game, decision, looking.lane, pool))
        except DonjonError as error:
            looking.failed = self._clock()
            logger.warning("the review of table %s stopped: %s", table_game.id, error)
        except Exception:
            looking.failed = self._clock()
            logger.exception("the review of table %s stopped", table_game.id)


def _key(table_game: TableGame) -> Hashable:
    return table_game.id, table_game.seq


async def _look_at(table_game: TableGame, decision: Decision, lane: str, pool: CoachPool) -> Moment:
    state = await asyncio.to_thread(_before, table_game, decision)
    seed, playouts = digest(Label.REVIEW, table_game.key, decision.number), reviewing.PLAYOUTS
    where = table_game.game.name, state.tobytes(), decision.seat
    future = pool.analyse(*where, playouts, seed, decision.actions, PATIENCE, lane, later=True)
    return Moment(decision, _what_is_shown(Analysis.from_dict(await asyncio.wrap_future(future))))


def _what_is_shown(found: Analysis) -> Analysis:
    """Return the best decision and what was played, without the points by source, which the reasons state."""
    played = None if found.played is None else replace(found.played, sources=())
    return replace(found, choices=(replace(found.best, sources=()),), played=played)


def _before(table_game: TableGame, decision: Decision) -> Any:
    """Return the position before a decision, with what its seat could not know dealt anew."""
    state = table_game.state_at(decision.number)
    rules.redeal(state, decision.seat, generator(Label.REVIEW_WORLD, table_game.key, decision.number))
    return state


def review_of(looking: Looking, table_game: TableGame) -> Review:
    """Return what is known so far; the end of the curve only when all is."""
    found = reviewing.sum_up(table_game.history, looking.moments)
    return found if looking.done else Review(found.game, found.players, found.moments, None)


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
    """Show curves, accuracy and turning points as far as they are known; the page's script asks for more."""
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
    return Row(
        seat, figures.key(seat), len(found.decisions_of(seat)), None if accuracy is None else round(accuracy)
    )


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
    words = coaching.in_words(game, state, choice, seat, say, names)
    return Weighed(words, coaching.expected(choice, seat).say(say, names))


async def picture(request: Request) -> Response:
    """Draw the board before a decision that was analysed, with what was played and what was better.

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
    """Return the signs of the actions at a turning point."""
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
