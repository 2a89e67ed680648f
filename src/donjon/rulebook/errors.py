"""What can go wrong when somebody looks a rule up."""

from __future__ import annotations

from donjon.errors import DonjonError


class UnknownRule(DonjonError):
    """The rulebook has no rule of this id."""


class UnknownLanguage(DonjonError):
    """The rulebook is not written in this language."""


class BadBook(DonjonError):
    """A rulebook that is not whole; the sentence names the file and the key."""
