"""Find the best decisions of a seat, how the game is expected to end after each, and why one is better.

An analysis looks only at worlds in which what the seat cannot know has been dealt anew: it tells a seat
nothing that the seat could not have worked out itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.coach.thinking import Budget, Ends, Thinking
from donjon.kernel.decisions import texts_of
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Message, SeatName
from donjon.kernel.message import signed as plus_or_minus
from donjon.kernel.option_values import check_amount

# A difference is clear if it is at least this number of points, and more than this number of standard errors.
LEAST_POINTS = 0.3
LEAST_ERRORS = 2.0
# From here on a sentence has whole points: a tenth of one is less than an analysis knows.
WHOLE = 0.95
# The most sources that are named for a seat.
MOST_SOURCES = 3


@dataclass(frozen=True)
class Difference:
    """The gain of one decision over another in a seat's final points: in all, and by source.

    Only sources whose differences are clear are listed. clear: whether the difference of the sums is
    clear.
    """

    seat: int
    total: float
    clear: bool
    sources: tuple[tuple[str, float], ...]

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"seat": self.seat, "total": self.total, "clear": self.clear, "sources": dict(self.sources)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Difference:
        """Read what `as_dict` returned."""
        return cls(data["seat"], data["total"], data["clear"], tuple(data["sources"].items()))


@dataclass(frozen=True)
class Reason:
    """The gain of one decision over another: for its own seat, and for the most important rival.

    game: the name of the game, which has the words for its sources of points.
    """

    game: str
    own: Difference
    rival: Difference

    @property
    def message(self) -> Message:
        """The reason as sentences: "It brings more from lords (+3). Anna gets 2 fewer."."""
        return self._said(lambda gains: Message("It brings {gains}.", gains=gains))

    @property
    def over_next(self) -> Message:
        """The reason of the best decision, which is compared with the next."""
        return self._said(
            lambda gains: Message("Compared with the next best move, it brings {gains}.", gains=gains)
        )

    @property
    def over_this(self) -> Message:
        """The reason of another decision, with which the best is compared."""
        return self._said(lambda gains: Message("The best move brings {gains}.", gains=gains))

    def _said(self, sentence: Callable[[Message], Message]) -> Message:
        gains, rival = self._gains(), self._rival()
        own = None if gains is None else sentence(gains)
        if own is not None and rival is not None:
            return Message("{own} {rival}", own=own, rival=rival)
        return own or rival or Message("No clear difference in points.")

    def _gains(self) -> Message | None:
        """Return what the decision brings its own seat; None without a clear difference."""
        more, less = list[Message](), list[Message]()
        game = games[self.game]
        for source, points in self.own.sources:
            amount = Message("{source} ({points})", source=game.source_term(source), points=about(points))
            (more if points > 0 else less).append(amount)
        if more and less:
            return Message("more from {more} and less from {less}", more=more, less=less)
        if more:
            return Message("more from {more}", more=more)
        if less:
            return Message("less from {less}", less=less)
        return Message("{own} points in total", own=about(self.own.total)) if self.own.clear else None

    def _rival(self) -> Message | None:
        """Return the sentence about the rival's points; None without a clear difference."""
        if not self.rival.clear:
            return None
        rival, points = SeatName(self.rival.seat), about(self.rival.total)[1:]
        if self.rival.total < 0:
            return Message("{rival} gets {points} fewer.", rival=rival, points=points)
        return Message("{rival} gets {points} more.", rival=rival, points=points)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"own": self.own.as_dict(), "rival": self.rival.as_dict(), "text": self.message.english()}

    @classmethod
    def from_dict(cls, game: str, data: dict[str, Any]) -> Reason:
        """Read what `as_dict` returned for a decision of this game."""
        return cls(game, Difference.from_dict(data["own"]), Difference.from_dict(data["rival"]))


def compare(game: Game, seat: int, better: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> Reason:
    """Compare the ends of games, int[games, seats, SOURCES], that started with one decision and another.

    Game k of both was played in the same world and with the same luck. The rival is the seat with the
    most points on average after the other decision.
    """
    totals = other.sum(axis=2).mean(axis=0)
    totals[seat] = -np.inf
    rival = int(totals.argmax())
    more = better - other
    return Reason(game.name, _difference(game, seat, more[:, seat]), _difference(game, rival, more[:, rival]))


def _difference(game: Game, seat: int, more: np.ndarray[Any, Any]) -> Difference:
    """Return a seat's mean difference in all, and the greatest clear ones by source, int[games, SOURCES]."""
    total = more.sum(axis=1)
    sources = [
        (source, float(more[:, number].mean()))
        for number, source in enumerate(game.SOURCES)
        if _is_clear(more[:, number])
    ]
    sources.sort(key=lambda one: -abs(one[1]))
    return Difference(seat, float(total.mean()), _is_clear(total), tuple(sources[:MOST_SOURCES]))


def _is_clear(values: np.ndarray[Any, Any]) -> bool:
    return bool(
        abs(values.mean()) >= LEAST_POINTS and abs(values.mean()) > LEAST_ERRORS * standard_error(values)
    )


def standard_error(values: np.ndarray[Any, Any]) -> float:
    """Return the standard error of the mean of at least two values."""
    return float(values.std(ddof=1)) / math.sqrt(len(values))


def signed(points: float) -> str:
    """Return a change of points as text: "+3.1", "−1.0", "0.0"."""
    text = f"{abs(points):.1f}"
    return text if text == "0.0" else f"+{text}" if points > 0 else f"−{text}"


def about(points: float) -> str:
    """Return a change of points as it is spoken of, "+18" or "−9"; with a tenth only below 1: "+0.4"."""
    return plus_or_minus(round(points)) if abs(points) >= WHOLE else signed(points)


PLAYOUTS = 200
COUNT = 3
# The share of a win that a point ahead counts: it decides between equal shares.
POINT = 0.01


@dataclass(frozen=True)
class Choice:
    """A whole decision and its expected results.

    actions, texts: its actions, as numbers and as canonical texts.
    points, shares: for each seat the points expected at the end, and the share of the games that it wins;
    a victory of k seats counts 1/k for each.
    sources: for each seat the expected points by source.
    points_error, share_error: the standard errors of the seat's own figures.
    lead: how many points the seat is expected to be ahead of the best other one.
    behind, behind_error: by how much its share is less than the best decision's; the standard error.
    playouts: how often it was played to the end.
    searched: how often the search tried it before.
    reason: for the best decision, its gain over the next; for the others, the gain of the best over it;
    None where there is only one.
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
        """Return plain data for JSON."""
        plain = {name: value for name, value in vars(self).items() if name != "reason"}
        return {"text": self.text, **plain, "reason": None if self.reason is None else self.reason.as_dict()}

    @classmethod
    def from_dict(cls, game: str, data: dict[str, Any]) -> Choice:
        """Read what `as_dict` returned for a decision of this game, also from JSON."""
        fields = {name: value for name, value in data.items() if name not in ("text", "reason")}
        lists = {name: tuple(value) for name, value in fields.items() if isinstance(value, (list, tuple))}
        reason = None if data["reason"] is None else Reason.from_dict(game, data["reason"])
        return cls(**{**fields, **lists}, reason=reason)


@dataclass(frozen=True)
class Analysis:
    """The best decisions of a seat, best first, and the one that was played, if it was given."""

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
        """Return plain data for JSON."""
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
        """Read what `as_dict` returned, also after conversion to JSON and back."""
        game = data["game"]
        choices = tuple(Choice.from_dict(game, choice) for choice in data["choices"])
        played = None if data["played"] is None else Choice.from_dict(game, data["played"])
        return cls(game, data["seat"], choices, played)


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
    """Return the `count` best decisions of a seat to move, as far as these playouts or seconds show.

    A search finds them; then each, and `played`, a legal decision of the seat, is played to the end of
    the game `playouts` times (200 if neither is given), all in the same worlds and with the same luck.
    Decisions are ordered by the share of these games that they win, plus a hundredth for every point
    ahead. With `playouts` the answer depends only on the settings, `threads` and what the seat may know.
    The state is not changed. `interpreted` runs the same code without compiling. The `threads` share out
    the playouts, or make that many times more of them in the seconds. Raises GameOver, UnknownSeat or
    NotYourTurn, and BadOption for an invalid amount, seed or number of threads.
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
    choice_played = next((choice for choice in weighed.values() if choice.actions == wanted), None)
    return Analysis(game.name, seat, choices, choice_played)


def _leads(ends: Ends, number: int, seat: int) -> Any:
    """Return, for each game, how far a seat is ahead of the best other one."""
    totals = ends.points[:, number].sum(axis=2)
    others = [other for other in range(totals.shape[1]) if other != seat]
    return totals[:, seat] - totals[:, others].max(axis=1)


def _value(ends: Ends, number: int, seat: int) -> float:
    return float(ends.shares[:, number, seat].mean() + POINT * _leads(ends, number, seat).mean())


def _choice(game: Game, state: Any, seat: int, ends: Ends, number: int, order: list[int]) -> Choice:
    """Return a decision with its results; `order` has the numbers of the decisions, the best first."""
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
