"""The heartbeat: times without a server are found once, and move all deadlines."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa

from donjon.table.store import heartbeat, schema
from donjon.table.store.heartbeat import LONG_GAP, Heartbeat
from donjon.table.store.rows import TO_MOVE, SeatNote
from donjon.table.store.storage import Storage
from tests.table.people import columns, new_table_game


@pytest.fixture
def storage(tmp_path):
    opened = Storage(f"sqlite:///{tmp_path}/heart.db")
    yield opened
    opened.close()


def last_beat(storage, at: int) -> None:
    with storage.writing() as connection:
        connection.execute(schema.alive.update().values(at=at))


def now() -> int:
    return round(1000 * time.time())


def test_a_server_that_beats_finds_no_gap(storage):
    heart = Heartbeat(storage)
    heart.beat()
    heart.beat()
    assert heart.outages == ()
    assert heart.is_fresh


def test_a_gap_is_stored_once_and_moves_the_deadlines(storage):
    table_game = new_table_game("ann", "bob")
    about = columns("person")
    storage.create(
        table_game.header, table_game.seats, table_game.entries, about, [SeatNote(0, TO_MOVE, 5000)]
    )
    began = now() - 3_600_000
    last_beat(storage, began)
    first, second = Heartbeat(storage), Heartbeat(storage)
    first.beat()
    second.beat()
    ((since, until),) = first.outages
    assert since == began
    assert 3_600_000 <= until - since < 3_700_000
    assert second.outages == first.outages
    with storage.reading() as connection:
        dues = connection.scalars(sa.select(schema.seats.c.due).order_by(schema.seats.c.seat)).all()
    assert dues == [5000 + until - since, 0]


def test_a_short_gap_is_none(storage):
    last_beat(storage, now() - LONG_GAP + 5000)
    heart = Heartbeat(storage)
    heart.beat()
    assert heart.outages == ()


def test_a_clock_that_leaps_back_loses_nothing_and_is_told(storage, caplog):
    later = now() + 3_600_000
    last_beat(storage, later)
    heart = Heartbeat(storage)
    heart.beat()
    assert heart.outages == ()
    assert "behind an earlier time" in caplog.text
    with storage.reading() as connection:
        assert connection.scalar(sa.select(schema.alive.c.at)) == later, "no gap is made of it afterwards"


def test_a_database_whose_row_was_deleted_is_begun_anew(storage):
    with storage.writing() as connection:
        connection.execute(schema.alive.delete())
    Heartbeat(storage).beat()
    with storage.reading() as connection:
        assert abs(connection.scalar(sa.select(schema.alive.c.at)) - now()) < LONG_GAP


def test_a_process_that_has_not_beaten_for_long_does_not_trust_its_times(storage, monkeypatch):
    heart = Heartbeat(storage)
    assert not heart.is_fresh, "it has never beaten"
    heart.beat()
    since = time.monotonic()
    monkeypatch.setattr(heartbeat.time, "monotonic", lambda: since + 1 + LONG_GAP / 1000)
    assert not heart.is_fresh
