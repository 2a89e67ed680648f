from __future__ import annotations

import pytest

from donjon.games.kingdom_builder.model import HexName
from donjon.kernel import Message, SeatName, Term
from donjon.kernel.message import in_context, places

RUSSIAN = {
    "{seat} builds on {hex} ({kind}).": "{seat} строит на {hex} ({kind}).",
    "forest": "лес",
    "seat {number}": "место {number}",
}


def russian(text: str) -> str:
    return RUSSIAN.get(text, text)


def message() -> Message:
    return Message(
        "{seat} builds on {hex} ({kind}).", seat=SeatName(1), hex=HexName(4, 8), kind=Term("forest")
    )


def test_english_with_and_without_names() -> None:
    assert message().english(["Ann", "Ben"]) == "Ben builds on 4,8 (forest)."
    assert message().english() == "seat 1 builds on 4,8 (forest)."


def test_another_language_translates_text_and_terms() -> None:
    assert message().say(russian, ["Ann", "Ben"]) == "Ben строит на 4,8 (лес)."
    assert message().say(russian) == "место 1 строит на 4,8 (лес)."


def test_lists_and_messages_inside_messages() -> None:
    outer = Message("{what}: {all}", what=Message("{n} left", n=2), all=[Term("forest"), HexName(0, 1)])
    assert outer.english() == "2 left: forest, 0,1"


def test_names_with_braces_are_taken_as_they_are() -> None:
    assert message().english(["{kind}", "{0}"]) == "{0} builds on 4,8 (forest)."


def test_equal_messages_are_equal() -> None:
    assert message() == message()
    assert message() != Message("{n}", n=1)


def said(text: str, **values: object) -> str:
    return Message(text, **values).english()


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 houses"), (1, "1 house"), (2, "2 houses"), (21, "21 houses")]
)
def test_two_forms_are_singular_and_plural(number: int, text: str) -> None:
    assert said("{count:house|houses}", count=number) == text


def test_three_forms_are_those_of_russian() -> None:
    forms = {
        "домик": [1, 21, 101, 1001],
        "домика": [2, 3, 4, 22, 104],
        "домиков": [0, 5, 11, 12, 14, 20, 25, 111],
    }
    for form, numbers in forms.items():
        for number in numbers:
            assert said("{count:домик|домика|домиков}", count=number) == f"{number} {form}"


@pytest.mark.parametrize(
    ("value", "text"), [("+1", "+1 point"), ("−4", "−4 points"), ("2–3", "2–3 points"), ("no", "no points")]
)
def test_a_signed_number_and_a_range_have_the_form_of_their_last_number(value: str, text: str) -> None:
    assert said("{points:point|points}", points=value) == text


def test_the_hungarian_article_is_that_of_the_number_or_word_as_it_is_read() -> None:
    with_az = [1, 5, 50, 59, 500, 1000, 1999, 5000, "oázis", "„Anna”", "Építész"]
    without = [0, 2, 3, 4, 6, 10, 15, 100, 199, 10_000, 600, "torony", "„Béla”", ""]
    for value in with_az:
        assert said("{what:az}", what=value) == f"az {value}"
        assert said("{what:Az}", what=value) == f"Az {value}"
    for value in without:
        assert said("{what:az}", what=value) == f"a {value}"
        assert said("{what:Az}", what=value) == f"A {value}"


def test_only_a_translation_may_say_how_a_place_is_written() -> None:
    translations = {"{count} built": "{count:домик построен|домика построено|домиков построено}"}
    assert Message("{count} built", count=3).say(lambda text: translations[text]) == "3 домика построено"


def test_a_place_that_says_how_it_is_written_has_the_name_before_the_colon() -> None:
    assert places(Message("{seat} builds {count:house|houses}.")) == ["seat", "count"]


def test_a_context_tells_two_words_apart_that_are_equal_in_english() -> None:
    russian = {"merchants": "торговцы", in_context("merchants", "district"): "купцы"}
    merchants, district = Term("merchants"), Term("merchants", "district")
    assert merchants.say(russian.__getitem__) == "торговцы"
    assert district.say(russian.__getitem__) == "купцы"
    assert Message("{what}", what=district).english() == "merchants"
