"""The phase of a round that an action belongs to, for refusals: "that is still to come", "that is over".

A game lists what is decided in each phase; at which decisions an action can be played is declared with its
kind (`Kind.action_at`). The phase of an action follows from the two.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from donjon.kernel.actions import Actions
from donjon.kernel.message import Message


class Phases:
    """The phases of a round, by their numbers in order, and the decisions of each.

    A decision that is made in several phases, or in none, does not tell to which one an action belongs.
    `to_come` and `over` say of another phase that it comes or is past, with the places {number} and {rule}.
    """

    def __init__(
        self, actions: Actions, decisions: Mapping[int, Collection[int]], to_come: Message, over: Message
    ) -> None:
        self._actions, self._to_come, self._over = actions, to_come, over
        found: dict[int, set[int]] = {}
        for phase, asked in decisions.items():
            for decision in asked:
                found.setdefault(int(decision), set()).add(int(phase))
        self._phase = {decision: phases.pop() for decision, phases in found.items() if len(phases) == 1}

    def phase(self, action: int) -> int | None:
        """Return the phase in which an action is played; None where it may be several, or none."""
        decisions = self._actions.kind_of(action).decisions
        phases = {self._phase[decision] for decision in decisions if decision in self._phase}
        return phases.pop() if len(phases) == 1 else None

    def elsewhere(self, phase: int, now: int, rule: str) -> Message | None:
        """Return that a phase is still to come, or is over, with a rule; None if it is the present one."""
        if phase == now:
            return None
        sentence = self._to_come if phase > now else self._over
        return Message(sentence.text, number=int(phase), rule=rule)
