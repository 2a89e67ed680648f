"""A database that takes nothing in: the move is refused, memory stays behind nothing, and then it works."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import contextmanager
from html import unescape

import pytest
from sqlalchemy import event

from donjon.table.live.tables import Tables
from donjon.table.store.database import Writers
from donjon.table.store.rows import NotStored
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame
from tests.loops import run
from tests.table.people import (
    GAME,
    application,
    beside,
    field,
    new_table_game,
    offers,
    person,
    post_move,
    seats,
    store,
)

SENTENCE = "Couldn't save this. Nothing changed; try again."


@contextmanager
def locked(folder):
    """Another program writes and does not come to an end."""
    other = sqlite3.connect(folder / "donjon.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


class Full:
    """A disk on which nothing more has room: the database may not grow by a page."""

    def __init__(self, storage):
        self.on = False
        event.listen(storage._engine, "checkout", self._limit)

    def _limit(self, connection, _record, _proxy):
        # The pragma never goes below what is there already.
        most = 1 if self.on else 1_000_000
        connection.execute(f"PRAGMA max_page_count={most}")


@pytest.fixture
def two(tmp_path):
    """A table of two persons at one screen: (app, browser, address)."""
    app = application(tmp_path, lock_patience=2.0)
    with person(app, "ann") as client:
        form = {"game": GAME, "seat.0": "me", "seat.1": "person"}
        yield app, client, client.post("/new", data=form).headers["location"]


def refused_and_then_played(app, client, address, fault):
    """Play while the fault lasts: refused with the sentence; after it the same form works."""
    page = client.get(address).text
    action, seq = min(offers(page)), int(field(page, "seq"))
    with fault:
        answer = post_move(client, page, action)
        assert answer.status_code == 503
        assert SENTENCE in unescape(answer.text)
        assert 'id="moves"' in answer.text
        part = client.post(f"{address}/move", data=form_of(page, action), headers={"x-frame": "0"})
        assert part.status_code == 503
        assert part.json()["notice"] == {"text": SENTENCE}
        assert field(client.get(address).text, "seq") == str(seq)
    assert len(app.state.storage.load(address[3:]).entries) == seq
    assert post_move(client, page, action).status_code == 303
    assert app.state.storage.load(address[3:]).entries[seq].action == action
    assert int(field(client.get(address).text, "seq")) > seq


def form_of(page, action):
    return {**{name: field(page, name) for name in ("seat", "seq", "key")}, "action": action}


def test_a_locked_database(tmp_path, two):
    refused_and_then_played(*two, locked(tmp_path))


def test_a_full_disk(two):
    app, client, address = two
    full = Full(app.state.storage)

    @contextmanager
    def fault():
        full.on = True
        yield
        full.on = False

    # Fill the last page first, so that the next row needs another.
    full.on = True
    for _ in range(200):
        page = client.get(address).text
        if post_move(client, page, min(offers(page))).status_code == 503:
            break
    full.on = False
    refused_and_then_played(app, client, address, fault())


def test_nobody_begins_or_sits_down_meanwhile(tmp_path, two):
    _app, client, _address = two
    table = client.post("/new", data={"game": GAME, "seat.0": "me", "seat.1": "open"}).headers["location"]
    bob = beside(client, "bob")
    with locked(tmp_path):
        for answer in (
            client.post("/new", data={"game": GAME, "quick": "1"}),
            bob.post(f"{table}/sit", data={"name": "Bob"}),
            client.post(f"{table}/start"),
        ):
            assert answer.status_code == 503
            assert SENTENCE in unescape(answer.text)
    assert bob.post(f"{table}/sit", data={"name": "Bob"}).status_code == 303


WRITERS = 60  # more than there are threads


def crowd_of_writers(tables: Tables) -> list[asyncio.Task[TableGame]]:
    return [asyncio.create_task(tables.create(GAME, {}, seats("ann", "bob"), "ann")) for _ in range(WRITERS)]


def test_readers_are_served_while_writers_wait(tmp_path):
    """Writers wait for the lock for as long as it takes; a page is read from the database meanwhile."""
    storage = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}", patience=600.0)
    table_game = new_table_game("ann", "bob")
    store(storage, table_game)

    async def crowd():
        tables = Tables(storage, 10, str, lambda _table: None)
        with locked(tmp_path):
            writing = crowd_of_writers(tables)
            await asyncio.sleep(0.1)
            assert (await tables.get(table_game.id)).seq == table_game.seq
            assert not any(task.done() for task in writing)
        return await asyncio.gather(*writing)

    assert len({made.id for made in run(crowd())}) == WRITERS
    storage.close()


def test_writers_lose_patience_side_by_side(tmp_path):
    patience = 2.0
    storage = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}", patience=patience)

    async def crowd():
        with locked(tmp_path):
            writing = crowd_of_writers(Tables(storage, 10, str, lambda _table: None))
            return await asyncio.gather(*writing, return_exceptions=True)

    began = time.monotonic()
    assert {type(outcome) for outcome in run(crowd())} == {NotStored}
    assert time.monotonic() - began < WRITERS * patience, "one waited after the other"
    storage.close()


def test_a_write_is_waited_for_when_whoever_asked_has_gone(tmp_path):
    """Else the table would be read while it is being written, and memory would fall behind."""
    storage = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}", patience=5.0)
    begun, done = asyncio.Event(), []

    async def leave():
        loop = asyncio.get_running_loop()

        def write():
            loop.call_soon_threadsafe(begun.set)
            time.sleep(0.2)
            done.append(True)

        task = asyncio.create_task(Writers(storage).run(write))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return list(done)

    assert run(leave()) == [True]
    storage.close()


def test_memory_follows_when_an_act_is_cancelled(tmp_path):
    """The bots' game ends in the middle of a write; what was stored is what is shown next."""
    storage = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    append = storage.append

    def slowly(*given):
        time.sleep(0.2)
        return append(*given)

    async def cancelled():
        tables = Tables(storage, 10, str, lambda _table: None)
        table_game = await tables.create(GAME, {}, seats("ann", "bob"), "ann")
        storage.append = slowly
        seat = table_game.waiting[0]
        task = asyncio.create_task(
            tables.act(table_game.id, seat, table_game.seq, "", table_game.legal(seat)[:1])
        )
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        # Were the write still under way, it would have ended by now.
        await asyncio.sleep(0.4)
        return (await tables.get(table_game.id)).seq, len(storage.load(table_game.id).entries)

    shown, kept = run(cancelled())
    storage.close()
    assert shown == kept
