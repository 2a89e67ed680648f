"""The nouns of a game, each with its number, id in data, text in actions and word for people.

    class Tile(Noun):
        FARM_FOOD = 9, "food farm", "food-farm"
        MASON = 15, "mason"

`Tile.MASON` is the number 15, for compiled code too. Its id and its text are "mason"; its word is translated.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from enum import IntEnum
from typing import Self

from donjon.kernel.message import Term


def at_hand(kind: type[IntEnum]) -> None:
    """Store the members of an enum as plain class attributes, as Python 3.12 and later do.

    In earlier versions each `Kind.MEMBER` takes several calls, which slows down interpreted rules.
    """
    for name, member in kind.__members__.items():
        type.__setattr__(kind, name, member)


class Noun(IntEnum):
    """A number with names; members are declared as `NAME = number, word, text`.

    Leave out a word or text that is derived from the name: "food farm" and "food-farm" for FOOD_FARM.
    """

    word: str

    def __init_subclass__(cls) -> None:
        """Store the members of a new class as plain attributes, see `at_hand`."""
        super().__init_subclass__()
        at_hand(cls)

    def __new__(cls, number: int, word: str = "", text: str = "") -> Self:
        """Create a member; `word` is its word for people, `text` its text in actions."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.word = word
        member._text = text  # type: ignore[attr-defined]
        return member

    @functools.cached_property
    def id(self) -> str:
        """Return its id in positions and options: "farm_food"."""
        return self.name.lower()

    @property
    def text(self) -> str:
        """Return its text in actions: "food-farm"."""
        text: str = self._text  # type: ignore[attr-defined]
        return text or self.id.replace("_", "-")

    @property
    def term(self) -> Term:
        """Return its word for people, for translation: "food farm"."""
        return Term(self.word or self.id.replace("_", " "))

    @classmethod
    @functools.cache
    def ids(cls) -> tuple[str, ...]:
        """Return the ids of all members, in the order of declaration."""
        return tuple(member.id for member in cls)

    @classmethod
    def texts(cls) -> tuple[str, ...]:
        """Return the texts of all members, in the order of declaration."""
        return tuple(member.text for member in cls)

    @classmethod
    def terms(cls) -> tuple[Term, ...]:
        """Return the words of all members, in the order of declaration."""
        return tuple(member.term for member in cls)


def words() -> Iterator[tuple[str, str]]:
    """Yield (module, word) of every noun with a declared word, of all imported games."""
    for kind in Noun.__subclasses__():
        for member in kind:
            if member.word:
                yield kind.__module__, member.word
