"""What pages say of themselves to previews of links and to search engines, and the files of a site."""

from __future__ import annotations

import json
import re
import struct
from html import unescape
from urllib.parse import urlsplit

import pytest

import donjon
from donjon import rulebook
from donjon.table import site_files
from donjon.table.store.rows import OPEN, PERSON, Seat
from donjon.table.web import rendering
from donjon.table.web.i18n import LANGUAGES
from donjon.table.web.sessions import Identity
from tests.table.people import SECRET, new_table_game, person, store
from tests.table.test_posters import MOST_BYTES, played

NEEDED = ("description", "og:title", "og:description", "og:url", "og:locale", "og:image", "twitter:card")
GAME = "kingdom-builder"
BOOK = rulebook.book(GAME)
CHAPTER = next(chapter for chapter in BOOK.chapters if chapter.examples)
PAGES = [
    *("/", "/new", "/about", "/rules", "/rules/table", "/learn", "/puzzles"),
    *(f"/new?game={GAME}", f"/rules/{GAME}", f"/rules/{GAME}/story", f"/learn/{GAME}", f"/puzzles/{GAME}"),
    f"/learn/{GAME}/1",
    *(
        f"/puzzles/{GAME}/1",
        f"/rules/{GAME}/{CHAPTER.id}",
        f"/rules/{GAME}/{CHAPTER.id}/{CHAPTER.examples[0]}",
    ),
]
OF_TABLES = ["", "/text", "/log", "/replay", "/review", "/verify"]


def metas(text: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', text)
    assert len({name for name, _ in found}) == len(found), "no element stands twice"
    return {name: unescape(value) for name, value in found}


def heading(text: str) -> str:
    return unescape(re.search(r"<title>(.*?)</title>", text, re.DOTALL)[1])


def over(app):
    """A finished game in which nothing has to be thought over."""
    table_game = played("kingdom-builder", 10_000)
    assert table_game.over
    store(app.state.storage, table_game)
    return table_game


def invited(app, host: str = "Anna"):
    """A table with an open seat: its address, and that of the seat's link."""
    table_game = new_table_game("ann", "open")
    table_game.with_seats([Seat(0, PERSON, "ann", host), Seat(1, OPEN, "", "")])
    store(app.state.storage, table_game)
    return table_game, f"/t/{table_game.id}/sit/{Identity(SECRET).seat_link(table_game.id, 1)}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", PAGES)
def test_every_page_that_is_sent_says_what_it_is(app, address: str, language: str) -> None:
    client = person(app)
    client.headers["accept-language"] = language
    told = metas(client.get(address).text)
    assert all(told[name].strip() for name in NEEDED), told
    assert told["og:description"] == told["description"]
    assert told["og:locale"] == rendering.LOCALES[language]
    assert told["og:url"] == f"http://testserver{urlsplit(address).path}"
    assert told["og:image"].startswith(f"http://testserver/preview/{language}/")
    assert told["twitter:card"] == "summary_large_image"
    assert not re.search(r"\*\*|<|%\(", told["description"])


def test_pages_about_different_things_have_different_titles_and_descriptions(app) -> None:
    told = [metas(person(app).get(address).text) for address in PAGES if address not in ("/", "/new")]
    titles = [one["og:title"] for one in told]
    assert len(set(titles)) == len(titles)
    assert len({one["description"] for one in told}) > len(told) / 2


@pytest.mark.parametrize("part", OF_TABLES)
def test_every_page_of_a_table_shows_its_board(app, part: str) -> None:
    table_game = over(app)
    with person(app) as client:
        told = metas(client.get(f"/t/{table_game.id}{part}").text)
    assert all(told[name].strip() for name in NEEDED), told
    assert told["og:url"].startswith(f"http://testserver/t/{table_game.id}{part}")
    assert f"/t/{table_game.id}/poster.png" in told["og:image"]
    for seat in table_game.view(None)["players"]:
        assert str(seat["total"]) in told["og:description"]


def test_the_link_of_a_seat_says_who_invites_to_what(app) -> None:
    table_game, link = invited(app)
    answer = person(app).get(link)
    told = metas(answer.text)
    assert told["og:title"] == heading(answer.text) == "Anna invites you to play Kingdom Builder"
    assert told["og:description"] == "You play as Red. Players: Anna."
    assert told["og:url"] == f"http://testserver{link}"
    assert told["og:image"].startswith(f"http://testserver/t/{table_game.id}/poster.png")
    assert 'src="/boards/en/kingdom-builder.svg"' in answer.text


def test_a_host_without_a_name_is_not_called_by_a_colour(app) -> None:
    _table_game, link = invited(app, host="")
    assert metas(person(app).get(link).text)["og:title"] == "You're invited to play Kingdom Builder"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_program_that_shows_a_preview_takes_no_seat(app, method: str) -> None:
    _table_game, link = invited(app)
    crawler = person(app)
    answer = crawler.request(method, link, headers={"user-agent": "WhatsApp/2"})
    assert answer.status_code == 200
    assert person(app, "bob").post(link, data={"name": "Ben"}).status_code == 303


@pytest.mark.parametrize("game", donjon.games)
@pytest.mark.parametrize("part", ["", "/replay?at=9", "/log"])
def test_what_a_seat_knows_is_not_in_its_preview(app, game: str, part: str) -> None:
    table_game = played(game, 25)
    store(app.state.storage, table_game)
    told = [metas(person(app, who).get(f"/t/{table_game.id}{part}").text) for who in ("ann", "zoe")]
    assert told[0] == told[1]


def test_an_error_is_no_page_to_send(app) -> None:
    assert "og:title" not in metas(person(app).get("/nothing").text)


@pytest.mark.parametrize("name", [rendering.HOUSE, *donjon.games])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_a_page_without_a_table_is_a_small_png(app, name: str, language: str) -> None:
    svg = site_files.cover_svg(name, language)
    assert "var(" not in svg
    answer = person(app).get(f"/preview/{language}/{name}.png")
    assert answer.headers["content-type"] == "image/png"
    assert "public" in answer.headers["cache-control"]
    assert struct.unpack(">II", answer.content[16:24]) == (rendering.WIDTH, rendering.HEIGHT)
    assert len(answer.content) < MOST_BYTES


@pytest.mark.parametrize("path", ["/preview/xx/donjon.png", "/preview/en/chess.png", "/icons/icon-9.png"])
def test_there_are_no_other_pictures(app, path: str) -> None:
    assert person(app).get(path).status_code == 404


def test_search_engines_are_kept_from_tables_and_let_in_elsewhere(app) -> None:
    answer = person(app).get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    groups = [group.splitlines() for group in answer.text.strip().split("\n\n")]
    previewers, others = groups
    assert previewers[-1] == "Disallow:"
    assert "User-agent: WhatsApp" in previewers
    assert others[0] == "User-agent: *"
    closed = [line.removeprefix("Disallow: ") for line in others if line.startswith("Disallow: ")]
    _table_game, link = invited(app)
    assert any(link.startswith(path) for path in closed)
    for page in ("/", "/rules/caylus", "/puzzles/ys/1", "/learn"):
        assert not any(page.startswith(path) for path in closed)


def test_the_icons_that_browsers_and_phones_ask_for(app) -> None:
    client = person(app)
    page = client.get("/").text
    assert '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' in page
    assert '<link rel="manifest" href="/site.webmanifest">' in page
    touch = client.get("/apple-touch-icon.png")
    assert struct.unpack(">II", touch.content[16:24]) == (180, 180)
    ico = client.get("/favicon.ico")
    assert ico.headers["content-type"] == "image/x-icon"
    kind, count, width, height, size, start = struct.unpack("<xxHHBBxxxxxxII", ico.content[:22])
    assert (kind, count, width, height) == (1, 1, 32, 32)
    assert ico.content[start : start + size].startswith(b"\x89PNG")
    assert len(ico.content) == start + size
    for answer in (touch, ico):
        assert "max-age=86400" in answer.headers["cache-control"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_icons_that_there_are(app, language: str) -> None:
    client = person(app)
    client.headers["accept-language"] = language
    answer = client.get("/site.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    told = json.loads(answer.text)
    assert (told["lang"], told["start_url"]) == (language, "/")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        picture = client.get(icon["src"]).content
        assert "{}x{}".format(*struct.unpack(">II", picture[16:24])) == icon["sizes"]
    assert "manifest-src 'self'" in client.get("/").headers["content-security-policy"]
