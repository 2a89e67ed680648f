"""The rulebooks for people: every game has one, whole in three languages, and what it shows is true."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from donjon import rulebook
from donjon.rulebook import Act, Book, Wrong
from donjon.testing.books import faults

GAMES = rulebook.games()
LANGUAGES = ("en", "ru", "hu")
EXAMPLES = 40


def book(game: str, language: str = "en") -> Book:
    found = rulebook.book(game, language)
    assert found is not None, f"{game} has no player's rulebook"
    return found


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
def test_all_that_is_shown_is_true(game: str) -> None:
    shown = [panel.points or panel.part for panel in book(game).panels]
    assert all(shown), "every picture rings something, or says which part of the board it shows"
    assert faults(game) == []


LIES: list[tuple[str, dict[str, Any], str]] = [
    ("examples", {"expect": {"players.0.supply": -1}}, "players.0.supply is"),
    ("examples", {"expect": {"nowhere.0": 1}}, "nowhere.0 is None, not 1"),
    ("examples", {"wrong": (Wrong("end turn", "KB-9.9"),)}, "'end turn' is answered by KB-4.6"),
    ("examples", {"line": (Act("build 0,0"),)}, "example"),
    ("panels", {"points": ("card-99",)}, "nothing on the table is 'card-99'"),
    ("panels", {"position": {"game": "kingdom-builder"}}, "needs the field 'players'"),
    ("chapters", {"rules": ()}, "no chapter explains KB-1.1"),
]


@pytest.mark.parametrize(("where", "lie", "words"), LIES)
def test_what_is_not_so_is_found(
    monkeypatch: pytest.MonkeyPatch, where: str, lie: dict[str, Any], words: str
) -> None:
    told = book("kingdom-builder")
    first = next(one for one in told.examples if one.wrong and one.wrong[0].action == "end turn")
    things = {"examples": (first,), "panels": told.panels[:1], "chapters": told.chapters[:1]}[where]
    bent = replace(told, **{where: (replace(things[0], **lie),)})
    monkeypatch.setattr(rulebook, "book", lambda _game: bent)
    assert any(words in fault for fault in faults("kingdom-builder"))
