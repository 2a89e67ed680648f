"""Whole decisions wherever they are made, games played to their end, and no seat better off than others."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import donjon
from bench.seats import Seats, beginning, row
from donjon.bots import Bot, choose, plan, running
from donjon.bots.choosing import decide_once
from donjon.bots.ladder import levels
from donjon.bots.running import FRESH, OUTLOOK, TO_THE_END
from donjon.bots.workspace import ENDS, LONGEST, Workspace, new_workspace
from donjon.games.ys.placing import VALUE
from donjon.kernel import playout, rng, rules
from donjon.play.match import Match
from tests.bots.positions import random_match


def played_out(match: Match, options: list[int], times: int, interpreted: bool = False) -> Workspace:
    """The workspace after a small search, and games played to the end from some of its options."""
    seat, workspace = match.waiting[0], new_workspace(match.game)
    said: Any = Bot("", plan.TREE, playouts=8).plan(match.game)
    asked = (match.game, match.state, seat, said, rng.new("outlook"), workspace, interpreted)
    decide_once(*asked)
    workspace.alive[: len(options)] = options
    workspace.tried[options] = FRESH
    said.kind, said.ahead, said.breadth, said.playouts = OUTLOOK, TO_THE_END, len(options), times
    decide_once(*asked)
    return workspace


@pytest.mark.parametrize("game", donjon.games)
def test_games_are_played_to_their_ends_in_turns(game: str) -> None:
    match = random_match(3, 4, 60, game)
    workspace = played_out(match, [1, 0], 3)
    totals = np.asarray(workspace.ends).sum(axis=2)
    assert totals[:6, :3].any(axis=1).all()
    assert not totals[6:].any()
    assert not totals[:, 3:].any()
    for points, ranks in zip(totals[:6, :3], np.asarray(workspace.ranks)[:6, :3], strict=True):
        assert points[ranks == 1].min() == points.max()
    assert [int(workspace.tried[option]) for option in (0, 1)] == [FRESH + 3, FRESH + 3]


@pytest.mark.parametrize("game", donjon.games)
def test_interpreted_and_compiled_games_end_alike(game: str) -> None:
    match = random_match(2, 4, 60, game)
    one, other = (played_out(match, [0, 1], 2, interpreted) for interpreted in (False, True))
    assert np.array_equal(one.ends, other.ends)
    assert np.array_equal(one.ranks, other.ranks)


def test_no_more_is_noted_than_there_is_room_for() -> None:
    match = random_match(2, 1, 10_000, "kingdom-builder")
    match.undo(anyway=True)
    workspace = played_out(match, [0], ENDS + 5)
    assert int(workspace.tried[0]) == FRESH + ENDS


RANDOM = Bot("random", plan.RANDOM)
GAMES = [(name, players) for name in donjon.games for players in donjon.games[name].seats]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_random_choice_is_a_whole_decision_all_through_a_game(name: str, players: int) -> None:
    """In one game of whole random decisions every choice is one; and some are made of several actions."""
    match = donjon.new(name, players=players, seed=5)
    longest, number = 1, 0
    while not match.over:
        seat = match.waiting[0]
        chosen = choose(match.game, match.state, seat, RANDOM, number, interpreted=True)
        for index, action in enumerate(chosen, start=1):
            match.play(action, seat)
            assert bool(rules.decision_complete(match.state)) == (index == len(chosen))
        longest = max(longest, len(chosen))
        number += 1
    # Caylus seldom asks for more than one action.
    assert longest > 1 or name == "caylus"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_no_decision_is_longer_than_a_desk(name: str, players: int) -> None:
    """Bots look LONGEST actions ahead: a longer decision would be cut off in the middle."""
    for seed in range(3):
        chance = Random(seed)
        match = donjon.new(name, players=players, seed=seed)
        length = 0
        while not match.over:
            match.play(chance.choice(match.legal_actions()))
            length = 0 if rules.decision_complete(match.state) else length + 1
            assert length < LONGEST


def test_every_action_of_a_random_decision_is_drawn() -> None:
    """Not only the first: all the brokers that can go to the place come, too."""
    match = donjon.new("ys", players=2, seed=3)
    while match.view()["phase"] != "place":
        match.play(match.legal_actions()[0], seat=match.waiting[0])
    seat = match.waiting[0]
    chosen = [choose(match.game, match.state, seat, RANDOM, seed, interpreted=True) for seed in range(60)]
    assert {len(one) for one in chosen} <= {1, 2}  # a neutral broker needs no choice of its value
    assert len({one[0] for one in chosen}) > 20
    values = set(match.view(seat)["players"][seat]["screen"])
    assert {one[1] - VALUE.first for one in chosen if len(one) > 1} == values


def test_a_game_of_random_bots_is_played_on_by_whole_decisions() -> None:
    """`play_on` counts decisions, not actions, for a random bot as for any other."""
    game = donjon.games["ys"]
    match = donjon.new("ys", players=2, seed=3)
    states = np.zeros(1, game.STATE)
    states[0] = match.state
    plans = np.array([RANDOM.plan(game)] * 2, plan.PLAN)
    log = np.zeros(100, np.int64)
    luck = np.array([rng.new("luck")], rng.RNG)
    play = running.play_on.interpreted  # type: ignore[attr-defined]
    played = play(states, plans, luck, luck.copy(), 12, log, new_workspace(game))
    assert played > 12
    assert rules.decision_complete(states[0])


DEALS = 40
# In standard errors. The games are the same each time, so that luck cannot fail it now and then.
SURE = 4.5
QUICK = ("beginner", "greedy")
PLAYED = [
    (game.name, players, bot) for game in donjon.games.values() for players in game.seats for bot in QUICK
]


@pytest.mark.parametrize(("game", "players", "bot"), PLAYED)
def test_no_seat_fares_better_than_another(game: str, players: int, bot: str) -> None:
    found = Seats.played(donjon.games[game], players, bot, DEALS)
    assert found.shares.shape == found.points.shape == (DEALS, players)
    for values in (found.shares, found.points):
        ahead = values - values.mean(axis=1, keepdims=True)
        error = ahead.std(axis=0, ddof=1) / DEALS**0.5
        assert (np.abs(ahead.mean(axis=0)) <= SURE * error).all(), row(bot, found)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", donjon.games)
def test_each_seat_begins_at_each_place_once(game: str, players: int) -> None:
    kind = donjon.games[game]
    starts = [
        playout.start_states(kind, players, beginning(kind, players, first)) for first in range(players)
    ]
    assert len({start.tobytes() for start in starts}) == players


def test_a_seat_that_is_favoured_is_seen_by_seat_and_by_place() -> None:
    """Of two deals the seat 1 wins all of the first, and who begins all of the second."""
    shares = np.array([[[0.0, 1.0], [1.0, 0.0]], [[0.0, 1.0], [0.0, 1.0]]])
    found = Seats.of(shares, 10 * shares)
    assert found.shares.tolist() == [[0, 1], [0.5, 0.5]]
    assert found.place_shares.tolist() == [[0.5, 0.5], [1, 0]]
    assert found.place_points.tolist() == [[5, 5], [10, 0]]
    assert row("greedy", found).startswith("| greedy | 2 | 4 | 25.0, 75.0 | ±")
    assert {level.key for level in levels()} >= set(QUICK)
