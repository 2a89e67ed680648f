"""The pages of the rulebook for people, and its examples as they are played through the server."""

from __future__ import annotations

import re
from html import unescape

import pytest

from donjon import rulebook
from donjon.table.learn import sandbox
from donjon.table.learn.examples import sandbox_of, steps_of
from donjon.table.learn.sandbox import BadPlay, ways
from donjon.table.web.rendering import prose
from tests.table.people import person

BOOKS = [name for name in rulebook.games() if rulebook.book(name) is not None]
LANGUAGES = ("en", "ru", "hu")
FIRST = {name: rulebook.book(name).chapters[0] for name in BOOKS}


def address(name: str, id: str) -> str:
    return f"/rules/{name}/{rulebook.book(name).chapter_with(id).id}/{id}"


def some(name: str) -> str:
    """The address of an example with a line of more than one step and something wrong."""
    found = [one for one in rulebook.book(name).examples if len(one.line) > 1 and one.wrong]
    return address(name, found[0].id)


def words(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def part(client, where: str, language: str = "en", **asked: str) -> str:
    headers = {"x-frame": "0", "accept-language": language}
    answer = client.get(where, params=asked, headers=headers)
    assert answer.status_code == 200, f"{where} {asked}"
    return answer.text


@pytest.fixture
def reader(app):
    """Somebody without cookies."""
    with person(app) as client:
        client.headers["accept-encoding"] = "identity"
        yield client


@pytest.mark.parametrize("name", BOOKS)
def test_the_page_of_a_game_has_story_contents_and_every_rule(reader, name):
    text, book = reader.get(f"/rules/{name}").text, rulebook.book(name)
    for panel in book.panels:
        assert f'id="panel-{panel.id}"' in text
    for chapter in book.chapters:
        assert f'href="/rules/{name}/{chapter.id}"' in text
    for rule in rulebook.load(name).ids():
        assert text.count(f'id="{rule}"') == 1, "old links lead to it"


@pytest.mark.parametrize("name", BOOKS)
def test_the_story_has_a_page_of_its_own(reader, name):
    text = reader.get(f"/rules/{name}/story").text
    panels = rulebook.book(name).panels
    assert text.count("<i style=") == sum(len(panel.points) for panel in panels), "each thing is ringed"
    assert [panel.title for panel in panels] == [
        unescape(title) for title in re.findall(r"<figcaption><h2>(.*?)</h2>", text)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_chapters_place_their_examples_and_lead_on(reader, name, language):
    book = rulebook.book(name, language)
    for number, chapter in enumerate(book.chapters):
        answer = reader.get(f"/rules/{name}/{chapter.id}", headers={"accept-language": language})
        assert answer.status_code == 200
        text = answer.text
        assert re.findall(r'id="example-([\w-]+)"', text) == [
            block.parts[0] for block in chapter.blocks if block.kind == rulebook.EXAMPLE
        ]
        for id in chapter.examples:
            assert f'href="{address(name, id)}"' in text
            assert f'src="{address(name, id)}.svg"' in text
        for rule in chapter.rules:
            assert f'id="{rule}"' in text
        assert ('rel="prev"' in text) == (number > 0)
        assert ('rel="next"' in text) == (number + 1 < len(book.chapters))
        assert "**" not in text
        assert "[[" not in text


@pytest.mark.parametrize("name", BOOKS)
def test_rules_lead_to_their_chapters_and_examples(reader, name):
    text, book = reader.get(f"/rules/{name}").text, rulebook.book(name)
    for rule in rulebook.load(name).ids():
        entry = text[text.index(f'id="{rule}"') :].partition("</div>")[0]
        for chapter in book.chapters_by_rule[rule]:
            assert f'href="/rules/{name}/{chapter.id}"' in entry
        for example in book.examples_by_rule.get(rule, ()):
            assert f'href="{address(name, example.id)}"' in entry


@pytest.mark.parametrize("name", BOOKS)
def test_pictures_are_drawn_for_every_panel_and_example(reader, name):
    book = rulebook.book(name)
    for where in (
        *(f"/rules/{name}/story/{panel.id}.svg" for panel in book.panels),
        *(f"{address(name, example.id)}.svg" for example in book.examples),
    ):
        answer = reader.get(where)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert "&lt;" in answer.text, "its style says when words are too small"
        assert answer.text.count("<style>") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_every_example_is_played_to_its_end(reader, name, language):
    """Step by step as "Show me" leads; at the end it says what happened and why."""
    book = rulebook.book(name, language)
    for example in book.examples:
        where, did, steps = address(name, example.id), "", steps_of(name, example.id)
        # How the steps follow each other is the same in every language.
        for step in steps if language == "en" else ():
            text = part(reader, where, language, did=did)
            assert 'id="after"' not in text
            assert f'id="show-me" class="button primary" href="{where}?did={step}"' in text
            did = step
        text = part(reader, where, language, did=steps[-1])
        assert 'id="show-me"' not in text
        after = text.partition('id="after"')[2]
        assert words(example.after.replace("**", ""))[:40] in words(after)
        assert 'class="line' in text, "the log says what happened"
        assert f'id="begin-again" class="button" href="{where}"' in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_what_is_wrong_is_offered_and_refused_with_its_rule(reader, name, language):
    for example in rulebook.book(name, language).examples:
        where = address(name, example.id)
        text = part(reader, where, language) if example.wrong else ""
        for wrong in example.wrong:
            assert f'name="ask" value="{wrong.action}"' in text
            answer = part(reader, where, language, ask=wrong.action)
            assert 'id="notice"' in answer
            assert f">{wrong.rule}</a>" in answer


@pytest.mark.parametrize("name", BOOKS)
def test_any_legal_action_can_be_played_and_taken_back(reader, name):
    for example in rulebook.book(name).examples[::4]:
        play, where = sandbox_of(example), address(name, example.id)
        action = play.table_game.legal(play.actor)[-1]
        text = part(reader, where, did="", action=str(action))
        assert f'data-did="{action}"' in text
        assert f'id="take-back" class="button" href="{where}"' in text
        assert 'id="wrongs"' not in text


@pytest.mark.parametrize("name", BOOKS)
def test_an_example_is_a_whole_page_without_scripts(reader, name):
    where = some(name)
    text = reader.get(where).text
    assert 'name="action"' in text
    moves = re.search(r'<form id="moves"[^>]*>', text)[0]
    assert 'method="get"' in moves
    assert f'action="{where}"' in moves
    did = steps_of(name, where.rsplit("/", 1)[1])[0]
    then = reader.get(where, params={"did": did}).text
    assert f'<input type="hidden" name="did" value="{did}">' in then
    about = re.search(r'href="([^"]*about=[^"]*)"', then)
    if about is not None:
        answer = reader.get(unescape(about[1])).text
        assert 'id="reply-title"' in answer
        assert f'data-did="{did}"' in answer, "a question leaves the example as it stands"


@pytest.mark.parametrize("name", BOOKS)
def test_other_ways_lead_back_to_the_suggestion(name):
    example = next(one for one in rulebook.book(name).examples if len(one.line) > 1)
    steps = steps_of(name, example.id)
    play = sandbox_of(example)
    assert (ways(play, steps).next, ways(play, steps).undo) == (steps[0], None)
    other = [
        str(action) for action in play.table_game.legal(play.actor) if not steps[0].startswith(f"{action}")
    ]
    if other:
        wandered = ways(sandbox_of(example, other[0]), steps)
        assert (wandered.next, wandered.anew, wandered.undo) == (steps[0], True, "")
    done = sandbox_of(example, steps[-1])
    assert ways(done, steps).finished
    assert ways(done, steps).next is None


BAD = ["x", "99999999", "9999999", "1.", ".1", "1..2", "-1", "9-1", "7-1", "٣", "1 ", "1-2-3", "0" * 5000]


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("name", BOOKS)
def test_what_cannot_be_played_is_said_with_a_way_back(reader, name, bad):
    where = some(name)
    answer = reader.get(where, params={"did": bad})
    assert answer.status_code == 422
    assert f'href="{where}"' in answer.text
    assert reader.get(where, params={"did": bad}, headers={"x-frame": "0"}).status_code == 422


@pytest.mark.parametrize("name", BOOKS)
def test_an_address_holds_so_many_actions_and_no_more(monkeypatch, name):
    example = next(one for one in rulebook.book(name).examples if len(one.line) > 1)
    first = steps_of(name, example.id)[0].partition(".")[0]
    monkeypatch.setattr(sandbox, "MAX_ACTIONS", 1)
    play = sandbox_of(example, first)
    with pytest.raises(BadPlay, match="Too many moves for an example"):
        play.do(play.table_game.legal(play.actor)[0])


@pytest.mark.parametrize(
    "where",
    [
        "/rules/nothing", "/rules/nothing/story", "/rules/nothing/a/b", "/rules/nothing/a/b.svg",
        "/rules/{game}/nothing", "/rules/{game}/nothing/nothing", "/rules/{game}/{chapter}/nothing",
        "/rules/{game}/{chapter}/nothing.svg", "/rules/{game}/story/nothing.svg", "/rules/table/story",
        "/rules/{game}/nothing/{example}", "/rules/{game}/nothing/{example}.svg", "/rules/{game}/story/goal",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", BOOKS)
def test_what_is_not_there_is_not_found(reader, name, where):
    chapter = next(one for one in rulebook.book(name).chapters if one.examples)
    names = {"game": name, "chapter": chapter.id, "example": chapter.examples[0]}
    assert reader.get(where.format(**names)).status_code == 404


@pytest.mark.parametrize("name", BOOKS)
def test_every_seat_is_played_and_its_view_is_shown(name):
    """Where several are asked at once, an action may be given to each of them."""
    for example in rulebook.book(name).examples:
        play = sandbox_of(example, steps_of(name, example.id)[-1])
        waiting = play.table_game.waiting
        assert play.actor in waiting if waiting else play.actor is None
        assert play.viewpoint in range(len(play.table_game.seats))
        if len(waiting) > 1:
            other = next(seat for seat in waiting if seat != play.actor)
            action = play.table_game.legal(other)[0]
            play.do(action, other)
            assert play.actions[-1] == f"{other}-{action}"
            assert sandbox_of(example, play.did).table_game.state == play.table_game.state


def test_a_game_without_such_a_book_shows_its_exact_rules(reader, monkeypatch):
    monkeypatch.setattr(rulebook, "book", lambda _game, _language="en": None)
    text = reader.get("/rules/caylus").text
    assert 'id="CAY-5.4.1"' in text
    assert 'id="story"' not in text
    assert "<details" in text
    assert reader.get("/rules/caylus/story").status_code == 404


def test_terms_stand_out_and_ids_are_links_if_there_are_such_rules():
    made = prose("**Gold** & <b>: see CAY-5.4.1, CAY-99.9 and XCAY-5.4.1.", rulebook.load("caylus").ids())
    assert made == (
        "<strong>Gold</strong> &amp; &lt;b&gt;: see "
        '<a class="rule" href="/rules/caylus#CAY-5.4.1">CAY-5.4.1</a>, CAY-99.9 and XCAY-5.4.1.'
    )


def test_pages_of_a_game_lead_to_its_rulebook(reader):
    for address in ("/new?game=ys", "/learn/ys"):
        text = reader.get(address).text
        assert '<a href="/rules/ys">' in text
        assert 'href="/rules/ys/story"' in text
    assert 'href="/rules"' in reader.get("/").text
    assert 'href="/rules"' in reader.get("/rules/ys").text
