"""What happens within one action, event by event, and the same in a world that a viewer cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from donjon.kernel import NATURE, NOBODY, copy, generic, rng, story
from donjon.kernel.decisions import legal_list
from donjon.kernel.game import Game
from donjon.kernel.story import Event


class Recording:
    """Stands in for a STORY record where rules run interpreted; keeps a copy of the state at each event.

    `tell` writes `events[count]` and then adds one to `count`: the setter is where an event is complete.
    """

    def __init__(self, state: Any) -> None:
        self.raw = story.blank()
        self.state = state
        self.states: list[Any] = []

    @property
    def events(self) -> Any:
        return self.raw.events

    @property
    def count(self) -> int:
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
    told = Recording(after)
    generic.apply(after, seat, action, told)
    return Happening(story.read(told.raw, list(game.EVENTS), game.prefix), told.states, after)


@dataclass(frozen=True)
class Twins:
    """One action in two worlds that are the same to a viewer before it, after it and in what it is told."""

    viewer: int | None
    true: Happening
    other: Happening


def eye(viewer: int | None) -> int:
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


class World:
    """A random game, and the twin worlds of its decisions."""

    def __init__(self, game: Game, players: int, options: dict[str, Any], seed: str) -> None:
        self.game = game
        self.random = Random(seed)
        self.streams = 0
        self.state = game.blank()
        generic.setup(self.state, game.read_options(players, options))

    def play(self) -> Iterator[tuple[Any, int, int, Happening]]:
        """Play to the end; for each action the position before, whose it was, the action, what happened."""
        while not generic.over(self.state):
            mask = int(generic.waiting(self.state))
            seat = self.random.choice([seat for seat in range(NATURE + 1) if mask >> seat & 1])
            before = self.state
            action = self.choose(before, seat)
            happening = happen(self.game, before, seat, action)
            self.state = happening.after
            yield before, seat, action, happening

    def choose(self, state: Any, seat: int) -> int:
        """A random action; cards are played often and decisions to pass rare, so that much happens."""
        if seat == NATURE:
            weights = np.zeros(self.game.ACTIONS, np.int64)
            generic.chances(state, weights)
            return int(self.random.choices(range(self.game.ACTIONS), weights.tolist())[0])
        legal = legal_list(state, seat)
        others = [action for action in legal if action not in self.game.FINISHING]
        return self.random.choice(others if others and self.random.random() < 0.8 else legal)

    def twins(
        self, before: Any, seat: int, action: int, happening: Happening, viewer: int | None, tries: int = 6
    ) -> Twins | None:
        """The action, or one that the viewer cannot tell from it, in a world re-dealt for the viewer.

        None if no such world was found that stays the same to the viewer: what it sees after the action,
        or is told of it, may show the difference.
        """
        for _ in range(tries):
            self.streams += 1
            world = copy(before)
            generic.redeal(world, eye(viewer), rng.new("twin", self.streams))
            other = self._same_to(viewer, before, world, seat, action)
            if other is None or (other == action and world.tobytes() == before.tobytes()):
                continue
            twin = happen(self.game, world, seat, other)
            if told(twin, viewer) != told(happening, viewer):
                continue
            if self.game.view(twin.after, viewer) == self.game.view(happening.after, viewer):
                return Twins(viewer, happening, twin)
        return None

    def _same_to(self, viewer: int | None, before: Any, world: Any, seat: int, action: int) -> int | None:
        """What the seat may do in the re-dealt world that the viewer takes for the action; None: nothing."""
        seers = int(generic.sees(before, seat, action))
        if seers == story.EVERYONE or (viewer is not None and seers >> viewer & 1):
            return action if generic.forbids(world, seat, action) == 0 else None
        alike = [other for other in legal_list(world, seat) if generic.sees(world, seat, other) == seers]
        return self.random.choice(alike) if alike else None
