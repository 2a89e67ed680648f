"""The card "What scores?" of every game: each source of points once, with its rule and the asker's points."""

from __future__ import annotations

import random
import re

import pytest

import donjon
from donjon import rulebook
from donjon.kernel.message import Message, Term
from donjon.kernel.views import SUBJECT, TITLE, scoring_card

GAMES = ("caylus", "kingdom-builder", "ys")
POINTS = {"caylus": "points", "kingdom-builder": "gold", "ys": "points"}


def card(match: donjon.Match, seat: int | None) -> list[tuple[str, str]]:
    explain = match.game.explain
    assert explain is not None
    names = [f"seat {number}" for number in range(match.game.seats.stop)]
    return [(rule, text.say(str, names)) for rule, text in explain(match.state, match.view(seat), SUBJECT)]


def played(name: str, players: int, actions: int) -> donjon.Match:
    match, chance = donjon.new(name, players, seed=players), random.Random(actions)
    for _number in range(actions):
        if match.over:
            break
        match.play(chance.choice(list(match.legal)))
    return match


@pytest.mark.parametrize("actions", [0, 200, 10_000])
@pytest.mark.parametrize("name", GAMES)
def test_points_are_those_of_the_view(name: str, actions: int) -> None:
    match = played(name, 3, actions)
    for seat in range(3):
        title, *lines = card(match, seat)
        assert title == (TITLE[0], "What scores?")
        assert {rule for rule, _text in lines} <= set(rulebook.load(name).ids())
        said = [int(found[1]) for _rule, text in lines if (found := re.search(r"\((-?\d+)\):", text))]
        me = match.view(seat)["players"][seat]
        counted = sum(me["count"].values()) if name == "caylus" and not match.over else 0
        assert sum(said) == sum(me[POINTS[name]].values()) + counted
        assert len(said) == len(me[POINTS[name]])


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_is_told_of_nobodys_points(name: str) -> None:
    lines = card(played(name, 3, 200), None)
    assert len(lines) > 4
    assert not any(re.search(r"\(-?\d+\):", text) for _rule, text in lines)


def test_the_throne_room_scores_only_in_its_variant() -> None:
    """YS-9.4.9: nobody counts it before the end, so that it stands without points."""
    plain = donjon.new("ys", 3, seed=1)
    royal = donjon.new("ys", 3, seed=1, royal_favour=True)
    assert "YS-9.4.9" not in dict(card(plain, 0))
    assert dict(card(royal, 0))["YS-9.4.9"].startswith("throne room: ")


def test_what_nobody_counts_yet_has_no_points() -> None:
    sources = {"a": (Term("a"), ("R-1", Message("x."))), "b": (Term("b"), ("R-2", Message("y.")))}
    assert [text.say(str, []) for _rule, text in scoring_card(sources, {"a": 3})[1:]] == [
        "a (3): x.",
        "b: y.",
    ]
