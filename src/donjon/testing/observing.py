"""Checks of observations: what a viewer sees and may do is told apart by the numbers for learners, too."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from donjon.kernel import Game, copy, rules
from donjon.kernel.decisions import legal_list
from donjon.kernel.observing import changing
from donjon.testing.moments import viewers, viewpoint
from donjon.testing.sample import Sample, require

# How often each field takes the value of another position.
CHANGES = 6


def all_that_is_seen_is_observed(sample: Sample) -> None:
    """Two positions that a viewer sees differently, or where it may do different things, look different.

    Compared are positions that were played, and each with one field as it is in another. An observation that
    forgets a field would show learners two games as one.
    """
    game = sample.game
    if game.observe is None:
        return
    met: dict[tuple[Any, ...], tuple[Any, str]] = {}
    for step in sample.some():
        for viewer in viewers(step.before):
            shown = _shown(game, step.before, viewer)
            first, place = met.setdefault(
                (viewer, *_observed(game, step.before, viewer)), (shown, step.place)
            )
            require(
                first == shown, step.place, f"{viewer} observes what it observed at {place} and sees more"
            )
    for field, state, other, place in _changed(sample):
        for viewer in viewers(state):
            if _observed(game, state, viewer) == _observed(game, other, viewer):
                same = _shown(game, other, viewer) in (None, _shown(game, state, viewer))
                require(same, place, f"with another '{field}' {viewer} sees or may do more than it observes")


def _changed(sample: Sample) -> Iterator[tuple[str, Any, Any, str]]:
    """Yield positions, and the same with one field of another position, which may be of another game."""
    random = Random(sample.game.name)
    steps = list(sample.steps)
    for field in dict(changing(sample.game.STATE.type)):
        records, _, name = field.rpartition(".")
        for _ in range(CHANGES):
            step, source = random.choice(steps), random.choice(steps).before
            changed = copy(step.before)
            if records:
                at, other = (random.randrange(int(rules.seats(step.before))) for _ in range(2))
                changed[records][at][name] = source[records][other][name]
            elif name != "players":
                changed[name] = source[name]
            if changed.tobytes() != step.before.tobytes():
                yield field, step.before, changed, step.place


def _shown(game: Game, state: Any, viewer: int | None) -> Any:
    """Return what a viewer sees and may do; None where no game comes to such a position."""
    try:
        return game.view(state, viewer), [] if viewer is None else legal_list(state, viewer)
    except Exception:
        return None


def _observed(game: Game, state: Any, viewer: int | None) -> tuple[bytes]:
    numbers = np.zeros(game.OBSERVATION, np.float32)
    rules.observe(state, viewpoint(viewer), numbers)
    return (numbers.tobytes(),)
