"""Lessons: first games with a guide, which shows a sentence at each moment of the game.

A lesson is a game of a fixed seed with a script (`lesson.toml` of its game). The guide's sentence is a
function of the position and the events that the learner may know, so no other state is stored: a lesson can
be left, undone and opened on another device.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from donjon.errors import DonjonError
from donjon.kernel.event_log import Event
from donjon.kernel.games import games
from donjon.kernel.views import value_at

FILE = "lesson.toml"
# The learner's seat.
LEARNER = 0


class BadLesson(DonjonError):
    """The script of a lesson cannot be read."""


@dataclass(frozen=True)
class Cue:
    """A text of the guide, and the conditions under which it is shown.

    text: one to three sentences in English, "" for a cue that hides the guide; points: the subjects that it
    is about; rules: the ids of the rules that it explains; open: True to point only at those of its places
    that can be chosen now, if there are any; ends: True if the lesson is over then.

    A cue is shown if all of these hold:

    asked: it is the learner's turn (True) or not (False); ignored if `ends` is True or `text` is
        empty.
    view: the view has each of these values by path (or one of them, if a list is given).
    unless: the view has none of these values.
    least: the numbers in the view are at least these.
    after, before: the learner's own events include all kinds of `after` and none of `before`.
    just: one of these kinds of events has happened, to any player, since the learner's last action.
    """

    id: str
    text: str
    points: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    asked: bool = True
    view: Mapping[str, Any] = field(default_factory=dict)
    unless: Mapping[str, Any] = field(default_factory=dict)
    least: Mapping[str, int] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    just: tuple[str, ...] = ()
    open: bool = False
    ends: bool = False


@dataclass(frozen=True)
class Lesson:
    """A first game: its setup and the cues of its guide. The first matching cue is shown.

    about: a text on what the lesson teaches; left_out: a text on what it leaves out; points, total: the paths
    in the view of the learner's points by source, and of the total.
    """

    game: str
    seed: str
    players: int
    options: Mapping[str, Any]
    level: str
    about: str
    left_out: str
    points: str
    total: str
    cues: tuple[Cue, ...]


@cache
def lesson_of(game: str) -> Lesson | None:
    """Return the lesson of a game, None if it has none. Raises BadLesson."""
    package = games[game].drawing_module.rpartition(".")[0] if game in games else ""
    if not package:
        return None
    file = resources.files(package) / FILE
    return _read(game, tomllib.loads(file.read_text("utf-8"))) if file.is_file() else None


def lesson_for(game: str, seed: str) -> Lesson | None:
    """Return the lesson of a game if this is the lesson's seed, else None."""
    lesson = lesson_of(game)
    return lesson if lesson is not None and lesson.seed == seed else None


def taught() -> list[Lesson]:
    """Return the lessons of all games."""
    return [lesson for lesson in map(lesson_of, games) if lesson is not None]


def _read(game: str, data: dict[str, Any]) -> Lesson:
    try:
        cues = tuple(_cue(cue) for cue in data.pop("cue"))
        lesson = Lesson(game=game, cues=cues, **data)
    except (KeyError, TypeError) as error:
        raise BadLesson(f"The lesson of {game} cannot be read: {error}") from None
    if len({cue.id for cue in cues}) < len(cues):
        raise BadLesson(f"The lesson of {game} has two cues of one id.")
    return lesson


def _cue(data: dict[str, Any]) -> Cue:
    made: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
    }
    return Cue(**made)


@dataclass(frozen=True)
class Moment:
    """A moment of a game as its learner knows it.

    view: the learner's view; asked: True on the learner's turn; events: all events so far; latest: the events
    since the learner's last action.
    """

    view: Mapping[str, Any]
    asked: bool
    events: Sequence[Event]
    latest: Sequence[Event]


def cue_at(lesson: Lesson, moment: Moment) -> Cue | None:
    """Return the first cue whose conditions hold at a moment, None if there is none.

    The result depends only on what the learner may know.
    """
    own = {event.kind for event in moment.events if event.seat == LEARNER}
    latest = {event.kind for event in moment.latest}
    return next((cue for cue in lesson.cues if _speaks(cue, moment, own, latest)), None)


def _speaks(cue: Cue, moment: Moment, own: set[str], latest: set[str]) -> bool:
    view = moment.view
    return (
        (cue.asked == moment.asked or cue.ends or not cue.text)
        and all(_is(value_at(view, path), wanted) for path, wanted in cue.view.items())
        and not any(_is(value_at(view, path), wanted) for path, wanted in cue.unless.items())
        and all((value_at(view, path) or 0) >= number for path, number in cue.least.items())
        and own.issuperset(cue.after)
        and own.isdisjoint(cue.before)
        and (not cue.just or not latest.isdisjoint(cue.just))
    )


def _is(value: Any, wanted: Any) -> bool:
    """Return whether a value matches a script's value or list; "" stands for None, which TOML lacks."""
    if isinstance(wanted, list):
        return any(_is(value, one) for one in wanted)
    return value is None if wanted == "" else bool(value == wanted)
