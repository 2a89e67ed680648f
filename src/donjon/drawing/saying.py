"""Says what a view holds: the words that a game's drawings have for its things start from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.kernel.message import Message, Translate


class Saying:
    """Says what a view holds, in one language, with the names of the seats."""

    def __init__(self, view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> None:
        self.view = view
        self.translate = translate
        self.names = names

    def say(self, message: Message) -> str:
        """A sentence with the names of the seats."""
        return message.say(self.translate, self.names)

    def name(self, seat: int) -> str:
        """Who sits at a seat."""
        if self.names is not None and seat < len(self.names):
            return self.names[seat]
        return self.say(Message("seat {number}", number=seat))
