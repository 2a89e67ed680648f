"""Python's garbage collection, when nobody is being answered.

Objects that hold each other in rings are looked for among all that are young, and everybody waits meanwhile.
While a page is drawn there are tens of thousands; when it has been sent there are few. A move leaves ten in
rings.
"""

from __future__ import annotations

import asyncio
import gc

# Seconds from one collection of what is young to the next.
OFTEN = 10.0
# Where no moment is idle Python collects by itself after so many new objects. What is old it looks through
# after so many collections of what is young, if there is a quarter more of it.
AT_LATEST = (200_000, 2, 1_000)
YOUNG = 1  # the older of the two generations of young objects
# The clock wakes who sleeps so many seconds late at most, when nobody is being answered.
IDLE = 0.002
NAP = 0.01


async def collect_when_idle(often: float = OFTEN, idle: float = IDLE) -> None:
    """Collect what is young again and again, as long as this is not cancelled."""
    gc.set_threshold(*AT_LATEST)
    while True:
        await asyncio.sleep(often)
        while await _lateness() > idle:
            pass
        gc.collect(YOUNG)


async def _lateness() -> float:
    """By how many seconds the event loop is late."""
    loop = asyncio.get_running_loop()
    due = loop.time() + NAP
    await asyncio.sleep(NAP)
    return loop.time() - due
