"""Sentences that can be said in any language: an English text with named places, and what fills them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Translate = Callable[[str], str]


@dataclass(frozen=True)
class Term:
    """A word of the game ("forest") that is translated on its own."""

    word: str


@dataclass(frozen=True)
class SeatName:
    """The name of whoever sits at a seat."""

    seat: int


class Message:
    """An English text (the key for translation) with {named} places and the values for them.

    Values are Term, SeatName, another Message, a list of these, or anything that is written as its `str`.
    """

    __slots__ = ("args", "text")

    def __init__(self, text: str, **args: Any) -> None:
        self.text = text
        self.args = args

    def say(self, translate: Translate, names: Sequence[str] | None = None) -> str:
        """The sentence in the language of `translate`; `names` are those of the seats."""
        said = {key: _say(value, translate, names) for key, value in self.args.items()}
        return translate(self.text).format(**said)

    def english(self, names: Sequence[str] | None = None) -> str:
        """The sentence in English."""
        return self.say(str, names)

    def __repr__(self) -> str:
        return f"Message({self.english()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.text, self.args) == (other.text, other.args)

    def __hash__(self) -> int:
        return hash((self.text, str(self.args)))


def _say(value: Any, translate: Translate, names: Sequence[str] | None) -> str:
    if isinstance(value, Term):
        return translate(value.word)
    if isinstance(value, SeatName):
        if names is not None and 0 <= value.seat < len(names):
            return names[value.seat]
        return Message("seat {number}", number=value.seat).say(translate)
    if isinstance(value, Message):
        return value.say(translate, names)
    if isinstance(value, (list, tuple)):
        return ", ".join(_say(item, translate, names) for item in value)
    return str(value)


def signed(number: int) -> str:
    """A change of points as it is written: "+3", "−1", "0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
