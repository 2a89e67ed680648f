"""The script of a lesson, as its game's `lesson.toml` states it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from donjon.errors import DonjonError
from donjon.kernel.games import games

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
    """The lesson of a game, None where it has none. Raises BadLesson."""
    package = games[game].drawing_module.rpartition(".")[0] if game in games else ""
    if not package:
        return None
    file = resources.files(package) / FILE
    return _read(game, tomllib.loads(file.read_text("utf-8"))) if file.is_file() else None


def lesson_for(game: str, seed: str) -> Lesson | None:
    """The lesson that a game of this seed is, None for a game like others: those draw their seeds."""
    lesson = lesson_of(game)
    return lesson if lesson is not None and lesson.seed == seed else None


def taught() -> list[Lesson]:
    """The lessons of all games."""
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
        name: tuple(value) if isinstance(value, list) else value for name, value in given.items()
    }
    return Cue(**made)
