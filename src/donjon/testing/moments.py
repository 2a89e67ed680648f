"""What a viewer is told and shown of what happens within one action."""

from __future__ import annotations

from typing import Any

from donjon.kernel import NOBODY, Game, rules
from donjon.play.moments import Happening


def viewers(state: Any) -> list[int | None]:
    """All viewers of a position: a spectator and every seat."""
    return [None, *range(int(rules.seats(state)))]


def viewpoint(viewer: int | None) -> int:
    """The number by which a re-deal knows a viewer."""
    return NOBODY if viewer is None else viewer


def told(happening: Happening, viewer: int | None) -> list[tuple[Any, ...]]:
    """The events, as far as the viewer may know them."""
    seen = [event.seen_by(viewer) for event in happening.events]
    return [(event.kind, event.seat, event.args, event.rules) for event in seen]


def shown(game: Game, happening: Happening, viewer: int | None) -> list[Any]:
    """The views that a viewer gets during the action, without those that show nothing new."""
    views: list[Any] = []
    for state in happening.moments:
        view = game.view(state, viewer)
        if not views or view != views[-1]:
            views.append(view)
    return views
