"""Learning from one game: what is remembered of it, and how values move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import Game
from donjon.bots import net
from donjon.bots.plan import GREEDY, PLAN
from donjon.bots.workspace import Workspace, new_workspace
from donjon.kernel import playout, rng, rules
from donjon.lab.training import self_play
from donjon.lab.training.self_play import Memory
from tests.bots.positions import random_match
from tests.toy.installing import install, installed_here

GAME = donjon.games["ys"]
NET = 1


def workspace(game: Game = GAME) -> Workspace:
    weights = 0.03 * np.random.RandomState(1).standard_normal(net.no_weights(game, 2).shape)
    return new_workspace(game, net.new_net(game, weights.astype(np.float32), (2, 3)))


def remembered(used: Workspace, *actions: int) -> tuple[Memory, int]:
    """What both seats saw after so many actions of a game."""
    memory, seen = self_play.new_memory(), 0
    for count in actions:
        state = random_match(2, 4, count, "ys").state
        for seat in range(2):
            seen = self_play.remember(state, seat, seen, NET, used.net, memory)
    return memory, seen


def value(position: int, used: Workspace, memory: Memory) -> float:
    """What the net says by now of a remembered position."""
    first, last = memory.starts[position], memory.starts[position + 1]
    used.net.observation[:] = 0
    for index in range(first, last):
        used.net.observation[memory.places[index]] = memory.numbers[index]
    return float(memory.hand[position]) + net.run(used.net, used.net.weights[0])


def test_what_a_seat_saw_is_remembered() -> None:
    used = workspace()
    memory, seen = remembered(used, 10, 40)
    assert seen == 4
    assert list(memory.seats[:4]) == [0, 1, 0, 1]
    state = random_match(2, 4, 40, "ys").state
    for position, seat in ((2, 0), (3, 1)):
        ahead = net.ahead_of_others(state, seat)
        assert float(memory.hand[position]) == pytest.approx(ahead / net.POINTS)
        whole = (ahead + net.correction(state, seat, NET, used.net)) / net.POINTS
        assert float(memory.values[position]) == pytest.approx(whole)
        assert value(position, used, memory) == pytest.approx(whole)


def test_a_value_loses_so_much_of_the_distance_to_its_target() -> None:
    used = workspace()
    memory, _ = remembered(used, 40)
    off = []
    for _ in range(30):
        off.append(abs(value(0, used, memory) - 0.5))
        self_play.move_towards(0.5, 0, 0.05, used.net.weights[0], used.net.hidden, memory)
    assert [later / before for before, later in pairwise(off)] == pytest.approx([0.95] * 29, abs=0.01)


def test_all_weights_move_along_the_gradient() -> None:
    """As found by trying: what each weight changes the value by is in proportion to how much it moves."""
    used = workspace()
    memory, _ = remembered(used, 40)
    weights = used.net.weights[0]
    before, old, tiny, inputs = value(0, used, memory), weights.copy(), 1e-2, GAME.OBSERVATION
    rows = [int(memory.places[index]) for index in range(memory.starts[0], memory.starts[1])]
    tried = [
        (row, unit) for row in [*rows[::9], inputs + net.BIASES, inputs + net.COUNTS] for unit in (0, 7, 30)
    ]
    slopes = {}
    for place in [*tried, (inputs + net.BIAS, 0)]:
        weights[place] = old[place] + tiny
        slopes[place] = (value(0, used, memory) - before) / tiny
        weights[place] = old[place]
    self_play.move_towards(before + 0.5, 0, 0.01, weights, used.net.hidden, memory)
    moved = weights[inputs + net.BIAS, 0] - old[inputs + net.BIAS, 0]
    for place, slope in slopes.items():
        assert weights[place] - old[place] == pytest.approx(moved * slope, abs=2e-5), place
    untouched = [row for row in range(inputs) if row not in rows]
    assert np.array_equal(weights[untouched], old[untouched])


@pytest.mark.parametrize("trace", [0.0, 0.8, 1.0])
def test_the_targets_are_those_of_td_lambda(trace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    used = workspace()
    memory, seen = remembered(used, 10, 20, 30)
    targets: dict[int, float] = {}
    monkeypatch.setattr(
        self_play, "move_towards", lambda target, position, *_rest: targets.update({position: float(target)})
    )
    over = random_match(2, 4, 100_000, "ys").state
    self_play.learn_from(over, seen, 0.1, trace, used.net, memory)
    for seat in range(2):
        end = (int(rules.total(over, seat)) - int(rules.total(over, 1 - seat))) / net.POINTS
        values = [float(memory.values[position]) for position in range(seat, 6, 2)]
        last = end
        second = trace * last + (1 - trace) * values[2]
        first = trace * second + (1 - trace) * values[1]
        assert [targets[position] for position in range(seat, 6, 2)] == pytest.approx([first, second, last])


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with installed_here(install(tmp_path_factory.mktemp("toy"))) as game:
        yield game


def learn(used: Workspace, game: Game, games: int, rate: float, first: int = 0) -> Any:
    """Learn from games of the toy, which are short; what values were wrong by in each."""
    start = playout.start_states(game, 2, {})
    plans = np.zeros(2, PLAN)
    plans["kind"], plans["net"], plans["blind"] = GREEDY, (1, 2), 60
    luck, chance = np.array([rng.new("luck")], rng.RNG), np.array([rng.new("deals")], rng.RNG)
    errors = np.zeros(games)
    memory = self_play.new_memory()
    self_play.learn.interpreted(  # type: ignore[attr-defined]
        start,
        start.copy(),
        first,
        games,
        plans,
        luck,
        chance,
        np.full(games, rate),
        0.9,
        used,
        memory,
        errors,
    )
    return errors


def test_only_the_first_net_learns_and_games_hang_on_their_number_alone(toy: Game) -> None:
    together, apart = workspace(toy), workspace(toy)
    before = together.net.weights.copy()
    errors = learn(together, toy, 2, 0.01)
    assert np.array_equal(together.net.weights[1], before[1])
    assert not np.array_equal(together.net.weights[0], before[0])
    assert list(errors) == [*learn(apart, toy, 1, 0.01), *learn(apart, toy, 1, 0.01, first=1)]
    assert np.array_equal(together.net.weights, apart.net.weights)


def test_what_there_is_no_room_for_is_not_learned_from() -> None:
    used = workspace()
    memory, seen = remembered(used, 10)
    cramped = memory._replace(seats=memory.seats[:2])
    state = random_match(2, 4, 20, "ys").state
    assert self_play.remember(state, 0, seen, NET, used.net, cramped) == seen
