"""Between two decisions: what a viewer would be shown at each event of an action tells it no secret either.

Nothing shows such positions yet. That they are safe is checked before anything does.
"""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon.kernel import copy, generic, rng, story
from tests.moments import World, eye, shown
from tests.ys.stage import VARIANTS

# Game, players, options, and how many decisions in twin worlds are compared; open placement hides little.
TWINS: list[tuple[str, int, dict[str, Any], int]] = [
    *(("ys", players, options, 60 if "open_placement" in options else 205) for players, options in VARIANTS),
    ("kingdom-builder", 2, {"board": "first-game"}, 70),
    ("kingdom-builder", 3, {}, 70),
    ("kingdom-builder", 4, {}, 70),
]


def test_the_variants_are_all_compared_often() -> None:
    assert sum(wanted for *_, wanted in TWINS) >= 2000
    for game in ("ys", "kingdom-builder"):
        assert {players for name, players, *_ in TWINS if name == game} == set(donjon.games[game].seats)


@pytest.mark.parametrize(("name", "players", "options", "wanted"), TWINS, ids=str)
def test_no_moment_tells_twin_worlds_apart(
    name: str, players: int, options: dict[str, Any], wanted: int
) -> None:
    """Where a decision is the same to a viewer before and after, every view on the way is, and their number.

    A step that shows a viewer nothing new but is counted tells it that something hidden has changed.
    """
    game = donjon.games[name]
    compared = hidden = games = 0
    leaks = []
    while compared < wanted:
        games += 1
        world = World(game, players, options, f"moments {name} {players} {sorted(options)} {games}")
        for before, seat, action, happening in world.play():
            if len(happening.moments) < 2 and world.random.random() < 0.8:
                continue
            viewer = world.random.choice([None, *range(players)])
            twins = world.twins(before, seat, action, happening, viewer)
            if twins is None:
                continue
            compared += 1
            hidden += twins.true.after.tobytes() != twins.other.after.tobytes()
            if shown(game, twins.true, viewer) != shown(game, twins.other, viewer):
                leaks.append((games, viewer, [event.kind for event in happening.events]))
    assert leaks == []
    assert hidden > wanted / 2, "most twins must differ in what the viewer cannot see"


@pytest.mark.parametrize("players", donjon.games["caylus"].seats)
def test_caylus_has_no_twin_worlds(players: int) -> None:
    """CAY-3.3: everything is open, at every moment."""
    game = donjon.games["caylus"]
    world = World(game, players, {}, f"moments {players}")
    moments = 0
    for before, seat, action, happening in world.play():
        assert generic.sees(before, seat, action) == story.EVERYONE
        assert all(event.to == story.EVERYONE for event in happening.events)
        for moment in happening.moments:
            moments += 1
            for viewer in (None, *range(players)):
                other = copy(moment)
                generic.redeal(other, eye(viewer), rng.new("moments", moments))
                assert other.tobytes() == moment.tobytes()
    assert moments > 100
