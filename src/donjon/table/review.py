"""Looking back: the whole log, the replay with its scrubber, the record as a file, the shuffle checked."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from donjon.kernel.game import Game
from donjon.kernel.generic import NATURE
from donjon.play import verifying
from donjon.play.match import Match
from donjon.play.verifying import Verdict
from donjon.table import faces, pages, viewers, wording
from donjon.table.answers import Answers
from donjon.table.errors import gettext, message_page
from donjon.table.playing import Playing
from donjon.table.records import Header
from donjon.table.rendering import page, render, say
from donjon.table.viewers import Viewer

# Records are written one at a time, and never in the way of moves that are to be stored.
_WRITER = ThreadPoolExecutor(1, "records")


async def _look(request: Request) -> tuple[Playing, Viewer]:
    playing = await request.app.state.tables.get(request.path_params["table"])
    state = request.state
    return playing, viewers.viewer(playing, state.guest, state.language, request.app.state.screens)


async def whole_log(request: Request) -> Response:
    """Every line of the log that the viewer may know, from the start."""
    playing, viewer = await _look(request)
    translate = say(viewer.language)
    names = wording.names(playing.seats, translate)
    lines = list(wording.log_lines(playing, viewer.eye, translate, names))[::-1]
    return page(request, "whole_log.html.jinja", lines=lines, id=playing.id, title=_title(playing, names))


def _title(playing: Playing, names: list[str]) -> str:
    return f"{playing.game.title}: {', '.join(names)}"


async def replay(request: Request) -> Response:
    """The position after ?at=N steps, as the viewer could see it then; ?about= says what a thing was."""
    playing, viewer = await _look(request)
    text = request.query_params.get("at", "")
    last = len(playing.steps)
    at = min(int(text), last) if text.isdecimal() and len(text) < 9 else last
    context = _replay_context(playing, viewer, at, request.query_params.get("about"))
    if "hx-request" in request.headers:
        part = render(viewer.language, "replay_part.html.jinja", context)
        return HTMLResponse(part, headers={"cache-control": "no-store", "vary": "Cookie, HX-Request"})
    return page(request, "replay.html.jinja", games_shown=(playing.game,), **context)


def _replay_context(playing: Playing, viewer: Viewer, at: int, about: str | None) -> dict[str, Any]:
    translate = say(viewer.language)
    names = wording.names(playing.seats, translate)
    state = playing.state_at(at)
    view = faces.looked_back(playing.game, state, viewer.eye, playing.over)
    stops = _stops(playing)
    lines = [
        line for line in wording.log_lines(playing, viewer.eye, translate, names) if at - 6 <= line.at <= at
    ]
    answers = Answers(playing, viewer, state)
    return {
        "id": playing.id,
        "answer": None if about is None else answers.about(about),
        "answers": f"/t/{playing.id}/answer?at={at}",
        "answer_place": f"answer-{at}",
        "things": answers.things(set()),
        "title": _title(playing, names),
        "ratio": faces.ratio(playing.game),
        "names": names,
        "totals": [player["total"] for player in view["players"]],
        "at": at,
        "last": len(playing.steps),
        "previous": max((stop for stop in stops if stop < at), default=0),
        "next": min((stop for stop in stops if stop > at), default=len(playing.steps)),
        "board": faces.board(playing.game, view, translate, names),
        **faces.panels(playing.game, view, translate, names, pages.tags(playing, viewer, translate)),
        "lines": lines,
        "over": playing.over,
        "prompt": playing.game.prompt(state, None).say(translate, names),
    }


def _stops(playing: Playing) -> list[int]:
    """Where it is worth stopping: after every action of a seat, with what chance answered."""
    movers = [move.seat for move in playing.history.moves]
    last = len(movers)
    stops = []
    for number, mover in enumerate(movers, 1):
        answered = number < last and movers[number] == NATURE
        if not answered and not (mover == NATURE and number == last):
            stops.append(number)
    return [*stops, last]


async def record(request: Request) -> Response:
    """The game as a text file; while it is not over, only what the viewer may know."""
    playing, viewer = await _look(request)
    # A whole game is played again: beside the loop, from a list that nobody changes meanwhile.
    write = partial(_record, playing.game, playing.history.options, playing.header, viewer.eye)
    loop = asyncio.get_running_loop()
    text = await loop.run_in_executor(_WRITER, write, playing.history.log)
    disposition = f'attachment; filename="{_record_name(playing)}"'
    headers = {"content-disposition": disposition, "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


def _record(game: Game, options: Any, header: Header, eye: int | None, steps: list[tuple[int, int]]) -> str:
    match = Match(game, options, nature_is="imposed")
    for seat, action in steps:
        match.play(action, seat=seat)
    # The draws that were stored are those of this seed; the record opens it when the game is over.
    match.seed, match.seed_hash = header.seed, header.seed_hash
    return match.record(eye)


def _record_name(playing: Playing) -> str:
    return f"{playing.game.name}-{playing.id}.txt"


async def verify(request: Request) -> Response:
    """Every draw of a game that is over, made again from its seed."""
    playing, viewer = await _look(request)
    if not playing.over:
        _ = gettext(request)
        words = _("The seed is opened when the game is over; then every draw can be checked here.")
        ways = [{"href": f"/t/{playing.id}", "label": _("Back to the table")}]
        return message_page(request, 404, _("The game is not over yet"), [words], ways)
    loop = asyncio.get_running_loop()
    verdict = await loop.run_in_executor(_WRITER, _verdict, playing)
    title = _title(playing, wording.names(playing.seats, say(viewer.language)))
    name = _record_name(playing)
    return page(request, "verify.html.jinja", verdict=verdict, id=playing.id, title=title, record_name=name)


def _verdict(playing: Playing) -> Verdict:
    """What the check finds. An undo leaves no trace in it: nobody takes back what chance has answered."""
    header = playing.header
    draws, wrong = verifying.compare(playing.state_at(0), playing.history.log, header.seed)
    return Verdict(header.seed, header.seed_hash, draws, wrong)
