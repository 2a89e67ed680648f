"""Who is offered a seat, and who gets it: links for the player who made the table, checks without a race."""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode

import pytest

from donjon.table.live.tables import Tables
from donjon.table.store.replaying import replay
from donjon.table.store.rows import OPEN, PERSON, Seat
from donjon.table.store.seating import plan_sit
from donjon.table.store.storage import Storage
from donjon.table.web.sessions import COOKIE, Identity
from tests import loops
from tests.table.people import (
    GAME,
    SECRET,
    application,
    beside,
    columns,
    field,
    laid,
    new_table_game,
    offers,
    person,
    store,
)

ROUTES = ("", "/text", "/live", "/log", "/replay", "/record.txt")


def link_of(app, seat: int, table: str) -> str:
    return f"{table}/sit/{Identity(SECRET).seat_link(table.removeprefix('/t/'), seat)}"


def test_only_who_made_the_table_is_shown_the_links_to_its_open_seats(app):
    with person(app, "ann") as ann:
        table = laid(app, ("ann", ""), ("open", ""), ("open", ""))
        bob, eve = beside(ann, "bob"), beside(ann, "eve")
        assert bob.post(link_of(app, 1, table), data={"name": "Bob"}).status_code == 303
        for where in ("", "/text"):
            assert ann.get(f"{table}{where}").text.count("/sit/") == 1
        for guest in (bob, eve):
            for where in ROUTES:
                for headers in ({}, {"x-frame": "0"}):
                    assert "/sit/" not in guest.get(f"{table}{where}", headers=headers).text
        table_game = app.state.tables._held[table.removeprefix("/t/")]
        mover = table_game.waiting[0]
        if mover == 1:
            page = bob.get(table).text
            data = {name: field(page, name) for name in ("seat", "seq", "key")}
            action = next(iter(offers(page)))
            told = bob.post(f"{table}/move", data={**data, "action": action}, headers={"x-frame": "0"})
            assert "/sit/" not in told.text


def test_who_made_a_table_without_a_seat_at_it_sees_the_links(app):
    table_game = new_table_game("open", "ann")
    store(app.state.storage, table_game)
    with person(app, table_game.header.creator) as creator:
        assert "/sit/" in creator.get(f"/t/{table_game.id}").text
        assert "/sit/" not in beside(creator, "ann").get(f"/t/{table_game.id}").text


async def at_once(app, asks: list[tuple[str, str, dict[str, str]]]) -> list[int]:
    """Send requests of guests, (guest, address, form), at the same time; the status of each answer."""
    return await asyncio.gather(*(sent(app, *ask) for ask in asks))


async def sent(app, guest: str, address: str, form: dict[str, str]) -> int:
    cookie = f"{COOKIE}={Identity(SECRET).guest_cookie(guest)}"
    headers = {"host": "testserver", "cookie": cookie, "content-type": "application/x-www-form-urlencoded"}
    scope = {
        **{"type": "http", "method": "POST", "path": address, "raw_path": address.encode()},
        **{"query_string": b"", "root_path": "", "scheme": "http", "http_version": "1.1"},
        **{"server": ("testserver", 80), "client": ("1.2.3.4", 5), "state": {}},
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    parts = [{"type": "http.request", "body": urlencode(form).encode(), "more_body": False}]
    told: list[int] = []

    async def receive():
        return parts.pop() if parts else await asyncio.Event().wait()

    async def send(message):
        if message["type"] == "http.response.start":
            told.append(message["status"])

    await app(scope, receive, send)
    return told[0]


@pytest.mark.parametrize("names", [("Zoe", "Zoe"), ("Zoe", "zoe")])
def test_two_who_sit_down_at_once_cannot_bear_one_name(app, names):
    table_game = new_table_game("ann", "open", "open")
    store(app.state.storage, table_game)
    table = f"/t/{table_game.id}"
    asks = [
        (guest, link_of(app, seat, table), {"name": name})
        for guest, seat, name in zip(("bob", "eve"), (1, 2), names, strict=True)
    ]
    assert sorted(loops.run(at_once(app, asks))) == [303, 422]
    seats = app.state.storage.load(table_game.id).seats
    assert sorted(seat.name for seat in seats) in [["", "", name] for name in names]


def test_a_link_pressed_twice_at_once_seats_its_guest_once(app):
    table_game = new_table_game("ann", "open")
    store(app.state.storage, table_game)
    ask = ("bob", link_of(app, 1, f"/t/{table_game.id}"), {"name": "Bob"})
    assert loops.run(at_once(app, [ask, ask])) == [303, 303]


def test_games_begun_at_once_are_counted_one_by_one(tmp_path):
    app = application(tmp_path, games_per_day=2)
    form = {"game": "caylus", "seat.0": "me", "seat.1": "open"}
    answers = loops.run(at_once(app, [("ann", "/new", form)] * 4))
    assert sorted(answers) == [303, 303, 429, 429]


def two_processes(tmp_path):
    """Return the tables of two processes on one database, and the list of what the first told its viewers."""
    one, other = (
        Tables(Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}"), 1, str, lambda _table: None)
        for _ in range(2)
    )
    heard = []
    one.announce, one.heard = lambda _table, _seq: None, heard.append
    return one, other, heard


def test_viewers_are_told_who_sat_down_where_another_guest_lost_the_seat(tmp_path):
    """The loser's page reads the table anew, before the notice of the other process comes: it is too late."""
    one, other, heard = two_processes(tmp_path)
    append = one.storage.append

    async def play():
        open_seats = [Seat(0, PERSON, "ann", "Ann"), Seat(1, OPEN, "", "Bob")]
        table = (await other.create(GAME, {}, open_seats, "ann")).id
        await one.get(table)

        def beaten(*given):
            one.storage.append = append
            change = plan_sit(replay(other.storage.load(table)), 1, "eve", "Eve", 5.0)
            other.storage.append(table, given[1], change.entries, columns("person"), seats=change.seats)
            return append(*given)

        one.storage.append = beaten
        heard.clear()
        assert not await one.sit(table, 1, "bob", "Bob", lambda _seats: None)
        assert heard == [table]
        assert (await one.get(table)).seats[1].owner == "eve"

    loops.run(play())
    for tables in (one, other):
        tables.storage.close()


def test_viewers_are_told_what_is_new_where_a_table_left_memory_and_is_read_again(tmp_path):
    one, other, heard = two_processes(tmp_path)

    async def play():
        seats = [Seat(number, PERSON, name, name) for number, name in enumerate(("ann", "bob"))]
        table, another = [(await other.create(GAME, {}, seats, "ann")).id for _ in range(2)]
        await one.get(table)
        await one.get(another)  # memory holds one table
        table_game = await other.get(table)
        seat, seq = table_game.waiting[0], table_game.seq
        await other.act(table, seat, seq, "", table_game.legal(seat)[:1])
        heard.clear()
        assert (await one.get(table)).seq > seq
        assert heard == [table]
        await one.catch_up(table, (await one.get(table)).seq)  # the notice, which comes too late
        assert heard == [table]

    loops.run(play())
    for tables in (one, other):
        tables.storage.close()
