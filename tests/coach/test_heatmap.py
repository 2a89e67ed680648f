"""What the places of a board are worth."""

from __future__ import annotations

import re

import pytest

import donjon
from donjon.coach import heat, heat_svg
from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from tests.bots.positions import random_match


@pytest.mark.parametrize("playouts", [0, 2])
def test_every_hex_that_can_be_built_on_has_its_points(playouts: int) -> None:
    match = random_match(2, 5, 4)
    while not match.text(match.legal_actions()[0]).startswith("build"):
        match.play(match.legal_actions()[0])
    hexes = {action for action in match.legal_actions() if match.text(action).startswith("build")}
    found = heat(match, playouts=playouts)
    assert hexes <= set(found)
    assert set(found) <= set(match.game.drawing.boxes())
    assert len(set(found.values())) > 1
    assert found == heat(match, match.waiting[0], playouts=playouts)


@pytest.mark.parametrize("game", donjon.games)
def test_figures_lie_on_the_places_of_decisions(game: str) -> None:
    match = random_match(2, 2, 20, game)
    while match.game.drawing.boxes().keys().isdisjoint(match.legal_actions()):
        match.play(match.legal_actions()[0])
    found = heat(match, playouts=0)
    assert found
    assert {action for action in found if action in match.legal_actions()}
    picture = heat_svg(match, found)
    written = re.findall(r">(-?\d+\.\d)</text>", picture)
    assert sorted(written) == sorted(f"{points:.1f}" for points in found.values())


@pytest.mark.parametrize("playouts", [0, 2])
@pytest.mark.parametrize("game", ["kingdom-builder", "ys"])
def test_twin_worlds_give_the_same_points(game: str, playouts: int) -> None:
    match = random_match(2, 7, 70, game)
    expected = heat(match, playouts=playouts)
    twins = 0
    for world in range(3):
        twin = donjon.load(match.record())
        rules.redeal(twin.state, match.waiting[0], rng.new("world", world))
        twins += twin.state.tobytes() != copy(match.state).tobytes()
        assert heat(twin, playouts=playouts) == expected
    assert twins > 0


def test_who_owes_no_decision_has_no_places() -> None:
    match = random_match(2, 5, 30)
    with pytest.raises(donjon.NotYourTurn):
        heat(match, 1 - match.waiting[0], playouts=0)
    with pytest.raises(donjon.GameOver):
        heat(random_match(2, 5, 10_000), playouts=0)
    with pytest.raises(donjon.NotYourTurn):
        heat(donjon.new("kingdom-builder", players=2, seed=1, nature="imposed"), playouts=0)
