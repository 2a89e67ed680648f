"""A search that grows a tree: what it counts, what it is worth to whom, what is drawn by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import donjon
from donjon.bots import Bot, choose, flat_search, running, tree_search
from donjon.bots.plan import PLAN, TREE
from donjon.bots.tree import new_tree
from donjon.bots.workspace import LONGEST, Workspace, new_workspace
from donjon.kernel import rng, rules
from donjon.kernel.bot_settings import SearchSettings
from donjon.kernel.decisions import complete_decisions
from donjon.kernel.game import copy
from donjon.play.match import Match
from tests.bots.positions import is_whole_decision, random_match

GAMES = list(donjon.games)
QUICK = SearchSettings(ahead=2)


def think(match: Match, playouts: int, grown: int = 0, workspace: Workspace | None = None) -> Workspace:
    """Think for the seat that is to decide; what it thought with, the decision in `path`."""
    used = workspace or new_workspace(match.game)
    plans = np.zeros(match.players, PLAN)
    plans[match.waiting[0]] = Bot("", TREE, playouts=playouts, settings=QUICK).plan(match.game)
    plans["grown"] = grown
    states = np.zeros(1, match.game.STATE)
    states[0] = copy(match.state)
    luck = np.array([rng.new("luck")], rng.RNG)
    running.play_on(states, plans, luck, luck.copy(), 1, np.zeros(LONGEST, np.int64), used)
    return used


def compared(workspace: Workspace) -> list[tuple[int, float]]:
    """Of all options how often they were tried, and the sum of what that was worth."""
    return [
        (int(workspace.tried[option]), float(workspace.sums[option])) for option in range(workspace.kept[0])
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_playout_tries_an_option_and_the_one_that_looks_best_most(game: str) -> None:
    """In positions taken together: where many look alike, the best is whichever was tried last."""
    best, equal_share = 0, 0.0
    for seed in range(4, 10):
        workspace = think(random_match(3, seed, 25, game), 40)
        if workspace.kept[0] == 1:  # a single decision is not searched
            continue
        assert workspace.made[0] == 40
        assert sum(times for times, _ in compared(workspace)) == 40
        options = range(int(workspace.kept[0]))
        tried = [option for option in options if workspace.tried[option]]
        assert len(tried) == min(len(options), flat_search.AT_LEAST, workspace.kept[0])
        best += int(workspace.tried[workspace.alive[0]])
        equal_share += 40 / len(tried)
    assert best > 1.1 * equal_share


@pytest.mark.parametrize("game", GAMES)
def test_thinking_on_is_as_good_as_thinking_at_once(game: str) -> None:
    match = random_match(2, 9, 31, game)
    at_once = think(match, 60)
    in_parts = think(match, 3)
    for grown, playouts in ((3, 4), (4, 31), (31, 60)):
        in_parts = think(match, playouts, grown, in_parts)
    assert compared(in_parts) == compared(at_once)
    assert list(in_parts.path) == list(at_once.path)
    assert list(in_parts.tree.used) == list(at_once.tree.used)


@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_trees_are_alike(game: str) -> None:
    bot = Bot("tiny", TREE, playouts=5, settings=QUICK)
    match = random_match(2, 4, 26, game)
    seat = match.waiting[0]
    compiled = choose(match.game, match.state, seat, bot, 3)
    assert choose(match.game, match.state, seat, bot, 3, interpreted=True) == compiled


def test_the_tree_grows_by_what_follows_the_decision() -> None:
    workspace = think(random_match(2, 4, 12, "ys"), 30)
    nodes, edges = workspace.tree.used
    chosen = sum(int(edge.chosen) for edge in workspace.tree.edges[:edges])
    assert nodes > flat_search.AT_LEAST
    assert chosen > 0


def test_a_tree_without_room_is_searched_on() -> None:
    match = random_match(2, 4, 12, "ys")
    cramped = new_workspace(match.game)._replace(tree=new_tree(3, 40))
    think(match, 60, 0, cramped)
    assert cramped.tree.used[0] == 3
    assert sum(times for times, _ in compared(cramped)) == 60
    assert int(cramped.path[0]) in match.legal_actions(match.waiting[0])


def test_what_can_only_be_played_is_not_searched() -> None:
    chance = Random("forced")
    match = donjon.new("ys", players=2, seed=1)
    while len(match.legal_actions(match.waiting[0])) > 1:
        match.play(chance.choice(match.legal_actions(match.waiting[0])), match.waiting[0])
    workspace = think(match, 50)
    assert workspace.made[0] == 0
    assert int(workspace.path[0]) == match.legal_actions(match.waiting[0])[0]


OTHERS = {
    "patient": SearchSettings(patience=3),
    "to the next round": SearchSettings(ahead=1, rests=True),
    "with chance": SearchSettings(remember_chance=True),
    "to the end": SearchSettings(ahead=10_000),
}


@pytest.mark.parametrize("settings", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_other_ways_to_search_decide_legally(game: str, settings: SearchSettings) -> None:
    for actions in (0, 45, 80):
        match = random_match(3, 8, actions, game)
        seat = match.waiting[0]
        chosen = choose(match.game, match.state, seat, Bot("", TREE, 40, settings=settings), 1)
        assert is_whole_decision(match, seat, chosen)


def test_being_ahead_is_worth_something_to_each_seat_and_winning_more() -> None:
    match = random_match(3, 5, 10_000, "caylus")
    assert match.over
    workspace = new_workspace(match.game)
    plan = Bot("", TREE, settings=SearchSettings(win=0.25)).plan(match.game)
    tree_search.weigh(match.state, plan, workspace.tree, workspace.net)
    totals = [int(rules.total(match.state, seat)) for seat in range(3)]
    values = [float(value) for value in workspace.tree.values[:3]]
    assert sorted(range(3), key=totals.__getitem__) == sorted(range(3), key=values.__getitem__)
    assert totals.count(max(totals)) == 1
    assert all((value >= 0.25) == (total == max(totals)) for value, total in zip(values, totals, strict=True))
    assert all(abs(value) <= 1.25 for value in values)


def test_secret_actions_are_mixed_and_open_ones_are_not() -> None:
    bot = Bot("", TREE, playouts=60, settings=QUICK)
    secret = donjon.new("ys", players=2, seed=2)
    bids = {tuple(choose(secret.game, secret.state, 0, bot, seed)) for seed in range(8)}
    assert len(bids) > 1
    workspace = think(secret, 40)
    assert workspace.secret[workspace.alive[0]]
    assert not think(donjon.new("caylus", players=2, seed=2), 40).secret.any()


def last_turns() -> Iterator[tuple[Any, int, list[int]]]:
    """The last decisions of random games of Kingdom Builder: the position, the seat, its leads after each."""
    for seed in range(20):
        match = donjon.new("kingdom-builder", players=2, seed=seed)
        while not match.over:
            before, seat = copy(match.state), match.waiting[0]
            for action in choose(match.game, match.state, seat, "random", len(match.moves)):
                match.play(action, seat)
        leads = []
        for decision in complete_decisions(before, seat):
            state = copy(before)
            for action in decision:
                rules.apply(state, seat, action, None)
            leads.append(int(rules.total(state, seat)) - int(rules.total(state, 1 - seat)))
        yield before, seat, leads


def test_the_last_turn_of_a_game_is_used_to_the_full() -> None:
    met = 0
    for state, seat, leads in last_turns():
        if len(leads) == 1:
            continue
        met += 1
        while not rules.over(state):
            for action in choose(donjon.games["kingdom-builder"], state, seat, "tree:200", 1):
                rules.apply(state, seat, action, None)
        assert int(rules.total(state, seat)) - int(rules.total(state, 1 - seat)) >= max(leads)
    assert met > 2


def options_of(*worths: float) -> Workspace:
    """A workspace with options that are worth so much at once, best first; none was tried."""
    workspace = new_workspace(donjon.games["ys"])
    workspace.kept[0] = len(worths)
    workspace.worth[: len(worths)] = worths
    workspace.alive[: len(worths)] = range(len(worths))
    return workspace


PLAN_OF_YS = Bot("", TREE, settings=SearchSettings(trust=8.0, doubt=0.0)).plan(donjon.games["ys"])


def test_each_option_is_tried_in_inverse_proportion_to_its_rank() -> None:
    workspace = options_of(4, 3, 2, 1)
    for _ in range(1000):
        workspace.tried[tree_search.next_option(4, workspace)] += 1
    assert [int(times) for times in workspace.tried[:4]] == pytest.approx([480, 240, 160, 120], abs=3)


def test_what_the_estimate_says_counts_less_and_less() -> None:
    """The second option looks worse at once; three playouts do not change that, fifty do."""
    workspace = options_of(6.0, 0.0)
    for times, first in ((3, 0), (50, 1)):
        workspace.tried[:2] = times
        workspace.sums[:2] = 0.3 * times, 0.5 * times
        workspace.made[0] = 2 * times
        tree_search.rank(2, PLAN_OF_YS, workspace)
        assert workspace.alive[0] == first


def test_more_options_are_compared_with_more_playouts() -> None:
    workspace = options_of(*range(30, 0, -1))
    counts = []
    for made in (0, 80, 1000):
        workspace.made[0] = made
        counts.append(tree_search.compared(PLAN_OF_YS, workspace))
    assert counts == [6, 10, 30]
    narrow = PLAN_OF_YS.copy()
    narrow["breadth"] = 8
    assert tree_search.compared(narrow, workspace) == 8


def test_chance_decides_only_between_secrets_about_equally_good() -> None:
    drawn: dict[int, set[int]] = {0: set(), 1: set()}
    for stream in range(40):
        for secret, found in drawn.items():
            workspace = options_of(1, 1, 1)
            workspace.secret[:3] = secret
            workspace.value[:3] = 0.5, 0.49, 0.1
            workspace.tried[:3] = 50
            workspace.rollout[0] = rng.new(stream)
            found.add(tree_search.decided(PLAN_OF_YS, workspace))
    assert drawn == {0: {0}, 1: {0, 1}}


def test_a_bot_that_wavers_draws_open_decisions_too_by_how_good_they_look() -> None:
    plan = PLAN_OF_YS.copy()
    plan["wavering"] = 3.0
    drawn = [0, 0, 0]
    for stream in range(200):
        workspace = options_of(1, 1, 1)
        workspace.value[:3] = 0.5, 0.3, -2.0
        workspace.tried[:3] = 50
        workspace.rollout[0] = rng.new(stream)
        drawn[tree_search.decided(plan, workspace)] += 1
    assert drawn[0] > drawn[1] > 20
    assert drawn[2] == 0


def test_a_playout_that_rests_goes_on_to_the_end_of_the_round() -> None:
    ended = set()
    for seed in range(12):
        match = random_match(2, seed, 40, "ys")
        workspace = new_workspace(match.game)
        for limit, rests in ((1, False), (1, True), (30, True)):
            state = copy(match.state)
            flat_search.play_out(state, workspace, limit, 0.3, rests)
            assert rules.at_rest(state) or rules.over(state) or not rests
            ended.add((limit, rests, int(state.round) - int(match.state.round)))
    assert {later for _, rests, later in ended if rests} >= {1}
    assert {later for _, rests, later in ended if not rests} == {0}


def test_a_game_without_rounds_of_its_own_is_at_rest_everywhere() -> None:
    match = random_match(2, 3, 30, "kingdom-builder")
    alike = [copy(match.state), copy(match.state)]
    for state, rests in zip(alike, (False, True), strict=True):
        flat_search.play_out(state, new_workspace(match.game), 5, 0.3, rests)
    assert alike[0] == alike[1]
