"""The text board: a game can be played to its end by words alone, without a script or a drawing."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest

from donjon.kernel.games import games
from tests.table.people import beside, field, new_table_game, person, step, store

BUTTON = re.compile(r'<button id="act-\d+" name="action" value="(\d+)">([^<]+)</button>')


def text_page(client, table: str) -> str:
    answer = client.get(f"/t/{table}/text")
    assert answer.status_code == 200, answer.text
    return answer.text


def press(client, table: str, page: str, verb: str, **said):
    given = {name: field(page, name) for name in ("seat", "seq", "key", "page")}
    return client.post(f"/t/{table}/{verb}", data={**given, **said})


@pytest.mark.parametrize("name", list(games))
def test_a_game_is_played_to_its_end_by_words(app, name):
    whole, chance = new_table_game("ann", "bob", game=name), random.Random(4)
    while not whole.over:
        step(whole, chance)
    table_game, chance = new_table_game("ann", "bob", game=name), random.Random(4)
    while len(table_game.steps) < len(whole.steps) - 40:
        step(table_game, chance)
    store(app.state.storage, table_game)
    with person(app, "ann") as ann:
        bob = beside(ann, "bob")
        page = ""
        while "pane-scores" not in page:
            for client in (ann, bob):
                page = text_page(client, table_game.id)
                choices = BUTTON.findall(page)
                if not choices:
                    continue
                words = [unescape(label) for _number, label in choices]
                assert len(set(words)) == len(words), "no two choices sound alike"
                answer = press(client, table_game.id, page, "move", action=chance.choice(choices)[0])
                assert answer.status_code == 303
                assert answer.headers["location"] == f"/t/{table_game.id}/text"


def test_a_refusal_and_an_undo_stay_in_words(app):
    table_game = new_table_game("ann", "bob")
    store(app.state.storage, table_game)
    first = table_game.seats[table_game.waiting[0]].owner
    with person(app, first) as client:
        page = text_page(client, table_game.id)
        assert "<svg" not in page.partition('id="lying"')[2].partition("</section>")[0]
        illegal = press(client, table_game.id, page, "move", action=408)
        assert illegal.status_code == 409
        assert "KB-4.6" in illegal.text
        assert 'id="lying"' in illegal.text
        choice = BUTTON.findall(page)[0][0]
        assert press(client, table_game.id, page, "move", action=choice).status_code == 303
        page = text_page(client, table_game.id)
        assert press(client, table_game.id, page, "undo", count=1).status_code == 303
        assert "undoes a move" in text_page(client, table_game.id)
        asked = client.get(f"/t/{table_game.id}/text", params={"ask": "end turn"})
        assert "KB-4.6" in asked.text


@pytest.mark.parametrize("name", list(games))
def test_every_thing_on_the_board_has_a_sentence(app, name):
    table_game, chance = new_table_game("ann", "bob", game=name), random.Random(5)
    for _ in range(30):
        step(table_game, chance)
    store(app.state.storage, table_game)
    with person(app, "ann") as client:
        page = text_page(client, table_game.id)
    things = re.findall(r"<dt>([^<]+)</dt><dd>", page)
    assert len(things) > 15
    assert len(set(things)) > 10
