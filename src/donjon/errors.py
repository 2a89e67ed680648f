"""All errors that Donjon raises on purpose.

`str(error)` is always one clear sentence for people: what is wrong and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Sentence(Protocol):
    """A translatable sentence, such as a `donjon.kernel.message.Message`.

    `text` is the English text with unfilled places, which is the key for translation.
    """

    @property
    def text(self) -> str:
        """Return the key for translation."""

    def say(self, translate: Callable[[str], str], names: Sequence[str] | None = None) -> str:
        """Return the sentence in the language of `translate`; `names` are the names of the seats."""

    def english(self) -> str:
        """Return the sentence in English."""


@dataclass(frozen=True)
class PlainSentence:
    """A sentence without places to fill."""

    text: str

    def say(self, translate: Callable[[str], str], _names: Sequence[str] | None = None) -> str:
        """Return the sentence in the language of `translate`."""
        return translate(self.text)

    def english(self) -> str:
        """Return the sentence in English."""
        return self.text


class DonjonError(Exception):
    """The base class of all errors raised on purpose. Errors can be pickled, to pass between processes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, vars(self))


class Spoken(DonjonError):
    """An error with a translatable sentence: `error.message.say(translate, names)`.

    `str(error)` is the sentence in English. A plain text becomes a sentence without places.
    """

    def __init__(self, message: Sentence | str) -> None:
        self.message: Sentence = PlainSentence(message) if isinstance(message, str) else message
        super().__init__(self.message.english())


class UnknownGame(DonjonError):
    """No game has this name."""


class BadGame(DonjonError):
    """A game of another package cannot be loaded."""


class BadOption(Spoken):
    """An option of a game is unknown or has an impossible value."""


class UnknownAction(Spoken):
    """A text or number is not an action of the game at this position."""


class UnknownSeat(DonjonError):
    """A value is not a seat of the game."""


class NotYourTurn(DonjonError):
    """It is not the turn of the seat."""


class GameOver(DonjonError):
    """The game has ended; nothing can be played any more."""


class BadData(DonjonError):
    """Custom data of a game cannot be read or does not fit the rules."""


class BadWeights(DonjonError):
    """The weights of a learned evaluation are missing, unreadable, or for something else."""


class BadRecord(DonjonError):
    """The text of a record cannot be read or does not replay."""


class BadShuffle(BadRecord):
    """The draws of a record do not follow from its seed, or the seed does not match the published hash."""


class BadTrace(DonjonError):
    """A line of a trace from another program cannot be read."""


class BadPosition(DonjonError):
    """A position given as data is impossible or misspelt."""


class IllegalAction(DonjonError):
    """The action is understood but a rule forbids it.

    rule: the id of the rule ("KB-5.6"); message: the reason, a sentence with the numbers.
    """

    def __init__(self, rule: str, message: Sentence) -> None:
        self.rule = rule
        self.message = message
        super().__init__(f"{rule}: {message.english()}")


def _again(kind: type[DonjonError], args: tuple[Any, ...], fields: dict[str, Any]) -> DonjonError:
    """Return an unpickled error, without calling `__init__`, whose arguments may differ from `args`."""
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error
