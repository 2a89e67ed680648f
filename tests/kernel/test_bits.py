"""Words of bits, asked alike interpreted and compiled."""

from __future__ import annotations

import numpy as np
import pytest

from donjon.kernel import bits
from donjon.kernel.compiling import entry
from donjon.kernel.records import Ints

WORDS = (1, 2, 3, 0b1011_0100, 1 << 59, (1 << 60) - 1, (1 << 60) - (1 << 57), 1 << 62)


@entry
def ask(word: int, index: int, answers: Ints) -> None:
    """Every question about a word that is not 0."""
    answers[0] = bits.count_bits(word)
    answers[1] = bits.lowest(word)
    answers[2] = bits.nth_bit(word, index)
    answers[3] = bits.is_several(word)


def numbers(word: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [number for number in range(63) if word >> number & 1]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("run", [ask, ask.interpreted], ids=["compiled", "interpreted"])  # type: ignore[attr-defined]
def test_a_word_is_the_set_of_its_bits(word: int, run: object) -> None:
    assert callable(run)
    found = numbers(word)
    for index, number in enumerate(found):
        answers = np.zeros(4, np.int64)
        run(word, index, answers)
        assert answers.tolist() == [len(found), found[0], number, len(found) > 1]


def test_no_bit_is_set_in_nothing() -> None:
    assert bits.count_bits(0) == 0
    assert not bits.is_several(0)


@pytest.mark.parametrize("word", WORDS)
def test_numbers_of_numpy_are_words_too(word: int) -> None:
    assert bits.count_bits(np.int64(word)) == len(numbers(word))
    assert bits.lowest(np.int64(word)) == numbers(word)[0]
