"""The words of all texts: what the lint of words finds, and that labels fit a phone."""

from __future__ import annotations

import random
import re

import pytest

import donjon
from donjon import games
from donjon.kernel.message import Message
from donjon.table.web.i18n import LANGUAGES
from donjon.table.web.rendering import say
from scripts import catalogues, words
from scripts.words import DOCS, SITE, Text

# About one line of a phone of 360 pixels; a place counts as many letters as a short name.
LONGEST_CHOICE, LONGEST_CONTROL, LETTERS_OF_PLACE = 40, 22, 8
CONTROL = re.compile(r"<(button|a)\b([^>]*)>((?:(?!</?\1).)*?)</\1>", re.DOTALL)
# A second line of small letters in a large button.
SMALL = re.compile(r"<small>.*?</small>", re.DOTALL)
LABEL = re.compile(r'_\("((?:[^"\\]|\\.)*)"')


def checked(language: str, words_of_text: str, area: str = SITE) -> list[str]:
    text = Text(language, "here", words_of_text, area)
    return [finding for check in words.CHECKS for finding in check(text)]


@pytest.mark.parametrize(
    "collect", [words.of_catalogues, words.of_rulebooks, words.of_documents, words.of_code]
)
def test_texts_have_no_words_that_we_do_not_write(collect) -> None:
    texts = list(collect())
    assert len(texts) > 500
    assert list(words.findings(texts)) == []


@pytest.mark.parametrize(
    ("language", "bad", "instead", "good"),
    [
        (
            "en",
            "Who builds first gets a token.",
            "The player who",
            "The player who builds first gets a token.",
        ),
        ("en", "4,8 is no hex.", "is not a", "There is no hex 4,8."),
        ("en", "You have taken the move back.", "undo", "You have undone the move."),
        ("en", "Begin the game", "start", "Start game"),
        ("en", "Chance decides.", "random draw", "Waiting for a random draw."),
        ("en", "Move 3-5", "write –", "Move 3–5"),
        ("en", "Connecting ...", "dots", "Connecting…"),
        ("en", "62 % to win", "62%", "62% to win"),
        ("en", 'the "farm"', "straight quotes", "the “farm”"),
        ("ru", "Рабочий игрока {seat} идёт домой.", "nominative", "{seat} забирает рабочего."),
        ("ru", "Ваш ход. Если Вы пасуете", "small letters", "Ваш ход. Если вы пасуете"),
        ("ru", "Твой ход", "write вы", "Ваш ход"),
        ("ru", "62% побед", "62 %", "62 % побед"),
        ("ru", "{seat} - первый", "dash", "{seat} — первый"),
        ("hu", "Válasszon mezőt", "te", "Válassz mezőt"),
        ("hu", "a(z) {quarter}. negyed", "{place:az}", "{quarter:az}. negyed"),
        ("hu", "a {quarter}. negyed", "{place:az}", "{quarter:az}. negyed"),
        ("hu", "a oázis", "before a vowel", "az oázis"),
        ("hu", "az 1-28. mezőn", "write –", "az 1–28. mezőn"),
        ("hu", "a “malom”", "another language", "a „malom”"),
    ],
)
def test_the_lint_finds_a_word_and_names_another(language: str, bad: str, instead: str, good: str) -> None:
    assert any(instead in finding for finding in checked(language, bad))
    assert checked(language, good) == []


def test_words_of_a_game_are_looked_for_in_its_texts_only() -> None:
    assert checked("ru", "бейлиф", "caylus")
    assert not checked("ru", "бейлиф", "ys")
    assert not checked("en", "Somebody wins.", DOCS)


def test_no_listed_word_is_what_the_list_says_instead() -> None:
    for rule in words.rules():
        assert not rule.pattern.fullmatch(rule.instead), rule.instead


def letters(text: str) -> int:
    return len(words.PLACE.sub("x" * LETTERS_OF_PLACE, text))


def shortened(button: Message, language: str) -> str:
    """Return the text of a button in which no value has more letters than LETTERS_OF_PLACE."""
    translate = say(language)
    values = {
        name: Message("{value}", value=value).say(translate, ["Anna", "Boris", "Csilla"])[:LETTERS_OF_PLACE]
        for name, value in button.args.items()
    }
    return Message(button.text, **values).say(translate)


@pytest.mark.parametrize("name", list(games))
def test_the_buttons_of_a_game_fit_a_phone(name: str) -> None:
    texts: set[str] = set()
    for seed in range(2):
        match, dice = donjon.new(name, players=3, seed=seed), random.Random(seed)
        while not match.over:
            legal = match.legal_actions()
            for action in dice.sample(legal, min(6, len(legal))):
                button = match.game.actions.button(match.state, match.waiting[0], action)
                texts |= {shortened(button, language) for language in LANGUAGES}
            match.play(dice.choice(legal))
    assert len(texts) > 60
    assert [text for text in texts if len(text) > LONGEST_CHOICE] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_controls_of_pages_fit_a_phone(language: str) -> None:
    labels = {
        label
        for template in (catalogues.SOURCE / "table" / "templates").glob("*.jinja")
        for kind, attributes, inside in CONTROL.findall(template.read_text(encoding="utf-8"))
        if kind == "button" or 'class="button' in attributes
        for label in LABEL.findall(SMALL.sub("", inside))
    }
    assert len(labels) > 40
    assert [text for text in map(say(language), sorted(labels)) if letters(text) > LONGEST_CONTROL] == []
