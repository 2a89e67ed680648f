"""What happens within one action, event by event, and the position at each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from donjon.kernel import event_log, rules
from donjon.kernel.event_log import Event
from donjon.kernel.game import Game, copy


class Recording:
    """Stands in for an EVENT_LOG record where rules run interpreted; keeps a copy of the state at each event.

    `emit` writes `events[count]` and then adds one to `count`: the setter is where an event is complete.
    """

    def __init__(self, state: Any) -> None:
        self.raw = event_log.blank()
        self.state = state
        self.states: list[Any] = []

    @property
    def events(self) -> Any:
        """The events of the record that is written."""
        return self.raw.events

    @property
    def also(self) -> Any:
        """The further rules that the next event will cite."""
        return self.raw.also

    @property
    def cited(self) -> int:
        """How many further rules the next event will cite."""
        return int(self.raw.cited)

    @cited.setter
    def cited(self, value: int) -> None:
        self.raw.cited = value

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self.raw.count)

    @count.setter
    def count(self, value: int) -> None:
        self.raw.count = value
        self.states.append(copy(self.state))


@dataclass(frozen=True)
class Happening:
    """An action that was played: its events, the position at each of them, and the position after it.

    pending: how many rules were cited for a next event that did not come; always 0 where rules are right.
    """

    events: list[Event]
    moments: list[Any]
    after: Any
    pending: int


def happen(game: Game, state: Any, seat: int, action: int) -> Happening:
    """Play an action on a copy of a state and keep the position at each event."""
    after = copy(state)
    recording: Any = Recording(after)
    rules.apply(after, seat, action, recording)
    events = game.read_events(recording.raw)
    return Happening(events, recording.states, after, recording.cited)
