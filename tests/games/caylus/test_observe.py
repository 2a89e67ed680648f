"""The position of Caylus as numbers for a learner: complete, equal for equal positions, seen from a seat."""

import numpy as np
import pytest

from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from donjon.kernel.rules import NOBODY
from tests.games.caylus.rating import decisions
from tests.games.caylus.stage import GAME, Stage


def seen(stage: Stage, seat: int = 0) -> np.ndarray:
    out = np.full(GAME.OBSERVATION, np.nan, np.float32)
    rules.observe(stage.match.state, seat, out)
    return out


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_number_is_filled_and_small_and_every_decision_is_seen(players: int) -> None:
    before: list[np.ndarray] = [np.zeros(GAME.OBSERVATION)] * players
    for match in decisions(players, 5):
        for seat in range(players):
            now = seen(Stage(match), seat)
            assert np.isfinite(now).all()
            assert np.abs(now).max() <= 5
            assert (now != before[seat]).any()
            before[seat] = now


def test_equal_positions_look_equal() -> None:
    for number, match in enumerate(decisions(3, 6)):
        if number % 20 == 0:
            stage = Stage(match)
            assert (seen(stage, 1) == seen(stage.twin(), 1)).all()


@pytest.mark.parametrize(
    "change",
    [
        {"provost": 8},
        {"bailiff": 8},
        {"round": 3, "bailiff": 8},
        {"scored": 1},
        {"road": {9: ("mason", 1)}},
        {"road": {9: ("mason", 2)}},
        {"road": {1: ("farm_neutral", None, 1)}, "workers": {0: ["road 1"]}},
        {"castle": {"dungeon": [2]}},
        {"workers": {1: ["castle 1"]}},
        {"workers": {1: ["inn left"]}},
        {"workers": {1: ["inn right"]}},
        {"workers": {2: ["stables 1"]}},
        {"workers": {2: ["road 8"]}},
        {"hold": {2: {"deniers": 9}}},
        {"hold": {2: {"cubes": "G"}}},
        {"hold": {2: {"vp": 4}}},
        {"hold": {2: {"columns": {"build": 2}}}},
        {"favours": "simplified"},
        {"tile_values": "revised"},
    ],
)
def test_all_that_matters_is_seen(change: dict[str, object]) -> None:
    """CAY-3.3: from every seat."""
    plain = Stage.at(4, bailiff=8) if "round" in change else Stage.at(4)
    changed = Stage.at(4, **change)
    for seat in range(4):
        assert (seen(plain, seat) != seen(changed, seat)).any()


def test_the_viewer_comes_first_then_the_others_by_seat() -> None:
    stage = Stage.at(4, turn_order=[2, 0, 3, 1], hold={seat: {"vp": 10 + seat} for seat in range(4)})
    numbers = seen(stage, 3)
    assert np.allclose(numbers[GAME.observed["seats.vp"].range], [0.13, 0.10, 0.11, 0.12, 0])
    order = numbers[GAME.observed["order"].range].reshape(5, 5)
    assert [int(row.argmax()) for row in order[:4]] == [2, 1, 3, 0]


def test_a_spectator_sees_the_table_from_seat_0() -> None:
    stage = Stage.at(3, workers={1: ["road 2"]})
    assert (seen(stage, NOBODY) == seen(stage, 0)).all()
    assert (seen(stage, 1) != seen(stage, 0)).any()


def test_nothing_is_hidden_so_that_nothing_is_dealt_afresh() -> None:
    """CAY-3.3."""
    stage = Stage.at(3)
    twin = copy(stage.match.state)
    rules.redeal(twin, 1, rng.new("world", 1))
    assert twin.tobytes() == stage.match.state.tobytes()
