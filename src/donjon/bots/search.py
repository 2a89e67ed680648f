"""Flat Monte Carlo search with sequential halving over whole decisions, for any game.

Each playout starts from a position in which everything the seat cannot know has been dealt afresh;
all decisions are compared in the same such worlds and with the same luck, which takes most of the
noise out of their differences. After each round the worse half is dropped.
"""

from __future__ import annotations

from typing import Any

from donjon.bots.options import best_options
from donjon.bots.workspace import Workspace
from donjon.kernel import playout, rng, rules
from donjon.kernel.compiling import compilable
from donjon.kernel.playout import nature_step
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE

WIN = 10.0  # what winning is worth beside the points ahead
# How far chance can lift an action of a playout, in points, so that playouts differ.
ROLLOUT_NOISE = 0.3
# Playouts that every option compared should get on average; a small budget compares fewer.
EACH = 8
AT_LEAST = 6
# As many playouts the estimate of an option counts for: options tried a few times each would else leave
# the choice to luck.
TRUST = 8.0
# And as at least this part of an option's share of the playouts: with many of them luck evens out, but not
# what is wrong with how they are played.
DOUBT = 0.4


@compilable
def attractive_action(state: Any, seat: int, rollout: Rng, workspace: Workspace) -> int:
    """The legal action with most appeal, chance deciding between those about equal."""
    return playout.attractive_action(
        state, seat, rollout, ROLLOUT_NOISE, workspace.mask, workspace.rollout_score
    )


@compilable
def play_out(state: Any, workspace: Workspace, limit: int) -> None:
    """Play on with attractive actions to the end, or for `limit` actions of seats."""
    while limit > 0 and not rules.over(state):
        seat = rules.moving_seat(state)
        if seat == NATURE:
            nature_step(state, workspace.chance[0], workspace.weights)
        else:
            action = attractive_action(state, seat, workspace.rollout[0], workspace)
            rules.apply(state, seat, action, None)
            limit -= 1


@compilable
def outcome(state: Any, seat: int) -> float:
    """How far ahead of the best other seat: points at the end, an estimate before; and who won."""
    ended = rules.over(state)
    best_other = -1e9
    for other in range(rules.seats(state)):
        if other != seat:
            worth = float(rules.total(state, other)) if ended else rules.estimate(state, other)
            best_other = max(best_other, worth)
    own = float(rules.total(state, seat)) if ended else rules.estimate(state, seat)
    ahead = own - best_other
    if ended and ahead > 0:
        return ahead + WIN
    if ended and ahead < 0:
        return ahead - WIN
    return ahead


@compilable
def try_option(option: int, seat: int, world: int, limit: int, workspace: Workspace) -> float:
    """The outcome of one playout that begins with an option, in the world of workspace.root[0]."""
    state = workspace.root[1]
    workspace.root[1] = workspace.root[0]
    rng.restart(workspace.chance[0], world)
    rng.restart(workspace.rollout[0], world)
    for index in range(workspace.lengths[option]):
        rules.apply(state, seat, workspace.options[option, index], None)
    play_out(state, workspace, limit)
    return outcome(state, seat)


@compilable
def shuffle_luck(workspace: Workspace, random: Rng) -> None:
    """Give the playouts of this decision luck of their own."""
    for index in range(2):
        workspace.deals[0].key[index] = rng.word(random)
        workspace.chance[0].key[index] = rng.word(random)
        workspace.rollout[0].key[index] = rng.word(random)


@compilable
def halve(workspace: Workspace, alive: int) -> int:
    """Keep the better half of the options still compared, best first; their number."""
    for index in range(1, alive):
        option = workspace.alive[index]
        place = index
        while place > 0 and workspace.sums[workspace.alive[place - 1]] < workspace.sums[option]:
            workspace.alive[place] = workspace.alive[place - 1]
            place -= 1
        workspace.alive[place] = option
    return (alive + 1) // 2


@compilable
def search(
    state: Any, seat: int, playouts: int, limit: int, breadth: int, random: Rng, workspace: Workspace
) -> int:
    """Search with a budget of playouts; the option chosen, in workspace.options and workspace.lengths.

    At most `breadth` options are compared, unless it is 0.
    """
    workspace.walk.states[0] = state
    count = min(best_options(workspace, seat, random), max(AT_LEAST, playouts // EACH))
    if breadth > 0:
        count = min(count, breadth)
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
                workspace.sums[option] += try_option(option, seat, world, limit, workspace)
        alive = halve(workspace, alive)
    return workspace.alive[0]
