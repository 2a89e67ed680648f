"""Write messages in a language, with the names of the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.kernel.message import Message, Translate


class Speaker:
    """Writes messages in the language of `translate`, with `names` of the seats, or None."""

    translate: Translate
    names: tuple[str, ...] | None

    def say(self, message: Message) -> str:
        """Return a message in the language, with the names of the seats."""
        return message.say(self.translate, self.names)

    def name(self, seat: int) -> str:
        """Return the name of a seat, "seat 0" in the language if it has none."""
        if self.names is not None and seat < len(self.names):
            return self.names[seat]
        return self.say(Message("seat {number}", number=seat))


@dataclass(frozen=True)
class Words(Speaker):
    """A language with the names of the seats (None: they are called "seat 0"); a key of caches."""

    translate: Translate
    names: tuple[str, ...] | None = None


class Saying(Speaker):
    """A view with a language and the names of the seats; games add words for their things."""

    def __init__(self, view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> None:
        self.view = view
        self.translate = translate
        self.names = None if names is None else tuple(names)
