"""A queue that serves its lanes in turn, so that those who ask for much keep only themselves waiting."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Closed(Exception):
    """The queue was closed: nothing comes any more."""


class FairQueue(Generic[T]):
    """Things wait in lanes, first come first served within a lane; the lanes take turns. Safe for threads.

    Things that are put in for `later` have lanes of their own, which are served while nothing else waits.
    """

    def __init__(self) -> None:
        self._lanes: OrderedDict[str, deque[T]] = OrderedDict()
        self._later: OrderedDict[str, deque[T]] = OrderedDict()
        self._news = threading.Condition()
        self._closed = False

    def put(self, thing: T, lane: str = "", later: bool = False) -> None:
        """Add a thing at the end of its lane; a new lane is served after those that are waiting.

        Raises Closed.
        """
        with self._news:
            if self._closed:
                raise Closed
            (self._later if later else self._lanes).setdefault(lane, deque()).append(thing)
            self._news.notify()

    def get(self) -> T:
        """Take the first thing of the lane whose turn it is; waits until there is one. Raises Closed."""
        with self._news:
            while not self._lanes and not self._later and not self._closed:
                self._news.wait()
            if self._closed:
                raise Closed
            lanes = self._lanes or self._later
            lane, waiting = lanes.popitem(last=False)
            thing = waiting.popleft()
            if waiting:
                lanes[lane] = waiting
            return thing

    def close(self) -> list[T]:
        """Release everybody who waits; returns what was not served."""
        with self._news:
            self._closed = True
            every = [*self._lanes.values(), *self._later.values()]
            left = [thing for waiting in every for thing in waiting]
            self._lanes.clear()
            self._later.clear()
            self._news.notify_all()
            return left
