"""Every thing of the drawing is explained with rules that exist; every event has its place or none at all."""

from __future__ import annotations

import random

import pytest

import donjon
from donjon import rulebook
from donjon.games.ys.drawing.places import spots
from donjon.games.ys.nouns import BOOK, Character
from tests.games.ys.stage import GAME, Stage, broker

# Of the whole table: no place on the board to point at.
NOWHERE = {"game_over", "neutral_ahead"}


def play(match: donjon.Match, chance: random.Random) -> list[donjon.kernel.event_log.Event]:
    """Play one random action of a random seat that owes one; what happened."""
    seat = chance.choice(match.waiting)
    return match.play(chance.choice(match.legal_actions(seat)), seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_things_are_explained_throughout_a_game(players: int) -> None:
    known = set(rulebook.load("ys").ids())
    chance = random.Random(players)
    match = donjon.new("ys", players=players, seed=players)
    subjects = [*spots(), *(f"character-{card}" for card in Character.ids()), "screen-0", "neutral"]
    step = 0
    while not match.over:
        if step % 60 == 0:
            seen = match.view(0)
            for asked in subjects:
                lines = BOOK.explain(match.state, seen, asked)
                assert all(rule in known for rule, _words in lines[1:]), asked
                assert all(words.english() for _rule, words in lines)
        play(match, chance)
        step += 1
    explained = {asked for asked in subjects if BOOK.explain(match.state, match.view(None), asked)}
    beyond = {asked for asked in subjects if "4" in asked and asked[0] in "qsc"} if players < 4 else set()
    unused = {"neutral"} if players > 2 else set()
    empty_seats = {f"screen-{seat}" for seat in range(players, 4)}
    assert set(subjects) - explained <= unused | beyond | empty_seats | {f"1{letter}" for letter in "bgyr"}


def test_an_unknown_thing_has_no_lines() -> None:
    match = donjon.new("ys", players=4, seed=1)
    for asked in ("", "q9.h", "quarter-7", "value-black", "screen-9", "nonsense"):
        assert BOOK.explain(match.state, match.view(0), asked) == []


def test_a_sum_says_what_is_hidden() -> None:
    """YS-0.3: the value of a face-down broker is for its owner's eyes."""
    match = donjon.new("ys", players=4, seed=3)
    chance = random.Random(3)
    while not any(not broker["face_up"] for broker in match.view(None)["brokers"]):
        play(match, chance)
    hidden = next(broker for broker in match.view(None)["brokers"] if not broker["face_up"])
    own = [
        words.english()
        for _rule, words in BOOK.explain(match.state, match.view(hidden["owner"]), hidden["place"])
    ]
    other = [words.english() for _rule, words in BOOK.explain(match.state, match.view(None), hidden["place"])]
    assert any("face-down broker" in words for words in other)
    assert not any("face-down broker" in words for words in own)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_events_have_a_place(players: int) -> None:
    chance = random.Random(players + 10)
    match = donjon.new("ys", players=players, seed=players + 10)
    while not match.over:
        for event in play(match, chance):
            found = GAME.events.place(event, match.view(None))
            assert (found is None) == (event.kind in NOWHERE), event
            if found is not None:
                assert found in spots() or found == "throne", event
            hidden = donjon.kernel.event_log.Event(event.kind, event.seat, (), event.rule, 0)
            assert (
                GAME.events.place(hidden, match.view(None)) is None
                or event.kind in ("best_bidder", "all_back")
                or (found == GAME.events.place(hidden, match.view(None)))
            )


def test_merchants_with_the_merchant_in_play() -> None:
    """YS-6.3.3, YS-8.15.1: the district is explained with what it brings now."""
    for merchant, rule, points in ((0, "YS-6.3.3", "3 points"), (1, "YS-8.15.1", "5 points")):
        stage = Stage.counting(4, merchant=merchant, ships=["S01"], brokers=[broker(0, "q1.m", 1)])
        line = BOOK.explain(stage.state, stage.view, "q1.m")[1]
        assert line[0] == rule
        assert points in line[1].english()


@pytest.mark.parametrize("subject", ["q1.h", "quarter-1", "row-3", "market"])
def test_who_wins_a_tie_is_said(subject: str) -> None:
    """YS-6.6.1, YS-6.6.2, YS-8.12.1, YS-9.3.8."""
    there = [broker(0, "q1.h", 1), broker(0, "3b", 1)]

    def told(players: int, **more: int) -> dict[str, str]:
        stage = Stage.counting(players, ships=["S01"], brokers=there, **more)
        return {rule: words.english() for rule, words in BOOK.explain(stage.state, stage.view, subject)}

    plain, disturbed, two = told(4), told(4, intriguer=2), told(2)
    assert "higher sum in front of the screen, then lower order card" in plain["YS-6.6.1"]
    assert not {"YS-8.12.1", "YS-9.3.8"} & set(plain)
    assert "seat 2 wins every tie" in disturbed["YS-8.12.1"]
    assert "neutral player wins every tie" in two["YS-9.3.8"]


def test_who_puts_equal_columns_in_order_is_said() -> None:
    """YS-6.5.2, YS-6.5.3, YS-8.12.3."""
    cases = ({}, "YS-6.5.3", "highest sum in front of the screen"), ({"intriguer": 1}, "YS-8.12.3", "seat 1")
    for more, rule, who in cases:
        stage = Stage.counting(4, ships=["S01"], **more)
        told = {by: words.english() for by, words in BOOK.explain(stage.state, stage.view, "column-red")}
        assert "number of brokers" in told["YS-6.5.2"]
        assert who in told[rule]


def test_rows_that_are_not_used() -> None:
    """YS-5.5, YS-9.2.5: with four players row 0, with fewer row 1, too, each by its own rule."""
    for players, row, rule in ((4, "0", "YS-5.5"), (3, "0", "YS-9.2.5"), (2, "1", "YS-9.2.5")):
        stage = Stage.placing(players)
        assert [told[0] for told in BOOK.explain(stage.state, stage.view, f"row-{row}")] == ["", rule]
