"""Review a game, decision by decision: who was likely to win, and which moves would have been better.

Every figure rests on what the deciding seat could know at that moment (`analysis`), even when the game is
over. So a seat is not blamed for what it could not see, and the curve of one seat, where others decided,
shows how they saw it. A review shows what seats knew in secret: while a game goes on, no player at its table
may see it.

A moment depends only on the record, the number of its decision and the settings: an interrupted review goes
on from where it stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.coach.analysis import Analysis, Choice, analyse
from donjon.kernel import rules
from donjon.kernel.decisions import legal_list
from donjon.kernel.game import copy
from donjon.kernel.message import Message, SeatName
from donjon.kernel.rules import NATURE
from donjon.play.history import History

PLAYOUTS = 100
# The number of turning points that are shown, and the least loss of one.
TURNING_POINTS = 3
LEAST_LOSS = 0.02
# Weights of a value of a curve and of its neighbours on either side, where a curve is smoothed.
WEIGHTS = (4, 3, 2, 1)
# At a loss of 0.01 of a win with each decision, accuracy is 90 %.
HARSHNESS = 10.0


@dataclass(frozen=True)
class Settings:
    """The effort for each decision; see `analyse`, whose parameters these are."""

    playouts: int = PLAYOUTS
    seconds: float = 0.0
    seed: str | int = 0
    count: int = 3
    interpreted: bool = False


@dataclass(frozen=True)
class Decision:
    """A whole decision of a match: the number of its first action (from 0), the seat, its actions."""

    number: int
    seat: int
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Moment:
    """A decision and its analysis, by what its seat could know."""

    decision: Decision
    analysis: Analysis

    @property
    def played(self) -> Choice:
        """The decision that was played."""
        assert self.analysis.played is not None
        return self.analysis.played

    @property
    def best(self) -> Choice:
        """The decision that would have been best."""
        return self.analysis.best

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of a win before the decision, by seat, if the best is played."""
        return self.analysis.shares

    @property
    def loss(self) -> float:
        """How much of a win was given away, beyond the standard error."""
        return self.analysis.loss

    @property
    def message(self) -> Message:
        """A sentence: the decision that was played, the one that would have been better, and why."""
        args = {
            "number": self.decision.number + 1,
            "seat": SeatName(self.decision.seat),
            "played": self.played.text,
            "share": percent(self.played.shares[self.decision.seat]),
        }
        if self.loss <= 0 or self.played.reason is None:
            return Message("Move {number}, {seat}: {played} ({share}%).", **args)
        return Message(
            "Move {number}, {seat}: {played} ({share}%). Better: {best} ({more}%). {reason}",
            **args,
            best=self.best.text,
            more=percent(self.best.shares[self.decision.seat]),
            reason=self.played.reason.message,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "number": self.decision.number,
            "seat": self.decision.seat,
            "shares": self.shares,
            "points": self.analysis.points,
            "loss": self.loss,
            "played": self.played.as_dict(),
            "best": self.best.as_dict(),
        }


@dataclass(frozen=True)
class Review:
    """A reviewed game.

    moments: its decisions, in order; result: by seat the share of the win in the end, None if it is not
    over.
    """

    game: str
    players: int
    moments: tuple[Moment, ...]
    result: tuple[float, ...] | None

    @property
    def turning_points(self) -> list[Moment]:
        """The up to three decisions that gave away most, the greatest loss first."""
        lost = sorted(self.moments, key=lambda moment: -moment.loss)
        return [moment for moment in lost[:TURNING_POINTS] if moment.loss >= LEAST_LOSS]

    def turning_points_of(self, seats: Container[int], count: int) -> list[Moment]:
        """Return the up to `count` decisions of some seats that gave away most, in the order of the game."""
        lost = [moment for moment in self.moments if moment.decision.seat in seats]
        most = sorted(lost, key=lambda moment: -moment.loss)[:count]
        chosen = [moment for moment in most if moment.loss >= LEAST_LOSS]
        return sorted(chosen, key=lambda moment: moment.decision.number)

    def decisions_of(self, seat: int) -> list[Moment]:
        """Return the moments at which a seat decided."""
        return [moment for moment in self.moments if moment.decision.seat == seat]

    def average_loss(self, seat: int) -> float | None:
        """Return the average loss of a seat, in wins; None if it decided nothing."""
        losses = [moment.loss for moment in self.decisions_of(seat)]
        return sum(losses) / len(losses) if losses else None

    def accuracy(self, seat: int) -> float | None:
        """Return the accuracy of a seat, from 0 to 100 (see `accuracy`); None if it decided nothing."""
        lost = self.average_loss(seat)
        return None if lost is None else accuracy(lost)

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """Return (number of an action, a seat's share of a win before it) for all moments.

        If the game is over, the last one is (-1, share at the end).
        """
        points = [(moment.decision.number, moment.shares[seat]) for moment in self.moments]
        return points if self.result is None else [*points, (-1, self.result[seat])]

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "result": self.result,
            "seats": [
                {
                    "decisions": len(self.decisions_of(seat)),
                    "average_loss": self.average_loss(seat),
                    "accuracy": self.accuracy(seat),
                    "curve": self.curve(seat),
                }
                for seat in range(self.players)
            ],
            "turning_points": [moment.decision.number for moment in self.turning_points],
            "moments": [moment.as_dict() for moment in self.moments],
        }


def accuracy(average_loss: float) -> float:
    """Return 100 · e^(−10 · loss): 100 without losses, 90 for 0.01 of a win lost with each decision.

    average_loss: how much of a win (0 to 1) a decision gives away on average.
    """
    return 100 * math.exp(-HARSHNESS * average_loss)


def smoothed(curve: Sequence[float]) -> list[float]:
    """Return a curve whose every value is the weighted mean of itself and its neighbours (see WEIGHTS).

    At the ends the neighbours that are missing are left out. A single analysis is off by some percent either
    way; the mean of seven shows which way a game goes.
    """
    reach, means = len(WEIGHTS) - 1, []
    for at in range(len(curve)):
        near = range(max(0, at - reach), min(len(curve), at + reach + 1))
        weights = [WEIGHTS[abs(other - at)] for other in near]
        total = sum(weight * curve[other] for weight, other in zip(weights, near, strict=True))
        means.append(total / sum(weights))
    return means


def percent(share: float) -> int:
    """Return a share as a whole number of percent."""
    return round(100 * share)


def decisions(match: History) -> list[Decision]:
    """Return the whole decisions of a match for which a seat had a choice, in order."""
    return [decision for decision, state in _walk(match) if _has_choice(state, decision)]


def moment(match: History, decision: Decision, settings: Settings | None = None) -> Moment:
    """Analyse a decision of a match."""
    effort = settings or Settings()
    weighed = analyse(
        match.game,
        match.state_at(decision.number),
        decision.seat,
        effort.playouts,
        effort.seconds,
        f"{effort.seed} {decision.number}",
        effort.count,
        decision.actions,
        effort.interpreted,
    )
    return Moment(decision, weighed)


def moments(match: History, settings: Settings | None = None, skip: int = 0) -> Iterator[Moment]:
    """Yield all decisions of a match analysed, in order, without the first `skip`."""
    for number, decision in enumerate(decisions(match)):
        if number >= skip:
            yield moment(match, decision, settings)


def review(
    match: History, settings: Settings | None = None, progress: Callable[[int, int], None] | None = None
) -> Review:
    """Review a match; `progress(done, of)` is called after each decision."""
    reviewed, count = [], len(decisions(match))
    for one in moments(match, settings):
        reviewed.append(one)
        if progress is not None:
            progress(len(reviewed), count)
    return sum_up(match, reviewed)


def sum_up(match: History, reviewed: Iterable[Moment]) -> Review:
    """Return the review that consists of these moments of a match."""
    result = None
    if match.over:
        won = [rank == 1 for rank in rules.ranking(match.state)]
        result = tuple(one / sum(won) for one in won)
    return Review(match.game.name, match.players, tuple(reviewed), result)


def _walk(match: History) -> Iterator[tuple[Decision, Any]]:
    """Yield every whole decision of a seat with the position before it."""
    state = match.beginning()
    before, begun, actions = copy(state), 0, list[int]()
    for number, move in enumerate(match.moves):
        if not actions:
            before, begun = copy(state), number
        rules.apply(state, move.seat, move.action, None)
        if move.seat == NATURE:
            continue
        actions.append(move.action)
        if rules.decision_complete(state) or number + 1 == len(match.moves):
            yield Decision(begun, move.seat, tuple(actions)), before
            actions = []


def _has_choice(state: Any, decision: Decision) -> bool:
    return len(decision.actions) > 1 or len(legal_list(state, decision.seat)) > 1
