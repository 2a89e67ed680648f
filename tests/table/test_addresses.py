"""Names of the server and the base of its links; what a request claims is remembered nowhere."""

from __future__ import annotations

import html
import re

import pytest

from donjon.errors import DonjonError
from donjon.table.host import addresses
from donjon.table.live import pages
from donjon.table.live.viewers import Viewer
from donjon.table.serving import settle
from donjon.table.web.i18n import LANGUAGES
from tests.table.people import application, new_table_game, person, seats, settings, store

LOCAL = "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("games.example.org", ("games.example.org", "")),
        ("Games.Example.org.:8000", ("games.example.org", "8000")),
        ("[::1]:80", ("[::1]", "80")),
        ("127.0.0.1", ("127.0.0.1", "")),
        ("", None),
        ("[", None),
        ("[::1", None),
        ("[12:34", None),
        ("[::]]", None),
        ("[1:2:3:4:5:6:7:8:9]", None),
        ("a:b", None),
        ("a:99999", None),
        ("a:٣", None),
        ("a b", None),
        ("a/b", None),
        ("a@b", None),
        ("a\n", None),
        ("a" * 300, None),
        ("münchen.example", None),
    ],
)
def test_what_a_host_header_may_hold(text, read):
    assert addresses.read_host(text) == read


def test_who_may_ask():
    own = addresses.own_names("0.0.0.0", "https://games.example.org", ("club.example",))
    asked = ("games.example.org", "club.example:8000", "192.168.1.5:8000", "[fd00::1]", "localhost:1")
    assert [name for name in asked if not addresses.is_allowed(name, own)] == []
    for name in ("evil.example", "games.example.org.evil.example", "", "127.0.0.1.evil.example"):
        assert not addresses.is_allowed(name, own)
    assert addresses.is_allowed("anything.example", (addresses.ANY,))
    assert not addresses.is_allowed("any thing", (addresses.ANY,))


@pytest.mark.parametrize(
    ("host", "told", "base"),
    [
        ("127.0.0.1", {}, LOCAL),
        ("192.168.1.5", {}, LOCAL),
        ("0.0.0.0", {}, ""),
        ("127.0.0.1", {"hosts": ("games.example.org",)}, ""),
        ("127.0.0.1", {"base_url": "https://games.example.org/"}, "https://games.example.org"),
        ("0.0.0.0", {"base_url": "http://club.example:8000"}, "http://club.example:8000"),
    ],
)
def test_the_base_of_links(tmp_path, host, told, base):
    assert settle(settings(tmp_path, **{"hosts": (), **told}), host, LOCAL).base_url == base


@pytest.mark.parametrize(
    "told",
    [
        {"base_url": "games.example.org"},
        {"base_url": "https://games.example.org/donjon"},
        {"base_url": "https://"},
        {"hosts": ("games.example.org:8000",)},
        {"hosts": ("https://games.example.org",)},
        {"proxies": ("my-proxy",)},
    ],
)
def test_what_makes_no_sense_is_refused_at_the_start(tmp_path, told):
    with pytest.raises(DonjonError, match="Write it like"):
        settle(settings(tmp_path, **told), "127.0.0.1", LOCAL)


def shown(client, address: str, part: str, **heads: str) -> str:
    """A page, or the part of it that changes, as an open page gets it."""
    answer = client.get(address + part, headers=heads)
    return answer.json()["html"] if part else answer.text


def invitation(text: str) -> str:
    """The address in the first link to an open seat."""
    return html.unescape(re.search(r'class="seat-link" readonly value="([^"]*)"', text)[1])


def open_table(app):
    table_game = new_table_game("ann", "bob")
    table_game.with_seats(seats("ann", "open"))
    store(app.state.storage, table_game)
    return table_game


def test_links_begin_with_the_base_address_whatever_the_request_says(tmp_path):
    app = application(tmp_path, base_url="https://games.example.org")
    table = open_table(app)
    with person(app, "ann") as client:
        for path in ("", "/live"):
            text = shown(client, f"/t/{table.id}", path, host="evil.example:1")
            assert invitation(text).startswith(f"https://games.example.org/t/{table.id}/sit/")
            assert "evil" not in text


def test_without_one_everybody_gets_links_to_the_name_they_asked_for(tmp_path):
    app = application(tmp_path)
    table = open_table(app)
    with person(app, "ann") as client:
        for host in ("localhost:8000", "club.example", "localhost:8000"):
            for path in ("", "/live"):
                text = shown(client, f"/t/{table.id}", path, host=host)
                assert invitation(text).startswith(f"http://{host}/t/")
                assert pages.BASE not in text


def test_pages_that_are_remembered_are_as_many_as_seats_and_languages(tmp_path):
    """Whatever visitors send: spectators are alike, and what a request claims makes no page of its own."""
    app = application(tmp_path)
    table = open_table(app)
    languages = [*LANGUAGES, "de", "xx-yy", "ru;q=0.3,hu"]
    with person(app) as client:
        for number in range(60):
            heads = {
                "host": f"host{number}.example:{number}",
                "accept-language": languages[number % len(languages)],
                "x-forwarded-host": f"other{number}.example",
                "user-agent": str(number),
            }
            guest = person(app, f"guest{number}" if number % 2 else "ann")
            for visitor in (client, guest):
                answer = visitor.get(f"/t/{table.id}/live", headers={**heads, "x-frame": str(number)})
                assert answer.status_code == 200
    held = app.state.tables._held[table.id]
    drawn = [key for key in held.pages if isinstance(key, Viewer)]
    assert 0 < len(drawn) <= 2 * len(LANGUAGES), "ann, and whoever only looks"
    assert len(held.pages) - len(drawn) <= 3 * len(LANGUAGES), "what all share, ann's own, a spectator's own"
    assert 0 < len(held.sent) <= 2 * len(LANGUAGES)
    assert not len(held.ways), "pages that are not known are sent as a whole, and not kept"
