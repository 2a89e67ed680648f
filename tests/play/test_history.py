"""What stands, and what may be taken back: never anything after which somebody knows more than before."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon.kernel import NATURE
from donjon.play.history import stands
from tests.ys.stage import VARIANTS

# Open placement hides nothing but bids.
HIDING = [(players, options) for players, options in VARIANTS if "open_placement" not in options]
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    *(("ys", players, options) for players, options in HIDING[::2]),
    *(("kingdom-builder", players, {}) for players in donjon.games["kingdom-builder"].seats),
]


@pytest.mark.parametrize("name", donjon.games)
def test_revealing_events_are_events_of_the_game(name: str) -> None:
    assert set(donjon.games[name].REVEALING) <= set(donjon.games[name].EVENTS)


def test_what_chance_decides_stands() -> None:
    game = donjon.games["caylus"]
    assert stands(game, NATURE, [])
    assert not stands(game, 0, [])
