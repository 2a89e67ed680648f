"""One decision searched by several threads at once, each of which grows a tree of its own.

What they found of the decisions compared counts together: Chaslot, Winands, van den Herik, "Parallel
Monte-Carlo tree search" (2008), root parallelization.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from donjon.bots.workspace import Workspace
from donjon.kernel.option_values import check_amount

# Each thread has a tree of its own, for which there is room for some million decisions (100 MB at most).
MOST_THREADS = 64
# What a plan (a record of PLAN) decides in a workspace, in which it leaves what it found.
Think = Callable[[Any, Workspace], list[int]]


def check_threads(threads: Any) -> None:
    """Raises BadOption unless so many threads can think together."""
    check_amount("threads", threads, least=1, most=MOST_THREADS)


def think(search: Think, decide: Think, plan: Any, workspaces: Sequence[Workspace]) -> list[int]:
    """What searches decide together, one in each workspace, among which the plan's playouts are shared out.

    All compare the same decisions, in worlds and with luck of their own. The first workspace holds in the
    end what all have found; `decide` makes the decision from it.
    """
    parts = [plan.copy() for _ in workspaces]
    for number, part in enumerate(parts):
        part.part, part.parts = number, len(parts)
        part.playouts = (plan.playouts + len(parts) - 1 - number) // len(parts)
    with ThreadPoolExecutor(len(parts)) as threads:
        found = list(threads.map(search, parts, workspaces))
    first = workspaces[0]
    if not first.made[0]:  # there is nothing to choose between
        return found[0]
    for other in workspaces[1:]:
        _add(first, other)
    # A tree that has grown so far already is asked for no more than its decision.
    plan.playouts = plan.grown = first.made[0]
    return decide(plan, first)


def _add(first: Workspace, other: Workspace) -> None:
    """Count what was found in another workspace of the same decisions as well."""
    first.made[0] += other.made[0]
    for option in range(int(first.kept[0])):
        first.sums[option] += other.sums[option]
        first.tried[option] += other.tried[option]
        first.secret[option] |= other.secret[option]
