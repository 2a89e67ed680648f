"""Translatable sentences: an English text with named places, and the values that fill them.

A sentence about a case (a refusal, a button, a prompt) fills its places from the case:

    Message("{hex} is taken by {owner}.", owner=lambda case: SeatName(case.state.owner[case.argument]))

A place that the sentence does not fill itself is filled by the fact of that name (see `donjon.kernel.book`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Translate = Callable[[str], str]


@dataclass(frozen=True)
class Term:
    """A word of the game ("forest") that is translated by itself."""

    word: str


@dataclass(frozen=True)
class SeatName:
    """A place for the name of the player at a seat."""

    seat: int


class Message:
    """An English text (the key for translation) with {named} places and the values for them.

    Values are a Term, a SeatName, another Message, a list of these, or any other value, which is shown as
    `str`.
    """

    __slots__ = ("args", "text")

    def __init__(self, text: str, **args: Any) -> None:
        self.text = text
        self.args = args

    def say(self, translate: Translate, names: Sequence[str] | None = None) -> str:
        """Return the sentence in the language of `translate`; `names` are the names of the seats."""
        said = {key: _say(value, translate, names) for key, value in self.args.items()}
        return translate(self.text).format(**said)

    def english(self, names: Sequence[str] | None = None) -> str:
        """Return the sentence in English; `names` are the names of the seats."""
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
    """Return a change of points with its sign: "+3", "−1", "0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


NO_ACTION = -1
_PLACE = re.compile(r"{(\w+)}")


@dataclass(frozen=True)
class Case:
    """A seat at a position and, except in a prompt, an action.

    argument: the index of the action within its kind (the number of a hex, a token, ...).
    """

    state: Any
    seat: int
    action: int = NO_ACTION
    argument: int = NO_ACTION

    @property
    def me(self) -> Any:
        """Return the record of the seat."""
        return self.state.seats[self.seat]


# A message whose places are filled from the case, or a function that chooses such a sentence by the case.
Sentence: TypeAlias = "Message | Callable[[Case], Sentence]"
# Functions that fill places, by name, in sentences that do not fill them.
Facts = Mapping[str, Callable[[Case], Any]]


def say(sentence: Sentence, case: Case, facts: Facts | None = None) -> Message:
    """Return a sentence with its places filled; values that are functions are called with the case."""
    if callable(sentence):
        return say(sentence(case), case, facts)
    filled_by_name = {place: facts[place] for place in places(sentence) if facts and place in facts}
    values = {**filled_by_name, **sentence.args}
    return Message(sentence.text, **{k: v(case) if callable(v) else v for k, v in values.items()})


def places(sentence: Message) -> list[str]:
    """Return the names of the places in a message."""
    return _PLACE.findall(sentence.text)
