"""Words of players and of rulebooks: spellings, other names, and words that ask nothing."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from donjon.rulebook.matching import alike, all_alike, asked_of, plain


def test_a_word_is_asked_for_with_its_other_names() -> None:
    assert asked_of("caylus", "en", "royal Favor?") == (("royal", "king"), ("favor", "favour"))
    assert asked_of("ys", "en", "can I?") == (("can",), ("i",)), "nothing else is asked"
    assert asked_of("caylus", "hu", "pénz")[0] == ("penz", "erme", "denar")
    assert asked_of("chess", "eo", "rook") == (("rook",),)


def test_a_short_word_is_not_the_beginning_of_another() -> None:
    assert alike("on", "one") is None
    assert alike("vp", "vp") == 0
    assert alike("pro", "provost") == 1


@pytest.mark.parametrize("word", ["provost", "pro", "prefect", "vp", "zz", "favours"])
def test_the_words_that_are_like_one_are_found_among_sorted_ones(word: str) -> None:
    words = sorted(["a", "favour", "favoured", "pro", "provost", "provosts", "prefects", "vp", "vpx", "zoo"])
    alone = {other: alike(word, other) for other in words if alike(word, other) is not None}
    assert dict(all_alike(word, words)) == alone


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
def test_no_group_holds_a_word_that_asks_nothing(language: str) -> None:
    written = tomllib.loads((files("donjon.rulebook") / "other_words.toml").read_text("utf-8"))[language]
    stop = set(written.pop("stop").split())
    for groups in written.values():
        for group in groups:
            assert len(group.split()) > 1
            assert len(set(map(plain, group.split()))) == len(group.split())
            assert not stop & set(group.split())
