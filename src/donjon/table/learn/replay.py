"""Look back at a game: its log, its replay, its record as a file, and the check of its draws."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from donjon.kernel.game import Game
from donjon.kernel.message import Message
from donjon.kernel.rules import NATURE
from donjon.play import verifying
from donjon.play.match import Match
from donjon.play.verifying import Verdict
from donjon.table.learn import review_pages
from donjon.table.learn.replay_facts import Replay
from donjon.table.learn.review_pages import Marked
from donjon.table.live import forms, pages, posters, presentation, timeline, updates, viewers, wording
from donjon.table.live.answers import Answers
from donjon.table.live.viewers import Viewer
from donjon.table.store.rows import Header
from donjon.table.store.table_game import TableGame
from donjon.table.web import rendering
from donjon.table.web.errors import gettext, message_page
from donjon.table.web.rendering import page, say

_FRESH = {"cache-control": "no-store", "vary": "Cookie, X-Frame"}


async def whole_log(request: Request) -> Response:
    """Show every line of the log that the viewer may know, from the start; ?rules=1 names their rules."""
    table_game, viewer = await viewers.look(request)
    translate = say(viewer.language)
    names = wording.names(table_game.seats, translate)
    lines = list(wording.log_lines(table_game, viewer.viewpoint, translate, names))[::-1]
    return page(
        request,
        "whole_log.html.jinja",
        lines=lines,
        jump=True,
        ids=request.query_params.get("rules") == "1",
        id=table_game.id,
        title=_title(table_game, names),
        preview=posters.preview_of_part(request, table_game, viewer),
    )


def _title(table_game: TableGame, names: list[str]) -> str:
    return f"{table_game.game.title}: {', '.join(names)}"


async def replay(request: Request) -> Response:
    """Show the position after ?at=N steps, as the viewer could see it; ?about= explains a thing on it.

    Without ?at= it is the latest one. Steps of the setup are not shown: it starts at the first decision.
    """
    table_game, viewer = await viewers.look(request)
    first, last = table_game.opening, len(table_game.steps)
    at = max(first, posters.asked_moment(request, table_game))
    marks = await review_pages.marked(request, table_game, viewer)
    context = _bar(table_game, viewer, at, marks)
    if "about" in request.query_params:
        context["answer"] = Answers(table_game, viewer, table_game.state_at(at)).about(
            request.query_params["about"]
        )
    if "x-frame" in request.headers:
        shown = min(max(forms.number(request.headers["x-frame"]), first), last)
        told = request.query_params.get("told") and 0 <= at - shown <= timeline.MOST_STEPS
        again = Replay(table_game, viewer, marks)
        old = again.facts(shown, _bar(table_game, viewer, shown, marks))
        made = await again.way(old, again.facts(at, context), shown if told else at, at)
        if not presentation.has_facts(table_game.game):
            made["html"] = again.page(at, context)
        return JSONResponse(made, headers=_FRESH)
    preview = posters.preview(table_game, viewer, rendering.base(request), at, f"/replay?at={at}")
    context["live"] = Markup(Replay(table_game, viewer, marks).page(at, context))
    context["shapes"] = Markup(updates.patterns(table_game, viewer.language))
    return page(request, "replay.html.jinja", games_shown=(table_game.game,), preview=preview, **context)


def _bar(table_game: TableGame, viewer: Viewer, at: int, marks: list[Marked]) -> dict[str, Any]:
    """Return what the page of a replay says after `at` steps, beside what the game draws."""
    translate = say(viewer.language)
    names = wording.names(table_game.seats, translate)
    state = table_game.state_at(at)
    view = presentation.looked_back(table_game.game, state, viewer.viewpoint, table_game.over)
    lines = timeline.recent(wording.log_lines(table_game, viewer.viewpoint, translate, names), at)
    turns = [
        review_pages.turn_of(table_game, one.moment, number, translate, names)
        for number, one in enumerate(marks, 1)
    ]
    # The signs stay while a decision is played; where the next begins, that one is shown.
    now = next((number for number, one in reversed(list(enumerate(marks))) if one.holds(at)), None)
    return {
        "id": table_game.id,
        "answer": None,
        "answers": f"/t/{table_game.id}/answer?at={at}",
        "answer_place": f"answer-{at}",
        "title": _title(table_game, names),
        "ratio": presentation.ratio(table_game.game),
        "looks": pages.looks(table_game.game, translate),
        "say": lambda message: message.say(translate),
        "names": names,
        "at": at,
        "last": len(table_game.steps),
        **_ways(table_game, at),
        "move": timeline.moves_after(table_game, at),
        "moves": timeline.moves_after(table_game, len(table_game.steps)),
        "board_signs": [] if now is None else review_pages.placed_signs(table_game, marks[now].moment, view),
        "mark": None if now is None else turns[now],
        "turns": turns,
        "signs": review_pages.SIGNS,
        "lines": lines,
        "jump": True,
        "over": table_game.over,
        "prompt": _prompt(table_game, state, at).say(translate, names),
    }


def _ways(table_game: TableGame, at: int) -> dict[str, int]:
    """Return the steps that the buttons of a replay lead to; the first is the end of the setup."""
    start, last = table_game.opening, len(table_game.steps)
    stops, turns = _stops(table_game), _turns(table_game)
    return {
        "start": start,
        "previous": max((stop for stop in stops if start <= stop < at), default=start),
        "turn_before": max((stop for stop in turns if start <= stop < at), default=start),
        "turn_after": min((stop for stop in turns if stop > at), default=last),
        "next": min((stop for stop in stops if stop > at), default=last),
    }


def _prompt(table_game: TableGame, state: Any, at: int) -> Message:
    """Return the prompt after `at` steps; after the last step of a finished game, the winners."""
    if table_game.over and at == len(table_game.steps):
        return pages.ending(table_game)
    return table_game.game.prompt(state, None)


def _stops(table_game: TableGame) -> list[int]:
    """Return the steps at which a replay stops: after every action of a seat and the draws it caused."""
    movers = [move.seat for move in table_game.history.moves]
    last = len(movers)
    stops = []
    for number, mover in enumerate(movers, 1):
        answered = number < last and movers[number] == NATURE
        if not answered and not (mover == NATURE and number == last):
            stops.append(number)
    return [*stops, last]


def _turns(table_game: TableGame) -> list[int]:
    """Return the stops at which a turn ends: the next action is another seat's."""
    movers = [move.seat for move in table_game.history.moves]
    stops = _stops(table_game)
    later = {stop: next((mover for mover in movers[stop:] if mover != NATURE), None) for stop in stops}
    done = {
        stop: next((mover for mover in reversed(movers[:stop]) if mover != NATURE), None) for stop in stops
    }
    return [stop for stop in stops if later[stop] != done[stop]]


async def record(request: Request) -> Response:
    """Send the game as a text file; until it is over, only what the viewer may know."""
    table_game, viewer = await viewers.look(request)
    # A whole game is played again: in a thread, from a list that is not changed meanwhile.
    names = wording.names(table_game.seats, str)  # in English, like everything in a record
    write = partial(
        _record, table_game.game, table_game.history.options, table_game.header, names, viewer.viewpoint
    )
    text = await request.state.visit.compute(write, table_game.history.log)
    disposition = f'attachment; filename="{_record_name(table_game)}"'
    headers = {"content-disposition": disposition, "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


def _record(
    game: Game,
    options: Any,
    header: Header,
    names: list[str],
    viewpoint: int | None,
    steps: list[tuple[int, int]],
) -> str:
    match = Match(game, options, nature_is="imposed")
    for seat, action in steps:
        match.play(action, seat=seat)
    # The stored draws come from this seed; the record discloses it when the game is over.
    match.seed = header.seed
    if not header.draws_are_open:
        match.commitment = header.published
    elif match.over:
        match.seed_hash = header.published
    match.notes = {f"seat-{seat}": " ".join(name.split()) for seat, name in enumerate(names)}
    match.notes["date"] = datetime.fromtimestamp(header.created, UTC).date().isoformat()
    if match.over:
        ranks = zip(match.points, match.ranks, strict=True)
        match.notes["result"] = ", ".join(f"{points} (rank {rank})" for points, rank in ranks)
    return match.record(viewpoint)


def _record_name(table_game: TableGame) -> str:
    return f"{table_game.game.name}-{table_game.id}.txt"


async def verify(request: Request) -> Response:
    """Check every draw of a finished game by repeating it from the seed."""
    table_game, viewer = await viewers.look(request)
    if not table_game.over:
        _ = gettext(request)
        words = _("The seed is shown when the game is over. Then you can check every draw here.")
        ways = [{"href": f"/t/{table_game.id}", "label": _("Back to the table")}]
        return message_page(request, 404, _("The game isn't over yet"), [words], ways)
    verdict = await request.state.visit.compute(_verdict, table_game)
    context = {
        "verdict": verdict,
        "id": table_game.id,
        "title": _title(table_game, wording.names(table_game.seats, say(viewer.language))),
        "record_name": _record_name(table_game),
        "preview": posters.preview_of_part(request, table_game, viewer),
    }
    return page(request, "verify.html.jinja", 200, (), **context)


def _verdict(table_game: TableGame) -> Verdict:
    """Return the result of the check. Undone moves do not matter: a draw cannot be undone."""
    header = table_game.header
    draws, wrong = verifying.compare(table_game.state_at(0), table_game.history.log, header.seed)
    return Verdict(header.seed, header.published, draws, wrong, plain=header.draws_are_open)
