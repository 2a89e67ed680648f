"""One decision searched by several threads at once, each with some of the options and a tree below them.

What comes after one option has nothing to do with what comes after another, so each thread grows its part of
the tree that one alone would grow. From time to time all wait for each other, and it is decided anew how
often each option is to be tried. (Trees of all options in each thread, whose averages are put together, were
tried first: Chaslot, Winands, van den Herik, "Parallel Monte-Carlo tree search", 2008, root parallelization.
With four threads they played no better than one of the four: they see more, but no further.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from donjon.bots.search import AT_LEAST, count_compared
from donjon.bots.workspace import KEPT, Workspace
from donjon.kernel.option_values import check_amount

# Each thread has a tree of its own, for which there is room for two million actions (100 MB at most).
MOST_THREADS = 64
# What a plan (a record of PLAN) decides in a workspace, in which it leaves what it found.
Think = Callable[[Any, Workspace], list[int]]


def check_threads(threads: Any) -> None:
    """Raises BadOption unless so many threads can think together."""
    check_amount("threads", threads, least=1, most=MOST_THREADS)


def doubled(playouts: int) -> Iterator[int]:
    """How many playouts are to be made in all when the threads meet, to so many in the end."""
    made = AT_LEAST
    while made < playouts:
        made = min(2 * made, playouts)
        yield made


def think(decide: Think, plan: Any, workspaces: Sequence[Workspace], totals: Iterable[int]) -> list[int]:
    """What is decided by searches in all the workspaces, of which each has a thread and some options.

    totals: how many playouts are to be made in all when they meet, after AT_LEAST at first. In the end the
    first workspace holds what all have found of the options.
    """
    first, part = workspaces[0], plan.copy()
    part.shared = True
    first.wanted[:] = 0
    first.wanted[: min(AT_LEAST, int(plan.playouts) or AT_LEAST)] = 1
    with ThreadPoolExecutor(len(workspaces)) as threads:

        def go_on() -> list[int]:
            """All try their options as often as is wanted; what is decided by what they have found."""
            wanted, owner_of = np.array(first.wanted), owners(len(workspaces))
            for number, workspace in enumerate(workspaces):
                workspace.wanted[:] = wanted * (owner_of == number)
            list(threads.map(decide, [part] * len(workspaces), workspaces))
            _gather(workspaces)
            # A tree that has grown so far already is asked for no more than its decision.
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
    """For each option the number of its thread: there and back, so that no thread has all the best."""
    there, turn = np.arange(KEPT) % threads, np.arange(KEPT) // threads % 2
    return np.where(turn, threads - 1 - there, there)


def _gather(workspaces: Sequence[Workspace]) -> None:
    """Put what the threads have found of their options into the first workspace."""
    first, owner_of = workspaces[0], owners(len(workspaces))
    for option in range(int(first.kept[0])):
        owner = workspaces[owner_of[option]]
        first.sums[option] = owner.sums[option]
        first.tried[option] = owner.tried[option]
        first.secret[option] = owner.secret[option]
    first.made[0] = sum(first.tried[: first.kept[0]])


def _share_out(total: int, plan: Any, first: Workspace) -> None:
    """Say how often each option is to be tried when `total` playouts are made: less, the lower its rank.

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
