"""Searching the rulebooks: what is found for a word, in which order, and what is said where nothing is."""

from __future__ import annotations

import pytest

from donjon import rulebook
from donjon.rulebook.matching import MOST_WORDS, asked_of, words_of
from donjon.table.learn.search import CHAPTER, MAX_HITS, RULE, TERM, TO_PLAY, search
from tests.table.people import person

GAMES = rulebook.games()


@pytest.fixture
def reader(app):
    with person(app) as client:
        yield client


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ru", "hu"])
def test_titles_of_chapters_and_examples_and_words_find_themselves(game, language):
    book, exact = rulebook.book(game, language), rulebook.load(game, language)
    for kind, titles in (
        (CHAPTER, [chapter.title for chapter in book.chapters]),
        (TO_PLAY, [example.title for example in book.examples]),
        (TERM, [term.term for term in exact.glossary]),
    ):
        for title in titles:
            if words_of(title):
                hits = [hit.title.striptags() for hit in search(game, language, title) if hit.kind == kind]
                assert any(hit == title or hit.startswith(f"{title} (") for hit in hits), title


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ru", "hu"])
def test_other_words_for_a_term_find_it(game, language):
    for term in rulebook.load(game, language).glossary:
        for word in term.also:
            hits = [hit.href for hit in search(game, language, word)]
            assert f"/rules/{game}#word-{term.key}" in hits, word


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_is_found_by_its_id_first(game):
    for id in rulebook.load(game).ids()[::9]:
        for asked in (id, id.lower()):
            assert search(game, "en", asked)[0].href == f"/rules/{game}#{id}"


def test_every_word_must_be_there_and_beginnings_will_do():
    many, few = search("caylus", "en", "provost"), search("caylus", "en", "provost denier")
    assert {one.href for one in few} < {one.href for one in many} or len(many) == MAX_HITS
    assert few
    assert search("caylus", "en", "provo") != []
    assert search("caylus", "en", "provost zeppelin") == ()
    assert search("caylus", "en", "PROVOST") == many


def test_what_begins_with_the_word_is_marked():
    found = search("caylus", "en", "provo")
    assert all("<mark>" in f"{one.title}{one.excerpt}" for one in found)
    assert "<mark>provost</mark>" in "".join(one.excerpt.lower() for one in found)


def test_titles_come_before_texts():
    kinds = [one.kind for one in search("caylus", "en", "provost")]
    assert kinds.index(TERM) < kinds.index(RULE)
    assert kinds.index(CHAPTER) < kinds.index(RULE)


def test_accents_and_endings_do_not_matter():
    plain = {one.href for one in search("kingdom-builder", "hu", "varos")}
    assert plain == {one.href for one in search("kingdom-builder", "hu", "város")}
    assert search("caylus", "ru", "рабочими") != []


@pytest.mark.parametrize("query", ["", " ", "?!", "\u0301"])
def test_nothing_asked_says_what_to_do(reader, query):
    answer = reader.get("/rules/caylus", params={"q": query})
    assert answer.status_code == 200
    text = answer.text.partition('id="found"')[2]
    assert ("Enter one or more words" in text) == (query.strip() == "")
    assert "<mark>" not in text


def test_nothing_found_says_what_to_do(reader):
    text = reader.get("/rules/caylus", params={"q": "zeppelin <b>"}).text
    assert "No results for “zeppelin &lt;b&gt;”" in text
    assert 'href="/rules/caylus"' in text.partition('id="found"')[2]
    assert 'id="contents"' in text


def test_found_places_are_links_that_lead_somewhere(reader):
    for one in search("ys", "en", "broker"):
        address, _, fragment = one.href.partition("#")
        text = reader.get(address).text
        assert not fragment or f'id="{fragment}"' in text
    text = reader.get("/rules/ys", params={"q": "broker"}).text
    assert "<mark>broker" in text.lower()
    assert 'id="story"' not in text


def test_long_questions_are_cut():
    assert len(asked_of("caylus", "en", "can b c d e f g h j k l")) == MOST_WORDS
    assert search("caylus", "en", "x" * 100_000) == ()


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("who gets the favour if both built one house", "/caylus/castle"),
        ("how much does a worker cost after a pass", "/caylus/placing"),
        ("bailiff moves two", "CAY-10.1"),
    ],
)
def test_a_question_in_a_sentence_is_answered(question, wanted):
    """Words that are everywhere need not be there, and a word too many does not take all away."""
    assert any(wanted in one.href for one in search("caylus", "en", question)), [
        one.href for one in search("caylus", "en", question)
    ]


def test_a_place_without_most_of_what_is_asked_is_no_answer():
    assert search("ys", "en", "xyzzy harbour") == ()


@pytest.mark.parametrize(
    ("game", "language", "asked", "as_in"),
    [
        ("caylus", "en", "favor", "favour"),
        ("caylus", "en", "royal favor", "favour king"),
        ("caylus", "en", "favor track", "favour table"),
        ("caylus", "en", "jousting", "joust"),
        ("caylus", "en", "VP", "prestige"),
        ("kingdom-builder", "en", "location tile", "location token"),
        ("ys", "en", "harbor", "harbour"),
        ("caylus", "ru", "благосклонность", "милость"),
        ("kingdom-builder", "ru", "трава", "луг"),
        ("ys", "hu", "döntetlen", "holtverseny"),
    ],
)
def test_players_words_find_what_the_rulebook_calls_otherwise(game, language, asked, as_in):
    found = {one.href for one in search(game, language, asked)}
    assert found
    assert found & {one.href for one in search(game, language, as_in)}


def test_words_that_ask_nothing_are_not_marked():
    found = search("kingdom-builder", "en", "can I build on water?")
    assert found
    marked = "".join(f"{one.title}{one.excerpt}".lower() for one in found)
    assert "<mark>water</mark>" in marked
    assert not any(f"<mark>{word}" in marked for word in ("can", "on<", "i<"))
