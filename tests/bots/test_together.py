"""A decision searched by several threads at once: one choice, of all that they have found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import donjon
from donjon.bots import Bot, choose, choosing, plan, together
from donjon.bots.workspace import new_workspace
from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from tests.bots.positions import is_whole_decision, random_match

GAMES = list(donjon.games)
TREE = Bot("tree", plan.TREE, playouts=60)


def found(name: str, threads: int, playouts: int = 60) -> tuple[list[Any], list[int], donjon.Match]:
    """The workspaces of so many searches at once, what they decide together, and the position."""
    match = random_match(3, 4, 25, name)
    game, state, seat = match.game, match.state, match.waiting[0]
    random, spaces = rng.new("together"), [new_workspace(game) for _ in range(threads)]
    asked = Bot("tree", plan.TREE, playouts=playouts).plan(game)

    def decide(part: Any, workspace: Any) -> list[int]:
        return choosing.decide_once(game, state, seat, part, random, workspace, False)

    return spaces, together.think(decide, decide, asked, spaces), match


@pytest.mark.parametrize("game", GAMES)
def test_what_all_have_found_counts(game: str) -> None:
    spaces, chosen, match = found(game, 3)
    first, *others = spaces
    kept = int(first.kept[0])
    assert kept > 1
    assert first.made[0] == first.tried[:kept].sum() == 60
    assert [int(other.made[0]) for other in others] == [20, 20]
    for other in others:
        assert (first.tried[:kept] >= other.tried[:kept]).all()
        assert np.array_equal(first.options[:kept], other.options[:kept])
    assert is_whole_decision(match, match.waiting[0], chosen)


@pytest.mark.parametrize("game", GAMES)
def test_each_has_luck_of_its_own(game: str) -> None:
    (_first, second, third), _chosen, _match = found(game, 3)
    kept = int(second.kept[0])
    assert not np.array_equal(second.sums[:kept], third.sums[:kept])


def test_together_they_compare_more_than_each_alone_would() -> None:
    (alone,), _chosen, _match = found("ys", 1, 80)
    (first, *_others), _chosen, _match = found("ys", 3, 240)
    compared = [int((space.tried[: space.kept[0]] > 0).sum()) for space in (alone, first)]
    assert compared[0] < compared[1]


def test_some_may_have_nothing_to_do() -> None:
    (first, *_others), chosen, match = found("caylus", 4, 2)
    assert first.made[0] == 2
    assert is_whole_decision(match, match.waiting[0], chosen)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_number_of_threads_gives_the_same_choice(game: str) -> None:
    match = random_match(3, 2, 40, game)
    seat = match.waiting[0]
    chosen = [choose(match.game, match.state, seat, TREE, 7, threads=3) for _ in range(3)]
    assert chosen[0] == chosen[1] == chosen[2]


@pytest.mark.parametrize("game", ["kingdom-builder", "ys"])
def test_twin_worlds_give_the_same_choice(game: str) -> None:
    twins = 0
    for actions in (3, 50, 90):
        match = random_match(3, 100 + actions, actions, game)
        seat = match.waiting[0]
        expected = choose(match.game, match.state, seat, TREE, "twin", threads=2)
        for world in range(3):
            twin = copy(match.state)
            rules.redeal(twin, seat, rng.new("world", world))
            twins += twin.tobytes() != match.state.tobytes()
            assert choose(match.game, twin, seat, TREE, "twin", threads=2) == expected
    assert twins > 0


def test_interpreted_and_compiled_choose_alike() -> None:
    match = random_match(2, 4, 25, "caylus")
    seat, few = match.waiting[0], Bot("tree", plan.TREE, playouts=6, breadth=2, depth=2)
    compiled = choose(match.game, match.state, seat, few, 3, threads=2)
    assert choose(match.game, match.state, seat, few, 3, interpreted=True, threads=2) == compiled


@pytest.mark.parametrize("bot", ["random", "greedy", "flat:30", "search:0.05s", "regular"])
def test_every_bot_can_be_asked_with_threads(bot: str) -> None:
    match = random_match(2, 6, 20, "ys")
    chosen = choose(match.game, match.state, match.waiting[0], bot, 1, threads=2)
    assert is_whole_decision(match, match.waiting[0], chosen)


def test_where_there_is_one_decision_nobody_searches() -> None:
    positions = (random_match(2, 6, actions) for actions in range(20))
    match = next(one for one in positions if not one.over and len(one.legal_actions(one.waiting[0])) == 1)
    only = match.legal_actions(match.waiting[0])
    assert choose(match.game, match.state, match.waiting[0], TREE, 1, threads=2) == only


@pytest.mark.parametrize("threads", [0, -1, 65, 1.5, "2", None])
def test_a_wrong_number_of_threads_is_refused(threads: Any) -> None:
    match = random_match(2, 6, 20, "ys")
    with pytest.raises(donjon.BadOption, match="threads is a whole number from 1 to 64"):
        choose(match.game, match.state, match.waiting[0], "greedy", 1, threads=threads)
