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
from donjon.notation.trace import look, weights_of
from tests.referees.parts import Part

CHANCE = "nature"
# After so many decisions what a viewer may know is compared, one viewer after the other; at the end of all.
LOOKS = 10
Fields = dict[str, Any]
# How a game is played: one of the whole decisions that are legal.
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
        """For every seat its points by source, as if scored now; sources without points may be left out."""

    def ranks(self) -> list[int]:
        """The rank of every seat by the points now, as if the game were over; ties share one (1, 1, 3)."""

    def known(self, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know: fields of `match.view(seat)`, some as a `Part`."""


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
    cut: Callable[[Fields], Fields] = dict,
) -> int:
    """Play at random to the end, or so many decisions; how many there were. Raises Difference.

    Nature's draws after the last decision are made too: what a viewer may know is compared only where a seat
    decides, or at the end, since nobody is shown anything between two draws.

    `choose` picks the decisions that are played, so that what is rare at random is met often enough. `cut`
    takes the fields of a view, those of the engine and of the referee, and leaves what of them is compared.
    """
    decisions = 0
    viewers: list[int | None] = [*range(match.players), None]
    while not match.over:
        _same(match, "waiting", _waiting(match), referee.waiting())
        if match.waiting == (NATURE,):
            _draw(match, referee, random)
            continue
        if decisions == most:
            break
        if decisions % LOOKS == 0:
            _known(match, referee, viewers[decisions // LOOKS % len(viewers)], cut)
        _decide(match, referee, random, compiled, choose)
        decisions += 1
    if match.over:
        _same(match, "waiting", set(), referee.waiting())
        _points(match, match.points_by_source, referee)
    _same(match, "ranks", match.ranks, referee.ranks())
    for viewer in viewers:
        _known(match, referee, viewer, cut)
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


def _known(match: Match, referee: Referee, seat: int | None, cut: Callable[[Fields], Fields]) -> None:
    theirs = referee.known(seat)
    ours = _said(match.view(seat), Part(theirs))
    _same(match, f"what {seat} may know", cut(ours), cut(theirs))


def _said(ours: Any, theirs: Any) -> Any:
    """Of what the engine tells as much as the referee speaks of: of a Part the fields that it names."""
    if isinstance(ours, dict) and isinstance(theirs, Part):
        return Part((field, _said(ours[field], theirs[field])) for field in theirs)
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [_said(mine, yours) for mine, yours in zip(ours, theirs, strict=True)]
    return ours


def _same(match: Match, what: str, ours: Any, theirs: Any) -> None:
    if ours != theirs:
        what, ours, theirs = _narrowed(what, ours, theirs)
        raise Difference(f"{what}: the engine alone {ours!r}; the referee alone {theirs!r}\n{match.record()}")


def _narrowed(what: str, ours: Any, theirs: Any) -> tuple[str, Any, Any]:
    """The first place in which two unequal things differ."""
    if isinstance(ours, set) and isinstance(theirs, set):
        return what, ours - theirs, theirs - ours
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        inside = [(key, ours[key], theirs[key]) for key in ours]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        inside = [(at, mine, other) for at, (mine, other) in enumerate(zip(ours, theirs, strict=True))]
    else:
        return what, ours, theirs
    key, mine, other = next(one for one in inside if one[1] != one[2])
    return _narrowed(f"{what}, {key}", mine, other)
