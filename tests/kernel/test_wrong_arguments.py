"""An argument of a wrong type or size is refused with a sentence that names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import BadOption, BadPosition, DonjonError, UnknownGame
from donjon.kernel import from_bytes, playout, rules
from donjon.kernel.games import games
from donjon.lab import arena

GAMES = list(games)
ODD: list[Any] = [None, True, -1, 1.5, "ys", b"x", [1], {"a": 1}, object(), len, np.zeros(2)]


def grid(name: str) -> np.ndarray:
    return np.zeros((2, len(games[name].SOURCES)), np.int32)


def start(name: str) -> Any:
    return donjon.new(name, players=2, seed=1).state


@pytest.mark.parametrize("name", GAMES)
def test_an_array_that_is_too_short_is_named(name: str) -> None:
    game, state = games[name], start(name)
    actions, numbers = np.zeros(game.ACTIONS, np.uint8), np.zeros(game.ACTIONS, np.float32)
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: rules.legal(state, 0, actions[:-1]), f"mask is an array of {game.ACTIONS} numbers"),
        (lambda: rules.legal(state, 0, None), f"mask is an array of {game.ACTIONS} numbers"),  # type: ignore[arg-type]
        (lambda: rules.chances(state, actions[:5]), f"weights is an array of {game.ACTIONS} numbers"),
        (lambda: rules.observe(state, 0, numbers[:5]), f"out is an array of {game.OBSERVATION} numbers"),
        (lambda: rules.points(state, grid(name)[:1]), f"out is an array of 2 by {len(game.SOURCES)} numbers"),
        (lambda: rules.points(state, grid(name)[0]), f"out is an array of 2 by {len(game.SOURCES)} numbers"),
        (lambda: rules.rollout_score(state, 0, actions, numbers[1:]), f"out is an array of {game.ACTIONS} n"),
        (
            lambda: rules.rollout_score(state, 0, actions[1:], numbers),
            f"mask is an array of {game.ACTIONS} n",
        ),
    ]
    for call, says in wrong:
        with pytest.raises(DonjonError) as refused:
            call()
        assert str(refused.value).startswith(says)


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_position_is_refused(odd: Any) -> None:
    calls = (rules.over, rules.waiting, rules.ranking, rules.seats_waiting, rules.points_by_source)
    for call in (*calls, lambda state: rules.total(state, 0), lambda state: rules.forbids(state, 0, 0)):
        with pytest.raises(BadPosition, match=r"^Give a position as match.state, a record of a game's STATE"):
            call(odd)


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_game_is_refused(odd: Any) -> None:
    calls: list[Callable[[Any], object]] = [
        lambda game: playout.random_results(game, 2, 10, 1),
        lambda game: playout.start_states(game, 2),
        lambda game: playout.signature(game, 2, 1),
        lambda game: playout.perft(game, 2, 1),
        lambda game: from_bytes(game, b"x"),
    ]
    for call in calls:
        with pytest.raises(UnknownGame, match=r" isn't a game. Give match.game, or one of donjon.games\.$"):
            call(odd)
    assert "ys" in games
    if not isinstance(odd, str):
        assert odd not in games
        with pytest.raises(UnknownGame, match=r"^There is no game named "):
            games[odd]


@pytest.mark.parametrize("odd", [odd for odd in ODD if odd is not True])
def test_an_amount_that_is_none_is_refused(odd: Any) -> None:
    ys = games["ys"]
    calls: list[Callable[[], object]] = [
        lambda: playout.random_results(ys, odd, 1, 1),
        lambda: playout.random_results(ys, 2, odd, 1),
        lambda: playout.random_results(ys, 2, 1, 1, odd),
        lambda: playout.signature(ys, 2, odd),
        lambda: playout.perft(ys, 2, odd),
        lambda: donjon.new("ys", 2, nature=odd),
        lambda: arena.simulate("ys", odd, 1),
        lambda: arena.simulate("ys", 2, odd),
    ]
    for call in calls:
        with pytest.raises(BadOption) as refused:
            call()
        assert str(refused.value).endswith(".")


@pytest.mark.parametrize("odd", [odd for odd in ODD if not isinstance(odd, str)])
def test_a_bot_of_the_arena_is_a_name(odd: Any) -> None:
    for bots in ([odd], ["greedy", odd]):
        with pytest.raises(BadOption, match=r"^Give a bot of the arena by name, such as 'greedy' "):
            arena.simulate("ys", 2, 1, bots=bots)
        with pytest.raises(BadOption, match=r"^Give a bot of the arena by name, such as 'greedy' "):
            arena.Settings("ys", 2, (*bots, "random")).check()
    if not isinstance(odd, (list, bytes)):
        with pytest.raises(BadOption, match=r"^Give the bots as a list of names"):
            arena.simulate("ys", 2, 1, bots=odd)
        with pytest.raises(BadOption, match=r"^Give the bots as a list of names"):
            arena.Settings("ys", 2, odd).check()
    with pytest.raises(DonjonError):
        arena.simulate(odd, 2, 1)


def test_the_events_of_what_is_no_number_are_not_there() -> None:
    match = donjon.new("ys", players=2, seed=1)
    for odd in ODD:
        if odd is not True:
            with pytest.raises(IndexError, match=r"^There is no action "):
                match.events_of(odd)
