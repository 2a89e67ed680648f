"""Check rulebooks: what a book shows is played, and rules that a game cites are collected."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import donjon
from donjon import rulebook
from donjon.drawing.protocol import Drawing, HasGoals, HasMovingSpots, HasSpots, HasSubjects, TellsMore
from donjon.errors import BadOption, DonjonError
from donjon.kernel import Game, rule_ids, rules
from donjon.kernel.views import value_at
from donjon.play.match import Match
from donjon.rulebook import Act, Example, Panel, rules_about
from donjon.testing.information import viewers
from donjon.testing.sample import Sample, Step

__all__ = ["faults"]


def faults(game: str) -> list[str]:
    """Return the faults of a game's rulebook: a sentence for each that names the place."""
    book = rulebook.book(game)
    if book is None:
        return [f"{game} has no player's rulebook"]
    errors = [
        f"no chapter explains {rule}"
        for rule in rulebook.load(game).ids()
        if rule not in book.chapters_by_rule
    ]
    for example in book.examples:
        errors += [f"example {example.id}: {fault}" for fault in _of_example(example)]
    for panel in book.panels:
        errors += [f"panel {panel.id}: {fault}" for fault in _of_panel(panel)]
    return errors


def _of_example(example: Example) -> Iterator[str]:
    try:
        match = donjon.from_position(example.position)
        seat = _seat(match, example)
        for wrong in example.wrong:
            refusal = match.why_not(wrong.action)
            if refusal is None or wrong.rule not in str(refusal):
                yield f"{wrong.action!r} is answered by {refusal}, not by {wrong.rule}"
        _play(match, example.line)
    except DonjonError as error:
        yield str(error)
        return
    view = match.view(seat)
    for path, value in example.expect.items():
        if (there := value_at(view, path)) != value:
            yield f"{path} is {there!r}, not {value!r}"


def _of_panel(panel: Panel) -> Iterator[str]:
    try:
        match = donjon.from_position(panel.position)
        seat = _seat(match, panel)
        _play(match, panel.line)
    except DonjonError as error:
        yield str(error)
        return
    explain, view = match.game.explain, match.view(seat)
    for subject in panel.points:
        if explain is None or not explain(match.state, view, subject):
            yield f"nothing on the table is {subject!r}"


def _seat(match: Match, thing: Example | Panel) -> int:
    """Return the seat whose view is shown, by default the first to move before the line."""
    return match.waiting[0] if thing.seat is None else thing.seat


def _play(match: Match, line: tuple[Act, ...]) -> None:
    for act in line:
        match.play(act.text, seat=act.seat)


# The ways in which a rule is cited.
EVENT, REFUSAL, EXPLANATION, SETUP = "event", "refusal", "explanation", "setup"
Citations = dict[str, set[str]]  # the rules, by the way in which they are cited
# The most things of one kind (hexes, tiles, ...) that are asked about at a position, by default.
ALIKE = 12

_ASKED = re.compile(r"[?&;]about=([^\"&#]+)")


def cited(sample: Sample, steps: Iterable[Step]) -> Citations:
    """Return the rules that a sample cites; things and refusals are tried at the positions of `steps`."""
    game = sample.game
    rules_by_way = {
        EVENT: set(by_events(sample)),
        REFUSAL: set(),
        EXPLANATION: set(),
        SETUP: set(by_setup(game)),
    }
    for step in steps:
        random = Random(step.place)
        rules_by_way[REFUSAL].update(by_refusals(game, step.before))
        rules_by_way[EXPLANATION].update(
            by_explanations(game, step.before, random.choice(viewers(step.before)), random)
        )
    return rules_by_way


def by_events(sample: Sample) -> Iterator[str]:
    """Yield the rules that the events of the games name."""
    for played in sample.games:
        for move in played.match.moves:
            for event in move.events:
                yield from event.rules


def by_refusals(game: Game, state: Any) -> Iterator[str]:
    """Yield the rules with which actions are refused at a position, and those named in the refusals."""
    for seat in range(int(rules.seats(state))):
        met: dict[int, int] = {}
        for action in range(game.ACTIONS):
            met.setdefault(int(rules.forbids(state, seat, action)), action)
        for number, action in met.items():
            if number:
                rule = rule_ids.name(game.prefix, number)
                yield rule
                yield from _ids(game, game.why(state, seat, action, rule).english())


def by_explanations(
    game: Game, state: Any, viewer: int | None, random: Random, most: int = ALIKE
) -> Iterator[str]:
    """Yield the rules that explain things on the table to a viewer (None: a spectator).

    At most `most` things of one kind are asked about.
    """
    if game.explain is None:
        return
    view = game.view(state, viewer)
    for subject in _some(subjects(game, view), random, most):
        yield from (rule for rule, _text in game.explain(state, view, subject) if rule)
        yield from rules_about(game, view, subject)


def about(
    game: Game, state: Any, viewer: int | None, random: Random, most: int = ALIKE
) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """Yield what a viewer can ask about: subject, entries in `about`, whether a line names a rule."""
    if game.about is None or game.explain is None:
        return
    view = game.view(state, viewer)
    for subject in _some(subjects(game, view), random, most):
        if lines := game.explain(state, view, subject):
            yield subject, tuple(game.about(view, subject)), any(rule for rule, _text in lines)


def by_setup(game: Game) -> Iterator[str]:
    """Yield the rules with which numbers of players and options are refused."""
    asked: list[tuple[int, dict[str, Any]]] = [(game.seats.start - 1, {}), (game.seats.stop, {})]
    for option in game.options:
        if option.kind == "choice":
            asked += [(seats, {option.name: value}) for seats in game.seats for value in option.choices]
    for seats, options in asked:
        try:
            game.read_options(seats, options)
        except BadOption as error:
            yield from _ids(game, str(error))


def subjects(game: Game, view: Any) -> list[str]:
    """Return the subjects that can be asked about: on the board, of its actions, and in its panels."""
    drawing = game.drawing
    lying = drawing.spots() if isinstance(drawing, HasSpots) else {}
    moving = drawing.moving_spots(view) if isinstance(drawing, HasMovingSpots) else {}
    more = drawing.more_subjects() if isinstance(drawing, TellsMore) else ()
    of_actions = drawing.subjects().values() if isinstance(drawing, HasSubjects) else ()
    beside = _ASKED.findall("".join(_parts(drawing, view)))
    return list(dict.fromkeys([*lying, *moving, *more, *of_actions, *beside]))


def _parts(drawing: Drawing, view: Any) -> Iterator[str]:
    for part in (drawing.hand, drawing.cards, drawing.piles, drawing.panel, drawing.seats):
        yield str(part(view))
    if isinstance(drawing, HasGoals):
        yield str(drawing.goals(view))


def _some(asked: Iterable[str], random: Random, most: int) -> Iterator[str]:
    """Yield at most `most` subjects of each kind, which is the part before the dash, at random."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for subject in asked:
        kinds[subject.partition("-")[0]].append(subject)
    for alike in kinds.values():
        yield from random.sample(alike, min(most, len(alike)))


def _ids(game: Game, text: str) -> list[str]:
    return re.findall(rf"\b{game.prefix}-\d+(?:\.\d+)*", text)
