"""Whole games played by the engine and by a referee side by side; the first difference is raised.

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
# How a game is played: one of the whole decisions that are legal.
Policy = Callable[[Random, list[str]], str]


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
        """For every seat its points by source, as if scored now; sources without points may be left out."""

    def ranks(self) -> list[int]:
        """The rank of every seat by the points now, as if the game were over; ties share one (1, 1, 3)."""

    def known(self, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know: fields of `match.view(seat)`; "road.3" lies in "road"."""


class Difference(AssertionError):
    """The engine and the referee do not agree."""


def compare(
    match: Match,
    referee: Referee,
    random: Random,
    most: int,
    compiled: bool = True,
    choose: Policy = Random.choice,
) -> int:
    """Play at random to the end, or so many decisions; how many there were. Raises Difference."""
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


def _decide(match: Match, referee: Referee, random: Random, compiled: bool, choose: Policy) -> None:
    here = {seat: look(match, seat, compiled) for seat in match.waiting}
    for seat, found in here.items():
        _same(match, f"legal decisions of seat {seat}", set(found.legal), referee.legal(seat))
    seat = random.choice(match.waiting)
    _points(match, here[seat].points, referee)
    text = choose(random, here[seat].legal)
    for action in here[seat].decisions[text]:
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
        _same(match, f"what {seat} may know", {field: _field(view, field) for field in theirs}, theirs)


def _field(view: Any, name: str) -> Any:
    """A field of the view, or "castle.sections.0": one that lies in it."""
    for key in name.split("."):
        view = view[int(key)] if isinstance(view, list) else view[key]
    return view


def _same(match: Match, what: str, ours: Any, theirs: Any) -> None:
    if ours != theirs:
        if isinstance(ours, set) and isinstance(theirs, set):
            ours, theirs = ours - theirs, theirs - ours
        elif isinstance(ours, dict) and isinstance(theirs, dict):
            ours, theirs = _besides(ours, theirs), _besides(theirs, ours)
        raise Difference(f"{what}: the engine alone {ours!r}; the referee alone {theirs!r}\n{match.record()}")


def _besides(mine: dict[str, Any], yours: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in mine.items() if key not in yours or yours[key] != value}


__all__ = ["CHANCE", "Difference", "Policy", "Referee", "compare", "games"]
