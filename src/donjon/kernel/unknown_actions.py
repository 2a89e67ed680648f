"""The errors for numbers and texts that are not actions."""

from __future__ import annotations

from donjon.errors import UnknownAction
from donjon.kernel.foreign import short
from donjon.kernel.message import Message


def no_such_action(title: str, action: object, actions: int) -> UnknownAction:
    """The error for a number that is not one of the `actions` actions of a game."""
    return UnknownAction(
        Message(
            "{action} is no action of {title}; they are 0 to {last}.",
            action=str(action),
            title=title,
            last=actions - 1,
        )
    )


def no_such_text(title: str, text: str, examples: str) -> UnknownAction:
    """The error for a text that is not an action of a game, with examples of texts that are."""
    return UnknownAction(
        Message(
            "{words} is no action of {title}; actions look like: {examples}.",
            words=short(text),
            title=title,
            examples=examples,
        )
    )


def no_choice_of_nature(text: str, examples: str) -> UnknownAction:
    """The error for a text that is not a choice of nature, with examples of her choices."""
    return UnknownAction(
        Message(
            "{words} is no choice of nature; hers look like: {examples}.",
            words=short(text),
            examples=examples,
        )
    )
