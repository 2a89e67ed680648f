"""What a player of Kingdom Builder chooses with: tokens that are tapped, and the gold that hexes promise."""

from typing import Any

import pytest

import donjon
from donjon.games.kingdom_builder import GAME, drawing
from donjon.games.kingdom_builder.extra_actions import TOKEN
from donjon.games.kingdom_builder.model import Token


@pytest.fixture(scope="module")
def holding() -> Any:
    """A position in which the seat to move may use a token."""
    match = donjon.new("kingdom-builder", players=2, seed=3)
    while not any(action in TOKEN for action in match.legal_actions()):
        match.play(match.legal_actions()[-1])
    return match


def tappable(html: str) -> list[str]:
    return [part.partition('"')[0] for part in html.split('data-piece="')[1:]]


def test_tokens_are_tapped_in_the_hand_and_on_the_own_mat(holding: Any) -> None:
    """By their owner, as long as they may be used; those of others and used ones are not."""
    seat = holding.waiting[0]
    pieces = {
        GAME.actions.pieces(holding.state, action) for action in holding.legal_actions() if action >= 400
    }
    for part in (drawing.hand, drawing.seats):
        assert set(tappable(str(part(holding.view(seat))))) == pieces - {""}
        assert tappable(str(part(holding.view(None)))) == []
    view = holding.view(seat)
    for player in view["players"]:
        for token in player["tokens"]:
            token["state"] = "spent"
    assert tappable(str(drawing.hand(view))) == []


def test_each_token_is_a_piece_of_its_own_name(holding: Any) -> None:
    names = [GAME.actions.pieces(holding.state, TOKEN.action(token)) for token in Token]
    assert names == [f"token-{token.id}" for token in Token]
