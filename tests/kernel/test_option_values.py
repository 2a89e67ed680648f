"""Values of options: numbers, or a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from donjon.errors import BadOption
from donjon.kernel.option_values import NONE, ChosenOptions, Option, check_names, check_players, numbers

WORDS = ("one", "two", "three")


def test_what_is_right_is_read() -> None:
    assert numbers("words", ["two", None], WORDS, 2) == [1, NONE]
    assert numbers("words", ["two", "two"], WORDS, 2) == [1, 1]
    assert numbers("words", None, WORDS, 2) == [NONE, NONE]
    check_names("Game", {"words": None}, ("words",))
    check_players("Game", 3, 2, 4)


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: numbers("words", ["two"], WORDS, 2), "'words' takes a list of 2 values, not ['two']."),
    (lambda: numbers("words", "ab", WORDS, 2), "'words' takes a list of 2 values, not 'ab'."),
    (lambda: numbers("words", ["ten"], WORDS, 1), "'ten' isn't a value of option 'words'"),
    (lambda: numbers("flags", [True], (0, 1), 1), "True isn't a value of option 'flags'"),
    (lambda: numbers("flags", [1.0], (0, 1), 1), "1.0 isn't a value of option 'flags'"),
    (lambda: numbers("flags", [{"a": 1}], (0, 1), 1), "{'a': 1} isn't a value of option 'flags'"),
    (lambda: numbers("flags", [np.ones(2)], (0, 1), 1), "[1., 1.]) isn't a value"),
    (lambda: check_names("Game", [], WORDS), "Give the options of Game by name, not as []."),
    (lambda: check_players("Game", 10**5000, 1, 4), "not a int that is too long to show."),
    (lambda: numbers("words", ["two"] * 2, WORDS, 2, distinct=True), "lists a value twice"),
    (lambda: check_names("Game", {"x": 1}, WORDS), "no option 'x'. Its options: one, two, three."),
    (lambda: check_players("Game", 5, 2, 4, "G-1.1"), "Game is for 2 to 4 players, not 5 (G-1.1)."),
    (lambda: check_players("Game", True, 1, 4), "Game is for 1 to 4 players, not True."),
]


@pytest.mark.parametrize(("read", "says"), WRONG)
def test_what_is_wrong_is_named(read: Callable[[], Any], says: str) -> None:
    with pytest.raises(BadOption) as caught:
        read()
    assert says in str(caught.value)


def test_single_choices_are_read_into_a_record_and_shown_again() -> None:
    rounds = Option("rounds", "choice", (2, 3), 3, "Rounds", "How many.")
    board = Option("board", "choice", ("small", "large"), "small", "Board", "Which one.")
    options = ChosenOptions("Game", range(2, 4), [rounds, board])
    record = options.read(2, {"board": "large"})
    assert (record.players, record.rounds, record.board) == (2, 3, 1)
    assert options.show(record) == {"board": "large"}
    for wrong in ({"rounds": 4}, {"rounds": True}, {"colour": 1}):
        with pytest.raises(BadOption):
            options.read(2, wrong)
    with pytest.raises(BadOption, match="2 to 3 players"):
        options.read(4, {})


def test_a_list_must_be_read_by_the_game() -> None:
    cards = Option("cards", "list", (1, 2), None, "Cards", "Which ones.")
    with pytest.raises(ValueError, match="Game must read and show its options itself: cards"):
        ChosenOptions("Game", range(2, 4), [cards])
