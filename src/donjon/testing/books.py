"""Is what the rulebook for people shows true? Its lines are played, and what it calls wrong is tried."""

from __future__ import annotations

from collections.abc import Iterator

import donjon
from donjon import rulebook
from donjon.errors import DonjonError
from donjon.kernel.views import value_at
from donjon.play.match import Match
from donjon.rulebook import Act, Example, Panel

__all__ = ["faults"]


def faults(game: str) -> list[str]:
    """What is wrong in a game's rulebook for people: a sentence for each fault that names the place."""
    book = rulebook.book(game)
    if book is None:
        return [f"{game} has no rulebook for people"]
    found = [
        f"no chapter tells {rule}" for rule in rulebook.load(game).ids() if rule not in book.chapters_by_rule
    ]
    for example in book.examples:
        found += [f"example {example.id}: {fault}" for fault in _of_example(example)]
    for panel in book.panels:
        found += [f"panel {panel.id}: {fault}" for fault in _of_panel(panel)]
    return found


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
    """The seat that looks, as it is before the line."""
    return match.waiting[0] if thing.seat is None else thing.seat


def _play(match: Match, line: tuple[Act, ...]) -> None:
    for act in line:
        match.play(act.text, seat=act.seat)
