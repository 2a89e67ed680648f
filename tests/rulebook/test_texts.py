"""The texts of all rulebooks: whole, alike in all languages, and really translated."""

from __future__ import annotations

import re

import pytest

from donjon import games, rulebook
from donjon.kernel import rule_ids
from donjon.rulebook import Rulebook
from donjon.rulebook.books import read_file

BOOKS = [(game, language) for game in rulebook.games() for language in rulebook.languages(game)]
TRANSLATED = [(game, language) for game, language in BOOKS if language != "en"]
NUMBER = re.compile(r"\d+(?:[,\u00a0]\d{3})*")


def rules(game: str, language: str) -> dict[str, str | dict[str, str]]:
    """What the file itself says, without what falls back to English."""
    return {
        id: rule for chapter in read_file(game, language)["chapter"] for id, rule in chapter["rules"].items()
    }


def texts(game: str, language: str) -> list[str]:
    """Everything that a reader reads but for the title, which is the name of the game."""
    book = rulebook.load(game, language)
    words = [word for entry in book.glossary for word in (entry.term, entry.meaning)]
    titles = [chapter.title for chapter in book.chapters]
    headings = [book.rule(id).title for id in book.ids()]
    said = [book.rule(id).text for id in book.ids()]
    return words + titles + [heading for heading in headings if heading is not None] + said


def numbers(text: str) -> set[str]:
    return {re.sub(r"\D", "", number) for number in NUMBER.findall(text)}


@pytest.mark.parametrize("game", list(games))
def test_every_game_has_its_rules_in_three_languages(game: str) -> None:
    assert set(rulebook.languages(game)) >= {"en", "ru", "hu"}


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_ids_are_well_formed_and_in_order(game: str, language: str) -> None:
    ids = list(rules(game, language))
    assert ids
    assert [rule_ids.name(games[game].prefix, rule_ids.number(id)) for id in ids] == ids
    assert ids == sorted(ids, key=rule_ids.number)


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_a_chapter_holds_the_rules_of_its_number(game: str, language: str) -> None:
    chapters = rulebook.load(game, language).chapters
    found = [{rule_ids.number(rule.id) // 10000 for rule in chapter.rules} for chapter in chapters]
    # Ys begins with a chapter 0 of conventions.
    start = min(found[0])
    assert start in (0, 1)
    assert found == [{number} for number in range(start, start + len(chapters))]


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_languages_have_the_same_rules(game: str, language: str) -> None:
    original, spoken = rules(game, "en"), rules(game, language)
    assert list(spoken) == list(original)
    assert [type(rule) for rule in spoken.values()] == [type(rule) for rule in original.values()]
    assert list(read_file(game, language)["glossary"]) == list(read_file(game, "en")["glossary"])


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_no_text_is_empty_or_ragged(game: str, language: str) -> None:
    assert not [text for text in texts(game, language) if not text or text != text.strip() or "  " in text]
    book = rulebook.load(game, language)
    assert not [id for id in book.ids() if book.rule(id).text[-1] not in ".:"]


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_no_text_is_left_in_english(game: str, language: str) -> None:
    """Single words may be the same by chance: a farm is a farm in Hungarian."""
    pairs = zip(texts(game, "en"), texts(game, language), strict=True)
    same = {original for original, spoken in pairs if original == spoken}
    assert same <= {"Farm"}


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_languages_agree_on_numbers_and_rules_named(game: str, language: str) -> None:
    """A number or a rule id lost in translation would be another rule."""
    original, spoken = rulebook.load(game), rulebook.load(game, language)
    pairs = [(id, original.rule(id).text, spoken.rule(id).text) for id in original.ids()]
    assert not [id for id, first, second in pairs if numbers(first) != numbers(second)]


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_rules_named_in_a_text_exist(game: str, language: str) -> None:
    book: Rulebook = rulebook.load(game, language)
    pattern = re.compile(rf"{games[game].prefix}-\d+(?:\.\d+)*")
    named = {id for text in texts(game, language) for id in pattern.findall(text)}
    assert named
    assert named <= set(book.ids())


def test_russian_is_written_in_cyrillic_and_hungarian_is_not() -> None:
    for game in rulebook.games():
        assert not [text for text in texts(game, "ru") if not re.search("[а-яё]", text)]
        assert not [text for text in texts(game, "hu") if re.search("[а-яё]", text)]
