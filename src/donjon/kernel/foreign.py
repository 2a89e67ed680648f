"""Reading what others wrote, which can be anything; whatever is wrong with it is a ValueError."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

# Deeper than any honest data, and far from where Python itself gives up.
DEEPEST = 32
_SHOWN = 80
_NUMBER = re.compile(r"[0-9]{1,9}")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def number(text: str) -> int | None:
    """A whole number of up to nine plain digits; None for anything else.

    `str.isdecimal` and `int` take digits of every script and of any length, which nobody means.
    """
    return int(text) if _NUMBER.fullmatch(text) else None


def short(value: Any) -> str:
    """A value as it is quoted in a sentence, cut if it would fill the page."""
    try:
        text = repr(value[: _SHOWN + 1] if isinstance(value, str) else value)
    except (ValueError, RecursionError):  # a number of thousands of digits; a list of lists of lists
        text = f"a {type(value).__name__} that is too long to show"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def parse(text: str) -> Any:
    """The data of a text in JSON.

    Raises ValueError, which says what is wrong. Also wrong are a key that stands twice, NaN and infinities,
    half characters, and data nested deeper than DEEPEST.
    """
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    check(data)
    return data


def parse_object(text: str) -> dict[str, Any]:
    """The data of a JSON object ({...}). Raises ValueError."""
    data = parse(text)
    if not isinstance(data, dict):
        raise ValueError(f"it must be an object such as {{}}, not {short(data)}")
    return data


def check(data: Any) -> None:
    """Raises ValueError when data is nested too deeply or holds half characters, which no text can hold."""
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
        raise ValueError(f"{short(value)} holds half a character")
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    return list(value) if isinstance(value, (list, tuple)) else []


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"the key {short(key)} stands twice")
        data[key] = value
    return data


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")
