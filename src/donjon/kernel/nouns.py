"""The nouns of a game, each said once: its number, its id in data, its text in actions, its word for people.

    class Tile(Noun):
        FARM_FOOD = 9, "food farm", "food-farm"
        MASON = 15, "mason"

`Tile.MASON` is the number 15, for compiled code too; its id is "mason", as is its text, and its word is
translated.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from enum import IntEnum
from typing import Self

from donjon.kernel.message import Term


def at_hand(kind: type[IntEnum]) -> None:
    """Let the members of a class be found as plain attributes, as they are from Python 3.12 on.

    Before, each `Kind.MEMBER` is a search of several calls, which is much where rules run interpreted.
    """
    for name, member in kind.__members__.items():
        type.__setattr__(kind, name, member)


class Noun(IntEnum):
    """A number with names; members are declared as `NAME = number, word, text`, what is regular left out."""

    word: str

    def __init_subclass__(cls) -> None:
        """A class with its members."""
        super().__init_subclass__()
        at_hand(cls)

    def __new__(cls, number: int, word: str = "", text: str = "") -> Self:
        """The member of this number; `word` for people, `text` in the texts of actions."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.word = word
        member._text = text  # type: ignore[attr-defined]
        return member

    @functools.cached_property
    def id(self) -> str:
        """How positions and options say it: "farm_food"."""
        return self.name.lower()

    @property
    def text(self) -> str:
        """How texts of actions say it: "food-farm"."""
        said: str = self._text  # type: ignore[attr-defined]
        return said or self.id.replace("_", "-")

    @property
    def term(self) -> Term:
        """Its name for people, to be translated: "food farm"."""
        return Term(self.word or self.id.replace("_", " "))

    @classmethod
    @functools.cache
    def ids(cls) -> tuple[str, ...]:
        """The ids of all, by number."""
        return tuple(member.id for member in cls)

    @classmethod
    def texts(cls) -> tuple[str, ...]:
        """The texts of all, by number."""
        return tuple(member.text for member in cls)

    @classmethod
    def terms(cls) -> tuple[Term, ...]:
        """The words of all, by number."""
        return tuple(member.term for member in cls)


def words() -> Iterator[tuple[str, str]]:
    """(module, word) of every noun that has a word for people, of all games that are imported."""
    for kind in Noun.__subclasses__():
        for member in kind:
            if member.word:
                yield kind.__module__, member.word
