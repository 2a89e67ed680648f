"""Search one decision in several threads at once, each with some of the options and a tree below.

The tree after one option has nothing to do with the tree after another, so each thread grows its part of the
tree that one alone would grow. From time to time the threads wait for each other, and the number of tries of
each option is set anew. (Trees of all options in each thread, whose averages are put together, were tried
first: Chaslot, Winands, van den Herik, "Parallel Monte-Carlo tree search", 2008, root parallelization. With
four threads they played no better than one of the four: they see more, but no further.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from donjon.bots.flat_search import AT_LEAST, count_compared
from donjon.bots.workspace import KEPT, Workspace
from donjon.kernel.option_values import check_amount

# Each thread has a tree of its own, with room for two million edges (100 MB at most).
MOST_THREADS = 64
# A function that returns the decision of a plan (a record of PLAN) and leaves its results in a workspace.
Think = Callable[[Any, Workspace], list[int]]


def check_threads(threads: Any) -> None:
    """Check a number of threads. Raises BadOption unless it is from 1 to MOST_THREADS."""
    check_amount("threads", threads, least=1, most=MOST_THREADS)


def doubled(playouts: int) -> Iterator[int]:
    """Yield the total playouts at each meeting of the threads: doubled each time, up to `playouts`."""
    made = AT_LEAST
    while made < playouts:
        made = min(2 * made, playouts)
        yield made


def think(decide: Think, plan: Any, workspaces: Sequence[Workspace], totals: Iterable[int]) -> list[int]:
    """Return the decision of searches in all the workspaces, each with a thread and some of the options.

    totals: the total number of playouts at each meeting, after AT_LEAST at the first. In the end the
    first workspace holds the results for all options.
    """
    first, part = workspaces[0], plan.copy()
    part.shared = True
    first.wanted[:] = 0
    first.wanted[: min(AT_LEAST, int(plan.playouts) or AT_LEAST)] = 1
    with ThreadPoolExecutor(len(workspaces)) as threads:

        def go_on() -> list[int]:
            """Let all threads try their options the wanted number of times; return the decision so far."""
            wanted, owner_of = np.array(first.wanted), owners(len(workspaces))
            for number, workspace in enumerate(workspaces):
                workspace.wanted[:] = wanted * (owner_of == number)
            list(threads.map(decide, [part] * len(workspaces), workspaces))
            _gather(workspaces)
            # A tree that has grown this far already only returns its decision.
            part.grown = plan.playouts = plan.grown = first.made[0]
            return decide(plan, first)

        decided = go_on()
        for total in totals:
            if first.kept[0] <= 1:
                break
            _share_out(total, plan, first)
            decided = go_on()
    return decided


def owners(threads: int) -> np.ndarray[Any, Any]:
    """Return the thread of each option, int64[KEPT]: to and fro, so that each has some of the best."""
    there, turn = np.arange(KEPT) % threads, np.arange(KEPT) // threads % 2
    return np.where(turn, threads - 1 - there, there)


def _gather(workspaces: Sequence[Workspace]) -> None:
    """Copy the results of the threads for their options into the first workspace."""
    first, owner_of = workspaces[0], owners(len(workspaces))
    for option in range(int(first.kept[0])):
        owner = workspaces[owner_of[option]]
        first.sums[option] = owner.sums[option]
        first.tried[option] = owner.tried[option]
        first.secret[option] = owner.secret[option]
    first.made[0] = sum(first.tried[: first.kept[0]])


def _share_out(total: int, plan: Any, first: Workspace) -> None:
    """Set the number of tries of each option for `total` playouts: less, the lower its rank.

    So does `tree_search.next_option`, playout for playout, if ranks stay as they are now.
    """
    count = count_compared(int(first.kept[0]), total, int(plan.breadth))
    order = np.array(first.alive[:count])
    tried, ranks = np.array(first.tried)[order], np.arange(1, count + 1)
    low, high = 0.0, 2.0 * (total + count)
    for _ in range(40):
        level = (low + high) / 2
        wanted = np.maximum(tried, np.ceil(level / ranks) - 1)
        low, high = (level, high) if wanted.sum() <= total else (low, level)
    first.wanted[:] = first.tried
    first.wanted[order] = np.maximum(tried, np.ceil(low / ranks) - 1)
