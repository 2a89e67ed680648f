"""Choose one decision of a bot from Python, within a time or a number of playouts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from donjon.bots import ladder, parallel_search, running
from donjon.bots.ladder import Bot
from donjon.bots.plan import FLAT, GREEDY, PLAN, TREE
from donjon.bots.workspace import LONGEST, Workspace, new_workspace
from donjon.kernel import rng, rules
from donjon.kernel.game import Game
from donjon.kernel.labels import Label, generator
from donjon.kernel.seat_numbers import deciding_seat

# The longest part of the time between two looks at the clock. A playout may become slower between them when
# other processes need the processor: slowed down k times, a bot is late by at most k such parts.
PART = 0.05
# The first playout measures the time of one; after it the number grows by this factor at most.
GROWTH = 4


def targets(seconds: float, clock: Callable[[], float]) -> Iterator[int]:
    """Yield the total number of playouts to reach before each next look at the clock, until time is up.

    Make them before you ask for the next number. The first number is 1, so that there is always an
    answer.
    """
    began = now = clock()
    made, step = 0, 1
    while True:
        made += step
        yield made
        before, now = now, clock()
        left = seconds - (now - began)
        each = max(now - before, 1e-9) / step
        step = min(int(min(PART * seconds, left) / each), GROWTH * step)
        if step < 1 and each <= left:
            step = 1
        if step < 1:
            return


# The number of playouts on which a flat search bounded by time measures its speed.
SAMPLE = 32


def choose(
    game: Game,
    state: Any,
    seat: int,
    bot: str | Bot,
    seed: str | int,
    interpreted: bool = False,
    clock: Callable[[], float] = time.perf_counter,
    threads: int = 1,
) -> list[int]:
    """Return the actions of one whole decision of `seat`, which must have one to make.

    `bot` is a level's key or a bot's name. The choice depends only on what the seat may know, on `seed`
    and on `threads` (for bots bounded by time, on the machine too). The state is not changed.
    `interpreted` runs the same code without compiling. The time that compiling or loading takes, once for
    a game, is not taken from the seconds of a bot. A tree search shares its playouts among `threads`
    threads, or makes that many times more of them in its seconds; other bots use one thread. Raises
    BadOption for an unknown bot or an invalid seed or number of threads, BadWeights for a bot whose net
    the game does not have, and what `deciding_seat` raises for game, state and seat.
    """
    seat = deciding_seat(game, state, seat)
    parallel_search.check_threads(threads)
    player = bot if isinstance(bot, Bot) else ladder.bot(bot)
    random = generator(Label.BOT, rng.seed_text(seed))
    plan = player.plan(game)
    spaces = workspaces(game, threads if plan.kind == TREE else 1, interpreted)
    if player.seconds and not interpreted:
        make_ready(game, state, seat)

    def decide(plan: Any, workspace: Workspace) -> list[int]:
        return decide_once(game, state, seat, plan, random, workspace, interpreted)

    if plan.kind == TREE:
        return search_tree(decide, plan, spaces, player.seconds, clock)
    if plan.kind == FLAT and player.seconds:
        return _flat_within(player.seconds, plan, spaces[0], decide, clock)
    return decide(plan, spaces[0])


def search_tree(
    decide: parallel_search.Think,
    plan: Any,
    spaces: Sequence[Workspace],
    seconds: float,
    clock: Callable[[], float],
) -> list[int]:
    """Return the decision of a tree search after plan.playouts or, if `seconds` is not 0, after that time.

    All the workspaces are searched at the same time; in the end the first holds the results of all.
    """
    first = spaces[0]
    if len(spaces) > 1:
        totals = targets(seconds, clock) if seconds else parallel_search.doubled(int(plan.playouts))
        return parallel_search.think(decide, plan, spaces, totals)
    if not seconds:
        return decide(plan, first)
    for plan.playouts in targets(seconds, clock):
        actions = decide(plan, first)
        plan.grown = plan.playouts
        if first.made[0] < plan.playouts:
            break  # there is only one decision
    return actions


def _flat_within(
    seconds: float,
    plan: Any,
    workspace: Workspace,
    decide: parallel_search.Think,
    clock: Callable[[], float],
) -> list[int]:
    """Return the decision of a flat search within a time, which it turns into a number of playouts first."""
    began = clock()
    plan.playouts = SAMPLE
    actions, spent, made = decide(plan, workspace), clock() - began, int(workspace.made[0])
    plan.playouts = int(made * (seconds - spent) / max(spent, 1e-6))
    return decide(plan, workspace) if plan.playouts > made else actions


class _Workspaces(threading.local):
    """The workspaces of a thread, by game: compiled code lets other threads run while it works."""

    def __init__(self) -> None:
        self.by_game: dict[Game, Workspace] = {}


_workspaces = _Workspaces()


def workspace_of(game: Game) -> Workspace:
    """Return the workspace that compiled bots use for a game in this thread; make it if need be."""
    if game not in _workspaces.by_game:
        _workspaces.by_game[game] = new_workspace(game)
    return _workspaces.by_game[game]


def workspaces(game: Game, threads: int, interpreted: bool) -> list[Workspace]:
    """Return `threads` workspaces; the first is this thread's own, or a fresh one for interpreted code."""
    first = new_workspace(game) if interpreted else workspace_of(game)
    return [first, *(new_workspace(game, first.net) for _ in range(threads - 1))]


# Names of the games whose bots have made a decision in this process.
_ready: set[str] = set()


def make_ready(game: Game, state: Any, seat: int) -> None:
    """Compile or load the bots of a game with one quick decision of `seat`, before a time limit starts."""
    if game.name not in _ready:
        plan = Bot("glance", GREEDY).plan(game)
        decide_once(game, state, seat, plan, rng.new("glance"), workspace_of(game), False)
        _ready.add(game.name)


def decide_once(
    game: Game, state: Any, seat: int, plan: Any, random: Any, workspace: Workspace, interpreted: bool
) -> list[int]:
    """Return the decision of a plan. `random` is a record of RNG.

    The results of the search are left in the workspace.
    """
    states = np.zeros(1, game.STATE)
    states[0] = state
    plans = np.zeros(int(rules.seats(state)), PLAN)
    plans[seat] = plan
    log = np.zeros(LONGEST, np.int64)
    play = running.play_on.interpreted if interpreted else running.play_on  # type: ignore[attr-defined]
    random = np.array([random], rng.RNG)
    played = play(states, plans, random, random.copy(), 1, log, workspace)
    return [int(action) for action in log[:played]]
