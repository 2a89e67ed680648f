"""What stands, and what may be taken back: never anything after which somebody knows more than before."""

from __future__ import annotations

import random
from typing import Any

import pytest

import donjon
from donjon.kernel import NATURE, rules
from donjon.play.history import stands
from tests.games.ys.stage import VARIANTS

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


@pytest.mark.parametrize("name", donjon.games)
def test_every_position_can_be_had_again_whatever_was_taken_back(name: str) -> None:
    chance, match = random.Random(name), donjon.new(name, players=2, seed="taken back")
    passed = [match.state_at(number).tobytes() for number in range(len(match.moves) + 1)]
    for _ in range(60):
        undone = list[bytes]()
        if chance.random() < 0.2 and match.undo(anyway=True):
            passed, undone = passed[: len(match.moves) + 1], passed[len(match.moves) + 1 :]
        if undone and chance.random() < 0.5:
            assert match.redo()
            passed += undone
        elif not match.over:
            first = len(match.moves)
            seat = match.waiting[0]
            match.play(chance.choice(match.legal_actions(seat)), seat)
            passed += [_replayed(match, number) for number in range(first + 1, len(match.moves) + 1)]
        assert passed[-1] == match.state.tobytes()
        assert [match.state_at(number).tobytes() for number in range(len(passed))] == passed


def _replayed(match: donjon.Match, number: int) -> bytes:
    """The position after so many moves, played anew from the beginning."""
    state = match.beginning()
    for move in match.moves[:number]:
        rules.apply(state, move.seat, move.action, None)
    return bytes(state.tobytes())
