"""A process that thinks for bots and for the coach: as `donjon.bots.worker`, asked for analyses too."""

from __future__ import annotations

import base64
from typing import Any

from donjon.bots import worker
from donjon.bots.worker import PATIENCE, Loader
from donjon.coach.analysis import analyse
from donjon.errors import DonjonError
from donjon.kernel.game import from_bytes
from donjon.kernel.games import games


class NotReady(DonjonError):
    """The coach of a game is not compiled yet; interpreted it would think for minutes."""


def answer(asked: dict[str, Any], loader: Loader) -> dict[str, Any]:
    """What a bot chooses, or what the coach finds (`playouts` of the question). Raises NotReady."""
    if "playouts" not in asked:
        return worker.answer(asked, loader)
    game = games[asked["game"]]
    if not loader.loaded(game.name, PATIENCE):
        raise NotReady("The coach is not compiled yet.")
    state = from_bytes(game, base64.b64decode(asked["state"]))
    seat, playouts, seed, played = (asked[name] for name in ("seat", "playouts", "seed", "played"))
    found = analyse(game, state, seat, playouts, seed=seed, played=played)
    return {"thought": found.as_dict()}


if __name__ == "__main__":
    worker.main(answer)
