"""The text with which a visitor shares a puzzle: which one, how it went, and nothing of its solution."""

from __future__ import annotations

from collections.abc import Callable

from donjon.table.learn.daily import HINTED, MISSED, SHOWN

SQUARES = {MISSED: "🟥", HINTED: "🟨", SHOWN: "⬜"}
FOUND = "🟩"


def in_words(_: Callable[[str], str], before: str, is_known: bool = True) -> str:
    """Return how a puzzle was solved, as a sentence.

    before: what happened before, as the marks of `daily`; is_known: whether moves that were missed are in it.
    """
    tries, hinted = 1 + before.count(MISSED), HINTED in before
    if tries == 1 and hinted:
        return _("Solved with a hint.")
    if tries == 1:
        return _("Solved at the first try.") if is_known else _("Solved.")
    words = _("Solved at try %(number)s, with a hint.") if hinted else _("Solved at try %(number)s.")
    return words % {"number": tries}


def shared(_: Callable[[str], str], title: str, before: str, is_found: bool, is_known: bool = True) -> str:
    """Return the text to share, in lines: the title, squares for what happened, and how it was solved."""
    if not is_found:
        return f"{title}\n{_('Can you find the best move?')}"
    squares = "".join(SQUARES[mark] for mark in before) + FOUND
    return f"{title}\n{squares} {in_words(_, before, is_known)}"
