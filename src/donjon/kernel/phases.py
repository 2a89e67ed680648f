"""The phase of a round that an action belongs to, for refusals such as "that phase is over".

A game lists the decisions of each phase, and each kind of action declares its decisions (`Kind.action_at`).
The phase of an action is derived from both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from donjon.kernel.actions import Actions
from donjon.kernel.message import Message


class Phases:
    """The phases of a round, numbered in order, and the decisions of each.

    A decision that is made in several phases, or in none, is ignored. `to_come` and `over` are sentences with
    the places {number} and {rule}: another phase is still to come, or is over.
    """

    def __init__(
        self, actions: Actions, decisions: Mapping[int, Collection[int]], to_come: Message, over: Message
    ) -> None:
        self._actions, self._to_come, self._over = actions, to_come, over
        phases_of: dict[int, set[int]] = {}
        for phase, asked in decisions.items():
            for decision in asked:
                phases_of.setdefault(int(decision), set()).add(int(phase))
        self._phase = {decision: phases.pop() for decision, phases in phases_of.items() if len(phases) == 1}

    def phase(self, action: int) -> int | None:
        """Return the phase in which an action is played; None if there is none, or more than one."""
        decisions = self._actions.kind_of(action).decisions
        phases = {self._phase[decision] for decision in decisions if decision in self._phase}
        return phases.pop() if len(phases) == 1 else None

    def elsewhere(self, phase: int, now: int, rule: str) -> Message | None:
        """Return the sentence that a phase is still to come, or is over; None if it is the current one."""
        if phase == now:
            return None
        sentence = self._to_come if phase > now else self._over
        return Message(sentence.text, number=int(phase), rule=rule)
