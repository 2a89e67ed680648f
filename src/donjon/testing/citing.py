"""Which rules a program cites when its games are played: by events, refusals and what it says of things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from donjon.drawing.protocol import HasMovingSpots, HasSpots, HasSubjects, TellsMore
from donjon.kernel import Game, rule_ids, rules
from donjon.testing.moments import viewers
from donjon.testing.sample import Sample, Step

# Ways in which a rule is cited.
EVENT, REFUSAL, EXPLANATION = "event", "refusal", "explanation"
Citations = dict[str, set[str]]  # the rules by the way in which they are cited


def by_events(sample: Sample) -> Iterator[str]:
    """The rules with which all that happens is told."""
    for played in sample.games:
        for move in played.match.moves:
            for event in move.events:
                yield from event.rules


def by_refusals(game: Game, state: Any) -> Iterator[str]:
    """The rules with which actions are refused to the seats of a position."""
    for seat in range(int(rules.seats(state))):
        found = {int(rules.forbids(state, seat, action)) for action in range(game.ACTIONS)}
        yield from (rule_ids.name(game.prefix, number) for number in found if number)


def by_explanations(game: Game, state: Any) -> Iterator[str]:
    """The rules with which the things on the table are explained to those who look."""
    if game.explain is None:
        return
    for viewer in viewers(state):
        view = game.view(state, viewer)
        for subject in subjects(game, view):
            yield from (rule for rule, _text in game.explain(state, view, subject) if rule)
            if game.governed is not None:
                yield from game.governed(view, subject)


def subjects(game: Game, view: Any) -> list[str]:
    """The things on the table that can be explained, as the drawing names them."""
    drawing = game.drawing
    lying = drawing.spots() if isinstance(drawing, HasSpots) else {}
    moving = drawing.moving_spots(view) if isinstance(drawing, HasMovingSpots) else {}
    more = drawing.told() if isinstance(drawing, TellsMore) else ()
    of_actions = drawing.subjects().values() if isinstance(drawing, HasSubjects) else ()
    return list(dict.fromkeys([*lying, *moving, *more, *of_actions]))


def cited(sample: Sample, steps: Iterable[Step]) -> Citations:
    """The rules that a sample cites; things and refusals are asked for in the positions of the steps."""
    game = sample.game
    found: Citations = {EVENT: set(by_events(sample)), REFUSAL: set(), EXPLANATION: set()}
    for step in steps:
        found[REFUSAL].update(by_refusals(game, step.before))
        found[EXPLANATION].update(by_explanations(game, step.before))
    return found
