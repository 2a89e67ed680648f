"""Whole games are what the second telling makes of them, decision for decision and thing for thing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.caylus.retold import Tale

import donjon
from tests.caylus.random_play import begin, choose, wild
from tests.caylus.stage import KINDS

EVERYTHING = {
    *("place", "gate", "guild", "joust", "inn", "provost", "produce", "bonus", "build", "lawyer", "row"),
    *("favour_cubes", "favour_build", "sell", "buy", "trade", "exchange", "batch", "pay", "site", "swap_for"),
}


def compare(match: donjon.Match, tale: Tale) -> str:
    """All that lies on the table and in front of the players; returns what is decided."""
    said = match.position()
    for field in ("round", "provost", "bailiff", "scored", "passed", "castle"):
        assert said[field] == getattr(tale, field), field
    assert said["turn_order"] == tale.order
    assert {int(space): entry for space, entry in said["road"].items()} == tale.road
    for seat, own in enumerate(said["workers"]):
        assert sorted(place for place in own if place != "home") == sorted(tale.places(seat))
    for own, mine in zip(said["seats"], tale.seats, strict=True):
        assert own["deniers"] == mine["deniers"]
        assert own["cubes"] == {kind: mine["cubes"][kind] for kind in KINDS}
        assert own["points"] == {source: mine["points"][source] for source in own["points"]}
        assert own["columns"] == mine["columns"]
        assert sorted(own["rows"]) == sorted(mine["rows"])
    assert "stock" not in said  # in the bank is what is not on the road
    return str(said["ask"])


def follow(match: donjon.Match, random: Random, asked: Counter[str]) -> None:
    """Play to the end; both must ask the same seat for the same choices and carry them out alike."""
    tale = Tale(match.position())
    course = tale.rounds()
    decision = next(course)
    while not match.over:
        assert decision == (match.waiting[0], set(match.legal))
        asked[compare(match, tale)] += 1
        text = choose(match, random)
        match.play(text)
        try:
            decision = course.send(text)
        except StopIteration:
            assert match.over
    assert tale.over
    compare(match, tale)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_are_as_retold(players: int) -> None:
    """CAY-3.1, CAY-6.7, CAY-8.1, CAY-9.6, CAY-10, CAY-11.4, CAY-13.2, D-01 to D-20: from the start on."""
    asked: Counter[str] = Counter()
    for seed in range(4):
        follow(begin(players, seed), Random(seed), asked)
    assert len(asked) > len(EVERYTHING) // 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_so_they_are_from_anywhere(players: int) -> None:
    """CAY-6.7, CAY-8.3.5, CAY-8.4, CAY-9.3, CAY-10.2, CAY-11, CAY-14: from positions made by chance."""
    asked: Counter[str] = Counter()
    for seed in range(10):
        follow(wild(players, seed), Random(seed), asked)
    assert set(asked) >= EVERYTHING
