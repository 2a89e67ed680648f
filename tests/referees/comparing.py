"""Whole games played by the engine and by a referee side by side; the first difference ends the test.

A referee is the game told a second time, from the numbered rules alone. It knows no engine: it is handed the
options, then every draw and every decision as a text (docs/trace.md), and says who decides, between what,
what the points are, and what each seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Protocol

import donjon
from donjon import NATURE, Match
from donjon.kernel.trace import look, weights_of

CHANCE = "nature"
# What everybody may know is compared after so many decisions, and at the end.
LOOKS = 10
Choose = Callable[[Random, list[str]], str]


class Referee(Protocol):
    """What a second telling of a game answers at each moment."""

    def waiting(self) -> set[int | str]:
        """The seats that owe a decision; {"nature"} when chance decides; empty when the game is over."""

    def weights(self) -> dict[str, int]:
        """Every draw that is possible now, by its text, with its weight."""

    def draw(self, text: str) -> None:
        """Carry out a draw."""

    def legal(self, seat: int) -> set[str]:
        """Every whole decision of a seat that owes one."""

    def play(self, seat: int, text: str) -> None:
        """Carry out a whole decision, and all that follows by itself."""

    def points(self) -> list[dict[str, int]]:
        """Points by source of every seat, as if scored now; a source that gives nothing may be left out."""

    def ranks(self) -> list[int]:
        """The rank of every seat by the points now, as if the game were over; ties share one (1, 1, 3)."""

    def known(self, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know of what is hidden: fields of `match.view(seat)`."""


class Difference(AssertionError):
    """The engine and the referee do not agree."""


def anything(random: Random, legal: list[str]) -> str:
    """Any of the decisions, one as likely as the other."""
    return random.choice(legal)


def compare(
    match: Match,
    referee: Referee,
    random: Random,
    most: int,
    compiled: bool = True,
    choose: Choose = anything,
) -> int:
    """Play at random to the end, or so many decisions; how many there were. Raises Difference.

    `choose` picks the decisions that are played, so that what is rare at random is met often enough.
    """
    decisions = 0
    while not match.over and decisions < most:
        _same(match, "waiting", _waiting(match), referee.waiting())
        if match.waiting == (NATURE,):
            _draw(match, referee, random)
            continue
        if decisions % LOOKS == 0:
            _known(match, referee)
        _decide(match, referee, random, compiled, choose)
        decisions += 1
    if match.over:
        _same(match, "waiting", set(), referee.waiting())
        _points(match, match.points_by_source, referee)
    _same(match, "ranks", match.ranks, referee.ranks())
    _known(match, referee)
    return decisions


def games(name: str, players: int, seeds: Iterator[int], **options: Any) -> Iterator[tuple[Match, Random]]:
    """Fresh matches whose draws are to be imposed, each with a generator of its own."""
    for seed in seeds:
        match = donjon.new(name, players=players, nature="imposed", **options)
        yield match, Random(f"{name} {players} {sorted(options.items())} {seed}")


def _waiting(match: Match) -> set[int | str]:
    return {CHANCE if seat == NATURE else seat for seat in match.waiting}


def _draw(match: Match, referee: Referee, random: Random) -> None:
    weights = weights_of(match.game, match.state)
    _same(match, "weights", weights, referee.weights())
    text = random.choices(list(weights), list(weights.values()))[0]
    match.play(text, seat=NATURE)
    referee.draw(text)


def _decide(match: Match, referee: Referee, random: Random, compiled: bool, choose: Choose) -> None:
    looks = {seat: look(match, seat, compiled) for seat in match.waiting}
    for seat, here in looks.items():
        _same(match, f"legal decisions of seat {seat}", set(here.legal), referee.legal(seat))
    _points(match, here.points, referee)
    seat = random.choice(match.waiting)
    here = looks[seat]
    text = choose(random, here.legal)
    for action in here.decisions[text]:
        match.play(action, seat=seat)
    referee.play(seat, text)


def _points(match: Match, ours: list[dict[str, int]], referee: Referee) -> None:
    theirs = referee.points()
    _same(match, "points", [_some(row) for row in ours], [_some(row) for row in theirs])


def _some(row: dict[str, int]) -> dict[str, int]:
    return {source: points for source, points in row.items() if points}


def _known(match: Match, referee: Referee) -> None:
    for seat in (*range(match.players), None):
        theirs = referee.known(seat)
        view = match.view(seat)
        _same(match, f"what {seat} may know", _said(view, theirs), theirs)


def _said(ours: Any, theirs: Any) -> Any:
    """Of what the engine tells as much as the referee speaks of: the fields that it names, at any depth."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return {field: _said(ours[field], theirs[field]) for field in theirs if field in ours}
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [_said(mine, yours) for mine, yours in zip(ours, theirs, strict=True)]
    return ours


def _same(match: Match, what: str, ours: Any, theirs: Any) -> None:
    if ours != theirs:
        ours, theirs = _apart(ours, theirs)
        raise Difference(f"{what}: the engine alone {ours!r}; the referee alone {theirs!r}\n{match.record()}")


def _apart(ours: Any, theirs: Any) -> tuple[Any, Any]:
    """Of two values that differ the parts that do."""
    if isinstance(ours, set) and isinstance(theirs, set):
        return ours - theirs, theirs - ours
    if isinstance(ours, dict) and isinstance(theirs, dict):
        fields = [field for field in {**ours, **theirs} if ours.get(field) != theirs.get(field)]
        parts = {field: _apart(ours.get(field), theirs.get(field)) for field in fields}
        return {field: part[0] for field, part in parts.items()}, {f: part[1] for f, part in parts.items()}
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = [_apart(mine, yours) for mine, yours in zip(ours, theirs, strict=True) if mine != yours]
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    return ours, theirs


__all__ = ["CHANCE", "Difference", "Referee", "anything", "compare", "games"]
