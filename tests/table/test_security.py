"""What every request must pass, and what every answer carries."""

from __future__ import annotations

import re

import pytest

from donjon.table.app import ROUTES
from donjon.table.identity import Identity
from donjon.table.security import Buckets
from tests.table.people import GAME, SECRET, application, person, quick_table

QUICK = {"game": GAME, "quick": "1"}


@pytest.mark.parametrize(
    "address", ["/", "/new", "/rules", "/nowhere", "/static/table.css", "/t/x", "/healthz"]
)
def test_every_answer_carries_the_headers(ann, address):
    headers = ann.get(address).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_no_page_holds_a_script_or_a_style_of_its_own(ann):
    table = quick_table(ann)
    for address in (
        "/",
        "/new",
        "/about",
        "/rules",
        f"/rules/{GAME}",
        "/rules/table",
        table,
        f"{table}/replay",
    ):
        text = ann.get(address).text
        assert not re.search(r"<script(?! src=\"/static/)", text), address
        assert "<style" not in text, address
        assert not re.search(r"\son\w+=", text), address
        assert not re.search(r"(src|href)=\"(https?:)?//", text), address


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"origin": "http://testserver"}, 303),
        ({"origin": "https://testserver"}, 303),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"sec-fetch-site": "none"}, 303),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"referer": "http://evil.example/testserver"}, 403),
        ({"referer": "http://testserver/new"}, 303),
    ],
)
def test_other_sites_cannot_act_for_a_guest(ann, headers, status):
    assert ann.post("/new", data=QUICK, headers=headers).status_code == status


def test_cookies_are_out_of_reach(app):
    with person(app) as client:
        answer = client.post("/new", data=QUICK)
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie
    with person(app, base_url="https://testserver") as client:
        assert "secure" in client.post("/new", data=QUICK).headers["set-cookie"].lower()


def test_a_local_server_answers_to_its_own_names_only(tmp_path):
    app = application(tmp_path, hosts=("localhost", "127.0.0.1", "[::1]"))
    client = person(app)
    for host, status in (
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:80", 200),
        ("evil.example", 400),
    ):
        assert client.get("/about", headers={"host": host}).status_code == status


def test_a_flood_is_slowed_down(tmp_path):
    client = person(application(tmp_path, burst=5, rate=0.0))
    answers = [client.post("/language", data={"language": "hu"}).status_code for _ in range(7)]
    assert answers == [303] * 5 + [429] * 2
    assert client.get("/about").status_code == 200


def test_buckets_fill_again(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("donjon.table.security.time.monotonic", lambda: clock[0])
    buckets = Buckets(2, 1)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    clock[0] = 1.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]


def test_a_huge_request_is_refused(ann):
    assert ann.post("/new", data={"name.0": "x" * 100_000}).status_code == 413
    assert ann.post("/new", content=iter([b"x"]), headers={"host": "testserver"}).status_code == 413


def test_signatures():
    ours, theirs = Identity(SECRET), Identity(b"another secret that is long enough too")
    assert ours.guest_of(ours.guest_cookie("ann")) == "ann"
    for forged in (None, "", "ann", theirs.guest_cookie("ann"), ours.seat_link("t", 1), "\x00"):
        assert ours.guest_of(forged) is None
    assert ours.seat_of("t", ours.seat_link("t", 1)) == 1
    assert ours.seat_of("u", ours.seat_link("t", 1)) is None
    assert ours.seat_of("t", theirs.seat_link("t", 1)) is None
    assert ours.seat_of("t", ours.guest_cookie("ann")) is None
    key = ours.page_key("t", "ann", 3)
    assert ours.owns_key(key, "t", "ann", 3)
    assert not any(
        ours.owns_key(key, *other) for other in (("u", "ann", 3), ("t", "bob", 3), ("t", "ann", 4))
    )


def test_looking_changes_nothing(ann, app):
    """Every address that may be fetched is fetched, and nothing is stored by it."""
    table = quick_table(ann)
    entries = len(app.state.tables._held[table.removeprefix("/t/")].entries)
    paths = {route.path for route in ROUTES if "GET" in (route.methods or ())} - {"/t/{table}/stream"}
    for path in paths:
        address = path.replace("/t/{table}", table).replace("{token}", "x")
        ann.get(address.replace("{game}", GAME).replace("{name:path}", "table.css"))
    stored = app.state.storage.load(table.removeprefix("/t/"))
    assert [entry.key for entry in stored.entries[entries:] if entry.key] == []


def test_where_to_go_after_a_language_is_chosen_is_here(ann):
    for target in ("//evil.example/x", "https://evil.example/", "evil", "/\\evil.example"):
        location = ann.post("/language", data={"language": "ru", "next": target}).headers["location"]
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))
