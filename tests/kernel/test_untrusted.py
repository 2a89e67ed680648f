"""What others wrote: read, or refused with a ValueError that says what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from donjon.kernel import untrusted


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("12", 12), ("007", 7), ("999999999", 999_999_999)])
def test_plain_digits_are_a_number(text: str, number: int) -> None:
    assert untrusted.number(text) == number


@pytest.mark.parametrize(
    "text", ["", " 1", "1\n", "-1", "+1", "1_0", "1.0", "²", "٣", "१", "1" * 10, "1" * 5000]
)
def test_other_digits_and_signs_are_none(text: str) -> None:
    assert untrusted.number(text) is None


@pytest.mark.parametrize("data", [{"a": [1, 2.5, "é", None, True]}, [], "text", 10**400])
def test_what_is_json_is_read(data: Any) -> None:
    assert untrusted.parse(json.dumps(data)) == data


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Expecting value"),
        ("{", "Expecting"),
        ("[NaN]", "NaN is no number"),
        ("-Infinity", "-Infinity is no number"),
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' appears twice"),
        ('["\\ud800"]', "half a character"),
        ('{"\\udfff": 1}', "half a character"),
        ("1" * 5000, "4300"),
        ("[" * 100_000, "deep"),
        ('{"a":' * 100_000, "deep"),
        ("[" * 33 + "]" * 33, "more than 32 deep"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_not_is_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        untrusted.parse(text)


def test_so_deep_is_deep_enough() -> None:
    text = "[" * 32 + '"a"' + "]" * 32
    assert json.dumps(untrusted.parse(text)) == text
    with pytest.raises(ValueError, match="half a character"):
        untrusted.parse(text.replace("a", "\\udfff"))


def test_an_object_is_wanted() -> None:
    assert untrusted.parse_object('{"a": 1}') == {"a": 1}
    with pytest.raises(ValueError, match=r"must be an object such as \{\}, not \[1\]"):
        untrusted.parse_object("[1]")


def test_a_value_in_a_sentence_is_short() -> None:
    assert untrusted.short("farm") == "'farm'"
    assert untrusted.short("x" * 10_000) == "'" + "x" * 79 + "…"
    assert untrusted.short(10**5000) == "a int that is too long to show"
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    assert untrusted.short(nested) == "a list that is too long to show"
    with pytest.raises(ValueError, match="deep"):
        untrusted.check(nested)
