"""What is kept because it is asked for again soon: the latest of it, as much as there is room for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Things by their keys, at most so many: what was asked for last stays.

    Unlike `functools.lru_cache` it is told the key, which may be frozen, apart from how the thing is made.
    Threads may share it: at worst something is made twice.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._things: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of a key, made where it is not there."""
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
        """The thing of a key, None where it is not there; it stays as long as it would have."""
        return self._things.get(key)

    def __len__(self) -> int:
        return len(self._things)

    def forget(self, key: Hashable) -> None:
        """Keep the thing of a key no longer."""
        self._things.pop(key, None)

    def clear(self) -> None:
        """Forget all."""
        self._things.clear()
