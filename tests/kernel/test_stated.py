"""Values of stated positions: read, or refused with the name of their field."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from donjon.errors import BadPosition
from donjon.kernel.untrusted import by_seat, one_of, require, require_none, whole

NAMES = ("", "new", "spent")
TWO = SimpleNamespace(players=2)


def test_what_is_right_is_read() -> None:
    assert [whole("turn", value, 0, 3) for value in (0, 3)] == [0, 3]
    assert one_of("token", "spent", NAMES) == 2
    assert by_seat(TWO, "hands", ("a", None)) == ["a", None]


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (lambda: whole("turn", 4, 0, 3), "'turn' must be a whole number from 0 to 3, not 4."),
        (lambda: whole("turn", True, 0, 3), "'turn' must be a whole number from 0 to 3, not True."),
        (lambda: whole("turn", "1", 0, 3), "'turn' must be a whole number from 0 to 3, not '1'."),
        (lambda: one_of("token", "old", NAMES), "'token' cannot be 'old'; choose from: new, spent."),
        (lambda: one_of("token", None, NAMES), "'token' cannot be None; choose from: new, spent."),
        (
            lambda: by_seat(TWO, "hands", ["a"]),
            "'hands' must be a list with one entry for each of the 2 seats.",
        ),
        (
            lambda: by_seat(TWO, "hands", "ab"),
            "'hands' must be a list with one entry for each of the 2 seats.",
        ),
    ],
)
def test_what_is_wrong_is_named(read: Callable[[], Any], says: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read()
    assert str(caught.value) == says


def test_what_does_not_hold_is_refused_in_its_own_sentence() -> None:
    require(1, "'turn': it is over.")
    with pytest.raises(BadPosition, match="'turn': it is over"):
        require(0, "'turn': it is over.")


def test_the_first_fault_refuses() -> None:
    require_none([])
    with pytest.raises(BadPosition, match="'turn': it is over"):
        require_none(iter(["'turn': it is over.", "'seats' are empty."]))
