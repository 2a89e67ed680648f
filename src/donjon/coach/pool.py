"""Worker processes in which bots think, and the coach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from donjon.bots.pool import Answer, Pool


class CoachPool(Pool):
    """As `donjon.bots.Pool`, asked for analyses too."""

    PROGRAM = "donjon.coach.worker"

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
