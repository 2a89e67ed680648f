"""Sentences that are declared once, and filled from the position when they are said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from donjon.kernel.message import Message

# A message whose places are values, or functions that are asked for them; or a choice among such messages.
Sentence: TypeAlias = "Message | Callable[..., Sentence]"


def filled(sentence: Sentence, *asked: Any) -> Message:
    """The sentence with its places filled; all functions are asked with the same, such as the state."""
    if callable(sentence):
        return filled(sentence(*asked), *asked)
    places = {name: fill(*asked) if callable(fill) else fill for name, fill in sentence.args.items()}
    return Message(sentence.text, **places)
