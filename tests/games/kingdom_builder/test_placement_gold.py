"""The gold that hexes promise, held against the rules' own counting."""

import random
from typing import Any

import pytest

import donjon
from donjon.games.kingdom_builder import GAME, scoring
from donjon.games.kingdom_builder.board import MOST, gold_on
from donjon.games.kingdom_builder.building import put
from donjon.games.kingdom_builder.model import Card
from donjon.kernel.game import copy

SETS = (
    ["fishermen", "merchants", "discoverers"],
    ["hermits", "citizens", "miners"],
    ["workers", "knights", "lords"],
    ["farmers", "merchants", "hermits"],
)
MOVING = ["harbor", "paddock", "barn", "tavern"]  # sectors whose tokens move settlements, and one that builds


def counted(state: Any, action: int) -> int:
    """The gold of the seat to move after it has built on a hex, or put its settlement down there."""
    seat, after = int(state.actor), copy(state)
    GAME.apply(after, seat, action, None)
    return int(scoring.total(after, seat))


def at_rest(state: Any) -> int:
    """Its gold before, with what it has lifted back in its place."""
    if state.origin < 0:
        return int(scoring.total(state, int(state.actor)))
    rest = copy(state)
    put(rest, int(rest.actor), int(rest.lifted), int(rest.origin))
    return int(scoring.total(rest, int(rest.actor)))


@pytest.mark.parametrize("cards", SETS)
@pytest.mark.parametrize("players", [2, 4])
def test_every_promise_is_kept(cards: list[str], players: int) -> None:
    """For builds by card and by token, and for moves, all through a random game."""
    choose, tried = random.Random(players), random.Random(7)
    match = donjon.new("kingdom-builder", players=players, seed=players, cards=cards, sectors=MOVING)
    phases, told = set(), set()
    while not match.over:
        hexes = [action for action in match.legal_actions() if action < 400]
        tokens = [action for action in match.legal_actions() if 400 <= action < 408]
        phase = match.view(None)["phase"]
        phases.add(phase)
        found = gold_on(match.state, int(match.state.actor), hexes)
        if phase == "lift" or len(hexes) > MOST:
            assert found == {}
        elif hexes:
            before = at_rest(match.state)
            for hex in tried.sample(hexes, min(3, len(hexes))):
                assert found.get(hex, 0) == counted(match.state, hex) - before, (phase, hex)
                told.add(found.get(hex, 0))
        match.play(choose.choice(tokens or match.legal_actions()))
    assert len(told) > 1
    assert {"start", "mandatory", "target", "put"} <= phases


def test_every_card_is_told() -> None:
    assert {card for cards in SETS for card in cards} == set(Card.ids())
