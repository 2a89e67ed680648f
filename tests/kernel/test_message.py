from __future__ import annotations

from donjon.games.kingdom_builder.model import HexName
from donjon.kernel import Message, SeatName, Term

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
