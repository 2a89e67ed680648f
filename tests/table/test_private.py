"""Tables without spectators: who does not sit there learns nothing of the game, at whatever address."""

from __future__ import annotations

import re

import pytest

from donjon.kernel.rules import NATURE
from donjon.table.app import ROUTES
from donjon.table.store import seating
from donjon.table.store.rows import GATHER, LIST, START
from donjon.table.web.sessions import COOKIE, Identity
from tests import loops
from tests.table import asks
from tests.table.people import GAME, SECRET, beside, laid, person, wait_for
from tests.table.test_gathering import TWO, opened, put, sit, stored

PRIVATE = {**TWO, "private": "1"}
HOLES = {"number": "1", "token": "x"}
# Every address below a table that shows something.
SHOWN = [
    re.sub(r"{(\w+)}", lambda hole: HOLES.get(hole[1], "TABLE"), route.path)
    for route in ROUTES
    if route.path.startswith("/t/{table}") and "GET" in (route.methods or ())
]
CHANGING = [
    route.path.replace("{table}", "TABLE").replace("{token}", "x")
    for route in ROUTES
    if route.path.startswith("/t/{table}") and "POST" in (route.methods or ())
]


def running(app, form=PRIVATE):
    """A private game of Ann and Bob, their browsers and its address."""
    ann, table = opened(app, form)
    bob = beside(ann, "bob")
    assert sit(bob, table, "Bob") == 303
    return ann, bob, table


def is_refused(answer) -> None:
    assert answer.status_code == 403
    assert "This table is private" in answer.text
    for fact in ("Ann", "Bob", "Kingdom Builder", "board", "settlement"):
        assert fact not in answer.text.partition("<main")[2]


@pytest.mark.parametrize("path", SHOWN)
def test_a_guest_without_a_seat_sees_nothing_at_any_address(app, path):
    ann, bob, table = running(app)
    path = path.replace("/t/TABLE", table)
    for stranger in (person(app), person(app, "eve")):
        for headers in ({}, {"x-frame": "0"}):
            is_refused(stranger.get(path, headers=headers))
        assert stranger.head(path).status_code == 403
    if path.endswith("/stream"):
        return  # it does not end
    for player in (ann, bob):
        assert player.get(path).status_code != 403


@pytest.mark.parametrize("path", CHANGING)
def test_a_guest_without_a_seat_changes_nothing_and_is_told_nothing(app, path):
    _, _, table = running(app)
    rows = stored(app, table).seq
    data = {"seat": 0, "seq": rows, "key": "", "action": 0, "count": 1, "who": "me", "name": "Eve"}
    is_refused(person(app, "eve").post(path.replace("/t/TABLE", table), data=data))
    assert stored(app, table).seq == rows


def first_event(app, path: str, query: str, table: str, guest: str | None) -> bytes:
    cookie = None if guest is None else Identity(SECRET).guest_cookie(guest)
    with asks.Reading() as reading:
        return asks.first_event(app, path, query, table, cookie, "en", reading)


def test_the_stream_of_all_tabs_leaves_a_private_game_out(app):
    _, _, table = running(app)
    watched, id = laid(app, ("cid", ""), ("dan", "")), table.removeprefix("/t/")
    query = f"seen={id}:&seen={watched.removeprefix('/t/')}:"
    told = first_event(app, "/stream", query, id, "eve")
    assert b"oldtable" in told
    assert id.encode() not in told
    assert id.encode() in first_event(app, "/stream", f"seen={id}:", id, "ann")


def test_the_log_says_that_a_table_is_private(app):
    _, _, table = running(app)
    game = stored(app, table)
    assert seating.is_private(game)
    assert (game.entries[0].kind, game.entries[0].facts) == (GATHER, {"watch": False})
    _, open_table = opened(app, TWO)
    assert not seating.is_private(stored(app, open_table))
    assert not seating.is_private(stored(app, laid(app, ("ann", ""), ("bob", ""))))


def test_a_private_game_is_not_in_the_lobby_to_be_watched(app):
    ann, table = opened(app, {**PRIVATE, "listed": "1"})
    id, eve = table.removeprefix("/t/"), person(app, "eve")
    assert id in eve.get("/lobby").text, "players are looked for"
    sit(beside(ann, "bob"), table, "Bob")
    assert [entry.kind for entry in stored(app, table).entries if entry.kind in (LIST, START)] == [
        LIST,
        START,
    ]
    for path in ("/lobby", "/"):
        assert id not in eve.get(path).text
    _, other = opened(app, {**TWO, "listed": "1"}, "cid")
    sit(beside(ann, "dan"), other, "Dan")
    assert other.removeprefix("/t/") in eve.get("/lobby").text


def test_a_game_against_bots_can_be_private_too(ann):
    form = {"game": GAME, "seat.0": "me", "seat.1": "bot:greedy", "private": "1", "listed": "1"}
    table = ann.post("/new", data=form).headers["location"]
    wait_for(ann, table, 'id="moves"')
    is_refused(beside(ann, "eve").get(table))
    game = stored(ann.app, table)
    assert [entry.kind for entry in game.entries[:4]] == [GATHER, "sit", "sit", START]
    assert not game.is_listed


def test_a_seat_that_was_left_before_the_start_shows_nothing(app):
    ann, table = opened(app, {**PRIVATE, "seat.2": "open"})
    bob, cid = beside(ann, "bob"), beside(ann, "cid")
    sit(bob, table, "Bob")
    put(bob, table, 1, "nobody")
    sit(cid, table, "Cid")
    sit(beside(ann, "dan"), table, "Dan")
    is_refused(bob.get(table))
    assert cid.get(table).status_code == 200


def test_who_left_the_game_to_a_bot_still_sees_it(app):
    _, bob, table = running(app)
    page = bob.get(table).text
    form = {name: re.search(rf'id="leave-{name}-1"[^>]* value="([^"]*)"', page)[1] for name in ("seq", "key")}
    assert bob.post(f"{table}/leave", data={"seat": 1, **form}).status_code == 303
    assert stored(app, table).seats[1].is_away
    assert bob.get(table).status_code == 200


def finish(app, table: str) -> None:
    """Play a game to its end, move by move, as its players would."""
    id = table.removeprefix("/t/")

    async def play_on() -> None:
        game = await app.state.tables.get(id)
        while not game.over:
            seat = next(seat for seat in game.waiting if seat != NATURE)
            game = await app.state.tables.act(id, seat, game.moved, f"key{game.seq}", game.legal(seat)[-1:])

    loops.run(play_on())


def test_after_the_end_it_stays_private_and_so_does_the_rematch(app):
    ann, bob, table = running(app)
    finish(app, table)
    page = ann.get(table).text
    assert 'id="result"' in page
    assert 'id="share"' not in page, "nobody else could open the link"
    assert '<input type="hidden" name="private" value="1">' in page
    eve = beside(ann, "eve")
    for where in ("", "/replay", "/record.txt", "/poster.svg", "/poster.png", "/review"):
        is_refused(eve.get(table + where))
    rematch = ann.post(f"{table}/again").headers["location"]
    assert bob.post(f"{table}/again").headers["location"] == rematch
    assert ann.get(rematch).status_code == 200
    is_refused(eve.get(rematch))


def test_the_form_of_a_new_game_keeps_the_choice_after_a_refusal(app):
    ann = person(app, "ann")
    assert 'name="private" value="1">' in ann.get("/new").text
    refused = ann.post("/new", data={**PRIVATE, "seat.1": "x"})
    assert refused.status_code == 422
    assert 'name="private" value="1" checked' in refused.text


@pytest.mark.parametrize(
    ("language", "words"), [("ru", "Это закрытый стол"), ("hu", "Ez az asztal zártkörű")]
)
def test_the_refusal_is_in_the_visitors_language(app, language, words):
    _, _, table = running(app)
    eve = person(app, "eve")
    eve.headers["accept-language"] = language
    assert words in eve.get(table).text


def test_a_link_to_another_device_opens_a_private_game(app):
    ann, _, table = running(app)
    link = re.search(
        r"/device/[\w-]{22}", ann.post("/device", data={"table": table.removeprefix("/t/")}).text
    )[0]
    phone = person(app)
    asked = phone.get(link).text
    assert "Kingdom Builder" not in asked.partition("<main")[2]
    key = re.search(r'name="key" value="([^"]*)"', asked)[1]
    assert phone.post(link, data={"key": key}).headers["location"] == table
    phone.cookies.set(COOKIE, Identity(SECRET).guest_cookie("ann"))
    assert phone.get(table).status_code == 200
