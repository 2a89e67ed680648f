"""What the page of an example shows of what its text asks for."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest

from donjon import rulebook
from donjon.kernel.games import games
from donjon.table.learn.examples import sandbox_of, steps_of, targets_of
from tests.table.people import person

GAME = "kingdom-builder"
BOOK = rulebook.book(GAME)


def asking() -> list[str]:
    """Return the examples whose texts name a hex that is to be chosen first."""
    found = [(one.id, targets_of(games[GAME], one)) for one in BOOK.examples]
    return [id for id, targets in found if targets and targets[0] and targets[0][0].name]


ASKING = asking()


def address(id: str) -> str:
    return f"/rules/{GAME}/{BOOK.chapter_with(id).id}/{id}"


def marked(text: str) -> list[str]:
    """Return the names beside the rings of a page or a part of one."""
    return [
        name
        for rings in re.findall(r'class="pointers".*', text)
        for name in re.findall(r"<b [^>]*>([^<]*)", rings)
    ]


@pytest.fixture
def reader(app):
    """Somebody without cookies."""
    with person(app) as client:
        client.headers["accept-encoding"] = "identity"
        yield client


def test_there_are_examples_that_ask_for_a_hex():
    assert len(ASKING) >= 5


@pytest.mark.parametrize("id", ASKING)
def test_what_is_asked_for_is_ringed_and_named_on_the_picture_and_while_it_is_played(reader, id):
    first = targets_of(games[GAME], BOOK.example(id))[0][0]
    chapter = reader.get(f"/rules/{GAME}/{BOOK.chapter_with(id).id}").text
    assert first.name in marked(chapter.partition(f'id="example-{id}"')[2].partition("</section>")[0])
    page = reader.get(address(id)).text
    assert first.name in marked(page)
    assert f'<i style="left:{first.box[0]}%' in page


def test_something_else_gets_a_comment_and_no_ring(reader):
    id = ASKING[0]
    play, steps = sandbox_of(BOOK.example(id)), steps_of(GAME, id)
    others = [action for action in play.table_game.legal(play.actor) if str(action) != steps[0].split(".")[0]]
    comment = "The text suggests another move."
    page = reader.get(address(id), params={"did": str(others[0])}).text
    assert comment in page
    assert not marked(page)
    assert comment not in reader.get(address(id), params={"did": steps[0]}).text


def test_the_end_says_so_and_leads_on(reader):
    ids = [one for chapter in BOOK.chapters for one in chapter.examples]
    for id, later in pairwise(ids[:4]):
        page = reader.get(address(id), params={"did": steps_of(GAME, id)[-1]}).text
        assert "<strong>Done.</strong>" in page
        following = re.search(r'<a id="following"[^>]* href="([^"]*)"[^>]*>([^<]*)', page)
        assert following[1].endswith(f"/{later}"), "its own page"
        assert BOOK.example(later).title in unescape(following[2])
    last = reader.get(address(ids[-1]), params={"did": steps_of(GAME, ids[-1])[-1]}).text
    assert "<strong>Done.</strong>" in last
    assert 'id="following"' not in last


def test_a_refusal_is_marked_where_it_is(reader):
    """Asked why a hex may not be built on, the page marks that hex."""
    boxes = games[GAME].drawing.boxes()
    for one in BOOK.examples:
        play = sandbox_of(one)
        for wrong in one.wrong:
            action = play.table_game.game.parse_action(play.table_game.state, play.actor, wrong.action)[0]
            if action in boxes:
                page = reader.get(address(one.id), params={"ask": wrong.action}).text
                mark = re.search(r'class="refused-mark"[^>]*style="left:([\d.]+)%;top:([\d.]+)%', page)
                assert (float(mark[1]), float(mark[2])) == boxes[action][:2]
                return
    raise AssertionError("no example asks why a hex may not be built on")
