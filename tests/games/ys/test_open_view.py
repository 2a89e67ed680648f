"""The open view shows what the players themselves see, all at once."""

from __future__ import annotations

import random

import pytest

import donjon
from donjon.games.ys.view import open_view


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_that_somebody_knows_is_open(players: int) -> None:
    """YS-0.3, YS-9.3.5: own brokers by their owners; neutral ones by nobody."""
    chance = random.Random(players)
    match = donjon.new("ys", players=players, seed=players)
    for _ in range(70):
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
    seen = open_view(match.state)
    views = [match.view(seat) for seat in range(players)]
    for at, broker in enumerate(seen["brokers"]):
        known = {one["brokers"][at]["value"] for one in views} - {None}
        assert known == ({broker["value"]} - {None})
        assert (broker["value"] is None) <= broker["neutral"]
    for player in seen["players"]:
        assert player["screen"] == views[player["seat"]]["players"][player["seat"]]["screen"]
    assert match.view(None)["players"][0]["screen"] != seen["players"][0]["screen"]


def test_the_position_itself_is_left_alone() -> None:
    match = donjon.new("ys", players=3, seed=1)
    before = match.state.tobytes()
    open_view(match.state)
    assert match.state.tobytes() == before
