"""What happens within one action, event by event, and what a viewer is told and shown of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from donjon.kernel import NOBODY, Game, copy, event_log, rules
from donjon.kernel.event_log import Event


class Recording:
    """Stands in for a STORY record where rules run interpreted; keeps a copy of the state at each event.

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
    def count(self) -> int:
        """How many there are."""
        return int(self.raw.count)

    @count.setter
    def count(self, value: int) -> None:
        self.raw.count = value
        self.states.append(copy(self.state))


@dataclass(frozen=True)
class Happening:
    """An action played: its events, the position at each of them, and the one that it led to."""

    events: list[Event]
    moments: list[Any]
    after: Any


def happen(game: Game, state: Any, seat: int, action: int) -> Happening:
    """Play an action on a copy of a state and keep all that lies between."""
    after = copy(state)
    recording: Any = Recording(after)
    rules.apply(after, seat, action, recording)
    return Happening(event_log.read(recording.raw, list(game.EVENTS), game.prefix), recording.states, after)


def viewers(state: Any) -> list[int | None]:
    """All who look at a position: a spectator and every seat."""
    return [None, *range(int(rules.seats(state)))]


def viewpoint(viewer: int | None) -> int:
    """A viewer as a re-deal calls it."""
    return NOBODY if viewer is None else viewer


def told(happening: Happening, viewer: int | None) -> list[tuple[Any, ...]]:
    """The events as the viewer may know them."""
    seen = [event.seen_by(viewer) for event in happening.events]
    return [(event.kind, event.seat, event.args, event.rule) for event in seen]


def shown(game: Game, happening: Happening, viewer: int | None) -> list[Any]:
    """The views that a viewer gets on the way, those that show nothing new dropped."""
    views: list[Any] = []
    for state in happening.moments:
        view = game.view(state, viewer)
        if not views or view != views[-1]:
            views.append(view)
    return views
