"""A search that grows a tree, for any game; every seat plays for itself.

The whole decisions that `estimate` rates highest are compared by playing on from them, in worlds in which all
that the seat cannot know has been dealt afresh. The first playout of every decision is in the same world and
with the same luck, so is the second and every other, which takes much of the noise out of their differences.
Decisions that look better are tried more often.

After the decision a playout goes down the tree, every seat choosing what is most worth trying to it, to a
position that is new, which becomes a part of the tree. From there it goes on for a while with actions that
look best at a glance. The value of the end for each seat is added to all edges chosen on the way.

The number of playouts need not be known ahead: a search can be stopped, and continued, after any playout.
"""

from __future__ import annotations

import math
from typing import Any

from donjon.bots.candidates import best_options
from donjon.bots.flat_search import best_first, count_compared, play_out, shuffle_luck
from donjon.bots.net import Net, correction
from donjon.bots.plan import Plan
from donjon.bots.tree import (
    DEEPEST,
    NO_EDGE,
    NO_NODE,
    Tree,
    advance,
    clear,
    count_open,
    draw,
    open_edges,
    select,
)
from donjon.bots.workspace import Workspace
from donjon.kernel import rng, rules
from donjon.kernel.compiling import compilable
from donjon.kernel.playout import nature_step
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE

# The choice between options is random only among those tried at least this part of the times of the best.
OFTEN_ENOUGH = 0.1


@compilable
def tree_search(seat: int, plan: Plan, random: Rng, workspace: Workspace) -> int:
    """Search from workspace.root[2] until plan.playouts were made; return the number of the option chosen.

    With plan.grown playouts made before, by the same plan in the same workspace, it goes on from there. A
    single decision is not searched. If plan.shared, each option is tried workspace.wanted times in all.
    """
    workspace.made[0] = plan.grown
    if plan.grown == 0:
        clear(workspace.tree)
        workspace.walk.states[0] = workspace.root[2]
        workspace.kept[0] = best_options(workspace, seat, int(plan.net), random)
        shuffle_luck(workspace, random)
        for option in range(workspace.kept[0]):
            workspace.alive[option] = option
            workspace.sums[option] = 0.0
            workspace.tried[option] = 0
            workspace.secret[option] = 0
    if plan.shared:
        for option in range(workspace.kept[0]):
            for _ in range(workspace.wanted[option] - workspace.tried[option]):
                playout(option, seat, plan, workspace)
                workspace.made[0] += 1
    elif workspace.kept[0] > 1:
        while workspace.made[0] < plan.playouts:
            count = compared(plan, workspace)
            rank(count, plan, workspace)
            playout(next_option(count, workspace), seat, plan, workspace)
            workspace.made[0] += 1
        rank(compared(plan, workspace), plan, workspace)
    return decided(plan, workspace)


@compilable
def compared(plan: Plan, workspace: Workspace) -> int:
    """Return how many options the playouts made so far are enough to compare."""
    return count_compared(int(workspace.kept[0]), int(workspace.made[0]), int(plan.breadth))


@compilable
def rank(count: int, plan: Plan, workspace: Workspace) -> None:
    """Sort the first `count` options in workspace.alive, best first, and set their workspace.value.

    A value joins the results of the playouts with the estimate.
    """
    made = int(workspace.made[0])
    trust = max(float(plan.trust), plan.doubt * made / count)
    average, best = 0.0, float(workspace.worth[0])
    for option in range(count):
        average += float(workspace.sums[option])
    average = average / made if made > 0 else 0.0
    for option in range(count):
        guess = average + (float(workspace.worth[option]) - best) / plan.scale
        total = float(workspace.sums[option]) + trust * guess
        workspace.value[option] = total / (trust + int(workspace.tried[option]))
    best_first(workspace.alive, count, workspace.value)


@compilable
def next_option(count: int, workspace: Workspace) -> int:
    """Return the option to try next, so that each is tried in inverse proportion to its rank."""
    chosen, least = 0, math.inf
    for index in range(count):
        due = (1.0 + int(workspace.tried[workspace.alive[index]])) * (1.0 + index)
        if due < least:
            chosen, least = int(workspace.alive[index]), due
    return chosen


@compilable
def decided(plan: Plan, workspace: Workspace) -> int:
    """Return the option that looks best; if a seat will not see it, a random one of those about as good.

    The choice is random, too, for a bot with `wavering`.
    """
    best, chosen, most = int(workspace.alive[0]), int(workspace.alive[0]), -math.inf
    mixing = float(plan.wavering) / plan.scale
    if workspace.secret[best]:
        mixing = max(mixing, float(plan.mixing))
    if mixing <= 0:
        return best
    rng.restart(workspace.rollout[0], 0)
    enough = OFTEN_ENOUGH * int(workspace.tried[best])
    for option in range(workspace.kept[0]):
        if workspace.tried[option] > 0 and workspace.tried[option] >= enough:
            worth = float(workspace.value[option]) + mixing * rng.gumbel(workspace.rollout[0])
            if worth > most:
                chosen, most = option, worth
    return chosen


@compilable
def playout(option: int, seat: int, plan: Plan, workspace: Workspace) -> None:
    """Play one game from an option, down the tree and on, and add its value to the option and the edges."""
    state, tree = workspace.root[1], workspace.tree
    workspace.root[1] = workspace.root[2]
    workspace.tried[option] += 1
    world = int(workspace.tried[option])
    rng.restart(workspace.deals[0], world)
    rng.restart(workspace.chance[0], world)
    rng.restart(workspace.rollout[0], world)
    rules.redeal(state, seat, workspace.deals[0])
    tree.places[:] = 0
    for step in range(workspace.lengths[option]):
        action = int(workspace.options[option, step])
        if advance(tree, state, seat, action):
            workspace.secret[option] = 1
        rules.apply(state, seat, action, None)
    depth = descend(state, plan, workspace)
    play_out(state, workspace, int(plan.ahead), float(plan.noise), plan.rests != 0)
    weigh(state, plan, tree, workspace.net)
    workspace.sums[option] += tree.values[seat]
    for step in range(depth):
        edge = tree.edges[tree.path[step]]
        edge.chosen += 1
        edge.worth += tree.values[edge.seat]


@compilable
def descend(state: Any, plan: Plan, workspace: Workspace) -> int:
    """Play down the tree to a new position, which is added; return the number of edges passed."""
    tree = workspace.tree
    depth = 0
    while depth < DEEPEST and not rules.over(state):
        seat = rules.moving_seat(state)
        if seat == NATURE:
            decide_by_chance(state, plan, workspace)
            continue
        node = int(tree.places[seat])
        if node == NO_NODE:
            break
        tree.nodes[node].visits += 1
        if tree.nodes[node].visits <= plan.patience:
            break
        count = rules.legal(state, seat, workspace.mask)
        known = count_open(tree, node, seat, workspace.mask)
        if known < count:
            rules.rollout_score(state, seat, workspace.mask, workspace.rollout_score)
            open_edges(tree, node, seat, workspace.mask, workspace.rollout_score, plan.temperature, known)
        if tree.nodes[node].secret:
            edge = draw(tree, node, seat, workspace.mask, workspace.rollout[0], plan.curiosity)
        else:
            edge = select(tree, node, seat, workspace.mask, plan.exploration, plan.caution)
        if edge == NO_EDGE:
            break
        tree.path[depth] = edge
        depth += 1
        action = int(tree.edges[edge].action)
        if advance(tree, state, seat, action):
            tree.nodes[node].secret = 1
        rules.apply(state, seat, action, None)
    return depth


@compilable
def decide_by_chance(state: Any, plan: Plan, workspace: Workspace) -> None:
    """Make a random draw; with plan.remember_chance move the seats down the tree by what they see of it."""
    if not plan.remember_chance:
        nature_step(state, workspace.chance[0], workspace.weights)
        return
    total = rules.chances(state, workspace.weights)
    action = rng.weighted(workspace.chance[0], workspace.weights, total)
    advance(workspace.tree, state, NATURE, action)
    rules.apply(state, NATURE, action, None)


@compilable
def weigh(state: Any, plan: Plan, tree: Tree, net: Net) -> None:
    """Set tree.values, the value of a position for each seat, by its lead over the best other one."""
    ended = rules.over(state)
    count = rules.seats(state)
    best, second, leader = -math.inf, -math.inf, 0
    for seat in range(count):
        points = float(rules.total(state, seat)) if ended else float(rules.estimate(state, seat))
        tree.values[seat] = points
        if points > best:
            best, second, leader = points, best, seat
        elif points > second:
            second = points
    for seat in range(count):
        ahead = float(tree.values[seat]) - (second if seat == leader else best)
        value = math.tanh((ahead + correction(state, seat, int(plan.net), net)) / plan.scale)
        if ended and ahead != 0:
            value += plan.win if ahead > 0 else -plan.win
        tree.values[seat] = value
