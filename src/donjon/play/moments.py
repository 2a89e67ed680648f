"""Record the events within one action, and the position at each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from donjon.kernel import event_log, rules
from donjon.kernel.event_log import Event
from donjon.kernel.game import Game, copy


class Recording:
    """A stand-in for an EVENT_LOG record in interpreted rules that copies the state at each event.

    `emit` writes `events[count]` and then adds one to `count`, so an event is complete when the setter runs.
    """

    def __init__(self, state: Any) -> None:
        self.raw = event_log.blank()
        self.state = state
        self.states: list[Any] = []

    @property
    def events(self) -> Any:
        """Return the events of the record."""
        return self.raw.events

    @property
    def also(self) -> Any:
        """Return the array of further rules that the next event will cite."""
        return self.raw.also

    @property
    def cited(self) -> int:
        """Return the number of further rules that the next event will cite."""
        return int(self.raw.cited)

    @cited.setter
    def cited(self, value: int) -> None:
        self.raw.cited = value

    @property
    def count(self) -> int:
        """Return the number of events."""
        return int(self.raw.count)

    @count.setter
    def count(self, value: int) -> None:
        self.raw.count = value
        self.states.append(copy(self.state))


@dataclass(frozen=True)
class Happening:
    """A played action: its events, the position at each of them, and the position after it.

    pending: the number of rules cited for an event that was never emitted; always 0 if the rules are correct.
    """

    events: list[Event]
    moments: list[Any]
    after: Any
    pending: int


def happen(game: Game, state: Any, seat: int, action: int) -> Happening:
    """Play an action on a copy of a state; return its events and the position at each of them."""
    after = copy(state)
    recording: Any = Recording(after)
    rules.apply(after, seat, action, recording)
    events = game.read_events(recording.raw)
    return Happening(events, recording.states, after, recording.cited)
