"""Undo, records, positions; and that all who look at the table see the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from donjon import Match
from donjon.kernel import NOBODY, copy, rng, rules
from tests.games.caylus.random_play import GAMES, begin, choose
from tests.games.caylus.stage import GAME


def played(players: int, seed: int, share: float) -> Iterator[Match]:
    """A random match, handed out at this share of its moments and at its end."""
    match, random, moments = begin(players, seed), Random(seed), Random(7)
    while not match.over:
        if moments.random() < share:
            yield match
        match.play(choose(match, random))
    yield match


def actions_of(record: str) -> str:
    """A record without its head."""
    return record.partition("\n\n")[2]


@pytest.mark.parametrize(("players", "seed"), GAMES[2::3])
def test_everybody_sees_the_same(players: int, seed: int) -> None:
    """CAY-3.3: views differ in who looks and what it would cost them; a redeal changes nothing."""
    numbers, same = np.zeros((2, GAME.OBSERVATION), np.float32)
    for match in played(players, seed, 0.06):
        shown = []
        for seat in (None, *range(players)):
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert view.pop("seat") == seat
            shown.append({**view, "forecast": shared(view["forecast"])})
            assert actions_of(match.record(seat)) == actions_of(match.record())
        assert all(view == shown[0] for view in shown)
        for seat in (*range(players), NOBODY):
            twin = copy(match.state)
            rules.redeal(twin, seat, rng.new(3, seat + 1))
            assert twin.tobytes() == match.state.tobytes()
            rules.observe(match.state, seat, numbers)
            rules.observe(twin, seat, same)
            assert same.tobytes() == numbers.tobytes()
        assert all(event.seen_by(None) == event for event in match.events)


def shared(forecast: dict) -> dict:
    """What of the forecast does not depend on the viewer's purse."""
    rows = [{name: row[name] for name in row if name != "cost"} for row in forecast["rows"]]
    return {**{name: forecast[name] for name in forecast if name not in ("mine", "rows")}, "rows": rows}
