"""What stands, and what may be taken back: never anything after which somebody knows more than before."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon.kernel import NATURE, copy, generic, rng
from donjon.play.history import stands
from tests.moments import World, eye, happen, told
from tests.ys.stage import VARIANTS

# Open placement hides nothing but bids.
HIDING = [(players, options) for players, options in VARIANTS if "open_placement" not in options]
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    *(("ys", players, options) for players, options in HIDING[::2]),
    *(("kingdom-builder", players, {}) for players in donjon.games["kingdom-builder"].seats),
]


@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=str)
def test_what_may_be_taken_back_has_shown_nothing(name: str, players: int, options: dict[str, Any]) -> None:
    """KB-11.1.6: it leads to the same for a viewer, whatever is hidden from the viewer.

    What it would be told and would see if the hidden things were otherwise is compared.
    """
    game = donjon.games[name]
    world = World(game, players, options, f"standing {name} {players} {sorted(options)}")
    free = 0
    for before, seat, action, happening in world.play():
        if stands(game, seat, happening.events):
            continue
        viewer = world.random.choice([None, *range(players)])
        world.streams += 1
        other = copy(before)
        generic.redeal(other, eye(viewer), rng.new("standing", world.streams))
        if other.tobytes() == before.tobytes() or generic.forbids(other, seat, action):
            continue
        free += 1
        twin = happen(game, other, seat, action)
        assert told(twin, viewer) == told(happening, viewer)
        assert game.view(twin.after, viewer) == game.view(happening.after, viewer)
    assert free > 10


@pytest.mark.parametrize("name", donjon.games)
def test_revealing_events_are_events_of_the_game(name: str) -> None:
    assert set(donjon.games[name].REVEALING) <= set(donjon.games[name].EVENTS)


def test_what_chance_decides_stands() -> None:
    game = donjon.games["caylus"]
    assert stands(game, NATURE, [])
    assert not stands(game, 0, [])
