"""Servers share a database of PostgreSQL in order, and nothing waits for it for ever."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from donjon.errors import DonjonError
from donjon.table.host import settings
from donjon.table.host.data_folder import InUse
from donjon.table.serving import serve
from donjon.table.store import upkeep
from donjon.table.store.claim import claim, join
from donjon.table.store.rows import NotStored
from donjon.table.store.seating import plan_sit
from donjon.table.store.storage import Storage
from tests.table.people import columns, new_table_game, store


@pytest.fixture
def folders(tmp_path, url, monkeypatch):
    """Two data folders with one database."""
    monkeypatch.setenv("DONJON_DATABASE_URL", url)
    return settings.load(tmp_path / "one").data, settings.load(tmp_path / "other").data


def test_servers_share_the_database_and_a_repair_has_it_alone(folders, url):
    one, other = folders
    key = b"a key of all servers, long enough"
    used = pytest.raises(InUse, match="in use by another Donjon")
    with join(one, url, 10.0, key), join(other, url, 10.0, key), used:
        upkeep.repair_table(other, "a table")
    with claim(one, url, 10.0), pytest.raises(InUse, match="being repaired"):
        serve(port=0, data=other, lock_patience=0.2)
    with join(other, url, 10.0, key):
        pass


def test_a_server_with_another_key_is_refused(folders, url):
    one, other = folders
    refused = pytest.raises(DonjonError, match=r"signs seats with another key.*DONJON_SECRET")
    with join(one, url, 10.0, b"a key of all servers, long enough"), refused:
        serve(port=0, data=other)


def test_servers_that_start_together_upgrade_the_database_once(url):
    with ThreadPoolExecutor(4) as threads:
        opened = list(threads.map(lambda _number: Storage(url), range(4)))
    for storage in opened:
        assert storage.every() == []
        storage.close()


def test_an_older_server_refuses_a_database_that_a_newer_one_has_upgraded(folders, url):
    _one, other = folders
    Storage(url).close()
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    engine.dispose()
    refused = "written by a newer version of Donjon .migration 9999, this version knows .*Nothing was changed"
    with pytest.raises(DonjonError, match=refused):
        serve(port=0, data=other)
    with pytest.raises(DonjonError, match=refused):
        serve(port=0, data=other, processes=2)


def test_the_archive_is_looked_at_beside_a_server_elsewhere(folders, url):
    one, other = folders
    Storage(url).close()
    with claim(one, url, 10.0):
        storage = upkeep.open_storage(other)
        assert upkeep.count_tables(storage) == 0
        storage.close()


def test_a_writer_waits_for_a_lock_no_longer_than_it_may(url):
    storage, table_game = Storage(url, patience=0.2), new_table_game("ann", "open")
    store(storage, table_game)
    check, change = storage.load(table_game.id).check, plan_sit(table_game, 1, "bob", "Bob", 5.0)
    other = sa.create_engine(url)
    try:
        with other.begin() as connection:
            connection.exec_driver_sql("lock table seats in access exclusive mode")
            with pytest.raises(NotStored) as refused:
                storage.append(table_game.id, check, change.entries, columns("person"), seats=change.seats)
        assert "lock timeout" in refused.value.cause
        storage.append(table_game.id, check, change.entries, columns("person"), seats=change.seats)
    finally:
        other.dispose()
        storage.close()


def test_a_statement_takes_no_longer_than_it_may(url):
    storage = Storage(url, patience=0.2)
    with pytest.raises(OperationalError, match="statement timeout"), storage.reading() as connection:
        connection.exec_driver_sql("select pg_sleep(3600)")
    storage.close()


def test_a_server_that_does_not_answer_is_given_up():
    """It takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql+psycopg://donjon@127.0.0.1:{silent.getsockname()[1]}/donjon"
        with pytest.raises(DonjonError, match="cannot be used"):
            Storage(url, patience=0.1)


def test_what_the_address_of_the_database_says_stays(url):
    storage = Storage(f"{url}&options=-c%20statement_timeout%3D4321", patience=1.0)
    with storage.reading() as connection:
        assert connection.scalar(sa.text("show statement_timeout")) == "4321ms"
        assert connection.scalar(sa.text("show lock_timeout")) == "1s"
    storage.close()
