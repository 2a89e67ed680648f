"""Reading the values of a stated position: what was meant, or a BadPosition that names the field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from donjon.errors import BadPosition

NONE = -1


def whole(field: str, value: Any, low: int, high: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{field!r} must be a whole number from {low} to {high}, not {value!r}.")
    return value


def one_of(field: str, value: Any, names: Sequence[str]) -> int:
    """The number of a name."""
    if value not in names:
        known = ", ".join(known for known in names if known)
        raise BadPosition(f"{field!r} cannot be {value!r}; choose from: {known}.")
    return names.index(value)


def one_of_or_none(field: str, value: Any, names: Sequence[str]) -> int:
    """The number of a name; None is NONE."""
    return NONE if value is None else one_of(field, value, names)


def by_seat(state: Any, field: str, value: Any) -> list[Any]:
    """A list with one entry for each seat."""
    players = int(state.players)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != players:
        raise BadPosition(f"{field!r} must be a list with one entry for each of the {players} seats.")
    return list(value)
