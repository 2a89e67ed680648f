"""The guess of what a position of Caylus is worth: the points at the end, sensible before."""

import math

import numpy as np
import pytest

import donjon
from donjon.bots import choose
from donjon.games.caylus.bots import holdings as values
from donjon.games.caylus.bots.holdings import ESTIMATE_POLICY
from donjon.kernel import rules
from tests.games.caylus.rating import decisions, worth
from tests.games.caylus.stage import NAME, Stage


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_is_finite_on_the_way_and_the_points_at_the_end(players: int) -> None:
    """CAY-12.2 to CAY-12.4: the final count is over."""
    for match in decisions(players, 3):
        before = match.state.tobytes()
        guesses = [rules.estimate(match.state, seat) for seat in range(players)]
        assert all(math.isfinite(guess) for guess in guesses)
        assert match.state.tobytes() == before
    assert guesses == [rules.total(match.state, seat) for seat in range(players)]


def test_what_is_held_shrinks_to_the_final_count() -> None:
    """CAY-12.2 to CAY-12.4."""
    stage = Stage.at(2, hold={0: {"cubes": "FFFWWSSCGG", "deniers": 11}})
    held = [
        values.holdings(stage.match.state, 0, live, ESTIMATE_POLICY[0])
        for live in (1.0, 0.75, 0.5, 0.25, 0.0)
    ]
    assert held == sorted(held, reverse=True)
    assert held[-1] == 2 * 3 + 8 // 3 + 11 // 4


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ({"cubes": "FW"}, {"cubes": "FWS"}),
        ({"cubes": "FWC"}, {"cubes": "FWG"}),
        ({"deniers": 3}, {"deniers": 4}),
        ({"vp": 5}, {"vp": 6}),
        ({"columns": {"vp": 1}}, {"columns": {"vp": 2}}),
    ],
)
def test_more_is_worth_more(less: dict[str, object], more: dict[str, object]) -> None:
    assert worth(Stage.at(3, hold={0: more})) > worth(Stage.at(3, hold={0: less}))


def test_tiles_and_residences_are_worth_something_while_rounds_are_left() -> None:
    """CAY-4.2, CAY-5.5.1."""
    for tile in ("mason", "park", "residence", "hotel"):
        own, others = {9: (tile, 0)}, {9: (tile, 1)}
        assert worth(Stage.at(2, road=own)) > worth(Stage.at(2, road=others))


def test_a_worker_is_worth_more_where_its_building_will_run() -> None:
    """CAY-8.1.1."""
    near = Stage.at(2, workers={0: ["road 3"]})
    home = Stage.at(2)
    far = Stage.at(2, workers={0: ["road 16"]})
    assert worth(near) > worth(far)
    assert worth(near) > worth(home)


def test_houses_are_worth_more_than_the_threatening_loss() -> None:
    """CAY-10.3.2."""
    built = [worth(Stage.at(2, bailiff=11, castle={"dungeon": [0] * count})) for count in range(3)]
    assert built == sorted(built)
    threatened = worth(Stage.at(2, bailiff=11)) - worth(Stage.at(2, bailiff=7))
    assert threatened < 0


def test_the_first_place_in_turn_order_is_worth_something() -> None:
    """CAY-6.6.1."""
    first, last = Stage.at(4, turn_order=[0, 1, 2, 3]), Stage.at(4, turn_order=[1, 2, 3, 0])
    held = {0: {"deniers": 6}}
    first, last = (Stage.at(4, hold=held, turn_order=stage.order) for stage in (first, last))
    assert worth(first) > worth(last)


def test_the_last_round_is_known() -> None:
    """CAY-10.1.1, CAY-10.2.1."""
    last = Stage.at(2, bailiff=22, provost=23, scored=2)
    slower = Stage.at(2, bailiff=22, provost=22, scored=2)
    assert values.rounds_left(last.match.state) == 0
    assert values.rounds_left(slower.match.state) > 0


def test_greedy_players_build_and_use_the_castle() -> None:
    """CAY-8.3.6, CAY-9.4: a game between them is one that people would recognise."""
    match = donjon.new(NAME, players=2, seed=4)
    while not match.over:
        seat = match.waiting[0]
        for action in choose(match.game, match.state, seat, "greedy", len(match.moves), interpreted=True):
            match.play(action, seat)
    found = np.zeros((2, len(match.game.SOURCES)), np.int32)
    rules.points(match.state, found)
    by_source = dict(zip(match.game.SOURCES, found.sum(axis=0), strict=True))
    assert by_source["buildings"] > 0
    assert by_source["castle"] > 0
    assert found.sum(axis=1).min() >= 30
