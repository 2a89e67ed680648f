"""A decision searched by several threads at once: one choice, of all that they have found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import donjon
from donjon.bots import Bot, choose, choosing, parallel_search, plan
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

    return spaces, parallel_search.think(decide, asked, spaces, parallel_search.doubled(playouts)), match


@pytest.mark.parametrize("game", GAMES)
def test_what_all_have_found_counts(game: str) -> None:
    spaces, chosen, match = found(game, 3, 240)
    first, *others = spaces
    kept = int(first.kept[0])
    assert kept > 1
    tried = np.array(first.tried[:kept])
    assert 200 < first.made[0] == tried.sum() <= 240
    for number, other in enumerate(others, 1):
        own = [option for option in range(kept) if option % 6 in (number, 5 - number)]
        assert np.array_equal(first.sums[own], other.sums[own])
        assert np.array_equal(tried[own], other.tried[own])
        assert np.array_equal(first.options[:kept], other.options[:kept])
    assert is_whole_decision(match, match.waiting[0], chosen)


@pytest.mark.parametrize("game", GAMES)
def test_each_grows_the_tree_below_its_own_options(game: str) -> None:
    spaces, _chosen, _match = found(game, 3, 240)
    assert all(space.tree.used[0] > 10 for space in spaces if space.tried[: space.kept[0]].any())
    for number, space in enumerate(spaces[1:], 1):
        others = [option for option in range(int(space.kept[0])) if option % 6 not in (number, 5 - number)]
        assert not space.tried[others].any()


@pytest.mark.parametrize("game", GAMES)
def test_they_try_options_about_as_often_as_one_alone(game: str) -> None:
    (alone,), _chosen, _match = found(game, 1, 240)
    match = random_match(3, 4, 25, game)
    bot = Bot("tree", plan.TREE, playouts=240)
    choosing.choose(match.game, match.state, match.waiting[0], bot, 1)
    usual = choosing.workspace_of(match.game)
    kept = int(usual.kept[0])
    # The most tried third gets most of the playouts in both.
    shares = [np.sort(space.tried[:kept])[::-1][: (kept + 2) // 3].sum() / 240 for space in (alone, usual)]
    assert abs(shares[0] - shares[1]) < 0.15


def test_few_playouts_are_not_exceeded() -> None:
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
    with pytest.raises(donjon.BadOption, match="threads must be a whole number from 1 to 64"):
        choose(match.game, match.state, match.waiting[0], "greedy", 1, threads=threads)
