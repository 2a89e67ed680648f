"""Why not: for each rule the sentence that says what it forbids in a position, with named numbers.

FACTS = {"hex": lambda refused: HexName(refused.argument), "owner": ...}
REFUSALS = {
    "KB-5.1": Message("{hex} is taken by {owner}."),
    "KB-5.9": _is_complete,  # (refused) -> Message, where it hangs on the case
}
why = reasons(ACTIONS, REFUSALS, FACTS)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.kernel.actions import Actions
from donjon.kernel.message import Message
from donjon.kernel.sentences import Case as Refused
from donjon.kernel.sentences import Facts, Sentence, say

__all__ = ["Facts", "Refusals", "Refused", "Sentence", "reasons", "say"]

Refusals = Mapping[str, Sentence]


def reasons(actions: Actions, refusals: Refusals, facts: Facts) -> Callable[[Any, int, int, str], Message]:
    """The function (state, seat, action, rule) -> why the rule forbids the action to the seat here."""

    def why(state: Any, seat: int, action: int, rule: str) -> Message:
        return say(refusals[rule], Refused(state, seat, action, int(actions.argument[action])), facts)

    return why
