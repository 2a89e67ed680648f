"""Jobs for workers: in this process, in other processes of this machine, or on a Ray cluster.

Who has jobs says how a worker is made, and hands them over; where workers are changes nothing in the results.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from donjon.workers.cluster import Cluster
from donjon.workers.doing import Doer
from donjon.workers.pool import Here, Pool, Tell, Workers
from donjon.workers.processes import Processes

__all__ = ["Doer", "Tell", "Workers", "employ"]


def employ(
    make: Callable[..., Doer],
    args: tuple[Any, ...],
    count: int | None = 1,
    ray: str | None = None,
    tell: Tell | None = None,
) -> Workers:
    """So many workers, each of whom does its jobs by a doer of its own: `make(*args)`.

    count: 1 is this process, more are others; None is as many as there are processors. ray: the address of a
    Ray cluster where they are to work, "auto" for that which this machine belongs to, "local" for one that is
    started here; then `count` is how many at most. `make` and the jobs must be known by name to a fresh
    Python. `tell` is given a sentence for each worker that died. Raises BadOption without such a cluster.
    """
    if ray is not None:
        cluster = Cluster(make, args, ray, count)
        return Pool(cluster, cluster.count, tell)
    count = count or os.cpu_count() or 1
    return Pool(Processes(make, args), count, tell) if count > 1 else Here(make, args)
