"""How games end that begin with certain decisions: what a coach compares.

After a search has grown its tree, games are played to the end from some of the decisions that it compared:
down the tree as far as it goes, then with the actions that look best at a glance. The first playouts of all
decisions are in one world and with the same luck, the second in another, and so on, in worlds that the search
has not seen: what chose the decisions does not judge them.
"""

from __future__ import annotations

from donjon.bots.plan import Plan
from donjon.bots.tree_search import playout
from donjon.bots.workspace import ENDS, Workspace
from donjon.kernel import rules
from donjon.kernel.compiling import compilable

# The kind of plan that does this; no bot has it.
OUTLOOK = 100
# The numbers of these worlds begin here, past those of any search.
FRESH = 1 << 32
# More actions than any game has.
TO_THE_END = 1 << 30


@compilable
def play_to_the_end(seat: int, plan: Plan, workspace: Workspace) -> int:
    """Play on from the first plan.breadth options of workspace.alive, plan.playouts times from each.

    How the games end is left in workspace.ends and workspace.ranks, one row after the other, the options
    taking turns. A search of a TREE has left the options and its tree in the workspace; plan.ahead is to be
    TO_THE_END, and workspace.tried of each option FRESH to begin with. Returns the first of the options.
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
