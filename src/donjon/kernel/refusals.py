"""Why not: rule → the sentence that says what it forbids in a position, with named numbers, each said once.

REFUSALS = {
"KB-5.1": Message("{hex} is taken by {owner}.", hex=_hex, owner=_owner),
"KB-5.9": _is_complete,  # (refused) -> Message, where it hangs on the case
}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from donjon.kernel.message import Message


@dataclass(frozen=True)
class Refused:
    """An action that a rule forbids to a seat; `argument`: which of its kind it is (a hex, a token, ...)."""

    state: Any
    seat: int
    action: int
    argument: int

    @property
    def me(self) -> Any:
        """The seat's own record."""
        return self.state.seats[self.seat]


# A message whose places are filled from the refused action, or a choice among such sentences.
Sentence: TypeAlias = "Message | Callable[[Refused], Sentence]"


def say(sentence: Sentence, refused: Refused) -> Message:
    """The sentence with its places filled: values that are functions are asked with the refused action."""
    if callable(sentence):
        return say(sentence(refused), refused)
    places = {name: fill(refused) if callable(fill) else fill for name, fill in sentence.args.items()}
    return Message(sentence.text, **places)


Refusals = Mapping[str, Sentence]
