"""Spoiling what is right: texts and data with one to three things changed, the same for the same seed."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

# Digits that Python takes for digits and nobody means, signs that end texts, halves of characters.
ODD_TEXTS = (
    "",
    " ",
    "?",
    ":",
    "²",
    "٣",
    "1_0",
    "+1",
    "-1",
    "0x1",
    "1e9",
    "\x00",
    "\r",
    "\u2028",
    "\ud800",
    "İ",
    "\ufeff",
    "null",
    "NaN",
    "{}",
    "[",
    "nature",
    "7",
    "8",
    "1" * 5000,
    "x" * 20_000,
    "é" * 300,
)
ODD_NUMBERS = (
    *(-1, 0, 1, 2, 5, 7, 8, 9, 31, 64, 127, 128, 255, 256, 999, 32_768, 2**31, 2**32, 2**63, 2**64),
    *(-(2**31), -(2**63) - 1, 10**400, 1.0, 0.5, -0.0, 1e300, float("inf"), float("nan")),
)
DEPTH = 100_000


def deep(pattern: str) -> Any:
    """A list in a list in a list..., or an object."""
    value: Any = []
    for _ in range(DEPTH):
        value = [value] if pattern == "[" else {"a": value}
    return value


def odd_value(chance: Random) -> Any:
    """A value that is seldom right anywhere."""
    pick = chance.random()
    if pick < 0.4:
        return chance.choice(ODD_NUMBERS)
    if pick < 0.7:
        return chance.choice(ODD_TEXTS)
    return copy.deepcopy(
        chance.choice((None, True, False, [], {}, [[]], [None], {"a": 1}, {"": ""}, [0] * 50, "farm", "king"))
    )


# Data


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place in nested data: (container, key or index)."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        value = waiting.pop()
        keys = (
            list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
        )
        found += [(value, key) for key in keys]
        waiting += [value[key] for key in keys]
    return found


def _replace(chance: Random, data: Any, box: Any, key: Any) -> None:
    box[key] = odd_value(chance)


def _nudge(chance: Random, data: Any, box: Any, key: Any) -> None:
    if isinstance(box[key], bool) or not isinstance(box[key], int):
        _borrow(chance, data, box, key)
    else:
        box[key] += chance.choice((-2, -1, 1, 2, 10))


def _borrow(chance: Random, data: Any, box: Any, key: Any) -> None:
    """Another value of the same data, so that types are often right."""
    there, name = chance.choice(places(data))
    box[key] = copy.deepcopy(there[name])


def _drop(chance: Random, data: Any, box: Any, key: Any) -> None:
    del box[key]


def _wrap(chance: Random, data: Any, box: Any, key: Any) -> None:
    box[key] = [box[key]] if chance.random() < 0.5 else {"a": box[key]}


def _rename(chance: Random, data: Any, box: Any, key: Any) -> None:
    if isinstance(box, dict):
        box[chance.choice([f"{key}s", "", "²", *map(str, box)])] = box.pop(key)
    else:
        box.append(copy.deepcopy(box[key]))


def _shuffle(chance: Random, data: Any, box: Any, key: Any) -> None:
    """The same in another order: objects have none, lists do."""
    if isinstance(box, dict):
        items = list(box.items())
        chance.shuffle(items)
        box.clear()
        box.update(items)
    else:
        chance.shuffle(box)


DATA_CHANGES: tuple[Callable[[Random, Any, Any, Any], None], ...] = (
    *(_replace, _replace, _nudge, _nudge, _nudge, _nudge, _borrow, _borrow),
    *(_drop, _drop, _wrap, _rename, _shuffle, _shuffle),
)


def spoilt_data(chance: Random, data: Any) -> Any:
    """A copy of nested data with one to three things changed."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        if found := places(data):
            box, key = chance.choice(found)
            chance.choice(DATA_CHANGES)(chance, data, box, key)
    if chance.random() < 0.01 and (found := places(data)):
        box, key = chance.choice(found)
        box[key] = deep(chance.choice("[{"))
    return data


# Texts


def _odd(chance: Random, text: str) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(ODD_TEXTS) + text[at + chance.choice((0, 1, 2)) :]


def _cut(chance: Random, text: str) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + chance.choice((1, 5, 100_000)) :]


def _token(chance: Random, text: str) -> str:
    """A word or number becomes another one of the text, or an odd one."""
    words = list(re.finditer(r"[^\s:,\"\[\]{}]+", text))
    if not words:
        return _odd(chance, text)
    word = chance.choice(words)
    new = chance.choice(words)[0] if chance.random() < 0.5 else chance.choice(ODD_TEXTS)
    return text[: word.start()] + new + text[word.end() :]


def _lines(chance: Random, text: str) -> str:
    """A line twice, away, or in another place."""
    lines = text.split("\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    line = lines[at] if chance.random() < 0.5 else lines.pop(at)
    if chance.random() < 0.7:
        lines.insert(to, line)
    return "\n".join(lines)


def _nested(chance: Random, text: str) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(("[", '{"a":')) * DEPTH + text[at:]


def _twice(chance: Random, text: str) -> str:
    """A key of an object twice, the second time with another value."""
    keys = list(re.finditer(r'"(\w+)": ', text))
    if not keys:
        return _lines(chance, text)
    key = chance.choice(keys)
    return f"{text[: key.start()]}{key[0]}{chance.randrange(9)}, {text[key.start() :]}"


def _json(chance: Random, text: str) -> str:
    """The data of a line that is JSON, or of a header, spoilt as data."""
    lines = text.split("\n")
    found = [at for at, line in enumerate(lines) if "{" in line]
    if not found:
        return _token(chance, text)
    at = chance.choice(found)
    head, brace, rest = lines[at].partition("{")
    try:
        data = spoilt_data(chance, {"all": json.loads(brace + rest)})
        lines[at] = head + json.dumps(data.get("all", data))
    except (ValueError, RecursionError):
        return _odd(chance, text)
    return "\n".join(lines)


TEXT_CHANGES = (*(_odd, _cut, _token, _token, _token, _lines, _lines), *(_twice, _json, _json, _json))


def spoilt_text(chance: Random, text: str) -> str:
    """A text with one to three things changed."""
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        change = _nested if chance.random() < 0.01 else chance.choice(TEXT_CHANGES)
        text = change(chance, text)
    return text
