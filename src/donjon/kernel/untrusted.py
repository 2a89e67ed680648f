"""Parse untrusted input; raise ValueError, or BadPosition with the name of the field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from donjon.errors import BadPosition

# More than any real data needs, and far below Python's recursion limit.
DEEPEST = 32
_SHOWN = 80
_NUMBER = re.compile(r"[0-9]{1,9}")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def number(text: str) -> int | None:
    """Return the value of a text of one to nine ASCII digits; None for any other text.

    `str.isdecimal` and `int` accept digits of every script, and any length.
    """
    return int(text) if _NUMBER.fullmatch(text) else None


def short(value: Any) -> str:
    """Return the repr of a value for an error message, cut after _SHOWN characters."""
    try:
        text = repr(value[: _SHOWN + 1] if isinstance(value, str) else value)
    except (ValueError, RecursionError):  # a number of thousands of digits; a list of lists of lists
        text = f"a {type(value).__name__} that is too long to show"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def parse(text: str) -> Any:
    """Return the data of a JSON text.

    Raises ValueError with the reason: also for duplicate keys, NaN and infinities, unpaired surrogates, and
    data nested deeper than DEEPEST.
    """
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    check(data)
    return data


def parse_object(text: str) -> dict[str, Any]:
    """Return the data of the text of a JSON object ({...}). Raises ValueError as `parse` does."""
    data = parse(text)
    if not isinstance(data, dict):
        raise ValueError(f"it must be an object such as {{}}, not {short(data)}")
    return data


def check(data: Any) -> None:
    """Raise ValueError if data is nested too deeply or has unpaired surrogates in its texts."""
    level = [data]
    for _ in range(DEEPEST):
        level = [part for value in level for part in _parts(value)]
    if any(isinstance(value, (Mapping, list, tuple)) for value in level):
        raise ValueError(_TOO_DEEP)
    for value in level:
        _parts(value)  # texts


_TOO_DEEP = f"it is nested more than {DEEPEST} deep"


def _parts(value: Any) -> list[Any]:
    if isinstance(value, str) and not value.isascii() and _HALF_CHARACTER.search(value):
        raise ValueError(f"{short(value)} contains half a character")
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    return list(value) if isinstance(value, (list, tuple)) else []


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"the key {short(key)} appears twice")
        data[key] = value
    return data


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


# The errors that Python raises if a value has another form than a reader expects.
WRONG_FORM = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError)


def check_fields(title: str, data: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raise BadPosition for a field that a position of this game does not have."""
    there = set(known)
    for field in data:
        if field not in there:
            names = ", ".join(sorted(there))
            raise BadPosition(f"A position of {title} has no field {short(field)}; its fields are: {names}.")


@contextmanager
def naming(field: str) -> Iterator[None]:
    """Turn errors about the form of a value (WRONG_FORM) into a BadPosition that names the field."""
    try:
        yield
    except WRONG_FORM as error:
        raise BadPosition(f"{short(field)} has a value of the wrong form: {error}.") from error


def require(holds: Any, sentence: str) -> None:
    """Raise BadPosition with this sentence, which names the field and the rule, unless `holds` is true."""
    if not holds:
        raise BadPosition(sentence)


def require_none(faults: Iterable[str]) -> None:
    """Raise BadPosition with the first fault, a sentence as in `require`, if there is one."""
    for fault in faults:
        raise BadPosition(fault)


def whole(field: str, value: Any, low: int, high: int) -> int:
    """Return a value that must be a whole number from `low` to `high`. Raises BadPosition."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{field!r} must be a whole number from {low} to {high}, not {short(value)}.")
    return value


def one_of(field: str, value: Any, names: Sequence[str]) -> int:
    """Return the index in `names` of a value, which must be one of them. Raises BadPosition."""
    if value == "" or value not in names:
        known = ", ".join(known for known in names if known)
        raise BadPosition(f"{field!r} cannot be {short(value)}; choose from: {known}.")
    return names.index(value)


def truth(field: str, value: Any) -> int:
    """Return 1 for True and 0 for False. Raises BadPosition for any other value."""
    if isinstance(value, bool):
        return int(value)
    raise BadPosition(f"{field!r} must be true or false, not {short(value)}.")


def listed(field: str, value: Any, most: int) -> list[Any]:
    """Return a value that must be a list of at most `most` entries, as a list. Raises BadPosition."""
    if not _is_list(value) or len(value) > most:
        raise BadPosition(f"{field!r} must be a list of at most {most} entries, not {short(value)}.")
    return list(value)


def keyed(field: str, value: Any, keys: Sequence[str], example: str) -> Mapping[str, Any]:
    """Return a value that must be a mapping with only these keys. Raises BadPosition."""
    if not isinstance(value, Mapping):
        raise BadPosition(f"{field!r} must be written as {example}, not {short(value)}.")
    for key in value:
        if key not in keys:
            raise BadPosition(f"{field!r} has no entry {short(key)}; its entries are: {', '.join(keys)}.")
    return value


def by_seat(state: Any, field: str, value: Any) -> list[Any]:
    """Return a value that must be a list with one entry for each seat. Raises BadPosition."""
    players = int(state.players)
    if not _is_list(value) or len(value) != players:
        raise BadPosition(f"{field!r} must be a list with one entry for each of the {players} seats.")
    return list(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))
