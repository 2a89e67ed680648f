"""The protocol of a player of the arena that is called from Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from donjon.errors import DonjonError
from donjon.kernel.game import Game


class LostDecision(DonjonError):
    """A player gave no legal answer in time; the sentence names it and says what it did."""


@dataclass(frozen=True)
class Beginning:
    """A game that starts, as far as all seats know it."""

    game: Game
    players: int
    options: dict[str, Any]
    seat: int
    seed: str


class Player(Protocol):
    """A player that is called from Python. It sees the position only in `choose`."""

    def begin(self, beginning: Beginning) -> None:
        """Start a new game, and forget the game before."""

    def choose(self, state: Any, seat: int, seed: str) -> list[int]:
        """Return the actions of one whole decision, and leave the state unchanged. Raises LostDecision."""

    def processor_time(self) -> float | None:
        """Return the processor seconds spent so far; None where unknown."""

    def close(self) -> None:
        """Release all resources: there are no more games."""
