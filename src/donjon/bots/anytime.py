"""Thinking for a given time: how much to think before the next look at the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator

# At most this part of the time is thought between two looks at the clock. What a playout takes may change
# between them, if others want the processor too: slowed down k times, a bot is late by k such parts at most.
PART = 0.05
# The first playout shows how long one takes; after it the number grows by this factor at most.
GROWTH = 4


def targets(seconds: float, clock: Callable[[], float]) -> Iterator[int]:
    """How many playouts to have made in all before the next look at the clock, until the time is up.

    Make them before you ask for the next number. The first number is 1, so that there is always an answer.
    """
    began = now = clock()
    made, step = 0, 1
    while True:
        made += step
        yield made
        before, now = now, clock()
        left = seconds - (now - began)
        each = max(now - before, 1e-9) / step
        step = min(int(min(PART * seconds, left) / each), GROWTH * step)
        if step < 1 and each <= left:
            step = 1
        if step < 1:
            return
