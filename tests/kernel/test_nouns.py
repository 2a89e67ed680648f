"""Nouns: number, id, text and word, said once."""

from __future__ import annotations

from donjon.kernel.message import Term
from donjon.kernel.nouns import Noun, words


class Tool(Noun):
    """Things of a workshop."""

    AXE = 0, "axe"
    BENCH_SAW = 1, "saw of the bench", "bench-saw"
    ROUND_FILE = 2


def test_a_noun_is_its_number_and_knows_its_names():
    assert Tool.BENCH_SAW == 1
    assert Tool(1) is Tool.BENCH_SAW
    assert Tool.ids() == ("axe", "bench_saw", "round_file")
    assert Tool.texts() == ("axe", "bench-saw", "round-file")
    assert Tool.terms() == (Term("axe"), Term("saw of the bench"), Term("round file"))


def test_words_for_people_are_found_for_translation():
    assert [word for module, word in words() if module == __name__] == ["axe", "saw of the bench"]
