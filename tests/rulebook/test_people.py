"""The rulebooks for people: every game has one, whole in three languages, and what it shows is true."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon import rulebook
from donjon.lessons import value_at
from donjon.play.match import Match
from donjon.rulebook import Act, Book, Example, Panel

GAMES = rulebook.games()
LANGUAGES = ("en", "ru", "hu")
EXAMPLES = 40


def book(game: str, language: str = "en") -> Book:
    found = rulebook.book(game, language)
    assert found is not None, f"{game} has no rulebook for people"
    return found


def play(match: Match, line: tuple[Act, ...]) -> None:
    for act in line:
        match.play(act.text, seat=act.seat)


def seat_of(match: Match, thing: Example | Panel) -> int:
    """The seat that looks, as it is before the line."""
    return thing.seat if thing.seat is not None else match.waiting[0]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_examples_and_a_story(game: str) -> None:
    told = book(game)
    assert len(told.examples) >= EXAMPLES
    assert 6 <= len(told.panels) <= 8
    assert 8 <= len(told.chapters) <= 12
    assert sum(bool(example.wrong) for example in told.examples) >= 15
    assert sum(bool(example.expect) for example in told.examples) >= 0.8 * len(told.examples)
    assert "story" not in {chapter.id for chapter in told.chapters}, "that is an address of its own"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_told_by_a_chapter(game: str) -> None:
    told = book(game).chapters_by_rule
    assert [id for id in rulebook.load(game).ids() if id not in told] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_texts_are_whole_and_really_translated(game: str, language: str) -> None:
    english, spoken = book(game), book(game, language)
    pairs = [
        (getattr(one, name), getattr(other, name))
        for names, ours, theirs in (
            (("title", "text"), english.panels, spoken.panels),
            (("title", "blocks"), english.chapters, spoken.chapters),
            (("text", "after"), english.examples, spoken.examples),
        )
        for one, other in zip(ours, theirs, strict=True)
        for name in names
    ]
    assert [ours for ours, theirs in pairs if ours == theirs] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_shouted_at(game: str, language: str) -> None:
    told = book(game, language)
    texts = [part for chapter in told.chapters for block in chapter.blocks for part in block.parts]
    texts += [text for example in told.examples for text in (example.text, example.after)]
    assert [text for text in texts if "!" in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_lines_can_be_played_and_lead_to_what_is_said(game: str) -> None:
    wrong: list[Any] = []
    for example in book(game).examples:
        match = donjon.from_position(example.position)
        seat = seat_of(match, example)
        play(match, example.line)
        view = match.view(seat)
        for path, value in example.expect.items():
            if value_at(view, path) != value:
                wrong.append((example.id, path, value_at(view, path), value))
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_called_wrong_is_refused_by_its_rule(game: str) -> None:
    for example in book(game).examples:
        match = donjon.from_position(example.position)
        for one in example.wrong:
            refusal = match.why_not(one.action)
            assert refusal is not None, f"{example.id}: {one.action} is allowed"
            assert one.rule in str(refusal), f"{example.id}: {one.action}: {refusal}"


@pytest.mark.parametrize("game", GAMES)
def test_pictures_of_the_story_ring_what_is_there(game: str) -> None:
    for panel in book(game).panels:
        match = donjon.from_position(panel.position)
        seat = seat_of(match, panel)
        play(match, panel.line)
        assert panel.points, f"{panel.id} rings nothing"
        explain = match.game.explain
        assert explain is not None
        for subject in panel.points:
            assert explain(match.state, match.view(seat), subject), f"{panel.id}: {subject}"
