"""What who sits at a table of the arena must offer, when it is asked from Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from donjon.errors import DonjonError
from donjon.kernel.game import Game


class LostDecision(DonjonError):
    """Who was asked gave no legal answer in time; the sentence says who, and what it said."""


@dataclass(frozen=True)
class Beginning:
    """What is known to all when a game begins."""

    game: Game
    players: int
    options: dict[str, Any]
    seat: int
    seed: str


class Player(Protocol):
    """One who sits at a seat and is asked from Python. It is shown the position by `choose` alone."""

    def begin(self, beginning: Beginning) -> None:
        """A new game begins; whatever is remembered of others is to be forgotten."""

    def choose(self, state: Any, seat: int, seed: str) -> list[int]:
        """The actions of one whole decision; raises LostDecision. The state is not changed."""

    def processor_time(self) -> float | None:
        """Seconds of processor time spent by now; None where nobody knows."""

    def close(self) -> None:
        """No more games."""
