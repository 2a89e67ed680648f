"""Why a decision is better than another: where the points come from in games that begin with them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.kernel.game import Game
from donjon.kernel.message import Message, SeatName, Term

# A difference is clear if it is at least this many points, and more than this many standard errors.
LEAST_POINTS = 0.3
LEAST_ERRORS = 2.0
# How many sources are named for a seat at most.
MOST_SOURCES = 3


@dataclass(frozen=True)
class Difference:
    """How many more points a seat ends the game with: in all, and from the sources that differ clearly.

    clear: is the difference of the sums clear?
    """

    seat: int
    total: float
    clear: bool
    sources: tuple[tuple[str, float], ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"seat": self.seat, "total": self.total, "clear": self.clear, "sources": dict(self.sources)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Difference:
        """What `as_dict` gave."""
        return cls(data["seat"], data["total"], data["clear"], tuple(data["sources"].items()))


@dataclass(frozen=True)
class Reason:
    """What one decision brings in place of another: to its own seat, and to the rival who matters most."""

    own: Difference
    rival: Difference

    @property
    def message(self) -> Message:
        """The reason as sentences: "More from lords +3.1; less from fishermen −0.8. Anna gets 1.5 less."."""
        own, rival = self._own(), self._rival()
        if own is not None and rival is not None:
            return Message("{own} {rival}", own=own, rival=rival)
        return own or rival or Message("No source of points differs clearly.")

    def _own(self) -> Message | None:
        """Where its own points come from instead."""
        more, less = list[Message](), list[Message]()
        for source, points in self.own.sources:
            told = Message("{source} {points}", source=source_term(source), points=signed(points))
            (more if points > 0 else less).append(told)
        if more and less:
            return Message("More from {more}; less from {less}.", more=more, less=less)
        if more:
            return Message("More from {more}.", more=more)
        if less:
            return Message("Less from {less}.", less=less)
        return Message("Points in all: {own}.", own=signed(self.own.total)) if self.own.clear else None

    def _rival(self) -> Message | None:
        """What it does to the rival."""
        if not self.rival.clear:
            return None
        rival, points = SeatName(self.rival.seat), f"{abs(self.rival.total):.1f}"
        if self.rival.total < 0:
            return Message("{rival} gets {points} less.", rival=rival, points=points)
        return Message("{rival} gets {points} more.", rival=rival, points=points)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"own": self.own.as_dict(), "rival": self.rival.as_dict(), "text": self.message.english()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Reason:
        """What `as_dict` gave."""
        return cls(Difference.from_dict(data["own"]), Difference.from_dict(data["rival"]))


def compare(game: Game, seat: int, better: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> Reason:
    """Compare how games ended, int[games, seats, SOURCES], that began with one decision and with another.

    Game k of both was played in the same world and with the same luck. The rival is the seat with the most
    points on average after the other decision.
    """
    totals = other.sum(axis=2).mean(axis=0)
    totals[seat] = -np.inf
    rival = int(totals.argmax())
    more = better - other
    return Reason(_difference(game, seat, more[:, seat]), _difference(game, rival, more[:, rival]))


def _difference(game: Game, seat: int, more: np.ndarray[Any, Any]) -> Difference:
    """The clear ones among the differences of a seat, int[games, SOURCES], the greatest first."""
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
    """The standard error of the mean of at least two values."""
    return float(values.std(ddof=1)) / math.sqrt(len(values))


def source_term(source: str) -> Term:
    """The words for a source of points."""
    return Term(source.replace("_", " "))


def signed(points: float) -> str:
    """A change of points as it is written: "+3.1", "−1.0", "0.0"."""
    text = f"{abs(points):.1f}"
    return text if text == "0.0" else f"+{text}" if points > 0 else f"−{text}"
