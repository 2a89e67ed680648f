"""What referees tell of a view, where they do not tell all of it or the rules tell no order."""

from __future__ import annotations

from typing import Any


class Part(dict[str, Any]):
    """Some of the fields of an object; the others are not compared."""


class InAnyOrder(list[Any]):
    """Things of which the rules tell no order: equal to a list of the same things in another one."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and sorted(map(repr, self)) == sorted(map(repr, other))

    def __ne__(self, other: object) -> bool:
        return not self == other
