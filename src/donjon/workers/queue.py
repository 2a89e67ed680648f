"""A queue with priorities whose lanes take turns, so that a client with many tasks delays only its own."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class QueueClosed(Exception):
    """The queue was closed: there are no more items."""


class TaskQueue(Generic[T]):
    """A queue of lanes, first come first served within a lane; the lanes take turns. Safe for threads.

    An item of a higher number of `priority` waits until none of a lower one is left.
    """

    def __init__(self) -> None:
        # By priority: the lanes in the order of their turns.
        self._waiting: dict[int, OrderedDict[str, deque[T]]] = {}
        self._changed = threading.Condition()
        self._closed = False

    def put(self, item: T, lane: str = "", priority: int = 0) -> None:
        """Add an item at the end of its lane; a new lane is served after those that are waiting.

        Raises QueueClosed.
        """
        with self._changed:
            if self._closed:
                raise QueueClosed
            lanes = self._waiting.setdefault(priority, OrderedDict())
            lanes.setdefault(lane, deque()).append(item)
            self._changed.notify()

    def get(self) -> T:
        """Return the first item of the lane whose turn it is; wait until there is one. Raises QueueClosed."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            if self._closed:
                raise QueueClosed
            priority = min(self._waiting)
            lanes = self._waiting[priority]
            lane, items = lanes.popitem(last=False)
            item = items.popleft()
            if items:
                lanes[lane] = items
            if not lanes:
                del self._waiting[priority]
            return item

    def close(self) -> list[T]:
        """Let every `get` end; return the items that were not served."""
        with self._changed:
            self._closed = True
            left = [item for lanes in self._waiting.values() for items in lanes.values() for item in items]
            self._waiting.clear()
            self._changed.notify_all()
            return left
