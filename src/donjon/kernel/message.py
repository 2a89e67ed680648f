"""Translatable sentences: an English text with named places, and the values that fill them.

A sentence about a case (a refusal, a button, a prompt) fills its places from the case:

    Message("{hex} is taken by {owner}.", owner=lambda case: SeatName(case.state.owner[case.argument]))

A place that the sentence does not fill itself is filled by the fact of that name (see `donjon.kernel.book`).

A place can say how its value is written (see `Written`), and a translation may say so where the English text
does not: `{count:house|houses}` is "1 house" or "3 houses", `{quarter:az}` is "az 1" or "a 3".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

Translate = Callable[[str], str]


@dataclass(frozen=True)
class Term:
    """A word of the game ("forest") that is translated by itself.

    context: tells apart words that are equal in English only, as in gettext; "" for all others.
    """

    word: str
    context: str = ""

    def say(self, translate: Translate) -> str:
        """Return the word in the language of `translate`."""
        if not self.context:
            return translate(self.word)
        key = in_context(self.word, self.context)
        text = translate(key)
        return self.word if text == key else text


def in_context(text: str, context: str) -> str:
    """Return the key of a text with a context in a catalogue, which is how gettext writes it in .mo files."""
    return f"{context}\x04{text}" if context else text


class Written(str):
    """A value that fills a place, written as the place asks.

    "house|houses", "домик|домика|домиков": the value and the form of the noun for its last number: two forms
    are singular and plural, three those of Russian. "az" and "Az": the Hungarian article and the value.
    """

    __slots__ = ()

    def __format__(self, way: str) -> str:
        """Return the text for a place `{name:way}`."""
        if way in ("az", "Az"):
            return f"{way if takes_az(self) else way[:-1]} {self}"
        if "|" in way:
            forms = way.split("|")
            number = re.search(r"\d+(?=\D*$)", self)
            return f"{self} {forms[_form(int(number[0]) if number else 0, len(forms))]}"
        return super().__format__(way)


@lru_cache(maxsize=4096)
def _says_how(text: str) -> bool:
    """Return True if a place in a text says how its value is written; most texts have none."""
    return re.search(r"{\w+:", text) is not None


def _form(number: int, forms: int) -> int:
    """Return which of two or three forms of a noun a number takes."""
    if forms == 2:
        return int(number != 1)
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


def takes_az(text: str) -> bool:
    """Return True if a Hungarian word or number begins with a vowel as it is read: "oázis", "1", "50"."""
    first = re.search(r"\d+|[^\W\d_]", text)
    if first is None:
        return False
    if first[0].isdigit():
        return first[0][0] == "5" or (first[0][0] == "1" and len(first[0]) % 3 == 1)
    return first[0].lower() in "aáeéiíoóöőuúüű"


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
        values = {key: _say(value, translate, names) for key, value in self.args.items()}
        text = translate(self.text)
        return text.format(
            **{key: Written(value) for key, value in values.items()} if _says_how(text) else values
        )

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
        return value.say(translate)
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


def plain(number: int) -> str:
    """Return a number as it is written in texts: with a true minus, "−3"."""
    return str(number).replace("-", "−")


NO_ACTION = -1
_PLACE = re.compile(r"{(\w+)(?::[^}]*)?}")


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
