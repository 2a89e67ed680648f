"""First games with a guide: their scripts, and which sentence of the guide speaks at a moment of a game.

A lesson is a game of a stated seed with a script (`lesson.toml` of its game). What the guide says follows
from the position and the events as its learner may know them, so nothing need be remembered: a lesson can be
left, taken back and seen from anywhere.
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
    """A script that cannot be read."""


@dataclass(frozen=True)
class Cue:
    """What the guide says at one moment, and when that is.

    text: one to three sentences in English; points: the subjects that it is about; rules: the ids of what it
    explains. It speaks while the learner is asked (`asked`) or waits for others, when the view has each value
    of `view` (one of them, where a list is given), none of `unless`, and at least the numbers of `least`; the
    learner's own events hold those of `after` and none of `before`; `just`: one of these kinds of events has
    happened, to anybody, since the learner decided last. `open`: of the places among its subjects it points
    only at those that can be chosen now, while there are any. `ends`: the lesson is over then. With an empty
    text the guide leaves. Whether the learner is asked does not matter to these two.
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
    """A first game: how it is laid, and what its guide says; of several cues that fit, the first speaks.

    about: what will be learned; left_out: what will not; points, total: where the view says what the learner
    has, by source and in all.
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
    """Return the lesson of a game, None where it has none. Raises BadLesson."""
    package = games[game].drawing_module.rpartition(".")[0] if game in games else ""
    if not package:
        return None
    file = resources.files(package) / FILE
    return _read(game, tomllib.loads(file.read_text("utf-8"))) if file.is_file() else None


def lesson_for(game: str, seed: str) -> Lesson | None:
    """Return the lesson that a game of this seed is, None for other games: those draw their seeds."""
    lesson = lesson_of(game)
    return lesson if lesson is not None and lesson.seed == seed else None


def taught() -> list[Lesson]:
    """Return the lessons of all games."""
    return [lesson for lesson in map(lesson_of, games) if lesson is not None]


def _read(game: str, given: dict[str, Any]) -> Lesson:
    try:
        cues = tuple(_cue(cue) for cue in given.pop("cue"))
        lesson = Lesson(game=game, cues=cues, **given)
    except (KeyError, TypeError) as error:
        raise BadLesson(f"The lesson of {game} cannot be read: {error}") from None
    if len({cue.id for cue in cues}) < len(cues):
        raise BadLesson(f"The lesson of {game} has two cues of one id.")
    return lesson


def _cue(given: dict[str, Any]) -> Cue:
    made: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in given.items()
    }
    return Cue(**made)


@dataclass(frozen=True)
class Moment:
    """A game as its learner knows it.

    view: the position; asked: is the learner to decide; events: what has happened, and `latest` of that since
    the learner decided last.
    """

    view: Mapping[str, Any]
    asked: bool
    events: Sequence[Event]
    latest: Sequence[Event]


def cue_at(lesson: Lesson, moment: Moment) -> Cue | None:
    """Return the cue that speaks at a moment, None where the guide is silent.

    It is a function of what the learner may know, and of nothing else.
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
    """Compare a value with the one of a script, where "" stands for None, which TOML cannot write."""
    if isinstance(wanted, list):
        return any(_is(value, one) for one in wanted)
    return value is None if wanted == "" else bool(value == wanted)
