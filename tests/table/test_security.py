"""What every request must pass, and what every answer carries."""

from __future__ import annotations

import re

import pytest
from sqlalchemy.exc import OperationalError

from donjon.table.app import ROUTES
from donjon.table.host.addresses import neighbourhood
from donjon.table.host.security import HEADERS
from donjon.table.host.settings import Settings
from donjon.table.web.assets import STATIC
from donjon.table.web.sessions import Identity
from tests.table.people import GAME, SECRET, application, person, quick_table
from tests.table.served import Served

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
        ours = r'( type="module")? src="/static/|( type="application/json" id="shapes")>'
        assert not re.search(rf"<script(?!{ours})", text), address
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
        ({"origin": "http://["}, 403),
        ({"origin": "ftp://testserver"}, 403),
        ({"origin": ""}, 403),
        ({"referer": "http://["}, 403),
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


def test_behind_a_proxy_that_asks_by_another_name_our_pages_are_known_by_the_base_address(tmp_path):
    client = person(application(tmp_path, base_url="https://games.example.org"))
    for origin, status in (("https://games.example.org", 303), ("https://evil.example", 403)):
        heads = {"host": "127.0.0.1:8000", "origin": origin}
        assert client.post("/language", data={"language": "hu"}, headers=heads).status_code == status


@pytest.mark.parametrize(
    ("method", "path", "change", "status"),
    [
        ("GET", "/", {"headers": {"host": "evil example"}}, 400),
        ("POST", "/new", {"headers": {"content-length": "x"}}, 400),
        ("POST", "/new", {"headers": {"origin": "http://evil.example"}}, 403),
        ("GET", "/nowhere", {}, 404),
        ("GET", "/t/nowhere", {}, 404),
        ("GET", "/static/nothing.css", {}, 404),
        ("DELETE", "/", {}, 405),
        ("POST", "/new", {"content": b"x" * 100_000}, 413),
        ("POST", "/new", {"content": b"{}", "headers": {"content-type": "application/json"}}, 415),
    ],
)
def test_every_refusal_carries_the_headers(ann, method, path, change, status):
    answer = ann.request(method, path, **change)
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_every_failure_carries_the_headers(tmp_path, monkeypatch):
    """Of a page, of the page that says so, and of the database."""
    app = application(tmp_path)
    client = person(app, "ann", raise_server_exceptions=False)

    def fail(*_anything, **_named):
        raise RuntimeError("on purpose")

    def no_database(*_anything):
        raise OperationalError("SELECT", {}, Exception("disk I/O error"))

    with monkeypatch.context() as broken:
        broken.setattr(app.state.storage, "tables_of", no_database)
        answers = [(client.get("/"), 503)]
    with monkeypatch.context() as broken:
        broken.setattr("donjon.table.home.page", fail)
        answers.append((client.get("/about"), 500))
        broken.setattr("donjon.table.web.errors.page", fail)
        answers.append((client.get("/about"), 500))
    for answer, status in answers:
        assert answer.status_code == status
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert "on purpose" not in answer.text
    assert answers[0][0].text != answers[1][0].text != answers[2][0].text


def test_a_flood_is_slowed_down(tmp_path):
    client = person(application(tmp_path, burst=5, rate=0.0))
    answers = [client.post("/language", data={"language": "hu"}).status_code for _ in range(7)]
    assert answers == [303] * 5 + [429] * 2
    assert client.get("/about").status_code == 200


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("x" * 500, "x" * 64),
        ("", ""),
    ],
)
def test_an_address_is_counted_with_those_that_its_owner_has_for_nothing(address, counted):
    assert neighbourhood(address) == counted


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
    for target in ("//evil.example/x", "https://evil.example/", "evil", "/\\evil.example", "http://[", ""):
        location = ann.post("/language", data={"language": "ru", "next": target}).headers["location"]
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))


def test_static_files_are_those_that_there_are(ann):
    """No path is made of what is asked for: what is no name of a file is nothing."""
    for name in ("%00", "x" * 300, "../settings.py", "..%2fsettings.py", "table.css/", "table.css%00", ""):
        assert ann.get(f"/static/{name}").status_code == 404
    plain = ann.get("/static/table.css", headers={"accept-encoding": "identity"})
    zipped = ann.get("/static/table.css", headers={"accept-encoding": "gzip"})
    assert plain.content == zipped.content
    # Only comments are left out.
    rules = re.sub(r"/\*.*?\*/", "", (STATIC / "table.css").read_text("utf-8"), flags=re.DOTALL)
    assert plain.text.split() == rules.split()
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",), ("10.0.0.0/8",)])
def test_proxies_are_believed_only_when_they_are_named(tmp_path, proxies):
    """https makes cookies Secure, and whoever asks through the proxy has a bucket of their own."""
    body, believed = b"language=hu", proxies == ("127.0.0.1",)
    with Served(tmp_path, proxies=proxies, burst=1, rate=0.0) as served:
        answers = [
            served.ask(
                "/language",
                "Content-Type: application/x-www-form-urlencoded",
                "X-Forwarded-Proto: https",
                f"X-Forwarded-For: 192.0.2.{number}",
                method="POST",
                body=body,
            )
            for number in (1, 2, 1)
        ]
    assert (b"Secure" in answers[0]) is believed
    assert [b" 429 " in answer for answer in answers] == [False, not believed, True]


@pytest.mark.parametrize(
    ("readers", "client", "status"),
    [
        ((), "127.0.0.1", 404),
        (("127.0.0.1",), "127.0.0.1", 200),
        (("127.0.0.1",), "192.0.2.1", 404),
        (("10.0.0.0/8", "::1"), "10.1.2.3", 200),
        (("10.0.0.0/8", "::1"), "::1", 200),
        (("0.0.0.0/0",), "no address", 404),
    ],
)
def test_the_numbers_are_read_only_from_where_they_may(tmp_path, readers, client, status):
    stranger = person(application(tmp_path, metrics=readers), client=(client, 1))
    answer = stranger.get("/metrics")
    assert answer.status_code == status
    assert ("donjon_streams" in answer.text) == (status == 200)


def test_by_default_nobody_reads_the_numbers(tmp_path):
    assert Settings(tmp_path, "", b"").metrics == ()


@pytest.mark.parametrize(
    ("base", "told"),
    [("https://games.example.org", "max-age=31536000"), ("http://192.0.2.1:8000", None), ("", None)],
)
def test_browsers_are_told_to_stay_with_tls_where_the_base_address_has_it(tmp_path, base, told):
    client = person(application(tmp_path, base_url=base))
    for path in ("/", "/static/table.css", "/nowhere"):
        assert client.get(path).headers.get("strict-transport-security") == told
