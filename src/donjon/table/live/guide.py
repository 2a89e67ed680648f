"""Show the guide of a lesson on the page of a table, from what its learner may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from donjon.drawing import Box
from donjon.kernel.message import Translate
from donjon.kernel.views import value_at
from donjon.rulebook.lessons import LEARNER, Cue, Lesson, Moment, cue_at, lesson_for
from donjon.table.live import forms, presentation
from donjon.table.live.viewers import Viewer
from donjon.table.store.table_game import Step, TableGame


@dataclass(frozen=True)
class Pointed:
    """A thing that the guide points at: its subject, its name, and its box, None if not on the board."""

    subject: str
    name: str
    box: Box | None


@dataclass(frozen=True)
class Guide:
    """The current text of the guide, with what belongs to it; "" while it is silent.

    `ends`: the lesson is over. Then `total` and `points` are the learner's points, in all and by source,
    `left_out` tells what this game did not show, and `again` holds the form of a new game against such bots.
    """

    cue: str
    text: str
    points_at: tuple[Pointed, ...]
    rules: tuple[str, ...]
    ends: bool
    total: int = 0
    points: tuple[tuple[str, int], ...] = ()
    left_out: str = ""
    again: Mapping[str, str] = field(default_factory=dict)


SILENT = Guide("silent", "", (), (), False)


def guide(table_game: TableGame, viewer: Viewer, translate: Translate, names: Sequence[str]) -> Guide | None:
    """Return the guide for a viewer; None for viewers other than the learner, and after the lesson."""
    lesson = lesson_for(table_game.game.name, table_game.header.seed)
    if lesson is None or viewer.viewpoint != LEARNER:
        return None
    cue = cue_at(lesson, moment(table_game))
    if cue is None or not cue.text:
        return SILENT if cue is None else None
    things = _pointed(table_game, cue, translate, names)
    if not cue.ends:
        return Guide(cue.id, translate(cue.text), things, cue.rules, False)
    total, points = _scored(lesson, table_game, translate)
    again = forms.again(lesson.game, table_game.seats, viewer.seats, {})
    text, left_out = translate(cue.text), translate(lesson.left_out)
    return Guide(cue.id, text, things, cue.rules, True, total, points, left_out, again)


def moment(table_game: TableGame) -> Moment:
    """Return the moment of the game as its learner knows it: view, whether to move, and events."""
    steps = table_game.steps
    last = max((number for number, step in enumerate(steps) if step.entry.seat == LEARNER), default=0)
    is_asked = LEARNER in table_game.waiting
    return Moment(table_game.view(LEARNER), is_asked, _events(steps), _events(steps[last:]))


def _events(steps: Sequence[Step]) -> list[Any]:
    return [event.seen_by(LEARNER) for step in steps for event in step.move.events]


def _pointed(
    table_game: TableGame, cue: Cue, translate: Translate, names: Sequence[str]
) -> tuple[Pointed, ...]:
    game, view = table_game.game, table_game.view(LEARNER)
    boxes, pointed = presentation.spots_now(game, view), []
    for subject in _open(table_game, cue.points) if cue.open else cue.points:
        lines = game.explain(table_game.state, view, subject) if game.explain is not None else []
        if lines:
            pointed.append(Pointed(subject, lines[0][1].say(translate, names), boxes.get(subject)))
    return tuple(pointed)


def _open(table_game: TableGame, subjects: Sequence[str]) -> Sequence[str]:
    """Return the subjects without places that cannot be chosen now; all subjects if none can be chosen."""
    every, legal = presentation.subjects(table_game.game), set(table_game.legal(LEARNER))
    closed = {subject for action, subject in every.items() if action not in legal}
    chosen = {every[action] for action in legal if action in every}
    kept = [subject for subject in subjects if subject in chosen or subject not in closed]
    return kept if chosen.intersection(kept) else subjects


def _scored(
    lesson: Lesson, table_game: TableGame, translate: Translate
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Return the learner's points as the view counts them: in all, and by source, without zeros."""
    view = table_game.view(LEARNER)
    points = dict(value_at(view, lesson.points) or {})
    word = table_game.game.source_term
    by_source = [(word(source).say(translate), int(got)) for source, got in points.items() if got]
    return int(value_at(view, lesson.total) or 0), tuple(by_source)
