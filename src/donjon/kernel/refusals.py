"""Why not: for each rule the sentence that says what it forbids in a position, with named numbers.

FACTS = {"hex": lambda refused: HexName(refused.argument), "owner": ...}
REFUSALS = {
    "KB-5.1": Message("{hex} is taken by {owner}."),
    "KB-5.9": _is_complete,  # (refused) -> Message, where it hangs on the case
}
why = reasons(ACTIONS, REFUSALS, FACTS)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from donjon.kernel.actions import Actions
from donjon.kernel.message import Message

_PLACE = re.compile(r"{(\w+)}")


@dataclass(frozen=True)
class Refused:
    """An action that a rule forbids a seat; `argument`: which of its kind it is (a hex, a token, ...)."""

    state: Any
    seat: int
    action: int
    argument: int

    @property
    def me(self) -> Any:
        """The seat's own record."""
        return self.state.seats[self.seat]


# A message whose places are filled from the refused action, or a function that chooses such a sentence.
Sentence: TypeAlias = "Message | Callable[[Refused], Sentence]"
Refusals = Mapping[str, Sentence]
# What fills places, by their names, in sentences that do not say themselves what fills them.
Facts = Mapping[str, Callable[[Refused], Any]]


def say(sentence: Sentence, refused: Refused, facts: Facts | None = None) -> Message:
    """The sentence with its places filled; values that are functions are called with the refused action."""
    if callable(sentence):
        return say(sentence(refused), refused, facts)
    named = {name: facts[name] for name in _PLACE.findall(sentence.text) if facts and name in facts}
    fills = {**named, **sentence.args}
    places = {name: fill(refused) if callable(fill) else fill for name, fill in fills.items()}
    return Message(sentence.text, **places)


def reasons(actions: Actions, refusals: Refusals, facts: Facts) -> Callable[[Any, int, int, str], Message]:
    """The function (state, seat, action, rule) -> why the rule forbids the action to the seat here."""

    def why(state: Any, seat: int, action: int, rule: str) -> Message:
        return say(refusals[rule], Refused(state, seat, action, int(actions.argument[action])), facts)

    return why
