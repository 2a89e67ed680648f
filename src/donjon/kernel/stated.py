"""Reading the values of a stated position: what was meant, or a BadPosition that names the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from donjon.errors import BadPosition
from donjon.kernel.foreign import short

# What Python raises where a value is of another form than a reader expects.
WRONG_FORM = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError)


def check_fields(title: str, given: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raises BadPosition for a field that a position of this game does not have."""
    there = set(known)
    for field in given:
        if field not in there:
            names = ", ".join(sorted(there))
            raise BadPosition(f"A position of {title} has no field {short(field)}; its fields are: {names}.")


@contextmanager
def naming(field: str) -> Iterator[None]:
    """Turn errors about the form of a value into a BadPosition that names the field."""
    try:
        yield
    except WRONG_FORM as error:
        raise BadPosition(f"{short(field)} has a value of the wrong form: {error}.") from error


def require(holds: Any, sentence: str) -> None:
    """Refuse a position in which something does not hold; the sentence names the field and the rule."""
    if not holds:
        raise BadPosition(sentence)


def require_none(faults: Iterable[str]) -> None:
    """Refuse a position for the first of its faults, if it has one: sentences like those of `require`."""
    for fault in faults:
        raise BadPosition(fault)


def whole(field: str, value: Any, low: int, high: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{field!r} must be a whole number from {low} to {high}, not {short(value)}.")
    return value


def one_of(field: str, value: Any, names: Sequence[str]) -> int:
    """The number of a name."""
    if value == "" or value not in names:
        known = ", ".join(known for known in names if known)
        raise BadPosition(f"{field!r} cannot be {short(value)}; choose from: {known}.")
    return names.index(value)


def truth(field: str, value: Any) -> int:
    """1 for true, 0 for false."""
    if isinstance(value, bool):
        return int(value)
    raise BadPosition(f"{field!r} must be true or false, not {short(value)}.")


def listed(field: str, value: Any, most: int) -> list[Any]:
    """A list of at most `most` entries."""
    if not _is_list(value) or len(value) > most:
        raise BadPosition(f"{field!r} must be a list of at most {most} entries, not {short(value)}.")
    return list(value)


def keyed(field: str, value: Any, keys: Sequence[str], example: str) -> Mapping[str, Any]:
    """A mapping with no other keys than these."""
    if not isinstance(value, Mapping):
        raise BadPosition(f"{field!r} must be written as {example}, not {short(value)}.")
    for key in value:
        if key not in keys:
            raise BadPosition(f"{field!r} has no entry {short(key)}; its entries are: {', '.join(keys)}.")
    return value


def by_seat(state: Any, field: str, value: Any) -> list[Any]:
    """A list with one entry for each seat."""
    players = int(state.players)
    if not _is_list(value) or len(value) != players:
        raise BadPosition(f"{field!r} must be a list with one entry for each of the {players} seats.")
    return list(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))
