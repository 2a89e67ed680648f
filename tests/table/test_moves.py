"""Moves over HTTP: once, in order, by the right person."""

from __future__ import annotations

import hashlib
import html
import random
import re

import pytest

from tests.table.people import (
    GAME,
    field,
    new_table_game,
    offers,
    person,
    post_move,
    quick_table,
    step,
    store,
    wait_for,
)

MY_TURN = 'id="moves"'
OVER = 'id="scores"'


def test_one_click_begins_a_game_as_a_guest(app):
    with person(app) as stranger:
        address = quick_table(stranger)
        page = wait_for(stranger, address, MY_TURN)
        assert "donjon_guest" in stranger.cookies
        assert len(offers(page)) > 3


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_a_whole_game_against_bots(ann, opponents):
    address = quick_table(ann, opponents)
    chance = random.Random(opponents)
    for _ in range(400):
        page = wait_for(ann, address, MY_TURN, OVER)
        if OVER in page:
            break
        answer = post_move(ann, page, chance.choice(list(offers(page))))
        assert answer.status_code in (303, 409)
    assert OVER in page
    assert MY_TURN not in page
    proof = re.search(r"printf %s '([\w ]+)' \| sha256sum", html.unescape(page))[1]
    assert proof.startswith("donjon commitment ")
    assert hashlib.sha256(proof.encode()).hexdigest() in page


def test_the_same_request_twice_is_one_move(ann):
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    action = next(iter(offers(page)))
    before = int(field(page, "seq"))
    assert post_move(ann, page, action).status_code == 303
    assert post_move(ann, page, action).status_code == 303
    assert int(field(ann.get(address).text, "seq")) == before + 1


def test_what_was_done_is_no_answer_to_what_was_asked_for_instead(ann):
    """The same page asks for something else by the same number: nothing of the kind was done."""
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    action = next(iter(offers(page)))
    post_move(ann, page, action)
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    answer = ann.post(f"{address}/undo", data={**data, "count": action})
    assert answer.status_code == 409
    assert "The game has moved on" in answer.text


def test_an_old_page_is_answered_with_the_fresh_one(ann):
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    first, second = list(offers(page))[:2]
    post_move(ann, page, first)
    answer = post_move(ann, page, second)
    assert answer.status_code == 409
    assert "The game has moved on" in answer.text
    assert "TBL-2" in answer.text
    assert field(answer.text, "seq") == str(int(field(page, "seq")) + 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"action": 9999}, "No such move"),
        ({"action": "soup"}, "No such move"),
        ({"action": 408}, "You can&#39;t end your turn yet"),
        ({"key": "forged"}, "The game has moved on"),
        ({"key": "ключ"}, "The game has moved on"),
        ({"seq": "-1"}, "The game has moved on"),
        ({"seq": "99999999999999"}, "The game has moved on"),
    ],
)
def test_what_is_wrong_with_a_request_is_said_and_changes_nothing(ann, changes, words):
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    answer = ann.post(f"{address}/move", data={**data, "action": next(iter(offers(page))), **changes})
    assert answer.status_code == 409
    assert words in answer.text
    assert field(ann.get(address).text, "seq") == field(page, "seq")


def test_an_open_page_is_told_what_has_changed(ann):
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    frame, action = frame_of(page), next(iter(offers(page)))
    told = ann.post(f"{address}/move", data={**data, "action": action}, headers={"x-frame": frame}).json()
    assert told["from"] == frame
    assert told["to"] == frame_of(ann.get(address).text)
    assert "builds on" in told["moments"][0]["text"]
    assert told["facts"][-1]["@value:seq"] == int(data["seq"]) + 1


def test_an_open_page_that_is_not_known_gets_the_whole(ann):
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    for frame in ("", "0", "7-pp-0-0-x-en", "999-pb-0-0-x-en", "7-pb-1-0-x-en", frame_of(page) + "x"):
        told = ann.get(f"{address}/live", headers={"x-frame": frame}).json()
        assert set(told) == {"to", "html"}
        assert told["to"] == frame_of(page)
    assert told["html"] in html.unescape(page) or told["html"] in page


def test_an_open_page_is_told_again_what_the_server_has_forgotten(ann, app):
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    post_move(ann, page, next(iter(offers(page))))
    for held in app.state.tables._held.values():
        held.sent.clear()
        held.forget_drawn()
    told = ann.get(f"{address}/live", headers={"x-frame": frame_of(page)}).json()
    assert told["from"] == frame_of(page)
    assert "builds on" in told["moments"][0]["text"]
    assert told["facts"][-1]["@value:seq"]


def frame_of(page):
    return re.search(r'data-frame="([^"]*)"', page)[1]


def test_undo_takes_back_and_leaves_a_trace(ann):
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    before = offers(page)
    assert 'id="undo"' not in page
    post_move(ann, page, next(iter(before)))
    page = ann.get(address).text
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    answer = ann.post(f"{address}/undo", data={**data, "count": 1})
    assert answer.status_code == 303
    page = ann.get(address).text
    assert offers(page) == before
    assert "undoes a move" in page
    assert "TBL-3" in page
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    answer = ann.post(f"{address}/undo", data={**data, "count": 1})
    assert answer.status_code == 409
    assert "Nothing to undo" in answer.text


@pytest.mark.parametrize(
    ("question", "rule"),
    [("408", "KB-4.6"), ("end turn", "KB-4.6"), ("farm", "KB-8.0.1"), ("draw forest", "KB-11.1.4")],
)
def test_why_not_is_answered_with_the_rule(ann, question, rule):
    address = quick_table(ann)
    wait_for(ann, address, MY_TURN)
    for part in ("", "/answer"):
        text = ann.get(f"{address}{part}", params={"ask": question}, headers={"x-frame": "0"}).text
        assert f'<a class="rule" href="/rules/kingdom-builder#{rule}">' in text


def test_why_not_of_nonsense_and_of_what_is_open(ann):
    address = quick_table(ann)
    page = wait_for(ann, address, MY_TURN)
    for part in ("", "/answer", "/text"):

        def said(question: str, part: str = part) -> str:
            return str(ann.get(f"{address}{part}", params={"ask": question}, headers={"x-frame": "0"}).text)

        refused = '<p id="notice" class="notice" role="alert">'
        assert re.search(f"{refused}.*isn&#39;t a move in Kingdom Builder", said("dance"))
        assert f"{refused}No such move" in said("12345")
        allowed = said(next(iter(offers(page))))
        assert '<p id="notice" class="notice allows" role="status">You can do that' in allowed
        assert refused not in allowed


def test_every_legal_action_is_a_button_and_nothing_else_is(tmp_path, app):
    table_game, chance = new_table_game("ann", "bob"), random.Random(9)
    for _ in range(50):
        step(table_game, chance)
    store(app.state.storage, table_game)
    seat = table_game.waiting[0]
    with person(app, ("ann", "bob")[seat]) as client:
        page = client.get(f"/t/{table_game.id}").text
    assert sorted(offers(page)) == table_game.legal(seat)


@pytest.mark.parametrize("page", ["", "/log", "/record.txt", "/stream", "/review"])
@pytest.mark.parametrize("table", ["nowhere", "%00", "a%00b", "%ed%a0%80", "%ff"])
def test_the_address_of_no_table_is_not_found(ann, table, page):
    assert ann.get(f"/t/{table}{page}").status_code == 404


def test_a_name_with_signs_that_no_database_takes_is_stored_without_them(ann):
    form = f"game={GAME}&seat.0=me&seat.1=bot:greedy&seat.2=nobody&seat.3=nobody&name.0=A%00nn%ed%a0%80"
    answer = ann.post("/new", content=form, headers={"content-type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 303
