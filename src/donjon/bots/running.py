"""Run the bots: one decision, or a whole game between bots, compiled or interpreted.

For a coach, games are played to the end from some of the decisions that a search compared, after it has grown
its tree: down the tree as far as it goes, then with the actions that look best at a glance. The first
playouts of all decisions are in one world and with the same luck, the second in another, and so on. The
search has not seen these worlds, so the decisions are judged by other worlds than those that chose them.
"""

from __future__ import annotations

from typing import Any

from donjon.bots.candidates import best_option
from donjon.bots.flat_search import search
from donjon.bots.plan import GREEDY, HUMAN, RANDOM, TREE, Plan
from donjon.bots.tree_search import playout, tree_search
from donjon.bots.workspace import ENDS, LONGEST, Workspace
from donjon.kernel import rng, rules
from donjon.kernel.compiling import compilable, entry
from donjon.kernel.playout import nature_step
from donjon.kernel.records import Ints, Records
from donjon.kernel.rng import Rng
from donjon.kernel.rows import copy_row
from donjon.kernel.rules import NATURE, NOBODY

# The kind of plan for `play_to_the_end`; no bot has it.
OUTLOOK = 100
# The first number of these worlds, past those of any search.
FRESH = 1 << 32
# More actions than any game has.
TO_THE_END = 1 << 30


@compilable
def play_to_the_end(seat: int, plan: Plan, workspace: Workspace) -> int:
    """Play on from the first plan.breadth options of workspace.alive, plan.playouts times from each.

    The points and ranks at the ends are left in workspace.ends and workspace.ranks, one game a row, the
    options taking turns. Run a TREE search in the workspace before, and set plan.ahead to TO_THE_END and
    workspace.tried of each option to FRESH. Returns the first of the options.
    """
    compared = min(int(plan.breadth), ENDS)
    row = 0
    for _ in range(plan.playouts):
        for index in range(compared):
            if row < ENDS:
                playout(int(workspace.alive[index]), seat, plan, workspace)
                rules.points(workspace.root[1], workspace.ends[row])
                rules.ranks(workspace.root[1], workspace.ranks[row])
                row += 1
    return int(workspace.alive[0])


@compilable
def decide(state: Any, seat: int, plan: Plan, random: Rng, workspace: Workspace) -> int:
    """Let a bot decide for `seat`: leave the decision in workspace.path and return its length.

    The bot sees only one of the positions that could be true for its seat.
    """
    workspace.made[0] = 0
    workspace.walk.states[0] = state
    rules.deal_for(workspace.walk.states[0], seat, random)
    if plan.kind == RANDOM:
        return decide_at_random(workspace, seat, random)
    workspace.root[2] = workspace.walk.states[0]
    option = 0
    if plan.kind == GREEDY:
        best_option(workspace, seat, plan, random)
    elif plan.kind == TREE:
        option = tree_search(seat, plan, random, workspace)
    elif plan.kind == OUTLOOK:
        option = play_to_the_end(seat, plan, workspace)
    else:
        option = search(workspace.root[2], seat, plan, random, workspace)
    copy_row(workspace.path, workspace.options[option])
    return workspace.lengths[option]


@compilable
def decide_at_random(workspace: Workspace, seat: int, random: Rng) -> int:
    """Choose random legal actions, from workspace.walk.states[0], until the decision is complete.

    What the seat cannot know is dealt afresh before each action. The actions are left in workspace.path;
    returns their number.
    """
    length = 0
    while length == 0 or (length < LONGEST and not rules.decision_complete(workspace.walk.states[0])):
        if length > 0:
            rules.deal_for(workspace.walk.states[0], seat, random)
        count = rules.legal(workspace.walk.states[0], seat, workspace.walk.masks[0])
        workspace.path[length] = rng.place(workspace.walk.masks[0], rng.below(random, count))
        rules.apply(workspace.walk.states[0], seat, workspace.path[length], None)
        length += 1
    return length


@compilable
def deciding_seat(state: Any, plans: Records[Plan]) -> int:
    """Return the lowest seat to move that is not HUMAN in `plans`, or NATURE for a random draw.

    Where several seats are to move, a bot need not wait for a person. Returns NOBODY when only people are
    to move.
    """
    seat = rules.moving_seat(state)
    if seat in (NATURE, NOBODY) or plans[seat].kind != HUMAN:
        return seat
    mask = rules.waiting(state)
    for other in range(seat + 1, plans.shape[0]):
        if mask >> other & 1 and plans[other].kind != HUMAN:
            return other
    return NOBODY


@entry
def play_on(
    states: Records[Any],
    plans: Records[Plan],
    random: Records[Rng],
    chance: Records[Rng],
    decisions: int,
    log: Ints,
    workspace: Workspace,
) -> int:
    """Let bots play states[0] on, with random draws from `chance`; return the number of actions of seats.

    Stops when the game is over, when only seats whose plan is HUMAN are to move, after `decisions`
    decisions, or when `log` (int64[n]), which takes the actions of seats, could overflow. `plans` is
    PLAN[seats].
    """
    state = states[0]
    played = 0
    while decisions > 0 and not rules.over(state) and played + workspace.path.shape[0] <= log.shape[0]:
        seat = deciding_seat(state, plans)
        if seat == NATURE:
            nature_step(state, chance[0], workspace.weights)
            continue
        if seat == NOBODY:
            break
        length = decide(state, seat, plans[seat], random[0], workspace)
        for index in range(length):
            action = workspace.path[index]
            rules.apply(state, seat, action, None)
            log[played] = action
            played += 1
        decisions -= 1
    return played
