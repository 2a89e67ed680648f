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
# as strong as without any; with all of it they are not.
GLANCE = 0.4


@compilable
def worth_of(state: Any, seat: int, net: int, workspace: Workspace) -> float:
    """What a position seems worth to a seat: by the estimate, or by how far a net says that it is ahead.

    A net says nothing with numbers of players that it was not trained with.
    """
    if net == HAND or not workspace.net.serves[rules.seats(state)]:
        return rules.estimate(state, seat)
    return ahead_of_others(state, seat) + correction(state, seat, net, workspace.net)


@compilable
def best_option(workspace: Workspace, seat: int, plan: Plan, random: Rng) -> int:
    """Put the decision that seems best for `seat` into workspace.options[0].

    The decisions are those at workspace.walk.states[0]. Each is overlooked with `blind` chances in 1,000, but
    never all, and one that seems worth `wavering` points less is e times less likely to be taken; ties are
    broken by chance. If not all seats will see the best, one of about its worth that not all will see is
    drawn, by GLANCE of the `mixing` of a search. Returns the number of decisions seen.
    """
    seen, ties, drawn = 0, 0, 0
    mixing = GLANCE * float(plan.mixing * plan.scale)
    mixes = mixing > plan.wavering
    open_level(workspace.walk, 0, seat)
    length = next_decision(workspace.walk, 1)
    while length > 0:
        if seen == 0 or plan.blind == 0 or rng.below(random, 1000) >= plan.blind:
            seen += 1
            worth = worth_of(workspace.walk.states[length], seat, int(plan.net), workspace)
            secret = mixes and is_secret(workspace.walk, seat, length)
            if secret:
                draw_among(workspace, drawn, length, worth + mixing * rng.gumbel(random))
                drawn += 1
            if plan.wavering > 0:
                worth += plan.wavering * rng.gumbel(random)
            if seen == 1 or worth > workspace.worth[0]:
                ties = 0
            if seen == 1 or worth >= workspace.worth[0]:
                ties += 1
                if ties == 1 or rng.below(random, ties) == 0:
                    keep(workspace, 0, length, worth)
                    workspace.secret[0] = secret
        length = next_decision(workspace.walk, length)
    if mixes and workspace.secret[0]:
        move_option(workspace, 1, 0)
    return seen


@compilable
def is_secret(walk: Walk, seat: int, length: int) -> bool:
    """Is there an action in the decision that the walk has come to which not all seats will see?"""
    everyone = (1 << rules.seats(walk.states[0])) - 1
    for step in range(length):
        if rules.observers(walk.states[step], seat, walk.tried[step]) & everyone != everyone:
            return True
    return False


@compilable
def draw_among(workspace: Workspace, drawn: int, length: int, luck: float) -> None:
    """Keep the decision that the walk has come to as option 1 if it is luckier than those drawn before."""
    if drawn == 0 or luck > workspace.worth[1]:
        keep(workspace, 1, length, luck)


@compilable
def keep(workspace: Workspace, index: int, length: int, worth: float) -> None:
    """Store the decision that the walk has come to as option `index`."""
    for step in range(length):
        workspace.options[index, step] = workspace.walk.tried[step]
    workspace.lengths[index] = length
    workspace.worth[index] = worth


@compilable
def best_options(workspace: Workspace, seat: int, net: int, random: Rng) -> int:
    """Put the up to KEPT decisions that seem best into workspace.options, best first; their number.

    `net` says to whom they seem so: HAND or the number of a net. Ties are broken by chance.
    """
    count = 0
    open_level(workspace.walk, 0, seat)
    length = next_decision(workspace.walk, 1)
    while length > 0:
        # A chance far below any difference that matters decides between equals.
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
    """Copy an option to another place of the list."""
    copy_row(workspace.options[target], workspace.options[source])
    workspace.lengths[target] = workspace.lengths[source]
    workspace.worth[target] = workspace.worth[source]
