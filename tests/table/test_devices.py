"""Go on at another device: a link that works once and for some minutes, and what it must not do."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
import sqlalchemy as sa

from donjon.table.host.limits import GUESSES
from donjon.table.live import devices, forms
from donjon.table.store import passes, schema
from donjon.table.store.passes import LASTS, MOST, Pass
from donjon.table.store.storage import Storage
from donjon.table.web.sessions import COOKIE, Identity
from tests.table.people import (
    SECRET,
    application,
    beside,
    field,
    laid,
    new_table_game,
    offers,
    person,
    post_move,
    store,
)
from tests.table.test_gathering import TWO, opened


def link_of(client, **form) -> str:
    """The path of a link that a guest asks for."""
    page = client.post("/device", data=form).text
    found = re.search(r'id="pass-link"[^>]* value="http://testserver(/device/[\w-]+)"', page)
    return unescape(found[1])


def take(client, link: str):
    """Open a link and go on there."""
    return client.post(link, data={"key": field(client.get(link).text, "key")})


def guest_of(client) -> str | None:
    return Identity(SECRET).guest_of(client.cookies.get(COOKIE))


def rows(app) -> list:
    with app.state.storage.reading() as connection:
        return connection.execute(sa.select(schema.passes)).all()


@pytest.fixture
def later(monkeypatch):
    """Let time pass."""
    passed, real = [0.0], devices.now
    monkeypatch.setattr(devices, "now", lambda: real() + passed[0])

    def pass_on(seconds: float) -> None:
        passed[0] += seconds

    return pass_on


def test_another_device_plays_the_same_seat(app):
    table = laid(app, ("ann", "Anna"), ("bob", "Bob"))
    ann, phone = person(app, "ann"), person(app)
    page = ann.get(table).text
    assert 'id="to-device"' in page
    link = link_of(ann, table=table.removeprefix("/t/"))
    asked = phone.get(link).text
    assert "Continue here as Anna?" in asked
    assert "Kingdom Builder: Anna, Bob" in asked
    answer = take(phone, link)
    assert (answer.status_code, answer.headers["location"]) == (303, table)
    assert guest_of(phone) == guest_of(ann) == "ann"
    assert phone.cookies.get(forms.NAME_COOKIE) == "Anna"
    assert 'data-own="0"' in phone.get(table).text
    assert 'data-own="0"' in ann.get(table).text, "the first device goes on"
    assert "oldtable" in phone.get("/games").text


def test_two_devices_at_one_table_lose_and_double_nothing(app):
    table = new_table_game("ann", "ann")
    store(app.state.storage, table)
    desk, phone = person(app, "ann"), person(app)
    take(phone, link_of(desk, table=table.id))
    page = desk.get(f"/t/{table.id}").text
    assert phone.get(f"/t/{table.id}").text == page
    action = min(offers(page))
    first, second = post_move(desk, page, action), post_move(phone, page, action)
    assert (first.status_code, second.status_code) == (303, 303), "the same move from both is one"
    stored = app.state.storage.load(table.id).entries
    assert sum(entry.key == field(page, "key") for entry in stored) == 1
    other = max(offers(page))
    assert post_move(phone, page, other).status_code == 409, "another one comes too late, and is told"


def test_looking_uses_nothing_up(app):
    link = link_of(person(app, "ann"))
    for _ in range(5):
        assert person(app).get(link).status_code == 200
        assert person(app).head(link).status_code == 200
    assert take(person(app), link).status_code == 303


def test_a_link_works_once(app):
    link = link_of(person(app, "ann"))
    phone, thief = person(app), person(app)
    seen = thief.get(link).text
    assert take(phone, link).status_code == 303
    for answer in (thief.post(link, data={"key": field(seen, "key")}), thief.get(link)):
        assert answer.status_code == 410
        assert "no longer works" in answer.text
        assert "press “Play on another device”" in answer.text
    assert guest_of(thief) is None


def test_a_lost_answer_can_be_asked_for_again(app):
    link, phone = link_of(person(app, "ann")), person(app)
    form = {"key": field(phone.get(link).text, "key")}
    lost = phone.post(link, data=form)
    phone.cookies.clear()
    assert lost.status_code == phone.post(link, data=form).status_code == 303
    assert guest_of(phone) == "ann"


def test_of_two_who_take_it_at_once_one_has_it(app):
    link = link_of(person(app, "ann"))
    with person(app) as first:
        people = [beside(first) for _ in range(6)]
        keys = [field(one.get(link).text, "key") for one in people]

        def taking(number: int) -> int:
            return people[number].post(link, data={"key": keys[number]}).status_code

        with ThreadPoolExecutor(6) as threads:
            answers = list(threads.map(taking, range(6)))
    assert sorted(answers) == [303, *[410] * 5]


def test_a_link_works_for_some_minutes(app, later):
    ann, phone = person(app, "ann"), person(app)
    link = link_of(ann)
    later(LASTS - 1)
    form = {"key": field(phone.get(link).text, "key")}
    later(2)
    assert phone.get(link).status_code == 410
    assert phone.post(link, data=form).status_code == 410
    assert guest_of(phone) is None
    assert len(rows(app)) == 1
    link_of(person(app, "bob"))
    assert [row.guest for row in rows(app)] == ["bob"], "what has expired is deleted"


def test_the_latest_links_of_a_guest_work(app, later):
    ann, links = person(app, "ann"), []
    for _ in range(MOST + 2):
        links.append(link_of(ann))
        later(1)
    answers = [person(app).get(link).status_code for link in links]
    assert answers == [410, 410, *[200] * MOST]


def test_the_database_holds_no_link_that_works(app):
    link = link_of(person(app, "ann"))
    (row,) = rows(app)
    assert link.rpartition("/")[2] not in repr(row)
    for stored in (row.digest, row.used or "x"):
        assert person(app).get(f"/device/{stored}").status_code == 410


def test_wrong_links_are_limited_by_address(app):
    link, eve = link_of(person(app, "ann")), person(app, client=("1.2.3.4", 5))
    for number in range(GUESSES):
        path = f"/device/{'x' * 20}{number}"
        answer = eve.get(path) if number % 2 else eve.post(path, data={"key": "k" * 16})
        assert answer.status_code == 410
    assert eve.get(link).status_code == 400
    assert "Too many wrong codes" in eve.post(link, data={"key": "k" * 16}).text
    assert person(app, client=("1.2.3.5", 5)).get(link).status_code == 200


@pytest.mark.parametrize("token", ["x", "x" * 5000, "%00", "%ff", "%ED%A0%80", "' or 1=1 --", "\u0663"])
def test_nonsense_opens_nothing(app, token):
    link_of(person(app, "ann"))
    eve = person(app)
    for answer in (eve.get(f"/device/{token}"), eve.post(f"/device/{token}", data={"key": "k" * 16})):
        assert answer.status_code in (303, 404, 405, 410)
    assert guest_of(eve) is None


def test_only_a_form_of_the_page_takes_a_link(app):
    link, eve = link_of(person(app, "ann")), person(app)
    for form in ({}, {"key": ""}, {"key": "short"}):
        answer = eve.post(link, data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, "/device")
    foreign = eve.post(link, data={"key": "k" * 16}, headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert guest_of(eve) is None
    assert take(person(app), link).status_code == 303


def test_a_browser_with_games_of_its_own_is_warned(app):
    laid(app, ("ann", ""), ("bob", ""))
    laid(app, ("eve", ""), ("bob", ""), id="evestable")
    link = link_of(person(app, "ann"))
    eve = person(app, "eve")
    page = eve.get(link).text
    assert "This browser has 1 game of its own." in page
    assert 'href="/device"' in page
    assert "of its own" not in person(app, "zoe").get(link).text
    assert f"{COOKIE}={Identity(SECRET).guest_cookie('ann')}" in take(eve, link).headers["set-cookie"]


def test_the_own_link_changes_nothing_and_is_not_used_up(app):
    ann = person(app, "ann")
    link = link_of(ann)
    answer = ann.get(link)
    assert (answer.status_code, "already" in answer.text) == (200, True)
    assert take(person(app), link).status_code == 303


def test_a_link_leads_only_to_tables_where_the_guest_sits(app):
    table = laid(app, ("bob", "Bob"), ("cid", "Cid")).removeprefix("/t/")
    for name in (table, "nowhere", "x" * 500, "\x00", "//evil.example"):
        link = link_of(person(app, "ann"), table=name)
        phone = person(app)
        assert "Bob" not in phone.get(link).text
        assert take(phone, link).headers["location"] == "/games"


def test_before_the_start_the_seat_can_be_taken_along(app):
    ann, table = opened(app, TWO)
    page = ann.get(table).text
    assert 'id="to-device"' in page
    assert 'id="to-device"' not in beside(ann, "eve").get(table).text
    phone = beside(ann)
    assert take(phone, link_of(ann, table=table.removeprefix("/t/"))).headers["location"] == table
    assert "Waiting for 1 more player" in phone.get(table).text


def test_who_watches_or_is_new_has_nothing_to_take_along(app):
    table = laid(app, ("ann", ""), ("bob", ""))
    for client in (person(app), person(app, "eve")):
        assert 'id="to-device"' not in client.get(table).text
    stranger = person(app)
    for answer in (stranger.get("/device"), stranger.post("/device")):
        assert "no games in this browser" in answer.text
    assert rows(app) == []


def test_the_pages_with_a_link_are_kept_by_nobody(app):
    ann = person(app, "ann")
    link = link_of(ann)
    for answer in (ann.post("/device"), person(app).get(link), ann.get(link), take(person(app), link)):
        assert "no-store" in answer.headers.get("cache-control", "no-store" * (answer.status_code == 303))
    for answer in (person(app).get(link), ann.get(link)):
        assert answer.headers["referrer-policy"] == "strict-origin"
        assert answer.headers["x-robots-tag"] == "noindex"
    preview = re.findall(r'property="og:url" content="([^"]*)"', person(app).get(link_of(ann)).text)
    assert preview == ["http://testserver/device"]


def test_who_only_plays_at_this_computer_is_told(app):
    here = person(app, "ann", base_url="http://127.0.0.1:8000")
    assert "donjon play --host 0.0.0.0" in here.post("/device").text
    assert "donjon play --host" not in person(app, "ann").post("/device").text


def test_links_cost_an_address_what_moves_cost(tmp_path):
    ann = person(application(tmp_path, writes_per_day=2), "ann")
    assert [ann.post("/device").status_code for _ in range(3)] == [200, 200, 400]


@pytest.mark.parametrize("language", ["ru", "hu"])
def test_every_page_is_in_the_visitors_language(app, language):
    ann, phone = person(app, "ann"), person(app)
    for client in (ann, phone):
        client.headers["accept-language"] = language
    link = link_of(ann)
    pages = [ann.get("/device"), ann.post("/device"), phone.get(link), ann.get(link), phone.get("/device/x")]
    for page in pages:
        assert not re.search(
            r"device|browser|another|game", re.sub(r"<[^>]*>", "", page.text.partition("<main")[2])
        )


def test_a_pass_outlives_the_server(app, tmp_path):
    secret = passes.issue(app.state.storage, Pass("ann", "Anna", "table"), 100.0)
    other = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    assert passes.look(other, secret, 200.0) == Pass("ann", "Anna", "table")
    assert passes.look(other, secret, 100.0 + LASTS) is None
    other.close()
