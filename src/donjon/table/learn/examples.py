"""Examples to play in: stated positions of the rulebook, played on by whoever reads, for every seat.

Nothing is stored. What was played stands in the address, so that every step is a page of its own: `did` are
the numbers of the actions, parted by full stops, each for the seat that is to act, or for another that is
asked at the same time ("12.2-45": seat 2).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import donjon
from donjon.drawing import Box
from donjon.drawing.protocol import drawing_of
from donjon.errors import DonjonError, Spoken
from donjon.kernel import rules
from donjon.kernel.game import Game, copy
from donjon.kernel.message import Message, Translate
from donjon.play import why_not
from donjon.play.match import Match
from donjon.rulebook import Act, Example, book
from donjon.table.live import pages, wording
from donjon.table.live.answers import Answer, Answers, Notice
from donjon.table.live.viewers import Viewer
from donjon.table.store.rows import PERSON, Header, Seat
from donjon.table.store.table_game import TableGame
from donjon.table.web.rendering import say
from donjon.table.web.sessions import Identity

MOST = 60  # actions that an address may hold
LONGEST_QUESTION = 60
SEED = "book"
# Stated positions that are kept: all of the books and of the puzzles, a few KB each.
MOST_LAID = 128
_ITEM = re.compile(r"(?:([0-9])-)?([0-9]{1,7})")


class BadPlay(Spoken):
    """What an address says was played cannot be played."""


def laid(position: Mapping[str, Any]) -> TableGame:
    """A table at a stated position, with a person at every seat."""
    match = _match(json.dumps(position, sort_keys=True)).copy()
    game = match.game
    options = json.dumps(game.show_options(match.options))
    header = Header("example", game.name, game.rules_version, match.players, options, SEED, "", 0.0)
    return TableGame(header, [Seat(seat, PERSON, "", "") for seat in range(match.players)], match)


@lru_cache(MOST_LAID)
def _match(position: str) -> Match:
    """A match at a stated position, of which everybody plays on a copy."""
    return donjon.from_position(json.loads(position))


class Play:
    """An example as it stands after what was played there."""

    def __init__(self, example: Example, did: str = "") -> None:
        """`did` is what was played, `first` then the seat that was to act before. Raises BadPlay."""
        self.example = example
        self.table_game = laid(example.position)
        self.did: tuple[str, ...] = ()
        self.first = self.actor
        for item in did[: MOST * 10].split(".") if did else ():
            found = _ITEM.fullmatch(item)
            if found is None:
                raise BadPlay(Message("The address holds something that is no action."))
            self.do(int(found[2]), None if found[1] is None else int(found[1]))

    @property
    def actor(self) -> int | None:
        """The seat that is to act: that of the example as long as it is asked, else the first that is."""
        waiting = self.table_game.waiting
        if self.example.seat in waiting:
            return self.example.seat
        return waiting[0] if waiting else None

    @property
    def viewpoint(self) -> int | None:
        """The seat whose view is shown: the one to act; at the end the one shown in the beginning."""
        seat = self.actor if self.actor is not None else self.example.seat
        return self.first if seat is None else seat

    def do(self, action: int, seat: int | None = None) -> None:
        """Play an action. Raises BadPlay, with the reason."""
        if len(self.did) >= MOST:
            raise BadPlay(Message("So many actions are more than an example can hold."))
        actor = self.actor
        mover = actor if seat is None else seat
        if mover is None:
            raise BadPlay(Message("Nothing can be played here any more."))
        try:
            change = self.table_game.plan(mover, [action], "", 0.0, unasked=False)
        except DonjonError as error:
            raise BadPlay(error.message if isinstance(error, Spoken) else str(error)) from None
        self.table_game.adopt(change, "")
        self.did += (str(action) if mover == actor else f"{mover}-{action}",)

    def decide(self, act: Act) -> None:
        """Play what a line says: a decision in words."""
        table_game = self.table_game
        seat = table_game.waiting[0] if act.seat is None else act.seat
        for action in table_game.game.parse_action(table_game.state, seat, act.text):
            self.do(action, seat)


@cache
def line_of(game: str, id: str) -> tuple[str, ...]:
    """What the text of an example suggests: what has been done after each of its steps."""
    told = book(game)
    example = told.example(id) if told is not None else None
    assert example is not None, "who asks has the example"
    play, steps = Play(example), []
    for act in example.line:
        play.decide(act)
        steps.append(".".join(play.did))
    return tuple(steps)


def places_of(game: Game, id: str) -> list[Box]:
    """Where on the board is what the text of an example suggests."""
    every = line_of(game.name, id)
    actions = [int(item.rpartition("-")[2]) for item in every[-1].split(".")] if every else []
    boxes = drawing_of(game).boxes()
    return [boxes[action] for action in actions if action in boxes]


@dataclass(frozen=True)
class Target:
    """A place that an example speaks of: its box, and its name ("4,8") where the text says it."""

    box: Box
    name: str


def targets_of(game: Game, example: Example) -> list[tuple[Target, ...]]:
    """Return the places of what the text of an example suggests, for each of its steps."""
    boxes, before, found = drawing_of(game).boxes(), 0, []
    for act, step in zip(example.line, line_of(game.name, example.id), strict=True):
        items = step.split(".")
        actions = [int(item.rpartition("-")[2]) for item in items[before:]]
        name = _named(act.text, example.text)
        found.append(tuple(Target(boxes[action], name) for action in actions if action in boxes))
        before = len(items)
    return found


def _named(act: str, text: str) -> str:
    """Return the coordinates that an action in words and a text both name, "" if there are none."""
    shared = [word for word in act.split() if any(letter.isdigit() for letter in word) and word in text]
    return shared[-1] if shared else ""


def next_targets(play: Play, steps: tuple[str, ...]) -> tuple[Target, ...]:
    """Return the places of the step that the text suggests next; none after something else was played."""
    did = ".".join(play.did)
    at = next((at for at, step in enumerate(steps) if step != did and _begins(step, did)), None)
    return () if at is None else targets_of(play.table_game.game, play.example)[at]


@dataclass(frozen=True)
class Ways:
    """Where one can go from here, as values of `did`: None where there is nothing to go to.

    next: the next step of what the text suggests, from the start (`anew`) where something else was played;
    undo: without the last action; finished: all that the text suggests has been played.
    """

    next: str | None
    anew: bool
    undo: str | None
    finished: bool


def ways(play: Play, steps: tuple[str, ...]) -> Ways:
    """Where one can go from what was played; `steps`: what has been done after each that is suggested."""
    did = ".".join(play.did)
    finished = _begins(did, steps[-1])
    on = next((step for step in steps if step != did and _begins(step, did)), None)
    undo = ".".join(play.did[:-1]) if did else None
    anew = on is None
    return Ways(None if finished else on or steps[0], anew, undo, finished)


def _begins(longer: str, shorter: str) -> bool:
    """Was the shorter done first of all that is in the longer?"""
    return not shorter or f"{longer}.".startswith(f"{shorter}.")


@dataclass(frozen=True)
class Asked:
    """What somebody asks about an example: why an action is not open, what a thing is, what would happen."""

    ask: str | None = None
    about: str | None = None
    consider: str | None = None

    def __bool__(self) -> bool:
        return any(one is not None for one in (self.ask, self.about, self.consider))


def viewer_of(play: Play, language: str) -> Viewer:
    """Whoever plays an example sees what the seat to act sees."""
    return Viewer(None, language, (), play.viewpoint, play.actor)


def answered(play: Play, viewer: Viewer, asked: Asked) -> tuple[Notice | None, Answer | None]:
    """The answer to a question, in the words of a table."""
    notice = None
    if asked.ask is not None and asked.ask.strip() and viewer.acts is not None:
        question = asked.ask.strip()[:LONGEST_QUESTION]
        notice = pages.why_not(play.table_game, viewer.acts, question, viewer.language)
    answers = Answers(play.table_game, viewer)
    if asked.consider is not None:
        return notice, answers.consider(asked.consider)
    return notice, None if asked.about is None else answers.about(asked.about)


def here_of(play: Play, address: str) -> str:
    """The address of an example as it stands."""
    return f"{address}?did={'.'.join(play.did)}"


def context(
    play: Play, viewer: Viewer, identity: Identity, address: str, asked: Asked, steps: tuple[str, ...]
) -> dict[str, Any]:
    """All names that the templates of an example use; `address` is that of its page, `steps` as in `ways`."""
    notice, answer = answered(play, viewer, asked)
    made = pages.context(play.table_game, viewer, identity, notice, answer)
    made |= {
        name: [replace(choice, asks=False) for choice in made[name]] for name in ("placed", "plain", "listed")
    }
    did, here = ".".join(play.did), here_of(play, address)
    return {
        **made,
        "example": play.example,
        "sample": made["example"],
        "address": address,
        "did": did,
        "here": here,
        "asks_at": f"{here}&",
        "answers": here,
        "answer_place": "answer",
        "back": here,
        "ways": ways(play, steps),
        "verdict": None,
        "show_words": "",
        "targets": (),
        "following": None,
        "is_other": False,
        "wrongs": [] if did else wrongs(play, say(viewer.language)),
        "asked": asked.ask,
    }


def wrongs(play: Play, translate: Translate) -> list[tuple[str, str, Box | None]]:
    """Return what is refused at the start of an example: what to ask about, how it is called, where it is."""
    return [
        (wrong.action, _called(play, wrong.action, translate), _place(play, wrong.action))
        for wrong in play.example.wrong
    ]


def _place(play: Play, text: str) -> Box | None:
    """Return the box of the last place that an action in words names."""
    game, boxes = play.table_game.game, drawing_of(play.table_game.game).boxes()
    actions = game.parse_action(play.table_game.state, play.table_game.waiting[0], text)
    return next((boxes[action] for action in reversed(actions) if action in boxes), None)


def _called(play: Play, text: str, translate: Translate) -> str:
    """What the actions of a text are called, each where those before it lead to, as far as they are legal."""
    table_game, seat = play.table_game, play.table_game.waiting[0]
    game, state = table_game.game, copy(table_game.state)
    names, said = wording.names(table_game.seats, translate), []
    for action in game.parse_action(state, seat, text):
        words = game.actions.called(state, seat, action)
        said.append(game.action_text(state, seat, action) if words is None else words.say(translate, names))
        if why_not.refused(game, state, seat, action) is None:
            rules.apply(state, seat, action, None)
    return ", ".join(said)
