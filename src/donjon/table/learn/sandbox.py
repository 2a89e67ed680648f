"""Show a position that anyone may play in and ask about: examples of the rules, and puzzles.

Nothing is stored. The address holds the actions played, so that every step is a page of its own: `did` lists
the numbers of the actions, separated by full stops, each for the seat to act, or for another seat to move
("12.2-45": seat 2). ?action= is played after that; ?ask=, ?about= and ?consider= are answered as at a table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

import donjon
from donjon.errors import DonjonError, Spoken
from donjon.kernel.message import Message
from donjon.play.match import Match
from donjon.rulebook import Act
from donjon.table.live import pages
from donjon.table.live.answers import Answer, Answers, Notice
from donjon.table.live.viewers import Viewer
from donjon.table.store.rows import PERSON, Header, Seat
from donjon.table.store.table_game import TableGame
from donjon.table.web.errors import gettext, message_page
from donjon.table.web.rendering import page, render

MAX_ACTIONS = 60  # that an address may hold
MAX_QUESTION = 60  # letters of ?ask=
SEED = "book"
# Stated positions that are cached, a few KB each: enough for all books and puzzles.
MAX_POSITIONS = 128
_ACTION = re.compile(r"(?:([0-9])-)?([0-9]{1,7})")
# Names that only some pages set: targets and refusals of a text, links.
_MORE: Mapping[str, Any] = {
    "targets": (),
    "wrongs": (),
    "is_other": False,
    "following": None,
}
_FRESH = {"cache-control": "no-store", "vary": "Cookie, X-Frame"}


class BadPlay(Spoken):
    """An error: an action in the address cannot be played."""


class Sandbox:
    """A position and the actions played in it: a table that is not stored, with a person at every seat."""

    def __init__(
        self, position: Mapping[str, Any], seat: int | None = None, did: str = "", names: Sequence[str] = ()
    ) -> None:
        """Play `did` in a stated position, seen by `seat` (None: the first to move). Raises BadPlay.

        names: of the seats; without them their colours are.
        """
        match = _match(json.dumps(position, sort_keys=True)).copy()
        game, options = match.game, json.dumps(match.game.show_options(match.options))
        header = Header("example", game.name, game.rules_version, match.players, options, SEED, "", 0.0)
        called = names or [""] * match.players
        seats = [Seat(seat, PERSON, "", called[seat]) for seat in range(match.players)]
        self.table_game = TableGame(header, seats, match)
        self.seat = seat
        self.actions: tuple[str, ...] = ()
        self.first_actor = self.actor
        for item in did[: MAX_ACTIONS * 10].split(".") if did else ():
            read = _ACTION.fullmatch(item)
            if read is None:
                raise BadPlay(Message("This link contains something that isn't a move."))
            self.do(int(read[2]), None if read[1] is None else int(read[1]))

    @property
    def did(self) -> str:
        """Return the actions played, as an address holds them."""
        return ".".join(self.actions)

    @property
    def actor(self) -> int | None:
        """Return the seat to act: `seat` while it is to move, else the first to move; None at the end."""
        waiting = self.table_game.waiting
        if self.seat in waiting:
            return self.seat
        return waiting[0] if waiting else None

    @property
    def viewpoint(self) -> int | None:
        """Return the seat whose view is shown: the one to act; at the end `seat`, or the first that acted."""
        seat = self.actor if self.actor is not None else self.seat
        return self.first_actor if seat is None else seat

    def do(self, action: int, seat: int | None = None) -> None:
        """Play an action for a seat (None: the seat to act). Raises BadPlay, with the reason."""
        if len(self.actions) >= MAX_ACTIONS:
            raise BadPlay(Message("Too many moves for an example."))
        actor = self.actor
        mover = actor if seat is None else seat
        if mover is None:
            raise BadPlay(Message("No moves left here."))
        try:
            change = self.table_game.plan(mover, [action], "", 0.0, unasked=False)
        except DonjonError as error:
            raise BadPlay(error.message if isinstance(error, Spoken) else str(error)) from None
        self.table_game.adopt(change, "")
        self.actions += (str(action) if mover == actor else f"{mover}-{action}",)

    def decide(self, act: Act) -> None:
        """Play a decision that is given in words. Raises BadPlay."""
        table_game = self.table_game
        seat = table_game.waiting[0] if act.seat is None else act.seat
        for action in table_game.game.parse_action(table_game.state, seat, act.text):
            self.do(action, seat)


@lru_cache(MAX_POSITIONS)
def _match(position: str) -> Match:
    """Return a match at a stated position. It is cached: play in a copy."""
    return donjon.from_position(json.loads(position))


@dataclass(frozen=True)
class Ways:
    """The targets of a page's buttons, as values of `did`: None for a button without a target.

    next: the next suggested step, or the first (`anew`) if something else was played. undo: `did` without its
    last action. finished: all suggested steps have been played.
    """

    next: str | None
    anew: bool
    undo: str | None
    finished: bool


def ways(sandbox: Sandbox, steps: tuple[str, ...]) -> Ways:
    """Return the ways on from a sandbox; `steps`: the `did` after each suggested step."""
    did = sandbox.did
    finished = starts_with(did, steps[-1])
    following = next((step for step in steps if step != did and starts_with(step, did)), None)
    undo = ".".join(sandbox.actions[:-1]) if did else None
    return Ways(None if finished else following or steps[0], following is None, undo, finished)


def starts_with(did: str, first: str) -> bool:
    """Return whether the actions of `did` start with all actions of `first`."""
    return not first or f"{did}.".startswith(f"{first}.")


def did_of(request: Request) -> str:
    """Return the actions of a request: ?did=, and after them ?action=."""
    query = request.query_params
    return ".".join(part for part in (query.get("did", ""), query.get("action", "")) if part)


def unplayable(request: Request, error: BadPlay, address: str, words: str) -> Response:
    """Answer a request whose actions cannot be played (422); `words` explain where they stand."""
    _ = gettext(request)
    again = [{"href": address, "label": _("Start over")}]
    return message_page(request, 422, _("Not possible here"), [error.message.say(_), words], again)


def show(
    request: Request,
    sandbox: Sandbox,
    address: str,
    ways: Ways,
    template: str,
    more: Callable[[], Mapping[str, Any]],
    part: str = "sandbox_part.html.jinja",
    kept: str = "",
) -> Response:
    """Answer with the page of a sandbox, or with the part that a script (x-frame) asks for.

    A script gets the answer to its question, else the part of the page that changes. address: the page
    without its query. more: makes further names for the template; called only if the page or that part is
    drawn. part: the template of the part of the page that changes. kept: what addresses of the same step have
    in addition.
    """
    viewer = Viewer(None, request.state.language, (), sandbox.viewpoint, sandbox.actor)
    is_part, query = "x-frame" in request.headers, request.query_params
    position_url = f"{address}?did={sandbox.did}{kept}"
    notice, answer = _answered(sandbox.table_game, viewer, query)
    if is_part and any(query.get(name) is not None for name in ("ask", "about", "consider")):
        names = {"notice": notice, "answer": answer, "back": position_url}
        return HTMLResponse(render(viewer.language, "answer.html.jinja", names), headers=_FRESH)
    table = pages.context(sandbox.table_game, viewer, request.app.state.identity, notice, answer)
    table |= {
        name: [replace(choice, asks=False) for choice in table[name]]
        for name in ("placed", "plain", "listed")
    }
    context = {
        **table,
        "sample": table["example"],
        "address": address,
        "did": sandbox.did,
        "here": position_url,
        "asks_at": f"{position_url}&",
        "answers": position_url,
        "answer_place": "answer",
        "back": position_url,
        "ways": ways,
        "asked": query.get("ask"),
        **_MORE,
        **more(),
    }
    if is_part:
        return HTMLResponse(render(viewer.language, part, context), headers=_FRESH)
    return page(request, template, 200, (sandbox.table_game.game,), **context)


def _answered(
    table_game: TableGame, viewer: Viewer, query: Mapping[str, str]
) -> tuple[Notice | None, Answer | None]:
    """Return the answers to ?ask= (why an action is not legal) and to ?consider= or ?about=."""
    notice, question = None, query.get("ask", "").strip()[:MAX_QUESTION]
    if question and viewer.acts is not None:
        notice = pages.why_not(table_game, viewer.acts, question, viewer.language)
    answers = Answers(table_game, viewer)
    if (action := query.get("consider")) is not None:
        return notice, answers.consider(action)
    subject = query.get("about")
    return notice, None if subject is None else answers.about(subject)
