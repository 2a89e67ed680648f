"""Who watches: told to all at the table as people come and go, by their names where these mislead nobody."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager
from urllib.parse import quote

import pytest

from donjon.table.live import crowds, forms, play
from donjon.table.live.crowds import FORGOTTEN, MOST_NAMES, Crowds, key_of
from donjon.table.store.bus import LONGEST_NOTICE, payloads
from donjon.table.web.rendering import say
from donjon.table.web.sessions import COOKIE, Identity
from donjon.table.wire import streams
from donjon.table.wire.streams import Hub, Person
from tests import loops
from tests.table.people import SECRET, laid, new_table_game, person
from tests.table.test_gathering import TWO, opened
from tests.table.test_private import PRIVATE, running
from tests.table.test_sitting import sent

NOBODY = Person("", "")


def one_of(guest: str, name: str = "") -> Person:
    return Person(key_of(guest), name)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(streams, "SETTLES", 0.0)


class Page:
    """An open page of a table: what its stream has said last of who watches."""

    def __init__(self, app, table: str, guest: str = "", name: str = "", language: str = "en") -> None:
        cookies = f"{forms.NAME_COOKIE}={quote(name)}"
        if guest:
            cookies += f"; {COOKIE}={Identity(SECRET).guest_cookie(guest)}"
        heads = {"host": "testserver", "cookie": cookies, "accept-language": language}
        self._scope = {
            **{"type": "http", "method": "GET", "path": f"{table}/stream", "raw_path": b"", "scheme": "http"},
            **{"query_string": b"", "server": ("testserver", 80), "client": ("1.2.3.4", 5)},
            **{"http_version": "1.1", "root_path": "", "state": {}},
            "headers": [(key.encode(), value.encode("latin-1")) for key, value in heads.items()],
        }
        self._app, self._gone, self.body = app, asyncio.Event(), b""
        self._task = asyncio.ensure_future(app(self._scope, self._receive, self._send))

    async def _receive(self) -> dict:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict) -> None:
        self.body += message.get("body", b"")

    @property
    def watching(self) -> str | None:
        told = re.findall(rb"event: crowd\ndata: (.*)\n\n", self.body)
        return json.loads(told[-1])["text"] if told else None

    async def is_told(self, words: str | None) -> None:
        while self.watching != words:
            await asyncio.sleep(0.001)

    async def opened(self) -> Page:
        while not self.body:
            await asyncio.sleep(0.001)
        return self

    async def leave(self) -> None:
        self._gone.set()
        await self._task


@asynccontextmanager
async def pages(app, table: str):
    """Open pages of a table, and close them all at the end."""
    made = []

    async def open_page(*who: str, **more: str) -> Page:
        made.append(Page(app, table, *who, **more))
        return await made[-1].opened()

    try:
        yield open_page
    finally:
        for page in made:
            await page.leave()


def run(work) -> None:
    loops.run(asyncio.wait_for(work, 60))


def test_all_at_the_table_are_told_who_comes_and_goes(app):
    table = laid(app, ("ann", "Ann"), ("bob", "Bob"))

    async def watch() -> None:
        async with pages(app, table) as open_page:
            ann, bob = await open_page("ann", "Ann"), await open_page("bob", "Bob")
            eve = await open_page("eve", "Eve")
            await ann.is_told("1 watching: Eve")
            await eve.is_told("1 watching: you")
            stranger = await open_page()
            for page, words in ((ann, "Eve, a guest"), (bob, "Eve, a guest"), (eve, "you, a guest")):
                await page.is_told(f"2 watching: {words}")
            await open_page("eve", "Eve")  # another tab of hers
            await open_page()
            await ann.is_told("3 watching: Eve, 2 guests")
            await stranger.leave()
            await ann.is_told("2 watching: Eve, a guest")
        assert app.state.hub._watchers == {}

    run(watch())


def test_nobody_is_told_of_players_alone(app):
    table = laid(app, ("ann", "Ann"), ("bob", "Bob"))

    async def watch() -> None:
        async with pages(app, table) as open_page:
            ann = await open_page("ann", "Ann")
            bob = await open_page("bob", "Bob")
            eve = await open_page("eve", "Eve")
            await ann.is_told("1 watching: Eve")
            await eve.leave()
            await ann.is_told("")
            await bob.is_told("")

    run(watch())


def test_who_looks_on_before_the_start_of_a_private_game_is_told_to_look_again_and_no_more(app):
    ann, table = opened(app, PRIVATE)
    assert "no spectators" in ann.get(table).text
    assert "no spectators" in person(app, "eve").get(table).text

    async def watch() -> None:
        async with pages(app, table) as open_page:
            eve = await open_page("eve", "Eve")
            before = len(eve.body)
            assert await sent(app, "bob", f"{table}/sit", {"name": "Bob"}) == 303
            while b"private" not in eve.body:
                await asyncio.sleep(0.001)
            news = eve.body[before:].decode()
            assert json.loads(re.search("data: (.*)", news)[1]) == {
                "table": table.removeprefix("/t/"),
                "to": play.PRIVATE,
            }
            assert "Bob" not in news

    run(watch())


@pytest.mark.parametrize("form", [PRIVATE, TWO])
def test_before_the_start_and_at_a_private_table_nobody_watches(app, form):
    table = running(app, form)[2] if form is PRIVATE else opened(app, form)[1]

    async def watch() -> None:
        async with pages(app, table) as open_page:
            ann = await open_page("ann", "Ann")
            await open_page("eve", "Eve") if form is TWO else await open_page("bob", "Bob")
            await asyncio.sleep(0.05)
            assert ann.watching is None

    run(watch())


def test_each_page_is_told_in_its_language(app):
    table = laid(app, ("ann", "Ann"), ("bob", "Bob"))

    async def watch() -> None:
        async with pages(app, table) as open_page:
            await open_page("eve", "Eve")
            ann = await open_page("ann", language="ru")
            bob = await open_page("bob", language="hu")
            await ann.is_told("Смотрят (1): Eve")
            await bob.is_told("1 néző: Eve")

    run(watch())


def told(people: list[Person], own: Person = NOBODY, seats=(("ann", "Ann"), ("bob", "Bob"))) -> str:
    table_game = new_table_game(*(guest for guest, _ in seats))
    table_game.with_owners(
        [type(seat)(seat.seat, seat.kind, seat.owner, seats[seat.seat][1]) for seat in table_game.seats]
    )
    hub = Hub(30.0)
    made = Crowds(hub)
    hub.people = lambda _table: people
    return made.words(table_game, own, say("en"))


def test_a_name_that_could_be_a_players_is_not_shown():
    for name in ("Ann", "ann", "ＢＯＢ", "\u3164", "!", ""):
        assert told([one_of("eve", name)]) == "1 watching: a guest", name


def test_some_are_named_and_all_are_counted():
    people = [one_of(f"guest{number}", f"Name {number}") for number in range(9)]
    rest = 9 - MOST_NAMES
    assert told(people).startswith("9 watching: Name 0, Name 1, ")
    assert told(people).endswith(f", {rest} guests")
    own = told(people, people[0])
    assert own.startswith("9 watching: you, Name 1, ")
    assert own.count("Name") == MOST_NAMES


def test_who_has_a_seat_does_not_watch_whatever_the_name():
    assert told([one_of("ann", "Zoe"), one_of("bob", "")]) == ""


def test_other_processes_say_whom_they_serve(monkeypatch):
    passed, said, notified = [1000.0], [], []
    monkeypatch.setattr(crowds.time, "monotonic", lambda: passed[0])
    hub, table_game = Hub(30.0), new_table_game("ann", "bob")
    made = Crowds(hub)
    made.announce = lambda key, people: said.append((key, people))
    monkeypatch.setattr(hub, "notify", notified.append)
    monkeypatch.setattr(hub, "watched", lambda: [table_game.id])
    monkeypatch.setattr(hub, "people", lambda _table: [one_of("eve", "Eve")])
    made._changed(table_game.id)
    ((key, people),) = said
    assert key.split()[1] == table_game.id
    assert json.loads(json.dumps(people)) == [[key_of("eve"), "Eve"]]
    assert "eve" not in key_of("eve")

    def words() -> str:
        return made.words(table_game, NOBODY, say("en"))

    assert words() == "1 watching: Eve"
    made.note(f"other {table_game.id}", [[key_of("zoe"), "Zoe"], ["", ""], [key_of("eve"), "Eve"]])
    assert words() == "3 watching: Eve, Zoe, a guest", "Eve is at both"
    made.note(f"third {table_game.id}", [[key_of("kim"), "Kim"]])
    assert words() == "4 watching: Eve, Kim, Zoe, a guest"
    made.note(f"third {table_game.id}", [])
    assert words() == "3 watching: Eve, Zoe, a guest"
    said.clear()
    passed[0] += FORGOTTEN + 1
    made.look_after()
    assert [one[0] for one in said] == [key], "it says again who is here"
    assert words() == "1 watching: Eve", "a process that is silent is forgotten"
    assert notified.count(table_game.id) >= 4


def test_a_notice_of_a_great_crowd_is_short_enough(monkeypatch):
    hub, said = Hub(30.0), []
    made = Crowds(hub)
    made.announce = lambda key, people: said.append((key, people))
    crowd = [Person("", "")] * 100 + [one_of(str(number), "\U0001f3f0" * 24) for number in range(300)]
    monkeypatch.setattr(hub, "people", lambda _table: crowd)
    made._changed("x" * 10)
    (notice,) = payloads({("crowd", said[0][0]): said[0][1]})
    assert len(notice) <= LONGEST_NOTICE
    made.note(*said[0])


def test_a_great_crowd_is_told_less_often_and_the_lobby_never(monkeypatch):
    monkeypatch.setattr(streams, "SETTLES", 1.0)
    hub, delays, notified = Hub(30.0), [], []
    made = Crowds(hub)

    async def come(number: int) -> None:
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "call_later", lambda delay, *_what: delays.append(delay))
        for _ in range(number):
            hub.add(["table"], "somebody", 1000, NOBODY)
            hub._settling.clear()

    loops.run(come(100))
    assert delays[:50] == [1.0] * 50
    assert delays[-1] == 2.0
    monkeypatch.setattr(hub, "notify", notified.append)
    for table in ("lobby", "table"):
        made._changed(table)
    assert notified == ["table"]
