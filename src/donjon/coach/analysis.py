"""What the best decisions of a seat are, and how the game is expected to end after each.

An analysis looks only at worlds in which what the seat cannot know has been dealt anew: it tells a seat
nothing that the seat could not have worked out itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.coach.reasons import Reason, compare, standard_error
from donjon.coach.thinking import Budget, Ends, Thinking
from donjon.kernel.decisions import texts_of
from donjon.kernel.game import Game
from donjon.kernel.option_values import check_amount

PLAYOUTS = 200
COUNT = 3
# How much of a win a point ahead counts: it decides where the shares do not.
POINT = 0.01


@dataclass(frozen=True)
class Choice:
    """A whole decision and what is expected of it.

    actions, texts: its actions, as numbers and as canonical texts.
    points, shares: for each seat the points expected at the end, and the share of the games that it wins; a
    victory of k seats counts 1/k for each. sources: for each seat the expected points by source.
    points_error, share_error: the standard errors of the seat's own figures.
    lead: how many points the seat is expected to be ahead of the best other one.
    behind, behind_error: by how much its share is less than that of the best decision; the standard error.
    playouts: how often it was played to the end; searched: how often the search tried it before.
    reason: for the best decision, what it brings in place of the next; for the others, what the best brings
    in place of it; None where there is only one.
    """

    actions: tuple[int, ...]
    texts: tuple[str, ...]
    points: tuple[float, ...]
    shares: tuple[float, ...]
    sources: tuple[dict[str, float], ...]
    points_error: float
    share_error: float
    lead: float
    behind: float
    behind_error: float
    playouts: int
    searched: int
    reason: Reason | None

    @property
    def text(self) -> str:
        """The whole decision as one text, which `Match.play` reads."""
        return self.texts[-1]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        plain = {name: value for name, value in vars(self).items() if name != "reason"}
        return {"text": self.text, **plain, "reason": None if self.reason is None else self.reason.as_dict()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Choice:
        """What `as_dict` gave, also after it was JSON."""
        given = {name: value for name, value in data.items() if name not in ("text", "reason")}
        lists = {name: tuple(value) for name, value in given.items() if isinstance(value, (list, tuple))}
        reason = None if data["reason"] is None else Reason.from_dict(data["reason"])
        return cls(**{**given, **lists}, reason=reason)


@dataclass(frozen=True)
class Analysis:
    """The best decisions of a seat, best first, and the one that was played, if it was asked about."""

    game: str
    seat: int
    choices: tuple[Choice, ...]
    played: Choice | None

    @property
    def best(self) -> Choice:
        """The best decision; its expected outcome is the value of the position."""
        return self.choices[0]

    @property
    def points(self) -> tuple[float, ...]:
        """The points expected at the end, by seat."""
        return self.best.points

    @property
    def shares(self) -> tuple[float, ...]:
        """The expected share of a win, by seat."""
        return self.best.shares

    @property
    def loss(self) -> float:
        """How much of a win the decision that was played gave away, beyond its standard error."""
        return 0.0 if self.played is None else max(0.0, self.played.behind - self.played.behind_error)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "game": self.game,
            "seat": self.seat,
            "points": self.points,
            "shares": self.shares,
            "choices": [choice.as_dict() for choice in self.choices],
            "played": None if self.played is None else self.played.as_dict(),
            "loss": self.loss,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Analysis:
        """What `as_dict` gave, also after it was JSON."""
        choices = tuple(Choice.from_dict(choice) for choice in data["choices"])
        played = None if data["played"] is None else Choice.from_dict(data["played"])
        return cls(data["game"], data["seat"], choices, played)


def analyse(
    game: Game,
    state: Any,
    seat: int,
    playouts: int = 0,
    seconds: float = 0.0,
    seed: str | int = 0,
    count: int = COUNT,
    played: Sequence[int] | None = None,
    interpreted: bool = False,
    clock: Callable[[], float] = time.perf_counter,
    threads: int = 1,
) -> Analysis:
    """The `count` best decisions of a seat that owes one, as far as these playouts or seconds show.

    A search finds them; then each, and `played`, a legal decision of the seat, is played to the end of the
    game `playouts` times (200 if neither is given), all in the same worlds and with the same luck. Decisions
    are ordered by the share of these games that they win, plus a hundredth for every point ahead. With
    `playouts` the answer depends only on the settings, `threads` and what the seat may know. The state is not
    changed. `interpreted` runs the same code without compiling. So many `threads` share out the playouts, or
    make that many times as many in the seconds. Raises GameOver, UnknownSeat or NotYourTurn, and BadOption
    for an invalid amount, seed or number of threads.
    """
    check_amount("count", count, least=1)
    budget = Budget(playouts or (0 if seconds else PLAYOUTS), seconds)
    thinking = Thinking(game, state, seat, seed, interpreted, clock, threads)
    seat = thinking.seat
    ends = thinking.ends(budget, count, played)
    order = sorted(range(len(ends.decisions)), key=lambda number: -_value(ends, number, seat))
    weighed = {number: _choice(game, thinking.state, seat, ends, number, order) for number in order}
    choices = tuple(weighed[number] for number in order[:count])
    wanted = None if played is None else tuple(played)
    found = next((choice for choice in weighed.values() if choice.actions == wanted), None)
    return Analysis(game.name, seat, choices, found)


def _leads(ends: Ends, number: int, seat: int) -> Any:
    """For each game, how far a seat is ahead of the best other one."""
    totals = ends.points[:, number].sum(axis=2)
    others = [other for other in range(totals.shape[1]) if other != seat]
    return totals[:, seat] - totals[:, others].max(axis=1)


def _value(ends: Ends, number: int, seat: int) -> float:
    return float(ends.shares[:, number, seat].mean() + POINT * _leads(ends, number, seat).mean())


def _choice(game: Game, state: Any, seat: int, ends: Ends, number: int, order: list[int]) -> Choice:
    """What is known of a decision; `order` has the best first."""
    best, points, shares = order[0], ends.points[:, number], ends.shares[:, number]
    less = ends.shares[:, best, seat] - shares[:, seat]
    reason = None
    if len(order) > 1:
        better, other = (best, number) if number != best else (best, order[1])
        reason = compare(game, seat, ends.points[:, better], ends.points[:, other])
    return Choice(
        actions=ends.decisions[number],
        texts=texts_of(state, seat, ends.decisions[number]),
        points=tuple(float(mean) for mean in points.sum(axis=2).mean(axis=0)),
        shares=tuple(float(mean) for mean in shares.mean(axis=0)),
        sources=tuple(dict(zip(game.SOURCES, map(float, row), strict=True)) for row in points.mean(axis=0)),
        points_error=standard_error(points[:, seat].sum(axis=1)),
        share_error=standard_error(shares[:, seat]),
        lead=float(_leads(ends, number, seat).mean()),
        behind=float(less.mean()),
        behind_error=standard_error(less),
        playouts=len(points),
        searched=ends.searched[number],
        reason=reason,
    )
