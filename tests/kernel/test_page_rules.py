"""The rules that pages call give the same results interpreted and compiled."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from donjon.kernel import page_rules
from donjon.kernel.games import games
from donjon.kernel.page_rules import PageRule, array_of
from donjon.play.match import Match


@pytest.fixture
def interpreted_again() -> Iterator[None]:
    """Other tests see page rules as they are without a server."""
    yield
    run_interpreted()


def run_interpreted() -> None:
    for rule in page_rules._rules:
        rule._run = rule.interpreted


def pages_of(name: str, players: int) -> list[str]:
    """What the rules say to every viewer at every decision of a random game, as JSON."""
    game, chance = games[name], random.Random(players)
    match = Match(game, game.read_options(players, {}), seed="pages")
    pages = []
    while True:
        pages += [json.dumps(game.view(match.state, seat)) for seat in (*range(players), None)]
        if match.over:
            return pages
        seat = match.waiting[0]
        legal = match.legal_actions(seat)
        if game.worth is not None:
            pages.append(json.dumps(game.worth(match.state, seat, legal)))
        match.play(chance.choice(legal), seat=seat)


@pytest.mark.usefixtures("interpreted_again")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", ["kingdom-builder", "ys"])
def test_pages_are_the_same_compiled(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled during a call: all arguments are of the types of the example."""
    assert games[name]
    run_interpreted()
    before = pages_of(name, players)
    page_rules.load_all()

    from numba.core.dispatcher import Dispatcher

    def refuse(_self: Any, *args: Any) -> None:
        raise AssertionError(f"compiled for {[type(arg) for arg in args]}")

    monkeypatch.setattr(Dispatcher, "_compile_for_args", refuse)
    _forget_cached_views()
    assert pages_of(name, players) == before


def _forget_cached_views() -> None:
    """Views of positions that were cached before must not hide what compiled rules return."""
    from donjon.games.kingdom_builder import view

    view._gained.cache_clear()


def test_a_rule_runs_interpreted_until_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def double(states: Any, out: Any) -> None:
        out[0] = 2 * int(states[0].turn)

    compiled = lambda *args: seen.append(args)  # noqa: E731
    monkeypatch.setattr(page_rules, "entry", lambda _function: compiled)
    state = games["kingdom-builder"].blank()
    rule = PageRule(double, lambda: (array_of(state), np.zeros(1, np.int64)))
    out = np.zeros(1, np.int64)
    state.turn = 3
    rule(array_of(state), out)
    assert (out[0], seen) == (6, [])
    rule.load()
    rule(array_of(state), out)
    assert len(seen) == 2  # the example, and this call


def test_an_array_of_a_state_is_a_copy() -> None:
    state = games["ys"].blank()
    array_of(state)["round"] = 4
    assert state.round == 0
