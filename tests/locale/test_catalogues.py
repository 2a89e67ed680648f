"""The catalogues of translations: every text said in every language, with the same places to fill."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from babel.messages.catalog import Message as Entry

import donjon
from donjon import games, rulebook
from donjon.kernel.message import in_context
from donjon.table.live import presentation
from donjon.table.web.i18n import LANGUAGES, catalogue
from scripts import catalogues

TEXTS = catalogues.texts()
# A place, and how its value is written: a translation may say that where the English text does not.
PLACE = re.compile(r"%\(\w+\)s|\{\w+(?::[^}]*)?\}|%(?!\()")
WAY = re.compile(r":[^}]*(?=\})")
LETTER = re.compile(r"[^\W\d_]")
SUBJECT = re.compile(r'data-subject="([\w-]+)"')


def entries(language: str) -> list[Entry]:
    return [entry for entry in catalogues.catalogue(language) if entry.id]


def strings(entry: Entry) -> list[str]:
    return list(entry.string) if isinstance(entry.string, tuple) else [str(entry.string)]


def originals(entry: Entry) -> list[str]:
    return list(entry.id) if isinstance(entry.id, tuple | list) else [str(entry.id)]


def places(text: str) -> list[str]:
    return sorted(WAY.sub("", place) for place in PLACE.findall(text))


def test_there_is_a_catalogue_for_every_language_but_english() -> None:
    assert {*catalogues.LANGUAGES, "en"} == set(LANGUAGES)


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_text_is_in_the_catalogue_and_nothing_else(language: str) -> None:
    there = {
        in_context(entry.id, entry.context or "") if isinstance(entry.id, str) else tuple(entry.id)
        for entry in entries(language)
    }
    assert there == set(TEXTS), "run: python scripts/catalogues.py"


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    filled = catalogues.catalogue(language)
    assert catalogues.missing(filled) == []
    assert not [entry.id for entry in filled if entry.id and entry.fuzzy]
    plurals = [entry for entry in entries(language) if entry.pluralizable]
    assert plurals
    assert {len(entry.string) for entry in plurals} == {filled.num_plurals}


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_translations_have_the_same_places_to_fill(language: str) -> None:
    for entry in entries(language):
        wanted = {tuple(places(text)) for text in originals(entry)}
        assert {tuple(places(text)) for text in strings(entry)} == wanted, entry.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_have_all_forms_of_a_noun_in_the_language(language: str) -> None:
    forms = {"en": 2, "ru": 3, "hu": 1}[language]
    texts = (
        [text for text in TEXTS if isinstance(text, str)]
        if language == "en"
        else [text for entry in entries(language) for text in strings(entry)]
    )
    for text in texts:
        for place in PLACE.findall(text):
            way = place.partition(":")[2].rstrip("}")
            article = way in ("az", "Az") and language == "hu"
            assert not way or article or way.count("|") + 1 == forms > 1, text


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_sentence_stays_a_sentence(language: str) -> None:
    for entry in entries(language):
        for original, said in zip(originals(entry), strings(entry)):
            assert said == said.strip(), said
            assert original[-1:] not in ".?:" or said[-1:] == original[-1:], said


def test_russian_is_written_in_cyrillic_and_hungarian_is_not() -> None:
    """But for texts that are places to fill and nothing else, such as "{player}: {hex}"."""
    for entry in entries("ru"):
        for text in strings(entry):
            assert re.search("[А-яЁё]", text) or not LETTER.search(PLACE.sub("", text)), entry.id
    assert not [said for entry in entries("hu") for said in strings(entry) if re.search("[А-яЁё]", said)]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_pages_and_rulebooks_call_things_by_the_same_names(language: str) -> None:
    """A rule that is titled with a word of the game is titled with it in every language."""
    say = catalogue(language).gettext
    compared = 0
    for game in rulebook.games():
        english, spoken = rulebook.load(game), rulebook.load(game, language)
        titles = [(english.rule(id).title, spoken.rule(id).title) for id in english.ids()]
        for title, said in titles:
            if title is not None and title.lower() in TEXTS:
                assert say(title.lower()) == str(said).lower()
                compared += 1
    assert compared >= 19


@pytest.mark.parametrize("name", list(games))
def test_whatever_a_game_says_is_in_the_catalogue(name: str) -> None:
    """Plays a game to its end and collects every text that asks to be translated on the way."""
    asked: set[str] = set()

    def listen(text: str) -> str:
        asked.add(text)
        return text

    dice = random.Random(11)
    match = donjon.new(name, players=3, seed=11)
    while not match.over:
        say_everything(match, listen, dice)
        match.play(dice.choice(match.legal_actions()))
    for event in match.events:
        match.game.event_message(event).say(listen)
    draw_everything(match, listen)
    assert len(asked) > 40
    assert asked <= set(TEXTS)


def say_everything(match: donjon.Match, listen: Callable[[str], str], dice: random.Random) -> None:
    """The prompts, some buttons and some refusals of a position."""
    seat, legal = match.waiting[0], match.legal_actions()
    for viewer in (None, seat):
        match.game.prompt(match.state, viewer).say(listen)
    for action in dice.sample(legal, min(3, len(legal))):
        match.game.actions.button(match.state, seat, action).say(listen)
    if dice.random() < 0.05:
        for action in {*legal, *range(match.game.ACTIONS)}:
            refusal = match.why_not(action, seat)
            if refusal is not None:
                refusal.message.say(listen)
        draw_everything(match, listen)


def draw_everything(match: donjon.Match, listen: Callable[[str], str]) -> None:
    """The words on and beside the board, and what is said of the things that lie there."""
    game, seat = match.game, match.players - 1
    view = match.view(seat)
    drawn = [presentation.board(game, view, listen, [])]
    drawn += presentation.panels(game, view, listen, [], ["bot"] * match.players).values()
    subjects = {*presentation.spots_now(game, view), *SUBJECT.findall("".join(drawn))}
    for subject in subjects if game.explain else ():
        for _rule, line in game.explain(match.state, view, subject):
            line.say(listen)
