"""Sentences about a case: refusals, buttons and prompts, whose places are filled from what they are about.

    Message("{hex} is taken by {owner}.", owner=lambda case: SeatName(case.state.owner[case.argument]))

A place that the sentence does not fill itself is filled by the fact of that name (see `donjon.kernel.book`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from donjon.kernel.message import Message

NO_ACTION = -1
_PLACE = re.compile(r"{(\w+)}")


@dataclass(frozen=True)
class Case:
    """A seat at a position and, except in a prompt, an action.

    argument: which action of its kind it is (the number of a hex, a token, ...).
    """

    state: Any
    seat: int
    action: int = NO_ACTION
    argument: int = NO_ACTION

    @property
    def me(self) -> Any:
        """The record of the seat."""
        return self.state.seats[self.seat]


# A message whose places are filled from the case, or a function that chooses such a sentence by the case.
Sentence: TypeAlias = "Message | Callable[[Case], Sentence]"
# What fills places, by their names, in sentences that do not fill them.
Facts = Mapping[str, Callable[[Case], Any]]


def say(sentence: Sentence, case: Case, facts: Facts | None = None) -> Message:
    """Return the sentence with its places filled; values that are functions are called with the case."""
    if callable(sentence):
        return say(sentence(case), case, facts)
    filled_by_name = {place: facts[place] for place in places(sentence) if facts and place in facts}
    values = {**filled_by_name, **sentence.args}
    return Message(sentence.text, **{k: v(case) if callable(v) else v for k, v in values.items()})


def places(sentence: Message) -> list[str]:
    """Return the names of the places in a message."""
    return _PLACE.findall(sentence.text)
