"""Matches, games and errors go to other processes and come back as they were."""

from __future__ import annotations

import copy
import importlib
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

import donjon
from donjon.errors import DonjonError
from donjon.kernel.message import Message

GAMES = list(donjon.games)
WITH_ERRORS = ("donjon.notation.follow", "donjon.rulebook.books", "donjon.bots.pool", "donjon.coach.pool")


def played(game: str) -> donjon.Match:
    match = donjon.new(game, players=3, seed=7)
    for _ in range(20):
        match.play(match.legal[-1])
    match.undo(anyway=True)
    return match


def played_on(match: donjon.Match) -> donjon.Match:
    match.redo()
    match.play(match.legal[0])
    return match


def refused(game: str) -> None:
    match = donjon.new(game, players=2, seed=1)
    legal = match.legal_actions()
    match.play(next(action for action in range(match.game.ACTIONS) if action not in legal))


def told(error: DonjonError) -> tuple[object, ...]:
    return type(error), str(error), error.args, vars(error)


def kinds(base: type[DonjonError] = DonjonError) -> Iterator[type[DonjonError]]:
    yield base
    for kind in base.__subclasses__():
        yield from kinds(kind)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
@pytest.mark.parametrize("game", GAMES)
def test_there_is_one_instance_of_a_game(game: str, again: Callable[[donjon.Game], donjon.Game]) -> None:
    assert again(donjon.games[game]) is donjon.games[game]


def test_a_game_that_is_not_registered_is_not_taken_for_the_one_that_is() -> None:
    with pytest.raises(pickle.PicklingError, match="caylus cannot be pickled"):
        pickle.dumps(replace(donjon.games["caylus"], title="Another"))


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_read_back_with_its_history(game: str) -> None:
    match = played(game)
    again = pickle.loads(pickle.dumps(match))
    assert again.game is match.game
    assert (again.record(), again.events) == (match.record(), match.events)
    assert played_on(again).record() == played_on(match).record()


def test_every_error_is_read_back_as_it_was() -> None:
    for module in WITH_ERRORS:
        importlib.import_module(module)
    found = list(kinds())
    assert len(found) > 15
    for kind in found:
        error = kind.__new__(kind, "A sentence.")
        vars(error).update(rule="KB-1", message=Message("A sentence about {what}.", what="braces {}"))
        assert told(pickle.loads(pickle.dumps(error))) == told(error)
        assert told(copy.deepcopy(error)) == told(error)


def test_processes_hand_back_matches_and_errors() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        for game in GAMES:
            there = processes.submit(played_on, played(game)).result()
            assert there.record() == played_on(played(game)).record()
            with pytest.raises(donjon.IllegalAction) as here:
                refused(game)
            error = processes.submit(refused, game).exception()
            assert isinstance(error, donjon.IllegalAction)
            assert (error.rule, str(error), error.message) == (
                here.value.rule,
                str(here.value),
                here.value.message,
            )
