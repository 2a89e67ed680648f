"""Which cue speaks: a function of what the learner may know, and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.kernel.event_log import Event
from donjon.kernel.views import value_at
from donjon.lessons.script import LEARNER, Cue, Lesson


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
    """The cue that speaks at a moment, None where the guide is silent."""
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
    """An empty string stands for nothing, which TOML cannot write."""
    if isinstance(wanted, list):
        return any(_is(value, one) for one in wanted)
    return value is None if wanted == "" else bool(value == wanted)
