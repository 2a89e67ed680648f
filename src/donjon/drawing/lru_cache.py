"""An LRU cache whose key is given apart from the function that makes the value."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class LRUCache(Generic[T]):
    """An LRU cache of at most `most` values.

    Unlike `functools.lru_cache` it takes the key, which may be frozen, and the function that makes the value
    separately. Threads may share it: at worst a value is made twice.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._things: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of a key, made by `make` if it isn't cached."""
        try:
            thing = self._things.pop(key)
        except KeyError:
            thing = make()
        self._things[key] = thing
        while len(self._things) > self.most:
            try:
                self._things.popitem(last=False)
            except KeyError:  # another thread was faster
                break
        return thing

    def peek(self, key: Hashable) -> T | None:
        """Return the value of a key, None if it isn't cached; do not count this as a use."""
        return self._things.get(key)

    def __len__(self) -> int:
        return len(self._things)

    def forget(self, key: Hashable) -> None:
        """Remove a key from the cache, if it is there."""
        self._things.pop(key, None)

    def clear(self) -> None:
        """Empty the cache."""
        self._things.clear()
