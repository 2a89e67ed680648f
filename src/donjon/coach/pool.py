"""Bots and the coach in the same worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from donjon.bots.pool import LATER, NOW, PATIENCE, Answer, BotService, BotThinker, Pool, read_position
from donjon.coach.analysis import analyse
from donjon.errors import DonjonError


class NotReady(DonjonError):
    """The coach of a game is not compiled yet; interpreted it would take minutes."""


class CoachService(BotService):
    """A `BotService` that analyses, too: a question with `playouts` is for the coach."""

    def run(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the choice of a bot or the analysis of the coach. Raises NotReady."""
        if "playouts" not in question:
            return super().run(question)
        game, state, seat = read_position(question)
        if not self.loader.loaded(game.name, PATIENCE):
            raise NotReady("The coach is not compiled yet.")
        playouts, seed, played = (question[name] for name in ("playouts", "seed", "played"))
        return {"thought": analyse(game, state, seat, playouts, seed=seed, played=played).as_dict()}


class Thinker(BotThinker):
    """What answers questions for bots and the coach."""

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
        """Ask for the result of `donjon.coach.analyse`, as `Analysis.as_dict` gives it; returns at once.

        A question for `later` waits until no other waits. The rest is as in `choose`; the answer
        raises NoAnswer, too, while the coach is not compiled.
        """
        what = {"playouts": playouts, "seed": seed, "played": None if played is None else [*map(int, played)]}
        return self.ask(game_name, state_bytes, seat, what, deadline, lane, LATER if later else NOW)


class CoachPool(Thinker, Pool):
    """A `donjon.bots.Pool` that analyses, too."""

    SERVICE = CoachService
