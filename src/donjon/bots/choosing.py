"""One decision of a bot, called from Python."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np

from donjon.bots import deciding, ladder
from donjon.bots.ladder import Bot
from donjon.bots.workspace import LONGEST, Workspace, new_workspace
from donjon.kernel import rng, rules
from donjon.kernel.game import Game

# A search bounded by time measures its own speed on this many playouts.
SAMPLE = 32


def choose(
    game: Game, state: Any, seat: int, bot: str | Bot, seed: str | int, interpreted: bool = False
) -> list[int]:
    """The actions of one whole decision of `seat`, which must owe one.

    `bot` is a level's key or a bot's name. The choice depends only on what the seat may know and on
    `seed` (for bots bounded by time, on the machine too). The state is not changed. `interpreted`
    runs the same code without compiling. Raises BadOption for an unknown bot.
    """
    player = ladder.bot(bot) if isinstance(bot, str) else bot
    random = rng.new(f"bot {seed}")
    if not player.seconds:
        return _decide(game, state, seat, player.plan(game), random, interpreted)
    began = time.perf_counter()
    plan = player.plan(game)
    plan[1] = SAMPLE
    actions = _decide(game, state, seat, plan, random, interpreted)
    spent = time.perf_counter() - began
    made = 0 if interpreted else int(_workspace(game).made[0])
    plan[1] = int(made * (player.seconds - spent) / max(spent, 1e-6))
    return _decide(game, state, seat, plan, random, interpreted) if plan[1] > made else actions


@cache
def _workspace(game: Game) -> Workspace:
    return new_workspace(game)


def _decide(game: Game, state: Any, seat: int, plan: np.ndarray, random: Any, interpreted: bool) -> list[int]:
    states = np.zeros(1, game.STATE)
    states[0] = state
    plans = np.zeros((int(rules.seats(state)), 4), np.int64)
    plans[seat] = plan
    log = np.zeros(LONGEST, np.int64)
    play = deciding.play_on.interpreted if interpreted else deciding.play_on  # type: ignore[attr-defined]
    random = np.array([random], rng.RNG)
    workspace = new_workspace(game) if interpreted else _workspace(game)
    played = play(states, plans, random, random.copy(), 1, log, workspace)
    return [int(action) for action in log[:played]]
