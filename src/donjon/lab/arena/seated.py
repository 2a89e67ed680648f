"""The protocol of a player of the arena that is asked from Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from donjon.errors import DonjonError
from donjon.kernel.game import Game


class LostDecision(DonjonError):
    """A player gave no legal answer in time; the sentence names it and says what it did."""


@dataclass(frozen=True)
class Beginning:
    """A game that begins, as far as all know it."""

    game: Game
    players: int
    options: dict[str, Any]
    seat: int
    seed: str


class Player(Protocol):
    """A player that is asked from Python. It is shown the position by `choose` alone."""

    def begin(self, beginning: Beginning) -> None:
        """Begin a new game, and forget what is remembered of others."""

    def choose(self, state: Any, seat: int, seed: str) -> list[int]:
        """Return the actions of one whole decision, and leave the state as it is. Raises LostDecision."""

    def processor_time(self) -> float | None:
        """Return the seconds of processor time spent by now; None where nobody knows."""

    def close(self) -> None:
        """End: there are no more games."""
