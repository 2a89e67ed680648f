"""The complete decisions of a seat, weighed by what they seem worth at once."""

from __future__ import annotations

from typing import Any

from donjon.bots.net import HAND, ahead_of_others, correction
from donjon.bots.plan import Plan
from donjon.bots.workspace import KEPT, Workspace
from donjon.kernel import rng, rules
from donjon.kernel.compiling import compilable
from donjon.kernel.decisions import Walk, next_decision, open_level
from donjon.kernel.rng import Rng
from donjon.kernel.rows import copy_row

# Bots that decide at a glance mix with this part of the `mixing` of a search. With two players of Ys they are
# as strong with it as without any mixing; with all of it they are weaker.
GLANCE = 0.4


@compilable
def worth_of(state: Any, seat: int, net: int, workspace: Workspace) -> float:
    """Return what a position seems worth to a seat: the estimate, or with a net the points it is ahead.

    The estimate is used, too, with a number of players that the net was not trained with.
    """
    if net == HAND or not workspace.net.serves[rules.seats(state)]:
        return rules.estimate(state, seat)
    return ahead_of_others(state, seat) + correction(state, seat, net, workspace.net)


@compilable
def best_option(workspace: Workspace, seat: int, plan: Plan, random: Rng) -> int:
    """Put the decision that seems best for `seat` into workspace.options[0].

    The decisions are those at workspace.walk.states[0]. Each is overlooked with `blind` chances in 1,000,
    but never all, and one that seems worth `wavering` points less is e times less likely to be taken;
    ties are broken at random. If some seat will not see the best decision, one of about its worth that
    some seat will not see either is drawn, by GLANCE of the `mixing` of a search. Returns the number of
    decisions seen.
    """
    count, ties, drawn = 0, 0, 0
    mixing = GLANCE * float(plan.mixing * plan.scale)
    mixes = mixing > plan.wavering
    open_level(workspace.walk, 0, seat)
    length = next_decision(workspace.walk, 1)
    while length > 0:
        if count == 0 or plan.blind == 0 or rng.below(random, 1000) >= plan.blind:
            count += 1
            worth = worth_of(workspace.walk.states[length], seat, int(plan.net), workspace)
            secret = mixes and is_secret(workspace.walk, seat, length)
            if secret:
                draw_among(workspace, drawn, length, worth + mixing * rng.gumbel(random))
                drawn += 1
            if plan.wavering > 0:
                worth += plan.wavering * rng.gumbel(random)
            if count == 1 or worth > workspace.worth[0]:
                ties = 0
            if count == 1 or worth >= workspace.worth[0]:
                ties += 1
                if ties == 1 or rng.below(random, ties) == 0:
                    keep(workspace, 0, length, worth)
                    workspace.secret[0] = secret
        length = next_decision(workspace.walk, length)
    if mixes and workspace.secret[0]:
        move_option(workspace, 1, 0)
    return count


@compilable
def is_secret(walk: Walk, seat: int, length: int) -> bool:
    """Return whether the walk's current decision has an action that some seat will not see."""
    everyone = (1 << rules.seats(walk.states[0])) - 1
    for step in range(length):
        if rules.observers(walk.states[step], seat, walk.tried[step]) & everyone != everyone:
            return True
    return False


@compilable
def draw_among(workspace: Workspace, drawn: int, length: int, luck: float) -> None:
    """Keep the walk's current decision as option 1 if its `luck` is greater than before."""
    if drawn == 0 or luck > workspace.worth[1]:
        keep(workspace, 1, length, luck)


@compilable
def keep(workspace: Workspace, index: int, length: int, worth: float) -> None:
    """Store the walk's current decision as option `index`."""
    for step in range(length):
        workspace.options[index, step] = workspace.walk.tried[step]
    workspace.lengths[index] = length
    workspace.worth[index] = worth


@compilable
def best_options(workspace: Workspace, seat: int, net: int, random: Rng) -> int:
    """Put the up to KEPT best decisions into workspace.options, best first, and return their number.

    `net` is the judge: HAND or the number of a net. Ties are broken at random.
    """
    count = 0
    open_level(workspace.walk, 0, seat)
    length = next_decision(workspace.walk, 1)
    while length > 0:
        # A random number far below any difference that matters decides between equals.
        worth = worth_of(workspace.walk.states[length], seat, net, workspace) + 1e-6 * rng.unit(random)
        if count < KEPT or worth > workspace.worth[count - 1]:
            count = min(count + 1, KEPT)
            place = count - 1
            while place > 0 and workspace.worth[place - 1] < worth:
                move_option(workspace, place - 1, place)
                place -= 1
            keep(workspace, place, length, worth)
        length = next_decision(workspace.walk, length)
    return count


@compilable
def move_option(workspace: Workspace, source: int, target: int) -> None:
    """Copy an option to another place in the list."""
    copy_row(workspace.options[target], workspace.options[source])
    workspace.lengths[target] = workspace.lengths[source]
    workspace.worth[target] = workspace.worth[source]
