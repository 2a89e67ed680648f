"""Bots and the coach, who think in the same worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from donjon.bots.pool import PATIENCE, Answer, BotService, Pool, read_position
from donjon.coach.analysis import analyse
from donjon.errors import DonjonError


class NotReady(DonjonError):
    """The coach of a game is not compiled yet; interpreted it would think for minutes."""


class CoachService(BotService):
    """As `BotService`, asked for analyses too: a question that names `playouts` is for the coach."""

    def run(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return what a bot chooses or the coach finds. Raises NotReady."""
        if "playouts" not in question:
            return super().run(question)
        game, state, seat = read_position(question)
        if not self.loader.loaded(game.name, PATIENCE):
            raise NotReady("The coach is not compiled yet.")
        playouts, seed, played = (question[name] for name in ("playouts", "seed", "played"))
        return {"thought": analyse(game, state, seat, playouts, seed=seed, played=played).as_dict()}


class CoachPool(Pool):
    """As `donjon.bots.Pool`, asked for analyses too."""

    SERVICE = CoachService

    def analyse(
        self,
        game_name: str,
        state_bytes: bytes,
        seat: int,
        playouts: int,
        seed: str | int,
        played: Sequence[int] | None = None,
        deadline: float | None = None,
        lane: str = "",
        later: bool = False,
    ) -> Answer[dict[str, Any]]:
        """Ask what `donjon.coach.analyse` would find, as `Analysis.as_dict` says it; returns at once.

        A question for `later` waits until no other waits. The rest is as in `choose`; the answer raises
        NoAnswer, too, while the coach is not compiled.
        """
        what = {"playouts": playouts, "seed": seed, "played": None if played is None else [*map(int, played)]}
        return self.ask(game_name, state_bytes, seat, what, deadline, lane, later)
