"""Flat Monte Carlo search with sequential halving over whole decisions, for any game.

Each playout starts from a position in which everything the seat cannot know has been dealt afresh;
all decisions are compared in the same such worlds and with the same luck, which takes most of the
noise out of their differences. After each round the worse half is dropped.
"""

from __future__ import annotations

from typing import Any

from donjon.bots.candidates import best_options
from donjon.bots.net import ahead_of_others
from donjon.bots.plan import Plan
from donjon.bots.workspace import Workspace
from donjon.kernel import playout, rng, rules
from donjon.kernel.compiling import compilable
from donjon.kernel.playout import nature_step
from donjon.kernel.records import Floats, Ints
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE

WIN = 10.0  # the value of winning, in points ahead
# The most that noise adds to the score of an action in a playout, in points, so that playouts differ.
ROLLOUT_NOISE = 0.3
# The average number of playouts of each option compared; a small budget compares fewer options.
EACH = 8
AT_LEAST = 6
# The estimate of an option weighs this number of playouts: otherwise luck would choose among options tried a
# few times each.
TRUST = 8.0
# The estimate weighs at least this part of an option's share of the playouts, too: with many of them luck
# evens out, but systematic errors of the playouts do not.
DOUBT = 0.4


@compilable
def play_out(state: Any, workspace: Workspace, limit: int, noise: float, rests: bool) -> None:
    """Play on with attractive actions to the end, or for `limit` actions of seats.

    If `rests`, it goes on from there until the game is at rest. Each action's score gets random noise of
    up to `noise` points.
    """
    rollout = workspace.rollout[0]
    while not rules.over(state) and (limit > 0 or (rests and not rules.at_rest(state))):
        seat = rules.moving_seat(state)
        if seat == NATURE:
            nature_step(state, workspace.chance[0], workspace.weights)
        else:
            action = playout.attractive_action(
                state, seat, rollout, noise, workspace.mask, workspace.rollout_score
            )
            rules.apply(state, seat, action, None)
            limit -= 1


@compilable
def outcome(state: Any, seat: int) -> float:
    """Return how many points a seat is ahead of the best other one; at the end WIN is added or subtracted.

    Before the end, points are estimates.
    """
    ended = rules.over(state)
    ahead = ahead_of_others(state, seat)
    if ended and ahead > 0:
        return ahead + WIN
    if ended and ahead < 0:
        return ahead - WIN
    return ahead


@compilable
def try_option(option: int, seat: int, world: int, limit: int, workspace: Workspace) -> float:
    """Return the outcome of one playout that starts with an option, in the world of workspace.root[0]."""
    state = workspace.root[1]
    workspace.root[1] = workspace.root[0]
    rng.restart(workspace.chance[0], world)
    rng.restart(workspace.rollout[0], world)
    for index in range(workspace.lengths[option]):
        rules.apply(state, seat, workspace.options[option, index], None)
    play_out(state, workspace, limit, ROLLOUT_NOISE, False)
    return outcome(state, seat)


@compilable
def shuffle_luck(workspace: Workspace, random: Rng) -> None:
    """Give the playouts of this decision their own random keys."""
    for index in range(2):
        workspace.deals[0].key[index] = rng.word(random)
        workspace.chance[0].key[index] = rng.word(random)
        workspace.rollout[0].key[index] = rng.word(random)


@compilable
def best_first(options: Ints, count: int, worth: Floats) -> None:
    """Sort the first `count` options by worth, highest first; equal options keep their order."""
    for index in range(1, count):
        option = options[index]
        place = index
        while place > 0 and worth[options[place - 1]] < worth[option]:
            options[place] = options[place - 1]
            place -= 1
        options[place] = option


@compilable
def count_compared(kept: int, playouts: int, breadth: int) -> int:
    """Return how many of the kept options `playouts` are enough to compare; at most `breadth`, if not 0."""
    count = min(kept, max(AT_LEAST, playouts // EACH))
    return min(count, breadth) if breadth > 0 else count


@compilable
def halve(workspace: Workspace, alive: int) -> int:
    """Sort the options still compared, best first, and return the size of the better half."""
    best_first(workspace.alive, alive, workspace.sums)
    return (alive + 1) // 2


@compilable
def search(state: Any, seat: int, plan: Plan, random: Rng, workspace: Workspace) -> int:
    """Search with plan.playouts playouts and return the number of the option chosen.

    Its actions are in workspace.options and workspace.lengths.
    """
    workspace.walk.states[0] = state
    playouts = int(plan.playouts)
    count = count_compared(best_options(workspace, seat, int(plan.net), random), playouts, int(plan.breadth))
    if count == 1:
        return 0
    trust = max(TRUST, DOUBT * playouts / count)
    for option in range(count):
        workspace.alive[option] = option
        workspace.sums[option] = trust * workspace.worth[option]
    shuffle_luck(workspace, random)
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    world = 0
    alive = count
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * alive))):
            world += 1
            workspace.root[0] = state
            rng.restart(workspace.deals[0], world)
            rules.redeal(workspace.root[0], seat, workspace.deals[0])
            for index in range(alive):
                option = workspace.alive[index]
                workspace.made[0] += 1
                workspace.sums[option] += try_option(option, seat, world, int(plan.depth), workspace)
        alive = halve(workspace, alive)
    return workspace.alive[0]
