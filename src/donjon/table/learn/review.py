"""Review finished games with the coach, in the background while someone waits, and show the result."""

from __future__ import annotations

import asyncio
import json
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
from donjon.coach.pool import Thinker
from donjon.coach.reviewing import Decision, Moment, Review, percent
from donjon.drawing import Box, figures
from donjon.drawing.figures import Mark, win_curves, with_signs
from donjon.drawing.lru_cache import LRUCache
from donjon.drawing.protocol import drawing_of
from donjon.errors import DonjonError
from donjon.kernel import rules
from donjon.kernel.labels import Label, digest, generator
from donjon.kernel.message import Message, SeatName, Translate
from donjon.table.host.addresses import household
from donjon.table.live import coaching, forms, presentation, viewers, wording
from donjon.table.live.coaching import PATIENCE, NoAdvice, news_of
from donjon.table.live.levels import Preparing
from donjon.table.live.posters import POLICY, preview_of_part, with_fonts
from donjon.table.store.rows import NotStored
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame
from donjon.table.web.errors import gettext, message_page
from donjon.table.web.rendering import page, say

logger = logging.getLogger("donjon.table")

# Reviews that are kept, under 1 MB each, and reviews that run at the same time.
MAX_KEPT, MAX_RUNNING = 32, 8
# Reviews of one address that may wait; one runs at a time.
MAX_WAITING = 4
# A review stops when no page has asked for it within this number of seconds.
ABANDONED_AFTER = 30.0
# Seconds after a failure before a review is started again.
RETRY_AFTER = 5.0


class ReviewJob:
    """The review of a game: its decisions, and the analyses of the first of them.

    lane: the address in whose queue the review waits, the first that asked for it.
    """

    def __init__(self, lane: str) -> None:
        self.lane = lane
        self.decisions: list[Decision] = []
        self.moments: list[Moment] = []
        self.task: asyncio.Task[None] | None = None
        self.last_asked = 0.0
        self.failed = -math.inf

    @property
    def started(self) -> bool:
        """Return whether the decisions of the game are known."""
        return bool(self.decisions)

    @property
    def done(self) -> bool:
        """Return whether every decision has been analysed."""
        return self.started and len(self.moments) == len(self.decisions)

    @property
    def running(self) -> bool:
        """Return whether the task of the review is running."""
        return self.task is not None and not self.task.done()


class Reviews:
    """The reviews of a server: a queue, the running ones, and a cache of the latest."""

    def __init__(
        self,
        pool: Thinker | None = None,
        preparing: Preparing | None = None,
        clock: Callable[[], float] = time.monotonic,
        storage: Storage | None = None,
    ) -> None:
        self._pool = pool
        self._storage = storage
        self._preparing = preparing or Preparing()
        self._clock = clock
        self._kept = LRUCache[ReviewJob](MAX_KEPT)
        # Running and waiting, in order; these are not dropped while pages ask for them.
        self._running = dict[Hashable, ReviewJob]()
        self._waiting = dict[Hashable, tuple[ReviewJob, TableGame]]()

    def of(self, table_game: TableGame, lane: str) -> ReviewJob:
        """Return the review of a finished game as far as it is; queue it if need be. Raises NoAdvice."""
        key = _key(table_game)
        job = self.peek(table_game) or ReviewJob(lane)
        job.last_asked = self._clock()
        if job.done or job.running or self.failed(job):
            return job
        if self._pool is None:
            raise NoAdvice(Message("This server has no coach."))
        news = news_of(self._preparing, table_game.game.name)
        if news is not None:
            raise NoAdvice(news)
        if key not in self._waiting:
            self._drop_abandoned()
            if [one.lane for one, _ in self._waiting.values()].count(lane) >= MAX_WAITING:
                raise NoAdvice(Message("The reviewer is busy. Try again in a minute."))
            job.lane = lane
            self._waiting[key] = job, table_game
        self._start(self._pool)
        return job

    def place(self, job: ReviewJob) -> int:
        """Return the place of a review in the queue, from 1 on; 0 if it does not wait."""
        waiting = [one for one, _ in self._waiting.values()]
        return waiting.index(job) + 1 if job in waiting else 0

    def _start(self, pool: Thinker) -> None:
        """Start waiting reviews, one of each address, up to MAX_RUNNING."""
        self._drop_abandoned()
        for key, (job, table_game) in list(self._waiting.items()):
            lanes = [running.lane for running in self._running.values()]
            if len(lanes) < MAX_RUNNING and job.lane not in lanes:
                del self._waiting[key]
                self._running[key] = job
                job.task = asyncio.ensure_future(self._run(job, table_game, pool))
                job.task.add_done_callback(partial(self._ended, key, pool))

    def _ended(self, key: Hashable, pool: Thinker, task: asyncio.Task[None]) -> None:
        job = self._running.pop(key)
        self._kept.get(key, lambda: job)
        if not task.cancelled():
            self._start(pool)

    def _drop_abandoned(self) -> None:
        late = self._clock() - ABANDONED_AFTER
        self._waiting = {key: one for key, one in self._waiting.items() if one[0].last_asked >= late}

    def failed(self, job: ReviewJob) -> bool:
        """Return whether a review failed within the last RETRY_AFTER seconds."""
        return self._clock() - job.failed < RETRY_AFTER

    def peek(self, table_game: TableGame) -> ReviewJob | None:
        """Return the review of a game without starting it; None if there is none."""
        key = _key(table_game)
        waiting = self._waiting[key][0] if key in self._waiting else None
        return self._running.get(key) or waiting or self._kept.peek(key)

    async def close(self) -> None:
        """Stop all reviews; their results are lost."""
        tasks = [job.task for job in self._running.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: ReviewJob, table_game: TableGame, pool: Thinker) -> None:
        try:
            if not job.started:
                job.decisions = await asyncio.to_thread(reviewing.decisions, table_game.history)
            stored = await self._stored(table_game)
            for decision in job.decisions[len(job.moments) :]:
                analysis = stored.get(decision.number)
                if analysis is None:
                    if self._clock() - job.last_asked > ABANDONED_AFTER:
                        return
                    analysis = await _analyse(table_game, decision, job.lane, pool)
                    await self._store(table_game, decision, analysis)
                job.moments.append(Moment(decision, analysis))
        except DonjonError as error:
            job.failed = self._clock()
            logger.warning("review of table %s failed: %s", table_game.id, error)
        except Exception:
            job.failed = self._clock()
            logger.exception("review of table %s failed", table_game.id)

    async def _stored(self, table_game: TableGame) -> dict[int, Analysis]:
        """Return the analyses that are stored, also by other processes."""
        if self._storage is None:
            return {}
        stored, analyses = (
            await asyncio.to_thread(self._storage.analyses, table_game.id, table_game.check),
            {},
        )
        for number, text in stored.items():
            try:
                analyses[number] = Analysis.from_dict(json.loads(text))
            except (ValueError, KeyError, TypeError, AttributeError):
                logger.warning("table %s: a stored analysis cannot be read, thinking again", table_game.id)
        return analyses

    async def _store(self, table_game: TableGame, decision: Decision, analysis: Analysis) -> None:
        if self._storage is None:
            return
        where, text = (table_game.id, table_game.check, decision.number), json.dumps(analysis.as_dict())
        try:
            await asyncio.to_thread(self._storage.keep_analysis, *where, text)
        except NotStored as error:
            logger.warning("table %s: could not store an analysis: %s", table_game.id, error.cause)


def _key(table_game: TableGame) -> Hashable:
    return table_game.id, table_game.seq


async def _analyse(table_game: TableGame, decision: Decision, lane: str, pool: Thinker) -> Analysis:
    """Return the coach's analysis of a decision, without what a page doesn't show."""
    state = await asyncio.to_thread(_before, table_game, decision)
    seed, playouts = digest(Label.REVIEW, table_game.key, decision.number), reviewing.PLAYOUTS
    where = table_game.game.name, state.tobytes(), decision.seat
    future = pool.analyse(*where, playouts, seed, decision.actions, PATIENCE, lane, later=True)
    return _without_sources(Analysis.from_dict(await asyncio.wrap_future(future)))


def _without_sources(analysis: Analysis) -> Analysis:
    """Return an analysis cut to the best and the played decision, without points by source.

    The reasons state those already.
    """
    played = None if analysis.played is None else replace(analysis.played, sources=())
    return replace(analysis, choices=(replace(analysis.best, sources=()),), played=played)


def _before(table_game: TableGame, decision: Decision) -> Any:
    """Return a determinization of the state before a decision, for the seat that decides."""
    state = table_game.state_at(decision.number)
    rules.redeal(state, decision.seat, generator(Label.REVIEW_WORLD, table_game.key, decision.number))
    return state


def review_of(job: ReviewJob, table_game: TableGame) -> Review:
    """Return the review so far; the end of its curves only if every decision is analysed."""
    result = reviewing.sum_up(table_game.history, job.moments)
    return result if job.done else Review(result.game, result.players, result.moments, None)


# Signs in the manner of chess notation: the better decision, and the one that was played.
BETTER, PLAYED = "!", "?"
SIGNS = {"better": BETTER, "played": PLAYED}
# Seconds after which the script of a page asks again for a review that is not done.
RELOAD_AFTER = 3


@dataclass(frozen=True)
class Weighed:
    """A decision in words, and its expected result."""

    words: str
    expected: str


@dataclass(frozen=True)
class Turn:
    """A turning point: its number, seat, step and loss, the decision played, a better one, and the reason.

    lost: the percent of winning chance that the decision cost.
    """

    number: int
    seat: int
    at: int
    lost: int
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


async def review(request: Request) -> Response:
    """Show curves, accuracy and turning points as far as they are known; a script asks for the rest."""
    table_game, viewer = await viewers.look(request)
    _ = gettext(request)
    back = [{"href": f"/t/{table_game.id}", "label": _("Back to the table")}]
    if not table_game.over:
        words = _("When it ends, everyone can review each decision with the coach.")
        return message_page(request, 404, _("The game isn't over yet"), [words], back)
    try:
        job = request.app.state.reviews.of(table_game, household(request.scope))
    except NoAdvice as error:
        return message_page(request, 503, _("No review right now"), [error.message.say(_)], back)
    names = wording.names(table_game.seats, say(viewer.language))
    reviews = request.app.state.reviews
    failed = reviews.failed(job)
    progress = {"failed": failed, "place": reviews.place(job), "going": not (job.done or failed)}
    context = _context(table_game, job, say(viewer.language), names)
    context["preview"] = preview_of_part(request, table_game, viewer)
    return page(request, "review.html.jinja", **progress, **context)


def _context(table_game: TableGame, job: ReviewJob, say: Translate, names: list[str]) -> dict[str, Any]:
    result = review_of(job, table_game)
    turns = [
        turn_of(table_game, moment, number, say, names)
        for number, moment in enumerate(result.turning_points, 1)
    ]
    return {
        "id": table_game.id,
        "title": f"{table_game.game.title}: {', '.join(names)}",
        "names": names,
        "looked": len(job.moments),
        "count": len(job.decisions),
        "done": job.done,
        "again": RELOAD_AFTER,
        "curves": _drawn(result, names, say, len(job.decisions)) if result.moments else "",
        "rows": [_row(result, seat) for seat in range(result.players)],
        "turns": turns,
        "signs": SIGNS,
        "opening": table_game.opening,
    }


def _drawn(result: Review, names: list[str], say: Translate, count: int) -> Any:
    curves = [[share for _number, share in result.curve(seat)] for seat in range(result.players)]
    marks = [
        Mark(number, moment.decision.seat, result.moments.index(moment))
        for number, moment in enumerate(result.turning_points, 1)
    ]
    shares = [
        Message("{seat} {share}%", seat=SeatName(seat), share=percent(curve[-1]))
        for seat, curve in enumerate(curves)
    ]
    label = Message("Win chances by decision; at the end: {shares}", shares=shares)
    return win_curves(curves, names, label.say(say, names), marks, count)


def _row(result: Review, seat: int) -> Row:
    accuracy = result.accuracy(seat)
    return Row(
        seat, figures.key(seat), len(result.decisions_of(seat)), None if accuracy is None else round(accuracy)
    )


def turn_of(table_game: TableGame, moment: Moment, number: int, say: Translate, names: list[str]) -> Turn:
    """Return a turning point in words, with the number that the page gives it."""
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
    """Draw the board before an analysed decision, with signs on the actions played and the better ones.

    It does so for every analysed decision: the page of a running review may link to a turning point that has
    stopped being one. Raises HTTPException (404) for any other decision.
    """
    table_game, viewer = await viewers.look(request)
    number = forms.number(request.path_params["number"])
    job = request.app.state.reviews.peek(table_game) if table_game.over else None
    moments = job.moments if job is not None else []
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
    """Return the sign of each action, played or better, at a turning point."""
    return dict.fromkeys(moment.played.actions, PLAYED) | dict.fromkeys(moment.best.actions, BETTER)


def turning_point(request: Request, table_game: TableGame, number: int) -> Moment | None:
    """Return the turning point after `number` steps, None if no review has found one there."""
    job = request.app.state.reviews.peek(table_game) if table_game.over else None
    moments = review_of(job, table_game).turning_points if job is not None else []
    return next((moment for moment in moments if moment.decision.number == number), None)


def placed_signs(table_game: TableGame, moment: Moment, view: Mapping[str, Any]) -> list[tuple[str, Box]]:
    """Return the signs of a turning point with their boxes in percent of the board."""
    boxes = presentation.boxes_now(table_game.game, view)
    return [(sign, boxes[action]) for action, sign in _signs(moment).items() if action in boxes]
