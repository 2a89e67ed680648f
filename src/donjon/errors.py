"""Every error that Donjon raises on purpose.

`str(error)` is always one clear sentence for a person, saying what is wrong and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Sentence(Protocol):
    """A sentence that can be said in any language, as a `donjon.kernel.message.Message` can.

    `text` is the English one with its places unfilled: what is translated.
    """

    @property
    def text(self) -> str:
        """The key for translation."""

    def say(self, translate: Callable[[str], str], names: Sequence[str] | None = None) -> str:
        """The sentence in the language of `translate`; `names` are those of the seats."""

    def english(self) -> str:
        """The sentence in English."""


@dataclass(frozen=True)
class PlainSentence:
    """A sentence without places to fill."""

    text: str

    def say(self, translate: Callable[[str], str], _names: Sequence[str] | None = None) -> str:
        """The sentence in the language of `translate`."""
        return translate(self.text)

    def english(self) -> str:
        """The sentence in English."""
        return self.text


class DonjonError(Exception):
    """The base of all errors raised on purpose. Each can be pickled, to come out of another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, vars(self))


class Spoken(DonjonError):
    """An error whose sentence can be said in any language: `error.message.say(translate, names)`.

    `str(error)` is the sentence in English. A plain text is taken as a sentence without places to fill.
    """

    def __init__(self, message: Sentence | str) -> None:
        self.message: Sentence = PlainSentence(message) if isinstance(message, str) else message
        super().__init__(self.message.english())


class UnknownGame(DonjonError):
    """No game has this name."""


class BadGame(DonjonError):
    """A game that another package brings cannot be loaded."""


class BadOption(Spoken):
    """An option of a game is unknown or has an impossible value."""


class UnknownAction(Spoken):
    """A text or number that means no action of the game at this point."""


class UnknownSeat(DonjonError):
    """A number that is no seat of the game."""


class NotYourTurn(DonjonError):
    """The seat owes no decision now."""


class GameOver(DonjonError):
    """The game has ended; nothing can be played any more."""


class BadData(DonjonError):
    """A host's own data of a game cannot be read or does not fit the rules."""


class BadWeights(DonjonError):
    """The weights of a learned evaluation are missing, cannot be read, or belong to something else."""


class BadRecord(DonjonError):
    """The text of a record cannot be read or does not replay."""


class BadShuffle(BadRecord):
    """The draws of a record are not those of its seed, or the seed does not belong to the published hash."""


class BadTrace(DonjonError):
    """A line of a trace from another program cannot be read."""


class BadPosition(DonjonError):
    """A position written as data is impossible or misspelt."""


class IllegalAction(DonjonError):
    """The action is understood but a rule forbids it.

    `rule` is the id of that rule ("KB-5.6"), `message` the reason with its numbers.
    """

    def __init__(self, rule: str, message: Sentence) -> None:
        self.rule = rule
        self.message = message
        super().__init__(f"{rule}: {message.english()}")


def _again(kind: type[DonjonError], args: tuple[Any, ...], fields: dict[str, Any]) -> DonjonError:
    """An error as it was pickled; `kind` may have been made from other things than the sentence in `args`."""
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error
