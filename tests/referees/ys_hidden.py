"""What can be told of hidden brokers of Ys by fair counting (YS-10.1 to YS-10.3, YS-10.8 to YS-10.12).

For each owner all the ways are kept in which the brokers of the throne room can have been chosen in
earlier rounds, so far as everybody can tell: a world gives a value to each of them. The brokers placed face
down in this round need no worlds: any of them can be any of what is left, when those of the world have got
their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Broker = Any
World = dict[Broker, int]


class Worlds:
    """The brokers of one owner, as the others can tell them."""

    def __init__(self, total: Sequence[int]) -> None:
        # All brokers that the owner has, wherever they are.
        self.total = list(total)
        self.worlds: list[World] = [{}]

    def enter(self, broker: Broker, candidates: Sequence[int]) -> None:
        """YS-10.8: a broker goes to the throne room, one of these values, and nobody else sees which."""
        self.worlds = [{**world, broker: value} for world in self.worlds for value in set(candidates)]

    def possible(
        self, seen: Mapping[Broker, int], rest: Sequence[int], hidden: Sequence[Broker]
    ) -> Iterator[tuple[World, list[int]]]:
        """The worlds that agree with what a viewer has seen, each with the values that are left in it.

        `seen`: the value of every broker that the viewer has ever seen, `rest`: the values of the owner's
        brokers that the viewer cannot place, `hidden`: the brokers in play that are among them.
        """
        for world in self.worlds:
            if any(seen.get(broker, value) != value for broker, value in world.items()):
                continue
            left = list(rest)
            served = [world[broker] for broker in hidden if broker in world]
            if all(left.count(value) >= served.count(value) for value in served):
                for value in served:
                    left.remove(value)
                yield world, left

    def can(
        self, broker: Broker, seen: Mapping[Broker, int], rest: Sequence[int], hidden: Sequence[Broker]
    ) -> set[int]:
        """The values that a hidden broker can have."""
        values: set[int] = set()
        for world, left in self.possible(seen, rest, hidden):
            values |= {world[broker]} if broker in world else set(left)
        return values

    def settle(self, seen: Mapping[Broker, int], rest: Sequence[int], hidden: Sequence[Broker]) -> None:
        """YS-10.8: all is turned up but these; in each world they share what is left in every way."""
        worlds: list[World] = []
        for world, left in self.possible(seen, rest, hidden):
            fresh = [broker for broker in hidden if broker not in world]
            if len(fresh) == len(left):
                worlds += [{**world, **way} for way in ways(fresh, left)]
        self.worlds = [{one: world[one] for one in hidden} for world in worlds]


def ways(brokers: Sequence[Broker], values: Sequence[int]) -> Iterator[World]:
    """All different ways to give these values to these brokers, one each."""
    if not brokers:
        yield {}
    for value in set(values):
        left = list(values)
        left.remove(value)
        for way in ways(brokers[1:], left):
            yield {brokers[0]: value, **way}
